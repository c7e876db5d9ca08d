"""Two servers on one database, behind a proxy that hands each request to the other one: nothing is lost, all are told."""

import http.client
import re
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from html import unescape
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import cycle
from threading import Event, Thread

import pytest

from tests.faults.conftest import PHONES, SECONDS, Server

pytestmark = pytest.mark.server

DEALS = 6
"""So many are entered on each phone."""
PACE = 0.05
"""Seconds between two questions of a phone whether anything is new."""
OF_ONE_CONNECTION = {"connection", "transfer-encoding", "content-length"}


class Proxy(ThreadingHTTPServer):
    """Hands requests to the servers in turn, each by a connection of its own."""

    daemon_threads = True

    def __init__(self, servers):
        super().__init__(("127.0.0.1", 0), Handing)
        self.turns = cycle(server.port for server in servers)
        self.handed = Counter()


class Handing(BaseHTTPRequestHandler):
    def do_GET(self):
        port = next(self.server.turns)
        self.server.handed[port] += 1
        with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=SECONDS)) as behind:
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            behind.request(self.command, self.path, body, dict(self.headers))
            answer = behind.getresponse()
            told = answer.read()
        self.send_response(answer.status)
        for name, value in answer.getheaders():
            if name.lower() not in OF_ONE_CONNECTION:
                self.send_header(name, value)
        self.send_header("Content-Length", str(len(told)))
        self.end_headers()
        self.wfile.write(told)

    do_POST = do_GET  # noqa: N815 - as http.server calls it

    def log_message(self, *said):
        pass


@contextmanager
def spread(house, servers):
    """What phones find: one address for both."""
    with Proxy(servers) as proxy:
        answering = Thread(target=proxy.serve_forever)
        answering.start()
        try:
            yield Server(house, None, proxy.server_address[1]), proxy
        finally:
            proxy.shutdown()
            answering.join()


def enter(table, phone):
    """Deals entered on one phone, by the number that each came to have: a taken number is told, and the next one tried.

    No two phones enter the same deal: of that there would be one, as it should be.
    """
    number, entered = 1, {}
    for deal in range(DEALS):
        tricks = {"1": phone, "2": 4 - phone + deal % 2, "3": 1 - deal % 2}
        while (
            status := table.save(number, tricks, key=f"deal {deal} of phone {phone}", script=True)[0]
        ) != 200:
            assert status == 409
            number += 1
        entered[number] = tricks
    return entered


def question(text):
    (asked,) = re.findall(r'data-since="([^"]+)"', text)
    return unescape(asked)


def watch(table, over):
    """What a phone has seen in the end that only asks whether anything is new."""
    asked = question(table.ask("GET", table.table())[2])
    while True:
        last = over.wait(PACE)
        status, _, text = table.ask("GET", asked, script=True)
        if status == 200:
            asked = question(text)
            continue
        assert status == 204
        if last:
            return asked


def test_phones_that_are_spread_over_two_servers_lose_nothing_and_are_told_all(kept_in):
    with kept_in.open() as one, kept_in.open() as other, spread(kept_in, [one, other]) as (table, proxy):
        over = Event()
        with ThreadPoolExecutor(2 * PHONES) as phones:
            watching = [phones.submit(watch, table, over) for _ in range(PHONES)]
            try:
                told = list(phones.map(lambda phone: enter(table, phone), range(PHONES)))
            finally:
                over.set()
            seen = {watched.result() for watched in watching}
        assert seen == {question(server.ask("GET", server.table())[2]) for server in (one, other)}
        fewer, more = sorted(proxy.handed.values())
        assert more - fewer <= 1
    saved = {(1, number): tricks for entered in told for number, tricks in entered.items()}
    assert len(saved) == PHONES * DEALS
    assert kept_in.entries() == saved
    kept_in.check_totals()
