"""The club that is measured: its matches, made through the scorebook."""

from __future__ import annotations

from itertools import cycle

from games import matches, scorebook
from games.access import token_hash
from games.models import Club, Device, Match, Player, Role
from games.scoring import GAMES
from games.scoring.match_file import options
from games.scoring.sheet import Deal

TOKEN = "the token of the measuring phone"
FRIENDS = ("Ann", "Bo", "Cy", "Di")
LONG: dict[str, tuple[int, dict[str, object], list[Deal]]] = {
    "petukh": (4, {"start": 999}, [{"tricks": {"1": 2, "2": 2, "3": 1, "4": 0}}]),
    "smoking-cat": (
        4,
        {"word": "Once upon a midnight dreary, while I"},
        [{"verdict": str(n)} for n in "1234"],
    ),
    "alley-cat": (2, {"target": 999}, [{"points": {"1": 7, "2": 3}}, {"points": {"1": -2, "2": 9}}]),
    "scat": (
        4,
        {"lives": 10},
        [{"lowest": [n], "knocker": "1"} if n > "0" else {"drawn": True} for n in "200030004000"],
    ),
}
"""Matches that last for more than a hundred deals: how many sit down, by which rules, and the deals in turn."""


def open_club() -> Club:
    """A club with four players and one phone, its keeper."""
    club = Club.objects.create(name="Bench")
    Device.objects.create(club=club, token_hash=token_hash(TOKEN), role=Role.KEEPER)
    for number, name in enumerate(FRIENDS, start=1):
        Player.objects.create(club=club, name=name, mark=name[0], colour=number)
    return club


def played(club: Club, rounds: int, game: str = "petukh", key: int = 0) -> Match:
    """A match with so many rounds, not over; each `key` gives one of its own."""
    seats, rules, deals = LONG[game]
    match = matches.start(
        club,
        game=game,
        players=list(Player.objects.filter(club=club).order_by("pk")[:seats]),
        first_dealer=1,
        rules=options(GAMES[game], rules),
        key=f"{game} of {rounds} rounds, {key}",
    )
    for number, entry in zip(range(1, rounds + 1), cycle(deals), strict=False):
        with scorebook.write(club, match.pk) as book:
            book.record(number=number, entry=entry, key=f"deal {number} of {match.pk}", by=None)
    return match
