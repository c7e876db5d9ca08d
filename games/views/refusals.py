"""What is said when a request is turned away before it reaches a page."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import resolve, reverse

from games.forms.deal import Says
from games.views import table

AT_THE_TABLE = {"record", "undo", "redo"}
"""The addresses that the table screen writes to without leaving it."""
CHECKS = {"check", "check-correction"}

POSTED_FROM = {
    "strike": "round",
    "restore": "round",
    "rematch": "table",
    "add-player": "players",
    "archive-player": "player",
    "bring-back-player": "player",
}
"""The addresses that are only written to, and the pages that their forms stand on."""


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """A form that stood open too long: said in a sentence, with a fresh form for the next try."""
    asked = resolve(request.path_info)
    if asked.url_name in AT_THE_TABLE:
        return table.expired(request, **asked.kwargs)
    if asked.url_name in CHECKS:
        says = Says("wrong", table.too_long_open())
        return render(request, "table/_says.html", {"says": says}, status=422)
    page = POSTED_FROM.get(asked.url_name or "")
    back = reverse(page, kwargs=asked.kwargs) if page else request.get_full_path()
    return render(request, "refused/expired.html", {"back": back}, status=403)


def unreadable(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Something that no form of ours sends: too large, in another character set, cut short, for another host.

    The form is not looked at again (as Django's own page for this does): it is what could not be read.
    """
    return render(request, "refused/unreadable.html", status=400)


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    return render(request, "refused/forbidden.html", status=403)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    return render(request, "refused/not_found.html", status=404)


def broken(request: HttpRequest) -> HttpResponse:
    return render(request, "refused/broken.html", status=500)
