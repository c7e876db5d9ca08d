"""What is said of each fault, to whom, and what becomes of what was typed."""

import logging
import sqlite3

import psycopg
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import DatabaseError, InterfaceError, OperationalError, ProgrammingError, connection
from django.test import Client
from django.urls import reverse

from games import archive
from games.access import COOKIE
from games.models import Device, Player, Round
from games.views.unavailable import SAID
from scorekeeper.faults import Fault, fault_of
from tests.pages.conftest import clock, club, keeper
from tests.tables import new_club, new_match

__all__ = ["clock", "club", "keeper"]

on_sqlite = pytest.mark.skipif(connection.vendor != "sqlite", reason="left out: it is about SQLite")


def raised(error, cause):
    error.__cause__ = cause
    return error


def of_sqlite(code):
    cause = sqlite3.OperationalError("something")
    cause.sqlite_errorcode = code
    return raised(OperationalError("something"), cause)


@pytest.mark.parametrize(
    ("exception", "fault"),
    [
        (of_sqlite(sqlite3.SQLITE_FULL), Fault.FULL),
        (of_sqlite(sqlite3.SQLITE_READONLY_DBMOVED), Fault.READ_ONLY),
        (of_sqlite(sqlite3.SQLITE_IOERR_WRITE), Fault.DISK),
        (of_sqlite(sqlite3.SQLITE_CANTOPEN), Fault.DISK),
        (of_sqlite(sqlite3.SQLITE_BUSY_SNAPSHOT), Fault.BUSY),
        (of_sqlite(sqlite3.SQLITE_NOTADB), Fault.DAMAGED),
        (of_sqlite(sqlite3.SQLITE_ERROR), None),
        (raised(OperationalError(), psycopg.errors.DiskFull()), Fault.FULL),
        (raised(OperationalError(), psycopg.errors.LockNotAvailable()), Fault.BUSY),
        (raised(OperationalError(), psycopg.errors.DeadlockDetected()), Fault.BUSY),
        (raised(OperationalError(), psycopg.errors.AdminShutdown()), Fault.GONE),
        (raised(OperationalError(), psycopg.OperationalError("no answer")), Fault.GONE),
        (raised(InterfaceError(), psycopg.InterfaceError("closed")), Fault.GONE),
        (raised(DatabaseError(), psycopg.errors.ReadOnlySqlTransaction()), Fault.READ_ONLY),
        (raised(ProgrammingError(), psycopg.errors.UndefinedTable()), None),
        (OSError(28, "No space left on device"), Fault.FULL),
        (OSError(30, "Read-only file system"), Fault.READ_ONLY),
        (FileNotFoundError(2, "not there"), None),
        (ZeroDivisionError(), None),
        (None, None),
    ],
)
def test_faults_are_told_apart(exception, fault):
    assert fault_of(exception) == fault


def test_there_is_a_sentence_for_each_fault():
    assert set(SAID) == set(Fault)


@pytest.fixture
def match(club):
    return new_match(club)


@pytest.fixture
def breaking(monkeypatch):
    """Let every write of a deal end so."""

    def breaking(exception):
        def write(*_asked):
            raise exception

        monkeypatch.setattr("games.scorebook.write", write)

    return breaking


def record(phone, match, **how):
    fields = {"number": "1", "key": "a key of a form", "way": "quick", "lowest": ["1", "2"], "note": '<b>"'}
    return phone.post(reverse("record", args=[match.club_id, match.pk]), fields, **how)


def test_what_was_typed_stands_on_the_page_and_can_be_sent_again(keeper, match, breaking, monkeypatch):
    with monkeypatch.context():
        breaking(of_sqlite(sqlite3.SQLITE_FULL))
        answer = record(keeper, match)
    page = answer.content.decode()
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "30")
    assert answer.headers["Cache-Control"] == "no-store"
    for field in (
        'name="lowest" value="1"',
        'name="lowest" value="2"',
        'name="note" value="&lt;b&gt;&quot;"',
    ):
        assert page.count(f'<input type="hidden" {field}>') == 1
    assert page.count('value="a key of a form"') == 1
    assert "Nothing was saved." in page


def test_where_it_is_not_known_whether_it_was_saved_that_is_said(keeper, match, breaking):
    breaking(raised(OperationalError(), psycopg.OperationalError("the server closed the connection")))
    page = record(keeper, match).content.decode()
    assert "Nothing was saved." not in page
    assert "what is sent again is saved only once" in page


