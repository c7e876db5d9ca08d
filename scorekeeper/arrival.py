"""What is sent to us is looked at once it is there, whole; and whoever sends it a byte at a time is not waited for."""

from __future__ import annotations

import re
from collections.abc import Iterable
from tempfile import SpooledTemporaryFile
from time import monotonic
from typing import IO, Any
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from django.conf import settings
from django.urls import Resolver404, resolve

from scorekeeper.faults import Fault, fault_of

CUT_SHORT = "scorekeeper.cut_short"
FAULT = "scorekeeper.fault"

SECONDS = 10.0
"""So long a form may take to come, however small it is;"""
SLOWEST = 16 * 1024
"""and a large one a second more for so many bytes."""
PARTS = 256
"""In so many parts a large one is taken in,"""
SMALLEST = 16
"""and a small one in parts of so many bytes: only between two of them it is seen how late it is."""
IN_MEMORY = 1024 * 1024
"""What is longer waits in a file."""

_LENGTH = re.compile(r"[0-9]{1,18}")


def once_whole(application: WSGIApplication) -> WSGIApplication:
    """The application, which is given bodies that have arrived.

    One whose sender hung up would else be taken for a shorter form, and one that comes a byte at a time
    would keep a thread of the server for hours. Instead of what is cut short or too slow the application is
    told so; what is too long it refuses unread.
    """

    def of_whole(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        length = told_length(environ)
        if length is None:
            environ |= {"CONTENT_LENGTH": "", CUT_SHORT: True}
            length = 0
        if not 0 < length <= largest(environ.get("PATH_INFO", ""), length):
            return application(environ, start_response)
        with SpooledTemporaryFile(max_size=IN_MEMORY) as body:
            try:
                fault = taken_in(environ["wsgi.input"], body, length)
                environ[CUT_SHORT] = fault is None and body.tell() < length
            except OSError as raised:
                fault = fault_of(raised) or Fault.DISK
            if fault or environ[CUT_SHORT]:
                environ |= {"CONTENT_LENGTH": "", FAULT: fault}
            body.seek(0)
            environ["wsgi.input"] = body
            return application(environ, start_response)

    return of_whole


def taken_in(sent: Any, body: IO[bytes], length: int) -> Fault | None:
    """Take in a body, until it is whole, or its sender has hung up, or it takes too long: that is a fault."""
    latest = monotonic() + SECONDS + length / SLOWEST
    part = max(SMALLEST, length // PARTS)
    while (missing := length - body.tell()) and (came := sent.read(min(missing, part))):
        body.write(came)
        if monotonic() > latest:
            return Fault.SLOW
    return None


def told_length(environ: WSGIEnvironment) -> int | None:
    """How long the body is said to be, of which no more is read; None where that is no length."""
    told = environ.get("CONTENT_LENGTH") or "0"
    return int(told) if _LENGTH.fullmatch(told) else None


def largest(address: str, length: int) -> int:
    """How long a body of some length may be that is sent to an address: more than usual only where files are taken."""
    if length <= settings.LARGEST_FORM:
        return settings.LARGEST_FORM
    try:
        name = resolve(address).url_name or ""
    except Resolver404:
        name = ""
    return settings.LARGEST_FILES.get(name, settings.LARGEST_FORM)
