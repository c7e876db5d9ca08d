"""What is measured, and its limits."""

from __future__ import annotations

import itertools
import json
import re
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from gzip import decompress

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from bench.club import TOKEN, played
from bench.server import Phone
from games import scorebook
from games.access import COOKIE
from games.management.commands.score import results
from games.models import Club, Match
from games.settlement import EXACT, fewest
from games.transfer import match_file

TURNS = 60
"""So often each thing is done, in turn with the others, so that a busy moment meets all of them."""
KIBI = 1024


@dataclass(frozen=True)
class Bar:
    """A figure beside its limit; both in `unit`."""

    what: str
    measured: float
    limit: float
    unit: str

    @property
    def held(self) -> bool:
        return self.measured <= self.limit


def medians(things: Sequence[Callable[[], object]], turns: int = TURNS) -> list[float]:
    """The median seconds of each of several things, done in turn."""
    for thing in things:
        thing()
    spent: list[list[float]] = [[] for _ in things]
    for _ in range(turns):
        for thing, seconds in zip(things, spent, strict=True):
            begun = time.perf_counter()
            thing()
            seconds.append(time.perf_counter() - begun)
    return [statistics.median(seconds) for seconds in spent]


def address(match: Match) -> str:
    return f"/club/{match.club_id}/matches/{match.pk}/"


def bars(club: Club, port: int) -> Iterator[Bar]:
    """Every figure that needs no browser."""
    phone = Phone(port)
    short, long, longest, saved = (played(club, rounds) for rounds in (20, 100, 300, 19))
    numbers = itertools.count(20)

    def save() -> bytes:
        number = next(numbers)
        form = {"way": "tricks", "number": number, "key": f"deal number {number}"}
        return phone.post(address(saved) + "record", form | {f"tricks-{seat}": n for seat, n in tricks()})

    yield from _weights(phone, club, short)
    bare, page, page100, page300, check = medians(
        [
            lambda: phone.get("/bare"),
            lambda: phone.get(address(short)),
            lambda: phone.get(address(long)),
            lambda: phone.get(address(longest)),
            lambda: phone.post(
                address(short) + "check", {"way": "tricks", "number": 21, "key": "never saved", "tricks-1": 2}
            ),
        ]
    )
    page20, saving, fresh = medians(
        [lambda: phone.get(address(short)), save, lambda: phone.get(address(saved))], turns=20
    )
    yield Bar("match page of 20 rounds", page / bare, 12, "bare responses")
    yield Bar("match page of 20 rounds", queries(address(short)), 5, "queries")
    yield Bar("match page after a save", fresh / page20, 1.6, "pages of 20")
    yield Bar("match page of 100 rounds", page100 / page, 2, "pages of 20")
    yield Bar("match page of 300 rounds", page300 / page, 5, "pages of 20")
    yield Bar("a check while typing", check / bare, 6, "bare responses")
    yield Bar("a deal saved, 20 to 40 rounds", saving / page20, 2.5, "pages of 20")
    yield from _polls(phone, short)
    yield Bar("replay of a round", _replay(longest), 0.02, "ms")
    yield Bar("a deal of a match file, by manage.py score", _scoring(longest), 0.04, "ms")
    yield Bar(f"settling {EXACT} people", _settling(), 100, "ms")


def tricks() -> list[tuple[int, int]]:
    return [(1, 2), (2, 2), (3, 1), (4, 0)]


def _weights(phone: Phone, club: Club, match: Match) -> Iterator[Bar]:
    """What the first page of the table weighs with all that it loads, then and later; and a later page."""
    page = phone.get(address(match))
    text = decompress(page).decode()
    loaded = set(re.findall(r'(?:src|href)="(/static/[^"]+\.(?:js|css|svg))"', text))
    behind = set(re.findall(r'data-[a-z]+="(/static/[^"]+\.js)"', text))
    first, later = (sum(len(phone.get(file)) for file in files) for files in (loaded, behind))
    yield Bar("first load of a table, all of it", (len(page) + first) / KIBI, 35, "KB")
    yield Bar("fetched behind it once it stands", later / KIBI, 6, "KB")
    yield Bar("a later page", len(phone.get(f"/club/{club.pk}/")) / KIBI, 10, "KB")


def _polls(phone: Phone, match: Match) -> Iterator[Bar]:
    """What it costs to ask whether anything is new, where nothing is."""
    (asked,) = re.findall(r'data-since="([^"]+)"', decompress(phone.get(address(match))).decode())
    bare, poll = medians([lambda: phone.get("/bare"), lambda: phone.get(asked)])
    yield Bar("a poll that finds nothing new", poll / bare, 2.5, "bare responses")
    yield Bar("a poll that finds nothing new", queries(asked), 1, "queries")
    yield Bar("a poll that finds nothing new", phone.weight(asked) / KIBI, 0.5, "KB")


def queries(address: str) -> int:
    """How often a page asks the database."""
    client = Client()
    client.cookies[COOKIE] = TOKEN
    with CaptureQueriesContext(connection) as asked:
        client.get(address)
    return len(asked)


def _replay(match: Match) -> float:
    book = scorebook.read(match.club, match.pk)
    (seconds,) = medians([lambda: book.replay_of(book.states)])
    return seconds * 1000 / len(book.rounds)


def _scoring(match: Match) -> float:
    """Milliseconds for a deal, from the line that says what was played to the line that says how it went."""
    book = scorebook.read(match.club, match.pk)
    line = json.dumps(match_file(book)).encode()
    (seconds,) = medians([lambda: [json.dumps(result) for result in results([line])]], turns=20)
    return seconds * 1000 / len(book.rounds)


def _settling() -> float:
    """The fewest payments of as many people as they are found for, none of whom come out even by themselves."""
    balances = {person: 2**person for person in range(EXACT - 1)}
    balances[EXACT - 1] = -sum(balances.values())
    (seconds,) = medians([lambda: fewest(balances)], turns=20)
    return seconds * 1000
