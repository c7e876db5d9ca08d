"""The end of a match, by hand: asked once; and back, for one that is to go on after all."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from games.access import Action, club_page
from games.forms.sending import EndSending, ReopenSending, new_key
from games.models import Device, Ending
from games.scorebook import Moved
from games.scoring.refusal import Refused
from games.views.board import Board
from games.views.books import read, table_url, write
from games.views.preview import Preview


@require_http_methods(["GET", "POST"])
@club_page(Action.SCORE)
def end(request: HttpRequest, device: Device, match_id: int) -> HttpResponse:
    """End a match by hand: asked once, and taken back by undo."""
    sending = EndSending(request.POST)
    if request.method == "GET" or not sending.is_valid():
        board = Board(read(device.club, match_id))
        if not board.live:
            return redirect(table_url(board.match))
        status = 200 if request.method == "GET" else 422
        return render(request, "table/end.html", {"board": board, "key": new_key()}, status=status)
    try:
        with write(device.club, match_id) as book:
            act = book.finish_early if sending.cleaned_data["act"] == "finish-early" else book.abandon
            change = act(key=sending.cleaned_data["key"], by=device)
    except Refused:
        return redirect(table_url(book.match))  # it ended meanwhile, and the page says how
    except Moved:
        return redirect("end", device.club_id, match_id)  # asked anew, by a key of its own
    return redirect(table_url(book.match, done=change.number))


@require_http_methods(["GET", "POST"])
@club_page(Action.SCORE)
def reopen(request: HttpRequest, device: Device, match_id: int) -> HttpResponse:
    """Let an ended match go on: what that would change is shown first."""
    sending = ReopenSending(request.POST)
    if request.method == "GET" or not sending.is_valid():
        book = read(device.club, match_id)
        if book.match.ending == Ending.LIVE:
            return redirect(table_url(book.match))
        context = {"board": Board(book), "preview": Preview.of_reopening(book), "key": new_key()}
        return render(request, "table/reopen.html", context)
    try:
        with write(device.club, match_id) as book:
            change = book.reopen(by=device, **sending.cleaned_data)
    except Moved:
        return redirect("reopen", device.club_id, match_id)  # asked anew, unless it goes on already
    return redirect(table_url(book.match, done=change.number))
