"""What the table says of what was just done.

A write that leads back to the table names its change in the table's address (`?done=7`, `?undone=7`),
and the sentence is made there from the change itself, as long as nothing was done since. So it costs no
query and nothing is kept for it, neither here nor in a cookie: a reload says it again, and an address
that was shared or stayed open says nothing that is no longer so. A message kept in a cookie would have
been said once, on whichever page came first.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import Act, Change, Device, Ending, Round
from games.scorebook import states_of
from games.views.board import Board
from games.views.naming import phone_of, phones_of


@dataclass(frozen=True)
class Notice:
    """What the page says about what was just done: kind is "saved", "undone" or "wrong"."""

    kind: str
    text: str


def asked_for(board: Board, query: Mapping[str, str]) -> Notice | None:
    """The notice of the change that an address names, if that is still what was done last."""
    done, undone = board.book.undoable, board.book.redoable
    if undone and query.get("undone") == str(undone.number):
        return taken_back(board, undone)
    if done and query.get("done") == str(done.number):
        return made(board, done)
    return None


def made(board: Board, change: Change) -> Notice:
    """What a change did."""
    if change.act == Act.RECORD:
        return saved(board, board.touched(change)[0])
    return Notice("saved", _sentence(board, change))


def made_again(board: Board, change: Change) -> Notice:
    return Notice("saved", _("Made again: %(what)s.") % {"what": board.named(change)})


def taken_back(board: Board, change: Change) -> Notice:
    return Notice("undone", _("Taken back: %(what)s.") % {"what": board.named(change)})


def saved(board: Board, round: Round, *, already: bool = False) -> Notice:
    """What a deal that was saved came to, and whether it was there already."""
    score = board.book.replay.scores[round.position]
    outcome = board.words.outcome(round.entry, score, board.sheet, board.names)
    text = (
        _("Deal %(number)s was saved already: %(outcome)s")
        if already
        else _("Deal %(number)s saved: %(outcome)s")
    )
    return Notice("saved", text % {"number": score.number, "outcome": outcome})


def heard(board: Board, device: Device) -> Notice | None:
    """What another phone did last, for one that looks on: nothing where that was to take something back."""
    done, undone = board.book.undoable, board.book.redoable
    if not done or (undone and undone.undone_at and undone.undone_at > done.at):
        return None
    if done.act != Act.RECORD:
        return made(board, done)
    round = board.touched(done)[0]
    score = board.book.replay.scores[round.position]
    facts = {
        "number": score.number,
        "phone": phone_of(phones_of([done]).get(done.device_id), device),
        "outcome": board.words.outcome(round.entry, score, board.sheet, board.names),
    }
    return Notice("saved", _("Deal %(number)s, from %(phone)s: %(outcome)s") % facts)


def wrong(text: str) -> Notice:
    return Notice("wrong", text)


def _sentence(board: Board, change: Change) -> str:
    """What a change did that was more than to record a deal, and what went with it."""
    match Act(change.act):
        case Act.FINISH_EARLY:
            return _("The match is ended early. Undo takes this back.")
        case Act.ABANDON:
            return _("The match is abandoned. Undo takes this back.")
        case Act.REOPEN if change.before["ending"] != Ending.PLAYED:
            return _("The match goes on.")
    first, *others = board.touched(change)
    done = _did(change, first) % {"number": board.book.number_of(first)}
    if not others:
        return done
    struck = ngettext(
        "%(number)d deal that no longer fitted was struck.",
        "%(number)d deals that no longer fitted were struck.",
        len(others),
    )
    return f"{done} {struck % {'number': len(others)}}"


def _did(change: Change, round: Round) -> str:
    """What a change did to the round that it was about."""
    was_struck = states_of(change.before)[round.position].struck
    return {
        Act.CORRECT: _("Deal %(number)d corrected and restored.")
        if was_struck
        else _("Deal %(number)d corrected."),
        Act.STRIKE: _("Deal %(number)d struck."),
        Act.RESTORE: _("Deal %(number)d restored."),
        Act.REOPEN: _("Deal %(number)d struck, and the match goes on."),
    }[Act(change.act)]
