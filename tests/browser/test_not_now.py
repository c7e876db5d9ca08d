"""The score cannot be written just now: the phone says why, and what was entered waits and is there once."""

import re
import sqlite3

import pytest
from django.db import OperationalError
from playwright.sync_api import expect

from games import scorebook
from tests.browser.test_offline import deal, match, phone, sit_down, table, waiting, write, written

__all__ = ["match", "phone", "sit_down", "table"]

FULL = "The disk of the machine that keeps the score is full. Nothing was saved."
MEANT = re.compile(r"503|htmx:responseError")


@pytest.fixture
def full_disk(monkeypatch, console):
    """A disk that is full until `end` is called."""

    def full(*_asked):
        cause = sqlite3.OperationalError("database or disk is full")
        cause.sqlite_errorcode = sqlite3.SQLITE_FULL
        raise OperationalError("database or disk is full") from cause

    with monkeypatch.context() as patched:
        patched.setattr(scorebook, "write", full)
        yield patched.undo
    console[:] = [line for line in console if not MEANT.search(line)]


def test_a_deal_waits_while_the_disk_is_full_and_is_sent_once(phone, match, full_disk):
    deal(phone, 2)
    expect(waiting(phone)).to_have_count(1)
    expect(phone.locator(".cut")).to_have_text(FULL)
    assert written(match) == []
    full_disk()
    expect(waiting(phone)).to_have_count(0)
    assert written(match) == ["2"]


def test_an_undo_that_could_not_be_is_told_of_beside_it(sit_down, match, request):
    write(match, 1)
    phone = sit_down()
    end = request.getfixturevalue("full_disk")
    phone.locator(".back button").first.tap()
    expect(phone.locator(".back + .cut")).to_have_text(FULL)
    assert written(match) == ["1"]
    end()
    phone.locator(".back button").first.tap()
    expect(phone.locator(".cut")).to_be_hidden()
    assert written(match) == []
