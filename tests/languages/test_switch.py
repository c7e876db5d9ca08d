"""The switch in the table's menu, in a real browser."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from games.access import COOKIE
from tests.tables import TOKEN, new_club, new_device, new_match

SAVES = {"uk": "Записати роздачу 1", "ru": "Записать сдачу 1", "ka": "ჩაწერა: დარიგება 1"}


@pytest.fixture
def match(transactional_db):
    club = new_club()
    new_device(club)
    return new_match(club)


def at(phone, live_server, match, query=""):
    phone.context.add_cookies([{"name": COOKIE, "value": TOKEN, "url": live_server.url}])
    phone.goto(f"/club/{match.club_id}/matches/{match.pk}/{query}")
    return phone


def choose(phone, name):
    phone.locator(".menu summary").click()
    phone.get_by_role("button", name=name).click()


def test_another_language_leaves_the_entry_as_it_was(phone, live_server, match):
    at(phone, live_server, match, "?way=quick")
    phone.get_by_role("link", name="Totals").click()
    phone.locator('[name="hands-2"]').fill("17")
    choose(phone, "Українська")

    expect(phone.locator("#save")).to_contain_text(SAVES["uk"])
    assert phone.url.endswith("?way=totals")
    expect(phone.locator('[name="hands-2"]')).to_have_value("17")
    expect(phone.locator("#says")).to_contain_text("Ще 2 руки")


def test_it_works_without_scripts(phones, live_server, match):
    phone = at(phones(java_script_enabled=False), live_server, match, "?way=cards")
    choose(phone, "ქართული")
    assert phone.url.endswith("?way=cards")
    assert SAVES["ka"] in phone.locator("#save").inner_text()


@pytest.mark.parametrize("language", SAVES)
def test_each_language_fits_the_smallest_phone_and_is_open_to_everybody(phones, live_server, match, language):
    phone = phones(320, 568, locale=language)
    for way in ("quick", "totals", "cards"):
        at(phone, live_server, match, f"?way={way}")
        expect(phone.locator("#save")).to_contain_text(SAVES[language])
        assert (
            phone.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") <= 0
        )
        save = phone.locator("#save").bounding_box()
        assert save["x"] >= 0
        assert save["x"] + save["width"] <= 320
    phone.locator(".menu summary").click()
    sizes = [one.bounding_box() for one in phone.locator(".language .way").all()]
    assert all(size["height"] >= 48 and 0 <= size["x"] <= 320 - size["width"] for size in sizes)
    assert Axe().run(phone).response["violations"] == []
