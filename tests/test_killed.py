"""What was shown as saved is on the disk: a server that is killed at any moment loses nothing of it."""

import http.client
import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from queue import Queue
from urllib.parse import urlencode

import pytest

from tests.tables import TOKEN
from tests.test_starting import ROOT, free_port, taken_port, wait_for

__all__ = ["free_port", "taken_port"]

pytestmark = pytest.mark.server

KILLS = 4
PHONES = 4
SECONDS = 20
SECRET = "c" * 32
PREPARE = """
import django
django.setup()
from django.core.management import call_command
from tests.tables import new_club, new_device, new_match
call_command("migrate", verbosity=0)
club = new_club()
new_device(club)
for phone in range({phones}):
    new_match(club, "petukh", players=3, start=999, key=f"the match of phone {{phone}}")
print(club.pk)
"""


@pytest.fixture
def environment(tmp_path):
    return {
        "PATH": os.environ["PATH"],
        "SCOREKEEPER_DATA": str(tmp_path),
        "DJANGO_SETTINGS_MODULE": "scorekeeper.settings",
    }


@pytest.fixture
def club(environment):
    """The id of a club with a match for each phone, in a database of its own."""
    prepare = PREPARE.format(phones=PHONES)
    told = subprocess.run(
        [sys.executable, "-c", prepare], cwd=ROOT, env=environment, capture_output=True, text=True, check=True
    )
    return told.stdout.strip()


def started(environment, port):
    process = subprocess.Popen(
        [sys.executable, ROOT / "manage.py", "serve", "--port", str(port)],
        cwd=ROOT,
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    wait_for(port, process)
    return process


def phone(port, club, match, number, saved):
    """Save one deal after the other until the server is gone; what was answered as saved goes to `saved`."""
    headers = {
        "Content-Type": "application/x-www-form-urlencoded",
        "Cookie": f'device="{TOKEN}"; csrftoken={SECRET}',
        "HX-Request": "true",
    }
    draw = random.Random(match)
    server = http.client.HTTPConnection("127.0.0.1", port, timeout=SECONDS)
    try:
        while True:
            first = draw.randint(0, 5)
            tricks = {"1": first, "2": 5 - first, "3": 0}
            form = {f"tricks-{seat}": taken for seat, taken in tricks.items()}
            form |= {"way": "tricks", "number": number, "key": f"deal {number} of {match}"}
            form |= {"csrfmiddlewaretoken": SECRET}
            server.request("POST", f"/club/{club}/matches/{match}/record", urlencode(form), headers)
            answer = server.getresponse()
            page = answer.read().decode()
            assert answer.status == 200, page
            assert f"Deal {number} saved" in page
            saved.put((match, number, tricks))
            number += 1
    except (http.client.HTTPException, OSError):
        return
    finally:
        server.close()


def kept(folder):
    """The entries on the disk, by match and position, from a database that is sound."""
    with closing(sqlite3.connect(folder / "scorekeeper.sqlite3")) as database:
        assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        rows = database.execute("SELECT match_id, position, entry FROM games_round").fetchall()
    return {(match, position): json.loads(entry)["tricks"] for match, position, entry in rows}


def test_a_killed_server_loses_nothing_that_was_shown_as_saved(tmp_path, environment, club, free_port):
    draw = random.Random(club)
    shown = []
    for _ in range(KILLS):
        there = kept(tmp_path)
        saved = Queue()
        server = started(environment, free_port)
        with ThreadPoolExecutor(PHONES) as phones:
            playing = []
            try:
                for match in range(1, PHONES + 1):
                    number = 1 + sum(1 for of_match, _ in there if of_match == match)
                    playing.append(phones.submit(phone, free_port, club, match, number, saved))
                answered = [saved.get(timeout=SECONDS) for _ in range(draw.randint(5, 25))]
            finally:
                os.killpg(server.pid, signal.SIGKILL)
                server.wait()
            for played in playing:
                played.result()
        shown += answered + [saved.get() for _ in range(saved.qsize())]
        there = kept(tmp_path)
        for match, number, tricks in shown:
            assert there[match, number] == tricks
    replayed = subprocess.run(
        [sys.executable, ROOT / "manage.py", "rebuild", "--check"],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert replayed.returncode == 0, replayed.stdout
