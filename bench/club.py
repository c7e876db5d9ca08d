"""The club that is measured: its matches, made through the scorebook."""

from __future__ import annotations

from games import scorebook
from games.access import token_hash
from games.models import Club, Device, Match, Player, Role
from games.scoring import GAMES
from games.scoring.match_file import options

TOKEN = "the token of the measuring phone"
FRIENDS = ("Ann", "Bo", "Cy", "Di")
TRICKS = {"tricks": {"1": 2, "2": 2, "3": 1, "4": 0}}
"""A deal that raises one player and lowers the others: with 999 to write off no match of these ends."""


def open_club() -> Club:
    """A club with four players and one phone, its keeper."""
    club = Club.objects.create(name="Bench")
    Device.objects.create(club=club, token_hash=token_hash(TOKEN), role=Role.KEEPER)
    for number, name in enumerate(FRIENDS, start=1):
        Player.objects.create(club=club, name=name, mark=name[0], colour=number)
    return club


def played(club: Club, rounds: int) -> Match:
    """A match of Petukh with so many rounds, not over."""
    rules = options(GAMES["petukh"], {"start": 999})
    players = list(Player.objects.filter(club=club).order_by("pk"))
    match = scorebook.start(
        club, game="petukh", players=players, first_dealer=1, rules=rules, key=f"a match of {rounds} rounds"
    )
    for number in range(1, rounds + 1):
        with scorebook.write(club, match.pk) as book:
            book.record(number=number, entry=TRICKS, key=f"deal {number} of them", by=None)
    return match
