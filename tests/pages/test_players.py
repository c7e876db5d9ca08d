"""The players of a club, and what tells them apart."""

from contextlib import contextmanager

import pytest
from django.utils import timezone

from games import players
from games.models import Match, Player
from games.players import LONGEST_MARK, Namesakes, free_mark
from tests.pages.paper import press
from tests.tables import FRIENDS, new_match, new_players


def listing(client, club):
    return client.get(f"/club/{club.pk}/players/")


def names(club):
    return [player.name for player in players.of_club(club)]


def test_names_are_added_one_after_another(keeper, club):
    page = listing(keeper, club)
    for name in ("Ann", "Тарас", "გიორგი"):
        page = press(keeper, page, "add", name=name)
        assert page.status_code == 200
    assert names(club) == ["Ann", "Тарас", "გიორგი"]


def test_marks_and_colours_choose_themselves(club):
    made = [players.add(club, name) for name in ("Ann", "Alan", "Ann Lee", "Bo")]
    assert [player.mark for player in made] == ["A", "Al", "An", "B"]
    assert [player.colour for player in made] == [1, 2, 3, 4]


def test_the_tenth_player_takes_the_colour_that_fewest_have(club):
    new_players(club, 9)
    Player.objects.filter(colour=3).update(colour=2)
    assert players.add(club, "Zoe").colour == 3


@pytest.mark.parametrize(
    ("name", "taken", "mark"),
    [
        ("ann", [], "A"),
        ("Ann", ["a"], "An"),
        ("Ann Bell", ["a"], "AB"),
        ("Anna-Lena Kern", ["a", "al"], "AK"),
        ("A", ["a"], "A2"),
        ("O'Neil & Sons", [], "O"),
        ("O'Neil & Sons", ["o"], "OS"),
        ("Тарас", [], "Т"),
        ("Тарас", ["t"], "Та"),  # the same shape as the Latin letter
        ("გიორგი", [], "გ"),
        ("חיים", ["ח"], "חי"),
        ("🦊", [], "🦊"),
        ("👨‍👩‍👧‍👦", [], "👨‍👩‍👧‍👦"),
        ("👩🏽‍❤️‍💋‍👨🏿", [], "1"),  # ten code points, more than there is room for
        ("--", [], "-"),
        ("Z" + "\u0301" * 20, ["1"], "2"),
    ],
)
def test_a_mark_is_found_for_any_name(name, taken, mark):
    assert free_mark(name, taken) == mark


def test_marks_have_the_room_that_is_kept_for_them():
    assert Player._meta.get_field("mark").max_length == LONGEST_MARK


def test_a_name_that_is_there_asks_once_and_then_adds_another(keeper, club):
    new_players(club, 2)
    asked = press(keeper, listing(keeper, club), "add", name="ann")
    assert asked.status_code == 422
    assert "Somebody is called <bdi>ann</bdi> already" in asked.content.decode()
    assert names(club) == ["Ann", "Bo"]
    added = press(keeper, asked, "another")
    assert added.status_code == 200
    assert names(club) == ["Ann", "ann", "Bo"]
    assert {player.mark for player in players.namesakes("Ann", players.of_club(club))} == {"A", "An"}


@pytest.mark.parametrize("name", ["o'neil ", "O’Neil", "oʼneil", "O'Neil"])
def test_a_name_written_otherwise_is_the_same_name(keeper, club, name):
    players.add(club, "O'Neil")
    asked = press(keeper, listing(keeper, club), "add", name=name)
    assert asked.status_code == 422
    assert "is called" in asked.content.decode()
    assert names(club) == ["O'Neil"]


def test_another_of_a_name_sent_twice_adds_one(keeper, club):
    new_players(club, 1)
    asked = press(keeper, listing(keeper, club), "add", name="Ann")
    press(keeper, asked, "another")
    again = press(keeper, asked, "another")
    assert "2 are called" in again.content.decode()
    assert names(club) == ["Ann", "Ann"]


def test_an_archived_namesake_is_told_of_too(club):
    players.archive(players.add(club, "Ann"))
    with pytest.raises(Namesakes):
        players.add(club, "Ann")


@pytest.mark.parametrize("name", ["", "   ", "x" * 61, "a\x00b"])
def test_what_is_no_name_adds_nobody(keeper, club, name):
    answer = press(keeper, listing(keeper, club), "add", name=name)
    assert answer.status_code == 422
    assert 'class="wrong" id="wrong-name">' in answer.content.decode()
    assert not Player.objects.exists()


def edit_page(client, player):
    return client.get(f"/club/{player.club_id}/players/{player.pk}/edit")


def save(client, player, **typed):
    page = edit_page(client, player)
    address = page.request["PATH_INFO"]
    told = {"name": player.name, "mark": player.mark, "colour": player.colour}
    return client.post(address, {**told, **typed})


def test_a_player_is_renamed_and_marked_anew(keeper, club):
    ann, _bo = new_players(club, 2)
    assert save(keeper, ann, name="Anna", mark="🦊", colour="7").status_code == 302
    ann.refresh_from_db()
    assert (ann.name, ann.mark, ann.colour) == ("Anna", "🦊", 7)


def test_renaming_somebody_as_another_is_asked_once(keeper, club):
    ann, _bo = new_players(club, 2)
    page = edit_page(keeper, ann)
    asked = press(keeper, page, "", name="bo")
    assert asked.status_code == 422
    assert "Somebody is called <bdi>bo</bdi> already" in asked.content.decode()
    assert press(keeper, asked, "").status_code == 422
    assert names(club) == ["Ann", "Bo"]
    assert press(keeper, asked, "another").status_code == 200
    assert names(club) == ["bo", "Bo"]


