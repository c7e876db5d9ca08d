"""A long file of one object, walked part by part: what is in it is what a whole reading gives, in bounded memory."""

import json
import tracemalloc
from collections.abc import Iterator
from io import BytesIO

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import walking
from games.scoring.match_file import parsed
from games.scoring.refusal import Refused

KB = 1024
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=12,
)


def walked(text):
    """All that a text has, put together again from its parts."""
    parts = walking.parts(BytesIO(text if isinstance(text, bytes) else text.encode()))
    return {key: list(part) if isinstance(part, Iterator) else part for key, part in parts}


@pytest.fixture(scope="module", params=[1, 2, 7, 64 * KB], ids="{} at a time".format)
def piece(request):
    """However few characters are read at a time."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(walking, "PIECE", request.param)
        yield request.param


@given(told=st.dictionaries(st.text(max_size=3), JSON, max_size=4), indent=st.sampled_from([None, 0, 2]))
def test_parts_are_those_of_the_whole(piece, told, indent):
    text = json.dumps(told, ensure_ascii=indent is None, indent=indent)
    assert walked(text) == parsed(text) == told


@given(told=st.dictionaries(st.text(max_size=3), JSON, min_size=1, max_size=3), data=st.data())
def test_what_is_cut_short_is_refused(piece, told, data):
    text = json.dumps(told)
    with pytest.raises(Refused):
        walked(text[: data.draw(st.integers(0, len(text) - 1))])


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "not-json"),
        ("[]", "not-json-object"),
        ("3", "not-json"),
        ("{}}", "not-json"),
        ("{} {}", "not-json"),
        ('{"a":[1,]}', "not-json"),
        ('{"a":[1 2]}', "not-json"),
        ('{"a":1,}', "not-json"),
        ("{1:1}", "not-json"),
        ('{"a" 1}', "not-json"),
        ('{"a":[NaN]}', "not-json"),
        ('{"a":1,"a":[]}', "key-twice"),
        ('{"a":[{"b":1,"b":1}]}', "key-twice"),
        ('{"a":["\\ud83d"]}', "lone-surrogate"),
        ('{"a":[' + "9" * 1001 + "]}", "number-too-long"),
        ('{"a":' + "[" * 100_000 + "]" * 100_000 + "}", "not-json"),
        (b'{"a":["\xff"]}', "not-utf8"),
    ],
)
def test_what_is_no_object_is_refused(piece, text, code):
    with pytest.raises(Refused) as caught:
        walked(text)
    assert caught.value.code == code


def test_a_file_is_walked_again_from_its_beginning_though_a_walk_was_left():
    file = BytesIO(b'\xef\xbb\xbf{"a": [1, 2], "b": 3}')
    key, rows = next(walking.parts(file))
    assert (key, next(rows)) == ("a", 1)
    assert [key for key, _part in walking.parts(file)] == ["a", "b"]


def test_there_are_not_more_rows_than_a_club_can_have(monkeypatch):
    monkeypatch.setattr(walking, "MOST", 10)
    assert walked('{"a":[1,2,3,4],"b":[5,6,7,8]}') == {"a": [1, 2, 3, 4], "b": [5, 6, 7, 8]}
    for text in ('{"a":[1,2,3,4,5],"b":[6,7,8,9]}', json.dumps({str(key): key for key in range(6)})):
        with pytest.raises(Refused, match="too-much"):
            walked(text)


@pytest.mark.parametrize(
    "unit",
    ["[],", "{},", '{"a":{}},', '"ї",', "1,", "[[[[]]]],", '{"a":[' + "[]," * 10 * KB + "1]},", " "],
)
@pytest.mark.parametrize("around", ['{"a":[%s0]}', '{"b":{},"a":{"c":[%s0]}}', "%s"])
def test_however_long_a_file_is_no_more_of_it_is_in_memory_than_a_row(monkeypatch, unit, around):
    monkeypatch.setattr(walking, "LONGEST", 64 * KB)
    size = 2000 * KB if unit.strip() else 16_000 * KB  # blanks take no more than they are long
    file = BytesIO((around % (unit * (size // len(unit)))).encode())
    tracemalloc.start()
    try:
        for _key, part in walking.parts(file):
            for _row in part if isinstance(part, Iterator) else ():
                pass
    except Refused:
        pass
    finally:
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
    assert peak < 80 * 64 * KB
