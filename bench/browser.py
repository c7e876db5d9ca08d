"""What a phone's owner waits for: a real Chromium, plain and slowed down."""

from __future__ import annotations

import os
import shutil
import statistics
from collections.abc import Iterator

from playwright.sync_api import Browser, CDPSession, Page, sync_playwright

from bench.club import TOKEN, played
from bench.figures import Bar, address
from games.access import COOKIE
from games.models import Club, Match

CHROMIUMS = ("chromium", "chromium-browser", "google-chrome")
ARGUMENTS = [
    "--no-sandbox",
    "--disable-quic",
    "--disable-background-networking",
    "--disable-component-update",
]
SLOW_4G = {"offline": False, "latency": 150, "downloadThroughput": 1.6e6 / 8, "uploadThroughput": 750e3 / 8}
DEALS = 10
PAINTED = """
() => new Promise((painted) => {
  const begun = performance.now();
  document.addEventListener("htmx:afterSettle", function settled({ target }) {
    if (target.id !== "table") return; // a check, which settles too
    document.removeEventListener("htmx:afterSettle", settled);
    requestAnimationFrame(() => setTimeout(() => painted(performance.now() - begun)));
  });
  document.querySelector("#save").click();
})
"""
HEARD = """
document.addEventListener("htmx:afterSettle", ({ target }) => {
  if (target.id !== "table") return;
  window.heard = new Promise((painted) => requestAnimationFrame(() => setTimeout(() => painted(Date.now()))));
})
"""
TAPPED = """
() => {
  document.querySelector("#save").click();
  return Date.now();
}
"""
APART = 110
"""Milliseconds, so that deals are not all saved in the same moment between two polls."""


def chromium() -> str | None:
    """Where a Chromium is, if there is one."""
    return os.environ.get("SCOREKEEPER_CHROMIUM") or next(filter(None, map(shutil.which, CHROMIUMS)), None)


def painted_bars(club: Club, port: int, executable: str) -> Iterator[Bar]:
    """From the tap on save to the own board painted: plain, and by slow 4G with a CPU slowed four times."""
    match = played(club, 18)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable, args=ARGUMENTS)
        page = seated(browser, port, match)
        yield Bar("save to own board painted", _saving(page), 100, "ms")
        _slow_down(page.context.new_cdp_session(page))
        yield Bar("the same by slow 4G, CPU slowed 4 times", _saving(page), 900, "ms")
        browser.close()


def seen_bars(club: Club, port: int, executable: str) -> Iterator[Bar]:
    """From the tap on save to the board of another phone painted."""
    match = played(club, 17)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable, args=ARGUMENTS)
        writing, looking = seated(browser, port, match), seated(browser, port, match)
        looking.evaluate(HEARD)
        spent = []
        for deal in range(DEALS):
            _fill_in(writing)
            writing.wait_for_timeout(deal * APART)
            tapped = writing.evaluate(TAPPED)
            looking.get_by_role("button", name=f"Save deal {18 + deal + 1}").wait_for()
            spent.append(looking.evaluate("heard") - tapped)
        browser.close()
    yield Bar("save to another phone's board painted", statistics.median(spent), 1000, "ms")
    yield Bar("the longest of them", max(spent), 2000, "ms")


def seated(browser: Browser, port: int, match: Match) -> Page:
    """A phone at the table."""
    context = browser.new_context(
        viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True, device_scale_factor=2
    )
    site = f"http://127.0.0.1:{port}"
    context.add_cookies([{"name": COOKIE, "value": TOKEN, "url": site}])
    page = context.new_page()
    page.goto(site + address(match))
    return page


def _saving(page: Page) -> float:
    spent: list[float] = []
    for _ in range(DEALS):
        _fill_in(page)
        spent.append(page.evaluate(PAINTED))
    return statistics.median(spent)


def _fill_in(page: Page) -> None:
    """Everything of a deal but the tap on save."""
    for seat, tricks in ((1, 2), (2, 2), (3, 1), (4, 0)):
        page.locator(f'input[name="tricks-{seat}"][value="{tricks}"]').set_checked(True, force=True)
    page.locator('#says [data-state="ready"]').wait_for()


def _slow_down(session: CDPSession) -> None:
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions", SLOW_4G)
    session.send("Emulation.setCPUThrottlingRate", {"rate": 4})