def test_what_was_agreed_to_for_one_name_is_not_for_another(keeper, club):
    ann, _bo, _cy = new_players(club, 3)
    asked = press(keeper, edit_page(keeper, ann), "", name="Bo")
    assert press(keeper, asked, "another", name="Cy").status_code == 422
    assert names(club) == ["Ann", "Bo", "Cy"]


def test_an_archived_namesake_is_told_of_when_renaming_too(keeper, club):
    ann, bo = new_players(club, 2)
    players.archive(bo)
    assert save(keeper, ann, name="Bo").status_code == 422
    assert save(keeper, ann, mark="B").status_code == 302


def test_a_namesake_is_changed_without_a_question(keeper, club):
    ann = players.add(club, "Ann")
    players.add(club, "Ann", beside=1)
    assert save(keeper, ann, name="ann", colour="7").status_code == 302


def test_a_change_is_made_to_the_player_as_he_is_once_it_is_his_turn(keeper, club, monkeypatch):
    """Two phones change a player at once: the second looks at what the first has written."""
    (ann,) = new_players(club, 1)
    first = players.alone_at

    @contextmanager
    def after_another(club):
        with first(club):
            Player.objects.filter(pk=ann.pk).update(archived_at=timezone.now())
            players.Player.objects.create(club=club, name="Alan", mark="A", colour=2)
            yield

    monkeypatch.setattr(players, "alone_at", after_another)
    assert save(keeper, ann, name="Anna").status_code == 302
    assert Player.objects.get(pk=ann.pk).name == "Anna"


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ({"mark": "b"}, "Somebody else has this mark."),
        ({"mark": "Ann"}, "One or two letters."),
        ({"mark": ""}, "A mark is needed."),
        ({"name": ""}, "A name is needed."),
        ({"colour": "10"}, "This cannot be chosen here."),
    ],
)
def test_what_cannot_be_is_told_beside_the_field_and_changes_nothing(keeper, club, typed, said):
    ann, _bo = new_players(club, 2)
    answer = save(keeper, ann, **typed)
    assert answer.status_code == 422
    assert said in answer.content.decode()
    assert Player.objects.get(pk=ann.pk).mark == "A"


def test_a_rename_keeps_old_matches(keeper, club):
    match = new_match(club)
    save(keeper, Player.objects.get(name="Ann"), name="Olena")
    assert [seat.player.name for seat in match.seats.select_related("player")] == ["Olena", "Bo", "Cy"]
    assert "Olena" in keeper.get(f"/club/{club.pk}/").content.decode()


def test_who_is_archived_keeps_old_matches_and_can_come_back(keeper, club):
    new_match(club)
    ann = Player.objects.get(name="Ann")
    page = keeper.post(f"/club/{club.pk}/players/{ann.pk}/archive", follow=True)
    assert "Ann" not in names(club)
    assert "Archived" in page.content.decode()
    assert Match.objects.get().seats.count() == 3
    keeper.post(f"/club/{club.pk}/players/{ann.pk}/bring-back")
    assert names(club) == ["Ann", "Bo", "Cy"]


def test_who_comes_back_finds_another_mark_when_his_is_taken(keeper, club):
    ann = players.add(club, "Ann")
    players.archive(ann)
    players.add(club, "Alan")
    keeper.post(f"/club/{club.pk}/players/{ann.pk}/bring-back")
    assert [player.mark for player in players.of_club(club)] == ["A", "An"]


def test_archiving_and_bringing_back_twice_changes_nothing_more(keeper, club):
    (ann,) = new_players(club, 1)
    address = f"/club/{club.pk}/players/{ann.pk}"
    keeper.post(f"{address}/archive")
    when = Player.objects.get().archived_at
    keeper.post(f"{address}/archive")
    assert Player.objects.get().archived_at == when
    keeper.post(f"{address}/bring-back")
    keeper.post(f"{address}/bring-back")
    assert (Player.objects.get().archived_at, Player.objects.get().mark) == (None, "A")


def test_a_scorer_may_add_and_a_keeper_alone_may_change(scorer, club):
    (ann,) = new_players(club, 1)
    assert press(scorer, listing(scorer, club), "add", name="Bo").status_code == 200
    address = f"/club/{club.pk}/players/{ann.pk}/"
    keepers_own = ["edit", "archive", "bring-back", "merge", "part"]
    assert scorer.get(address + "edit").status_code == 403
    assert [scorer.post(address + act).status_code for act in keepers_own] == [403] * 5
    text = scorer.get(address).content.decode()
    assert not any(f"{address}{act}" in text for act in keepers_own)


def test_a_watcher_only_looks(watcher, club):
    new_players(club, 1)
    page = listing(watcher, club)
    assert "Ann" in page.content.decode()
    assert "<form" not in page.content.decode().partition("<main")[2].partition("</main>")[0]
    assert watcher.post(f"/club/{club.pk}/players/add", {"name": "Bo"}).status_code == 403
    assert names(club) == ["Ann"]


def test_another_clubs_player_does_not_exist(keeper, club, stranger):
    (ann,) = new_players(club, 1)
    own = stranger.get("/").content.decode().partition("/club/")[2][:10]
    assert stranger.get(f"/club/{own}/players/{ann.pk}/").status_code == 404
    assert stranger.post(f"/club/{own}/players/{ann.pk}/archive").status_code == 404


@pytest.mark.parametrize("number", [1, 9])
def test_the_list_asks_the_database_thrice_however_many_play(keeper, club, number, django_assert_num_queries):
    new_players(club, number)
    with django_assert_num_queries(3):
        page = listing(keeper, club).content.decode()
    assert all(name in page for name in FRIENDS[:number])


def test_a_players_page_asks_twice(keeper, club, django_assert_num_queries):
    ann, *_ = new_players(club, 5)
    with django_assert_num_queries(2):
        edit_page(keeper, ann)
