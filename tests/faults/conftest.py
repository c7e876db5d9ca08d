"""A server of its own for each test, in a folder of its own, and phones that save deals over the network."""

import http.client
import json
import os
import random
import resource
import secrets
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from urllib.parse import urlencode, urlsplit

import psycopg
import pytest

from tests.tables import TOKEN
from tests.test_starting import ROOT, wait_for

PHONES = 4
SECONDS = 20
TOKEN_OF_FORMS = "c" * 32
FORM = "application/x-www-form-urlencoded"
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


def free_port():
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        return other.getsockname()[1]


def kill(process):
    """End a server and all that it started, unless that was done already."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


class House:
    """A folder or a PostgreSQL with a club in it, in which a match waits for each phone."""

    def __init__(self, folder, database_url=None):
        self.folder = folder
        self.file = folder / "scorekeeper.sqlite3"
        self.database_url = database_url
        self.environment = {
            "PATH": os.environ["PATH"],
            "SCOREKEEPER_DATA": str(folder),
            "DJANGO_SETTINGS_MODULE": "scorekeeper.settings",
        } | ({"DATABASE_URL": database_url} if database_url else {})
        self.club = ""
        self.elsewhere = None

    @classmethod
    def built(cls, folder, database_url=None):
        house = cls(folder, database_url)
        house.club = house.run("-c", PREPARE.format(phones=PHONES)).stdout.strip()
        return house

    @classmethod
    def beside(cls, house, folder):
        """Another folder, for what is in the house's."""
        other = cls(folder)
        other.club = house.club
        return other

    def run(self, *arguments):
        done = subprocess.run(
            [sys.executable, *arguments],
            cwd=ROOT,
            env=self.environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done

    @contextmanager
    def open(self, *through):
        """A server, started as people start it; `through` is a command that starts it in its turn."""
        port = free_port()
        with (self.folder.parent / "said").open("a") as said:
            process = subprocess.Popen(
                [*through, sys.executable, ROOT / "manage.py", "serve", "--host=127.0.0.1", f"--port={port}"],
                cwd=ROOT,
                env=self.environment,
                stdout=said,
                stderr=said,
                start_new_session=True,
            )
        try:
            wait_for(port, process)
            yield Server(self, process, port)
        finally:
            kill(process)

    @property
    def said(self):
        """What the servers wrote into their log."""
        return (self.folder.parent / "said").read_text()

    def entries(self):
        """The entries that are kept, by match and position, from a database that is sound."""
        query = "SELECT match_id, position, entry FROM games_round"
        if self.database_url:
            with psycopg.connect(self.database_url) as database:
                rows = database.execute(query).fetchall()
            return {(match, position): entry["tricks"] for match, position, entry in rows}
        if self.elsewhere:
            self.bring_here()
        with closing(sqlite3.connect(self.file)) as database:
            assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
            rows = database.execute(query).fetchall()
        return {(match, position): json.loads(entry)["tricks"] for match, position, entry in rows}

    def bring_here(self):
        """Copy what is kept, as a crash would leave it, from a disk that only the server sees."""
        for copy in self.folder.glob(f"{self.file.name}*"):
            copy.unlink()
        for name in (self.file.name, f"{self.file.name}-wal"):
            if (self.elsewhere / name).exists():
                shutil.copy(self.elsewhere / name, self.folder)

    def check_totals(self):
        """Every total is what a replay gives."""
        self.run("manage.py", "rebuild", "--check")


class Server:
    """A server that runs, as phones find it."""

    def __init__(self, house, process, port):
        self.house = house
        self.process = process
        self.port = port

    def kill(self):
        """As a power cut does it: everything at once, and without a word."""
        kill(self.process)

    @property
    def workers(self):
        """The processes that answer."""
        return [
            int(one)
            for one in Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
        ]

    @property
    def root(self):
        """The files of this machine as the server finds them."""
        return Path(f"/proc/{self.process.pid}/root")

    @contextmanager
    def without_room(self):
        """As on a full disk: no file of the server grows. What it has written itself is not to be had here."""
        if not hasattr(resource, "prlimit"):
            pytest.skip("left out: only Linux can take the room from a program that runs")
        unlimited = resource.RLIM_INFINITY
        for worker in self.workers:
            resource.prlimit(worker, resource.RLIMIT_FSIZE, (0, unlimited))
        try:
            yield
        finally:
            for worker in self.workers:
                resource.prlimit(worker, resource.RLIMIT_FSIZE, (unlimited, unlimited))

    def caller(self, seconds=SECONDS):
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=seconds)

    def ask(self, method, path, form=None, *, script=False, caller=None):
        """The status, the headers and the text of an answer to Ann's phone."""
        headers = {"Cookie": f'device="{TOKEN}"; csrftoken={TOKEN_OF_FORMS}'}
        if form is not None:
            headers["Content-Type"] = FORM
        if script:
            headers["HX-Request"] = "true"
        body = form and urlencode(form)
        if caller:
            caller.request(method, path, body, headers)
            answer = caller.getresponse()
            return answer.status, answer.headers, answer.read().decode()
        with closing(self.caller()) as one:
            return self.ask(method, path, form, script=script, caller=one)

    def table(self, match=1):
        return f"/club/{self.house.club}/matches/{match}/"

    def next_number(self, match=1):
        """The number of the deal that a match waits for."""
        return 1 + sum(1 for of, _ in self.house.entries() if of == match)

    def save(self, number, tricks, match=1, key=None, **how):
        """Save a deal, and what the answer to that is."""
        return self.ask("POST", f"{self.table(match)}record", deal(number, tricks, match, key), **how)


