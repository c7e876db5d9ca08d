"""A disk that is full, or may not be written to: who saves is told, nothing is half written, and one can still look."""

import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing, contextmanager

import pytest

from tests.faults.conftest import TRICKS, House
from tests.test_starting import ROOT, START_SECONDS

pytestmark = pytest.mark.server

MEASURED_DISK = """
set -e
mkdir -p "$1" && mount -t tmpfs -o size=3m none "$1" && cp -a "$0/." "$1"
shift
exec "$@"
"""
"""Copies a folder to a small disk that nobody else sees, and starts something there."""


def told(answer, sentence):
    status, headers, page = answer
    assert (status, sentence in page) == (503, True), page
    assert int(headers["Retry-After"]) > 0
    return page


def is_next(server, number, match):
    """What was refused can be sent again, once there is room, and is there once."""
    for _ in range(2):
        assert server.save(number, TRICKS, match)[0] == 302
    assert server.next_number(match) == number + 1


def test_a_disk_that_takes_no_more_is_told_of_and_nothing_is_half_written(server):
    assert server.save(server.next_number(), TRICKS)[0] == 302
    number = server.next_number()
    with server.without_room():
        page = told(server.save(number, TRICKS), "is full.")
        assert told(server.save(number, TRICKS, script=True), "is full.").count(".") == 2
        assert server.ask("GET", server.table())[0] == 200
        assert server.next_number() == number
    for name, value in {"tricks-1": 2, "tricks-2": 3, "number": number, "way": "tricks"}.items():
        assert f'<input type="hidden" name="{name}" value="{value}">' in page
    is_next(server, number, match=1)
    server.house.check_totals()


@contextmanager
def small_disk(house, tmp_path):
    """A server of the house's club, on a disk of 3 MB that only it sees."""
    alone = (
        ["unshare", "--mount"] if os.geteuid() == 0 else ["unshare", "--user", "--map-root-user", "--mount"]
    )
    unshare = shutil.which("unshare")
    if (
        not unshare
        or subprocess.run([*alone, "mount", "-t", "tmpfs", "none", tmp_path], check=False).returncode
    ):
        pytest.skip("left out: nobody here may mount a small disk")
    inside = House.beside(house, tmp_path / "small")
    start = [*alone, "sh", "-c", MEASURED_DISK, str(house.folder), str(inside.folder)]
    with inside.open(*start) as server:
        inside.elsewhere = server.root / str(inside.folder)[1:]
        yield server


def room(file):
    """The bytes that its disk has left."""
    disk = os.statvfs(file)
    return disk.f_bfree * disk.f_bsize


def test_a_full_disk_is_called_full(house, tmp_path):
    with small_disk(house, tmp_path) as server:
        number = server.next_number(2)
        filler = server.house.elsewhere / "filler"
        with filler.open("wb", buffering=0) as file:
            while room(filler):
                file.write(bytes(min(room(filler), 4096)))
        answers = [server.save(number + ahead, TRICKS, match=2) for ahead in range(20)]
        written = [status for status, _, _ in answers].index(503)  # into pages that were there already
        told(answers[written], "The disk of the machine that keeps the score is full. Nothing was saved.")
        filler.unlink()
        is_next(server, number + written, match=2)


WITHOUT_MIGHT = ["setpriv", "--bounding-set=-dac_override,-dac_read_search"] if os.geteuid() == 0 else []
"""root writes wherever it likes, unless it gives up the right to."""


@pytest.fixture
def read_only(house, tmp_path):
    """A copy of the house that nobody may write to."""
    if WITHOUT_MIGHT and not shutil.which("setpriv"):
        pytest.skip("left out: root may write anywhere, and setpriv is not here")
    other = House.beside(house, tmp_path / "read-only")
    shutil.copytree(house.folder, other.folder)
    yield other
    other.folder.chmod(0o700)


def lock_up(house):
    for file in house.folder.iterdir():
        file.chmod(0o444)
    house.folder.chmod(0o555)


def test_where_nothing_may_be_written_one_can_look_and_is_told_of_the_rest(read_only):
    with closing(sqlite3.connect(read_only.file)) as others:
        others.execute("SELECT count(*) FROM games_round").fetchone()
        lock_up(read_only)
        with read_only.open(*WITHOUT_MIGHT) as server:
            number = server.next_number(3)
            assert server.ask("GET", server.table(3))[0] == 200
            told(server.save(number, TRICKS, match=3), "may not write to its disk. Nothing was saved.")
            assert server.ask("GET", server.table(3))[0] == 200
            assert server.next_number(3) == number


def test_a_server_that_cannot_open_what_is_kept_does_not_start_and_says_so(read_only):
    with closing(sqlite3.connect(read_only.file)) as last:
        last.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    lock_up(read_only)
    serve = [*WITHOUT_MIGHT, sys.executable, ROOT / "manage.py", "serve", "--host=127.0.0.1"]
    done = subprocess.run(
        serve, env=read_only.environment, capture_output=True, text=True, check=False, timeout=START_SECONDS
    )
    assert done.returncode == 1
    assert "The database can't be used: " in done.stderr
    assert "Traceback" not in done.stderr
