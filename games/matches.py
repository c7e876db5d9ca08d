"""How a match begins: at the table, or with all its deals where it was played elsewhere."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django.utils import timezone

from games import records
from games.evenings import evening_of_match
from games.models import Change, Club, Device, Ending, Match, Player, Round, Seat
from games.players import alone_at
from games.scorebook import Book, found_by
from games.scoring import GAMES
from games.scoring.sheet import Deal


def start(
    club: Club,
    *,
    game: str,
    players: list[Player],
    first_dealer: int,
    rules: Mapping[str, Any],
    key: str,
    by: Device | None = None,
) -> Match:
    """A new match: `players` in seating order, clockwise; `first_dealer` is a seat's number.

    `rules` has a value for each option. The same key again gives the match that it started. Who starts
    it has the pencil.
    """
    with alone_at(club):
        at = timezone.now()
        if started := Match.objects.filter(club=club, key=key).first():
            return started
        coin, price = club.stake(GAMES[game].unit)
        match = Match.objects.create(
            club=club,
            evening=evening_of_match(club, at),
            game=game,
            coin=coin,
            price=price,
            rules=rules,
            first_dealer=first_dealer,
            key=key,
            started_at=at,
            pencil=by,
            started_by=by,
            word=found_by(rules.get("word", "")),
        )
        _sit_down(match, players)
    return match


def bring_in(match: Match, players: Sequence[Player], entries: Sequence[tuple[Deal, datetime]]) -> None:
    """Write a match that was played elsewhere, with its entries and when they were made.

    `match` is not saved yet; if it ended, it says how and when. Each entry is as if it had been recorded here.
    To be called by whoever holds the club's lock; raises `Refused` if the entries cannot have happened.
    """
    ending, ended_at = match.ending, match.ended_at
    match.ending, match.ended_at = Ending.LIVE, None
    match.word = found_by(match.rules.get("word", ""))
    match.save()
    _sit_down(match, players)
    Round.objects.bulk_create(
        Round(club=match.club, match=match, position=position, entry=entry, entered_at=at)
        for position, (entry, at) in enumerate(entries, start=1)
    )
    book = Book(match)
    for refused in book.replay.refused.values():
        raise refused
    match.ending, match.ended_at = ending, ended_at
    book.rebuild()
    records.follow(match, book.seats, records.NOTHING, book.told)
    Change.objects.bulk_create(book.recordings())


def _sit_down(match: Match, players: Sequence[Player]) -> None:
    """The seats of a match, clockwise, as they stand at its start."""
    keys = [str(number) for number in range(1, len(players) + 1)]
    opening = GAMES[match.game](keys, str(match.first_dealer), match.rules).opening
    Seat.objects.bulk_create(
        Seat(
            club=match.club,
            match=match,
            number=number,
            player=player,
            tally=opening,
            coin=match.coin,
            game=match.game,
            started_at=match.started_at,
        )
        for number, player in enumerate(players, start=1)
    )
