"""What was paid, and what waits to be agreed to; writing a payment, and taking it back."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any
from urllib.parse import urlencode
from zoneinfo import ZoneInfo

from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods

from games import payments
from games.access import Action, club_page, may
from games.accounts import Account, People
from games.forms.money import PaymentForm
from games.forms.sending import Sending, new_key
from games.models import Device, Evening, Payment
from games.payments import Due, Speaker, Written
from games.views.naming import date_of, evening_title, moment_of, phone_of, time_of, told_apart
from games.views.paging import Leaves
from games.words.money import UNITS, said, typed
from games.words.sentences import isolated

PAGE = 20
LONGEST = 18
"""Digits of a number that an address may have in it."""


class ShownPayment:
    """A payment as it is told to a device, and what that may do with it."""

    def __init__(self, payment: Payment, names: Mapping[int, str], speaker: Speaker) -> None:
        self.id = payment.pk
        self.payment = payment
        self.device = speaker.device
        self.zone = ZoneInfo(speaker.device.club.zone)
        self.waits = not payment.agreed_at and not payment.taken_back_at
        self.gone = payment.taken_back_at is not None
        person = speaker.people.person
        self.payer, self.payee = names[person(payment.payer_id)], names[person(payment.payee_id)]
        self.amount = said(payment.amount, payment.coin)
        self.may_agree = self.waits and speaker.may_agree(payment)
        self.may_take_back = not self.gone and speaker.may_take_back(payment)
        self.may_put_back = self.gone and speaker.may_put_back(payment)

    @property
    def text(self) -> str:
        return paid(self.payer, self.payee, self.amount)

    @property
    def awaited(self) -> str:
        """Who has still to agree."""
        other = self.payer if self.payment.by_payee else self.payee
        return _("%(player)s has not agreed yet.") % {"player": other}

    @property
    def account(self) -> str:
        """On what it was paid."""
        if self.payment.evening is None:
            return _("On account")
        return _("For %(evening)s") % {"evening": isolated(evening_title(self.payment.evening, self.zone))}

    @property
    def when(self) -> str:
        at = self.payment.offered_at
        return f"{date_of(at, self.zone)}, {time_of(at, self.zone)}"

    @cached_property
    def log(self) -> list[str]:
        """Who said so, agreed, took it back, and when."""
        payment = self.payment
        facts = [
            (payment.offered_at, payment.offered_by, _("Written at %(time)s on %(phone)s.")),
            (payment.agreed_at, payment.agreed_by, _("Agreed at %(time)s on %(phone)s.")),
            (payment.taken_back_at, payment.taken_back_by, _("Taken back at %(time)s on %(phone)s.")),
        ]
        if payment.agreed_at == payment.offered_at:
            del facts[1]
        return [
            sentence
            % {
                "time": moment_of(at, payment.offered_at, self.zone),
                "phone": phone_of(phone, self.device),
            }
            for at, phone, sentence in facts
            if at
        ]


def paid(payer: str, payee: str, amount: str) -> str:
    return _("%(payer)s paid %(payee)s %(amount)s.") % {"payer": payer, "payee": payee, "amount": amount}


def pays(payer: str, payee: str, amount: str) -> str:
    return _("%(payer)s pays %(payee)s %(amount)s") % {"payer": payer, "payee": payee, "amount": amount}


def as_number(asked: str) -> int:
    """A number that an address names; 0 for what is none, or longer than any of ours."""
    return int(asked) if asked.isdecimal() and len(asked) <= LONGEST else 0


def everything(device: Device) -> QuerySet[Payment]:
    """The payments of a club with all that is told of them."""
    with_phones = ("evening", "offered_by", "agreed_by", "taken_back_by")
    return Payment.objects.filter(club=device.club).select_related(*with_phones)


def to_agree(device: Device, account: Account) -> list[ShownPayment]:
    """The payments that wait for whoever a device speaks for, as they were offered."""
    if not account.waiting:
        return []
    names, speaker = told_apart(account.people.persons.values()), Speaker(device, account.people)
    return [ShownPayment(one, names, speaker) for one in account.waiting if speaker.may_agree(one)]


@require_GET
@club_page(Action.LOOK)
def listing(request: HttpRequest, device: Device) -> HttpResponse:
    """What was paid and what waits, newest first, a page at a time."""
    people = People(device.club)
    names, speaker = told_apart(people.persons.values()), Speaker(device, people)
    leaf = Leaves(everything(device), PAGE, time="offered_at").leaf(request.GET)
    context = {
        "club": device.club,
        "leaf": leaf,
        "payments": [ShownPayment(payment, names, speaker) for payment in leaf],
        "may_score": may(device, Action.SCORE),
    }
    return render(request, "money/payments.html", context)


ACTS = {
    "agree": (Speaker.may_agree, payments.agree),
    "take-back": (Speaker.may_take_back, payments.take_back),
    "put-back": (Speaker.may_put_back, payments.put_back),
}
"""What can be done with a payment: who may, and the doing, which changes nothing a second time."""


@require_http_methods(["GET", "POST"])
@club_page(Action.LOOK)
def page(request: HttpRequest, device: Device, payment_id: int) -> HttpResponse:
    """A payment, and what can be done with it."""
    payment = get_object_or_404(everything(device), pk=payment_id)
    people = People(device.club)
    speaker = Speaker(device, people)
    if request.method == "GET":
        shown = ShownPayment(payment, told_apart(people.persons.values()), speaker)
        return render(request, "money/payment.html", {"club": device.club, "payment": shown})
    may_do, do = ACTS.get(request.POST.get("act", ""), (None, None))
    if may_do is None or do is None or not may_do(speaker, payment):
        raise PermissionDenied
    payment.club = device.club
    do(payment, device)
    return redirect(settling_url(payment.evening, device, payment=payment.pk))


class Paying:
    """The form of a payment: filled in with what was proposed, or as it was sent."""

    def __init__(self, device: Device, asked: QueryDict, *, sent: bool) -> None:
        self.device = device
        self.asked = asked
        self.people = People(device.club)
        self.names = told_apart(self.people.persons.values())
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
    def due(self) -> Due:
        told = self.form.cleaned_data
        return Due(told["payer"], told["payee"], told["coin"], told["amount"], self.evening)

    @property
    def kept(self) -> list[tuple[str, str]]:
        """What was told, to be sent as it was read."""
        due, told = self.due, self.asked
        fields = {"payer": due.payer_id, "payee": due.payee_id, "coin": due.coin, "shown": due.amount}
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
        due = self.due
        return pays(self.names[due.payer_id], self.names[due.payee_id], said(due.amount, due.coin))

    @property
    def beyond(self) -> str:
        """What to think of where it is more than is open between the two."""
        due = self.due
        account = Account(self.device.club, self.evening, self.people)
        amount = account.between(due.coin, due.payer_id, due.payee_id)
        if due.amount <= amount:
            return ""
        if not amount:
            return _("Nothing is open between them now: all of it would be owed the other way.")
        sentence = _("%(amount)s is open between them now: the rest would be owed the other way.")
        return sentence % {"amount": said(amount, due.coin)}


@require_http_methods(["GET", "POST"])
@club_page(Action.SCORE)
def write(request: HttpRequest, device: Device) -> HttpResponse:
    """Say that something was paid.

    An amount that is not the one that stood there is shown as it was read before it is written.
    """
    sent = request.method == "POST"
    paying = Paying(device, request.POST if sent else request.GET, sent=sent)
    if paying.speaker.unknown:
        return render(request, "money/unknown.html", {"club": device.club}, status=403)
    if not sent:
        return _ask(request, paying, "money/pay.html", 200)
    if not paying.sending.is_valid():
        incomplete = _("The form came incomplete, and nothing was saved. Look it over and save again.")
        paying.form.add_error(None, incomplete)
    if not paying.form.is_valid():
        return _ask(request, paying, "money/pay.html", 422)
    due = paying.due
    if not paying.speaker.may_write(due.payer_id, due.payee_id):
        paying.form.add_error(
            "payer", _("From this phone only what you paid or got yourself can be written.")
        )
        return _ask(request, paying, "money/pay.html", 403)
    if not paying.form.as_shown:
        return _ask(request, paying, "money/check.html", 200)
    try:
        payment = payments.write(
            device.club,
            due,
            key=paying.sending.cleaned_data["key"],
            speaker=paying.speaker,
            another="another" in request.POST,
        )
    except Written as written:
        return _ask(request, paying, "money/check.html", 409, written.payment)
    return redirect(settling_url(paying.evening, device, payment=payment.pk))


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


def settling_url(evening: Evening | None, device: Device, **query: Any) -> str:
    """Where it is shown who pays whom: for an evening, or for all that is open."""
    if evening:
        address = reverse("evening-settling", args=[device.club_id, evening.pk])
    else:
        address = reverse("settling", args=[device.club_id])
    return f"{address}?{urlencode(query)}" if query else address
