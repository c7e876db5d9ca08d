"""What was shown as saved is on the disk: a server that is killed at any moment loses nothing of it.

And nothing that was half written stays. SCOREKEEPER_KILLS says how often it is killed, SCOREKEEPER_SEED when.
"""

import http.client
import json
import os
import random
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from queue import Queue
from threading import Timer

import pytest

from tests.faults.conftest import PHONES, SECONDS, TOKEN_OF_FORMS, TRICKS, drawn
from tests.tables import TOKEN

pytestmark = pytest.mark.server

KILLS = int(os.environ.get("SCOREKEEPER_KILLS") or 4)
MANY = 200
"""Matches of a club that takes some seconds to write."""
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


EMPTY = """
import django
django.setup()
from games.models import Club
from tests.tables import new_club, new_device
club = new_club("Empty")
new_device(club)
print(club.pk)
"""
AFTER = """
import django
django.setup()
from games.models import Club, Match
half = Club.objects.filter(coming_back_at__isnull=False)
print(*half.values_list("pk", flat=True), Match.objects.filter(club__in=half).count())
"""
LATER = """
import django
django.setup()
from datetime import timedelta
from django.utils import timezone
from games.models import Club
Club.objects.filter(coming_back_at__isnull=False).update(coming_back_at=timezone.now() - timedelta(hours=2))
"""


def a_long_club(server):
    """The file of the club of the house, as if its first match had been played very often."""
    for number in range(1, 11):
        assert server.save(number, TRICKS)[0] == 302
    told = json.loads(server.ask("GET", f"/club/{server.house.club}/whole/file")[2])
    (first, *others) = told["matches"]
    told["matches"] = [first | {"key": f"match {number}"} for number in range(MANY)] + others
    return json.dumps(told).encode()


def bring_back(caller, club, file):
    """Send a file, and what is answered, line by line."""
    field = b'--cards\r\nContent-Disposition: form-data; name="%s"\r\n\r\n%s\r\n'
    body = field % (b"csrfmiddlewaretoken", TOKEN_OF_FORMS.encode())
    body += field.replace(b'"\r\n', b'"; filename="a.json"\r\n', 1) % (b"file", file) + b"--cards--\r\n"
    headers = {
        "Cookie": f'device="{TOKEN}"; csrftoken={TOKEN_OF_FORMS}',
        "Content-Type": "multipart/form-data; boundary=cards",
    }
    caller.request("POST", f"/club/{club}/whole/", body, headers)
    answer = caller.getresponse()
    assert answer.status == 200, answer.read()
    return answer


def test_what_a_killed_server_half_wrote_of_a_club_is_forgotten_when_the_next_one_comes_back(kept_in):
    club = kept_in.run("-c", EMPTY).stdout.strip()
    with kept_in.open() as server, closing(server.caller()) as caller:
        file = a_long_club(server)
        answer = bring_back(caller, club, file)
        assert any(b"Written: " in line for line in answer)
        server.kill()
    half, matches = kept_in.run("-c", AFTER).stdout.split()
    assert (half, 0 < int(matches) < MANY) == (club, True)
    for first, left in ("", [half, matches]), (LATER, ["0"]):
        kept_in.run("-c", first)
        other = kept_in.run("-c", EMPTY).stdout.strip()
        with kept_in.open() as server, closing(server.caller()) as caller:
            assert b"The club is restored." in bring_back(caller, other, file).read()
        assert kept_in.run("-c", AFTER).stdout.split() == left
    kept_in.check_totals()
