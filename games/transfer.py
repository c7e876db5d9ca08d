"""Matches as match files: out of the scorebook."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import count
from typing import Any

from games.models import Ending, Player, Round
from games.scorebook import Book
from games.scoring.match_file import renamed, written


def match_file(book: Book) -> dict[str, Any]:
    """The match file of a match: what `manage.py score` reads, and scores to what the table shows."""
    match = book.match
    people = names([seat.player for seat in book.seats])
    called = {seat.key: people[seat.player_id] for seat in book.seats}
    return written(
        match.game,
        list(called.values()),
        called[str(match.first_dealer)],
        match.rules,
        [{**renamed(round.entry, called), "about": _about_deal(round)} for round in book.live],
        dict(_about(book)),
    )


def _about(book: Book) -> Iterator[tuple[str, Any]]:
    match = book.match
    yield "club", match.club.name
    yield "started_at", match.started_at.isoformat()
    if match.ended_at:
        yield "ended_at", match.ended_at.isoformat()
    if match.ending in {Ending.EARLY, Ending.ABANDONED}:
        yield "ending", match.ending
    if match.coin:
        yield "coin", match.coin
        yield "price", match.price


def _about_deal(round: Round) -> Any:
    """What is written beside a deal: what came with it from a file, and when it was entered."""
    about = round.entry.get("about", {})
    return {"entered_at": round.entered_at.isoformat(), **about} if isinstance(about, dict) else about


def names(players: Iterable[Player]) -> dict[int, str]:
    """What players are called in files, by their ids: by their names, and by more where two have the same."""
    called: dict[int, str] = {}
    everybody = list(players)
    plain = [player.name for player in everybody]
    taken = set(plain)
    for player in everybody:
        name = player.name
        if plain.count(name) > 1:
            name = next(one for one in _told_apart(player) if one not in taken)
            taken.add(name)
        called[player.pk] = name
    return called


def _told_apart(player: Player) -> Iterator[str]:
    yield f"{player.name} ({player.mark})"
    yield from (f"{player.name} ({player.mark}, {number})" for number in count(2))
