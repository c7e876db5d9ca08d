"""What any test may ask for: phones that play in a real browser, and examples drawn alike everywhere."""

import os
import re
import shutil
from collections import Counter
from threading import Condition

import pytest
from django.core.signals import request_finished, request_started
from django.db import connection
from hypothesis import HealthCheck
from hypothesis import settings as drawing
from playwright.sync_api import sync_playwright

CHROMIUMS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
CHROMIUM = os.environ.get("SCOREKEEPER_CHROMIUM") or next(filter(None, map(shutil.which, CHROMIUMS)), None)
WITHOUT = f"found no Chromium: none of {', '.join(CHROMIUMS)}, and SCOREKEEPER_CHROMIUM names none"
REQUIRED = os.environ.get("SCOREKEEPER_REQUIRE", "").split()
CHROMIUM_ARGUMENTS = [
    "--no-sandbox",
    "--disable-quic",
    "--disable-background-networking",
    "--disable-component-update",
    "--no-first-run",
    "--disable-sync",
]
# A worker would answer in place of what a test puts in the way of requests: who tests it allows it.
PHONE = {
    "device_scale_factor": 2,
    "has_touch": True,
    "is_mobile": True,
    "locale": "en",
    "service_workers": "block",
}
PATIENCE = 10_000  # milliseconds, on a machine that does other things too

# What htmx says of a check that is given up for a newer one, and Playwright of a worker, as is meant to be.
MEANT = re.compile(r"error: htmx:(afterRequest|sendAbort), .*|warning: Service Worker registration .*")

failed = pytest.StashKey[bool]()

# How fast a machine is says nothing of the code. Where many wait for the result, the same examples each time.
drawing.register_profile(
    "table", deadline=None, print_blob=True, suppress_health_check=[HealthCheck.too_slow]
)
drawing.register_profile("ci", drawing.get_profile("table"), derandomize=True)
drawing.load_profile("ci" if os.environ.get("CI") else "table")


def pytest_configure(config):
    if "postgresql" in REQUIRED and connection.vendor != "postgresql":
        raise pytest.UsageError("A PostgreSQL is required, and DATABASE_URL names none.")


def pytest_terminal_summary(terminalreporter):
    if connection.vendor != "postgresql":
        terminalreporter.write_line("Left out: all of it on a PostgreSQL, for DATABASE_URL names none.")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    """Marks the tests that play in a browser, so that none has to say so, and leaves them out without one."""
    for item in items:
        if "browser" in item.fixturenames:
            item.add_marker("browser")
            if CHROMIUM is None and "browser" not in REQUIRED:
                item.add_marker(pytest.mark.skip(reason=f"left out: {WITHOUT}"))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item):
    report = yield
    if report.failed:
        item.stash[failed] = True
    return report


@pytest.fixture(scope="session")
def browser():
    """Chromium, one for all tests of a process."""
    if CHROMIUM is None:
        pytest.fail(WITHOUT)
    with pytest.MonkeyPatch.context() as patch, sync_playwright() as playwright:
        # Playwright's loop runs in the tests' thread, and Django takes that for asynchronous code.
        patch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=CHROMIUM_ARGUMENTS)
        yield chromium
        chromium.close()


@pytest.fixture
def console():
    """What the phones' consoles said: nothing, at a test's end. Who provokes a message takes it out again."""
    return []


@pytest.fixture
def answered(live_server, transactional_db):
    """Waits, at a test's end, until all that was asked is answered: the tables are emptied only then."""
    changed, asked = Condition(), Counter()

    def note(signal, **_told):
        with changed:
            asked[signal] += 1
            changed.notify_all()

    for signal in (request_started, request_finished):
        signal.connect(note)
    yield
    with changed:
        assert changed.wait_for(lambda: asked[request_started] <= asked[request_finished], PATIENCE / 1000)
    for signal in (request_started, request_finished):
        signal.disconnect(note)


@pytest.fixture
def phones(browser, live_server, answered, console, request):
    """Makes phones, each a page with cookies and storage of its own: `phones(320, 640, theme="dark")`.

    Further options are those of a Playwright context. When a test fails, what its phones showed is kept in
    test-results/.
    """
    contexts = []

    def hear(text):
        if not MEANT.fullmatch(text):
            console.append(text)

    def phone(width=360, height=740, theme="light", **options):
        context = browser.new_context(
            base_url=live_server.url,
            viewport={"width": width, "height": height},
            color_scheme=theme,
            **(PHONE | options),
        )
        context.set_default_timeout(PATIENCE)
        context.on("console", lambda message: hear(f"{message.type}: {message.text}"))
        context.on("weberror", lambda uncaught: console.append(f"uncaught: {uncaught.error}"))
        contexts.append(context)
        return context.new_page()

    yield phone

    if request.node.stash.get(failed, False):
        name = re.sub(r"\W+", "-", request.node.nodeid.removeprefix("tests/"))
        for number, page in enumerate(page for context in contexts for page in context.pages):
            page.screenshot(path=request.config.rootpath / "test-results" / f"{name}{number}.png")
    for context in contexts:
        context.close()
    assert console == []


@pytest.fixture
def phone(phones):
    """One phone of 360 by 740, by day."""
    return phones()
