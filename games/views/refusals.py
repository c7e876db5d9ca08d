"""What is said when a request is turned away before it reaches a page."""

from __future__ import annotations

from urllib.parse import urlsplit

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import Resolver404, resolve, reverse

from games.forms.deal import Says
from games.views import table

AT_THE_TABLE = {"record", "undo", "redo"}
"""The addresses that the table screen writes to without leaving it."""
CHECKS = {"check", "check-correction"}

POSTED_FROM = {
    "strike": "round",
    "restore": "round",
    "rematch": "table",
    "take-pencil": "table",
    "name-evening": "evening",
    "close-evening": "evening",
    "open-evening": "evening",
    "add-player": "players",
    "archive-player": "edit-player",
    "bring-back-player": "edit-player",
    "part-players": "player",
    "share-purse": "stakes",
    "carry": "evening-settling",
    "language": "home",
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
    return render(request, "refused/expired.html", {"back": page_of(request.get_full_path())}, status=403)


def page_of(address: str) -> str:
    """The page on which the form stands that is sent to an address; the address itself if a page is there."""
    try:
        asked = resolve(urlsplit(address).path)
    except Resolver404:
        return address
    page = POSTED_FROM.get(asked.url_name or "")
    return reverse(page, kwargs=asked.kwargs) if page else address


def unreadable(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Something that no form of ours sends: too large, in another character set, cut short, for another host.

    The form is not looked at again (as Django's own page for this does): it is what could not be read.
    """
    return render(request, "refused/unreadable.html", status=400)


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    return render(request, "refused/forbidden.html", status=403)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    return render(request, "refused/not_found.html", status=404)
