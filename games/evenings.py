"""When an evening begins and ends."""

from __future__ import annotations

from datetime import datetime, timedelta

from games.models import Club, Evening

QUIET = timedelta(hours=6)
"""After so much quiet the next match begins a new evening; midnight does not."""


def evening_of_match(club: Club, at: datetime) -> Evening:
    """The evening to which a match that starts now belongs: the one that goes on, or a new one.

    Evenings that fell quiet are closed as of their last entry.
    """
    going_on = None
    for evening in Evening.objects.filter(club=club, closed_at=None).order_by("began_at"):
        if at - evening.last_at < QUIET:
            going_on = evening
        else:
            evening.closed_at = evening.last_at
            evening.save(update_fields=["closed_at"])
    if going_on:
        touch(going_on, at)
        return going_on
    return Evening.objects.create(club=club, began_at=at, last_at=at)


def touch(evening: Evening, at: datetime) -> None:
    """Something was written in the evening; one that was closed or fell quiet is not woken by that."""
    going_on = Evening.objects.filter(pk=evening.pk, closed_at=None, last_at__gt=at - QUIET)
    going_on.filter(last_at__lt=at).update(last_at=at)
