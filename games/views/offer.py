"""What the start page offers: the club's players, the last line-up and rules, the mixes that have a name."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.http import QueryDict
from django.urls import reverse

from games import players, scorebook
from games.forms.line_up import LineUp
from games.forms.rules import Rules, RulesForm
from games.models import Device, Ending, Match, Player, Preset
from games.scoring import GAMES
from games.scoring.options import AGREE
from games.words import words
from games.words.alphabet import alphabetical

BUTTONS = ("toggle", "move", "add", "another", "draw", "preset", "save", "start")
PASSING = {"csrfmiddlewaretoken", "key", "beside", *BUTTONS}
"""What the form sends beside what was chosen or typed."""
LOOKED_THROUGH = 12
"""So many of the last matches are looked through for words to offer."""
WORDS_OFFERED = 4


@dataclass(frozen=True)
class Mix:
    """Rules that have a name; `saved` is the row where they are the club's own."""

    code: str
    title: str
    rules: Rules
    saved: Preset | None = None


class Offer:
    """A match about to be started on a phone: what there is to choose from, and what was chosen (`told`)."""

    def __init__(self, device: Device, code: str, told: QueryDict) -> None:
        self.device = device
        self.club = device.club
        self.code = code
        self.game = GAMES[code]
        self.words = words(code)
        self.players = players.of_club(self.club)
        self.told = told.copy()
        if not told:
            self._offer_last()

    @cached_property
    def matches(self) -> list[Match]:
        """The last matches of the game, newest first."""
        found = Match.objects.filter(club=self.club, game=self.code)
        return list(found.order_by("-started_at", "-pk")[:LOOKED_THROUGH])

    @cached_property
    def mixes(self) -> list[Mix]:
        """The mixes of rules that have a name: the game's, then those that the club has saved."""
        saved = Preset.objects.filter(club=self.club, game=self.code).order_by("pk")
        return [
            *(Mix(mix, str(title), rules) for mix, (title, rules) in self.words.presets.items()),
            *(
                Mix(str(preset.pk), preset.name, preset.rules, preset)
                for preset in sorted(saved, key=lambda preset: alphabetical(preset.name))
            ),
        ]

    def line_up(self) -> LineUp:
        return LineUp(self.players, self.game.seats, self.told, away=self.away)

    @cached_property
    def lately(self) -> dict[str, list[Any]]:
        """What was agreed on last, newest first, but for matches that were abandoned."""
        kept = [match.rules for match in self.matches if match.ending != Ending.ABANDONED]
        return {
            key: list(dict.fromkeys(rules[key] for rules in kept))[:WORDS_OFFERED]
            for key, option in self.game.options.items()
            if option.default is AGREE
        }

    def rules(self, *, asked: bool = False) -> RulesForm:
        return RulesForm(self.game, self.words, self.told, lately=self.lately, asked=asked)

    def repeat(self, match: Match) -> None:
        """Offer a match's people and rules again."""
        self._offer_line_up(match)
        self.choose(match.rules)

    @cached_property
    def away(self) -> list[Player]:
        """Who was to play again and is archived."""
        if not (asked := self.told.getlist("away")):
            return []
        archived = Player.objects.filter(club=self.club, archived_at__isnull=False)
        return [player for player in archived if str(player.pk) in asked]

    def choose(self, rules: Rules) -> None:
        """Put rules in place of those chosen."""
        for name, value in self.rules().typed(rules).items():
            self.told.pop(f"{name}-typed", None)
            self.told.setlist(name, value if isinstance(value, list) else [value])

    def choose_mix(self, code: str) -> None:
        for mix in self.mixes:
            if mix.code == code:
                self.choose(self.whole(mix.rules))

    def whole(self, rules: Rules) -> Rules:
        """A value for every option but those agreed on each time: that of `rules`, else the default."""
        return {
            key: rules.get(key, option.default)
            for key, option in self.game.options.items()
            if option.default is not AGREE
        }

    def chosen_mix(self, rules: RulesForm) -> Mix | None:
        """The mix that was chosen, whether by its name or rule by rule."""
        if rules.mixed:
            chosen = self.whole(rules.mix)
            return next((mix for mix in self.mixes if self.whole(mix.rules) == chosen), None)
        return None

    def _offer_last(self) -> None:
        """The line-up and rules of the game's last match; without one, the people of the club's last match."""
        newest = self.matches or Match.objects.filter(club=self.club).order_by("-started_at", "-pk")
        for last in newest[:1]:
            self._offer_line_up(last)
        agreed = {key: values[0] for key, values in self.lately.items() if values}
        rules = self.matches[0].rules if self.matches else {}
        self.choose({**self.whole(rules), **agreed})

    def _offer_line_up(self, last: Match) -> None:
        book = scorebook.read(self.club, last.pk)
        persons = players.persons([seat.player for seat in book.seats])
        people = [player for player in persons if not player.archived_at]
        if len(people) > self.game.seats[-1]:
            return
        self.told.setlist("seat", [str(player.pk) for player in people])
        if last.game == self.code and len(people) == len(book.seats):
            dealer = people[int(book.replay.sheet.rematch_dealer) - 1]
            self.told["dealer"] = str(dealer.pk)

    @property
    def counted(self) -> str:
        """What is only counted, since it has no price; nothing, where it has or the game is played for nothing."""
        return "" if self.game.unit in self.club.prices else str(self.words.in_units)

    @property
    def state(self) -> str:
        """What was chosen and typed so far, as the query of an address."""
        kept = self.told.copy()
        for name, values in list(kept.lists()):
            kept.setlist(name, [] if name in PASSING else [value for value in values if value])
        return kept.urlencode()

    @property
    def url(self) -> str:
        return f"{reverse('start', args=[self.club.pk, self.code])}?{self.state}"
