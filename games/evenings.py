"""When an evening begins and ends."""

from __future__ import annotations

from datetime import datetime, timedelta

from games.models import Club, Evening

QUIET = timedelta(hours=6)
"""After so much quiet the next match begins a new evening; midnight does not."""


def evening_of_match(club: Club, at: datetime) -> Evening:
    """The evening to which a match that starts now belongs: the one that goes on, or a new one.

    One that fell quiet is closed as of its last entry. To be called by whoever holds the club's lock.
    """
    open_one = Evening.objects.filter(club=club, closed_at=None).first()
    if open_one and at - open_one.last_at < QUIET:
        touch(open_one, at)
        return open_one
    if open_one:
        open_one.closed_at = open_one.last_at
        open_one.save(update_fields=["closed_at"])
    return Evening.objects.create(club=club, began_at=at, last_at=at)


def touch(evening: Evening, at: datetime) -> None:
    """Something was written in the evening; one that was closed or fell quiet is not woken by that."""
    going_on = Evening.objects.filter(pk=evening.pk, closed_at=None, last_at__gt=at - QUIET)
    going_on.filter(last_at__lt=at).update(last_at=at)
