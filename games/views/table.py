"""The table screen: the sheet of a match, what comes next, and the entry of a deal."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST
from django_htmx.http import replace_url

from games.access import Action, View, club_page, may
from games.forms.deal import DealForm
from games.forms.sending import INCOMPLETE, DealNumber, DealSending, TurnSending, new_key
from games.models import Change, Device, Round
from games.scorebook import Book, Moved, Taken
from games.scoring.refusal import Refused
from games.views import notices
from games.views.board import Board
from games.views.books import read, table_url, write
from games.views.conflict import blank, conflict, told
from games.views.entry import entry_form, offered_way, shown_ways
from games.views.meanwhile import Meanwhile
from games.views.notices import Notice
from games.views.offline import may_be_kept


@require_GET
@club_page(Action.LOOK)
@may_be_kept
def page(request: HttpRequest, device: Device, match_id: int) -> HttpResponse:
    """The table. Its address may name what was done last (`games.views.notices`), or a deal not saved yet."""
    book = read(device.club, match_id)
    if "number" in request.GET and may(device, Action.SCORE):
        return _unsaved(request, device, book)
    notice = notices.asked_for(Board(book), request.GET)
    return show(request, device, book, way=request.GET.get("way"), notice=notice)


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
        return show(
            request, device, read(device.club, match_id), data=request.POST, notice=_incomplete(), status=422
        )
    number = sending.cleaned_data["number"]
    try:
        with write(device.club, match_id) as book:
            key = sending.cleaned_data["key"]
            form = entry_form(book, book.sheet_told_on(number, key), request.POST)
            if not form.is_valid():
                if number <= len(book.live):
                    return _overtaken(request, device, book, form, number)
                if number > len(book.live) + 1:
                    return _moved(request, device, book)
                return show(request, device, book, form=form, number=number, status=422)
            assert form.deal is not None
            change = book.record(number=number, entry=form.deal, key=key, by=device)
    except Refused as refused:
        form.refuse(refused)
        return show(request, device, read(device.club, match_id), form=form, number=number, status=422)
    except Taken as taken:
        return _conflict(request, device, book, form, taken.number)
    except Moved:
        return _moved(request, device, read(device.club, match_id))
    board = Board(book)
    if change is None:
        return after(request, device, book, notices.saved(board, book.live[number - 1], already=True))
    return after(request, device, book, notices.made(board, change), done=change.number)


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
    act: Callable[..., Change],
    said: Callable[[Board, Change], Notice],
    name: str,
) -> HttpResponse:
    """Take a change back or make it again, and say which that was."""
    sending = TurnSending(request.POST)
    if not sending.is_valid():
        return show(request, device, read(device.club, match_id), notice=_incomplete(), status=422)
    try:
        with write(device.club, match_id) as book:
            change = act(book, number, by=device, **sending.cleaned_data)
    except Moved:
        return _moved(request, device, read(device.club, match_id))
    return after(request, device, book, said(Board(book), change), **{name: change.number})


def show(
    request: HttpRequest,
    device: Device,
    book: Book,
    *,
    way: str | None = None,
    data: QueryDict | None = None,
    form: DealForm | None = None,
    number: int | None = None,
    notice: Notice | None = None,
    status: int = 200,
    oob: str = "",
) -> HttpResponse:
    """The table: the whole page, or the part that htmx swaps, `oob` as "table" if that is out of band.

    A deal for a match that is over is refused.
    """
    board = Board(book, device)
    if form is not None and not board.live:
        notice = notices.wrong(board.words.refusal(Refused("match-over"), board.names))
    may_score = may(device, Action.SCORE)
    context: dict[str, Any] = {
        "board": board,
        "notice": notice,
        "key": new_key(),
        "may_score": may_score,
        "oob": oob,
    }
    if board.live and may_score:
        form = form or _entry(board, data, way)
        context |= {
            "form": form,
            "ways": shown_ways(book, form),
            "says": form.says,
            "number": number or board.next_number,
        }
    return _render(request, device, context, status)


def _entry(board: Board, data: QueryDict | None, way: str | None) -> DealForm:
    """The entry of the next deal as it was typed, or empty in the way that was asked for."""
    sheet = board.book.sheet_at(board.next_number)
    if data is not None:
        return entry_form(board.book, sheet, data)
    return offered_way(board.book, sheet, way)(sheet, board.words, board.names)


def _render(request: HttpRequest, device: Device, context: dict[str, Any], status: int) -> HttpResponse:
    context["meanwhile"] = Meanwhile(context["board"], device)
    template = "table/_table.html" if request.headers.get("HX-Request") else "table/page.html"
    return render(request, template, context, status=status)


def after(
    request: HttpRequest, device: Device, book: Book, notice: Notice | None, **query: Any
) -> HttpResponse:
    """The answer to a write: the fresh table to a script, else a way back to it that a reload cannot send again.

    `query` is what the address of the table then says in place of the `notice`.
    """
    if request.headers.get("HX-Request"):
        return replace_url(show(request, device, book, notice=notice), table_url(book.match))
    return redirect(table_url(book.match, **query))


def _incomplete() -> Notice:
    return notices.wrong(str(INCOMPLETE))


def _moved(request: HttpRequest, device: Device, book: Book) -> HttpResponse:
    text = _(
        "Something else was written or taken back meanwhile, so nothing was changed. This is how it stands now."
    )
    data = request.POST if "number" in request.POST else None
    return show(request, device, book, data=data, notice=notices.wrong(text), status=409)


def _overtaken(request: HttpRequest, device: Device, book: Book, form: DealForm, number: int) -> HttpResponse:
    """The number was taken while a deal was half told; nothing is asked if it was not even begun."""
    if blank(form, request.POST):
        return after(request, device, book, notices.heard(Board(book), device))
    return _conflict(request, device, book, form, number)


def _conflict(request: HttpRequest, device: Device, book: Book, form: DealForm, number: int) -> HttpResponse:
    """The number is taken: asked at an address that has the entry in it, so that a reload keeps it."""
    address = table_url(book.match, number=number, **told(form, request.POST))
    if request.headers.get("HX-Request"):
        theirs = book.live[number - 1]
        return replace_url(_both(request, device, book, form, theirs, status=409), address)
    return redirect(address)


def _unsaved(request: HttpRequest, device: Device, book: Book) -> HttpResponse:
    """A deal that stands in the address: beside the one that has its number, or filled in to be saved."""
    asked = DealNumber(request.GET)
    number = asked.cleaned_data["number"] if asked.is_valid() else len(book.live) + 1
    form = entry_form(book, book.sheet_at(number), request.GET)
    if number > len(book.live):
        return show(request, device, book, data=request.GET)
    theirs = book.live[number - 1]
    if (form.is_valid() and theirs.entry == form.deal) or blank(form, request.GET):
        return show(request, device, book)
    return _both(request, device, book, form, theirs)


def _both(
    request: HttpRequest, device: Device, book: Book, form: DealForm, theirs: Round, status: int = 200
) -> HttpResponse:
    """Both entries for one number, and the choice between them."""
    board = Board(book, device)
    data = request.POST if request.method == "POST" else request.GET
    context = {
        "board": board,
        "key": new_key(),
        "may_score": True,
        "conflict": conflict(board, device, form, theirs, data),
    }
    return _render(request, device, context, status)


@club_page(Action.SCORE)
def expired(request: HttpRequest, device: Device, match_id: int, number: int | None = None) -> HttpResponse:
    """The table after a form that had stood open too long: what was typed is kept, and the next try works."""
    data = request.POST if "number" in request.POST else None
    notice = notices.wrong(too_long_open())
    return show(request, device, read(device.club, match_id), data=data, notice=notice, status=422)


def too_long_open() -> str:
    return _("This page had stood open too long, and nothing was saved. Look it over and save again.")
