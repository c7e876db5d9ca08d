"""What is said when the score cannot be read or written just now, through nobody's fault at the table.

The answer is a 503: a phone with scripts keeps the deal in its outbox and tries again, and on a page
without them what was typed can be sent again as it is; its key lets it be written once.
"""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.views.refusals import page_of
from scorekeeper.arrival import FAULT, told_length
from scorekeeper.faults import Fault, fault_of

logger = logging.getLogger(__name__)

SOON, LATER = 5, 30
"""Seconds until another try."""
OUR_OWN = {"csrfmiddlewaretoken"}
"""What a form gets anew."""


@dataclass(frozen=True)
class Said:
    """A fault in a sentence; whether it is certain that nothing was saved, and in how many seconds to try again."""

    text: str | Promise
    certain: bool = True
    wait: int = LATER


SAID = {
    Fault.FULL: Said(_("The disk of the machine that keeps the score is full.")),
    Fault.READ_ONLY: Said(_("The machine that keeps the score may not write to its disk.")),
    Fault.DISK: Said(_("The disk of the machine that keeps the score fails, or is full."), False),
    Fault.BUSY: Said(_("Others wrote for so long that this did not get its turn."), wait=SOON),
    Fault.GONE: Said(_("The place where the score is kept does not answer."), False),
    Fault.DAMAGED: Said(_("What is kept of the score is damaged on its disk."), False),
    Fault.SLOW: Said(_("It took too long to come over the network."), wait=SOON),
}
NOTHING = _("Nothing was saved.")
PERHAPS = _("Perhaps it was saved, perhaps not; what is sent again is saved only once.")


class FaultsMiddleware:
    """Answers 503 to what the database, its disk or the network do not let us answer."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if fault := request.META.get(FAULT):
            return unavailable(request, fault)
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        fault = fault_of(exception)
        if fault is None:
            return None
        logger.error("%s %s: %s (%s)", request.method, request.path, exception, fault.value)
        return unavailable(request, fault)


def broken(request: HttpRequest) -> HttpResponse:
    """Something is wrong with the app, unless it befell the database or its disk before any view was asked."""
    fault = fault_of(sys.exc_info()[1])
    return unavailable(request, fault) if fault else render(request, "refused/broken.html", status=500)


def unavailable(request: HttpRequest, fault: Fault) -> HttpResponse:
    """The sentence, to a script by itself; on a page with the way to try again."""
    said = SAID[fault]
    if request.headers.get("HX-Request"):
        response = HttpResponse(_sentences(request, said), content_type="text/plain; charset=utf-8")
    else:
        context = {"said": said, "outcome": _outcome(request, said), **_way_on(request)}
        response = render(request, "refused/unavailable.html", context)
    response.status_code = 503
    response.headers["Retry-After"] = str(said.wait)
    return response


def _sentences(request: HttpRequest, said: Said) -> str:
    return " ".join(str(text) for text in (said.text, _outcome(request, said)) if text)


def _outcome(request: HttpRequest, said: Said) -> str | Promise:
    """What has become of what was sent; nothing was where somebody only looked."""
    if request.method != "POST":
        return ""
    return NOTHING if said.certain else PERHAPS


def _way_on(request: HttpRequest) -> dict[str, Any]:
    """Where to try again, and the fields to be sent there: none where one only looked, or where there were files."""
    if request.method != "POST":
        return {"again": request.get_full_path()}
    if FAULT in request.META or (told_length(request.META) or 0) > settings.LARGEST_FORM or request.FILES:
        return {"back": page_of(request.get_full_path())}
    return {"send_to": request.get_full_path(), "fields": list(_typed(request))}


def _typed(request: HttpRequest) -> Iterator[tuple[str, str]]:
    """What was typed, field by field."""
    for name, values in request.POST.lists():
        if name not in OUR_OWN:
            yield from ((name, value) for value in values)
