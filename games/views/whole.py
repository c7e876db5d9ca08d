"""The club whole: out as one file, and from one into a club that has nothing yet."""

from __future__ import annotations

from collections.abc import Iterator

from django.db import Error
from django.http import HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.html import format_html
from django.utils.translation import get_language, override
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods

from games import archive
from games.access import Action, club_page
from games.models import Club, Device
from games.restoring import Archive, empty, read, restored
from games.scoring.refusal import Refused
from games.views.downloads import as_file
from games.words.files import of_file

STEPS = 100
"""So often a long restoring says how far it is."""
HERE = "<!-- here -->"


@require_http_methods(["GET", "POST"])
@club_page(Action.KEEP)
def page(request: HttpRequest, device: Device) -> HttpResponseBase:
    club = device.club
    if request.method == "GET":
        return _page(request, club)
    file = request.FILES.get("file")
    if file is None:
        return _page(request, club, _("Choose the file first."), 422)
    if not empty(club):
        return _page(request, club, why(Refused("club-not-empty")), 422)
    try:
        told = read(_text(file.read()))
    except Refused as refused:
        return _page(request, club, why(refused), 422)
    response = StreamingHttpResponse(_restoring(request, club, told))
    response.headers["Content-Encoding"] = "identity"  # what is said on the way is sent at once
    return response


def _page(request: HttpRequest, club: Club, wrong: str = "", status: int = 200) -> HttpResponse:
    context = {"club": club, "empty": empty(club), "wrong": wrong}
    return render(request, "files/whole.html", context, status=status)


def _text(sent: bytes) -> str:
    try:
        return sent.decode()
    except UnicodeDecodeError:
        raise Refused("not-utf8") from None


def why(refused: Refused) -> str:
    """Why a club cannot be restored, in a sentence; where it is a match's fault, which that is."""
    inner = refused.facts.get("why")
    if isinstance(inner, Refused):
        facts = {"number": refused.facts["number"], "why": of_file(inner, refused.facts["game"])}
        return _("Match %(number)d of the file: %(why)s") % facts
    return of_file(refused, None)


def _restoring(request: HttpRequest, club: Club, told: Archive) -> Iterator[str]:
    """The page that a club is restored behind: how far it is, and at last that it is there, or why it is not."""
    language, most = get_language() or "en", len(told.matches)
    page = render_to_string(
        "files/restoring.html", {"club": told.club, "address": club.pk, "here": HERE}, request
    )
    before, after = page.split(HERE)
    return _steps(language, club, told, most, before, after)


def _steps(language: str, club: Club, told: Archive, most: int, before: str, after: str) -> Iterator[str]:
    yield before
    try:
        for number in restored(club, told):
            if number % max(1, most // STEPS) == 0:
                yield format_html('<progress max="{}" value="{}"></progress>\n', most, number)
    except (Refused, Error) as fault:
        with override(language):
            said = why(fault) if isinstance(fault, Refused) else _("What is in the file cannot be kept.")
            nothing = _("Nothing was written.")
        yield format_html('<p class="notice" data-kind="wrong" role="alert">{} {}</p>', said, nothing)
    else:
        with override(language):
            done = _("The club is restored.")
        yield format_html('<p class="notice" data-kind="saved" role="status">{}</p>', done)
    yield after


@require_GET
@club_page(Action.KEEP)
def as_file_of_club(request: HttpRequest, device: Device) -> HttpResponseBase:
    """All of the club but what lets phones in, sent as it is read."""
    response = StreamingHttpResponse(archive.written(device.club), content_type="application/json")
    return as_file(response, device.club.name, f"{timezone.now():%Y-%m-%d}", ending="json")
