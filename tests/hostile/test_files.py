"""Files that come in and are none, or are meant to be too much: a clear sentence, nothing written, in bounded time and memory."""

import json
import time
import tracemalloc
from io import BytesIO
from typing import Any

import pytest
from django.conf import settings
from hypothesis import given
from hypothesis import strategies as st

from games import archive
from games.incoming import looked_at
from games.management.commands.score import scored
from games.models import Club, Match
from games.restoring import read
from games.scoring.match_file import FORMAT
from games.scoring.refusal import Refused
from tests.hostile.calling import call, everything_kept, filled
from tests.hostile.conftest import tries
from tests.hostile.test_forms import SECONDS, check
from tests.pages.test_access import taken_back
from tests.tables import new_club, new_device

DEAL = {"lowest": ["Bo"], "knocker": None}
SCAT = {"format": FORMAT, "game": "scat", "players": ["Ann", "Bo"], "deals": [DEAL]}
LONGEST_SENTENCE = 600


def match(**other):
    return json.dumps(SCAT | other).encode()


HOSTILE = {
    "nothing": b"",
    "a blank": b" \n\t\n",
    "no object": b"3",
    "a mark alone": b"\xef\xbb\xbf",
    "a match behind a mark in UTF-16": match().decode().encode("utf-16"),
    "Latin-1": match(players=["Ann", "Zoë"]).decode().encode("unicode-escape")[:-9] + b"\xeb",
    "half a match": match()[:-20],
    "two in a line": match() + match(),
    "not a number": match(deals=[{"lowest": ["Bo"], "knocker": float("nan")}]),
    "Infinity": match(deals=[{"lowest": ["Bo"], "knocker": float("-inf")}]),
    "a huge number": match().replace(b"null", b"9" * 100_000),
    "a huge power": match().replace(b"null", b"1e999999"),
    "a key twice": match().replace(b'"game"', b'"game": "petukh", "game"'),
    "half a character": match(players=["Ann", "\ud83d"]),
    "the character nought": match(players=["Ann", "B\0"]),
    "a deep nest": b'{"about":' + b"[" * 200_000 + b"]" * 200_000 + b"}",
    "a deep nest of objects": b'{"a":' * 100_000 + b"1" + b"}" * 100_000,
    "a deep list of matches": b"[" * 100_000,
    "not so deep a nest": match(about=json.loads("[" * 400 + "]" * 400)),
    "many deals": b'{"format":"%s","game":"scat","players":["Ann","Bo"],"deals":[' % FORMAT.encode()
    + b"{}," * 300_000
    + b"{}]}",
    "a deal of many keys": match(deals=[{f"key {key}": key for key in range(100_000)}]),
    "a deal of many players": match(deals=[{"lowest": ["Bo"] * 100_000, "knocker": None}]),
    "many players": match(players=[f"Player {number}" for number in range(50_000)]),
    "a long name": match(players=["Ann", "B" * 500_000]),
    "many lines": b"{}\n" * 100_000,
    "many lists": b"[" + b"[]," * 100_000 + b"[]]",
    "lies on its deal": match(deals=[{"lowest": ["Zed"], "knocker": None}]),
    "lies on its rules": match(options={"lives": 10**30}),
    "is of no game": match(game="a" * 100_000),
}
"""What is no match, by what is wrong with it."""


def as_file(file, field):
    head = f'--cards\r\nContent-Disposition: form-data; name="{field}"; filename="a.json"\r\n\r\n'.encode()
    also = b'\r\n--cards\r\nContent-Disposition: form-data; name="agreed"\r\n\r\n1\r\n--cards--\r\n'
    return {"body": head + file + also, "content_type": "multipart/form-data; boundary=cards"}


@pytest.fixture
def empty(rows):
    """What addresses can name of a club that has nothing yet, so that a whole one could come back into it."""
    club = new_club("Empty")
    new_device(club)
    return rows | {"club": club.pk}


