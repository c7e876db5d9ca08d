"""The whole database in one file, and back: SQLite by its own backup, PostgreSQL by its own tools.

Nothing is written over: a copy is made beside, looked through, and only then called what it is to be called.
What cannot be done raises CommandError, with nothing changed.
"""

from __future__ import annotations

import os
import re
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from time import sleep
from urllib.parse import quote

from django.core.management.base import CommandError
from django.db import connection
from django.db.backends.postgresql.client import DatabaseClient
from django.db.migrations.loader import MigrationLoader

Applied = set[tuple[str, str]]
"""Migrations: each its app and its name."""

TIMES, A_MOMENT = 10, 0.1
"""How often, and how many seconds apart, it is asked whether others have the database open."""
OPEN = "A server has the database open. Stop it, and restore then."


def write(target: Path) -> None:
    """The database as it stands, whoever writes meanwhile, in a new file."""
    database = _database()
    with _new(target) as part:
        database.copy(part)
        _check(database, part)


def restore(backup: Path, kept: Path) -> None:
    """Put a backup in the database's place, and what stood there into a new file, `kept`."""
    database = _database()
    _check(database, backup)
    connection.close()
    database.put(backup, kept)


def suffix() -> str:
    """What a backup's name ends with."""
    return _database().suffix


def _check(database: Sqlite | Postgresql, backup: Path) -> None:
    """Look a backup through: it has to be whole, and of no newer Scorekeeper than this one."""
    if not backup.is_file() or not backup.stat().st_size:
        raise CommandError(f"{backup} is no backup: there is nothing in it.")
    applied = database.applied(backup)
    if not any(app == "games" for app, _name in applied):
        raise CommandError(f"{backup} is no backup of Scorekeeper.")
    if strange := applied - set(MigrationLoader(None).disk_migrations):
        names = ", ".join(sorted(f"{app}.{name}" for app, name in strange))
        raise CommandError(f"{backup} is of a newer Scorekeeper than this one, which does not know {names}.")


@contextmanager
def _new(target: Path) -> Iterator[Path]:
    """A file to write into, which is called `target` once it is whole; no file may have that name."""
    try:
        target.open("xb").close()
    except FileExistsError:
        raise CommandError(f"{target} is there already, and nothing is written over it.") from None
    except OSError as refusal:
        raise CommandError(f"{target} cannot be written: {refusal.strerror}.") from None
    part = target.with_name(f"{target.name}.part")
    try:
        yield part
        with part.open("rb+") as written:
            os.fsync(written.fileno())
        part.replace(target)
    except BaseException:
        part.unlink(missing_ok=True)
        target.unlink()
        raise


class Sqlite:
    """A file, of which SQLite makes a copy while others write to it."""

    suffix = ".sqlite3"

    def __init__(self, file: Path) -> None:
        self.file = file

    def copy(self, part: Path) -> None:
        if not self.file.is_file():
            raise CommandError(f"There is no database yet at {self.file}.")
        _copied(self.file, part)

    def applied(self, backup: Path) -> Applied:
        try:
            with closing(_opened(backup)) as database:
                (whole,) = database.execute("PRAGMA integrity_check(1)").fetchone()
                if whole == "ok" and database.execute("PRAGMA foreign_key_check").fetchone():
                    whole = "a row names one that is not there"
                if whole != "ok":
                    raise CommandError(f"{backup} is damaged: {whole}.")
                return set(database.execute("SELECT app, name FROM django_migrations"))
        except sqlite3.Error as fault:
            raise CommandError(f"{backup} cannot be read as a backup: {fault}.") from None

    def put(self, backup: Path, kept: Path) -> None:
        """The copy takes the database's place in one step."""
        coming = self.file.with_name(f"{self.file.name}.coming")
        with _new(coming) as part:
            _copied(backup, part)
        try:
            if self.file.is_file():
                self._leave_log()
                with _new(kept) as old:
                    _copied(self.file, old)
                self._leave_log()
            coming.replace(self.file)
        finally:
            coming.unlink(missing_ok=True)

    def _leave_log(self) -> None:
        """All that is in the log goes into the file. SQLite does that only for whoever has it open alone."""
        try:
            with closing(sqlite3.connect(self.file, timeout=0)) as alone:
                alone.execute("PRAGMA journal_mode=DELETE")
        except sqlite3.OperationalError:
            raise CommandError(OPEN) from None


def _opened(file: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"file:{quote(str(file.absolute()))}?mode=rw", uri=True, timeout=20)


def _copied(source: Path, target: Path) -> None:
    with closing(_opened(source)) as database, closing(sqlite3.connect(target)) as copy:
        database.backup(copy)
        copy.execute("PRAGMA journal_mode=DELETE")  # one file, without a log beside it


_TABLES = "SELECT format('DROP TABLE %I CASCADE;', tablename) FROM pg_tables WHERE schemaname = 'public'"
_OTHERS = (
    "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
)
_MIGRATION = re.compile(r"^\d+\t(\w+)\t(\w+)\t", re.MULTILINE)


class Postgresql:
    """What PostgreSQL's own tools dump and read, with the settings by which Django reaches it."""

    suffix = ".pgdump"

    def copy(self, part: Path) -> None:
        self._run("pg_dump", "--format=custom", "--no-owner", "--no-privileges", f"--file={part}")

    def applied(self, backup: Path) -> Applied:
        self._run("pg_restore", f"--file={os.devnull}", str(backup), at=False)
        table = ("--data-only", "--table=django_migrations", "--file=-")
        return set(_MIGRATION.findall(self._run("pg_restore", *table, str(backup), at=False)))

    def put(self, backup: Path, kept: Path) -> None:
        """All of it in one transaction: what is there goes, and what was dumped comes."""
        if not self._is_alone():
            raise CommandError(OPEN)
        with _new(kept) as old:
            self.copy(old)
        dumped = self._run("pg_restore", "--no-owner", "--no-privileges", "--file=-", str(backup), at=False)
        with TemporaryDirectory() as folder:
            script = Path(folder) / "restored.sql"
            script.write_text(f"{self._asked(_TABLES)}\n{dumped}")
            self._run("psql", "-qX", "--single-transaction", "-v", "ON_ERROR_STOP=1", "-f", str(script))

    def _is_alone(self) -> bool:
        """Whether nobody else has the database open; who has just left is there for a moment longer."""
        for _again in range(TIMES):
            if self._asked(_OTHERS) == "0":
                return True
            sleep(A_MOMENT)
        return False

    def _asked(self, query: str) -> str:
        return self._run("psql", "-qXAt", "-c", query).strip()

    def _run(self, tool: str, *options: str, at: bool = True) -> str:
        """What a tool has to say; `at` the database, or only of a file."""
        (_psql, *arguments), environment = DatabaseClient.settings_to_cmd_args_env(
            connection.settings_dict, list(options)
        )
        try:
            ran = subprocess.run(  # noqa: S603 - PostgreSQL's tools, by whoever runs the server
                [tool, *(arguments if at else options)],
                env={**os.environ, **(environment or {})},
                capture_output=True,
                check=True,
                text=True,
            )
        except FileNotFoundError:
            raise CommandError(f"{tool} is not there: it comes with PostgreSQL's client.") from None
        except subprocess.CalledProcessError as fault:
            raise CommandError(f"{tool} says: {fault.stderr.strip()}") from None
        return ran.stdout


def _database() -> Sqlite | Postgresql:
    if connection.vendor == "sqlite":
        return Sqlite(Path(connection.settings_dict["NAME"]))
    return Postgresql()
