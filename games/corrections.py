"""Why something is open again: what corrections of matches moved in what was won and lost.

A change keeps what it moved, so what had been won and lost at some time is the sum of the changes that
stood then. What a match comes to now, less that, is what was changed since.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from datetime import datetime
from operator import attrgetter
from typing import NamedTuple

from django.db.models import Max, Q, QuerySet

from games.models import MOVED, STANDS, Act, Change, Club, Match, Payment

SHOWN = 20
"""So many corrected matches are told of at once."""


class Correction(NamedTuple):
    """What a match that was corrected comes to otherwise than before, in units by seat."""

    match: Match
    last: Change
    """The change that was made, taken back or made again last."""
    units: dict[str, int]
    paid: bool
    """Whether money had been paid on it, so that the difference is open again."""


class Paid:
    """As of when money was last paid, on account and by evening: a payment is what was shown when it was offered."""

    def __init__(self, club: Club, coin: str) -> None:
        self.club = club
        payments = Payment.objects.filter(STANDS, club=club, coin=coin).order_by()
        self.last = dict(payments.values_list("evening").annotate(Max("offered_at")))

    def on(self, evening: int | None = None) -> datetime | None:
        """As of when it was on an evening, by itself or with the rest; on whichever, where none is given."""
        times = self.last.values() if evening is None else (self.last.get(evening), self.last.get(None))
        return max(filter(None, times), default=None)


def since_paid(matches: QuerySet[Match], paid: Paid, evening: int | None = None) -> list[Correction]:
    """What was corrected of matches since money was last paid on them."""
    at = paid.on(evening)
    if at is None:
        return []
    moved = Change.objects.filter(MOVED, club=paid.club)
    made, turned = moved.filter(at__gt=at), moved.filter(turned_at__gt=at)
    touched = Q(pk__in=made.values("match")) | Q(pk__in=turned.values("match"))
    found = corrections(matches.filter(touched).order_by("-started_at")[:SHOWN], paid)
    return [correction for correction in found if correction.paid]


def corrections(matches: Iterable[Match], paid: Paid) -> list[Correction]:
    """What was corrected of matches: since money was last paid on them, else since they first were over."""
    there = {match.pk: match for match in matches}
    changes: dict[int, list[Change]] = defaultdict(list)
    moved = Change.objects.filter(MOVED, match__in=there).select_related("device", "turned_by")
    for change in moved.order_by("number"):
        changes[change.match_id].append(change)
    found = (_correction(there[pk], of_match, paid) for pk, of_match in changes.items())
    return [correction for correction in found if correction]


def _correction(match: Match, changes: list[Change], paid: Paid) -> Correction | None:
    at = paid.on(match.evening_id)
    before = _units(change for change in changes if at and change.stood(at))
    was_paid = any(before.values())
    if not was_paid:
        before = _uncorrected(changes)
    moved = Counter(_units(change for change in changes if change.undone_at is None))
    moved.subtract(before)
    units = {seat: moved[seat] for seat in sorted(moved) if moved[seat]}
    if not units:
        return None
    return Correction(match, max(changes, key=attrgetter("touched_at")), units, was_paid)


def _uncorrected(changes: Iterable[Change]) -> Counter[str]:
    """What was won and lost before a match that was over was corrected; by now, if it never was."""
    units: Counter[str] = Counter()
    for change in changes:
        if change.undone_at is None:
            if change.act != Act.RECORD and any(units.values()):
                break
            units.update(change.units)
    return units


def _units(changes: Iterable[Change]) -> Counter[str]:
    units: Counter[str] = Counter()
    for change in changes:
        units.update(change.units)
    return units
