"""Who finds what: every address of the app, asked by everybody who may not have it."""

import pytest
from django.test import Client
from django.urls import URLPattern, reverse

from games.access import COOKIE, token_hash
from games.models import Device, Player, Preset, Role, Round
from games.urls import of_a_club, of_a_match
from tests.pages.test_table import played
from tests.tables import new_match

OF_A_CLUB = {one.name: set(one.pattern.converters) for one in of_a_club if isinstance(one, URLPattern)}
OF_A_MATCH = {one.name: {"match_id", *one.pattern.converters} for one in of_a_match}
ADDRESSES = OF_A_CLUB | OF_A_MATCH
"""By name, what each address calls for beside the club."""
NOT_TAKEN = 405


@pytest.fixture
def rows(club):
    """What addresses can name: a row of each kind, of one club."""
    match = new_match(club, lives=2)
    played(match, 2)
    return {
        "game": "scat",
        "match_id": match.pk,
        "round_id": Round.objects.get(match=match).pk,
        "player_id": Player.objects.filter(club=club).first().pk,
        "preset_id": Preset.objects.create(club=club, game="scat", name="Ours", rules={}).pk,
        "number": 1,
    }


def address(name, club, rows):
    return reverse(name, kwargs={"club": club.pk} | {key: rows[key] for key in ADDRESSES[name]})


def answers(client, address):
    """How the address answers, read and written to, where it can be."""
    return {client.get(address).status_code, client.post(address).status_code} - {NOT_TAKEN}


def test_who_has_not_joined_the_club_finds_nothing(stranger, client, club, rows):
    guessing = Client()
    guessing.cookies[COOKIE] = "a guess"
    for name in ADDRESSES:
        for phone in (stranger, client, guessing):
            assert (name, answers(phone, address(name, club, rows))) == (name, {404})


def test_what_is_another_clubs_is_not_found_under_ones_own(stranger, club, rows):
    own = Device.objects.exclude(club=club).get().club
    for name in (name for name, named in ADDRESSES.items() if named - {"game"}):
        # Deleting what is not there any more is done already.
        expected = {404, 302} if name == "delete-mix" else {404}
        assert (name, answers(stranger, address(name, own, rows))) == (name, expected)
    assert Preset.objects.filter(club=club).exists()


def test_a_watcher_writes_nothing(watcher, club, rows):
    told = {name: watcher.post(address(name, club, rows)).status_code for name in ADDRESSES}
    read = {name for name, status in told.items() if status == NOT_TAKEN}
    assert read == {"club", "players", "matches", "table", "lying", "round"}
    assert {told[name] for name in told.keys() - read} == {403}


def test_after_a_form_that_stood_open_too_long_there_is_a_way_on(keeper, club, rows):
    strict = Client(enforce_csrf_checks=True)
    strict.cookies = keeper.cookies
    for name in ADDRESSES:
        response = strict.post(address(name, club, rows))
        if response.status_code == 403:
            assert (name, keeper.get(response.context["back"], follow=True).status_code) == (name, 200)
        else:
            at_the_table = name in {"record", "check", "check-correction", "undo", "redo"}
            assert (name, response.status_code) == (name, 422 if at_the_table else NOT_TAKEN)


def test_no_cache_keeps_a_page_of_a_club(keeper, club, rows):
    for name in ADDRESSES:
        response = keeper.get(address(name, club, rows))
        if response.status_code != NOT_TAKEN:
            assert (name, "no-store" in response.get("Cache-Control", "")) == (name, True)


def test_a_token_that_somebody_put_into_the_cookie_opens_no_club(db, client):
    client.cookies[COOKIE] = "planted"
    client.post("/", {"name": "Friday"})
    assert not Device.objects.filter(token_hash=token_hash("planted")).exists()
    assert client.get("/").context["clubs"] == [Device.objects.get(role=Role.KEEPER).club]


def test_a_browser_keeps_its_token_from_club_to_club(db, client):
    for name in ("Friday", "Saturday"):
        client.post("/", {"name": name})
    assert [club.name for club in client.get("/").context["clubs"]] == ["Saturday", "Friday"]
    assert len(set(Device.objects.values_list("token_hash", flat=True))) == 1
