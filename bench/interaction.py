"""How long a finger waits at the table: every kind of tap, on a phone four times slower than this machine."""

from __future__ import annotations

import statistics
from collections import defaultdict
from collections.abc import Callable, Iterator

from playwright.sync_api import Locator, Page, sync_playwright

from bench.browser import ARGUMENTS, seated
from bench.club import played
from bench.figures import Bar
from games.models import Club

TURNS = 3
"""So often each kind of tap is done; its median counts."""
LENGTHS = (20, 100)
WAYS = {
    "petukh": ["tricks"],
    "smoking-cat": ["quick", "totals", "cards"],
    "alley-cat": ["totals", "piles", "tricks"],
    "scat": ["quick", "totals", "cards"],
}
TAPS = {
    "chip": ".fields .chip",
    "name that opens": ".fields .opens",
    "fold": ".fields summary",
    "key": ".keypad .key",
    "card": ".picker .card:enabled:not(.suit)",
    "card taken back": ".hand .card",
}
"""What an entry may have to tap."""
MENU = {
    "menu": ".menu summary",
    "night": '[data-theme-choice="night"]',
    "day": '[data-theme-choice="day"]',
    "menu away": ".menu summary",
}
DEALS = {
    "petukh": {"tricks-1": "2", "tricks-2": "2", "tricks-3": "1", "tricks-4": "0"},
    "smoking-cat": {"loser": "2"},
    "alley-cat": {"points-1": "7", "points-2": "3"},
    "scat": {"knocker": "1", "lowest": "2"},
}
"""A whole deal, by the first way of a game."""
OBSERVED = """
let longest = 0;
new PerformanceObserver((list) => {
  for (const { interactionId, duration } of list.getEntries()) if (interactionId) longest = Math.max(longest, duration);
}).observe({ type: "event", durationThreshold: 16 });
window.waited = async () => {
  await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(painted, 100))));
  const waited = longest;
  longest = 0;
  return waited;
};
"""
"""What a browser says of its taps: from the finger to the next paint, in steps of 8 ms; nothing of those below 16."""


def interaction_bars(club: Club, port: int, executable: str) -> Iterator[Bar]:
    """The kind of tap with the longest wait, of all games, in matches of each length."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable, args=ARGUMENTS)
        for rounds in LENGTHS:
            spent: defaultdict[str, list[float]] = defaultdict(list)
            for game in WAYS:
                page = seated(browser, port, played(club, rounds, game))
                page.add_init_script(OBSERVED)
                page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": 4})
                for _ in range(TURNS):
                    for kind, waited in _evening(page, game):
                        spent[f"{kind}, {game}"].append(waited)
                page.context.close()
            waits = {kind: statistics.median(waited) for kind, waited in spent.items()}
            slowest = max(waits, key=waits.__getitem__)
            yield Bar(f"slowest tap of {rounds} rounds: {slowest}", waits[slowest], 100, "ms")
        browser.close()


def _evening(page: Page, game: str) -> Iterator[tuple[str, float]]:
    """Every kind of tap on one table, and how long each was waited for."""
    page.evaluate("localStorage.clear()")
    page.goto(f"{page.url.split('?')[0]}?way={WAYS[game][0]}")
    for kind, selector in MENU.items():
        yield kind, _waited(page, page.locator(selector))
    for way in WAYS[game]:
        link = page.locator(f'.way[href="?way={way}"]')
        if link.count():
            chosen = page.locator(f'.way[href="?way={way}"][aria-current]')
            yield "way", _waited(page, link, chosen.wait_for)
        for kind, selector in TAPS.items():
            tapped = page.locator(f"{selector}:visible")
            if tapped.count():
                yield f"{kind} of {way}", _waited(page, tapped.first)
    page.evaluate("localStorage.clear()")
    page.goto(f"{page.url.split('?')[0]}?way={WAYS[game][0]}")
    _tell(page, DEALS[game])
    yield "save", _waited(page, page.locator("#save"), page.locator('.next [data-kind="saved"]').wait_for)
    undo = page.get_by_role("button", name="Undo")
    yield "undo", _waited(page, undo, page.locator('.next [data-kind="undone"]').wait_for)


def _tell(page: Page, deal: dict[str, str]) -> None:
    for name, value in deal.items():
        chip = page.locator(f'[name="{name}"][value="{value}"]')
        if chip.count():
            chip.set_checked(True, force=True)
        else:
            page.locator(f'[name="{name}"]').fill(value)
    page.locator('#says [data-state="ready"]').wait_for()


def _waited(page: Page, tapped: Locator, then: Callable[[], object] = lambda: None) -> float:
    """Milliseconds from a tap to the next paint, with everything quiet before it."""
    tapped.scroll_into_view_if_needed()
    page.locator("body:not(:has(.htmx-request))").wait_for()
    page.evaluate("waited()")
    tapped.tap()
    then()
    waited: float = page.evaluate("waited()")
    return waited
