"""An evening as it is shown: who played, what, and how it stands between them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from zoneinfo import ZoneInfo

from django.db.models import Prefetch, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.evenings import goes_on
from games.models import Club, Ending, Evening, Match, Player, Seat
from games.people import People
from games.players import told_apart
from games.views.played import SEATED, ShownEvening, ShownGame, ShownMatch, hours
from games.words.money import changes
from games.words.sentences import written


@dataclass(frozen=True)
class Standing:
    """How a player stands in a game of the evening."""

    rank: str
    name: str
    player: Player
    won: str
    places: Sequence[str]
    """In the order in which the matches were played."""


class OfGame:
    """The matches of one game in an evening, as they were played."""

    def __init__(self, matches: Sequence[ShownMatch], who: People, names: Mapping[int, str]) -> None:
        self.matches = matches
        self.game = matches[0].game
        self.who = who
        self.names = names
        self.counted = [match for match in matches if match.ending in {Ending.PLAYED, Ending.EARLY}]
        """An abandoned match counts for nothing, one that goes on for nothing yet."""

    @cached_property
    def standings(self) -> list[Standing]:
        """Whoever won most comes first, and of those equal in that who had the better places."""
        seats: dict[int, list[Seat]] = {}
        for match in self.counted:
            for seat in match.seats:
                seats.setdefault(self.who.person(seat.player_id), []).append(seat)
        worth = {person: _worth(had) for person, had in seats.items()}
        order = sorted(worth.values())
        return [
            Standing(
                rank=str(order.index(worth[person]) + 1),
                name=self.names[person],
                player=self.who.persons[person],
                won=str(sum(seat.won for seat in had)),
                places=[str(seat.place) for seat in had],
            )
            for person, had in sorted(seats.items(), key=lambda one: worth[one[0]])
        ]

    @property
    def outcome(self) -> str:
        """How it ended: of several matches, how many count, and how many of them each won."""
        if len(self.matches) == 1:
            return self.matches[0].outcome
        number = len(self.counted)
        if not number:
            return next((match for match in self.matches if match.live), self.matches[0]).outcome
        matches = ngettext("%(number)d match", "%(number)d matches", number) % {"number": number}
        wins = ", ".join(written(one.name, one.won) for one in self.standings if one.won != "0")
        if not wins:
            return matches
        # Translators: of a game in an evening: how many matches of it there were, and how many each won
        return _("%(matches)s, won: %(wins)s") % {"matches": matches, "wins": wins}


def _worth(seats: Sequence[Seat]) -> tuple[int, float]:
    """How well somebody did in a game, least first: by matches won, then by the mean of his places."""
    return -sum(seat.won for seat in seats), sum(seat.place for seat in seats) / len(seats)


class Sitting(ShownEvening):
    """An evening with all that was played in it."""

    def __init__(self, evening: Evening, zone: ZoneInfo, now: datetime, who: People) -> None:
        super().__init__(evening, zone)
        self.evening = evening
        self.who = who
        self.hours = hours(evening, zone, now)
        self.goes_on = goes_on(evening, now)
        self.matches = [ShownMatch(match, zone) for match in evening.matches.all()]

    @cached_property
    def names(self) -> dict[int, str]:
        """What the persons who played are called, in the order in which they sat down."""
        seats = [seat for match in self.matches for seat in match.seats]
        return told_apart(self.who.persons[one] for one in dict.fromkeys(map(self._person, seats)))

    @property
    def players(self) -> str:
        return ", ".join(self.names.values())

    def _person(self, seat: Seat) -> int:
        return self.who.person(seat.player_id)

    @property
    def sums(self) -> list[str]:
        """What was won and lost in the evening's matches, a line a coin: the largest sum first."""
        won: dict[str, Counter[int]] = {}
        for seat in (seat for match in self.matches for seat in match.seats if seat.worth):
            won.setdefault(seat.coin, Counter())[self._person(seat)] += seat.worth
        lines = []
        for coin, amounts in sorted(won.items()):
            changed = {self.names[one]: amount for one, amount in amounts.most_common() if amount}
            lines += [changes(changed, coin)] if changed else []
        return lines

    @property
    def still_running(self) -> str:
        """How many of its matches are not over; nothing where all are."""
        number = sum(match.live for match in self.matches)
        sentence = ngettext(
            "%(number)d match still runs, and can be played on all the same.",
            "%(number)d matches still run, and can be played on all the same.",
            number,
        )
        return sentence % {"number": number} if number else ""

    @cached_property
    def games(self) -> list[OfGame]:
        """Game by game, in the order in which they were begun."""
        by_game: dict[ShownGame, list[ShownMatch]] = {}
        for match in self.matches:
            by_game.setdefault(match.game, []).append(match)
        return [OfGame(matches, self.who, self.names) for matches in by_game.values()]


def evenings_of(club: Club) -> QuerySet[Evening]:
    """The evenings of a club, with all that was played in them."""
    matches = Match.objects.order_by("started_at", "pk").prefetch_related(Prefetch("seats", SEATED))
    return Evening.objects.filter(club=club).prefetch_related(Prefetch("matches", matches))
