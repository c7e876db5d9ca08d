"""The tally: who won and lost how much, match by match, as players keep it on a sheet of its own.

It runs on in money, or a game's own unit, from match to match; the `tally` of a `Sheet` or a seat is a match's own
count. Amounts are minor units of the coin.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from math import ceil
from typing import Self

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from games.access import Action, club_page
from games.accounts import Account
from games.corrections import Paid, corrections
from games.evenings import after, before
from games.models import SEATS, STANDS, Club, Device, Ending, Evening, Match, Payment
from games.people import People
from games.players import told_apart
from games.views.corrected import Corrected, told
from games.views.naming import evening_title, time_of
from games.views.played import ShownGame
from games.words.money import UNITS, figure, named
from games.words.sentences import signed

USUAL = 7
"""Characters of a figure that stands in a usual column: −123,50."""
AT_STAKE = Q(ending=Ending.PLAYED) & ~Q(coin="")
"""Of matches that were played out for something."""


@dataclass(frozen=True)
class Move:
    """A match that was played out, or a payment: whom it moved by how much."""

    at: datetime
    title: str
    url: str
    amounts: Counter[int]
    units: Mapping[int, str] = field(default_factory=dict)
    """What was won and lost in the game's own units, where they are worth money."""
    game: ShownGame | None = None
    match: int | None = None

    @classmethod
    def of_match(cls, match: Match, people: People) -> Self:
        amounts: Counter[int] = Counter()
        units: Counter[int] = Counter()
        for seat in match.seats.all():
            amounts[people.person(seat.player_id)] += seat.worth
            units[people.person(seat.player_id)] += seat.units
        assert match.ended_at is not None
        game = ShownGame.of(match.game)
        return cls(
            at=match.ended_at,
            title=game.title,
            url=reverse("table", args=[match.club_id, match.pk]),
            amounts=amounts,
            units={} if match.coin in UNITS else {one: signed(number) for one, number in units.items()},
            game=game,
            match=match.pk,
        )

    @classmethod
    def of_payment(cls, payment: Payment, people: People) -> Self:
        amounts: Counter[int] = Counter()
        amounts[people.person(payment.payer_id)] += payment.amount
        amounts[people.person(payment.payee_id)] -= payment.amount
        assert payment.agreed_at is not None
        url = reverse("payment", args=[payment.club_id, payment.pk])
        return cls(payment.agreed_at, _("Paid"), url, amounts)


@dataclass(frozen=True)
class Cell:
    """How somebody stands after a row, and what it changed."""

    name: str
    total: str
    settled: bool
    change: str = ""
    units: str = ""

    @property
    def moved(self) -> str:
        """What it changed, where the sum does not say that already."""
        return "" if self.change == self.total else self.change


@dataclass(frozen=True)
class Row:
    move: Move
    time: str
    cells: list[Cell]
    corrected: bool


