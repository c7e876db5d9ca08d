"""What is open: what everybody has won and lost, and what he has paid and got since.

Everything is counted in a *coin*: a currency, or a game's own unit (poen, penny) where a club plays for
no money. A match has its coin and price from its start, a payment has its coin. A balance is what
somebody's seats are worth, plus what he paid, less what he got. Nothing else is kept, no debts and no
running totals, so a correction follows through by itself; and since a match's ledger sums to zero and a
payment moves the same amount both ways, balances always do.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from datetime import datetime
from functools import cached_property

from django.db.models import Max, Min, Q, QuerySet, Sum

from games.models import MOVED, STANDS, WAITS, Change, Club, Evening, Payment, Seat
from games.people import People
from games.settlement import Settlement, fewest, in_purses, through

Balances = dict[str, dict[int, int]]
"""By coin, and by person in the order in which they came to the club: minor units to be received, or owed."""


class Account:
    """What is open in a club: of all that was played, or of one evening by itself."""

    def __init__(self, club: Club, evening: Evening | None = None, people: People | None = None) -> None:
        self.club = club
        self.evening = evening
        if people:
            self.people = people

    @cached_property
    def people(self) -> People:
        return People(self.club)

    @cached_property
    def balances(self) -> Balances:
        """Who has won, lost, paid or got anything."""
        if self.evening is None:
            return self._summed(Q(club=self.club), Q())
        # By the evening, and not by the club, which has seats by the thousand
        return self._summed(Q(match__evening=self.evening), Q(evening=self.evening))

    @cached_property
    def won(self) -> Balances:
        """What was won and lost in the evening, whatever was paid for it."""
        return self._summed(Q(match__evening=self.evening), Q(pk__in=()))

    def carried(self, coin: str) -> bool:
        """Whether what the evening left open in a coin is settled with the rest, and not by itself."""
        by_hand = self.evening is not None and self.evening.carried_at is not None
        return by_hand or coin in self.paid_along

    @cached_property
    def paid_along(self) -> set[str]:
        """In what something was paid on account since the evening had anything to be settled."""
        if self.evening is None:
            return set()
        on_account = Payment.objects.filter(club=self.club, evening=None, taken_back_at=None).order_by()
        last = dict(on_account.values_list("coin").annotate(Max("offered_at")))
        moved = Change.objects.filter(MOVED, match__evening=self.evening).order_by()
        paid = Payment.objects.filter(evening=self.evening, taken_back_at=None).order_by()
        first = moved.values_list("match__coin").annotate(at=Min("at"))
        first = first.union(paid.values_list("coin").annotate(at=Min("offered_at")), all=True).order_by()
        return {coin for coin, at in first if coin in last and at <= last[coin]}

    def since(self, evenings: QuerySet[Evening], at: datetime) -> Balances:
        """What of the balances came with some evenings, and with what was paid since then."""
        return self._summed(Q(club=self.club, match__evening__in=evenings), Q(agreed_at__gte=at))

    def _summed(self, of_seats: Q, of_payments: Q) -> Balances:
        """One query, which answers in at most three rows a player and coin, whatever was played."""
        seats = Seat.objects.filter(of_seats)
        payments = Payment.objects.filter(of_payments, club=self.club)
        balances: Balances = defaultdict(lambda: defaultdict(int))
        for coin, entry, amount in _moved(seats, payments):
            balances[coin][self.people.person(entry)] += amount
        return {coin: dict(sorted(of_coin.items())) for coin, of_coin in balances.items()}

    @cached_property
    def waiting(self) -> list[Payment]:
        """The payments that the other side has not agreed to, as they were offered."""
        waiting = Payment.objects.filter(WAITS, club=self.club).order_by("offered_at", "pk")
        if self.evening:
            waiting = waiting.filter(evening=self.evening)
        return list(waiting.select_related("evening", "offered_by"))

    @cached_property
    def coins(self) -> list[str]:
        """In what anything is open, or waits; the club's currency comes first."""
        open_ones = {coin for coin, balances in self.balances.items() if any(balances.values())}
        return self.ordered(open_ones | {payment.coin for payment in self.waiting})

    def ordered(self, coins: Iterable[str]) -> list[str]:
        return sorted(coins, key=lambda coin: (coin != self.club.currency, coin))

    @property
    def settled(self) -> bool:
        return not any(any(balances.values()) for balances in self.balances.values())

    def settlement(self, coin: str, one: int | None = None) -> Settlement[int]:
        """Who is to pay whom: by the fewest payments, or all through `one`.

        What waits to be agreed to is taken as paid, so that nobody pays it twice. Who share a purse pay
        and get together, in the name of who was first of them to come to the club. Whatever the amounts,
        it is in the order in which payers and payees came to the club; what `one` pays comes last.
        """
        shared = self._in_purses(coin)
        if one is None:
            settled = fewest(shared)
        else:
            one = self.people.sharing(one)[0]
            settled = Settlement(through(shared, one), exact=True)
        dues = sorted(settled.dues, key=lambda due: (due.payer == one, due.payer, due.payee))
        return settled._replace(dues=dues)

    def between(self, coin: str, payer: int, payee: int) -> int:
        """The most that one can pay another until he gets, or the other owes, instead."""
        shared = self._in_purses(coin)
        owed, due = (shared.get(self.people.sharing(one)[0], 0) for one in (payer, payee))
        return max(0, min(-owed, due))

    def _in_purses(self, coin: str) -> dict[int, int]:
        """The balances of purses, as if what waits were paid."""
        left = dict.fromkeys(self.people.persons, 0) | self.balances.get(coin, {})
        for payment in self.waiting:
            if payment.coin == coin:
                left[self.people.person(payment.payer_id)] += payment.amount
                left[self.people.person(payment.payee_id)] -= payment.amount
        return in_purses(left, self.people.purses)


def _moved(seats: QuerySet[Seat], payments: QuerySet[Payment]) -> Iterable[tuple[str, int, int]]:
    """What seats won and lost, and payments moved: sums by coin, and by entry."""
    played = seats.exclude(worth=0).order_by()
    settled = payments.filter(STANDS).order_by()
    won = played.values_list("coin", "player").annotate(moved=Sum("worth"))
    paid = settled.values_list("coin", "payer").annotate(moved=Sum("amount"))
    got = settled.values_list("coin", "payee").annotate(moved=-Sum("amount"))
    return won.union(paid, got, all=True).order_by()
