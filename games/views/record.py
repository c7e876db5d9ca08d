"""What somebody has to show for, as his page and the list of players say it; each figure leads to its matches."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import Club, Player, Record, Streak
from games.people import People
from games.records import Counts
from games.scoring import GAMES
from games.streaks import ALL
from games.views.played import ShownGame
from games.words import words
from games.words.sentences import number, share


class Line(NamedTuple):
    """A figure, and where the matches behind it are; "" where there are none."""

    title: str
    text: str
    url: str


class Beside(NamedTuple):
    """How somebody fared against another, in the matches that both played."""

    player: Player
    met: Line
    ahead: Line
    behind: Line
    level: Line


@dataclass(frozen=True)
class Figures:
    """Figures of a person, at one game or at all, with the streaks that go with them."""

    club: Club
    person: int
    game: str
    counts: Mapping[str, int]
    streak: Streak

    @property
    def played(self) -> int:
        return self.counts.get("played", 0)

    @property
    def won(self) -> int:
        """Shared wins too."""
        return sum(self._wins.values())

    @property
    def lost(self) -> int:
        return self.counts.get("lost", 0)

    @property
    def _wins(self) -> dict[int, int]:
        """How many matches were won, by how many shared the win."""
        named = ((code.partition(":"), times) for code, times in self.counts.items())
        return {int(sharing): times for (what, _colon, sharing), times in named if what == "won"}

    @property
    def rate(self) -> str:
        """The share of matches played out that were won; of a win that several share, each has a part."""
        parts = sum(times / sharing for sharing, times in self._wins.items())
        return share(parts, self.played - self.counts.get("early", 0))

    @property
    def brief(self) -> str:
        return _("%(played)s played, %(won)s won") % {"played": number(self.played), "won": number(self.won)}

    @property
    def lines(self) -> list[Line]:
        """What every game has."""
        return [
            self._line(_("Played"), number(self.played), "played"),
            self._line(_("Won"), number(self.won), "won"),
            self._line(_("Lost"), number(self.lost), "lost"),
            self._line(_("Shared a place"), number(self.counts.get("shared", 0)), "shared"),
            self._line(_("Won, of those played out"), self.rate, "won"),
        ]

    @property
    def own(self) -> list[Line]:
        """What only this game has."""
        lines = words(self.game).record(self.counts)
        return [self._line(str(line.title), line.text, line.code) for line in lines]

    @property
    def streaks(self) -> list[Line]:
        streak = self.streak
        return [
            Line(_("In a row now"), self._run, self._in_a_row("now", streak.run)),
            Line(_("Most won in a row"), number(streak.won), self._in_a_row("won", streak.won)),
            Line(_("Most lost in a row"), number(streak.lost), self._in_a_row("lost", streak.lost)),
        ]

    def _in_a_row(self, which: str, times: int) -> str:
        return self._url([self.person], f"row:{which}") if times else ""

    @property
    def _run(self) -> str:
        run = self.streak.run
        if run > 0:
            return ngettext("%(matches)d won", "%(matches)d won", run) % {"matches": run}
        if run < 0:
            return ngettext("%(matches)d lost", "%(matches)d lost", -run) % {"matches": -run}
        return number(0)

    def _line(self, title: str, text: str, code: str) -> Line:
        known = self.won if code == "won" else self.counts.get(code)
        return Line(title, text, self._url([self.person], code) if known else "")

    def _url(self, people: Iterable[int], code: str = "") -> str:
        asked = [("player", str(person)) for person in people]
        asked += [(name, told) for name, told in (("game", self.game), ("figure", code)) if told]
        return f"{reverse('matches', args=[self.club.pk])}?{urlencode(asked)}"

    def beside(self, people: People) -> list[Beside]:
        """Against each other, those first who were met most."""
        sums: dict[int, Counter[str]] = {}
        for code, times in self.counts.items():
            what, _colon, entry = code.partition(":")
            if what in ("met", "ahead", "behind"):
                sums.setdefault(people.person(int(entry)), Counter())[what] += times
        of_all = sorted(sums.items(), key=lambda one: (-one[1]["met"], one[0]))
        return [self._beside(people.entries[person], counts) for person, counts in of_all]

    def _beside(self, other: Player, counts: Counts) -> Beside:
        counts["level"] = counts["met"] - counts["ahead"] - counts["behind"]
        titles = {"met": _("together"), "ahead": _("in front"), "behind": _("behind"), "level": _("level")}
        lines = {
            what: Line(
                title,
                number(counts[what]),
                self._url([self.person], f"{what}:{other.pk}") if counts[what] else "",
            )
            for what, title in titles.items()
        }
        return Beside(other, **lines)


@dataclass
class ShownRecord:
    """All that a person has to show for."""

    club: Club
    person: int
    counts: dict[str, Counts] = field(default_factory=dict)
    """By game."""
    kept: dict[str, Streak] = field(default_factory=dict)

    @classmethod
    def of(cls, club: Club, people: People, person: int) -> ShownRecord:
        """A person's record, with those of all his entries."""
        record = cls(club, person)
        for kept in Record.objects.filter(club=club, player__in=people.entries_of(person)):
            record.counts.setdefault(kept.game, Counter()).update(kept.counts)
        for streak in Streak.objects.filter(club=club, player=person):
            record.kept[streak.game] = streak
        return record

    def streak(self, game: str) -> Streak:
        return self.kept.get(game) or Streak(run=0, won=0, lost=0)

    def figures(self, game: str, counts: Mapping[str, int]) -> Figures:
        return Figures(self.club, self.person, game, counts, self.streak(game))

    @cached_property
    def total(self) -> Figures:
        counts: Counts = Counter()
        for of_game in self.counts.values():
            counts.update(of_game)
        return self.figures(ALL, counts)

    @property
    def games(self) -> list[tuple[ShownGame, Figures]]:
        """What was played, in the order of the games."""
        return [
            (ShownGame.of(code), self.figures(code, self.counts[code]))
            for code in GAMES
            if self.counts.get(code, Counter())["played"]
        ]


def briefly(club: Club, people: People) -> dict[int, str]:
    """How much every person of a club has played and won, in one query."""
    sums: dict[int, Counts] = {}
    for kept in Record.objects.filter(club=club):
        sums.setdefault(people.person(kept.player_id), Counter()).update(kept.counts)
    return {person: ShownRecord(club, person, {ALL: counts}).total.brief for person, counts in sums.items()}
