"""What can befall the place where the score is kept, told apart by what is raised.

None of it is a fault of the app, most of it passes, and whoever asked is told in a sentence what it was
(`games.views.unavailable`).
"""

from __future__ import annotations

import errno
import sqlite3
from enum import Enum

from django.db import DatabaseError, InterfaceError, OperationalError

LOWEST_BYTE = 0xFF
"""What a code of SQLite is about; the rest of it says more exactly what."""


class Fault(Enum):
    FULL = "full"
    """The disk has no room left."""
    READ_ONLY = "read-only"
    """It can be read, but takes nothing."""
    DISK = "disk"
    """It does not do as it is told."""
    BUSY = "busy"
    """Others wrote for longer than one waits."""
    GONE = "gone"
    """The database does not answer, or not any more."""
    DAMAGED = "damaged"
    """What is kept cannot be read as what it was."""
    SLOW = "slow"
    """What was sent did not arrive in time."""


OF_SQLITE = {
    sqlite3.SQLITE_FULL: Fault.FULL,
    sqlite3.SQLITE_READONLY: Fault.READ_ONLY,
    sqlite3.SQLITE_IOERR: Fault.DISK,
    sqlite3.SQLITE_CANTOPEN: Fault.DISK,
    sqlite3.SQLITE_BUSY: Fault.BUSY,
    sqlite3.SQLITE_LOCKED: Fault.BUSY,
    sqlite3.SQLITE_PROTOCOL: Fault.BUSY,
    sqlite3.SQLITE_CORRUPT: Fault.DAMAGED,
    sqlite3.SQLITE_NOTADB: Fault.DAMAGED,
}
OF_POSTGRESQL = {
    "53100": Fault.FULL,
    "25006": Fault.READ_ONLY,
    "58030": Fault.DISK,
    "55P03": Fault.BUSY,  # a lock was not to be had in time
    "40001": Fault.BUSY,  # two that cannot both be
    "40P01": Fault.BUSY,  # two that wait for each other
    "57014": Fault.BUSY,  # it was told to leave off
    "XX001": Fault.DAMAGED,
    "XX002": Fault.DAMAGED,
}
OF_THE_SYSTEM = {
    errno.ENOSPC: Fault.FULL,
    errno.EDQUOT: Fault.FULL,
    errno.EFBIG: Fault.FULL,
    errno.EROFS: Fault.READ_ONLY,
    errno.EIO: Fault.DISK,
}


def fault_of(raised: BaseException | None) -> Fault | None:
    """What befell the place where the score is kept; None if something else is wrong."""
    match raised:
        case OSError():
            return OF_THE_SYSTEM.get(raised.errno or 0)
        case DatabaseError() | InterfaceError():
            return _of_database(raised)
        case _:
            return None


def _of_database(raised: DatabaseError | InterfaceError) -> Fault | None:
    cause = raised.__cause__
    if isinstance(cause, sqlite3.Error):
        return OF_SQLITE.get(getattr(cause, "sqlite_errorcode", 0) & LOWEST_BYTE)
    if known := OF_POSTGRESQL.get(getattr(cause, "sqlstate", None) or ""):
        return known
    return Fault.GONE if isinstance(raised, OperationalError | InterfaceError) else None
