"""The table screen: the sheet of a match, what comes next, and the entry of a deal."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from games import scorebook
from games.access import Action, club_page, may
from games.forms import ways
from games.forms.deal import DealForm
from games.forms.sending import DealSending, EndSending, ReopenSending, TurnSending, new_key
from games.models import Change, Club, Device, Ending, Match
from games.scorebook import Book, Moved, Taken
from games.scoring.refusal import Refused
from games.scoring.sheet import Sheet
from games.views.board import Board
from games.views.figure import figures
from games.views.naming import phone_of, time_of
from games.views.preview import Preview


@dataclass(frozen=True)
class Way:
    """A way to enter a deal, as it is offered."""

    code: str
    label: str
    current: bool


@dataclass(frozen=True)
class Notice:
    """What the page says about what was just done: kind is "saved", "undone" or "wrong"."""

    kind: str
    text: str


@require_GET
@club_page(Action.LOOK)
def page(request: HttpRequest, device: Device, match_id: int) -> HttpResponse:
    book = read(device.club, match_id)
    return show(request, device, book, way=request.GET.get("way"))


@require_POST
@club_page(Action.SCORE)
def record(request: HttpRequest, device: Device, match_id: int) -> HttpResponse:
    sending = DealSending(request.POST)
    if not sending.is_valid():
        return show(
            request, device, read(device.club, match_id), data=request.POST, notice=_unreadable(), status=422
        )
    number = sending.cleaned_data["number"]
    try:
        with scorebook.write(device.club, match_id) as book:
            form = entry_form(book, book.sheet_at(number), request.POST)
            if not form.is_valid():
                return show(request, device, book, form=form, number=number, status=422)
            assert form.deal is not None
            key = sending.cleaned_data["key"]
            change = book.record(number=number, entry=form.deal, key=key, by=device)
    except Match.DoesNotExist:
        raise Http404 from None
    except Refused as refused:
        form.refuse(refused)
        return show(request, device, read(device.club, match_id), form=form, number=number, status=422)
    except Taken as taken:
        return _conflict(request, device, book, form, taken)
    except Moved:
        return _moved(request, device, read(device.club, match_id))
    return after(request, device, book, _saved(book, change, number))


@require_POST
@club_page(Action.SCORE)
def check(request: HttpRequest, device: Device, match_id: int) -> HttpResponse:
    """What there is to say of a deal while it is being entered. Writes nothing."""
    book = read(device.club, match_id)
    sending = DealSending(request.POST)
    number = sending.cleaned_data["number"] if sending.is_valid() else len(book.live) + 1
    form = entry_form(book, book.sheet_at(number), request.POST)
    return render(request, "table/check.html", {"form": form, "says": form.says})


@require_POST
@club_page(Action.SCORE)
def undo(request: HttpRequest, device: Device, match_id: int, number: int) -> HttpResponse:
    return _turn(request, device, match_id, number, Book.undo, "undone", _("Taken back: %(what)s."))


@require_POST
@club_page(Action.SCORE)
def redo(request: HttpRequest, device: Device, match_id: int, number: int) -> HttpResponse:
    return _turn(request, device, match_id, number, Book.redo, "saved", _("Made again: %(what)s."))


def _turn(
    request: HttpRequest,
    device: Device,
    match_id: int,
    number: int,
    act: Callable[..., Change],
    kind: str,
    text: str,
) -> HttpResponse:
    """Take a change back or make it again, and say which that was."""
    sending = TurnSending(request.POST)
    if not sending.is_valid():
        return show(request, device, read(device.club, match_id), notice=_unreadable(), status=422)
    try:
        with scorebook.write(device.club, match_id) as book:
            change = act(book, number, by=device, **sending.cleaned_data)
    except Match.DoesNotExist:
        raise Http404 from None
    except Moved:
        return _moved(request, device, read(device.club, match_id))
    return after(request, device, book, Notice(kind, text % {"what": Board(book).named(change)}))


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
        with scorebook.write(device.club, match_id) as book:
            act = book.finish_early if sending.cleaned_data["act"] == "finish-early" else book.abandon
            act(key=sending.cleaned_data["key"], by=device)
    except Match.DoesNotExist:
        raise Http404 from None
    except Refused:
        pass  # it ended meanwhile, and the page says how
    except Moved:
        return redirect("end", device.club_id, match_id)  # asked anew, by a key of its own
    return redirect(table_url(book.match))


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
        with scorebook.write(device.club, match_id) as book:
            book.reopen(by=device, **sending.cleaned_data)
    except Match.DoesNotExist:
        raise Http404 from None
    except Moved:
        return redirect("reopen", device.club_id, match_id)  # asked anew, unless it goes on already
    return redirect(table_url(book.match))


def read(club: Club, match_id: int) -> Book:
    """A match of the club to look at; what is not the club's does not exist."""
    try:
        return scorebook.read(club, match_id)
    except Match.DoesNotExist:
        raise Http404 from None


def table_url(match: Match) -> str:
    return reverse("table", args=[match.club_id, match.pk])


