"""The production server, and a phone that asks it without a browser."""

from __future__ import annotations

import http.client
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from urllib.parse import urlencode

from bench.club import TOKEN

SECRET = "c" * 32
START_SECONDS = 30


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port: int = listener.getsockname()[1]
        return port


@dataclass(frozen=True)
class Served:
    """A server that runs: where it listens, and the group of its processes."""

    port: int
    group: int


@contextmanager
def serving() -> Iterator[Served]:
    """A server that runs meanwhile, with the settings of this process."""
    port = free_port()
    command = [sys.executable, "-m", "scorekeeper.server", "127.0.0.1", str(port)]
    server = subprocess.Popen(  # noqa: S603 - our own
        command,
        env=os.environ,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        _wait_for(port)
        yield Served(port, server.pid)
    finally:
        os.killpg(server.pid, signal.SIGKILL)  # its worker too, and at once: nothing of it is kept
        server.wait()


def _wait_for(port: int) -> None:
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline:
        with socket.socket() as caller:
            if caller.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.02)
    raise TimeoutError


class Phone:
    """A connection that stays open, with the keeper's cookie."""

    def __init__(self, port: int) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", port)
        self.headers = {"Cookie": f'device="{TOKEN}"; csrftoken={SECRET}', "Accept-Encoding": "br, gzip"}

    def get(self, address: str) -> bytes:
        """The body as it is sent, compressed."""
        return self._ask("GET", address, None, self.headers)

    def weight(self, address: str) -> int:
        """The bytes of an answer, with its head."""
        self.connection.request("GET", address, headers=self.headers)
        response = self.connection.getresponse()
        return len(f"HTTP/1.1 {response.status} {response.reason}\r\n{response.msg}") + len(response.read())

    def post(self, address: str, form: Mapping[str, object]) -> bytes:
        headers = {
            **self.headers,
            "Content-Type": "application/x-www-form-urlencoded",
            "HX-Request": "true",
        }
        return self._ask("POST", address, urlencode({**form, "csrfmiddlewaretoken": SECRET}), headers)

    def _ask(self, method: str, address: str, body: str | None, headers: Mapping[str, str]) -> bytes:
        self.connection.request(method, address, body, dict(headers))
        response = self.connection.getresponse()
        sent = response.read()
        if response.status not in (http.client.OK, http.client.NO_CONTENT):
            raise AssertionError(method, address, response.status, sent)
        return sent
