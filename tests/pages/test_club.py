"""A club's page, and the list of its matches."""

import pytest

from games import scorebook
from tests.pages.paper import forms
from tests.tables import lowest, new_match, new_players


def play_to_the_end(club, match, loser=2, deals=4):
    """A Scat of two: the loser has the lowest hand until he is out."""
    for number in range(1, deals + 1):
        with scorebook.write(club, match.pk) as book:
            book.record(number=number, entry=lowest(loser), key=f"{match.pk}-deal-{number}", by=None)


def played(club, number):
    """So many matches played to their end, and as many running."""
    for one in range(number):
        play_to_the_end(club, new_match(club, players=2, key=f"played {one}"))
        new_match(club, "petukh", players=3, key=f"running {one}")


def show(client, club):
    return client.get(f"/club/{club.pk}/").content.decode()


def test_a_new_club_offers_the_four_games(keeper, club):
    page = show(keeper, club)
    for game, title in {
        "smoking-cat": "Smoking Cat",
        "petukh": "Petukh",
        "alley-cat": "Alley Cat",
        "scat": "Scat",
    }.items():
        assert f'href="/club/{club.pk}/start/{game}/"' in page
        assert title in page
    assert "Play again" not in page
    assert "come on the next page" in page


def test_a_running_match_is_one_tap_away(keeper, club):
    match = new_match(club)
    page = show(keeper, club)
    assert f'href="/club/{club.pk}/matches/{match.pk}/"' in page
    assert "Being played" in page
    assert "Play again" not in page


def test_while_a_match_runs_going_on_is_what_is_meant_and_playing_again_is_not(keeper, watcher, club):
    new_players(club, 3)
    play_to_the_end(club, new_match(club, players=2))
    again = '<button class="save again" data-game="scat">'
    assert again in show(keeper, club)
    older, running = new_match(club, "petukh", key="older"), new_match(club, key="running")
    page = show(keeper, club)
    assert f'<a class="save again" href="/club/{club.pk}/matches/{running.pk}/" data-game="scat">' in page
    assert "Go on: Scat with Ann, Bo, Cy" in page
    assert page.count(f"/matches/{running.pk}/") == page.count(f"/matches/{older.pk}/") == 1
    assert '<button class="button again" data-game="scat">' in page
    assert again not in page
    watched = show(watcher, club)
    assert "Go on" not in watched
    assert watched.count(f"/matches/{running.pk}/") == watched.count(f"/matches/{older.pk}/") == 1


def test_an_ended_match_says_who_won_and_is_offered_again(keeper, club):
    match = new_match(club, players=2)
    play_to_the_end(club, match)
    page = keeper.get(f"/club/{club.pk}/")
    assert "Ann won." in page.content.decode()
    assert "Being played" not in page.content.decode()
    assert f"/club/{club.pk}/matches/{match.pk}/rematch" in [form.action for form in forms(page)]


def test_where_some_neither_win_nor_lose_both_are_said(keeper, club):
    match = new_match(club, "smoking-cat", players=4, word="ox")
    for number, loser in enumerate("133", start=1):
        with scorebook.write(club, match.pk) as book:
            book.record(number=number, entry={"verdict": loser}, key=f"deal number {number}", by=None)
    assert "Bo and Di won, Cy lost." in show(keeper, club)


def test_matches_ended_by_hand_say_so(keeper, club):
    early, dropped = new_match(club, key="early-one"), new_match(club, key="dropped-one")
    with scorebook.write(club, early.pk) as book:
        book.record(number=1, entry=lowest(3), key="first deal", by=None)
        book.finish_early(key="end it early", by=None)
    with scorebook.write(club, dropped.pk) as book:
        book.abandon(key="abandon it", by=None)
    page = show(keeper, club)
    assert "Ended early; in front: Ann and Bo." in page
    assert "Abandoned." in page


def test_a_watcher_sees_matches_and_is_offered_no_start(watcher, club):
    match = new_match(club, players=2)
    play_to_the_end(club, match)
    page = show(watcher, club)
    assert "Ann won." in page
    assert "/start/" not in page
    assert "rematch" not in page
    assert {form.action for form in forms(watcher.get(f"/club/{club.pk}/"))} == {"/language"}


@pytest.mark.parametrize("path", ["", "players/", "matches/", "start/scat/"])
def test_another_clubs_pages_do_not_exist(stranger, club, path):
    assert stranger.get(f"/club/{club.pk}/{path}").status_code == 404


@pytest.mark.parametrize("number", [1, 4])
def test_the_page_asks_the_database_nine_times_however_much_was_played(
    keeper, club, number, django_assert_num_queries
):
    new_players(club, 3)
    played(club, number)
    with django_assert_num_queries(9):
        show(keeper, club)


def test_an_evening_is_dated_on_the_clubs_clock(keeper, club):
    match = new_match(club)
    evening = match.evening
    evening.began_at = evening.began_at.replace(year=2026, month=3, day=6, hour=23, minute=30)
    evening.last_at = evening.began_at
    evening.save()
    club.zone = "Asia/Tbilisi"
    club.save()
    assert "Saturday 7 March 2026" in keeper.get(f"/club/{club.pk}/matches/").content.decode()
    club.zone = "America/New_York"
    club.save()
    assert "Friday 6 March 2026" in keeper.get(f"/club/{club.pk}/matches/").content.decode()
