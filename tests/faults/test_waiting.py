"""Who is slow, or hangs up, or holds the others up: they go on, and whoever could not be served is told."""

import sqlite3
import struct
import time
from contextlib import ExitStack, closing
from socket import SO_LINGER, SOL_SOCKET, create_connection
from urllib.parse import urlencode

import pytest

from tests.faults.conftest import FORM, SECONDS, TOKEN_OF_FORMS, TRICKS, deal
from tests.tables import TOKEN

pytestmark = pytest.mark.server

MANY = 12
"""More than there would be threads, if each page took one."""
AT_ONCE = struct.pack("ii", 1, 0)
"""Ends a connection without saying so."""


def head(path, length):
    cookies = f'device="{TOKEN}"; csrftoken={TOKEN_OF_FORMS}'
    lines = ["Host: cards.test", f"Cookie: {cookies}", f"Content-Type: {FORM}", f"Content-Length: {length}"]
    return "\r\n".join([f"POST {path} HTTP/1.1", *lines, "", ""]).encode()


def sent(server, number, match):
    """A deal as it goes over the network."""
    form = urlencode(deal(number, TRICKS, match)).encode()
    return head(f"{server.table(match)}record", len(form)), form


def test_a_lock_that_is_held_too_long_is_told_of_before_a_phone_gives_up(server):
    number = server.next_number()
    with closing(sqlite3.connect(server.house.file, isolation_level=None)) as others:
        others.execute("BEGIN IMMEDIATE")
        asked = time.monotonic()
        status, headers, said = server.save(number, TRICKS, script=True)
        waited = time.monotonic() - asked
        assert server.ask("GET", server.table())[0] == 200
        others.execute("ROLLBACK")
    assert (status, headers["Retry-After"]) == (503, "5")
    assert said == "Others wrote for so long that this did not get its turn. Nothing was saved."
    assert 3 < waited < SECONDS
    assert server.next_number() == number
    assert server.save(number, TRICKS, script=True)[0] == 200
    assert server.next_number() == number + 1


@pytest.mark.parametrize("of_the_body", [0, 1], ids=["in the headers", "in the body"])
def test_phones_that_stop_in_the_middle_hold_nobody_up(server, of_the_body):
    number = server.next_number(2)
    with ExitStack() as phones:
        for _ in range(MANY):
            first, form = sent(server, number, match=2)
            part = first + form[:20] if of_the_body else first[:60]
            phones.enter_context(create_connection(("127.0.0.1", server.port), SECONDS)).sendall(part)
        assert server.ask("GET", server.table(2))[0] == 200
        assert server.save(number, TRICKS, match=2)[0] == 302
    assert server.next_number(2) == number + 1


def test_a_form_that_is_cut_short_is_no_shorter_form(server):
    number = server.next_number(3)
    first, form = sent(server, number, match=3)
    names = form.index(b"&csrf")
    for size in (0, 10, names, len(form) - 1):
        with create_connection(("127.0.0.1", server.port), SECONDS) as phone:
            phone.sendall(first + form[:size])
    assert server.next_number(3) == number
    assert server.save(number, TRICKS, match=3)[0] == 302


def test_who_hangs_up_before_the_answer_finds_the_deal_there_once(server):
    number = server.next_number(4)
    with create_connection(("127.0.0.1", server.port), SECONDS) as phone:
        phone.sendall(b"".join(sent(server, number, match=4)))
        phone.setsockopt(SOL_SOCKET, SO_LINGER, AT_ONCE)
    status, _, said = server.save(number, TRICKS, match=4, script=True)
    assert (status, f"Deal {number}" in said) == (200, True)
    assert server.next_number(4) == number + 1
    server.house.check_totals()
