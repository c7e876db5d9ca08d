"""Alley Cat: a round is told by its totals, by the tricks that each took, or trick by trick."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, cast

from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.forms.deal import DealForm
from games.forms.fields import CardsField, CountField
from games.forms.missing import missing
from games.scoring.alley_cat import ALLEY_CAT, LEAST_POINTS, MOST_POINTS, RANKS, AlleyCat, Trick
from games.scoring.refusal import Refused
from games.scoring.sheet import Deal
from games.words.sentences import SUITS, face, signed

DECK = (*(rank + "C" for rank in RANKS), ALLEY_CAT, *(rank + "S" for rank in RANKS))
"""The 27 cards as the picker lays them out in rows of seven."""


def in_tricks(cards: Sequence[str]) -> list[list[str]]:
    """Cards two by two; the last trick has one if there is an odd number."""
    return [list(cards[at : at + 2]) for at in range(0, len(cards), 2)]


def in_order(tricks: Sequence[Sequence[str]]) -> list[str]:
    return [card for trick in tricks for card in trick]


class Totals(DealForm):
    """What each came to, as the table counted it."""

    way = "totals"
    label = gettext_lazy("Totals")
    template = "games/alley-cat/totals.html"

    def seat_fields(self) -> None:
        for player in self.order:
            self.fields[f"points-{player}"] = CountField(
                label=self.names[player], low=LEAST_POINTS, high=MOST_POINTS
            )

    def told(self, data: dict[str, Any]) -> dict[str, Any]:
        points = {player: data[f"points-{player}"] for player in self.sheet.players}
        blank = [player for player, value in points.items() if value is None]
        if len(blank) > 1:
            raise missing(_("What did each come to?"))
        if blank:
            raise missing(_("What did %(player)s come to?"), player=self.names[blank[0]])
        return {"points": points}

    @classmethod
    def reads(cls, deal: Deal) -> bool:
        return "points" in deal

    @classmethod
    def typed(cls, deal: Deal) -> dict[str, Any]:
        return {f"points-{player}": points for player, points in deal["points"].items()}


class Piles(DealForm):
    """The tricks that each took, in any order."""

    way = "piles"
    label = gettext_lazy("Piles")
    template = "games/alley-cat/piles.html"
    unfinished = frozenset({"too-few-tricks", "nobody-out"})
    """What the scoring refuses piles for, and more tricks would mend."""

    def seat_fields(self) -> None:
        for player in self.order:
            self.fields[f"piles-{player}"] = CardsField(label=self.names[player], deck=DECK, pairs="all")

    def told(self, data: dict[str, Any]) -> dict[str, Any]:
        piles = {player: in_tricks(data[f"piles-{player}"]) for player in self.sheet.players}
        if not any(piles.values()):
            raise missing(_("Which tricks did each take?"))
        for player, pile in piles.items():
            if pile and len(pile[-1]) == 1:
                facts = {"player": self.names[player], "card": face(pile[-1][0])}
                raise missing(_("%(player)s: what lay with %(card)s?"), **facts)
        return {"piles": piles}

    def refuse(self, refused: Refused) -> None:
        if refused.code in self.unfinished:
            self.add_error(None, missing(self.words.refusal(refused, self.names)))
        else:
            super().refuse(refused)

    @classmethod
    def reads(cls, deal: Deal) -> bool:
        return "piles" in deal

    @classmethod
    def typed(cls, deal: Deal) -> dict[str, Any]:
        return {f"piles-{player}": in_order(pile) for player, pile in deal["piles"].items()}


@dataclass(frozen=True)
class ShownCard:
    code: str
    rank: str
    suit: str
    red: bool

    @classmethod
    def of(cls, code: str) -> ShownCard:
        return cls(code, code[:-1], SUITS[code[-1]], code == ALLEY_CAT)


@dataclass(frozen=True)
class ShownTrick:
    """A trick as the line about it; nobody draws or leads after the one that ends the round."""

    number: str
    led: ShownCard
    followed: ShownCard
    taker: str
    worth: str
    draws: str
    leads: str
    held: str


class TrickByTrick(DealForm):
    """The whole round in order, with who takes, who draws and who leads after each trick."""

    way = "tricks"
    label = gettext_lazy("Trick by trick")
    template = "games/alley-cat/tricks.html"
    refreshed = "games/alley-cat/played_since.html"

    def seat_fields(self) -> None:
        self.fields["tricks"] = CardsField(label=_("The cards, as they are played"), deck=DECK, pairs="last")
        self.cards: list[str] = self.initial.get("tricks", [])

    def told(self, data: dict[str, Any]) -> dict[str, Any]:
        if not self.over:
            raise missing(self.step)
        return {"tricks": in_tricks(data["tricks"])}

    @classmethod
    def reads(cls, deal: Deal) -> bool:
        return "tricks" in deal

    @classmethod
    def typed(cls, deal: Deal) -> dict[str, Any]:
        return {"tricks": in_order(deal["tricks"])}

    def clean_tricks(self) -> list[str]:
        self.cards = self.cleaned_data["tricks"]
        return self.cards

    @cached_property
    def played(self) -> list[Trick]:
        """The tricks so far, up to one that cannot be or has one card."""
        played: list[Trick] = []
        game = cast(AlleyCat, self.sheet)
        with suppress(Refused):
            for trick in game.trick_by_trick(in_tricks(self.cards), game.leader):
                played.append(trick)  # noqa: PERF402 - those before a refusal stay
        return played

    @property
    def over(self) -> bool:
        return bool(self.played) and self.played[-1].over

    @property
    def number(self) -> str:
        """Which trick is being played."""
        return str(len(self.played) + (not self.over))

    @property
    def step(self) -> str:
        """What the table does now."""
        if self.over:
            return _("The round is over.")
        last = self.played[-1] if self.played else None
        leads = last.leads if last and last.leads else self.sheet.leader
        follows = cast(AlleyCat, self.sheet).other[leads]
        if len(self.cards) % 2:
            return _("%(player)s follows.") % {"player": self.names[follows]}
        if last is None:
            return _("%(player)s leads.") % {"player": self.names[leads]}
        names = {"player": self.names[leads], "drawing_player": self.names[follows]}
        return _("%(drawing_player)s draws, %(player)s leads.") % names

    @property
    def lines(self) -> list[ShownTrick]:
        """A line a trick, the newest first."""
        lines = [self._line(number, trick) for number, trick in enumerate(self.played, start=1)]
        return lines[::-1]

    def _line(self, number: int, trick: Trick) -> ShownTrick:
        return ShownTrick(
            number=str(number),
            led=ShownCard.of(trick.led),
            followed=ShownCard.of(trick.followed),
            taker=self.names[trick.taker],
            worth=signed(trick.worth),
            draws=self.names[trick.draws] if trick.draws else "",
            leads=self.names[trick.leads] if trick.leads else "",
            held=", ".join(f"{self.names[player]} {cards}" for player, cards in trick.held.items()),
        )


WAYS = (Totals, Piles, TrickByTrick)
