"""`manage.py rebuild` proves the records by a count from nothing, and mends them."""

from importlib import import_module

import pytest
from django.apps import apps

from games import merging, scorebook
from games.models import Player, Record, Seat, Streak
from games.records import kept_of
from tests.scorebook.test_rebuild import rebuild
from tests.tables import lowest, new_club, new_match

pytestmark = pytest.mark.django_db


@pytest.fixture
def club(db):
    """Bo lost to Ann, and then won; a third match goes on."""
    club = new_club()
    for key, loser in (("first", 2), ("second", 1)):
        match = new_match(club, "scat", players=3, key=key, lives=1, free_ride=False)
        for number, seat in enumerate((3, loser), start=1):
            with scorebook.write(club, match.pk) as book:
                book.record(number=number, entry=lowest(seat), key=f"{key}, {number}", by=None)
    new_match(club, "scat", players=2, key="third")
    return club


def test_what_is_as_it_should_be_is_only_counted(club):
    assert rebuild("--check") == ["3 matches replayed, 0 differed."]


@pytest.mark.parametrize(
    ("spoil", "named"),
    [
        (lambda: Record.objects.filter(player__name="Ann").update(counts={"played": 7}), "record of scat"),
        (lambda: Record.objects.all().delete(), "record of scat"),
        (lambda: Streak.objects.filter(player__name="Bo", game="").update(won=7), "streak of all games"),
        (lambda: Streak.objects.filter(game="scat").delete(), "streak of scat"),
        (lambda: Seat.objects.filter(number=1, result="won").update(figures=""), "seat 1's figures"),
        (lambda: Seat.objects.filter(number=1, result="won").update(result="lost"), "seat 1's result"),
        (lambda: Seat.objects.filter(result="").update(result="won"), "seat 1's result"),
    ],
)
def test_what_is_kept_otherwise_is_named_and_mended(club, spoil, named):
    right = kept_of(club)
    spoil()
    said = rebuild("--check")
    assert any(named in line for line in said)
    assert said[-1] == "refused"
    rebuild()
    assert kept_of(club) == right
    assert rebuild("--check") == ["3 matches replayed, 0 differed."]


def test_what_was_played_before_there_were_records_counts_too(club):
    """The steps that bring the records into a database find what is kept of matches since."""
    di = Player.objects.create(club=club, name="Di", mark="D", colour=4)
    merging.merge(di, Player.objects.get(name="Ann"))
    right = kept_of(club)
    for rows in (Record, Streak):
        rows.objects.all().delete()
    Seat.objects.update(result="", figures="")
    import_module("games.migrations.0005_records").count(apps, None)
    import_module("games.migrations.0007_streaks").find(apps, None)
    assert kept_of(club) == right
    assert rebuild("--check") == ["3 matches replayed, 0 differed."]
