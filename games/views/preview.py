"""What a change of a match would change, before it is made."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Self

from django.utils.translation import gettext as _

from games.corrections import Paid
from games.models import Ending, Round
from games.scorebook import Book, Misfit, Replay, State
from games.scoring.sheet import Sheet
from games.views.board import Board
from games.words.money import moved


@dataclass(frozen=True)
class Shift:
    """How a player's running count would move."""

    name: str
    before: str
    after: str

    @property
    def moves(self) -> bool:
        return self.before != self.after


@dataclass(frozen=True)
class Preview:
    """Everything that would change: the counts, the rest in sentences, and the rounds that no longer fit."""

    shifts: Sequence[Shift]
    lines: Sequence[str]
    misfits: Sequence[tuple[int, str]]

    @classmethod
    def of(cls, book: Book, round: Round, state: State) -> Self:
        """What would change if a round were in another state; raises `Refused` if it cannot be."""
        replay, misfits = book.after(round, state)
        return cls._between(Board(book), replay, misfits)

    @classmethod
    def of_reopening(cls, book: Book) -> Self:
        """What would change if an ended match were to go on."""
        if book.match.ending == Ending.PLAYED:
            last = book.live[-1]
            return cls.of(book, last, State(last.entry, struck=True))
        preview = cls._between(Board(book), book.replay, [])
        return replace(preview, lines=[_("The match would go on.")])

    @classmethod
    def _between(cls, board: Board, after: Replay, misfits: Sequence[Misfit]) -> Self:
        before = board.sheet
        tally = board.words.tally
        return cls(
            shifts=[
                Shift(name, tally(before, player), tally(after.sheet, player))
                for player, name in board.names.items()
            ],
            lines=_lines(board, before, after.sheet),
            misfits=[(misfit.number, board.words.refusal(misfit.refused, board.names)) for misfit in misfits],
        )


def _lines(board: Board, before: Sheet, after: Sheet) -> list[str]:
    names, ending = board.names, board.words.ending
    lines = []
    if before.finished and not after.finished:
        lines.append(_("The match would not be over and would go on."))
    if after.finished and not before.finished:
        lines.append(_("The match would be over: %(ending)s") % {"ending": " ".join(ending(after, names))})
    if before.finished and after.finished and ending(before, names) != ending(after, names):
        lines.append(_("It would have ended so: %(ending)s") % {"ending": " ".join(ending(after, names))})
    if not after.finished and before.dealer != after.dealer:
        lines.append(_("%(player)s would deal next.") % {"player": names[after.dealer]})
    owed, owing = before.ledger(), after.ledger()
    if owed != owing:
        lines.append(_("What is won and lost would be: %(units)s.") % {"units": _won(board, owing)})
    if owed and owed != owing and _paid_on(board):
        lines.append(_("Money was paid on it meanwhile: what changes is open again."))
    return lines


def _won(board: Board, ledger: Mapping[str, int]) -> str:
    match = board.match
    amounts = ((name, ledger.get(player, 0)) for player, name in board.names.items())
    return ", ".join(moved(name, units, match.price, match.coin) for name, units in amounts)


def _paid_on(board: Board) -> bool:
    """Whether money was paid since the match was over."""
    match = board.match
    at = Paid(match.club, match.coin).on(match.evening_id)
    return at is not None and match.ended_at is not None and at > match.ended_at
