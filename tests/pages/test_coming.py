"""Coming into a club: by a code that is typed, by a link, by the recovery code."""

import pytest
from django.test import Client

from games import codes
from games.access import COOKIE
from games.guesses import TRIES
from games.models import Club, Device, Guesses, Player, Role
from tests.pages.conftest import phone_of
from tests.pages.paper import forms
from tests.tables import new_club, new_players

UNUSED = "zzzzzz"


@pytest.fixture
def code(club):
    """The text of a role's code."""
    return lambda role: codes.of_club(club)[role].text


def comes_in(client, code, **told):
    """What who follows a link gets: its page, and then the answer to its form, filled in."""
    form = forms(client.get(f"/join/{code}"))[0]
    return client.post(form.action, dict(form.fields) | told)


def role_in(club, client):
    return next((one.role for one in devices_of(client) if one.club_id == club.pk), None)


def devices_of(client):
    clubs = client.get("/").context["clubs"]
    return Device.objects.filter(club__in=clubs, token_hash=_hash(client))


def _hash(client):
    from games.access import token_hash

    return token_hash(client.cookies[COOKIE].value)


@pytest.mark.parametrize("role", Role)
def test_a_code_that_is_typed_leads_to_the_page_that_says_where_to_and_that_into_the_club(
    client, club, code, role
):
    typed = code(role).upper()
    page = client.post("/join", {"code": f" {typed[:3]}-{typed[3:]}"}, follow=True)
    assert page.redirect_chain == [(f"/join/{code(role)}", 302)]
    assert f"This code leads into <b><bdi>{club.name}</bdi></b>." in page.content.decode()
    assert not Device.objects.exists()
    assert comes_in(client, code(role)).url == f"/club/{club.pk}/"
    assert Device.objects.get().role == role
    assert client.get(f"/club/{club.pk}/").status_code == 200


@pytest.mark.parametrize("method", ["get", "head"])
def test_looking_at_a_link_is_not_coming_in(client, code, method):
    answer = getattr(client, method)(f"/join/{code(Role.SCORER)}")
    assert answer.status_code == 200
    assert COOKIE not in answer.cookies
    assert not Device.objects.exists()


def test_who_comes_in_may_say_what_his_phone_is_called_and_who_he_is(client, club, code):
    players = new_players(club, 2)
    comes_in(client, code(Role.SCORER), name="  Old brick ", player=players[1].pk)
    phone = Device.objects.get()
    assert (phone.name, phone.player) == ("Old brick", players[1])


def test_a_phone_without_a_name_is_called_after_whose_it_is(client, club, code):
    bo = new_players(club, 2)[1]
    comes_in(client, code(Role.WATCHER), player=bo.pk)
    assert Device.objects.get().name == "Bo's phone"


def test_after_a_name_that_is_too_long_for_that_it_is_called_by_the_name_alone(client, club, code):
    player = Player.objects.create(club=club, name="x" * 60, mark="X", colour=1)
    comes_in(client, code(Role.WATCHER), player=player.pk)
    assert Device.objects.get().name == player.name


def test_neither_has_to_be_said(client, code):
    comes_in(client, code(Role.WATCHER))
    assert (Device.objects.get().name, Device.objects.get().player) == ("", None)


def test_players_are_offered_who_play_and_namesakes_are_told_apart(client, club, code):
    new_players(club, 1)
    Player.objects.create(club=club, name="Ann", mark="An", colour=2)
    Player.objects.create(club=club, name="Gone", mark="G", colour=3, archived_at="2026-01-01T00:00Z")
    page = client.get(f"/join/{code(Role.WATCHER)}").content.decode()
    assert "Ann (A)" in page
    assert "Ann (An)" in page
    assert "Gone" not in page


@pytest.mark.parametrize(
    ("told", "said"),
    [({"name": "x" * 61}, "60 characters are the most"), ({"player": "9999"}, "cannot be chosen here")],
)
def test_what_cannot_be_is_said_beside_its_field_and_nobody_is_in_yet(client, club, code, told, said):
    new_players(club, 2)
    answer = comes_in(client, code(Role.SCORER), **told)
    assert answer.status_code == 422
    assert said in answer.content.decode()
    assert not Device.objects.exists()