def test_a_script_gets_the_sentence_alone(keeper, match, breaking):
    breaking(of_sqlite(sqlite3.SQLITE_BUSY))
    answer = record(keeper, match, headers={"HX-Request": "true"})
    assert answer.status_code == 503
    assert answer.headers["Content-Type"].startswith("text/plain")
    assert answer.content.decode() == f"{SAID[Fault.BUSY].text} Nothing was saved."


def test_who_only_looks_is_led_to_look_again(keeper, match, monkeypatch):
    def read(*_asked):
        raise of_sqlite(sqlite3.SQLITE_CANTOPEN)

    monkeypatch.setattr("games.scorebook.read", read)
    answer = keeper.get(reverse("table", args=[match.club_id, match.pk]), {"way": "cards"})
    page = answer.content.decode()
    assert answer.status_code == 503
    assert f'href="{reverse("table", args=[match.club_id, match.pk])}?way=cards"' in page
    assert "saved" not in page.partition("<main")[2]


def test_another_fault_stays_a_fault(keeper, match, breaking):
    breaking(of_sqlite(sqlite3.SQLITE_ERROR))
    phone = Client(raise_request_exception=False)
    phone.cookies = keeper.cookies
    assert record(phone, match).status_code == 500


def test_what_befalls_before_a_page_is_asked_is_told_too(keeper, match, monkeypatch):
    def reads(*_asked, **_more):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("django.middleware.csrf.CsrfViewMiddleware.process_view", reads)
    phone = Client(raise_request_exception=False)
    phone.cookies = keeper.cookies
    answer = record(phone, match)
    assert (answer.status_code, "is full. Nothing was saved." in answer.content.decode()) == (503, True)


def test_the_log_says_what_it_was_in_a_line(keeper, match, breaking, caplog):
    breaking(of_sqlite(sqlite3.SQLITE_FULL))
    with caplog.at_level(logging.ERROR, "games.views.unavailable"):
        record(keeper, match)
    (said,) = (one for one in caplog.records if one.name == "games.views.unavailable")
    assert said.getMessage().endswith("record: something (full)")
    assert said.exc_info is None


@on_sqlite
def test_a_database_that_may_not_grow_takes_nothing_in_halves(keeper, match):
    """As SQLite itself says that the disk is full, and takes back what it had begun."""
    with connection.cursor() as cursor:
        pages = cursor.execute("PRAGMA page_count").fetchone()[0]
        cursor.execute(f"PRAGMA max_page_count = {pages}")
        try:
            long = "B" * 50
            answers = [
                keeper.post(
                    reverse("add-player", args=[match.club_id]),
                    {"name": f"{long} {number}", "key": f"key {number:04}"},
                )
                for number in range(150)
            ]
        finally:
            cursor.execute("PRAGMA max_page_count = 1073741823")
    assert {answer.status_code for answer in answers} == {302, 503}
    added = [answer for answer in answers if answer.status_code == 302]
    assert Player.objects.count() == 3 + len(added)
    told = next(answer for answer in answers if answer.status_code == 503)
    assert "is full. Nothing was saved." in told.content.decode()


def test_a_phone_looks_although_it_cannot_be_noted_that_it_was_here(keeper, match, monkeypatch, clock):
    clock.pass_by(24 * 3650)
    seen = Device.objects.get().seen_at

    def update(*_asked, **_more):
        raise of_sqlite(sqlite3.SQLITE_READONLY)

    monkeypatch.setattr("django.db.models.query.QuerySet.update", update)
    answer = keeper.get(reverse("table", args=[match.club_id, match.pk]))
    assert (answer.status_code, COOKIE in answer.cookies) == (200, False)
    assert Device.objects.get().seen_at == seen
    assert not Round.objects.exists()


def test_a_club_that_finds_no_room_is_told_so(keeper, club, monkeypatch):
    other = new_club("Others")
    file = SimpleUploadedFile("club.json", "".join(archive.written(other)).encode())

    def returned(*_asked):
        yield 0
        raise of_sqlite(sqlite3.SQLITE_FULL)

    monkeypatch.setattr("games.views.whole.returned", returned)
    page = keeper.post(reverse("whole-club", args=[club.pk]), {"file": file}).getvalue().decode()
    assert f"{SAID[Fault.FULL].text} Nothing was written." in page
