"""No language's text is wider than the smallest phone, on any page."""

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from games import scorebook
from games.access import COOKIE
from games.forms import ways
from games.models import Player
from games.scoring import GAMES
from tests.pages.test_access import CALLS_FOR, address, rows_of
from tests.tables import TOKEN, new_club, new_device, new_match, new_players

TOO_WIDE = """() => {
    for (const folded of document.querySelectorAll("details")) folded.open = true;
    return document.documentElement.scrollWidth > document.documentElement.clientWidth
        || [...document.querySelectorAll(".button, .save, .more, .way, .pick, h1, h2, legend")]
            .filter((text) => text.checkVisibility() && !text.closest(".unseen"))
            .some((text) => text.getBoundingClientRect().right > document.documentElement.clientWidth + 1);
}"""
"""Whether the page can be moved sideways, or a text runs over its edge. The window's own width would not
tell: a phone makes that as wide as what is shown."""
every_language = pytest.mark.parametrize("language", [code for code, _ in settings.LANGUAGES])

WORD = {code: {"word": "САЛО"} if code == "smoking-cat" else {} for code in GAMES}


@pytest.fixture
def club(transactional_db):
    club = new_club()
    new_device(club)
    return club


def tables(club):
    """Each game's table, in each way to enter a deal."""
    Player.objects.create(club=club, name="Di", mark="D", colour=4)
    for code, game in GAMES.items():
        match = new_match(club, code, min(game.seats[-1], 4), key=f"a match of {code}", **WORD[code])
        yield from (f"{reverse('table', args=[club.pk, match.pk])}?way={way.way}" for way in ways(code))


def pages(club):
    """The address of every page, and those of each game: its rules, its start, its tables."""
    rows = rows_of(club) | {"code": "abcdef"}
    yield from (address(name, rows) for name in CALLS_FOR)
    yield from (reverse("rules", args=[code]) for code in GAMES)
    yield from (reverse("start", args=[club.pk, code]) for code in GAMES)
    yield from tables(club)


def is_page(client, address):
    answer = client.get(address)
    return answer.status_code == 200 and answer.getvalue().startswith(b"<!doctype html>")


@pytest.fixture
def speaking(phones, live_server):
    """The smallest phone, in a language, which has joined the club."""

    def speaking(language):
        phone = phones(320, 640, locale=language)
        phone.context.add_cookies([{"name": COOKIE, "value": TOKEN, "url": live_server.url}])
        return phone

    return speaking


def too_wide(phone, pages):
    """Which pages are: what they say is wider than the phone."""
    for page in pages:
        phone.goto(page)
        if phone.evaluate(TOO_WIDE):
            yield page


@every_language
def test_no_page_is_wider_than_the_smallest_phone(speaking, club, language):
    client = Client()
    client.cookies[COOKIE] = TOKEN
    shown = [page for page in pages(club) if is_page(client, page)]
    assert len(shown) > 50
    assert list(too_wide(speaking(language), shown)) == []


@every_language
def test_no_table_is_wider_where_text_is_twice_as_large(speaking, club, language):
    phone = speaking(language)
    phone.add_init_script(
        "addEventListener('DOMContentLoaded', () => document.documentElement.style.fontSize = '200%')"
    )
    new_players(club, 3)
    assert list(too_wide(phone, tables(club))) == []


BEYOND = """places => places.filter((place) => {
    const { left, right } = place.getBoundingClientRect(), seat = place.closest(".seat").getBoundingClientRect();
    return left < seat.left || right > seat.right;
}).length"""
"""How many of the places stand beyond their column."""


@every_language
def test_a_place_beside_words_stays_in_its_column(speaking, club, language):
    match = new_match(club, "scat", new_players(club, 4), lives=1)
    with scorebook.write(club, match.pk) as book:
        book.record(number=1, entry={"thirty_one": ["4"], "knocker": None}, key="all on the dole", by=None)
    phone = speaking(language)
    phone.goto(reverse("table", args=[club.pk, match.pk]))
    assert phone.locator(".lot").count() == 3
    assert phone.locator(".place").evaluate_all(BEYOND) == 0