def deal(number, tricks, match=1, key=None):
    """The fields of the form of a deal."""
    return {
        **{f"tricks-{seat}": taken for seat, taken in tricks.items()},
        "way": "tricks",
        "number": number,
        "key": key or f"deal {number} of {match}",
        "csrfmiddlewaretoken": TOKEN_OF_FORMS,
    }


def drawn(draw):
    """The tricks of a deal."""
    first = draw.randint(0, 5)
    return {"1": first, "2": 5 - first, "3": 0}


TRICKS = {"1": 2, "2": 3, "3": 0}
"""The tricks of a deal, where it does not matter which."""


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    return House.built(tmp_path_factory.mktemp("house") / "data")


@pytest.fixture(scope="module")
def server(house):
    """A server that the tests of a module share: whatever befalls it, it goes on."""
    with house.open() as server:
        yield server


@pytest.fixture
def draw():
    """Chance that can be had again: its seed is printed, and SCOREKEEPER_SEED names one."""
    seed = int(os.environ.get("SCOREKEEPER_SEED") or secrets.randbelow(10**9))
    print(f"SCOREKEEPER_SEED={seed}")  # noqa: T201 - shown when a test fails
    return random.Random(seed)


@pytest.fixture(params=["sqlite", "postgresql"])
def kept_in(request, tmp_path):
    """A house on SQLite; and one on PostgreSQL, where DATABASE_URL names one."""
    if request.param == "sqlite":
        yield House.built(tmp_path / "data")
        return
    url = os.environ.get("DATABASE_URL", "")
    if not url.startswith("postgres"):
        pytest.skip("left out: DATABASE_URL names no PostgreSQL")
    own = urlsplit(url)._replace(path="/postgres").geturl()  # which is always there
    name = f"faults_{secrets.token_hex(6)}"
    with psycopg.connect(own, autocommit=True) as server:
        server.execute(f"CREATE DATABASE {name}")
    try:
        yield House.built(tmp_path / "data", urlsplit(url)._replace(path=f"/{name}").geturl())
    finally:
        with psycopg.connect(own, autocommit=True) as server:
            server.execute(f"DROP DATABASE {name} WITH (FORCE)")
