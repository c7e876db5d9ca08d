"""What each game's deals add to the records of those who played."""

import pytest

from games import scorebook
from games.models import Player, Record, Streak
from tests.tables import lowest, new_club, new_match, new_players

ORDINARY, LAST = 14, 21
"""So many queries a deal takes, and so many the one that ends a match."""

pytestmark = pytest.mark.django_db


@pytest.fixture
def club(db):
    return new_club()


def told(club, match, *deals, ending=None):
    for number, deal in enumerate(deals, start=1):
        with scorebook.write(club, match.pk) as book:
            book.record(number=number, entry=deal, key=f"{match.pk}, deal {number}", by=None)
    if ending:
        with scorebook.write(club, match.pk) as book:
            getattr(book, ending)(key=f"{match.pk} ends", by=None)
    return match


def counts(club, name):
    """What somebody's records come to, but for those against others."""
    found = {}
    for record in Record.objects.filter(club=club, player__name=name):
        found |= {
            code: times
            for code, times in record.counts.items()
            if not code.startswith(("met", "ahead", "behind"))
        }
    return found


def test_smoking_cat_counts_words_letters_of_rounds_ties_and_fines(club):
    match = new_match(club, "smoking-cat", players=5, word="ox")
    told(
        club,
        match,
        {"points": {"2": 11, "3": 11, "4": 11, "5": 0}, "heim": "2", "sitting_out": ["1"]},
        {"fine": "3"},
        {"verdict": "2", "sitting_out": ["3"]},
    )
    assert counts(club, "Ann") == {"played": 1, "won:3": 1, "shared": 1, "rounds": 1}
    assert counts(club, "Bo") == {
        "played": 1,
        "lost": 1,
        "rounds": 2,
        "letters": 2,
        "ties-by-heim": 1,
        "words": 1,
    }
    assert counts(club, "Cy") == {"played": 1, "rounds": 1, "fines": 1}


def test_petukh_counts_deals_stayed_in_tricks_boys_overshoots_and_poens(club):
    match = new_match(club, "petukh", players=3, start=5)
    told(
        club,
        match,
        {"tricks": {"1": 1, "2": 4}, "passed": ["3"], "boys": {"1": "simple"}},
        {"tricks": {"1": 1, "2": 1, "3": 3}},
    )
    assert counts(club, "Ann") == {
        "played": 1,
        "lost": 1,
        "rounds": 2,
        "tricks": 2,
        "boys": 1,
        "overshoots": 1,
        "poens-lost": 4,
    }
    assert counts(club, "Bo") == {"played": 1, "won:1": 1, "rounds": 2, "tricks": 5, "poens-won": 6}
    assert counts(club, "Cy") == {"played": 1, "lost": 1, "rounds": 1, "tricks": 3, "poens-lost": 2}


def test_alley_cat_counts_points_what_rounds_came_to_and_cats_that_were_seen(club):
    match = new_match(club, "alley-cat", players=2, target=20)
    told(club, match, {"points": {"1": 12, "2": -3}}, {"points": {"1": 9, "2": 4}})
    assert counts(club, "Ann") == {
        "played": 1,
        "won:1": 1,
        "rounds": 2,
        "points": 21,
        "came-to:12": 1,
        "came-to:9": 1,
    }
    assert counts(club, "Bo") == {
        "played": 1,
        "lost": 1,
        "rounds": 2,
        "points": 1,
        "came-to:-3": 1,
        "came-to:4": 1,
    }


def test_an_alley_cat_that_was_taken_in_a_pile_is_counted(club):
    match = new_match(club, "alley-cat", players=2, target=1)
    piles = {
        "1": [["5D", "KS"], ["QS", "AC"], ["QC", "AS"], ["JS", "2S"], ["JC", "2C"], ["10S", "3S"]],
        "2": [],
    }
    told(club, match, {"piles": piles})
    assert counts(club, "Ann")["cats"] == 1
    assert "cats" not in counts(club, "Bo")


