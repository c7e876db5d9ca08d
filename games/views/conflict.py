"""Two entries for one deal: the one that is written, and the one that a phone has, which may be half told."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import QueryDict
from django.urls import reverse
from django.utils.safestring import SafeString

from games.forms.deal import DealForm
from games.models import Device, Round
from games.views.board import Board
from games.views.figure import figures
from games.views.naming import phone_of, phones_of, time_of


@dataclass(frozen=True)
class Conflict:
    """Both of them, by whom and when the one was written, and what can be done with the other."""

    number: int
    theirs: SafeString
    who: str
    when: str
    mine: SafeString | None
    kept: list[tuple[str, str]]
    """What the phone's entry says, field by field."""
    next: int
    """The number that it would have, added after what is written."""
    correct_url: str
    """Where it would be written in place of the other."""


def conflict(board: Board, device: Device, form: DealForm, theirs: Round, data: QueryDict) -> Conflict:
    book, deal = board.book, form.deal
    return Conflict(
        number=book.number_of(theirs),
        theirs=figures(board.columns(theirs, board.score(theirs))),
        who=phone_of(phones_of([theirs]).get(theirs.device_id), device),
        when=time_of(theirs.entered_at, board.zone),
        mine=figures(board.told(deal, book.score_in_place(theirs, deal))) if deal else None,
        kept=[(name, value) for name, values in told(form, data).items() for value in values],
        next=board.next_number,
        correct_url=reverse("correct", args=[book.match.club_id, book.match.pk, theirs.pk]),
    )


def told(form: DealForm, data: QueryDict) -> dict[str, list[str]]:
    """What was told in a form, by its fields, and the way that it is."""
    return {"way": [form.way]} | {name: data.getlist(name) for name in form.fields if name in data}


def blank(form: DealForm, data: QueryDict) -> bool:
    """Whether nothing was told in a form."""
    return not any(value for name in form.fields for value in data.getlist(name))
