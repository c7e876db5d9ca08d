"""What other phones do meanwhile, as the table tells it."""

from __future__ import annotations

from django.utils.functional import cached_property
from django.utils.translation import gettext as _

from games.access import Action, may
from games.models import Device, Ending, Match
from games.views.board import Board
from games.views.naming import phone_of, phones_of
from games.words import words


class Meanwhile:
    """Who enters now, what became of the deal that is being typed, and where it goes on after the end.

    `typed` is the number of the deal that is being typed on this phone, if one is.
    """

    def __init__(self, board: Board, device: Device, typed: int | None = None) -> None:
        self.board = board
        self.match = board.match
        self.device = device
        self.typed = typed

    @cached_property
    def seen(self) -> str:
        """What a phone that shows this has seen; `games.views.live` tells by it whether anything is new."""
        newer = self.newer.pk if self.newer else 0
        return f"{self.match.version}-{self.match.pencil_id or 0}-{newer}"

    def same_sheet(self, seen: str) -> bool:
        """Whether nothing was written in the match since a phone had `seen` it."""
        return seen.partition("-")[0] == str(self.match.version)

    @cached_property
    def pencil(self) -> str:
        """Whose phone has the pencil, where that is another one."""
        if not self.board.live or not may(self.device, Action.SCORE):
            return ""
        if self.match.pencil_id in (None, self.device.pk):
            return ""
        return phone_of(self.match.pencil, self.device)

    @cached_property
    def newer(self) -> Match | None:
        """The match of the same evening that goes on after this one ended."""
        if self.board.live:
            return None
        later = Match.objects.filter(evening=self.match.evening_id, pk__gt=self.match.pk)
        return later.filter(ending=Ending.LIVE).order_by("-pk").first()

    @cached_property
    def newer_title(self) -> str:
        return str(words(self.newer.game).title) if self.newer else ""

    @cached_property
    def overtaken(self) -> str:
        """What was written in place of the deal that is being typed, or otherwise is in its way."""
        typed = self.typed
        if typed is None:
            return ""
        if typed < self.board.next_number:
            round = self.board.book.live[typed - 1]
            phone = phone_of(phones_of([round]).get(round.device_id), self.device)
            return _("Deal %(number)d was written meanwhile on %(phone)s.") % {
                "number": typed,
                "phone": phone,
            }
        if not self.board.live:
            return _("The match has ended meanwhile.")
        if typed > self.board.next_number:
            return _("A deal was taken back meanwhile: this is deal %(number)d now.") % {
                "number": self.board.next_number
            }
        return ""
