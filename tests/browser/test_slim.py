"""The scripts and style sheets do the same without their comments and blanks, as they are served."""

from pathlib import Path

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from games.access import COOKIE
from scorekeeper.storage import SLIM
from tests.tables import TOKEN, new_match

STATIC = Path(__file__).resolve().parents[2] / "static"


@pytest.fixture
def slim(phone, live_server):
    """A phone that is served what is collected, not what lies in `static/`."""

    def serve(route, request):
        path = STATIC / request.url.split("/static/")[1]
        if path.exists() and path.suffix in SLIM:
            kind = "text/css" if path.suffix == ".css" else "text/javascript"
            route.fulfill(body=SLIM[path.suffix](path.read_text()), content_type=kind)
        else:
            route.fallback()

    phone.context.route("**/static/**", serve)
    phone.context.add_cookies([{"name": COOKIE, "value": TOKEN, "url": live_server.url}])
    return phone


def test_points_on_the_keypad_with_the_last_filled_in(slim, club):
    match = new_match(club, "smoking-cat", players=4, word="TONDA")
    slim.goto(reverse("table", args=[club.pk, match.pk]) + "?way=totals")
    for key in ("1", "4", "6", "next", "9"):
        slim.locator(f'.keypad [data-key="{key}"]').tap()
    expect(slim.locator('[name="points-1"]')).to_have_value("4")
    expect(slim.locator("#says")).to_contain_text("Bo takes T.")

    slim.locator("#save").tap()

    expect(slim.locator("#heard")).to_have_text("Deal 1 saved: Bo takes T.")
    slim.reload()
    expect(slim.locator(".round")).to_have_count(1)


def test_cards_from_the_picker_kept_over_a_reload(slim, club):
    match = new_match(club)
    slim.goto(reverse("table", args=[club.pk, match.pk]) + "?way=cards")
    for card in ("2S", "3S", "4S"):
        slim.locator(f'.picker [value="{card}"]').tap()
    expect(slim.locator(".worth").first).to_have_text("9")

    slim.reload()

    expect(slim.locator(".hand").first.locator(".card:not(.slot)")).to_have_count(3)
    expect(slim.locator("#save")).to_contain_text("not saved yet")
    slim.locator(".menu summary").tap()
    slim.locator('[data-theme-choice="night"]').tap()
    expect(slim.locator("html")).to_have_attribute("data-theme", "night")


def test_seats_are_taken_on_the_start_page(slim, club):
    new_match(club)
    slim.goto(reverse("start", args=[club.pk, "scat"]))

    slim.locator("#people .pick").first.tap()

    expect(slim.locator("#seats li")).to_have_count(2)
