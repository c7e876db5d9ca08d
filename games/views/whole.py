"""The club whole: out as one file, and from one into a club that has nothing yet."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from itertools import islice

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
from games.restoring import Archive, Steps, read
from games.returning import empty, returned
from games.scoring.refusal import Refused
from games.views.downloads import as_file
from games.views.unavailable import SAID
from games.words.files import of_file
from scorekeeper.faults import fault_of

OFTEN = 100
"""So often a long restoring says how far it is, in checking as in writing."""
FEW = 200
"""So many matches are checked before anything is answered."""
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
        told = read(file)
        checked = told.check()
        for _number in islice(checked, FEW):
            pass
    except Refused as refused:
        return _page(request, club, why(refused), 422)
    response = StreamingHttpResponse(_restoring(request, club, told, checked))
    response.headers["Content-Encoding"] = "identity"  # what is said on the way is sent at once
    return response


def _page(request: HttpRequest, club: Club, wrong: str = "", status: int = 200) -> HttpResponse:
    context = {"club": club, "empty": empty(club), "wrong": wrong}
    return render(request, "files/whole.html", context, status=status)


def why(refused: Refused) -> str:
    """Why a club cannot be restored, in a sentence; where it is a match's fault, which that is."""
    inner = refused.facts.get("why")
    if isinstance(inner, Refused):
        facts = {"number": refused.facts["number"], "why": of_file(inner, refused.facts["game"])}
        return _("Match %(number)d of the file: %(why)s") % facts
    return of_file(refused, None)


def _restoring(request: HttpRequest, club: Club, told: Archive, checked: Steps[int]) -> Iterator[str]:
    """The page that a club is restored behind: how far it is, and at last that it is there, or why it is not."""
    page = render_to_string(
        "files/restoring.html", {"club": told.club, "address": club.pk, "here": HERE}, request
    )
    before, after = page.split(HERE)
    return _said_in(get_language() or "en", _steps(club, told, checked, before, after))


def _said_in(language: str, lines: Steps[str]) -> Iterator[str]:
    """Each line in the language of whoever reads it: other pages are answered between them."""
    with closing(lines):
        while True:
            with override(language):
                line = next(lines, None)
            if line is None:
                return
            yield line


def _steps(club: Club, told: Archive, checked: Steps[int], before: str, after: str) -> Steps[str]:
    yield before
    most = told.most
    try:
        for number in _now_and_then(checked, most):
            yield _how_far(number, most, _("Checked: %(number)d of %(most)d"))
        for number in _now_and_then(returned(club, told), most):
            yield _how_far(number, most, _("Written: %(number)d of %(most)d"))
    except (Refused, Error) as fault:
        said = why(fault) if isinstance(fault, Refused) else _not_kept(fault)
        nothing = _("Nothing was written.")
        yield format_html('<p class="notice" data-kind="wrong" role="alert">{} {}</p>', said, nothing)
    else:
        done = _("The club is restored.")
        yield format_html('<p class="notice" data-kind="saved" role="status">{}</p>', done)
    yield after


def _not_kept(raised: Error) -> str:
    """Why rows were not taken: through a fault of the disk or the database, or of theirs."""
    fault = fault_of(raised)
    return str(SAID[fault].text) if fault else _("What is in the file cannot be kept.")


def _now_and_then(numbers: Steps[int], most: int) -> Iterator[int]:
    """Of numbers that rise to the `most`, a hundred or so, and the last."""
    told = 0
    with closing(numbers):
        for number in numbers:
            if number == most or number - told >= most / OFTEN:
                told = number
                yield number


def _how_far(number: int, most: int, said: str) -> str:
    facts = {"number": number, "most": most}
    return format_html('<p><progress max="{}" value="{}"></progress>{}</p>\n', most, number, said % facts)


@require_GET
@club_page(Action.KEEP)
def as_file_of_club(request: HttpRequest, device: Device) -> HttpResponseBase:
    """All of the club but what lets phones in."""
    response = StreamingHttpResponse(archive.snapshot(device.club), content_type="application/json")
    return as_file(response, device.club.name, f"{timezone.now():%Y-%m-%d}", ending="json")
