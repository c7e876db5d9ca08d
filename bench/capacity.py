"""What one machine holds: the server's own CPU time for each request, what it keeps in memory, what a deal weighs."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from gzip import decompress
from itertools import count, cycle
from pathlib import Path

from django.db import connection

from bench.club import played
from bench.figures import KIBI, address, tricks
from bench.server import Phone, Served
from games.models import Club, Match

ASKED = 1000
SAVED = 300
TABLES = 15
PHONES = 8
TICKS = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True)
class Cost:
    """A figure without a limit: what a machine is to be chosen by."""

    what: str
    measured: float
    unit: str


def costs(club: Club, served: Served) -> Iterator[Cost]:
    """What requests cost, one phone after the other; then eight phones that save at once."""
    phone = Phone(served.port)
    match = played(club, 20)
    (asked,) = re.findall(r'data-since="([^"]+)"', decompress(phone.get(address(match))).decode())
    for what, request in {
        "a bare response": lambda: phone.get("/bare"),
        "a poll that finds nothing new": lambda: phone.get(asked),
        "a match page of 20 rounds": lambda: phone.get(address(match)),
    }.items():
        yield Cost(what, _cpu(served, request, ASKED), "ms of CPU")
    tables = [_saving(phone, played(club, 19, key=table), 20) for table in range(TABLES)]
    in_turn = cycle(tables)

    def save() -> bytes:
        return next(in_turn)()

    before = _stored()
    yield Cost("a deal saved, 20 to 40 rounds", _cpu(served, save, SAVED), "ms of CPU")
    yield Cost("a deal on the disk", (_stored() - before) / SAVED, "bytes")
    yield Cost(f"saved by {PHONES} phones at once", _at_once(club, served), "deals a second")
    yield Cost("the server's memory", _resident(served) / KIBI, "MB")


def _cpu(served: Served, request: Callable[[], object], times: int) -> float:
    request()
    before = _spent(served)
    for _ in range(times):
        request()
    return (_spent(served) - before) * 1000 / times


def _saving(phone: Phone, match: Match, first: int) -> Callable[[], bytes]:
    """Saves a deal each time, from number `first` on."""
    numbers = count(first)

    def save() -> bytes:
        number = next(numbers)
        form = {"way": "tricks", "number": number, "key": f"deal number {number}"}
        return phone.post(address(match) + "record", form | {f"tricks-{seat}": n for seat, n in tricks()})

    return save


def _at_once(club: Club, served: Served) -> float:
    """Each at a table of its own, where 20 deals were played before."""
    tables = [played(club, 19, key=TABLES + phone) for phone in range(PHONES)]
    saves = [_saving(Phone(served.port), match, 20) for match in tables]
    begun = time.perf_counter()
    with ThreadPoolExecutor(PHONES) as phones:
        list(phones.map(lambda save: [save() for _ in range(SAVED // PHONES)], saves))
    return SAVED // PHONES * PHONES / (time.perf_counter() - begun)


def _processes(served: Served) -> Iterator[Path]:
    """The server's, its worker among them: those that came of the one which was started."""
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if int(_fields(process)[2]) == served.group:
                yield process
        except FileNotFoundError:  # it has ended meanwhile
            continue


def _fields(process: Path) -> list[str]:
    return (process / "stat").read_text().rpartition(")")[2].split()


def _spent(served: Served) -> float:
    """Seconds of CPU time, of the server and of what it asked of the system."""
    return sum(int(spent) for process in _processes(served) for spent in _fields(process)[11:13]) / TICKS


def _resident(served: Served) -> float:
    """KiB in memory, counting what processes share for each of them."""
    status = "".join((process / "status").read_text() for process in _processes(served))
    return sum(map(int, re.findall(r"^VmRSS:\s+(\d+) kB", status, re.MULTILINE)))


def _stored() -> int:
    """Bytes of the database, without its log."""
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return Path(connection.settings_dict["NAME"]).stat().st_size
