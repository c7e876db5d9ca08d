"""The first page: opening a club, and the clubs that are there."""

import pytest
from django.test import Client

from games.access import COOKIE
from games.models import Club, Device, Role
from tests.pages.paper import forms

pytestmark = pytest.mark.django_db


def open_club(client, name, zone="Europe/Kyiv"):
    return client.post("/", {"name": name, "zone": zone})


def test_a_first_visit_asks_for_a_code_or_for_the_name_of_a_circle_and_leaves_nothing(client):
    page = client.get("/")
    code, name, *_ = forms(page)
    assert (code.action, code.all("code")) == ("/join", [""])
    assert (name.action, name.all("name")) == ("/", [""])
    assert COOKIE not in page.cookies
    assert not Club.objects.exists()


def test_naming_a_circle_opens_it_and_makes_this_browser_its_keeper(client):
    answer = open_club(client, "  Friday  ")
    club = Club.objects.get()
    assert (club.name, club.zone) == ("Friday", "Europe/Kyiv")
    assert answer.url == f"/club/{club.pk}/"
    assert Device.objects.get().role == Role.KEEPER
    assert answer.cookies[COOKIE]["httponly"]
    assert client.get(answer.url).status_code == 200


@pytest.mark.parametrize("zone", ["", "Mars/Olympus", "../../etc/passwd", "Europe", "x" * 5000, "\0"])
def test_a_zone_that_is_none_is_utc(client, zone):
    open_club(client, "Friday", zone)
    assert Club.objects.get().zone == "UTC"


@pytest.mark.parametrize("name", ["O'Neil & Sons", "🃏", "Тютюн", "ნარდი", "חברים", "x" * 60])
def test_any_name_will_do(client, name):
    open_club(client, name)
    assert Club.objects.get().name == name


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("", "A name is needed."),
        (" \u2003\t ", "A name is needed."),
        ("x" * 61, "60 characters are the most"),
        ("a\nb", "cannot be shown"),
        ("a\x07b", "cannot be shown"),
        ("a\u2028b", "cannot be shown"),
        ("\u200b\u2060", "can be seen"),
    ],
)
def test_a_name_that_cannot_be_is_told_beside_the_field_and_stays_typed(client, name, said):
    answer = open_club(client, name)
    assert answer.status_code == 422
    assert said in answer.content.decode()
    assert not Club.objects.exists()


def test_a_name_that_is_too_long_stays_typed(client):
    assert f'value="{"x" * 61}"' in open_club(client, "x" * 61).content.decode()


def test_the_form_that_opened_a_club_lets_no_phone_back_in_that_was_removed():
    form = {"name": "Friday", "key": "of this form"}
    client = Client()
    address = client.post("/", form).url
    Device.objects.all().delete()
    for phone in (client, Client()):
        phone.post("/", form)
        assert phone.get(address).status_code == 404
    assert not Device.objects.exists()


def test_the_form_that_opened_a_club_makes_no_keeper_of_who_is_none_any_more(client):
    form = {"name": "Friday", "key": "of this form"}
    client.post("/", form)
    Device.objects.update(role=Role.WATCHER)
    client.post("/", form)
    assert Device.objects.get().role == Role.WATCHER


def test_the_same_form_sent_twice_opens_one_club_though_no_cookie_had_come_yet():
    form = {"name": "Friday", "key": "of this form"}
    first, second = Client().post("/", form), Client().post("/", form)
    assert first.url == second.url
    assert Club.objects.count() == Device.objects.count() == 1


def test_another_form_opens_another_club_of_the_same_name(client):
    client.post("/", {"name": "Friday", "key": "of this form"})
    client.post("/", {"name": "Friday", "key": "of the next form"})
    assert Club.objects.count() == 2


def test_a_browser_sees_the_clubs_that_it_has_joined_and_no_others(client, django_assert_num_queries):
    open_club(client, "Friday")
    open_club(client, "O'Neil & Sons")
    open_club(Client(), "Others")
    with django_assert_num_queries(1):
        page = client.get("/").content.decode()
    assert "Friday" in page
    assert "O&#x27;Neil &amp; Sons" in page
    assert "Others" not in page
    assert "Open another club" in page
