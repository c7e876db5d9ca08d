"""Whoever writes waits for those who came before."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import RLock

from django.conf import settings
from django.db import connection, transaction

_turn = RLock()


@contextmanager
def in_turn() -> Iterator[None]:
    """A transaction that writes: all of it is kept when the block is left, or nothing.

    SQLite lets one write at a time, and has the others ask again and again, so that where many write one can
    be passed over until it gives up. Those of one process come one after the other here, and only processes
    are left to ask. Who has waited for as long as the database would wait asks it, and is told.
    """
    if connection.vendor != "sqlite":
        with transaction.atomic():
            yield
        return
    has_it = _turn.acquire(timeout=settings.WAIT)
    try:
        with transaction.atomic():
            yield
    finally:
        if has_it:
            _turn.release()
