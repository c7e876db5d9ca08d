"""A club with something of each kind in it, and another that nobody here may see.

`HYPOTHESIS_PROFILE=long` tries twenty times as many, and all that is nasty everywhere.
"""

import os

import pytest
from django.core.signals import request_finished, request_started
from django.db import close_old_connections
from hypothesis import HealthCheck, settings

from games import codes
from games.forms import ways
from games.models import Club, Player, Role
from games.scoring import GAMES
from tests.hostile.calling import call, fields_of_pages, filled
from tests.pages.test_access import ANYBODY, OF_A_CLUB, rows_of
from tests.tables import new_club, new_device, new_match

EXAMPLES = 20 if os.environ.get("HYPOTHESIS_PROFILE") == "long" else 1


def tries(number):
    """So many examples; each writes into one database, and takes back what it wrote."""
    return settings(
        settings.get_profile(settings.get_current_profile_name()),
        max_examples=number * EXAMPLES,
        suppress_health_check=[
            HealthCheck.function_scoped_fixture,
            HealthCheck.too_slow,
            HealthCheck.data_too_large,
        ],
    )


@pytest.fixture(autouse=True)
def one_connection():
    """The server would close a connection that a test has its transaction on."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@pytest.fixture
def rows(db):
    """What addresses can name, of a club that Ann's phone keeps; another club's people are called Rival."""
    club, rivals = new_club(), new_club("Rivals")
    new_device(club, Role.KEEPER)
    rows_of(rivals)
    for player in Player.objects.filter(club=rivals):
        Player.objects.filter(pk=player.pk).update(name=f"Rival {player.name}")
    codes.of_club(club)
    return rows_of(club) | {"code": "abcdef"}


@pytest.fixture
def forms(rows):
    """The fields of every form that Ann's phone can see, by the address that they are sent to."""
    opened = [name for name, (read, _) in OF_A_CLUB.items() if read] + sorted(ANYBODY)
    games = [rows | {"game": game} for game in GAMES]
    asked = [(name, one, "") for name in opened for one in (games if name == "start" else [rows])] + [
        ("table", rows, f"way={way.way}") for way in ways("scat")
    ]
    pages = [
        (filled(name, one), call("GET", filled(name, one), query=query).page) for name, one, query in asked
    ]
    return fields_of_pages(pages)


@pytest.fixture
def tables(rows):
    """What addresses can name, and the fields of the entry, for every way of every game."""
    club = Club.objects.get(pk=rows["club"])
    rules = {"smoking-cat": {"word": "TONDA"}}
    found = []
    for game, sheet in GAMES.items():
        players = sheet.seats[0]
        match = new_match(club, game, players=players, key=f"a match of {game}", **rules.get(game, {}))
        here = rows | {"match_id": match.pk}
        for way in ways(game):
            page = call("GET", filled("table", here), query=f"way={way.way}").page
            fields = fields_of_pages([(filled("table", here), page)])["record"]
            found.append((f"{game}, {way.way}", here, fields | {"way": {way.way}}))
    return found
