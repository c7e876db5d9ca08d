"""The start of a match on a small phone: what is refused is said in the bar, seen, and taken back once it is mended."""

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from games.access import COOKIE
from tests.tables import TOKEN, new_match, new_players

LONG = "Donaudampfschifffahrtskapitän"


@pytest.fixture
def start(phones, live_server, club):
    """Opens the start of a game on a small phone."""

    def start(game):
        phone = phones(320, 640)
        phone.context.add_cookies([{"name": COOKIE, "value": TOKEN, "url": live_server.url}])
        phone.goto(reverse("start", args=[club.pk, game]))
        return phone

    return start


def says(phone, text, state):
    expect(phone.locator("#says p")).to_have_attribute("data-state", state)
    expect(phone.locator("#says p > :visible")).to_have_text(text)


def test_a_missing_word_is_asked_for_where_it_is_typed(start, club, console):
    new_players(club, 4)
    phone = start("smoking-cat")
    phone.locator("#people .pick").evaluate_all("picks => picks.forEach(pick => pick.click())")
    says(phone, "Ann deals first.", "ready")
    phone.evaluate("scrollTo(0, 1000)")

    phone.locator("[name=start]").tap()

    says(phone, "Which word is played for?", "wrong")
    expect(phone.locator("#wrong-rule-word")).to_be_in_viewport(ratio=1)
    expect(phone.locator("[name=rule-word-typed]")).to_be_focused()
    console.clear()

    phone.keyboard.type("САЛО")

    says(phone, "Ann deals first.", "ready")
    expect(phone.locator("#wrong-rule-word")).to_be_hidden()


def test_a_refused_line_up_follows_who_sits_down(start, club, console):
    new_players(club, 3)
    phone = start("alley-cat")

    phone.locator("[name=start]").tap()

    says(phone, "For 2 players. Nobody is at the table yet.", "wrong")
    console.clear()

    for name in ("Ann", "Bo"):
        phone.locator("#people .pick", has_text=name).tap()

    says(phone, "Ann deals first.", "ready")
    expect(phone.get_by_text("Nobody is at the table yet.")).to_be_hidden()


def test_a_long_word_that_was_played_for_fits(start, club):
    new_match(club, "smoking-cat", players=4, word=LONG)

    phone = start("smoking-cat")

    expect(phone.get_by_text(LONG)).to_be_visible()
    assert phone.evaluate("document.documentElement.scrollWidth") == 320
