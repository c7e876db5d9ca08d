"""The language that a browser shows, chosen by hand."""

from __future__ import annotations

from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST

from games.views.refusals import page_of


@require_POST
def choose(request: HttpRequest) -> HttpResponse:
    """Keep the language, and go back to the page on which it was chosen."""
    response = HttpResponseRedirect(page_of(_shown(request)))
    language = request.POST.get("language", "")
    if language in dict(settings.LANGUAGES):
        response.set_cookie(
            settings.LANGUAGE_COOKIE_NAME,
            language,
            max_age=settings.LANGUAGE_COOKIE_AGE,
            httponly=True,
            samesite="Lax",
            secure=settings.HTTPS,
        )
    return response


def _shown(request: HttpRequest) -> str:
    """The address that the browser shows, which scripts may have changed since the page came.

    Where the browser keeps it to itself, as on pages with a code in it, the form says what it was.
    """
    told = request.headers.get("Referer", "")
    if url_has_allowed_host_and_scheme(told, {request.get_host()}):
        told = urlsplit(told)._replace(scheme="", netloc="", fragment="").geturl()
        if told.strip("/") and _is_ours(told):
            return told
    told = request.POST.get("next", "")
    return told if _is_ours(told) else "/"


def _is_ours(address: str) -> bool:
    return address.startswith("/") and url_has_allowed_host_and_scheme(address, allowed_hosts=None)
