"""The table screen as it answers a phone: the whole page, or the part that htmx swaps."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django_htmx.http import replace_url

from games.access import Action, may
from games.forms.deal import DealForm
from games.forms.sending import new_key
from games.models import Device, Round
from games.scorebook import Book
from games.scoring.refusal import Refused
from games.views import notices
from games.views.board import Board
from games.views.books import read, table_url
from games.views.conflict import conflict, told
from games.views.entry import entry_form, offered_way, shown_ways
from games.views.meanwhile import Meanwhile
from games.views.notices import Notice


class Screen:
    """The table of a book, on the phone that asks."""

    def __init__(self, request: HttpRequest, device: Device, book: Book) -> None:
        self.request = request
        self.device = device
        self.book = book
        self.board = Board(book, device)

    @classmethod
    def of(cls, request: HttpRequest, device: Device, match_id: int) -> Screen:
        """The table of a match as it stands; what is not the club's does not exist."""
        return cls(request, device, read(device.club, match_id))

    def show(
        self,
        *,
        way: str | None = None,
        data: QueryDict | None = None,
        form: DealForm | None = None,
        number: int | None = None,
        notice: Notice | None = None,
        status: int = 200,
        oob: str = "",
    ) -> HttpResponse:
        """The table with the entry of a deal: that of deal `number` in a `form`, else the next.

        The next is as it was typed in `data`, or empty in the `way` that was asked for. `oob` is "table" if the
        part that htmx swaps is out of band. A deal for a match that is over is refused.
        """
        board, may_score = self.board, may(self.device, Action.SCORE)
        if form is not None and not board.live:
            notice = notices.wrong(board.words.refusal(Refused("match-over"), board.names))
        shown: dict[str, Any] = {"notice": notice, "may_score": may_score, "oob": oob}
        if board.live and may_score:
            form = form or self._entry(data, way)
            shown |= {
                "form": form,
                "ways": shown_ways(self.book, form),
                "says": form.says,
                "number": number or board.next_number,
            }
        return self._render(shown, status)

    def _entry(self, data: QueryDict | None, way: str | None) -> DealForm:
        """The entry of the next deal."""
        board = self.board
        sheet = self.book.sheet_at(board.next_number)
        if data is not None:
            return entry_form(self.book, sheet, data)
        return offered_way(self.book, sheet, way)(sheet, board.words, board.names)

    def _render(self, shown: dict[str, Any], status: int) -> HttpResponse:
        board = self.board
        context = {"board": board, "meanwhile": Meanwhile(board, self.device), "key": new_key(), **shown}
        template = "table/_table.html" if self._swapped else "table/page.html"
        return render(self.request, template, context, status=status)

    @property
    def _swapped(self) -> bool:
        """Whether a script asks, and not the browser itself."""
        return "HX-Request" in self.request.headers

    def after(self, notice: Notice | None, **query: Any) -> HttpResponse:
        """The answer to a write: the fresh table to a script, else a way back to it that a reload cannot send again.

        `query` is what the address of the table then says in place of the `notice`.
        """
        if self._swapped:
            return replace_url(self.show(notice=notice), table_url(self.book.match))
        return redirect(table_url(self.book.match, **query))

    def wrong(self, text: str, status: int) -> HttpResponse:
        """The answer to what was not written: the table as it stands, and an entry that was sent as it was typed."""
        sent = self.request.POST
        return self.show(data=sent if "number" in sent else None, notice=notices.wrong(text), status=status)

    def moved(self) -> HttpResponse:
        """The answer to what was sent from a table that had changed."""
        text = _(
            "Something else was written or taken back meanwhile, so nothing was changed. This is how it stands now."
        )
        return self.wrong(text, 409)

    def taken(self, form: DealForm, number: int) -> HttpResponse:
        """Another entry has the number: asked at an address that has this one in it, so that a reload keeps it."""
        address = table_url(self.book.match, number=number, **told(form, self.request.POST))
        if self._swapped:
            return replace_url(self.both(form, self.book.live[number - 1], status=409), address)
        return redirect(address)

    def both(self, form: DealForm, theirs: Round, status: int = 200) -> HttpResponse:
        """Both entries for one number, and the choice between them."""
        data = self.request.POST if self.request.method == "POST" else self.request.GET
        choice = conflict(self.board, self.device, form, theirs, data)
        return self._render({"may_score": True, "conflict": choice}, status)
