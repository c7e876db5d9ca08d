"""The entry of a deal: the ways that are offered to tell it, and the form of one of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from games.forms import ways
from games.forms.deal import DealForm
from games.scorebook import Book
from games.scoring.sheet import Sheet
from games.views.board import Board


@dataclass(frozen=True)
class Way:
    """A way to enter a deal, as it is offered."""

    code: str
    label: str
    current: bool


def entry_form(book: Book, sheet: Sheet, data: Mapping[str, Any]) -> DealForm:
    """The form that was filled in, in the way it says; the usual way if it says none that there is."""
    board = Board(book)
    way = offered_way(book, sheet, data.get("way"))
    return way(sheet, board.words, board.names, data)


def offered(book: Book, sheet: Sheet) -> list[type[DealForm]]:
    """The ways that the match's rules and table have, the usual one first."""
    return [way for way in ways(book.match.game) if way.offered(sheet)]


def offered_way(book: Book, sheet: Sheet, code: str | None) -> type[DealForm]:
    """The way of entry asked for; else that of the last deal that one way alone can show; else the usual."""
    there = offered(book, sheet)
    for way in there:
        if way.way == code:
            return way
    for round in reversed(book.live):
        reading = [way for way in there if way.reads(round.entry)]
        if len(reading) == 1 and reading[0].lasts(round.entry):
            return reading[0]
    return there[0]


def shown_ways(book: Book, form: DealForm) -> list[Way]:
    """The ways that stand above a form, which is of one of them."""
    return [Way(way.way, str(way.label), way.way == form.way) for way in offered(book, form.sheet)]
