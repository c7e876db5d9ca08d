"""Money that changes hands: the one writer of payments, and who may write them.

One side says that something was paid, the other agrees, and then it counts; who keeps the club says so
for both. A payment is what was shown when it was written: balances that moved since change nothing of it.
It is never rewritten: what was wrong is taken back, and stays in the list.
"""

from __future__ import annotations

from datetime import timedelta
from typing import NamedTuple, Self

from django.utils import timezone

from games.models import WAITS, Club, Device, Evening, Payment, Role
from games.people import People
from games.players import alone_at

LATELY = timedelta(hours=12)
"""The same payment written twice in such a time may be meant as one."""


class Written(Exception):
    """Something like it was written before: `payment`."""

    def __init__(self, payment: Payment) -> None:
        super().__init__(payment.key)
        self.payment = payment


class Claim(NamedTuple):
    """What is said to have been paid: from whom to whom, by their ids, and minor units of a coin.

    `evening` is the one that it settles by itself; None: it is on account.
    """

    payer_id: int
    payee_id: int
    coin: str
    amount: int
    evening: Evening | None = None

    @classmethod
    def of(cls, payment: Payment) -> Self:
        return cls(*(getattr(payment, name) for name in cls._fields))


class Speaker:
    """For whom a device speaks about payments: for whoever it belongs to, and for the purse that he shares.

    A keeper's speaks for everybody, a watcher's for nobody.
    """

    def __init__(self, device: Device, people: People) -> None:
        self.device = device
        self.people = people
        self.keeps = device.role == Role.KEEPER
        self.person = None
        if device.player_id and device.role != Role.WATCHER:
            self.person = people.person(device.player_id)

    @property
    def unknown(self) -> bool:
        """Whether it could speak for somebody, if it were said whose it is."""
        return self.device.role == Role.SCORER and self.person is None

    def pays(self, payer: int, payee: int) -> bool:
        return self._speaks_for(payer, payee)

    def gets(self, payer: int, payee: int) -> bool:
        return self._speaks_for(payee, payer)

    def may_write(self, payer: int, payee: int) -> bool:
        return self.keeps or self.pays(payer, payee) or self.gets(payer, payee)

    def may_agree(self, payment: Payment) -> bool:
        """Whoever is on the other side than who said so; never the phone that said so."""
        other = self.pays if payment.by_payee else self.gets
        own = payment.offered_by_id == self.device.pk
        return self.keeps or (not own and other(payment.payer_id, payment.payee_id))

    def may_take_back(self, payment: Payment) -> bool:
        return self.may_write(payment.payer_id, payment.payee_id)

    def may_put_back(self, payment: Payment) -> bool:
        """The phone that took it back."""
        own = payment.taken_back_by_id in {None, self.device.pk}
        return self.keeps or (own and self.may_take_back(payment))

    def _speaks_for(self, one: int, other: int) -> bool:
        """For one of two, and not for the other."""
        if self.person is None:
            return False
        one, other = self.people.person(one), self.people.person(other)
        return self.person == one or (self.person != other and self.person in self.people.sharing(one))


def write(club: Club, claim: Claim, *, key: str, speaker: Speaker, another: bool = False) -> Payment:
    """Somebody says that something was paid: it waits for the other side, or counts if a keeper says so.

    The same key again gives the payment that it wrote. Raises `Written` if that was another, and if the
    same was written lately, from a phone that stood beside this one perhaps, and for an evening or on account
    whichever that showed, unless it is `another`.
    """
    with alone_at(club):
        at = timezone.now()
        there = Payment.objects.select_related("evening").filter(club=club)
        if seen := there.filter(key=key).first():
            if Claim.of(seen) != claim:
                raise Written(seen)
            return seen
        same = claim._asdict() | {"taken_back_at": None, "offered_at__gt": at - LATELY}
        del same["evening"]
        if not another and (twin := there.filter(**same).order_by("-offered_at").first()):
            raise Written(twin)
        return Payment.objects.create(
            club=club,
            key=key,
            by_payee=not speaker.pays(claim.payer_id, claim.payee_id),
            offered_at=at,
            offered_by=speaker.device,
            agreed_at=at if speaker.keeps else None,
            agreed_by=speaker.device if speaker.keeps else None,
            **claim._asdict(),
        )


def agree(payment: Payment, by: Device) -> None:
    """The other side agrees, and it counts; agreed to twice is once."""
    with alone_at(payment.club):
        waiting = Payment.objects.filter(WAITS, pk=payment.pk)
        waiting.update(agreed_at=timezone.now(), agreed_by=by)


def take_back(payment: Payment, by: Device) -> None:
    """It did not change hands, or not so."""
    with alone_at(payment.club):
        there = Payment.objects.filter(pk=payment.pk, taken_back_at=None)
        there.update(taken_back_at=timezone.now(), taken_back_by=by)


def put_back(payment: Payment, by: Device) -> None:
    """It stands again as it did before it was taken back."""
    with alone_at(payment.club):
        gone = Payment.objects.filter(pk=payment.pk, taken_back_at__isnull=False)
        gone.update(taken_back_at=None, taken_back_by=None)


def carry(evening: Evening) -> None:
    """What an evening left open is settled with the rest."""
    with alone_at(evening.club):
        Evening.objects.filter(pk=evening.pk, carried_at=None).update(carried_at=timezone.now())


def settle_alone(evening: Evening) -> None:
    """An evening that was carried over is settled by itself after all, but for what was paid along with the rest."""
    with alone_at(evening.club):
        Evening.objects.filter(pk=evening.pk).update(carried_at=None)
