"""What is said when a request is turned away before it reaches a page."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import resolve

from games.views import table

AT_THE_TABLE = {"record", "check", "undo", "redo"}
"""The addresses that the table screen writes to without leaving it."""


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """A form that stood open too long: said in a sentence, with a fresh form for the next try."""
    asked = resolve(request.path_info)
    if asked.url_name in AT_THE_TABLE:
        return table.expired(request, **asked.kwargs)
    return render(request, "refused/expired.html", {"back": request.path}, status=403)


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    return render(request, "refused/forbidden.html", status=403)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    return render(request, "refused/not_found.html", status=404)


def broken(request: HttpRequest) -> HttpResponse:
    return render(request, "refused/broken.html", status=500)
