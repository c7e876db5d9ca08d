"""The same game again with the same people and rules."""

import pytest

from games import players, scorebook
from games.models import Match, Player
from tests.pages.paper import form_with, press
from tests.tables import lowest, new_match


def ended(club, **rules):
    """A Scat of Ann and Bo that Ann has won; she deals next."""
    match = new_match(club, players=2, first_dealer=1, lives=1, **rules)
    for number in (1, 2):
        with scorebook.write(club, match.pk) as book:
            book.record(number=number, entry=lowest(2), key=f"deal number {number}", by=None)
    return match


def rematch(client, match, **told):
    return client.post(f"/club/{match.club_id}/matches/{match.pk}/rematch", told)


def table_of(match):
    return f"/club/{match.club_id}/matches/{match.pk}/"


def test_one_tap_starts_the_same_game_with_the_dealer_that_the_game_says(keeper, club):
    match = ended(club, straight_flush=True)
    answer = rematch(keeper, match)
    again = Match.objects.latest("pk")
    assert answer.url == table_of(again)
    assert (again.game, again.rules) == (match.game, match.rules)
    assert [seat.player_id for seat in again.seats.all()] == [seat.player_id for seat in match.seats.all()]
    with scorebook.write(club, match.pk) as book:
        assert str(again.first_dealer) == book.replay.sheet.rematch_dealer


def test_smoking_cat_is_played_again_for_the_same_word(keeper, club):
    match = new_match(club, "smoking-cat", players=4, word="А")
    with scorebook.write(club, match.pk) as book:
        book.record(number=1, entry={"verdict": "3"}, key="the only deal", by=None)
    rematch(keeper, match)
    again = Match.objects.latest("pk")
    assert (again.rules["word"], again.first_dealer) == ("А", 3)


def test_sent_twice_or_from_two_phones_it_is_one_match(keeper, scorer, club):
    match = ended(club)
    answers = [
        rematch(client, match, key=key).url for client, key in ((keeper, "a"), (keeper, "a"), (scorer, "b"))
    ]
    assert len(set(answers)) == 1
    assert Match.objects.count() == 2


def test_the_rematch_can_be_played_again_in_its_turn(keeper, club):
    rematch(keeper, ended(club))
    second = Match.objects.latest("pk")
    with scorebook.write(club, second.pk) as book:
        book.abandon(key="abandon it", by=None)
    rematch(keeper, second)
    assert Match.objects.count() == 3


def test_a_match_that_goes_on_is_not_played_again(keeper, club):
    match = new_match(club)
    assert rematch(keeper, match).url == table_of(match)
    assert Match.objects.count() == 1


def test_where_somebody_was_archived_since_the_start_page_says_who_and_offers_the_rest(keeper, club):
    match = ended(club, straight_flush=True)
    new_match(club, players=3, key="a later match")
    players.archive(Player.objects.get(name="Bo"))
    answer = rematch(keeper, match)
    assert answer.url.startswith(f"/club/{club.pk}/start/scat/?")
    page = keeper.get(answer.url)
    assert "Bo is archived, so the same people cannot play again." in page.content.decode()
    form = form_with(page, "start")
    assert form.all("seat") == [str(Player.objects.get(name="Ann").pk)]
    assert form.get("rule-straight_flush") == "True"
    assert Match.objects.count() == 2


def test_who_is_back_since_is_not_said_to_be_archived(keeper, club):
    match = ended(club)
    bo = Player.objects.get(name="Bo")
    players.archive(bo)
    there = rematch(keeper, match).url
    players.bring_back(Player.objects.select_related("club").get(pk=bo.pk))
    page = keeper.get(there)
    assert "archived" not in page.content.decode()
    page = press(keeper, page, "toggle", bo.pk)
    assert press(keeper, page, "start").redirect_chain
    assert Match.objects.count() == 2


def test_another_clubs_player_is_not_named(keeper, club):
    players.archive(theirs := players.add(type(club).objects.create(name="Others"), "Zoe"))
    page = keeper.get(f"/club/{club.pk}/start/scat/?away={theirs.pk}&away=nobody")
    assert "Zoe" not in page.content.decode()


def test_only_who_may_score_starts_one(watcher, stranger, club):
    match = ended(club)
    assert rematch(watcher, match).status_code == 403
    assert rematch(stranger, match).status_code == 404
    assert Match.objects.count() == 1


def test_another_clubs_match_is_not_played_again(keeper, club):
    other = ended(type(club).objects.create(name="Others"))
    assert keeper.post(f"/club/{club.pk}/matches/{other.pk}/rematch").status_code == 404


@pytest.mark.parametrize("method", ["get", "put"])
def test_nothing_is_started_by_looking(keeper, club, method):
    match = ended(club)
    assert getattr(keeper, method)(f"/club/{club.pk}/matches/{match.pk}/rematch").status_code == 405
