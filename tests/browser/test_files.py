"""What goes out and comes in, on a phone: match files, the club whole, and sheets for paper."""

import json
from threading import Event

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from games import archive, scorebook
from games.access import COOKIE
from games.models import Device, Match, Player
from games.transfer import match_file
from games.views import whole
from tests.browser.test_looking_back import found, unfold
from tests.browser.test_looks import SMALLEST, sideways
from tests.tables import TOKEN, new_club, new_match

TARGETS = "main :is(a.button, button, .pick)"


@pytest.fixture
def match(club):
    """A Smoking Cat of five: somebody sat out, a deal was struck."""
    match = new_match(club, "smoking-cat", players=5, word="телефон")
    with scorebook.write(club, match.pk) as book:
        for number, loser in enumerate("1234", start=1):
            entry = {"verdict": loser, "sitting_out": ["5"]}
            book.record(number=number, entry=entry, key=f"the deal {number}", by=None)
        book.strike(book.rounds[2], key="the striking", by=None)
    return match


@pytest.fixture
def visit(live_server):
    def visit(phone, address):
        phone.context.add_cookies([{"name": COOKIE, "value": TOKEN, "url": live_server.url}])
        phone.goto(address)
        return phone

    return visit


def look(phone, name):
    """Nothing keeps anybody from reading and touching the page."""
    unfold(phone)
    assert (name, found(phone)) == (name, [])
    assert (name, sideways(phone) <= 0) == (name, True)
    assert (name, phone.locator(TARGETS).evaluate_all(SMALLEST)) == (name, [])


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_pages_of_files_and_paper_are_open_to_everybody(phones, visit, match, theme):
    phone = phones(320, 640, theme=theme)
    pages = {name: reverse(name, args=[match.club_id]) for name in ("bring-in", "whole-club")}
    pages["match-paper"] = reverse("match-paper", args=[match.club_id, match.pk])
    pages |= {game: f"{reverse('blank-sheet', args=[game])}?players=5" for game in ("smoking-cat", "scat")}
    for name, address in pages.items():
        look(visit(phone, address), name)


def test_a_struck_deal_stands_in_its_columns_on_paper(phone, visit, match):
    visit(phone, reverse("match-paper", args=[match.club_id, match.pk]))
    columns = "row => [...row.cells].map(cell => Math.round(cell.getBoundingClientRect().left))"
    struck = phone.locator(".ruled .struck").evaluate(columns)
    assert struck == phone.locator(".ruled tbody tr").nth(1).evaluate(columns)


def test_matches_come_in_once_they_were_looked_at(phones, visit, club, match):
    phone = phones(320, 640)
    text = json.dumps(match_file(scorebook.read(club, match.pk))).replace(
        '"Bo"', '"Bo with a long long name"'
    )
    visit(phone, reverse("bring-in", args=[club.pk]))
    phone.get_by_label("Or pasted").fill(f"{text}\n{{}}")
    phone.get_by_role("button", name="Look at it").tap()
    expect(phone.get_by_role("heading", name="1 match can be brought in")).to_be_visible()
    look(phone, "coming")
    phone.get_by_role("button", name="Bring them in").tap()
    expect(phone.get_by_role("status")).to_contain_text("1 match came in.")
    assert Match.objects.filter(club=club).count() == 2


def test_a_club_comes_back_behind_a_page_that_says_so(phones, visit, club, match, tmp_path):
    file = tmp_path / "club.json"
    file.write_text("".join(archive.written(club)))
    new = new_club("New")
    Device.objects.filter(club=club).update(club=new)
    phone = phones(320, 640)
    visit(phone, reverse("whole-club", args=[new.pk]))
    phone.get_by_label("The file of a club").set_input_files(file)
    phone.get_by_role("button", name="Bring it back").tap()
    expect(phone.get_by_role("status")).to_have_text("The club is restored.")
    look(phone, "restoring")
    phone.get_by_role("link", name="To the club", exact=True).tap()
    expect(phone.get_by_role("heading", name="Friday")).to_be_visible()
    assert Player.objects.filter(club=new).count() == 5


def test_how_far_a_club_is_restored_is_seen_meanwhile(phone, visit, club, match, tmp_path, monkeypatch):
    seen = Event()

    def returned(club, told):
        yield from (1, 2)
        seen.wait(10)
        yield 3

    monkeypatch.setattr(whole, "returned", returned)
    told = json.loads("".join(archive.written(club)))
    told["matches"] = [told["matches"][0] | {"key": f"the match {number}"} for number in range(3)]
    file = tmp_path / "club.json"
    file.write_text(json.dumps(told))
    new = new_club("New")
    Device.objects.filter(club=club).update(club=new)
    visit(phone, reverse("whole-club", args=[new.pk]))
    phone.get_by_label("The file of a club").set_input_files(file)
    phone.get_by_role("button", name="Bring it back").tap(no_wait_after=True)
    expect(phone.get_by_text("Written: 2 of 3")).to_be_visible()
    expect(phone.locator("progress:visible")).to_have_count(1)
    expect(phone.get_by_text("Stay here")).to_be_visible()
    seen.set()
    expect(phone.get_by_role("status")).to_have_text("The club is restored.")
    expect(phone.locator("progress:visible")).to_have_count(0)
    expect(phone.get_by_text("Stay here")).to_be_hidden()
