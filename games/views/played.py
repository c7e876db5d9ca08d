"""Games, matches and evenings as lists show them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from django.db.models import Prefetch, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.evenings import goes_on
from games.models import Club, Ending, Evening, Match, Seat
from games.views.naming import date_of, evening_title, moment_of, names_of, time_of
from games.words import words
from games.words.sentences import listed, number


@dataclass(frozen=True)
class ShownGame:
    """A game as it is chosen."""

    code: str
    title: str
    tagline: str
    mark: str

    @classmethod
    def of(cls, code: str) -> ShownGame:
        said = words(code)
        return cls(code, str(said.title), str(said.tagline), f"games/{code}/mark.html")


def of_game(game: ShownGame, outcome: str) -> str:
    """A game, and how it ended."""
    # Translators: a game, and a sentence that says how it ended
    return _("%(game)s: %(outcome)s") % {"game": game.title, "outcome": outcome}


class ShownEvening:
    """An evening as the heading of what was played in it."""

    def __init__(self, evening: Evening, zone: ZoneInfo) -> None:
        self.id = evening.pk
        self.title = evening_title(evening, zone)
        self.date = date_of(evening.began_at, zone) if evening.name else ""
        """Where the title does not say it."""


def hours(evening: Evening, zone: ZoneInfo, now: datetime) -> str:
    """From when to when an evening went."""
    began = time_of(evening.began_at, zone)
    if goes_on(evening, now):
        return _("since %(time)s") % {"time": began}
    ended = moment_of(evening.last_at, evening.began_at, zone)
    return _("%(from)s to %(to)s") % {"from": began, "to": ended}


class ShownMatch:
    """A match in a list: who played, and how it stands or ended."""

    def __init__(self, match: Match, zone: ZoneInfo) -> None:
        self.id = match.pk
        self.game = ShownGame.of(match.game)
        self.live = match.ending == Ending.LIVE
        self.evening = ShownEvening(match.evening, zone)
        self.began = time_of(match.started_at, zone)
        self.ending = match.ending
        self.seats = list(match.seats.all())
        self.names = names_of(self.seats)

    @property
    def players(self) -> str:
        return ", ".join(self.names.values())

    @property
    def called(self) -> str:
        """The game, and with whom."""
        return _("%(game)s with %(players)s") % {"game": self.game.title, "players": self.players}

    @property
    def standing(self) -> list[tuple[str, str]]:
        return [(self.names[seat.key], number(seat.tally)) for seat in self.seats]

    @property
    def result(self) -> str:
        """The game, and how it ended."""
        return of_game(self.game, self.outcome)

    @property
    def outcome(self) -> str:
        """Who won and, where that does not say it, who lost."""
        if self.live:
            return _("It goes on.")
        return how_it_ended(
            self.ending,
            ahead=[self.names[seat.key] for seat in self.seats if seat.place == 1],
            won=[self.names[seat.key] for seat in self.seats if seat.won],
            lost=[self.names[seat.key] for seat in self.seats if seat.lost],
            everybody=len(self.seats),
        )


def how_it_ended(
    ending: str, *, ahead: Sequence[str], won: Sequence[str], lost: Sequence[str], everybody: int
) -> str:
    """How a match that is over ended, of so many players."""
    if ending == Ending.ABANDONED:
        return _("Abandoned.")
    if ending == Ending.EARLY:
        return _("Ended early; in front: %(players)s.") % {"players": listed(ahead)}
    if len(won) + len(lost) == everybody:
        return ngettext("%(players)s won.", "%(players)s won.", len(won)) % {"players": listed(won)}
    return _("%(winners)s won, %(losers)s lost.") % {"winners": listed(won), "losers": listed(lost)}


SEATED = Seat.objects.select_related("player")
"""Who sits in a match, with all that a list shows of them."""


def matches_of(club: Club) -> QuerySet[Match]:
    """The matches of a club, newest first, with all that a list shows of them."""
    return (
        Match.objects.filter(club=club)
        .select_related("evening")
        .prefetch_related(Prefetch("seats", SEATED))
        .order_by("-started_at", "-pk")
    )
