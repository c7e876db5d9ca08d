"""The table as it is shown: one match's sheet, what comes next, and what can be undone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from zoneinfo import ZoneInfo

from django.db.models import Sum
from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.kept import standing as standing_of
from games.models import Act, Change, Device, Ending, Round, Seat
from games.scorebook import Book, states_of
from games.scoring.sheet import Deal, Score, Sheet
from games.views.figure import Column, Row, figures
from games.views.naming import evening_title, names_of
from games.words import words
from games.words.game import Cell
from games.words.money import UNITS, changes
from games.words.sentences import NONE_YET, listed, number


@dataclass(frozen=True)
class ShownSeat:
    """A seat as the head of its column."""

    name: str
    mark: str
    colour: str
    tally: str
    said: str
    """The running count in plain text, where nothing is drawn."""
    place: str
    deals: bool
    out: bool
    won: bool
    lost: bool
    mine: bool
    """Of whoever said that the phone that looks is his."""
    count: dict[str, Any]


@dataclass(frozen=True)
class Step:
    """The next deal."""

    number: str
    dealer: str
    leader: str
    reminders: Sequence[tuple[str, str]]
    """What to think of, and the section of the rules that says it."""


@dataclass(frozen=True)
class Taking:
    """A change that can be undone or redone, and how that is called."""

    number: int
    label: str


@dataclass(frozen=True)
class Over:
    """The end of a match: how it ended, and who would deal in a rematch."""

    headline: str
    lines: Sequence[str]
    dealer: str


class Board:
    """What the table screen shows of a book, to a `device` if it matters whose that is."""

    def __init__(self, book: Book, device: Device | None = None) -> None:
        self.book = book
        person = device and device.person
        self.own = {device.player_id, person.pk} if device and person else set()
        self.match = book.match
        self.game = book.match.game
        self.words = words(self.game)
        self.names = names_of(book.seats)

    @property
    def sheet(self) -> Sheet:
        return self.book.replay.sheet

    @property
    def title(self) -> str:
        return str(self.words.title)

    @property
    def subtitle(self) -> str:
        return self.words.subtitle(self.sheet)

    @property
    def counts(self) -> str:
        return str(self.words.counts)

    @property
    def zone(self) -> ZoneInfo:
        return self.match.club.clock

    @property
    def evening(self) -> str:
        return evening_title(self.match.evening, self.zone)

    @cached_property
    def next_number(self) -> int:
        return len(self.book.live) + 1

    @cached_property
    def live(self) -> bool:
        return self.match.ending == Ending.LIVE

    @cached_property
    def seats(self) -> list[ShownSeat]:
        sheet, standing = self.sheet, standing_of(self.sheet)
        out = sheet.notes().get("out", ())
        return [
            ShownSeat(
                name=self.names[seat.key],
                mark=seat.player.mark,
                colour=str(seat.player.colour),
                tally=number(sheet.tally[seat.key]),
                said=self.words.tally(sheet, seat.key),
                place=str(standing[seat.key]["place"]),
                deals=self.live and sheet.dealer == seat.key,
                out=seat.key in out,
                won=standing[seat.key]["won"],
                lost=standing[seat.key]["lost"],
                mine=seat.player_id in self.own,
                count=self.words.count(sheet, seat.key),
            )
            for seat in self.book.seats
        ]

    @cached_property
    def rounds(self) -> list[Row]:
        """Newest first."""
        return [self._round(round) for round in reversed(self.told_rounds)]

    @property
    def told_rounds(self) -> list[Round]:
        """The rounds that are shown, oldest first; one whose recording was undone is not."""
        taken_back = self._taken_back()
        return [round for round in self.book.rounds if not (round.struck and round.position in taken_back)]

    def _taken_back(self) -> set[int]:
        return {
            position
            for change in self.book.changes
            if change.act == Act.RECORD and change.undone_at
            for position in states_of(change.after)
        }

    def _round(self, round: Round) -> Row:
        score = self.score(round)
        number = self.book.number_of(round) if round.struck or score is None else score.number
        return Row(
            number=self.shown_number(round, score),
            struck=round.struck,
            url=self.url_of(round),
            label=self._calls[round.struck] % {"number": number},
            figures=figures(self.columns(round, score)),
        )

    @cached_property
    def _calls(self) -> tuple[str, str]:
        """What leads to a round, by whether it is struck."""
        return _("Deal %(number)s: why, or correct it"), _("Deal %(number)s, struck: why, or restore it")

    @cached_property
    def _address(self) -> str:
        return reverse("table", args=[self.match.club_id, self.match.pk])

    def shown_number(self, round: Round, score: Score | None) -> str:
        """A round's number; nothing but a dash where it is struck: another deal has it, or will have it."""
        return NONE_YET if round.struck or score is None else str(score.number)

    def url_of(self, round: Round) -> str:
        """Where a round is shown. Not asked of Django for each, since a sheet has hundreds."""
        return f"{self._address}rounds/{round.pk}/"

    def columns(self, round: Round, score: Score | None) -> list[Column]:
        """What stands in a round's row for each seat, and what stood there before it was corrected."""
        now = self.told(round.entry, score)
        before = [(entry, there) for entry, there in self._earlier.get(round.position, ()) if there]
        if not before:
            return now
        was = [[column.cell.text for column in self.told(entry, there)] for entry, there in before]
        return [
            Column(column.cell, [text for text in texts if text not in {"", column.cell.text}])
            for column, *texts in zip(now, *was, strict=True)
        ]

    @cached_property
    def _earlier(self) -> dict[int, list[tuple[Deal, Score | None]]]:
        """What was written in rounds before they were corrected, and came to, by position."""
        entries = self.book.earlier_entries()
        scores = self.book.scores_in_place(entries) if entries else {}
        return {
            position: list(zip(entries[position], there, strict=True)) for position, there in scores.items()
        }

    @cached_property
    def _struck(self) -> dict[int, list[Score | None]]:
        """What struck rounds would come to in their places."""
        return self.book.scores_in_place(
            {round.position: [round.entry] for round in self.book.rounds if round.struck}
        )

    def told(self, entry: Deal, score: Score | None) -> list[Column]:
        """What the sheet shows of an entry for each seat; nothing where it has no score."""
        return [
            Column(self.words.cell(entry, score, seat.key) if score else Cell("")) for seat in self.book.seats
        ]

    @cached_property
    def next(self) -> Step | None:
        """The next deal; None when the match is over."""
        if not self.live:
            return None
        sheet = self.sheet
        return Step(
            number=str(self.next_number),
            dealer=self.names[sheet.dealer],
            leader=self.names[sheet.expected_leader],
            reminders=self.words.thoughts(sheet, self.names),
        )

    @cached_property
    def undo(self) -> Taking | None:
        change = self.book.undoable
        return Taking(change.number, self.named(change)) if change else None

    @cached_property
    def redo(self) -> Taking | None:
        change = self.book.redoable
        return Taking(change.number, self.named(change)) if change else None

    def touched(self, change: Change) -> list[Round]:
        """The rounds that a change wrote: the one that it was about, then those struck with it."""
        return [round for round in self.book.rounds if change.wrote(round)]

    def named(self, change: Change) -> str:
        """What a change did, as the undo and redo buttons call it."""
        deal = {"number": next(map(self.book.number_of, self.touched(change)), "")}
        return {
            Act.RECORD: _("deal %(number)s"),
            Act.CORRECT: _("correction of deal %(number)s"),
            Act.STRIKE: _("striking deal %(number)s"),
            Act.RESTORE: _("restoring deal %(number)s"),
            Act.FINISH_EARLY: _("finishing early"),
            Act.ABANDON: _("abandoning the match"),
            Act.REOPEN: _("reopening the match"),
        }[Act(change.act)] % deal

    @cached_property
    def over(self) -> Over | None:
        """How the match ended; None while it goes on."""
        if self.live:
            return None
        headline, *lines = self._ending()
        return Over(headline, lines, self.names[self.sheet.rematch_dealer])

    def _ending(self) -> list[str]:
        if self.match.ending == Ending.ABANDONED:
            return [_("The match was abandoned."), _("It counts for nothing.")]
        if self.match.ending == Ending.EARLY:
            ahead = [seat.name for seat in self.seats if seat.place == "1"]
            return [
                _("The match was ended early."),
                _("In front: %(players)s.") % {"players": listed(ahead)},
                _("Nothing is owed."),
            ]
        return self.words.ending(self.sheet, self.names)

    @property
    def played_for(self) -> bool:
        """Whether something was won and lost."""
        return self.match.ending == Ending.PLAYED and bool(self.match.coin)

    @property
    def money(self) -> list[str]:
        """What the match and the evening came to so far, in what is played for; what the words say already is left out."""
        coin, people = self.match.coin, {seat.player_id: self.names[seat.key] for seat in self.book.seats}
        match = {self.names[seat.key]: seat.worth for seat in self.book.seats}
        seats = Seat.objects.filter(match__evening=self.match.evening_id, coin=coin, player__in=people)
        sums = seats.order_by().values_list("player").annotate(Sum("worth"))
        evening = match | {people[player]: worth for player, worth in sums}
        lines = [] if coin in UNITS else [changes(match, coin)]
        if evening != match:
            lines.append(_("This evening: %(changes)s") % {"changes": changes(evening, coin)})
        return lines

    def dealt(self, round: Round) -> Step | None:
        """Who dealt and led in a round; None for a struck one that does not fit any more."""
        score = self.score(round)
        if score is None:
            return None
        return Step(str(score.number), self.names[score.dealer], self.names[score.leader], ())

    def score(self, round: Round) -> Score | None:
        """What a round came to; for a struck one, what it would come to in its place."""
        return (
            self._struck[round.position][0] if round.struck else self.book.replay.scores.get(round.position)
        )

    def why(self, round: Round) -> list[tuple[SafeString, str, list[tuple[str, str]]]]:
        """A round player by player: the figure, the name, and the sentences that explain the change.

        With each sentence comes the section of the rules that it goes by, where there is one.
        """
        score = self.score(round)
        return [
            (column.figure, self.names[seat.key], self._explained(round, score, seat.key) if score else [])
            for column, seat in zip(self.columns(round, score), self.book.seats, strict=True)
        ]

    def _explained(self, round: Round, score: Score, player: str) -> list[tuple[str, str]]:
        sections = {
            self.words.why(player, part, self.names): self.words.sections[part.rule]
            for part in score.why[player]
        }
        sentences = self.words.explained(round.entry, score, player, self.names)
        return [(sentence, sections.get(sentence, "")) for sentence in sentences]

    def warnings(self, round: Round) -> list[str]:
        """What was unusual in a round, and was scored all the same."""
        score = self.score(round)
        codes = score.notes.get("warnings", ()) if score else ()
        return [str(self.words.warnings[code]) for code in codes]
