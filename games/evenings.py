"""When an evening begins and ends, and how that is put right by hand.

What changes evenings is to be called by whoever holds the club's lock.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db.models import Max, Q, QuerySet

from games.accounts import Account
from games.models import Club, Evening, Match, Payment, Round

QUIET = timedelta(hours=6)
"""After so much quiet the next match begins a new evening; midnight does not."""


class Another(Exception):
    """What was asked for cannot be done to the evening any more: it is another one by now, or was never such."""


def evening_of_match(club: Club, at: datetime) -> Evening:
    """The evening to which a match that starts now belongs: the one that goes on, or a new one.

    One that fell quiet is closed as of its last entry.
    """
    open_one = Evening.objects.filter(club=club, closed_at=None).first()
    if open_one and goes_on(open_one, at):
        touch(open_one.pk, at)
        return open_one
    if open_one:
        close(open_one, open_one.last_at)
    return Evening.objects.create(club=club, began_at=at, last_at=at)


def touch(evening: int, at: datetime) -> None:
    """Something was written in the evening; one that was closed or fell quiet is not woken by that."""
    going_on = Evening.objects.filter(pk=evening, closed_at=None, last_at__gt=at - QUIET)
    going_on.filter(last_at__lt=at).update(last_at=at)


def goes_on(evening: Evening, at: datetime) -> bool:
    """Whether a match that starts now belongs to it: it is neither closed nor quiet."""
    return evening.closed_at is None and at - evening.last_at < QUIET


def close(evening: Evening, at: datetime) -> None:
    """No more matches belong to an evening."""
    evening.closed_at = at
    Evening.objects.filter(pk=evening.pk, closed_at=None).update(closed_at=at)


def may_open(evening: Evening, later: Evening | None, at: datetime) -> bool:
    """Whether matches could belong to a closed evening again: no `later` one has begun, nor hours of quiet passed."""
    return evening.closed_at is not None and later is None and at - evening.last_at < QUIET


def open_again(evening: Evening, at: datetime) -> None:
    """Matches belong to a closed evening again; raises `Another` unless they may."""
    if evening.closed_at is None:
        return
    if not may_open(evening, following(evening), at):
        raise Another
    evening.closed_at = None
    evening.save(update_fields=["closed_at"])


def following(evening: Evening) -> Evening | None:
    """The next evening of the club."""
    return Evening.objects.filter(after(evening)).order_by("began_at", "pk").first()


def preceding(evening: Evening) -> Evening | None:
    """The evening of the club before this one."""
    return Evening.objects.filter(before(evening)).order_by("-began_at", "-pk").first()


def after(evening: Evening) -> Q:
    """Of the club's evenings those after this one; of two that began at once, that which was written later."""
    at_once = Q(began_at=evening.began_at, pk__lte=evening.pk)
    return Q(club=evening.club_id, began_at__gte=evening.began_at) & ~at_once


def before(evening: Evening) -> Q:
    """Those before it."""
    at_once = Q(began_at=evening.began_at, pk__gte=evening.pk)
    return Q(club=evening.club_id, began_at__lte=evening.began_at) & ~at_once


def matches_of(evening: Evening) -> QuerySet[Match]:
    """The matches of an evening as they were played."""
    return Match.objects.filter(evening=evening).order_by("started_at", "pk")


def join(evening: Evening, other: Evening) -> None:
    """Make an evening and the next, which is this `other`, one; raises `Another` if it is not that.

    It is called as the first, or else as the second, and goes on if that does. What was paid for either
    was paid for it; if either was carried over it is, unless it was so only since the two were split.
    """
    if following(evening) != other:
        raise Another
    matches_of(other).update(evening=evening)
    Payment.objects.filter(evening=other).update(evening=evening)
    other.delete()
    carried = {at for at in (evening.carried_at, other.carried_at) if at}
    if carried == {other.began_at}:
        carried = set()
    evening.last_at = max(evening.last_at, other.last_at)
    evening.closed_at = other.closed_at
    evening.carried_at = min(carried, default=None)
    evening.name = evening.name or other.name
    evening.save()


def split(evening: Evening, match: Match, name: str = "") -> Evening:
    """Make a match of an evening and those after it an evening of their own, of that name, and return it.

    What is left is over. What was paid since the later one began was paid for that; where the other is not
    settled without it, it was paid for both, and what they left open is settled with the rest. Raises
    `Another` if the match is not of the evening, or is its first.
    """
    matches = list(matches_of(evening))
    if match not in matches[1:]:
        raise Another
    at = matches.index(match)
    other = Evening(
        club_id=evening.club_id,
        name=name,
        began_at=match.started_at,
        last_at=max(evening.last_at, match.started_at),
        closed_at=evening.closed_at,
        carried_at=evening.carried_at,
    )
    evening.last_at = evening.closed_at = min(evening.last_at, _last_written(matches[:at]))
    evening.save()
    other.save()
    Match.objects.filter(pk__in=[one.pk for one in matches[at:]]).update(evening=other)
    paid = Payment.objects.filter(evening=evening, offered_at__gte=other.began_at)
    if paid.update(evening=other) and not Account(evening.club, evening).settled:
        for one in (evening, other):
            one.carried_at = one.carried_at or other.began_at
            one.save(update_fields=["carried_at"])
    return other


def _last_written(matches: Sequence[Match]) -> datetime:
    """When something was last entered in one of these matches, or one of them ended."""
    entered: datetime | None = Round.objects.filter(match__in=matches).aggregate(last=Max("entered_at"))[
        "last"
    ]
    times = [entered, *(time for match in matches for time in (match.started_at, match.ended_at))]
    return max(time for time in times if time)
