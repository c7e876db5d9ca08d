"""What the system checks say of the machine that Scorekeeper runs on."""

import sqlite3
from collections.abc import Sequence
from typing import Any

from django.apps import AppConfig
from django.core import checks
from django.db import connections


@checks.register(checks.Tags.database)
def sound_sqlite(
    app_configs: Sequence[AppConfig] | None, databases: Sequence[str] | None = None, **kwargs: Any
) -> list[checks.CheckMessage]:
    """Warns (scorekeeper.W001) when the match sheets are kept by a SQLite that can, rarely, spoil its file."""
    on_sqlite = any(connections[alias].vendor == "sqlite" for alias in databases or ())
    if not (on_sqlite and has_wal_reset_fault(sqlite3.sqlite_version_info)):
        return []
    return [
        checks.Warning(
            f"SQLite {sqlite3.sqlite_version} can, very rarely, damage its file; docs/running.md says what to do.",
            id="scorekeeper.W001",
        )
    ]


def has_wal_reset_fault(version: tuple[int, ...]) -> bool:
    """Whether two writers that meet while the write-ahead log starts anew can damage the file.

    In SQLite since 3.7.0; mended in 3.51.3, and in 3.50.7 and 3.44.6 for those who stay on these.
    """
    mended = version >= (3, 51, 3) or (3, 50, 7) <= version < (3, 51) or (3, 44, 6) <= version < (3, 45)
    return version >= (3, 7) and not mended
