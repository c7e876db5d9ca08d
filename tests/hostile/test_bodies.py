"""Bodies that are none of a form: in pieces, of other kinds, without end."""

import json
from io import BytesIO
from itertools import product
from tempfile import SpooledTemporaryFile

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper import arrival
from tests.hostile.calling import FORM, call, encoded, everything_kept, filled
from tests.hostile.conftest import tries
from tests.hostile.test_forms import sent

PARTS = "multipart/form-data; boundary=cards"
HEAD = b'Content-Disposition: form-data; name="name"'
FILE = b'Content-Disposition: form-data; name="files"; filename="a.json"'
KINDS = [FORM, PARTS, "application/json", "text/plain", "", "multipart/mixed; boundary=cards"]
BODIES = [
    b"",
    b"&" * 50_000,
    b"=" * 1000,
    b"name=" + b"%" * 1000,
    b"name=%ff%fe%00&%00=1",
    b"name=B" + b"o" * 200_000,
    b"a=1&" * 3000,
    b"--cards",
    b"--cards--",
    b"--cards\r\n" + HEAD,
    b"--cards\r\n" + HEAD + b"\r\n\r\nBo",
    b"--cards\r\n" + HEAD + b"\r\n\r\nBo\r\n--cards--\r\n",
    b"--cards\r\n" + HEAD + b"\r\nContent-Transfer-Encoding: base64\r\n\r\n\xff=\r\n--cards--\r\n",
    b"--cards\r\n" + HEAD + b"\r\nContent-Type: text/plain; charset=zip\r\n\r\nBo\r\n--cards--\r\n",
    b"--cards\r\n" + FILE + b"\r\nContent-Type: \xff\r\n\r\n[\r\n--cards--\r\n",
    b"--cards\r\n" + FILE.replace(b"a.json", b"../../a\x00\xff.json") + b"\r\n\r\n{}\r\n--cards--\r\n",
    b"--cards\r\n" + FILE.replace(b"a.json", b"\xed\xa0\x80") + b"\r\n\r\n{}\r\n--cards--\r\n",
    b"--cards\r\n" + b"X: y\r\n" * 5000 + b"\r\n--cards--\r\n",
    (b"--cards\r\n" + HEAD + b"\r\n\r\n\r\n") * 1500,
    (b"--cards\r\n" + FILE + b"\r\n\r\n\r\n") * 500 + b"--cards--\r\n",
    b"\xff\xfe" + "name=Bo".encode("utf-16-le"),
    b"\xef\xbb\xbfname=Bo",
    b"{" * 100_000,
    b"[" * 100_000 + b"]" * 100_000,
    b'{"a":' * 20_000,
    b"NaN",
    json.dumps({"name": "Bo"}).encode(),
]
TAKERS = ("record", "add-player", "start", "bring-in", "whole-club", "home", "code", "language", "correct")


def test_no_body_is_a_fault(rows):
    before = everything_kept()
    for at, (body, kind) in enumerate(product(BODIES, KINDS)):
        for name in (TAKERS[at % len(TAKERS)], "bring-in"):
            sent("POST", name, rows, before, body=body, content_type=kind)


@tries(100)
@given(
    name=st.sampled_from(TAKERS),
    kind=st.sampled_from(KINDS),
    body=st.lists(
        st.one_of(
            st.sampled_from([b"--cards", b"\r\n", HEAD, FILE, b"name=Bo", b"&", b"--"]), st.binary(max_size=8)
        ),
        max_size=12,
    ).map(b"".join),
)
def test_no_body_in_pieces_is_a_fault(rows, name, kind, body):
    sent("POST", name, rows, everything_kept(), body=body, content_type=kind)


def test_a_name_of_a_megabyte_is_not_read(rows):
    answer = call("POST", filled("add-player", rows), encoded([("name", "B" * 1_000_000)]))
    assert (answer.status, "It was too long" in answer.page) == (400, True)


class Dripping(BytesIO):
    """A body of which part by part comes, and something happens after each."""

    def __init__(self, sent, after):
        super().__init__(sent)
        self.after = after

    def read(self, size=-1):
        self.after()
        return super().read(size)


@pytest.mark.parametrize("size", [1, 10, 21])
def test_a_body_that_is_shorter_than_it_says_is_refused(rows, size):
    body = encoded([("name", "Zoe"), ("key", "12345678"), ("more", "of it all")])
    environ = {"wsgi.input": BytesIO(body[:size])}
    assert call("POST", filled("add-player", rows), body, environ=environ).status == 400


def test_who_takes_too_long_is_told_and_not_waited_for(rows, monkeypatch):
    now = [0.0]
    monkeypatch.setattr(arrival, "monotonic", lambda: now[0])

    def passes():
        now[0] += arrival.SECONDS

    before = everything_kept()
    body = encoded([("name", "Zoe"), ("key", "12345678"), ("more", "of it all")])
    answer = call("POST", filled("add-player", rows), body, environ={"wsgi.input": Dripping(body, passes)})
    assert (answer.status, answer.headers["Retry-After"]) == (503, "5")
    assert "It took too long to come over the network. Nothing was saved." in answer.page
    assert everything_kept() == before


def full():
    raise OSError(28, "No space left on device")


def test_what_cannot_be_put_down_meanwhile_is_told(rows):
    environ = {"wsgi.input": Dripping(b"name=Zoe", full)}
    answer = call("POST", filled("add-player", rows), b"name=Zoe", environ=environ)
    assert (answer.status, "is full. Nothing was saved." in answer.page) == (503, True)


def test_a_large_body_waits_outside_of_memory_and_may_take_longer(monkeypatch):
    length = 3 * arrival.IN_MEMORY
    now = iter(range(length))
    monkeypatch.setattr(arrival, "monotonic", lambda: next(now) * 0.7)
    with SpooledTemporaryFile(max_size=arrival.IN_MEMORY) as body:
        assert arrival.taken_in(BytesIO(bytes(length)), body, length) is None
        assert body.tell() == length
        assert body._rolled