def test_scat_counts_31s_knocks_lives_and_rides_of_who_is_still_in(club):
    match = new_match(club, "scat", players=3, lives=1)
    told(
        club,
        match,
        lowest(2, knocker=1),  # Bo on the dole
        lowest(2, knocker=2),  # and out
        {"thirty_one": ["1"], "knocker": "3"},  # Cy on the dole
        {"thirty_one": ["1"], "knocker": None},
    )
    assert counts(club, "Ann") == {
        "played": 1,
        "won:1": 1,
        "rounds": 4,
        "31s": 2,
        "knocks": 1,
        "knocks-won": 1,
    }
    assert counts(club, "Bo") == {
        "played": 1,
        "lost": 1,
        "rounds": 2,
        "lives": 1,
        "doles": 1,
        "knocks": 1,
        "knocks-lost": 1,
    }
    assert counts(club, "Cy") == {
        "played": 1,
        "lost": 1,
        "rounds": 4,
        "lives": 1,
        "doles": 1,
        "knocks": 1,
        "knocks-lost": 1,
    }


def test_a_void_deal_is_a_knock_neither_won_nor_lost(club):
    match = new_match(
        club, "scat", players=2, lives=1, free_ride=False, knocker_tied="loses", all_equal="others-lose"
    )
    told(club, match, lowest(1, 2, knocker=1), ending="finish_early")
    assert counts(club, "Ann") == {"played": 1, "early": 1, "shared": 1, "rounds": 1, "knocks": 1}


def test_against_each_other_places_count_and_not_points(club):
    """Few letters are better than many."""
    match = new_match(club, "smoking-cat", players=4, word="ox")
    told(club, match, {"verdict": "2"}, {"verdict": "2"})
    ann, bo, cy, _di = (player.pk for player in Player.objects.order_by("pk"))
    of_bo = Record.objects.get(player=bo).counts
    assert of_bo[f"behind:{ann}"] == of_bo[f"met:{ann}"] == 1
    of_ann = Record.objects.get(player=ann).counts
    assert (of_ann[f"ahead:{bo}"], of_ann[f"met:{cy}"], f"ahead:{cy}" in of_ann) == (1, 1, False)


def test_what_goes_on_and_what_was_abandoned_add_nothing(club):
    new_players(club, 3)
    told(club, new_match(club, "scat", players=3, key="one"), lowest(1))
    told(club, new_match(club, "scat", players=3, key="other"), lowest(1), ending="abandon")
    told(club, new_match(club, "scat", players=3, key="none"), ending="finish_early")
    assert not Record.objects.exists()
    assert not Streak.objects.exists()


def test_an_early_end_counts_places_and_leaves_streaks_alone(club):
    won = {"lives": 1, "free_ride": False}
    told(club, new_match(club, "scat", players=2, key="one", **won), lowest(2))
    told(club, new_match(club, "scat", players=2, key="early", lives=3), lowest(1), ending="finish_early")
    assert (counts(club, "Ann")["played"], counts(club, "Ann")["early"], counts(club, "Ann")["won:1"]) == (
        2,
        1,
        1,
    )
    told(club, new_match(club, "scat", players=2, key="two", **won), lowest(2))
    streak = Streak.objects.get(player__name="Ann", game="")
    assert (streak.run, streak.won, streak.lost) == (2, 2, 0)
    lost = Streak.objects.get(player__name="Bo", game="scat")
    assert (lost.run, lost.won, lost.lost) == (-2, 0, 2)


def test_a_correction_in_an_old_match_counts_the_streaks_anew(club):
    won = {"lives": 1, "free_ride": False}
    matches = [
        told(club, new_match(club, "scat", players=2, key=f"match {one}", **won), lowest(2))
        for one in range(5)
    ]
    with scorebook.write(club, matches[1].pk) as book:
        book.correct(book.rounds[0], entry=lowest(1), key="the other way", by=None)
    streak = Streak.objects.get(player__name="Ann", game="")
    assert (streak.run, streak.won, streak.lost) == (3, 3, 1)


@pytest.mark.parametrize("behind", [0, 12])
def test_what_was_played_before_makes_no_deal_dearer(club, behind, django_assert_num_queries):
    rules = {"lives": 1, "free_ride": False}
    for number in range(behind):
        told(club, new_match(club, "scat", players=2, key=f"match {number}", **rules), lowest(number % 2 + 1))
    match = new_match(club, "scat", players=2, key="the last", lives=1, free_ride=True)
    with django_assert_num_queries(ORDINARY), scorebook.write(club, match.pk) as book:
        book.record(number=1, entry=lowest(1), key="the first deal", by=None)
    with django_assert_num_queries(LAST), scorebook.write(club, match.pk) as book:
        book.record(number=2, entry=lowest(1), key="the last deal", by=None)
