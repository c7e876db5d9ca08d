"""The ways to enter a Smoking Cat deal: who lost, what each of the four has, who took which of the ten items."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import Any

from django import forms
from django.forms.boundfield import BoundField
from django.utils.translation import gettext, ngettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from games.forms.deal import DealForm
from games.forms.fields import CardsField, ChipsField, CountField, Part, TicksField
from games.forms.missing import missing
from games.forms.names import NameField
from games.scoring.refusal import Refused
from games.scoring.sheet import Deal
from games.scoring.smoking_cat import ITEMS, PLAYING, TOTAL, SmokingCat, highest, may_have_heim
from games.words.smoking_cat import FACES, so_far

FINE = "fine"
DELIBERATE = "deliberate"
KINDS = {
    "reached_17": (_("reached 17"), _("Who reached 17?")),
    "threw_in": (_("threw in"), _("Who threw in?")),
    "revoke": (_("revoke"), _("Who revoked?")),
    DELIBERATE: (_("deliberate revoke"), _("Who revoked on purpose?")),
    FINE: (pgettext_lazy("a letter for a fault", "fine"), _("Who is fined?")),
}
"""What a round can be lost by when it is not played out: the chip, and what is asked while nobody is named."""
LONGEST_REASON = 120
STILL_OPEN = {"heim-needed", "items-missing"}
"""Refusals that are no fault, but a question."""


class FourForm(DealForm):
    """What every way asks: where more than four are at the table, who sits out. It begins with a proposal.

    Everybody has fields, and those of whoever sits out are not shown; what they hold is not told.
    """

    sheet: SmokingCat

    def seat_fields(self) -> None:
        self.seats = self.order
        self.spare = len(self.seats) - PLAYING
        self.choices = [(player, self.names[player]) for player in self.seats]
        if self.spare:
            self.fields["sitting_out"] = self._sitting_out()

    def _sitting_out(self) -> forms.Field:
        proposed, label = self.sheet.sitting_out_next(), _("Sitting out")
        if self.spare == 1:
            return ChipsField(label=label, choices=self.choices, keep=True, initial=proposed[0])
        return TicksField(label=label, choices=self.choices, initial=proposed)

    def clean(self) -> dict[str, Any]:
        for player in self.sitting_out(self.cleaned_data):
            for name in [name for name in self.errors if name.endswith(f"-{player}")]:
                del self.errors[name]
        return super().clean()

    def sitting_out(self, data: dict[str, Any]) -> list[str]:
        """Who is said to sit out, in seating order."""
        told = data.get("sitting_out", ())
        return [player for player in self.sheet.players if player in told]

    def told(self, data: dict[str, Any]) -> dict[str, Any]:
        out = self.sitting_out(data)
        if len(out) < self.spare:
            left = self.spare - len(out)
            sentence = ngettext(
                "Who sits out? %(left)d is missing.", "Who sits out? %(left)d are missing.", left
            )
            raise missing(sentence, left=left)
        if len(out) > self.spare:
            self.raise_refused("sitting_out", "sitting-out-number", got=len(out), want=self.spare)
        deal = self.round([player for player in self.seats if player not in out], data)
        return {**deal, "sitting_out": out} if out else deal

    @abstractmethod
    def round(self, four: Sequence[str], data: dict[str, Any]) -> dict[str, Any]:
        """What was told of the four who play; raises as `told`."""

    @classmethod
    def typed(cls, deal: Deal) -> dict[str, Any]:
        out = deal.get("sitting_out", [])
        return {"sitting_out": out[0] if len(out) == 1 else out} if out else {}

    def raise_refused(self, field: str | None, code: str, **facts: Any) -> None:
        """Say of a field, in the scoring's words, what no deal can be made of."""
        error = forms.ValidationError(self.words.refusal(Refused(code, **facts), self.names))
        raise forms.ValidationError({field: error}) if field else error

    def refuse(self, refused: Refused) -> None:
        if refused.code in STILL_OPEN:
            self.add_error(self.blamed(refused), missing(self.words.refusal(refused, self.names)))
        else:
            super().refuse(refused)

    def of_each(self, key: str) -> list[BoundField]:
        """The fields of each player, from the dealer's left."""
        return [self[f"{key}-{player}"] for player in self.seats]


class ReasonField(NameField):
    """What somebody is fined for, in a line."""

    def get_bound_field(self, form: forms.BaseForm, field_name: str) -> Part:
        return Part(form, self, field_name)