def test_what_is_no_match_is_said_in_a_sentence_and_nothing_is_written(empty):
    before = everything_kept()
    for what, file in HOSTILE.items():
        for name, field in (("bring-in", "files"), ("whole-club", "file")):
            with taken_back():
                answer = call("POST", filled(name, empty), **as_file(file, field))
                check(answer, (name, what), lambda: everything_kept() == before)
            assert (name, what, answer.status) == (
                name,
                what,
                422 if name == "bring-in" or answer.status != 200 else 200,
            )
            assert (what, "Nothing of this can be brought in" in answer.page or "wrong" in answer.page) == (
                what,
                True,
            )
    assert everything_kept() == before


def test_the_command_says_of_each_line_what_is_wrong_with_it():
    for what, file in HOSTILE.items():
        began = time.monotonic()
        for line in file.split(b"\n")[:100]:
            told = scored(line) if line.strip() else {}
            if "error" in told:
                assert 0 < len(told["error"]["message"]) < LONGEST_SENTENCE, what
        assert time.monotonic() - began < SECONDS, what


def test_what_is_more_than_a_file_may_be_is_not_read(empty):
    before = everything_kept()
    million = b'{"deals":[' + b'{"lowest":["Bo"],"knocker":null},' * 1_000_000
    answer = call("POST", filled("bring-in", empty), **as_file(million, "files"))
    assert (answer.status, "It was too long" in answer.page) == (400, True)
    assert everything_kept() == before


def test_the_same_match_many_times_over_is_there_once(empty):
    with taken_back():
        lines = b"\n".join([match()] * 300 + [match(deals=[])] * 300)
        answer = call("POST", filled("bring-in", empty), **as_file(lines, "files"))
        assert answer.status == 302
        assert Match.objects.filter(club=empty["club"]).count() == 2


@pytest.fixture
def whole(rows):
    """A club as one object."""
    return json.loads("".join(archive.written(Club.objects.get(pk=rows["club"]))))


def places(told, path=()):
    """Every place in an object, by the way that leads there."""
    yield path
    if isinstance(told, dict | list):
        for key, inner in told.items() if isinstance(told, dict) else enumerate(told):
            yield from places(inner, (*path, key))


WRONG: list[Any] = [
    None,
    True,
    -1,
    0,
    10**30,
    1.5,
    "",
    "x" * 1000,
    "\0",
    [],
    {},
    [[]],
    [None],
    {"a": 1},
    "2025-01-01",
    "scat",
]


@tries(40)
@given(data=st.data())
def test_a_club_that_lies_in_one_place_is_refused_or_is_one(empty, whole, data):
    before = everything_kept()
    path = data.draw(st.sampled_from(list(places(whole))[1:]))
    broken = json.loads(json.dumps(whole))
    inner = broken
    for key in path[:-1]:
        inner = inner[key]
    if data.draw(st.booleans()):
        inner[path[-1]] = data.draw(st.sampled_from(WRONG))
    else:
        del inner[path[-1]]
    file = json.dumps(broken).encode()
    with taken_back():
        answer = call("POST", filled("whole-club", empty), **as_file(file, "file"))
        check(answer, path, lambda: everything_kept() == before)
        if answer.status == 200 and "The club is restored." not in answer.page:
            assert (path, "Nothing was written." in answer.page) == (path, True)
            assert everything_kept() == before
        restored = answer.status == 200 and "The club is restored." in answer.page
        for name in ("club", "matches", "settling", "players", "evenings") if restored else ():
            check(call("GET", filled(name, empty)), name, lambda: True)


LIMIT = 60
"""Bytes of memory for a byte of a file, at the worst."""


def club_in(text):
    return read(BytesIO(text.encode()))


@pytest.mark.parametrize("reading", [looked_at, club_in], ids=["matches", "a club"])
@pytest.mark.parametrize("what", ["many deals", "a deal of many keys", "many lists", "many lines"])
def test_the_memory_that_a_file_takes_is_bounded(db, what, reading):
    text = HOSTILE[what].decode()
    tracemalloc.start()
    try:
        reading(text)
    except Refused:
        pass
    finally:
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
    assert peak < LIMIT * len(text), peak / len(text)


def test_the_addresses_that_take_files_are_those_that_are_tried():
    assert set(settings.LARGEST_FILES) == {"bring-in", "whole-club"}
