"""How many taps it takes, with the line-up in place and the save included. A number here may fall, never rise."""

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from games import scorebook
from games.access import COOKIE
from tests.tables import FRIENDS, TOKEN, lowest, new_match, new_players


class Thumb:
    """Taps, and counts."""

    def __init__(self, page):
        self.page = page
        self.taps = 0

    def tap(self, what):
        what.tap()
        self.taps += 1

    def chip(self, name, value):
        self.tap(
            self.page.locator(".chip").filter(has=self.page.locator(f'[name="{name}"][value="{value}"]'))
        )

    def digits(self, number):
        for digit in str(number):
            self.tap(self.page.locator(f'.keypad [data-key="{digit}"]'))

    def save(self):
        """Save, and see it saved; the taps since the last time."""
        self.tap(self.page.locator("#save"))
        expect(self.page.locator("#heard")).to_contain_text("saved")
        taps, self.taps = self.taps, 0
        return taps


@pytest.fixture
def at(phone, club, live_server):
    """Opens a match's table under the thumb."""
    phone.context.add_cookies([{"name": COOKIE, "value": TOKEN, "url": live_server.url}])

    def sit_down(game, players, way, **rules):
        match = new_match(club, game, players=new_players(club, players), **rules)
        phone.goto(reverse("table", args=[club.pk, match.pk]) + f"?way={way}")
        return Thumb(phone)

    return sit_down


def test_scat(at):
    thumb = at("scat", 3, "quick")
    thumb.chip("knocker", 1)
    thumb.chip("lowest", 2)
    assert thumb.save() == 3
    thumb.chip("thirty_one", 3)
    assert thumb.save() == 2


def test_smoking_cat(at):
    thumb = at("smoking-cat", 4, "quick", word="TONDA")
    thumb.tap(thumb.page.locator(".chip").filter(has_text="Bo"))
    assert thumb.save() == 2


def test_smoking_cat_points(at):
    thumb = at("smoking-cat", 4, "totals", word="TONDA")
    for points in (14, 6, 9):
        thumb.digits(points)
    assert thumb.save() == 5


def test_petukh(at):
    thumb = at("petukh", 4, "tricks")
    for seat, tricks in ((2, 2), (3, 2), (4, 1)):
        thumb.chip(f"tricks-{seat}", tricks)
    assert thumb.save() == 4
    for seat, tricks in ((3, 2), (4, 2), (1, 1)):
        thumb.chip(f"tricks-{seat}", tricks)
    thumb.tap(thumb.page.locator(".opens").filter(has_text="Cy"))
    thumb.chip("boys-3", "simple")
    assert thumb.save() == 6


def test_alley_cat(at):
    thumb = at("alley-cat", 2, "totals")
    thumb.digits(26)
    thumb.digits(14)
    assert thumb.save() == 5


def test_a_trick_of_alley_cat(at):
    thumb = at("alley-cat", 2, "tricks")
    for card in ("KS", "AC"):
        thumb.tap(thumb.page.locator(f'.picker [value="{card}"]'))
    expect(thumb.page.locator("#played")).to_contain_text("12")
    assert thumb.taps == 2


def test_the_same_game_again_and_another_with_the_same_people(at, club, phone):
    thumb = at("scat", 3, "quick", lives=1)
    match = club_match(club)
    for number, loser in enumerate((1, 1, 2, 2), start=1):
        with scorebook.write(club, match.pk) as book:
            book.record(number=number, entry=lowest(loser), key=f"deal-{number}", by=None)
    phone.goto(reverse("club", args=[club.pk]))
    thumb.tap(phone.locator('form[action$="rematch"] button'))
    expect(phone.locator("#save")).to_be_visible()
    assert thumb.taps == 1
    phone.goto(reverse("club", args=[club.pk]))
    thumb.taps = 0
    thumb.tap(phone.locator('[data-game="petukh"] a, a[data-game="petukh"]').first)
    thumb.tap(phone.locator('[name="start"]'))
    expect(phone.locator("#save")).to_be_visible()
    assert thumb.taps == 2


def club_match(club):
    return scorebook.Match.objects.get(club=club)


def test_from_a_first_visit_to_the_first_saved_deal(phone, live_server):
    thumb = Thumb(phone)
    phone.goto(live_server.url)
    phone.locator('[name="name"]').fill("Friday")
    thumb.tap(phone.get_by_role("button", name="Open the club"))
    thumb.tap(phone.locator('[data-game="scat"] a, a[data-game="scat"]').first)
    for name in FRIENDS[:3]:
        phone.locator('[name="name"]').fill(name)
        thumb.tap(phone.get_by_role("button", name="Add", exact=True))
        expect(phone.locator('[name="name"]')).to_have_value("")
    thumb.tap(phone.locator('[name="start"]'))
    thumb.tap(phone.locator(".chip").filter(has_text="knocked").first)
    thumb.tap(phone.locator(".chip").filter(has_text="lowest").last)
    assert thumb.save() <= 10


def test_a_second_tap_on_the_last_save_starts_no_match(at, club, phone):
    thumb = at("scat", 2, "quick", lives=1)
    with scorebook.write(club, club_match(club).pk) as book:
        book.record(number=1, entry=lowest(1), key="deal-number-1", by=None)
    phone.reload()
    animations = phone.context.new_cdp_session(phone)
    animations.send("Animation.enable")
    animations.send("Animation.setPlaybackRate", {"playbackRate": 0})
    thumb.chip("lowest", 1)
    thumb.chip("knocker", 2)
    thumb.tap(phone.locator("#save"))

    again = phone.get_by_role("button", name="Play again")
    again.scroll_into_view_if_needed()
    place = again.bounding_box()
    phone.touchscreen.tap(place["x"] + place["width"] / 2, place["y"] + place["height"] / 2)
    expect(phone.locator(".over h2")).to_be_visible()
    assert scorebook.Match.objects.count() == 1

    animations.send("Animation.setPlaybackRate", {"playbackRate": 1})
    again.tap()
    expect(phone.locator("#save")).to_be_visible()
