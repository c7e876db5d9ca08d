"""Whatever way leads there, what is kept is what a replay of the entries gives."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games import matches, scorebook
from games.kept import standing
from games.management.commands.rebuild import differences_of
from games.scorebook import Book, Misfits, Moved
from games.scoring import GAMES
from games.scoring.match_file import options
from games.scoring.refusal import Refused
from tests.scoring.test_laws import drawing
from tests.tables import new_club, new_players

STEPS = 8
ACTS = ["record"] * 6 + [
    "correct",
    "strike",
    "restore",
    "undo",
    "undo",
    "redo",
    "finish_early",
    "abandon",
    "reopen",
]


def new_match_of(draw, code):
    club = new_club()
    players = new_players(club, draw(st.sampled_from(GAMES[code].seats)))
    rules = options(GAMES[code], draw(drawing(code).RULES))
    dealer = draw(st.integers(1, len(players)))
    return matches.start(
        club, game=code, players=players, first_dealer=dealer, rules=rules, key="a-drawn-match"
    )


def act(draw, book, name, key):
    """Do one thing in the book; how the rounds stand afterwards by our own count."""
    states = dict(book.states)
    if name in ("undo", "redo"):
        change = book.undoable if name == "undo" else book.redoable
        if change is None:
            raise Moved
        kept = (change.before if name == "undo" else change.after)["rounds"]
        getattr(book, name)(change.number, by=None)
        return states | {int(at): (state["entry"], state["struck"]) for at, state in kept.items()}
    if name in ("finish_early", "abandon"):
        getattr(book, name)(key=key, by=None)
        return states
    if name == "reopen":
        ending, last = book.match.ending, book.live[-1:]
        book.reopen(key=key, by=None)
        return states | ({last[0].position: (last[0].entry, True)} if ending == "played" else {})
    if name == "record":
        entry = drawing(book.game.code).told(
            draw, book.new_sheet() if book.replay.sheet.finished else book.replay.sheet
        )
        book.record(number=len(book.live) + 1, entry=entry, key=key, by=None)
        return states | {len(states) + 1: (entry, False)}
    if not book.rounds:
        raise Moved
    round = draw(st.sampled_from(book.rounds))
    agreed = draw(st.booleans())
    entry = round.entry
    if name == "correct":
        sheet = book.sheet_before(round.position)
        beside = {"about": round.entry["about"]} if "about" in round.entry else {}
        entry = beside | drawing(book.game.code).told(draw, sheet)
        book.correct(round, entry=entry, key=key, by=None, strike_misfits=agreed)
    else:
        getattr(book, name)(round, key=key, by=None, strike_misfits=agreed)
    struck_too = {at: state for at, state in book.states.items() if state.struck} if agreed else {}
    return states | struck_too | {round.position: (entry, name == "strike")}


def remembered(book):
    """All that a book shows of what is written in it."""
    return (
        [(seat.key, str(seat.player), seat.tally, seat.place, seat.won, seat.lost) for seat in book.seats],
        book.states,
        [(change.number, change.act, change.undone_at) for change in book.changes],
        book.replay.scores,
    )


@pytest.mark.django_db
@pytest.mark.parametrize("code", GAMES)
@settings(max_examples=12)
@given(data=st.data())
def test_what_is_kept_is_what_a_replay_gives(code, data):
    match = new_match_of(data.draw, code)
    for step in range(STEPS):
        before = scorebook.read(match.club, match.pk).states
        name = data.draw(st.sampled_from(ACTS))
        try:
            with scorebook.write(match.club, match.pk) as book:
                expected = act(data.draw, book, name, f"step-number-{step}")
        except (Refused, Misfits, Moved):
            expected = before
        book = scorebook.read(match.club, match.pk)
        assert remembered(book) == remembered(Book(book.match))
        assert {at: tuple(state) for at, state in book.states.items()} == {
            at: tuple(state) for at, state in expected.items()
        }
        assert list(differences_of(book)) == []
        assert sum(seat.units for seat in book.seats) == 0


@pytest.mark.django_db
@pytest.mark.parametrize("code", GAMES)
@settings(max_examples=12)
@given(data=st.data())
def test_undoing_everything_leads_to_the_beginning_and_redoing_back(code, data):
    match = new_match_of(data.draw, code)
    for step in range(STEPS):
        try:
            with scorebook.write(match.club, match.pk) as book:
                act(
                    data.draw,
                    book,
                    data.draw(st.sampled_from(["record"] * 4 + ACTS[6:9])),
                    f"step-number-{step}",
                )
        except (Refused, Misfits, Moved):
            continue
    there = scorebook.read(match.club, match.pk)
    while book_change := scorebook.read(match.club, match.pk).undoable:
        with scorebook.write(match.club, match.pk) as book:
            book.undo(book_change.number, by=None)
    beginning = scorebook.read(match.club, match.pk)
    assert beginning.live == []
    assert list(differences_of(beginning)) == []
    while book_change := scorebook.read(match.club, match.pk).redoable:
        with scorebook.write(match.club, match.pk) as book:
            book.redo(book_change.number, by=None)
    back = scorebook.read(match.club, match.pk)
    assert back.states == there.states
    assert standing(back.replay.sheet) == standing(there.replay.sheet)
