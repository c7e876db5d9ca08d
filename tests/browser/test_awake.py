"""The screen is kept awake while a match goes on, and let go when it should be."""

import re

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from games import scorebook
from games.access import COOKIE
from tests.tables import TOKEN, lowest, new_club, new_device, new_match

FAKE = """
window.locks = [];
navigator.__defineGetter__("wakeLock", () => ({
  async request() {
    const lock = Object.assign(new EventTarget(), {
      released: false,
      async release() { this.released = true; this.dispatchEvent(new Event("release")); },
    });
    locks.push(lock);
    return lock;
  },
}));
"""
WITHOUT = 'navigator.__defineGetter__("wakeLock", () => undefined);'
REFUSING = 'navigator.__defineGetter__("wakeLock", () => ({ request: () => Promise.reject() }));'


@pytest.fixture
def match(live_server):
    club = new_club()
    new_device(club)
    return new_match(club, lives=1)


@pytest.fixture
def at_the_table(phone, match, live_server):
    phone.context.add_cookies([{"name": COOKIE, "value": TOKEN, "url": live_server.url}])
    phone.context.add_init_script(FAKE)
    phone.clock.install()
    return phone


def address(match, name):
    return reverse(name, args=[match.club_id, match.pk])


def test_the_screen_is_held_let_go_after_quiet_minutes_and_taken_up_again(at_the_table, match):
    at_the_table.goto(address(match, "table"))
    at_the_table.locator(".menu summary").tap()
    said = at_the_table.locator("[data-awake]")
    expect(said).to_have_text("The screen stays awake.")
    at_the_table.clock.fast_forward("11:00")
    expect(said).to_have_text("The screen may go dark.")
    at_the_table.locator("h1").tap()
    expect(said).to_have_text("The screen stays awake.")


def test_a_lock_that_the_phone_takes_away_is_taken_up_on_return(at_the_table, match):
    at_the_table.goto(address(match, "table"))
    at_the_table.locator(".menu summary").tap()
    said = at_the_table.locator("[data-awake]")
    expect(said).to_have_text("The screen stays awake.")
    at_the_table.evaluate("locks.at(-1).release()")
    expect(said).to_have_text("The screen may go dark.")

    at_the_table.evaluate("document.dispatchEvent(new Event('visibilitychange'))")

    expect(said).to_have_text("The screen stays awake.")
    assert at_the_table.evaluate("locks.length") == 2


@pytest.mark.parametrize("browser_with", [WITHOUT, REFUSING])
def test_it_is_said_where_the_screen_cannot_be_kept_awake(phone, match, live_server, browser_with):
    phone.context.add_cookies([{"name": COOKIE, "value": TOKEN, "url": live_server.url}])
    phone.context.add_init_script(browser_with)

    phone.goto(address(match, "table"))
    phone.locator(".menu summary").tap()

    expect(phone.locator("[data-awake]")).to_have_text("This browser does not keep the screen awake.")


def test_a_real_browser_says_what_it_does(phone, match, live_server):
    phone.context.add_cookies([{"name": COOKIE, "value": TOKEN, "url": live_server.url}])

    phone.goto(address(match, "table"))
    phone.locator(".menu summary").tap()

    held = phone.evaluate("navigator.wakeLock.request('screen').then(() => true, () => false)")
    said = "The screen stays awake." if held else "This browser does not keep the screen awake."
    expect(phone.locator("[data-awake]")).to_have_text(said)


def test_the_screen_is_let_go_at_the_end(at_the_table, match):
    for number, loser in enumerate((1, 1, 2, 2), start=1):
        with scorebook.write(match.club, match.pk) as book:
            book.record(number=number, entry=lowest(loser), key=f"deal-{number}", by=None)
    at_the_table.goto(address(match, "table"))
    at_the_table.locator(".menu summary").tap()
    expect(at_the_table.locator("[data-awake]")).to_have_text("The screen may go dark.")


def test_a_phone_in_the_middle_shows_every_figure_and_follows(at_the_table, match):
    at_the_table.goto(address(match, "lying"))
    figures = at_the_table.locator(".side b")
    expect(figures).to_have_text(["1", "1", "1"])
    with scorebook.write(match.club, match.pk) as book:
        book.record(number=1, entry=lowest(2), key="the-first-deal", by=None)
    at_the_table.clock.run_for(3000)
    expect(figures).to_have_text(["1", "on the dole", "1"])
    expect(at_the_table.locator("#lying")).not_to_have_class(re.compile("htmx-"))  # else it stirs only now
    at_the_table.clock.fast_forward("11:00")
    expect(at_the_table.locator("html[data-idle]")).to_be_attached()
    wide = at_the_table.evaluate(
        "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    )
    tall = at_the_table.evaluate("document.documentElement.scrollHeight - innerHeight")
    assert (wide, tall) == (0, 0)
