"""What other phones see within a second of its being written.

A phone that is looked at asks about once a second whether anything is new, and says what it has seen.
As long as that is all there is, the answer is empty and costs one query, written by hand since making it
would cost more than all the rest. Else the answer is what changed on the page, out of band; an entry
into which something was typed is never in it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.db.models import BigIntegerField
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_GET

from games import scorebook
from games.access import COOKIE, SEEN_EVERY, Action, View, club_page, may, token_hash
from games.forms.sending import DealNumber
from games.models import Device, Match
from games.views import clubs, notices, settling, table
from games.views.board import Board
from games.views.books import read
from games.views.meanwhile import Meanwhile
from games.views.screen import Screen

OF_A_CLUB = """
    SELECT device.id, device.seen_at, CAST(club.version AS text) AS seen
    FROM games_device device JOIN games_club club ON club.id = device.club_id
    WHERE device.token_hash = %(token)s AND device.club_id = %(club)s
"""
OF_A_MATCH = """
    SELECT device.id, device.seen_at, played.version || '-' || COALESCE(played.pencil_id, 0) || '-' ||
        CASE played.ending WHEN '' THEN 0 ELSE COALESCE((
            SELECT MAX(newer.id) FROM games_match newer
            WHERE newer.evening_id = played.evening_id AND newer.id > played.id AND newer.ending = ''
        ), 0) END AS seen
    FROM games_device device JOIN games_match played ON played.club_id = device.club_id
    WHERE device.token_hash = %(token)s AND device.club_id = %(club)s AND played.id = %(match_id)s
"""
"""As `Meanwhile.seen` says it."""


def unless_seen(query: str) -> Callable[[View], View]:
    """A view of what is new: called where `query` finds that the device has not seen all (`?at=`) yet."""

    def guard(view: View) -> View:
        anew = club_page(Action.LOOK)(view)

        @require_GET
        @wraps(view)
        def asked(request: HttpRequest, club: str, **match: Any) -> HttpResponse:
            if match.get("match_id", 0) > BigIntegerField.MAX_BIGINT:
                raise Http404
            token = token_hash(request.COOKIES.get(COOKIE, ""))
            found = Device.objects.raw(query, {"token": token, "club": club, **match})
            device: Any = next(iter(found), None)
            if device is None or device.seen != request.GET.get("at"):
                return anew(request, club=club, **match)
            if timezone.now() - device.seen_at > SEEN_EVERY:
                return _here(request, club=club, **match)
            return HttpResponse(status=204, headers={"Cache-Control": "no-store"})

        return asked

    return guard


@club_page(Action.LOOK)
def _here(request: HttpRequest, device: Device, **match: Any) -> HttpResponse:
    """Nothing new, but the device is noted as seen."""
    return HttpResponse(status=204)


@unless_seen(OF_A_CLUB)
def club(request: HttpRequest, device: Device) -> HttpResponse:
    """The club's page."""
    return render(request, "club/_page.html", clubs.shown(device) | {"oob": True})


@unless_seen(OF_A_CLUB)
def settled(request: HttpRequest, device: Device, evening_id: int | None = None) -> HttpResponse:
    """Who pays whom."""
    context = settling.shown(request, device, evening_id) | {"oob": True}
    return render(request, "money/_settling.html", context)


@unless_seen(OF_A_MATCH)
def lying(request: HttpRequest, device: Device, match_id: int) -> HttpResponse:
    """The table view."""
    return render(request, "table/_lying.html", table.laid(device, match_id) | {"oob": True})


@unless_seen(OF_A_MATCH)
def match(request: HttpRequest, device: Device, match_id: int) -> HttpResponse:
    """The table; all but the entry where deal `?number=` is being typed, which stays as it is."""
    book = read(device.club, match_id)
    board = Board(book, device)
    typing = DealNumber(request.GET)
    meanwhile = Meanwhile(board, device, typing.cleaned_data["number"] if typing.is_valid() else None)
    may_score = may(device, Action.SCORE)
    notice = notices.heard(board, device)
    context = {"board": board, "meanwhile": meanwhile, "may_score": may_score, "oob": "parts"}
    if meanwhile.same_sheet(request.GET.get("at", "")):
        return render(request, "table/_meanwhile.html", context)
    if meanwhile.typed and may_score:
        return render(request, "table/_beside.html", context | {"notice": notice})
    return Screen(request, device, book).show(way=request.GET.get("way"), notice=notice, oob="table")


@table.from_the_table
def take_pencil(request: HttpRequest, device: Device, match_id: int) -> HttpResponse:
    """The phone that asks enters from now on."""
    try:
        scorebook.take_pencil(device.club, match_id, device)
    except Match.DoesNotExist:
        raise Http404 from None
    if request.headers.get("HX-Request"):
        return HttpResponse()  # in place of the line that offered it
    return redirect("table", device.club_id, match_id)