def test_nobody_says_that_he_is_a_player_of_another_club(client, code):
    stranger = new_players(new_club("Others"), 1)[0]
    assert comes_in(client, code(Role.SCORER), player=stranger.pk).status_code == 422
    assert not Device.objects.exists()


def test_a_higher_code_lifts_a_phone_and_keeps_what_it_said(client, club, code):
    bo = new_players(club, 2)[1]
    comes_in(client, code(Role.WATCHER), name="Bo's brick", player=bo.pk)
    form = forms(client.get(f"/join/{code(Role.KEEPER)}"))[0]
    assert (form.get("name"), form.get("player")) == ("Bo's brick", str(bo.pk))
    comes_in(client, code(Role.SCORER), name="Bo's brick", player=bo.pk)
    comes_in(client, code(Role.KEEPER), name="Bo's brick", player=bo.pk)
    phone = Device.objects.get()
    assert (phone.role, phone.name, phone.player) == (Role.KEEPER, "Bo's brick", bo)


@pytest.mark.parametrize("role", Role)
def test_no_code_lowers_a_phone_that_is_led_on_instead(keeper, club, code, role):
    for answer in (keeper.get(f"/join/{code(role)}"), keeper.post(f"/join/{code(role)}", {"name": "Other"})):
        assert answer.url == f"/club/{club.pk}/"
    phone = Device.objects.get()
    assert (phone.role, phone.name) == (Role.KEEPER, "Ann's phone")


def test_a_browser_may_be_in_several_clubs_in_different_roles(client, code, club):
    other = new_club("Others")
    comes_in(client, code(Role.WATCHER))
    comes_in(client, codes.of_club(other)[Role.KEEPER].text)
    assert (role_in(club, client), role_in(other, client)) == (Role.WATCHER, Role.KEEPER)
    assert len(set(Device.objects.values_list("token_hash", flat=True))) == 1


def test_a_form_sent_twice_before_any_cookie_came_is_one_phone(club, code):
    form = forms(Client().get(f"/join/{code(Role.SCORER)}"))[0]
    first, second = Client(), Client()
    for client in (first, second):
        client.post(form.action, dict(form.fields))
    assert Device.objects.count() == 1
    assert first.cookies[COOKIE].value == second.cookies[COOKIE].value


def test_two_phones_are_two_phones(code):
    for client in (Client(), Client()):
        comes_in(client, code(Role.SCORER))
    assert Device.objects.count() == 2


def test_a_wrong_code_is_said_to_be_wrong_stays_typed_and_is_counted(client, code):
    code(Role.KEEPER)
    answer = client.post("/join", {"code": UNUSED.upper()})
    assert answer.status_code == 422
    assert "That is no code" in answer.content.decode()
    assert forms(answer)[0].get("code") == UNUSED.upper()
    assert set(Guesses.objects.values_list("number", flat=True)) == {1}
    assert not Device.objects.exists()


@pytest.mark.parametrize("method", ["get", "post"])
def test_a_link_with_a_wrong_code_leads_nowhere_but_to_the_field_for_one(client, db, method):
    answer = getattr(client, method)(f"/join/{UNUSED}")
    assert answer.status_code == 404
    assert "That is no code" in answer.content.decode()
    assert forms(answer)[0].action == "/join"
    assert set(Guesses.objects.values_list("number", flat=True)) == {1}


def test_a_renewed_code_is_a_wrong_one_at_once(client, club, code):
    old = code(Role.SCORER)
    form = forms(client.get(f"/join/{old}"))[0]
    codes.renew(club, Role.SCORER, old)
    assert client.post(form.action, dict(form.fields)).status_code == 404
    assert client.get(f"/join/{old}").status_code == 404
    assert client.post("/join", {"code": old}).status_code == 422
    assert not Device.objects.exists()


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("", "Type the code"),
        ("  ", "Type the code"),
        ("abc23", "six letters and digits"),
        ("abc2345", "six letters and digits"),
        ("oil101", "0, O, 1, I and L are in none"),
        ("ab<c>2", "six letters and digits"),
        ("x" * 201, "six letters and digits"),
        ("\0" * 6, "six letters and digits"),
    ],
)
def test_what_can_be_no_code_is_said_to_be_none_and_is_no_guess(client, db, typed, said):
    answer = client.post("/join", {"code": typed})
    assert answer.status_code == 422
    assert said in answer.content.decode()
    assert not Guesses.objects.exists()


