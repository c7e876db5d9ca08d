"""Guessing at codes: how many wrong ones are borne with.

They are counted in the database, so that the limit holds whichever server process is asked. Only wrong
codes count. Nobody can keep the friends of a club out by wearing the limits down: who types a right code
at once comes in for as long as his own address has a try left, and when so many wrong codes are tried in
all that it must be somebody's machine, one try is left to every address that has made no mistake. Only
who commands thousands of addresses can use that up too, and then for minutes.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import TypeVar

from django.db.models import F
from django.utils import timezone
from django.utils.crypto import salted_hmac

from games.models import Guesses
from games.turns import in_turn

WINDOW = timedelta(minutes=10)
"""Counting begins anew so often."""
TRIES = 10
"""So many wrong codes an address may try in that time;"""
WARY = 200
"""one, once there were so many in all,"""
WEARY = 2000
"""and none, once there were so many."""
EVERYBODY = ""

T = TypeVar("T")


class TooMany(Exception):
    """No code can be tried for so long."""

    def __init__(self, wait: timedelta) -> None:
        super().__init__(wait)
        self.wait = wait


def guess(address: str, find: Callable[[], T | None]) -> T | None:
    """What `find` finds for somebody at an address; nothing found counts as a wrong guess.

    Raises `TooMany` without looking where the address has no try left.
    """
    now = timezone.now()
    since = began(now)
    with in_turn():
        counts = _counts(_hashed(address), since)
        if counts[_hashed(address)] >= _tries(counts[EVERYBODY]):
            raise TooMany(since + WINDOW - now)
        found = find()
        if found is None:
            Guesses.objects.filter(address__in=counts, since=since).update(number=F("number") + 1)
        Guesses.objects.filter(since__lt=since - WINDOW).delete()
    return found


def began(now: datetime) -> datetime:
    """When the stretch of time began in which guesses are counted now."""
    seconds = int(WINDOW.total_seconds())
    return datetime.fromtimestamp(int(now.timestamp()) // seconds * seconds, UTC)


def _tries(in_all: int) -> int:
    """How many wrong codes an address may have tried, when there were so many in all."""
    if in_all >= WEARY:
        return 0
    return 1 if in_all >= WARY else TRIES


def _counts(address: str, since: datetime) -> dict[str, int]:
    """How many wrong codes came from an address and from everybody. Both rows are locked, and stay so."""
    both = [address, EVERYBODY]
    rows = [Guesses(address=one, since=since) for one in both]
    Guesses.objects.bulk_create(rows, ignore_conflicts=True)
    locked = Guesses.objects.select_for_update().filter(address__in=both, since=since).order_by("-address")
    return dict(locked.values_list("address", "number"))


def _hashed(address: str) -> str:
    return salted_hmac("games.guesses", address, algorithm="sha256").hexdigest()
