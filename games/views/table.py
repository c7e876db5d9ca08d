"""What a phone asks of the table: to look at it, to record a deal, and to take a change back or make it again."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from games.access import Action, View, club_page, may
from games.forms.deal import DealForm
from games.forms.sending import INCOMPLETE, DealNumber, DealSending, TurnSending
from games.models import Change, Device
from games.scorebook import Book, Moved, Taken
from games.scoring.refusal import Refused
from games.views import notices
from games.views.board import Board
from games.views.books import read, table_url, write
from games.views.conflict import blank
from games.views.entry import entry_form
from games.views.meanwhile import Meanwhile
from games.views.notices import Notice
from games.views.offline import may_be_kept
from games.views.screen import Screen


@require_GET
@club_page(Action.LOOK)
@may_be_kept
def page(request: HttpRequest, device: Device, match_id: int) -> HttpResponse:
    """The table. Its address may name what was done last (`games.views.notices`), or a deal not saved yet."""
    screen = Screen.of(request, device, match_id)
    if "number" in request.GET and may(device, Action.SCORE):
        return _unsaved(screen)
    notice = notices.asked_for(screen.board, request.GET)
    return screen.show(way=request.GET.get("way"), notice=notice)


def _unsaved(screen: Screen) -> HttpResponse:
    """A deal that stands in the address: beside the one that has its number, or filled in to be saved."""
    book, told = screen.book, screen.request.GET
    asked = DealNumber(told)
    number = asked.cleaned_data["number"] if asked.is_valid() else len(book.live) + 1
    form = entry_form(book, book.sheet_at(number), told)
    if number > len(book.live):
        return screen.show(data=told)
    theirs = book.live[number - 1]
    if (form.is_valid() and theirs.entry == form.deal) or blank(form, told):
        return screen.show()
    return screen.both(form, theirs)


@require_GET
@club_page(Action.LOOK)
@may_be_kept
def lying(request: HttpRequest, device: Device, match_id: int) -> HttpResponse:
    """The table view, for a phone that lies in the middle: huge figures, to be read from all sides."""
    return render(request, "table/lying.html", laid(device, match_id))


def laid(device: Device, match_id: int) -> dict[str, Any]:
    """What the table view shows."""
    board = Board(read(device.club, match_id), device)
    half = (len(board.seats) + 1) // 2
    sides = [board.seats[:half], board.seats[half:]]
    return {"board": board, "sides": sides, "meanwhile": Meanwhile(board, device)}


def from_the_table(view: View) -> View:
    """An address that the table writes to. Whoever only opens it, by a reload say, is led to the table."""

    @require_http_methods(["GET", "POST"])
    @club_page(Action.SCORE)
    @wraps(view)
    def written(request: HttpRequest, device: Device, match_id: int, **asked: Any) -> HttpResponse:
        if request.method == "GET":
            return redirect(table_url(read(device.club, match_id).match, **request.GET.dict()))
        return view(request, device, match_id, **asked)

    return written


@from_the_table
def record(request: HttpRequest, device: Device, match_id: int) -> HttpResponse:
    sending = DealSending(request.POST)
    if not sending.is_valid():
        incomplete = notices.wrong(str(INCOMPLETE))
        return Screen.of(request, device, match_id).show(data=request.POST, notice=incomplete, status=422)
    number, key = sending.cleaned_data["number"], sending.cleaned_data["key"]
    try:
        with write(device.club, match_id) as book:
            form = entry_form(book, book.sheet_told_on(number, key), request.POST)
            if not form.is_valid():
                return _half_told(Screen(request, device, book), form, number)
            assert form.deal is not None
            change = book.record(number=number, entry=form.deal, key=key, by=device)
    except Refused as refused:
        form.refuse(refused)
        return Screen.of(request, device, match_id).show(form=form, number=number, status=422)
    except Taken as taken:
        return Screen(request, device, book).taken(form, taken.number)
    except Moved:
        return Screen.of(request, device, match_id).moved()
    screen = Screen(request, device, book)
    if change is None:
        return screen.after(notices.saved(screen.board, book.live[number - 1], already=True))
    return screen.after(notices.made(screen.board, change), done=change.number)


def _half_told(screen: Screen, form: DealForm, number: int) -> HttpResponse:
    """The answer to a deal that lacks something; nothing is asked if its number is taken, and it was not begun."""
    if number > screen.board.next_number:
        return screen.moved()
    if number == screen.board.next_number:
        return screen.show(form=form, number=number, status=422)
    if blank(form, screen.request.POST):
        return screen.after(notices.heard(screen.board, screen.device))
    return screen.taken(form, number)


@require_POST
@club_page(Action.SCORE)
def check(request: HttpRequest, device: Device, match_id: int) -> HttpResponse:
    """What there is to say of a deal while it is being entered. Writes nothing."""
    book = read(device.club, match_id)
    sending = DealSending(request.POST)
    number = sending.cleaned_data["number"] if sending.is_valid() else len(book.live) + 1
    form = entry_form(book, book.sheet_at(number), request.POST)
    return render(request, "table/check.html", {"form": form, "says": form.says})


@from_the_table
def undo(request: HttpRequest, device: Device, match_id: int, number: int) -> HttpResponse:
    return _turn(request, device, match_id, number, Book.undo, notices.taken_back, "undone")


@from_the_table
def redo(request: HttpRequest, device: Device, match_id: int, number: int) -> HttpResponse:
    return _turn(request, device, match_id, number, Book.redo, notices.made_again, "done")


def _turn(
    request: HttpRequest,
    device: Device,
    match_id: int,
    number: int,
    turn: Callable[..., Change],
    said: Callable[[Board, Change], Notice],
    name: str,
) -> HttpResponse:
    """Take a change back or make it again, and say which that was."""
    sending = TurnSending(request.POST)
    if not sending.is_valid():
        return Screen.of(request, device, match_id).wrong(str(INCOMPLETE), 422)
    try:
        with write(device.club, match_id) as book:
            change = turn(book, number, by=device, **sending.cleaned_data)
    except Moved:
        return Screen.of(request, device, match_id).moved()
    screen = Screen(request, device, book)
    return screen.after(said(screen.board, change), **{name: change.number})


@club_page(Action.SCORE)
def expired(request: HttpRequest, device: Device, match_id: int, number: int | None = None) -> HttpResponse:
    """The table after a form that had stood open too long: what was typed is kept, and the next try works."""
    return Screen.of(request, device, match_id).wrong(too_long_open(), 422)


def too_long_open() -> str:
    return _("This page had stood open too long, and nothing was saved. Look it over and save again.")
