"""Long lists, newest first, a page at a time: a page costs the same however much lies behind it.

What is asked for is not a page's number but what comes after or before a row, by its time and id.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Generic, NamedTuple, TypeVar

from django.db.models import Model, QuerySet
from django.http import QueryDict

Row = TypeVar("Row", bound=Model)

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_INSTANT = timedelta(microseconds=1)


class Place(NamedTuple):
    """Where a row stands in a list."""

    at: datetime
    pk: int

    def __str__(self) -> str:
        return f"{(self.at - _EPOCH) // _INSTANT}-{self.pk}"

    @classmethod
    def read(cls, text: str | None) -> Place | None:
        """The place that an address names; None if it names none."""
        instant, _, pk = (text or "").partition("-")
        try:
            return cls(_EPOCH + int(instant) * _INSTANT, int(pk))
        except (ValueError, OverflowError):
            return None


@dataclass(frozen=True)
class Leaf(Generic[Row]):
    """One page of a list; `newer` and `older` are the addresses of those beside it, "" where there is none."""

    rows: Sequence[Row]
    newer: str
    older: str

    def __iter__(self) -> Iterator[Row]:
        return iter(self.rows)


class Leaves(Generic[Row]):
    """A list in pages of `size` rows, newest first by its fields `time` and `pk`."""

    def __init__(self, rows: QuerySet[Row], size: int, time: str, pk: str = "pk") -> None:
        self.rows = rows
        self.size = size
        self.time = time
        self.pk = pk

    def leaf(self, asked: QueryDict) -> Leaf[Row]:
        """The page that an address asks for, by `older` or `newer` than a place; else the first."""
        newer, older = Place.read(asked.get("newer")), Place.read(asked.get("older"))
        if newer:
            rows, more = self._beyond(newer, back=True)
            if more:
                return Leaf(rows[::-1], self._url(asked, newer=rows[-1]), self._url(asked, older=rows[0]))
            older = None  # the newest are fewer than a page: all of the first page is shown
        rows, more = self._beyond(older, back=False)
        return Leaf(
            rows,
            self._url(asked, newer=rows[0]) if older and rows else "",
            self._url(asked, older=rows[-1]) if more else "",
        )

    def _beyond(self, place: Place | None, *, back: bool) -> tuple[list[Row], bool]:
        """A page of rows beyond a place, nearest first, and whether there are more."""
        sign = "" if back else "-"
        rows = self.rows.order_by(f"{sign}{self.time}", f"{sign}{self.pk}")
        if place:
            side = "g" if back else "l"
            here: dict[str, Any] = {self.time: place.at, f"{self.pk}__{'l' if back else 'g'}te": place.pk}
            rows = rows.filter(**{f"{self.time}__{side}te": place.at}).exclude(**here)
        found = list(rows[: self.size + 1])
        return found[: self.size], len(found) > self.size

    def _url(self, asked: QueryDict, **place: Row) -> str:
        """The address of this list, with all else that was asked for, beyond a row."""
        ((side, row),) = place.items()
        query = asked.copy()
        for old in ("newer", "older"):
            query.pop(old, None)
        query[side] = str(Place(getattr(row, self.time), getattr(row, self.pk)))
        return f"?{query.urlencode()}"
