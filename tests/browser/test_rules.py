"""The rules at hand: found by a word, read on a small screen and on paper, and the way back to the table."""

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from games.access import COOKIE
from games.scoring import GAMES
from tests.tables import TOKEN, new_match


def test_a_rule_is_found_by_its_heading_else_by_its_text(phone, club):
    phone.goto(reverse("rules", args=["petukh"]))
    contents = phone.locator(".contents a:visible")
    search = phone.get_by_role("searchbox")

    search.fill("NOUGHT")
    expect(contents).to_have_text(["Exactly nought, or over"])
    search.fill("belote")
    expect(contents).to_have_text(["Five trumps, five in a row"])
    search.press("Enter")
    expect(phone.locator("#fives h2")).to_be_in_viewport()
    search.fill("bridge")
    expect(contents).to_have_count(0)
    expect(phone.get_by_text("No rule has that word in it.")).to_be_visible()


@pytest.mark.parametrize("scripts", [True, False])
def test_one_tap_from_the_table_to_the_rules_and_one_back(phones, live_server, club, scripts):
    match = new_match(club, "petukh", players=2, start=5)
    phone = phones(320, 640, java_script_enabled=scripts)
    phone.context.add_cookies([{"name": COOKIE, "value": TOKEN, "url": live_server.url}])
    table = f"{live_server.url}{reverse('table', args=[club.pk, match.pk])}"
    phone.goto(table)

    phone.locator(".reminders a").tap()
    expect(phone.locator("#finishing h2")).to_be_in_viewport()
    phone.locator(".home").tap()
    expect(phone).to_have_url(table)
    phone.get_by_role("link", name="Rules", exact=True).tap()
    expect(phone.locator("#aim h2")).to_be_in_viewport()


@pytest.mark.parametrize("game", GAMES)
def test_the_rules_fit_the_smallest_screen_and_are_black_on_white_on_paper(phones, club, game):
    phone = phones(320, 640, theme="dark")
    phone.goto(reverse("rules", args=[game]))
    assert phone.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") <= 0

    phone.emulate_media(media="print")
    assert not phone.locator(".contents").is_visible()
    assert phone.locator("h1").is_visible()
    colours = "node => [getComputedStyle(node).color, getComputedStyle(node).backgroundColor]"
    assert phone.locator(".drawn").first.evaluate(colours) == ["rgb(0, 0, 0)", "rgb(255, 255, 255)"]


def test_the_rules_of_a_match_are_sent_as_text(phone, live_server, club):
    match = new_match(club)
    phone.context.grant_permissions(["clipboard-read", "clipboard-write"])
    phone.context.add_cookies([{"name": COOKIE, "value": TOKEN, "url": live_server.url}])
    phone.add_init_script("delete Navigator.prototype.canShare")
    phone.goto(reverse("match-rules", args=[club.pk, match.pk]))

    phone.get_by_role("link", name="Send these rules").tap()

    expect(phone.get_by_role("link", name="Copied")).to_be_visible()
    copied = phone.evaluate("navigator.clipboard.readText()")
    assert copied.startswith("Scat")
    assert "– Everybody sits down with 3 pennies.\n" in copied
