"""Writing down what was paid: filled in with what was proposed, and asked about where it is more than is open."""

from __future__ import annotations

from functools import cached_property
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games import payments
from games.access import Action, club_page
from games.accounts import Account
from games.forms.money import PaymentForm
from games.forms.sending import INCOMPLETE, Sending, new_key
from games.models import Device, Evening, Payment
from games.payments import Claim, Speaker, Written
from games.people import People
from games.players import by_name, told_apart
from games.views.payments import ShownPayment, as_number, pays, settling_url
from games.words.money import UNITS, said, typed


class Paying:
    """The form of a payment: filled in with what was proposed, or as it was sent."""

    def __init__(self, device: Device, asked: QueryDict, *, sent: bool) -> None:
        self.device = device
        self.asked = asked
        self.people = People(device.club)
        self.names = told_apart(sorted(self.people.persons.values(), key=by_name))
        self.speaker = Speaker(device, self.people)
        self.sending = Sending(asked)
        self.evening = self._evening()
        self.form = PaymentForm(self.names, self.coins, asked if sent else None, initial=self._proposed())

    def _evening(self) -> Evening | None:
        asked = self.asked.get("evening", "")
        if not asked:
            return None
        return get_object_or_404(Evening, club=self.device.club, pk=as_number(asked))

    @cached_property
    def coins(self) -> list[str]:
        """What the club plays for, and what is open from before."""
        account = Account(self.device.club, people=self.people)
        played_for = [self.device.club.stake(unit)[0] for unit in UNITS]
        return list(dict.fromkeys([*played_for, *account.coins]))

    def _proposed(self) -> dict[str, str]:
        asked = self.asked
        coin = asked.get("coin", "")
        coin = coin if coin in self.coins else self.coins[0]
        amount = asked.get("amount", "")
        shown = typed(as_number(amount), coin) if as_number(amount) else ""
        people = {side: asked.get(side, "") for side in ("payer", "payee")}
        return people | {"coin": coin, "amount": shown, "shown": amount}

    @property
    def claim(self) -> Claim:
        told = self.form.cleaned_data
        return Claim(told["payer"], told["payee"], told["coin"], told["amount"], self.evening)

    @property
    def kept(self) -> list[tuple[str, str]]:
        """What was told, to be sent as it was read."""
        claim, told = self.claim, self.asked
        fields = {"payer": claim.payer_id, "payee": claim.payee_id, "coin": claim.coin, "shown": claim.amount}
        fields |= {"evening": self.evening.pk} if self.evening else {}
        return [("amount", told.get("amount", "")), *((name, str(value)) for name, value in fields.items())]

    @property
    def url(self) -> str:
        """Where the form stands, filled in with it."""
        kept = dict(self.kept)
        return (
            f"{reverse('pay', args=[self.device.club_id])}?{urlencode(kept | {'amount': kept.pop('shown')})}"
        )

    @property
    def question(self) -> str:
        """The payment as it was read."""
        claim = self.claim
        return pays(self.names[claim.payer_id], self.names[claim.payee_id], said(claim.amount, claim.coin))

    @cached_property
    def beyond(self) -> str:
        """What to think of where it is more than is open between the two."""
        claim = self.claim
        account = Account(self.device.club, self.evening, self.people)
        amount = account.between(claim.coin, claim.payer_id, claim.payee_id)
        if claim.amount <= amount:
            return ""
        if not amount:
            return _("Nothing is open between them now: all of it would be owed the other way.")
        sentence = _("%(amount)s is open between them now: the rest would be owed the other way.")
        return sentence % {"amount": said(amount, claim.coin)}


@require_http_methods(["GET", "POST"])
@club_page(Action.SCORE)
def write(request: HttpRequest, device: Device) -> HttpResponse:
    """Say that something was paid.

    More than is open is shown as it was read before it is written, unless that stood there.
    """
    sent = request.method == "POST"
    paying = Paying(device, request.POST if sent else request.GET, sent=sent)
    if paying.speaker.unknown:
        return render(request, "money/unknown.html", {"club": device.club}, status=403)
    if not sent:
        return _ask(request, paying, "money/pay.html", 200)
    if not paying.sending.is_valid():
        paying.form.add_error(None, str(INCOMPLETE))
    if not paying.form.is_valid():
        return _ask(request, paying, "money/pay.html", 422)
    claim = paying.claim
    if not paying.speaker.may_write(claim.payer_id, claim.payee_id):
        paying.form.add_error(
            "payer", _("From this phone only what you paid or got yourself can be written.")
        )
        return _ask(request, paying, "money/pay.html", 403)
    if not paying.form.as_shown and paying.beyond:
        return _ask(request, paying, "money/check.html", 200)
    return _write(request, paying)


def _write(request: HttpRequest, paying: Paying) -> HttpResponse:
    """What was told is written; asked first where the same was written before."""
    device = paying.device
    try:
        payment = payments.write(
            device.club,
            paying.claim,
            key=paying.sending.cleaned_data["key"],
            speaker=paying.speaker,
            another="another" in request.POST,
        )
    except Written as written:
        return _ask(request, paying, "money/check.html", 409, written.payment)
    one = {"one": request.POST["one"]} if "one" in request.POST else {}
    return redirect(settling_url(paying.evening, device, payment=payment.pk, **one))


def _ask(
    request: HttpRequest, paying: Paying, template: str, status: int, there: Payment | None = None
) -> HttpResponse:
    """The form, or what was read of it; `there` is what was written like it before."""
    context = {
        "club": paying.device.club,
        "paying": paying,
        "form": paying.form,
        "key": new_key(),
        "there": there and ShownPayment(there, paying.names, paying.speaker),
    }
    return render(request, template, context, status=status)
