"""`manage.py backup` and `restore`: a whole copy while the server runs, and back to it."""

import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from functools import partial
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
import pytest
from django.core.management.base import CommandError

from scorekeeper import backups

ROOT = Path(__file__).resolve().parents[1]


def run(folder, *command, **environment):
    """A command on the database in a folder: its exit code, and all that it said."""
    ran = subprocess.run(
        [sys.executable, "manage.py", *map(str, command)],
        cwd=ROOT,
        env={
            "SCOREKEEPER_DATA": str(folder),
            "PATH": "/usr/bin:/bin",
            "PYTHONDONTWRITEBYTECODE": "1",
            **environment,
        },
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    return ran.returncode, ran.stdout + ran.stderr


@pytest.fixture(scope="module")
def new_one(tmp_path_factory):
    """A database that was just made."""
    folder = tmp_path_factory.mktemp("new")
    assert run(folder, "migrate", "-v", "0")[0] == 0
    return folder / "scorekeeper.sqlite3"


@pytest.fixture
def database(new_one, tmp_path):
    return Path(shutil.copy(new_one, tmp_path))


@pytest.fixture
def manage(database):
    return partial(run, database.parent)


def open_club(database, name):
    with closing(sqlite3.connect(database)) as opened, opened:
        opened.execute(
            "INSERT INTO games_club (id, name, zone, key, version, currency, prices)"
            " VALUES (?, ?, 'UTC', ?, 0, '', '{}')",
            [name] * 3,
        )


def clubs(database):
    with closing(sqlite3.connect(database)) as opened:
        return [name for (name,) in opened.execute("SELECT name FROM games_club ORDER BY name")]


def test_a_copy_is_made_while_the_server_has_it_open_and_is_gone_back_to(manage, database, tmp_path):
    open_club(database, "Friday")
    backup = tmp_path / "friday.sqlite3"
    with closing(sqlite3.connect(database)) as server:
        server.execute("SELECT * FROM games_club").fetchall()
        assert manage("backup", backup)[0] == 0
        open_club(database, "Monday")
        assert clubs(backup) == ["Friday"]
        code, said = manage("restore", backup)
        assert (code, "A server has the database open" in said) == (1, True)
        assert clubs(database) == ["Friday", "Monday"]
    code, said = manage("restore", backup)
    assert (code, "Start the server anew" in said) == (0, True)
    assert clubs(database) == ["Friday"]
    (kept,) = (tmp_path / "backups").iterdir()
    assert clubs(kept) == ["Friday", "Monday"]
    assert str(kept) in said
    assert sorted(one.name for one in tmp_path.iterdir() if "scorekeeper" in one.name) == [database.name]


def test_a_backup_has_a_dated_name_and_writes_over_nothing(manage, database, tmp_path):
    open_club(database, "Friday")
    assert manage("backup")[0] == 0
    (backup,) = (tmp_path / "backups").glob("scorekeeper-????-??-??-??????.sqlite3")
    before = backup.read_bytes()
    code, said = manage("backup", backup)
    assert (code, "is there already" in said) == (1, True)
    assert backup.read_bytes() == before
    assert manage("backup", tmp_path / "nowhere" / "a.sqlite3")[0] == 1


def damaged(backup):
    told = bytearray(backup.read_bytes())
    told[5000:9000] = b"\xff" * 4000
    backup.write_bytes(told)


def of_a_newer_one(backup):
    with closing(sqlite3.connect(backup)) as opened, opened:
        opened.execute("INSERT INTO django_migrations (app, name, applied) VALUES ('games', '9999_more', '')")


@pytest.mark.parametrize(
    ("spoil", "why"),
    [
        (damaged, "is damaged|cannot be read as a backup"),
        (of_a_newer_one, "does not know games.9999_more"),
        (lambda backup: backup.write_bytes(b""), "there is nothing in it"),
        (lambda backup: backup.write_text("rubbish" * 1000), "cannot be read as a backup"),
        (lambda backup: backup.unlink(), "there is nothing in it"),
    ],
)
def test_what_is_no_whole_backup_is_refused_and_nothing_changes(
    database, tmp_path, monkeypatch, settings, spoil, why
):
    open_club(database, "Friday")
    backup = tmp_path / "a backup?.sqlite3"
    monkeypatch.setattr(backups, "_database", lambda: backups.Sqlite(database))
    backups.write(backup)
    spoil(backup)
    with pytest.raises(CommandError, match=why):
        backups.restore(backup, tmp_path / "kept")
    assert clubs(database) == ["Friday"]
    assert not (tmp_path / "kept").exists()


@pytest.fixture
def postgresql(tmp_path):
    """A PostgreSQL database that was just made, beside the one that DATABASE_URL names; its address."""
    url = urlsplit(os.environ.get("DATABASE_URL", ""))
    if not url.scheme.startswith("postgres"):
        pytest.skip("left out: DATABASE_URL names no PostgreSQL")
    name = f"backup_{tmp_path.name}_{os.getpid()}"[:60]
    with closing(psycopg.connect(url.geturl(), dbname="postgres", autocommit=True)) as server:
        server.execute(f'CREATE DATABASE "{name}"')
        try:
            yield url._replace(path=f"/{name}").geturl()
        finally:
            server.execute(f'DROP DATABASE "{name}"')


def test_a_postgresql_is_gone_back_to_and_numbers_its_rows_on(postgresql, tmp_path):
    def ask(query):
        with psycopg.connect(postgresql) as database:
            return [row[0] for row in database.execute(query).fetchall()]

    def add(name):
        ask(
            "INSERT INTO games_club (id, name, zone, key, version, currency, prices)"
            f" VALUES ('{name}', '{name}', 'UTC', '{name}', 0, '', '{{}}') RETURNING id"
        )
        return ask(
            "INSERT INTO games_evening (club_id, name, began_at, last_at)"
            f" VALUES ('{name}', '', now(), now()) RETURNING id"
        )

    manage = partial(run, tmp_path, DATABASE_URL=postgresql)
    backup = tmp_path / "friday.pgdump"
    assert manage("migrate", "-v", "0")[0] == 0
    assert add("Friday") == [1]
    assert manage("backup", backup)[0] == 0
    assert add("Monday") == [2]
    with closing(psycopg.connect(postgresql)):
        code, said = manage("restore", backup)
        assert (code, "A server has the database open" in said) == (1, True)
    (tmp_path / "half").write_bytes(backup.read_bytes()[:200])
    assert manage("restore", tmp_path / "half")[0] == 1
    assert ask("SELECT name FROM games_club ORDER BY name") == ["Friday", "Monday"]
    code, said = manage("restore", backup)
    assert (code, "Start the server anew" in said) == (0, True)
    assert ask("SELECT name FROM games_club ORDER BY name") == ["Friday"]
    assert add("Tuesday") == [2]
    (kept,) = (tmp_path / "backups").iterdir()
    assert manage("restore", kept)[0] == 0
    assert ask("SELECT name FROM games_club ORDER BY name") == ["Friday", "Monday"]