class Tally:
    """An evening's sheet in one coin, the sums running on from what was open before."""

    def __init__(self, device: Device, evening: Evening, asked: str | None) -> None:
        self.device = device
        self.club = device.club
        self.zone = self.club.clock
        self.evening = evening
        self.title = evening_title(evening, self.zone)
        self.account = Account(self.club)
        played = list(evening.matches.filter(AT_STAKE).order_by("ended_at", "pk").prefetch_related("seats"))
        coins = list(dict.fromkeys(match.coin for match in reversed(played)))
        self.coin = asked if asked in coins else next(iter(coins), "")
        self.matches = [match for match in played if match.coin == self.coin]
        self.coins = [(coin, named(coin), coin == self.coin) for coin in coins]

    @cached_property
    def earlier(self) -> Evening | None:
        return with_stakes(self.club).filter(before(self.evening)).order_by("-began_at", "-pk").first()

    @cached_property
    def later(self) -> Evening | None:
        return with_stakes(self.club).filter(after(self.evening)).order_by("began_at", "pk").first()

    @cached_property
    def moves(self) -> list[Move]:
        """In their order."""
        people = self.account.people
        moves = [Move.of_match(match, people) for match in self.matches]
        moves += [Move.of_payment(payment, people) for payment in self._payments()]
        return sorted(moves, key=lambda move: move.at)

    def _payments(self) -> QuerySet[Payment]:
        """What was paid from the evening's beginning until the next one began."""
        since = Payment.objects.filter(STANDS, club=self.club, coin=self.coin)
        since = since.filter(agreed_at__gte=self.evening.began_at)
        return since.filter(agreed_at__lt=self.later.began_at) if self.later else since

    @cached_property
    def names(self) -> dict[int, str]:
        return told_apart(self.account.people.persons.values())

    @cached_property
    def columns(self) -> list[int]:
        """Whoever the rows are about: in the seats of the last match, then those of matches before."""
        of_matches = [move for move in reversed(self.moves) if move.match]
        of_payments = [move for move in self.moves if not move.match]
        return list(dict.fromkeys(one for move in of_matches + of_payments for one in move.amounts))

    @property
    def seats(self) -> str:
        """As how many usual columns the sheet is wide; more than a table has seats are never shown as columns."""
        longest = max(len(cell.total) for row in self.rows for cell in row.cells)
        columns = ceil(len(self.columns) * max(longest / USUAL, 1))
        return str(columns) if columns <= SEATS else "many"

    @property
    def counts(self) -> str:
        """What the figures are of."""
        if self.coin in UNITS:
            return named(self.coin)
        sentence = _("%(currency)s. Small: what a match changed, in money and by the game's own count.")
        return sentence % {"currency": named(self.coin)}

    @property
    def heads(self) -> list[str]:
        return [self.names[one] for one in self.columns]

    @cached_property
    def brought(self) -> Mapping[int, int]:
        """What was open before the evening: what is open now, less what came since."""
        now: Mapping[int, int] = self.account.balances.get(self.coin, {})
        since: Mapping[int, int] = _sum(self.moves)
        if self.later:
            evenings = Evening.objects.filter(after(self.evening) | Q(pk=self.evening.pk))
            since = self.account.since(evenings, self.evening.began_at).get(self.coin, {})
        return {one: now.get(one, 0) - since.get(one, 0) for one in self.columns}

    @property
    def before(self) -> list[Cell]:
        """What was brought forward; nothing where everybody was settled."""
        return self._totals(self.brought) if any(self.brought.values()) else []

    @property
    def won(self) -> list[Cell]:
        """What the evening's matches came to."""
        return self._totals(_sum(move for move in self.moves if move.match))

    def _totals(self, amounts: Mapping[int, int]) -> list[Cell]:
        return [
            Cell(self.names[one], figure(amounts.get(one, 0), self.coin), not amounts.get(one))
            for one in self.columns
        ]

    @cached_property
    def rows(self) -> list[Row]:
        return list(self._rows())

    def _rows(self) -> Iterator[Row]:
        totals = Counter(self.brought)
        again = {correction.match for correction in self.corrections}
        for move in self.moves:
            totals.update(move.amounts)
            cells = [self._cell(one, totals[one], move) for one in self.columns]
            yield Row(move, time_of(move.at, self.zone), cells, move.match in again)

    def _cell(self, one: int, total: int, move: Move) -> Cell:
        if one not in move.amounts:
            return Cell(self.names[one], figure(total, self.coin), not total)
        change = figure(move.amounts[one], self.coin)
        return Cell(self.names[one], figure(total, self.coin), not total, change, move.units.get(one, ""))

    @cached_property
    def corrections(self) -> list[Corrected]:
        found = corrections(self.matches, Paid(self.club, self.coin))
        return told(found, self.account.people, self.names, self.device)


def _sum(moves: Iterable[Move]) -> Counter[int]:
    sums: Counter[int] = Counter()
    for move in moves:
        sums.update(move.amounts)
    return sums


def with_stakes(club: Club) -> QuerySet[Evening]:
    """The evenings in which something was played for."""
    played = Match.objects.filter(AT_STAKE, evening=OuterRef("pk"))
    return Evening.objects.filter(Exists(played), club=club)


@require_GET
@club_page(Action.LOOK)
def newest(request: HttpRequest, device: Device) -> HttpResponse:
    """The tally of the last evening that has one."""
    evening = with_stakes(device.club).order_by("-began_at", "-pk").first()
    return _show(request, device, evening)


@require_GET
@club_page(Action.LOOK)
def page(request: HttpRequest, device: Device, evening_id: int) -> HttpResponse:
    """The tally of an evening, in the coin that `?coin=` asks for."""
    return _show(request, device, get_object_or_404(Evening, club=device.club, pk=evening_id))


def _show(request: HttpRequest, device: Device, evening: Evening | None) -> HttpResponse:
    tally = Tally(device, evening, request.GET.get("coin")) if evening else None
    return render(request, "money/tally.html", {"club": device.club, "tally": tally})