@pytest.mark.parametrize("path", ["abc", "oil101", "%00", "%F0%9F%83%8F", "a" * 300])
def test_what_can_be_no_code_in_a_link_is_no_guess(client, db, path):
    assert client.get(f"/join/{path}").status_code == 404
    assert not Guesses.objects.exists()


def test_who_guesses_too_often_is_told_when_to_come_again_and_that_a_right_code_waits_too(client, code):
    for _ in range(TRIES):
        client.get(f"/join/{UNUSED}")
    for answer in (
        client.get(f"/join/{UNUSED}"),
        client.get(f"/join/{code(Role.WATCHER)}"),
        client.post(f"/join/{code(Role.WATCHER)}"),
        client.post("/join", {"code": code(Role.WATCHER)}),
    ):
        assert answer.status_code == 429
        assert 0 < int(answer["Retry-After"]) <= 600
        assert "Too many wrong codes" in answer.content.decode()
    assert not Device.objects.exists()
    friend = Client(REMOTE_ADDR="192.168.1.8")
    assert friend.get(f"/join/{code(Role.WATCHER)}").status_code == 200


def test_the_clubs_that_one_is_in_stay_open_to_who_guesses_too_often(keeper, club):
    for _ in range(TRIES + 1):
        keeper.get(f"/join/{UNUSED}")
    assert keeper.get(f"/club/{club.pk}/").status_code == 200


def test_the_recovery_code_makes_a_keeper_of_the_phone_that_types_it(client, club):
    printed = codes.new_recovery(club, "a key of a form")
    answer = client.post("/join", {"code": printed.lower(), "key": "the key of this form"})
    assert answer.url == f"/club/{club.pk}/"
    assert Device.objects.get().role == Role.KEEPER


def test_the_recovery_code_lifts_a_phone_that_is_in(watcher, club):
    watcher.post("/join", {"code": codes.new_recovery(club, "a key of a form")})
    assert Device.objects.get().role == Role.KEEPER


def test_a_recovery_code_that_was_cut_off_is_a_wrong_code(client, club):
    old = codes.new_recovery(club, "a key of a form")
    codes.new_recovery(club, "the key of another")
    assert client.post("/join", {"code": old}).status_code == 422
    assert set(Guesses.objects.values_list("number", flat=True)) == {1}


def test_no_link_has_a_recovery_code_in_it(client, club):
    code = codes.read(codes.new_recovery(club, "a key of a form"))
    assert client.get(f"/join/{code}").status_code == 404


def test_no_cache_keeps_a_page_with_a_code_and_no_other_page_hears_of_it(client, keeper, club, code):
    for answer in (
        client.get("/"),
        client.get("/join"),
        client.get(f"/join/{code(Role.KEEPER)}"),
        client.get(f"/join/{UNUSED}"),
        client.post("/join", {"code": code(Role.KEEPER)}),
        keeper.get(f"/club/{club.pk}/phones/"),
        keeper.post(f"/club/{club.pk}/phones/recovery", {"key": "a key of a form"}),
    ):
        assert "no-store" in answer["Cache-Control"]
    assert client.get(f"/join/{code(Role.KEEPER)}")["Referrer-Policy"] == "strict-origin"
    assert client.get(f"/join/{UNUSED}")["Referrer-Policy"] == "strict-origin"


def test_what_was_typed_stands_there_as_it_was_typed(client, db):
    page = client.post("/join", {"code": '"><script>'}).content.decode()
    assert "<script>" not in page.replace("<script src=", "").replace('<script type="module"', "")
    assert "&quot;&gt;&lt;script&gt;" in page


def test_a_link_costs_the_same_however_large_the_club(client, club, code, django_assert_max_num_queries):
    link = f"/join/{code(Role.SCORER)}"
    with django_assert_max_num_queries(12):
        client.get(link)
    new_players(club, 9)
    for number in range(9):
        phone_of(new_club(f"Club {number}"), Role.KEEPER)
    assert Club.objects.count() == 10
    with django_assert_max_num_queries(12):
        client.get(link)
