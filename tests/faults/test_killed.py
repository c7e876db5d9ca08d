"""What was shown as saved is on the disk: a server that is killed at any moment loses nothing of it.

SCOREKEEPER_KILLS says how often it is killed, SCOREKEEPER_SEED when.
"""

import http.client
import os
import random
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from queue import Queue
from threading import Timer

import pytest

from tests.faults.conftest import PHONES, SECONDS, drawn

pytestmark = pytest.mark.server

KILLS = int(os.environ.get("SCOREKEEPER_KILLS") or 4)
LONGEST = 0.4
"""Seconds from a moment at which many deals were saved to the killing."""


def phone(server, match, number, seed, saved, sent):
    """Save one deal after the other until the server is gone; what was answered as saved goes to `saved`.

    A deal that was on its way when the server went is sent again, as a phone's outbox does it.
    """
    draw = random.Random(seed)
    try:
        with closing(server.caller()) as caller:
            while True:
                tricks = sent.setdefault((match, number), drawn(draw))
                status, _, page = server.save(number, tricks, match, script=True, caller=caller)
                assert (status, f"Deal {number} saved" in page) == (200, True), page
                saved.put((match, number, tricks))
                number += 1
    except (http.client.HTTPException, OSError):
        return


def test_a_killed_server_loses_nothing_that_was_shown_as_saved(kept_in, draw):
    shown, sent = {}, {}
    for _ in range(KILLS):
        saved = Queue()
        with kept_in.open() as server, ThreadPoolExecutor(PHONES) as phones:
            next_ones = {
                match: 1 + sum(1 for of, _ in shown if of == match) for match in range(1, PHONES + 1)
            }
            playing = [
                phones.submit(phone, server, match, number, draw.random(), saved, sent)
                for match, number in next_ones.items()
            ]
            try:
                first = [saved.get(timeout=SECONDS) for _ in range(draw.randint(1, 25))]
                killing = Timer(draw.uniform(0, LONGEST), server.kill)
                killing.start()
                killing.join()
            finally:
                server.kill()
            for played in playing:
                played.result()
        rest = [saved.get() for _ in range(saved.qsize())]
        shown |= {(match, number): tricks for match, number, tricks in first + rest}
        entries = kept_in.entries()
        assert {where: entries[where] for where in shown} == shown
        assert {where: entries[where] for where in entries} == {where: sent[where] for where in entries}
    kept_in.check_totals()