class WhoLost(FourForm):
    """Who takes the letter, and by what if the round was not simply lost. A fine can be anybody's."""

    way = "quick"
    label = _("Who lost")
    template = "games/smoking-cat/quick.html"

    def seat_fields(self) -> None:
        super().seat_fields()
        letters = {player: so_far(self.sheet, player) for player in self.seats}
        self.fields["loser"] = ChipsField(label=_("Who lost"), choices=self.choices, notes=letters)
        chips = [(kind, chip) for kind, (chip, _who) in KINDS.items()]
        self.fields["kind"] = ChipsField(label=_("How"), choices=chips)
        expelled = [("yes", _("Yes: expelled, and the match ends"))]
        self.fields["deliberate"] = TicksField(
            label=_("On purpose? Whoever it was is expelled and loses the match."), choices=expelled
        )
        self.fields["reason"] = ReasonField(
            label=_("What for (if you like)"), required=False, max_length=LONGEST_REASON
        )

    def told(self, data: dict[str, Any]) -> dict[str, Any]:
        if data["kind"] != FINE:
            return super().told(data)
        deal = {FINE: self.loser(self.seats, data)}
        return {**deal, "reason": data["reason"]} if data["reason"] else deal

    def round(self, four: Sequence[str], data: dict[str, Any]) -> dict[str, Any]:
        loser, kind = self.loser(four, data), data["kind"] or "verdict"
        if kind != DELIBERATE:
            return {kind: loser}
        if not data["deliberate"]:
            sentence = gettext("Is %(player)s to be expelled, and the match to end?")
            raise missing(sentence, player=self.names[loser])
        return {"revoke": loser, "deliberate": True}

    def loser(self, among: Sequence[str], data: dict[str, Any]) -> str:
        loser: str = data["loser"]
        if loser not in among:
            raise missing(KINDS[data["kind"]][1] if data["kind"] else gettext("Who lost?"))
        return loser

    def blamed(self, refused: Refused) -> str | None:
        return super().blamed(refused) or ("loser" if "player" in refused.facts else None)

    @classmethod
    def reads(cls, deal: Deal) -> bool:
        return not deal.keys() & {"points", "cards"}

    @classmethod
    def lasts(cls, deal: Deal) -> bool:
        """A table that tells points does so again after a fine, a revoke or a round cut short."""
        return "verdict" in deal

    @classmethod
    def typed(cls, deal: Deal) -> dict[str, Any]:
        kind = next(key for key in ("verdict", *KINDS) if key in deal and key != DELIBERATE)
        expelled = bool(deal.get("deliberate"))
        return {
            **super().typed(deal),
            "loser": deal[kind],
            "kind": DELIBERATE if expelled else kind.replace("verdict", ""),
            "deliberate": ["yes"] if expelled else [],
            "reason": deal.get("reason", ""),
        }


class Points(FourForm):
    """What each of the four has; the last one follows. Who took the Heim is asked of a tie for the highest.

    With a hand thrown in it is the thrower's points that follow.
    """

    way = "totals"
    label = _("Points")
    template = "games/smoking-cat/totals.html"
    total = TOTAL
    refreshed = "games/smoking-cat/heim_asked.html"

    def seat_fields(self) -> None:
        super().seat_fields()
        for player, name in self.choices:
            self.fields[f"points-{player}"] = CountField(label=name, low=0, high=TOTAL, part=True)
        self.fields["heim"] = ChipsField(label=_("The Heim"), choices=self.choices)
        self.fields["last_trick"] = ChipsField(label=_("The last trick"), choices=self.choices)
        self.fields["threw_in"] = ChipsField(label=_("Threw in"), choices=self.choices)
        self.tied_at: int | None = None
        """What those who are tied for the highest have, where one of the four can have the Heim."""
        self.without_heim: list[str] = []
        """Who of the four cannot have the Heim with what was typed."""

    @property
    def points_of_each(self) -> list[BoundField]:
        return self.of_each("points")

    def round(self, four: Sequence[str], data: dict[str, Any]) -> dict[str, Any]:
        points = self.points(four, data)
        named = {key: data[key] for key in ("heim", "last_trick") if data[key] in four}
        thrower = data["threw_in"] if data["threw_in"] in four else None
        self._ask_for_heim(points, thrower or named.get("last_trick"))
        if thrower is None:
            return {"points": points, **named}
        return {"threw_in": thrower, "points": {p: n for p, n in points.items() if p != thrower}, **named}

    def points(self, four: Sequence[str], data: dict[str, Any]) -> dict[str, int]:
        """The points of the four, the last one filled in; they sum to 33."""
        points = {player: data[f"points-{player}"] for player in four}
        blank = [player for player, taken in points.items() if taken is None]
        placed = sum(taken for taken in points.values() if taken is not None)
        if len(blank) == 1 and placed <= TOTAL:
            return {**points, blank[0]: TOTAL - placed}
        if blank and placed < TOTAL:
            left = TOTAL - placed
            sentence = ngettext("%(left)d point to place", "%(left)d points to place", left)
            raise missing(sentence, left=left)
        if blank and placed == TOTAL:
            raise missing(gettext("All 33 are placed. 0 for the others?"))
        if placed != TOTAL:
            self.raise_refused(None, "points-total", got=placed, want=TOTAL)
        return points

    def _ask_for_heim(self, points: dict[str, int], last_trick: str | None) -> None:
        able, tied = may_have_heim(points, last_trick), highest(points)
        if able:
            self.without_heim = [player for player in points if player not in able]
            self.tied_at = points[tied[0]] if len(tied) > 1 else None

    @classmethod
    def reads(cls, deal: Deal) -> bool:
        return "points" in deal

    @classmethod
    def typed(cls, deal: Deal) -> dict[str, Any]:
        points = dict(deal["points"])
        if "threw_in" in deal:
            points[deal["threw_in"]] = TOTAL - sum(points.values())
        named = {key: deal[key] for key in ("heim", "last_trick", "threw_in") if key in deal}
        return {
            **super().typed(deal),
            **{f"points-{player}": taken for player, taken in points.items()},
            **named,
        }


class Items(FourForm):
    """Who of the four took which of the ten items."""

    way = "cards"
    label = _("Cards")
    template = "games/smoking-cat/cards.html"

    def seat_fields(self) -> None:
        super().seat_fields()
        for player, name in self.choices:
            self.fields[f"cards-{player}"] = CardsField(
                label=name, deck=list(ITEMS), faces=FACES, rest=_("the rest")
            )

    @property
    def items_of_each(self) -> list[BoundField]:
        return self.of_each("cards")

    def round(self, four: Sequence[str], data: dict[str, Any]) -> dict[str, Any]:
        return {"cards": {player: data[f"cards-{player}"] for player in four}}

    @classmethod
    def reads(cls, deal: Deal) -> bool:
        return "cards" in deal

    @classmethod
    def typed(cls, deal: Deal) -> dict[str, Any]:
        return {
            **super().typed(deal),
            **{f"cards-{player}": items for player, items in deal["cards"].items()},
        }


WAYS = (WhoLost, Points, Items)
