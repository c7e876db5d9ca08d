"""Tables to play at in tests: Ann's club, her friends, and matches that have begun."""

from games import matches
from games.access import token_hash
from games.models import Club, Device, Player, Role
from games.scoring import GAMES
from games.scoring.match_file import options

TOKEN = "the token of Ann's phone"
"""What the keeper's phone has in its cookie."""
FRIENDS = ["Ann", "Bo", "Cy", "Di", "Eve", "Finn", "Gil", "Hal", "Ida"]


def new_club(name="Friday"):
    return Club.objects.create(name=name)


def new_device(club, role=Role.KEEPER, token=TOKEN):
    return Device.objects.create(club=club, role=role, name="Ann's phone", token_hash=token_hash(token))


def new_players(club, number):
    """The first so many friends."""
    return [
        Player.objects.create(club=club, name=name, mark=name[0], colour=seat % 9 + 1)
        for seat, name in enumerate(FRIENDS[:number])
    ]


def new_match(club, game="scat", players=3, first_dealer=1, key="the-first-match", **rules):
    """A match that has just begun between the first so many friends."""
    if isinstance(players, int):
        players = list(Player.objects.filter(club=club).order_by("pk")[:players]) or new_players(
            club, players
        )
    told = options(GAMES[game], rules)
    return matches.start(club, game=game, players=players, first_dealer=first_dealer, rules=told, key=key)


def lowest(*seats, knocker=None):
    """A Scat deal: the seats with the lowest hand."""
    return {"lowest": [str(seat) for seat in seats], "knocker": knocker and str(knocker)}
