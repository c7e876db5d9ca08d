"""One round of a match: why it came to what it came to; correcting, striking and restoring it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from functools import partial
from typing import NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from games.access import Action, club_page, may
from games.forms import ways
from games.forms.deal import DealForm
from games.forms.sending import RewriteSending, new_key
from games.models import Act, Change, Device, Round
from games.scorebook import Book, Misfits, Moved, State
from games.scoring.refusal import Refused
from games.views.board import Board
from games.views.books import read, table_url, write
from games.views.entry import entry_form, offered, shown_ways
from games.views.naming import moment_of, phone_of, phones_of
from games.views.offline import may_be_kept
from games.views.preview import Preview
from games.words.sentences import Text, say


class Question(NamedTuple):
    """How a change is asked about, and agreed to, without and with later rounds that no longer fit."""

    question: Promise
    agree: Promise
    agree_to_strike: Promise


QUESTIONS = {
    Act.CORRECT: Question(
        gettext_lazy("Correct deal %(number)d?"),
        gettext_lazy("Correct deal %(number)d"),
        gettext_lazy("Correct it and strike those"),
    ),
    Act.STRIKE: Question(
        gettext_lazy("Strike deal %(number)d?"),
        gettext_lazy("Strike deal %(number)d"),
        gettext_lazy("Strike it and those too"),
    ),
    Act.RESTORE: Question(
        gettext_lazy("Restore deal %(number)d?"),
        gettext_lazy("Restore deal %(number)d"),
        gettext_lazy("Restore it and strike those"),
    ),
}
CORRECT_STRUCK = Question(
    gettext_lazy("Correct deal %(number)d and restore it?"),
    gettext_lazy("Correct and restore deal %(number)d"),
    gettext_lazy("Correct and restore it, and strike those"),
)
"""A struck round that is corrected counts again."""
HISTORY = {
    Act.CORRECT: gettext_lazy("Corrected at %(time)s on %(phone)s."),
    Act.STRIKE: gettext_lazy("Struck at %(time)s on %(phone)s."),
    Act.RESTORE: gettext_lazy("Restored at %(time)s on %(phone)s."),
    Act.REOPEN: gettext_lazy("Struck at %(time)s on %(phone)s, to reopen the match."),
}


@require_GET
@club_page(Action.LOOK)
@may_be_kept
def page(request: HttpRequest, device: Device, match_id: int, round_id: int) -> HttpResponse:
    book = read(device.club, match_id)
    round = _round(book, round_id)
    board = Board(book)
    history = touching(book, round)
    phones = phones_of([round, *history])
    context = {
        "board": board,
        "round": round,
        "number": book.number_of(round),
        "deal": board.dealt(round),
        "why": board.why(round),
        "warnings": board.warnings(round),
        "log": log_of(round, history, board, phones, device),
        "may_score": may(device, Action.SCORE),
    }
    return render(request, "rounds/page.html", context)


@require_http_methods(["GET", "POST"])
@club_page(Action.SCORE)
def correct(request: HttpRequest, device: Device, match_id: int, round_id: int) -> HttpResponse:
    """Another entry for a round: first what it would change, then, agreed to, the change."""
    book = read(device.club, match_id)
    round = _round(book, round_id)
    if request.method == "GET":
        return _correcting(request, book, round, _filled_in(book, round, request.GET.get("way")))
    form = entry_form(book, book.sheet_before(round.position), request.POST)
    if not form.is_valid():
        return _correcting(request, book, round, form, status=422)
    assert form.deal is not None
    state, change = State(form.deal, struck=False), partial(Book.correct, entry=form.deal)
    try:
        return _rewrite(request, device, book, round, Act.CORRECT, state, change)
    except Refused as refused:
        form.refuse(refused)
        return _correcting(request, book, round, form, status=422)


@require_POST
@club_page(Action.SCORE)
def check(request: HttpRequest, device: Device, match_id: int, round_id: int) -> HttpResponse:
    """What there is to say of a correction while it is being entered. Writes nothing."""
    book = read(device.club, match_id)
    form = entry_form(book, book.sheet_before(_round(book, round_id).position), request.POST)
    return render(request, "table/check.html", {"form": form, "says": form.says})


@require_POST
@club_page(Action.SCORE)
def strike(request: HttpRequest, device: Device, match_id: int, round_id: int) -> HttpResponse:
    book = read(device.club, match_id)
    round = _round(book, round_id)
    state = State(round.entry, struck=True)
    return _rewrite(request, device, book, round, Act.STRIKE, state, Book.strike)


@require_POST
@club_page(Action.SCORE)
def restore(request: HttpRequest, device: Device, match_id: int, round_id: int) -> HttpResponse:
    book = read(device.club, match_id)
    round = _round(book, round_id)
    state = State(round.entry, struck=False)
    try:
        return _rewrite(request, device, book, round, Act.RESTORE, state, Book.restore)
    except Refused as refused:
        board = Board(book)
        context = {
            "board": board,
            "number": book.number_of(round),
            "refusal": board.words.refusal(refused, board.names),
        }
        return render(request, "rounds/refused.html", context, status=422)


def _rewrite(
    request: HttpRequest,
    device: Device,
    book: Book,
    round: Round,
    act: Act,
    state: State,
    change: Callable[..., Change | None],
) -> HttpResponse:
    """Put a round in another state by the `change` if that has been agreed to; else ask.

    Raises `Refused` if the round cannot be in that state.
    """
    sending = RewriteSending(request.POST)
    agreed = sending.is_valid() and sending.cleaned_data.pop("agreed")
    if agreed:
        try:
            with write(device.club, book.match.pk) as written:
                made = change(written, _round(written, round.pk), by=device, **sending.cleaned_data)
        except (Misfits, Moved):
            book = read(device.club, book.match.pk)
        else:
            return redirect(table_url(book.match, done=made.number) if made else table_url(book.match))
    return _ask(request, book, round, act, state, again=agreed)


def _ask(
    request: HttpRequest, book: Book, round: Round, act: Act, state: State, *, again: bool
) -> HttpResponse:
    """What a round in another state would change; asked `again` where it is another thing than was agreed to."""
    preview = Preview.of(book, round, state)
    asked = CORRECT_STRUCK if act == Act.CORRECT and round.struck else QUESTIONS[act]
    number = {"number": book.number_of(round)}
    context = {
        "board": Board(book),
        "question": asked.question % number,
        "agree": asked.agree_to_strike if preview.misfits else asked.agree % number,
        "preview": preview,
        "again": again,
        "key": new_key(),
        "kept": _kept(request),
    }
    return render(request, "rounds/preview.html", context, status=409 if again else 200)


def _kept(request: HttpRequest) -> list[tuple[str, str]]:
    """What was typed, to be sent again when the change is agreed to."""
    sending = {"csrfmiddlewaretoken", *RewriteSending.base_fields}
    return [(name, value) for name, values in request.POST.lists() if name not in sending for value in values]


def _round(book: Book, round_id: int) -> Round:
    try:
        return book.round(round_id)
    except Round.DoesNotExist:
        raise Http404 from None


def _filled_in(book: Book, round: Round, code: str | None) -> DealForm:
    """The form with a round's entry in it, in the way asked for if that can show it."""
    sheet, board = book.sheet_before(round.position), Board(book)
    if asked := next((way for way in offered(book, sheet) if way.way == code), None):
        if not asked.reads(round.entry):
            return asked(sheet, board.words, board.names)
        return asked.showing(round.entry, sheet, board.words, board.names)
    # Offered or not: what was told must be seen, even if by now the sheet before it says otherwise.
    reading = next(way for way in ways(book.match.game) if way.reads(round.entry))
    return reading.showing(round.entry, sheet, board.words, board.names)


def _correcting(
    request: HttpRequest, book: Book, round: Round, form: DealForm, status: int = 200
) -> HttpResponse:
    context = {
        "board": Board(book),
        "round": round,
        "number": book.number_of(round),
        "form": form,
        "ways": shown_ways(book, form),
        "says": form.says,
        "key": new_key(),
    }
    return render(request, "rounds/correct.html", context, status=status)


def touching(book: Book, round: Round) -> list[Change]:
    """The changes that stand and did more to a round than record it."""
    return [
        change
        for change in book.changes
        if change.act in HISTORY and not change.undone_at and change.wrote(round)
    ]


def log_of(
    round: Round, history: Sequence[Change], board: Board, phones: Mapping[int | None, Device], own: Device
) -> list[str]:
    """Who entered a round, and what was done to it since, a sentence each."""

    def said(sentence: Text, at: datetime, phone: int | None) -> str:
        time = moment_of(at, board.match.started_at, board.zone)
        return say(sentence, {"time": time, "phone": phone_of(phones.get(phone), own)})

    return [
        said(_("Entered at %(time)s on %(phone)s."), round.entered_at, round.device_id),
        *(said(HISTORY[Act(change.act)], change.at, change.device_id) for change in history),
    ]
