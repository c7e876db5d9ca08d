"""Sheets of paper: a match as it was played, and a blank one to keep the score on by pen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import cache_control
from django.views.decorators.http import conditional_page, require_GET

from games.access import Action, club_page
from games.models import Device
from games.scoring import GAMES
from games.scoring.options import AGREE
from games.views.board import Board
from games.views.books import read
from games.views.figure import Column
from games.views.history import History
from games.views.offline import may_be_kept
from games.views.played import ShownEvening, ShownGame
from games.views.rules import MatchRules, way_back
from games.words import words
from games.words.sentences import number

USUAL = 4
"""So many play, where nothing else is chosen and so many can."""
ROWS = 22
"""So many deals find room on a page, of A4 and of letter, under the heads."""


class PrintedDeal(NamedTuple):
    """A deal in its row: the mark of who dealt, and for each seat what it came to and the count after it."""

    number: str
    dealer: str
    struck: bool
    cells: Sequence[tuple[Column, str]]


def deals(board: Board) -> list[PrintedDeal]:
    """Every deal, oldest first; one that was struck came to nothing, and no count stands after it."""
    rows, marks = [], {seat.key: seat.player.mark for seat in board.book.seats}
    for round in board.told_rounds:
        score = board.score(round)
        counts = [
            "" if score is None or round.struck else number(score.tally[seat.key])
            for seat in board.book.seats
        ]
        rows.append(
            PrintedDeal(
                number=board.shown_number(round, score),
                dealer=marks[score.dealer] if score else "",
                struck=round.struck,
                cells=list(zip(board.columns(round, score), counts, strict=True)),
            )
        )
    return rows


@require_GET
@club_page(Action.LOOK)
def match(request: HttpRequest, device: Device, match_id: int) -> HttpResponse:
    """A match on paper: how it ended, every deal, and what it was played by."""
    history = History(read(device.club, match_id), device, on_paper=True)
    board = history.board
    context = {
        "club": device.club,
        "history": history,
        "board": board,
        "evening": ShownEvening(board.match.evening, board.zone),
        "deals": deals(board),
        "opening": number(board.sheet.opening),
        "rules": MatchRules(board),
    }
    return render(request, "print/match.html", context)


@require_GET
@may_be_kept
@cache_control(no_cache=True)
@conditional_page
def blank(request: HttpRequest, game: str) -> HttpResponse:
    """A sheet of a game with nothing on it but lines. It belongs to no club, as the rules do not."""
    if game not in GAMES:
        raise Http404
    numbers = [str(seats) for seats in GAMES[game].seats]
    asked = request.GET.get("players", "")
    usual = str(USUAL) if str(USUAL) in numbers else numbers[0]
    players = asked if asked in numbers else usual
    context = {
        "game": ShownGame.of(game),
        "back": way_back(request),
        "numbers": numbers,
        "players": players,
        "seats": range(int(players)),
        "rows": [str(row) for row in range(1, ROWS + 1)],
        "counts": words(game).counts,
        "opening": _opening(game),
        "agreed": _to_agree(game),
        "usual": _usually(game),
    }
    return render(request, "print/blank.html", context)


def _opening(game: str) -> str:
    """What everybody starts from, by the usual rules; what has to be agreed on is blank yet."""
    defaults = {key: option.default for key, option in GAMES[game].options.items()}
    rules = {key: "" if default is AGREE else default for key, default in defaults.items()}
    return number(GAMES[game](["1", "2"], "1", rules).opening)


def _to_agree(game: str) -> list[str]:
    """What the table has to say before it begins."""
    return [
        str(words(game).options[key].title)
        for key, option in GAMES[game].options.items()
        if option.default is AGREE
    ]


def _usually(game: str) -> list[str]:
    """What holds where nothing else was agreed, in sentences."""
    options = {key: option.default for key, option in GAMES[game].options.items()}
    said = words(game)
    return [
        sentence
        for key, default in options.items()
        if default is not AGREE
        for sentence in said.agreed(key, options)
    ]
