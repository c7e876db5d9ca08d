"""Who sits where, and who deals first."""

from __future__ import annotations

from collections.abc import Sequence

from django.http import QueryDict
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import Player
from games.words.sentences import isolated, listed


class LineUp:
    """The line-up as it is told: `seat` for each player, clockwise, and `dealer`.

    `players` are those of the club's that were named, in seating order; whoever is none of `known`
    is not among them, and only makes the line-up one that cannot be played. `away` are people who were
    to sit down and are archived.
    """

    def __init__(
        self, known: Sequence[Player], seats: range, told: QueryDict, *, away: Sequence[Player] = ()
    ) -> None:
        by_id = {str(player.pk): player for player in known}
        named = told.getlist("seat")
        self.known = known
        self.away = away
        self.low, self.high = seats[0], seats[-1]
        self.players = [by_id[one] for one in named if one in by_id]
        self.strangers = len(named) > len(self.players)
        self._dealer = by_id.get(told.get("dealer", ""))
        self._drawn = by_id.get(told.get("drawn", ""))

    @property
    def dealer(self) -> Player | None:
        """Who deals first: who was chosen, else whoever sits first."""
        if self._dealer in self.players:
            return self._dealer
        return self.players[0] if self.players else None

    @property
    def drawn(self) -> Player | None:
        """The dealer, if the lot fell on him."""
        return self.dealer if self.dealer == self._drawn else None

    @property
    def first_dealer(self) -> int:
        """The number of the dealer's seat."""
        return 1 + [player == self.dealer for player in self.players].index(True)

    @property
    def numbered(self) -> list[tuple[Player, str]]:
        """All who could sit down, each with the number of his seat if he has one."""
        return [
            (player, str(self.players.index(player) + 1) if player in self.players else "")
            for player in self.known
        ]

    @property
    def fits(self) -> bool:
        """Whether so many can play."""
        return self.low <= len(self.players) <= self.high

    @cached_property
    def errors(self) -> list[str]:
        """Why nobody can sit down like this."""
        errors = []
        if self.away:
            sentence = ngettext(
                "%(players)s is archived, so the same people cannot play again. Seat somebody else, or bring "
                "%(players)s back.",
                "%(players)s are archived, so the same people cannot play again. Seat somebody else, or bring "
                "%(players)s back.",
                len(self.away),
            )
            errors.append(sentence % {"players": listed([isolated(player.name) for player in self.away])})
        if self.strangers:
            errors.append(_("Somebody in the line-up is not among the players any more. Look it over."))
        twice = [player for place, player in enumerate(self.players) if player in self.players[:place]]
        errors += [
            _("%(player)s sits there twice.") % {"player": isolated(player.name)}
            for player in dict.fromkeys(twice)
        ]
        if not self.fits:
            errors.append(f"{self.takes} {self.sit}")
        return errors

    @property
    def takes(self) -> str:
        """How many can play, in a sentence."""
        if self.low == self.high:
            return ngettext("For %(high)d player.", "For %(high)d players.", self.high) % {"high": self.high}
        sentence = ngettext("For %(low)d to %(high)d player.", "For %(low)d to %(high)d players.", self.high)
        return sentence % {"low": self.low, "high": self.high}

    @property
    def sit(self) -> str:
        """How many there are, in a sentence."""
        got = len(self.players)
        if not got:
            return _("Nobody is at the table yet.")
        return ngettext("%(got)d is at the table.", "%(got)d are at the table.", got) % {"got": got}


def toggle(told: QueryDict, player: str) -> None:
    """Seat a player after the others, or take him away."""
    seated = told.getlist("seat")
    others = [one for one in seated if one != player]
    told.setlist("seat", others if player in seated else [*others, player])


def move(told: QueryDict, player: str) -> None:
    """Let a player sit one seat further to the front; the first goes to the end."""
    seated = told.getlist("seat")
    if player in seated:
        at = seated.index(player)
        seated.insert(at - 1 if at else len(seated), seated.pop(at))
        told.setlist("seat", seated)
