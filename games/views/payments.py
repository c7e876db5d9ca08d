"""What was paid, and what waits to be agreed to; agreeing to it, and taking it back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_GET, require_http_methods

from games import payments
from games.access import Action, club_page, may
from games.accounts import Account
from games.models import Device, Evening, Payment
from games.payments import Speaker
from games.people import People
from games.players import told_apart
from games.views.naming import date_of, evening_title, moment_of, phone_of, time_of
from games.views.paging import Leaves
from games.words.money import said
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
        self.zone = speaker.device.club.clock
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


class Deed(NamedTuple):
    """What can be done with a payment: who may, the doing, which changes nothing a second time, and what others hear."""

    may: Callable[[Speaker, Payment], bool]
    do: Callable[[Payment, Device], None]
    refused: Promise


DEEDS = {
    "agree": Deed(
        Speaker.may_agree,
        payments.agree,
        gettext_lazy("Only the other side can agree, or a keeper."),
    ),
    "take-back": Deed(
        Speaker.may_take_back,
        payments.take_back,
        gettext_lazy("Only who paid or got it can take it back, or a keeper."),
    ),
    "put-back": Deed(
        Speaker.may_put_back,
        payments.put_back,
        gettext_lazy("Only the phone that took it back can put it back, or a keeper's."),
    ),
}


@require_http_methods(["GET", "POST"])
@club_page(Action.LOOK)
def page(request: HttpRequest, device: Device, payment_id: int) -> HttpResponse:
    """A payment, and what can be done with it."""
    payment = get_object_or_404(everything(device), pk=payment_id)
    people = People(device.club)
    speaker = Speaker(device, people)
    shown = ShownPayment(payment, told_apart(people.persons.values()), speaker)
    context = {"club": device.club, "payment": shown}
    if request.method == "GET":
        return render(request, "money/payment.html", context)
    deed = DEEDS.get(request.POST.get("act", ""))
    if deed is None or not may(device, Action.SCORE):
        raise PermissionDenied
    if not deed.may(speaker, payment):
        return render(request, "money/payment.html", context | {"wrong": deed.refused}, status=403)
    payment.club = device.club
    deed.do(payment, device)
    return redirect(settling_url(payment.evening, device, payment=payment.pk))


def settling_url(evening: Evening | None, device: Device, **query: Any) -> str:
    """Where it is shown who pays whom: for an evening, or for all that is open."""
    if evening:
        address = reverse("evening-settling", args=[device.club_id, evening.pk])
    else:
        address = reverse("settling", args=[device.club_id])
    return f"{address}?{urlencode(query)}" if query else address
