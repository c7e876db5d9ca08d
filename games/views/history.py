"""A match looked back at: how it ended, how its count went, every deal with its why, and who did what when."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from html import escape

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_GET

from games.access import Action, club_page, may
from games.models import Act, Device, Round
from games.scorebook import Book
from games.scoring.sheet import Score
from games.views.board import Board, ShownSeat, Step
from games.views.books import read
from games.views.chart import Line, chart
from games.views.figure import Column
from games.views.naming import date_of, duration, moment_of, phone_of, phones_of, time_of
from games.views.offline import may_be_kept
from games.views.played import ShownEvening
from games.views.rounds import log_of, touching
from games.views.rules import MatchRules
from games.words.sentences import capital, number, say

ENDINGS = {
    Act.FINISH_EARLY: gettext_lazy("Ended early at %(time)s on %(phone)s."),
    Act.ABANDON: gettext_lazy("Abandoned at %(time)s on %(phone)s."),
    Act.REOPEN: gettext_lazy("Reopened at %(time)s on %(phone)s."),
}


@dataclass(frozen=True)
class ToldDeal:
    """A deal as it is looked back at."""

    number: str
    struck: bool
    url: str
    figures: SafeString
    dealt: Step | None
    warnings: Sequence[str]
    why: Sequence[str]
    log: Sequence[str]


class History:
    """What there is to look back at in a match."""

    def __init__(self, book: Book, device: Device, *, on_paper: bool = False) -> None:
        self.book = book
        self.match = book.match
        self.device = device
        self.own = None if on_paper else device
        """The phone on which it is read: paper goes to others."""
        self.board = Board(book, device)

    @property
    def places(self) -> list[ShownSeat]:
        """Who came where; those who share a place as they sat."""
        return sorted(self.board.seats, key=lambda seat: int(seat.place))

    @cached_property
    def phones(self) -> Mapping[int | None, Device]:
        """The phones by which anything was written, and that which started the match."""
        return phones_of([*self.book.rounds, *self.book.changes], self.match.started_by_id)

    @property
    def facts(self) -> Iterator[tuple[str, str]]:
        """When the match was played, how long that took, and who began it."""
        match, zone = self.match, self.board.zone
        yield _("Began"), f"{date_of(match.started_at, zone)}, {time_of(match.started_at, zone)}"
        if match.started_by_id:
            yield _("Begun on"), phone_of(self.phones.get(match.started_by_id), self.own)
        if match.ended_at:
            yield _("Ended"), moment_of(match.ended_at, match.started_at, zone)
            yield _("Took"), duration(match.ended_at - match.started_at)
        yield _("Deals"), str(len(self.book.live))

    @property
    def log(self) -> list[str]:
        """Who ended the match by hand or reopened it, and when."""
        return [
            say(
                ENDINGS[Act(change.act)],
                {
                    "time": moment_of(change.at, self.match.started_at, self.board.zone),
                    "phone": phone_of(self.phones.get(change.device_id), self.device),
                },
            )
            for change in self.book.changes
            if change.act in ENDINGS and not change.undone_at
        ]

    @cached_property
    def deals(self) -> list[ToldDeal]:
        """Oldest first."""
        return [self._told(round) for round in self.board.told_rounds]

    def _told(self, round: Round) -> ToldDeal:
        board, score = self.board, self.board.score(round)
        return ToldDeal(
            number=board.shown_number(round, score),
            struck=round.struck,
            url=board.url_of(round),
            figures=self._figures(board.columns(round, score)),
            dealt=board.dealt(round),
            warnings=board.warnings(round),
            why=self._why(round, score),
            log=log_of(round, touching(self.book, round), board, self.phones, self.device),
        )

    def _why(self, round: Round, score: Score | None) -> list[str]:
        """The sentences that explain what a deal came to, player by player."""
        if score is None:
            return []
        explained, names = self.board.words.explained, self.board.names
        return [line for player in names for line in explained(round.entry, score, player, names)]

    def _figures(self, columns: Sequence[Column]) -> SafeString:
        """The cells of a deal. Each says whose it is, since they are read as one line."""
        cells = (
            f'<span{column.tone}><span class="unseen">{name} </span>{column.html}</span>'
            for column, name in zip(columns, self._names, strict=True)
        )
        return mark_safe("".join(cells))  # noqa: S308 - its texts are escaped

    @cached_property
    def _names(self) -> list[str]:
        return [escape(name) for name in self.board.names.values()]

    @cached_property
    def counts(self) -> list[tuple[str, list[str]]]:
        """Each deal's number and what the count of each player was after it, before the first too."""
        return [
            (str(deal), [number(counts[deal]) for counts in self._counts])
            for deal in range(len(self._counts[0]))
        ]

    @cached_property
    def _counts(self) -> list[list[int]]:
        """By seat, the count before the first deal and after each."""
        replay, opening = self.book.replay, self.board.sheet.opening
        return [
            [opening, *(score.tally[seat.key] for score in replay.scores.values())]
            for seat in self.book.seats
        ]

    @property
    def counted(self) -> str:
        """What the chart shows, as a heading."""
        # Translators: what a chart shows, by deal: letters, points, pennies
        return capital(_("%(counts)s, deal by deal") % {"counts": self.board.counts})

    @property
    def chart(self) -> SafeString:
        lines = [
            Line(seat.player.mark, str(seat.player.colour), counts)
            for seat, counts in zip(self.book.seats, self._counts, strict=True)
        ]
        return chart(lines, self.counted, counts=self.board.counts, deals=_("deal"))


@require_GET
@club_page(Action.LOOK)
@may_be_kept
def page(request: HttpRequest, device: Device, match_id: int) -> HttpResponse:
    history = History(read(device.club, match_id), device)
    context = {
        "club": device.club,
        "history": history,
        "board": history.board,
        "rules": MatchRules(history.board),
        "evening": ShownEvening(history.match.evening, history.board.zone),
        "may_score": may(device, Action.SCORE),
    }
    return render(request, "matches/history.html", context)
