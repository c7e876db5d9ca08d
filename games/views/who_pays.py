"""Who pays whom, as it is shown: what is open in a coin, of an evening or of all, and how everybody is settled."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from functools import cached_property
from urllib.parse import urlencode

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.accounts import Account
from games.corrections import Paid, since_paid
from games.evenings import goes_on
from games.forms.sending import new_key
from games.models import Device, Evening, Match, Payment
from games.payments import Speaker
from games.players import by_name, told_apart
from games.settlement import EXACT
from games.views.corrected import Corrected, told
from games.views.naming import date_of, evening_title
from games.views.payments import ShownPayment, as_number, everything, pays
from games.words.money import named, said, typed
from games.words.sentences import isolated, listed

A_WHILE = timedelta(minutes=10)
"""What was written in it is still there to be taken back where it stood."""


@dataclass(frozen=True)
class Balance:
    """What somebody is to receive, or owes; nothing, if he was settled just now. `purse` is with whom he shares one."""

    name: str
    gets: bool
    amount: str
    purse: str


@dataclass(frozen=True)
class ShownDue:
    """A payment that is proposed, and whether it can be written from this phone."""

    payer_id: int
    payee_id: int
    payer: str
    payee: str
    amount: int
    said: str
    typed: str
    key: str
    may_write: bool

    @property
    def text(self) -> str:
        return pays(self.payer, self.payee, self.said)


class Settling:
    """What is open in one coin, and how everybody is settled."""

    def __init__(
        self, device: Device, evening: Evening | None, coin: str | None, one: str, done: Payment | None = None
    ) -> None:
        self.device = device
        self.club = device.club
        self.zone = self.club.clock
        self.evening = evening
        self.account = Account(self.club, evening)
        self.people = self.account.people
        self.names = told_apart(sorted(self.people.persons.values(), key=by_name))
        self.speaker = Speaker(device, self.people)
        self.done = ShownPayment(done, self.names, self.speaker) if done else None
        coins = self.account.ordered({*self.account.coins, *([done.coin] if done else [])})
        coin = coin or (done.coin if done else None)
        by_itself = (coin for coin in coins if not self.account.carried(coin))
        self.coin = coin if coin in coins else next(by_itself, next(iter(coins), ""))
        self.coins = [(coin, named(coin), coin == self.coin) for coin in coins]
        self.one = as_number(one) if as_number(one) in self.people.persons else None
        self.carried = self.account.carried(self.coin)

    @property
    def title(self) -> str:
        return evening_title(self.evening, self.zone) if self.evening else self.club.name

    @property
    def today(self) -> str:
        return date_of(timezone.now(), self.zone)

    @cached_property
    def balances(self) -> list[Balance]:
        """Who is to receive comes before who owes, the largest first; nobody where it is settled with the rest."""
        if self.carried:
            return []
        open_ones = {
            one: amount for one, amount in self.account.balances.get(self.coin, {}).items() if amount
        }
        if open_ones:
            just_paid = (payment.payment for payment in self.just_paid)
            sides = (self.people.person(one) for paid in just_paid for one in (paid.payer_id, paid.payee_id))
            open_ones = dict.fromkeys(sides, 0) | open_ones
        order = sorted(open_ones, key=lambda one: (open_ones[one] < 0, -abs(open_ones[one])))
        return [self._balance(one, open_ones[one]) for one in order]

    def _balance(self, one: int, amount: int) -> Balance:
        others = [self.names[other] for other in self.people.sharing(one) if other != one]
        shown = said(abs(amount), self.coin) if amount else ""
        return Balance(self.names[one], amount > 0, shown, listed(others))

    @cached_property
    def settlement(self) -> tuple[list[ShownDue], bool]:
        if self.carried:
            return [], True
        dues, exact = self.account.settlement(self.coin, self.one)
        shown = [
            ShownDue(
                payer_id=due.payer,
                payee_id=due.payee,
                payer=self.names[due.payer],
                payee=self.names[due.payee],
                amount=due.amount,
                said=said(due.amount, self.coin),
                typed=typed(due.amount, self.coin),
                key=new_key(),
                may_write=self.speaker.may_write(due.payer, due.payee),
            )
            for due in dues
        ]
        return shown, exact

    @property
    def dues(self) -> list[ShownDue]:
        return self.settlement[0]

    @cached_property
    def just_paid(self) -> list[ShownPayment]:
        """What this phone wrote a while ago, up to what it wrote last: it stays where it stood until the next look."""
        if self.done is None or self.done.gone or self.carried:
            return []
        there = everything(self.device).filter(
            evening=self.evening,
            coin=self.coin,
            taken_back_at=None,
            offered_by=self.device,
            offered_at__gte=self.done.payment.offered_at - A_WHILE,
        )
        return [ShownPayment(one, self.names, self.speaker) for one in there.order_by("offered_at", "pk")]

    @property
    def in_place(self) -> bool:
        """Whether what was written last stands among what is proposed."""
        return self.done is not None and any(one.id == self.done.id for one in self.just_paid)

    @property
    def rows(self) -> list[ShownDue | ShownPayment]:
        """What is proposed, and what was paid just now in the place that it had."""
        one = self.people.sharing(self.one)[0] if self.one else None
        placed: list[tuple[bool, int, int, int, ShownDue | ShownPayment]] = [
            (due.payer_id == one, due.payer_id, due.payee_id, 1, due) for due in self.dues
        ]
        for paid in self.just_paid:
            payer, payee = (
                self.people.sharing(self.people.person(side))[0]
                for side in (paid.payment.payer_id, paid.payment.payee_id)
            )
            placed.append((payer == one, payer, payee, 0, paid))
        return [row for *_, row in sorted(placed, key=lambda row: row[:4])]

    @property
    def headline(self) -> str:
        """How many payments settle everybody, and whether it is certain that fewer would not."""
        if self.carried:
            return _("What this evening left open is settled with the rest.")
        number = len(self.dues)
        if not number:
            return "" if self.waiting else _("Everybody is settled.")
        facts = {"number": number, "people": EXACT}
        if self.one is None and not self.settlement[1]:
            return (
                ngettext(
                    "%(number)d payment settles everybody. With more than %(people)d people perhaps fewer would do.",
                    "%(number)d payments settle everybody. With more than %(people)d people perhaps fewer would do.",
                    number,
                )
                % facts
            )
        return (
            ngettext("%(number)d payment settles everybody.", "%(number)d payments settle everybody.", number)
            % facts
        )

    @cached_property
    def waiting(self) -> list[ShownPayment]:
        return [
            ShownPayment(one, self.names, self.speaker)
            for one in self.account.waiting
            if one.coin == self.coin
        ]

    @property
    def waiting_besides(self) -> list[ShownPayment]:
        """Those that are not told of among what was paid just now."""
        just_paid = {one.id for one in self.just_paid}
        return [one for one in self.waiting if one.id not in just_paid]

    @cached_property
    def through(self) -> list[tuple[int, str, bool]]:
        """Whom everybody could pay."""
        balances = self.account.balances.get(self.coin, {})
        return [(one, name, one == self.one) for one, name in self.names.items() if balances.get(one)]

    @cached_property
    def corrections(self) -> list[Corrected]:
        """Why something is open again."""
        if not self.balances:
            return []
        matches = Match.objects.filter(club=self.club, coin=self.coin).select_related("evening")
        if self.evening:
            matches = matches.filter(evening=self.evening)
        evening = self.evening.pk if self.evening else None
        found = since_paid(matches.prefetch_related("seats"), Paid(self.club, self.coin), evening)
        return told(found, self.people, self.names, self.device)

    @property
    def over(self) -> bool:
        """Whether it is of an evening to which no more matches belong."""
        return self.evening is not None and not goes_on(self.evening, timezone.now())

    @property
    def may_settle_alone(self) -> bool:
        """Whether it was carried over by hand only."""
        return self.carried and self.over and self.coin not in self.account.paid_along

    @property
    def asked(self) -> str:
        """What the address says, to ask for the same again."""
        return "?" + urlencode({"coin": self.coin} | ({"one": self.one} if self.one else {}))

    def lines(self) -> Iterator[tuple[str, str]]:
        """What is sent to others: lines, each with its style in the picture."""
        yield "club", isolated(self.club.name)
        yield "title", isolated(evening_title(self.evening, self.zone)) if self.evening else self.today
        yield "quiet", self.headline
        yield from (("match", due.text) for due in self.dues)
        yield from (("quiet", f"{payment.text} {payment.awaited}") for payment in self.waiting)
