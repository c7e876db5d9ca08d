"""Every page, and every state of the table, is open to everybody: axe finds nothing by day or by night."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.urls import reverse
from playwright.sync_api import expect

from games import scorebook
from games.access import COOKIE
from games.models import Device
from games.scoring import GAMES
from tests.tables import TOKEN, lowest, new_match


@pytest.fixture(params=["light", "dark"])
def visit(phones, live_server, request):
    """Opens a page, by its name, on the phone of who keeps the club."""
    phone = phones(320, 640, theme=request.param)
    phone.context.add_cookies([{"name": COOKIE, "value": TOKEN, "url": live_server.url}])

    def visit(name, *args):
        phone.goto(reverse(name, args=args))
        return phone

    return visit


def barriers(phone):
    """What axe finds: the rule, and where."""
    found = Axe().run(phone).response["violations"]
    return [(one["id"], node["html"]) for one in found for node in one["nodes"]]


def deals(club, match, *entries):
    device = Device.objects.get(club=club)
    with scorebook.write(club, match.pk) as book:
        first = len(book.live) + 1
        for number, entry in enumerate(entries, start=first):
            book.record(number=number, entry=entry, key=f"the deal {number}", by=device)
        return book.rounds


def test_the_pages_of_a_club(visit, club):
    new_match(club)

    assert barriers(visit("home")) == []
    for name in ("club", "matches", "players"):
        assert barriers(visit(name, club.pk)) == []


@pytest.mark.parametrize("game", GAMES)
def test_the_start_of_a_game_and_its_refusal(visit, club, console, game):
    new_match(club, "alley-cat", players=2)
    phone = visit("start", club.pk, game)
    phone.locator(".every summary").tap()
    assert barriers(phone) == []

    phone.locator("#people [aria-pressed=true]").evaluate_all("chips => chips.forEach(chip => chip.click())")
    phone.locator("[name=start]").tap()

    expect(phone.locator("#says p")).to_have_attribute("data-state", "wrong")
    assert barriers(phone) == []
    console.clear()


def test_a_refusal_beside_its_field_and_after_saving(visit, club, console):
    match = new_match(club)
    phone = visit("table", club.pk, match.pk)
    for name, value in {"lowest": "2", "thirty_one": "3", "knocker": "1"}.items():
        phone.locator(f'.chip:has([name="{name}"][value="{value}"])').tap()
    expect(phone.locator("#wrong-lowest")).not_to_be_empty()
    assert barriers(phone) == []

    phone.locator("#save").tap()

    expect(phone.locator("#wrong-lowest")).not_to_be_empty()
    assert barriers(phone) == []
    console.clear()


def test_a_deal_that_another_phone_wrote_first(visit, club, console):
    match = new_match(club)
    phone = visit("table", club.pk, match.pk)
    deals(club, match, lowest(3, knocker=1))
    for name, value in {"lowest": "2", "knocker": "1"}.items():
        phone.locator(f'.chip:has([name="{name}"][value="{value}"])').tap()

    phone.locator("#save").tap()

    expect(phone.locator(".conflict")).to_be_visible()
    assert barriers(phone) == []
    console.clear()


def test_a_deal_its_correction_and_what_that_would_change(visit, club):
    match = new_match(club)
    round, *_ = deals(club, match, lowest(2, knocker=1), lowest(3, 1, knocker=2))
    assert barriers(visit("round", club.pk, match.pk, round.pk)) == []
    phone = visit("correct", club.pk, match.pk, round.pk)
    assert barriers(phone) == []
    phone.locator('.chip:has([name="lowest"][value="3"])').tap()

    phone.locator("#save").tap()

    expect(phone.locator(".shifts")).to_be_visible()
    assert barriers(phone) == []


def test_what_was_just_saved_and_who_is_on_the_dole(visit, club):
    match = new_match(club, lives=1)
    phone = visit("table", club.pk, match.pk)
    for name, value in {"lowest": "2", "knocker": "1"}.items():
        phone.locator(f'.chip:has([name="{name}"][value="{value}"])').tap()

    phone.locator("#save").tap()

    expect(phone.locator(".notice")).to_be_visible()
    expect(phone.locator(".reminders")).to_be_visible()
    phone.locator(".menu summary").tap()
    assert barriers(phone) == []


def test_the_end_of_a_match_and_the_way_back(visit, club):
    match = new_match(club, lives=1, free_ride=False)
    assert barriers(visit("end", club.pk, match.pk)) == []
    deals(club, match, lowest(1, 2, knocker=3))

    phone = visit("table", club.pk, match.pk)

    expect(phone.locator(".over")).to_be_visible()
    assert barriers(phone) == []
    assert barriers(visit("reopen", club.pk, match.pk)) == []


def test_a_phone_that_lies_in_the_middle(visit, club):
    match = new_match(club, lives=1, free_ride=False)
    assert barriers(visit("lying", club.pk, match.pk)) == []

    deals(club, match, lowest(1, knocker=3))
    assert barriers(visit("lying", club.pk, match.pk)) == []

    deals(club, match, lowest(2, knocker=3))
    phone = visit("lying", club.pk, match.pk)
    expect(phone.locator(".won")).to_be_visible()
    assert barriers(phone) == []


@pytest.mark.parametrize("game", GAMES)
def test_the_rules_of_a_game(visit, club, game):
    assert barriers(visit("rules", game)) == []


def test_the_rules_of_a_match(visit, club):
    match = new_match(club, three_of_a_kind=30)
    assert barriers(visit("match-rules", club.pk, match.pk)) == []


def test_a_page_that_is_not_there(visit, club, console):
    phone = visit("table", club.pk, 404)

    expect(phone.get_by_role("heading").first).to_be_visible()
    assert barriers(phone) == []
    console.clear()