def entry_form(book: Book, sheet: Sheet, data: Mapping[str, Any]) -> DealForm:
    """The form that was filled in, in the way it says; the usual way if it says none that there is."""
    board = Board(book)
    way = offered_way(book, sheet, data.get("way"))
    return way(sheet, board.words, board.names, data)


def offered_way(book: Book, sheet: Sheet, code: str | None) -> type[DealForm]:
    """The way of entry asked for; else that of the last deal that one way alone can show; else the usual."""
    offered = [way for way in ways(book.match.game) if way.offered(sheet)]
    for way in offered:
        if way.way == code:
            return way
    for round in reversed(book.live):
        reading = [way for way in offered if way.reads(round.entry)]
        if len(reading) == 1 and reading[0].lasts(round.entry):
            return reading[0]
    return offered[0]


def offered_ways(book: Book, sheet: Sheet, current: DealForm) -> list[Way]:
    return [
        Way(way.way, str(way.label), way.way == current.way)
        for way in ways(book.match.game)
        if way.offered(sheet)
    ]


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
) -> HttpResponse:
    """The table: the whole page, or the part that htmx swaps. A deal for a match that is over is refused."""
    board = Board(book)
    if form is not None and not board.live:
        notice = Notice("wrong", board.words.refusal(Refused("match-over"), board.names))
    may_score = may(device, Action.SCORE)
    context: dict[str, Any] = {"board": board, "notice": notice, "key": new_key(), "may_score": may_score}
    if board.live and may_score:
        if form is None:
            sheet = book.sheet_at(board.next_number)
            form = (
                entry_form(book, sheet, data)
                if data is not None
                else offered_way(book, sheet, way)(sheet, board.words, board.names)
            )
        context |= {
            "form": form,
            "ways": offered_ways(book, form.sheet, form),
            "says": form.says,
            "number": number or board.next_number,
        }
    return _render(request, context, status)


def _render(request: HttpRequest, context: dict[str, Any], status: int) -> HttpResponse:
    template = "table/_table.html" if request.headers.get("HX-Request") else "table/page.html"
    return render(request, template, context, status=status)


def after(request: HttpRequest, device: Device, book: Book, notice: Notice) -> HttpResponse:
    """The answer to a write: the fresh table to a script, else a way back to it that a reload cannot send again."""
    if request.headers.get("HX-Request"):
        return show(request, device, book, notice=notice)
    return redirect(table_url(book.match))


def _saved(book: Book, change: Change | None, number: int) -> Notice:
    """What a deal that was saved came to; by no `change`, deal `number` was there already."""
    position = int(next(iter(change.after["rounds"]))) if change else book.live[number - 1].position
    round = next(round for round in book.live if round.position == position)
    board, score = Board(book), book.replay.scores[position]
    outcome = board.words.outcome(round.entry, score, board.sheet, board.names)
    text = (
        _("Deal %(number)s saved: %(outcome)s")
        if change
        else _("Deal %(number)s was saved already: %(outcome)s")
    )
    return Notice("saved", text % {"number": score.number, "outcome": outcome})


def _unreadable() -> Notice:
    return Notice("wrong", _("The form came incomplete, and nothing was saved. Look it over and save again."))


def _moved(request: HttpRequest, device: Device, book: Book) -> HttpResponse:
    text = _(
        "Something else was written or taken back meanwhile, so nothing was changed. This is how it stands now."
    )
    data = request.POST if "number" in request.POST else None
    return show(request, device, book, data=data, notice=Notice("wrong", text), status=409)


def _conflict(request: HttpRequest, device: Device, book: Book, form: DealForm, taken: Taken) -> HttpResponse:
    """The number is taken: both entries, and the choice between them."""
    board = Board(book)
    assert form.deal is not None
    mine = book.score_in_place(taken.theirs, form.deal)
    kept = [
        (name, value)
        for name, values in request.POST.lists()
        if name not in {"csrfmiddlewaretoken", "key", "number"}
        for value in values
    ]
    context = {
        "board": board,
        "key": new_key(),
        "may_score": True,
        "conflict": {
            "number": taken.number,
            "theirs": figures(board.columns(taken.theirs, board.score(taken.theirs))),
            "who": phone_of(taken.theirs.device, device),
            "when": time_of(taken.theirs.entered_at, board.zone),
            "mine": figures(board.told(form.deal, mine)),
            "kept": kept,
            "next": board.next_number,
            "correct_url": reverse("correct", args=[book.match.club_id, book.match.pk, taken.theirs.pk]),
        },
    }
    return _render(request, context, status=409)


@club_page(Action.SCORE)
def expired(request: HttpRequest, device: Device, match_id: int, number: int | None = None) -> HttpResponse:
    """The table after a form that had stood open too long: what was typed is kept, and the next try works."""
    data = request.POST if "number" in request.POST else None
    notice = Notice("wrong", too_long_open())
    return show(request, device, read(device.club, match_id), data=data, notice=notice, status=422)


def too_long_open() -> str:
    return _("This page had stood open too long, and nothing was saved. Look it over and save again.")
