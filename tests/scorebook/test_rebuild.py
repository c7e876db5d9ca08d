"""`manage.py rebuild`: what is kept otherwise than a replay gives it is named, and mended."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from games import scorebook
from games.models import Match, Player, Round, RoundScore, Seat
from tests.scorebook.test_book import recorded, tallies
from tests.tables import lowest, new_club, new_match

pytestmark = pytest.mark.django_db


@pytest.fixture
def match(db):
    match = new_match(new_club(), lives=2)
    recorded(match, lowest(2), lowest(3))
    return match


def rebuild(*options):
    out = StringIO()
    try:
        call_command("rebuild", *options, stdout=out)
    except CommandError:
        out.write("refused")
    return out.getvalue().splitlines()


def test_what_is_as_it_should_be_is_only_counted(match):
    assert rebuild("--check") == ["1 matches replayed, 0 differed."]


def test_a_wrong_standing_is_named_and_mended(match):
    Seat.objects.filter(number=2).update(tally=7)
    assert rebuild("--check") == [
        f"match {match.pk}: seat 2's tally is kept as 7, and a replay gives 1",
        "1 matches replayed, 1 differed.",
        "refused",
    ]
    rebuild()
    assert tallies(scorebook.read(match.club, match.pk)) == [2, 1, 1]
    assert rebuild("--check") == ["1 matches replayed, 0 differed."]


def test_lost_scores_are_written_anew(match):
    RoundScore.objects.all().delete()
    assert rebuild("--check")[-1] == "refused"
    rebuild()
    assert RoundScore.objects.count() == 6
    assert rebuild("--check") == ["1 matches replayed, 0 differed."]


CAT = {"points": {"1": 12, "2": 11, "3": 10, "4": 0}, "heim": "3", "last_trick": "1"}
PETUKH = {"tricks": {"1": 5, "2": 0}, "passed": ["3"]}


@pytest.mark.parametrize(
    "spoil",
    [
        *(lambda name=name: Seat.objects.filter(number=3).update(**{name: 7}) for name in ("tally", "place")),
        *(lambda name=name: Seat.objects.filter(number=3).update(**{name: 7}) for name in ("units", "worth")),
        *(
            lambda name=name: Seat.objects.filter(number=3).update(**{name: "scat"})
            for name in ("coin", "game")
        ),
        lambda: Seat.objects.filter(number=3).update(started_at="2001-01-01T00:00:00Z"),
        *(lambda name=name: Seat.objects.filter(number=1).update(**{name: True}) for name in ("won", "lost")),
        *(lambda name=name: Seat.objects.update(**{name: "won"}) for name in ("result", "figures")),
        *(
            lambda name=name: RoundScore.objects.update(**{name: 7})
            for name in ("points", "change", "tally", "marks")
        ),
        lambda: Match.objects.filter(game="smoking-cat").update(word="соль"),
        lambda: Match.objects.filter(game="smoking-cat").update(
            ending="played", ended_at="2001-01-01T00:00:00Z"
        ),
    ],
)
def test_each_figure_that_is_kept_is_proved_and_mended(spoil):
    club = new_club()
    for game, rules, deal in (
        ("smoking-cat", {"word": "САЛО"}, CAT),
        ("petukh", {"no_trick": "cross"}, PETUKH),
    ):
        players = 4 if game == "smoking-cat" else 3
        recorded(new_match(club, game, players=players, key=game, **rules), deal)
    right = rebuild("--check")
    assert right == ["2 matches replayed, 0 differed."]
    spoil()
    assert rebuild("--check")[-1] == "refused"
    rebuild()
    assert rebuild("--check") == right


def test_a_round_that_the_scoring_refuses_is_named_and_the_rest_mended(match):
    Round.objects.filter(position=1).update(entry={"lowest": ["9"], "knocker": None})
    Seat.objects.filter(number=3).update(tally=7)
    refusal = f"match {match.pk}: round 1 is kept as played, and a replay gives a refusal (not-a-player)"
    assert rebuild("--check")[0] == refusal
    rebuild()
    assert tallies(scorebook.read(match.club, match.pk)) == [2, 2, 1]
    assert rebuild("--check") == [refusal, "1 matches replayed, 1 differed.", "refused"]


def test_a_row_of_another_club_is_named(match):
    other = new_club("Saturday")
    player = Player.objects.get(name="Bo")
    Player.objects.filter(pk=player.pk).update(club=other)
    assert rebuild("--check")[0] == (
        f"match {match.pk}: the club of player {player.pk} is kept as {other.pk}, and a replay gives {match.club_id}"
    )
