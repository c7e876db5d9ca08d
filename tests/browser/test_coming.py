"""Two phones: one opens a club, the other comes in, by the code and by the link."""

from urllib.parse import urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from games.access import COOKIE
from games.models import Device, Role
from tests.browser.test_looks import SMALLEST, sideways
from tests.browser.test_taps import Thumb
from tests.tables import TOKEN, new_players

LOOKS = [(320, "dark"), (390, "light")]


@pytest.fixture(params=LOOKS, ids=["320 by night", "390 by day"])
def small(phones, request):
    """Makes phones of one size and theme."""
    width, theme = request.param
    return lambda: phones(width, 740, theme=theme)


def fits(phone):
    """Nothing is cut off, too small for a thumb, or closed to anybody."""
    assert sideways(phone) <= 0
    targets = phone.locator(".page :is(a.button, button, summary, input:not([type=hidden]), .chip, .list a)")
    assert targets.evaluate_all(SMALLEST) == []
    found = Axe().run(phone).response["violations"]
    assert [(one["id"], node["html"]) for one in found for node in one["nodes"]] == []


def test_a_club_is_opened_and_a_friend_comes_in_by_the_spoken_code(small, live_server):
    ann = small()
    ann.goto("/")
    fits(ann)
    ann.get_by_label("What do you call your circle?").fill("Friday at O'Neil's")
    ann.get_by_role("button", name="Open the club").tap()
    thumb = Thumb(ann)
    thumb.tap(ann.get_by_role("link", name="Let others look on, or write"))
    code = ann.locator("details[open] .code").inner_text()
    assert thumb.taps == 1
    fits(ann)

    bo = small()
    bo.goto("/")
    thumb = Thumb(bo)
    thumb.tap(bo.get_by_label("Have you been given a code?"))
    bo.keyboard.type(f"{code[:3]} {code[3:]}".lower())
    bo.keyboard.press("Enter")
    expect(bo.get_by_role("heading", level=1)).to_have_text("Friday at O'Neil's")
    expect(bo.get_by_text("Enters and corrects deals.")).to_be_visible()
    fits(bo)
    thumb.tap(bo.get_by_role("button", name="Come in"))
    expect(bo.get_by_text("What do you play?")).to_be_visible()
    assert thumb.taps == 2

    ann.reload()
    expect(ann.locator(".list li")).to_have_count(2)


def test_a_link_that_cannot_be_copied_is_chosen_to_be_copied_by_hand(small, club, live_server):
    ann = small()
    ann.context.add_cookies([{"name": COOKIE, "value": TOKEN, "url": live_server.url}])
    ann.add_init_script(
        "delete Navigator.prototype.canShare; delete Navigator.prototype.clipboard; document.execCommand = () => false"
    )
    ann.goto(f"/club/{club.pk}/phones/")
    ann.locator("summary", has_text="Watcher").tap()

    ann.get_by_role("link", name="Send the link").tap()

    expect(ann.locator("details[open] input")).to_be_focused()
    expect(ann.get_by_role("link", name="Copied")).to_have_count(0)
    assert ann.evaluate("getSelection().toString()") == ann.locator("details[open] input").input_value()


def test_a_friend_comes_in_by_the_link_and_says_who_he_is(small, club, live_server):
    new_players(club, 3)
    ann, bo = small(), small()
    ann.context.add_cookies([{"name": COOKIE, "value": TOKEN, "url": live_server.url}])
    ann.context.grant_permissions(["clipboard-read", "clipboard-write"])
    ann.add_init_script("delete Navigator.prototype.canShare")
    ann.goto(f"/club/{club.pk}/phones/")
    ann.locator("summary", has_text="Watcher").tap()
    link = ann.locator("details[open] input").input_value()
    ann.get_by_role("link", name="Send the link").tap()
    expect(ann.get_by_role("link", name="Copied")).to_be_visible()
    assert ann.evaluate("navigator.clipboard.readText()") == link
    assert urlsplit(link).hostname != "localhost"

    thumb = Thumb(bo)
    bo.goto(urlsplit(link).path)
    thumb.tap(bo.locator(".chip", has_text="Bo"))
    thumb.tap(bo.get_by_role("button", name="Come in"))
    expect(bo.locator(".people li", has_text="Bo")).to_contain_text("you")
    assert thumb.taps == 2
    assert Device.objects.get(role=Role.WATCHER).name == "Bo's phone"

    bo.goto(urlsplit(link).path)
    expect(bo.get_by_role("heading", level=1)).to_have_text(club.name)
    bo.locator(".menu summary").tap()
    bo.get_by_role("link", name="This phone").tap()
    expect(bo.get_by_label("What is this phone called?")).to_have_value("Bo's phone")
    fits(bo)

    ann.reload()
    ann.get_by_role("link", name="Bo's phone").tap()
    expect(ann.get_by_label("What it is called")).to_have_value("Bo's phone")
    fits(ann)
    ann.get_by_role("link", name="Remove it from the club").tap()
    remove = ann.get_by_role("button", name="Remove")
    expect(remove).to_be_visible()
    fits(ann)
    remove.tap()
    expect(ann.locator(".list li")).to_have_count(1)
    bo.goto("/")
    expect(bo.get_by_label("Have you been given a code?")).to_be_visible()
    expect(bo.get_by_text(club.name)).to_have_count(0)


def test_a_lost_keeper_comes_back_by_what_was_printed(small, club, live_server, console):
    ann = small()
    ann.context.add_cookies([{"name": COOKIE, "value": TOKEN, "url": live_server.url}])
    ann.goto(f"/club/{club.pk}/phones/recovery")
    fits(ann)
    ann.get_by_role("button", name="Show the code").tap()
    printed = ann.locator(".paper").inner_text()
    expect(ann.get_by_role("button", name="Print")).to_be_visible()
    fits(ann)

    new = small()
    new.goto("/join/zzzzzz")
    expect(new.locator("#wrong-code")).to_contain_text("That is no code")
    fits(new)
    new.get_by_label("Have you been given a code?").fill(printed)
    new.get_by_role("button", name="Come in").tap()
    expect(new.get_by_role("link", name="Let others look on, or write")).to_be_visible()
    assert Device.objects.filter(club=club, role=Role.KEEPER).count() == 2
    console.clear()
