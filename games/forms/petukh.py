"""How a deal of Petukh is told: the tricks of each player, or what ended it without play."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from copy import copy
from typing import Any, NamedTuple, Self

from django import forms
from django.forms.boundfield import BoundField
from django.utils.functional import cached_property
from django.utils.html import format_html
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from games.forms.chips import Chip
from games.forms.deal import DealForm
from games.forms.fields import ChipsField, TicksField
from games.forms.missing import missing
from games.scoring.petukh import BOYS, TRICKS, Petukh
from games.scoring.refusal import Refused
from games.scoring.sheet import Deal, Sheet
from games.words.game import GameWords
from games.words.sentences import Names, listed

PASS = "pass"  # noqa: S105 - no password

FEW_REVOKES = ("1", "2", "3")
"""As many as are offered; a deal that tells more is shown with what it has."""

_A_NUMBER = re.compile(r"[1-9][0-9]{0,6}")


class Row(NamedTuple):
    """A player's row: the tricks, and what stands behind the name (no boys where none may be shown)."""

    player: str
    name: str
    tricks: BoundField
    boys: BoundField | None
    revokes: BoundField


class Tricks(DealForm):
    """Who passed, who took how many tricks, who showed boys, who revoked.

    `finishers` are those who come to nought, if there are several and the table has to say who was
    first; a `first_out` that is not asked for is left out of the deal.
    """

    way = "tricks"
    label = _("Tricks")
    template = "games/petukh/tricks.html"
    refreshed = "games/petukh/first_out.html"
    sheet: Petukh
    finishers: Sequence[str] = ()

    def seat_fields(self) -> None:
        # Translators: a letter for a pass, on a chip among digits
        passed = format_html(
            '<b class="unseen">{}</b><abbr aria-hidden="true" title="{}">{}</abbr>',
            gettext("pass"),
            gettext("pass"),
            gettext("P"),
        )
        chips = [(PASS, passed), *((str(number), str(number)) for number in range(TRICKS + 1))]
        for player in self.order:
            self.fields[f"tricks-{player}"] = ChipsField(
                label=gettext("%(player)s: tricks") % {"player": self.names[player]},
                choices=chips,
                digits=True,
                part=True,
            )
            if boys := self._boys_offered(player):
                self.fields[f"boys-{player}"] = ChipsField(label=_("Boys"), choices=boys)
            self.fields[f"revokes-{player}"] = ChipsField(
                label=_("Revokes"), choices=self._revokes_offered(player), digits=True
            )
        everybody = [(player, self.names[player]) for player in self.order]
        self.fields["first_out"] = ChipsField(label=_("Who was first out?"), choices=everybody)

    def _there(self, name: str) -> str:
        """What a field holds already: it can be kept, even where it would not be offered."""
        return str((self.data if self.is_bound else self.initial).get(name, ""))

    def _boys_offered(self, player: str) -> list[tuple[str, str]]:
        """The boys that the rules value, with what they write off."""
        there, may = self._there(f"boys-{player}"), self.sheet.may_show_boys(player)
        return [
            (boys, called)
            for boys, called in self._boys.items()
            if boys == there or (may and self._valued(boys))
        ]

    @cached_property
    def _boys(self) -> dict[str, str]:
        """What stands on the chip of each kind of boys: what they are called, and what they write off."""
        return {boys: f"{self._called(boys)} {self.sheet.boys_value(boys)}" for boys in BOYS}

    def _valued(self, boys: str) -> bool:
        """Whether boys are worth telling apart: where any pair is worth 5, all pairs are simple ones."""
        if boys == "coloured":
            return self.sheet.boys_value("coloured") != self.sheet.boys_value("simple")
        wins = boys == "four" and self.sheet.rules["four_jacks"] == "wins"
        return not wins and self.sheet.boys_value(boys) > 0

    def _called(self, boys: str) -> str:
        if boys == "simple" and not self._valued("coloured"):
            return gettext("one colour")
        return {
            "simple": gettext("simple"),
            "coloured": gettext("coloured"),
            "four": gettext("all four"),
            "oblique": gettext("oblique"),
        }[boys]

    def _revokes_offered(self, player: str) -> list[tuple[str, str]]:
        there = self._there(f"revokes-{player}")
        more = [there] if _A_NUMBER.fullmatch(there) and there not in FEW_REVOKES else []
        return [(number, number) for number in (*FEW_REVOKES, *more)]

    @property
    def rows(self) -> list[Row]:
        """From the dealer's left."""
        return [
            Row(
                player,
                self.names[player],
                self[f"tricks-{player}"],
                self[f"boys-{player}"] if f"boys-{player}" in self.fields else None,
                self[f"revokes-{player}"],
            )
            for player in self.order
        ]

    @property
    def five(self) -> int | None:
        """The tricks to share out; None where the deal may be cut short, and nothing is filled in."""
        if self.sheet.stops_at_zero and min(self.sheet.tally.values()) <= TRICKS:
            return None
        return TRICKS

    @property
    def first_outs(self) -> list[Chip]:
        """The chips of those who may have been first out; everybody's, out of sight, while it is not asked."""
        chips = self.chips("first_out")
        return [chip for chip in chips if not self.finishers or chip.value in self.finishers]

    def told(self, data: dict[str, Any]) -> dict[str, Any]:
        taken = self._taken(data)
        deal: dict[str, Any] = {
            "tricks": {player: int(tricks) for player, tricks in taken.items() if tricks != PASS}
        }
        deal["passed"] = [player for player, tricks in taken.items() if tricks == PASS]
        deal["boys"] = {player: boys for player in taken if (boys := data.get(f"boys-{player}"))}
        deal["revokes"] = {player: int(number) for player in taken if (number := data[f"revokes-{player}"])}
        deal = {key: value for key, value in deal.items() if value or key == "tricks"}
        self.finishers = _finishers(self.sheet, deal)
        if self.finishers:
            deal["first_out"] = self._first_out(data["first_out"])
        return deal

    def _taken(self, data: Mapping[str, str]) -> dict[str, str]:
        """What is told of each, the last blank filled in with the tricks that are left."""
        taken = {player: data[f"tricks-{player}"] for player in self.sheet.players}
        blank = [player for player in self.order if not taken[player]]
        numbers = [int(tricks) for tricks in taken.values() if tricks not in ("", PASS)]
        left = TRICKS - sum(numbers)
        if len(blank) == 1 and numbers and left >= 0 and self.five:
            taken[blank[0]] = str(left)
        elif blank:
            raise self._unfinished(blank, left)
        return taken

    def _unfinished(self, blank: list[str], left: int) -> forms.ValidationError:
        """What to say while players are blank and so many tricks are left."""
        who = listed([self.names[player] for player in blank])
        if left < 0:
            too_many = Refused("tricks-total", got=TRICKS - left, want=TRICKS)
            return forms.ValidationError(self.words.refusal(too_many, self.names))
        if left == 0:
            return missing(_("%(players)s: no trick, or a pass?"), players=who)
        if len(blank) == 1 or not self.five:
            return missing(_("%(players)s: how many tricks?"), players=who)
        return missing(ngettext("%(number)d trick left", "%(number)d tricks left", left), number=left)

    def _first_out(self, player: str) -> str:
        if player in self.finishers:
            return player
        unsaid = Refused("first-out-missing", players=self.finishers)
        raise forms.ValidationError({"first_out": missing(self.words.refusal(unsaid, self.names))})

    @classmethod
    def reads(cls, deal: Deal) -> bool:
        return "tricks" in deal

    @classmethod
    def typed(cls, deal: Deal) -> dict[str, Any]:
        typed = {f"tricks-{player}": str(tricks) for player, tricks in deal["tricks"].items()}
        typed |= {f"tricks-{player}": PASS for player in deal.get("passed", ())}
        typed |= {f"boys-{player}": boys for player, boys in deal.get("boys", {}).items()}
        typed |= {f"revokes-{player}": str(number) for player, number in deal.get("revokes", {}).items()}
        return {**typed, "first_out": deal["first_out"]} if "first_out" in deal else typed

    @classmethod
    def showing(cls, deal: Deal, sheet: Sheet, words: GameWords, names: Names) -> Self:
        form = super().showing(deal, sheet, words, names)
        form.finishers = _finishers(sheet, deal)
        return form


def _finishers(sheet: Sheet, deal: Deal) -> list[str]:
    """Who comes to nought in a deal, if there are several."""
    try:
        copy(sheet).play({key: told for key, told in deal.items() if key != "first_out"})
    except Refused as refused:
        if refused.code == "first-out-missing":
            return list(refused.facts["players"])
    return []


UNPLAYED = {
    "finished_with_boys": _("Finished with boys"),
    "trump_five": _("Five trumps with the ace"),
    "suit_five": _("Five of a suit in a row"),
    "four_jacks": _("All four jacks"),
}
"""What ends a deal without play."""

FIVES = ("trump_five", "suit_five")
"""Of these, what leaves those alone who had passed before."""


class Unplayed(DealForm):
    """What ended the deal without play, and whose cards did: one choice, as `four_jacks-2`."""

    way = "unplayed"
    label = _("Without play")
    template = "games/petukh/unplayed.html"
    sheet: Petukh

    @classmethod
    def offered(cls, sheet: Sheet) -> bool:
        return any(_who_may(sheet, kind) for kind in UNPLAYED)

    def seat_fields(self) -> None:
        there = str((self.data if self.is_bound else self.initial).get("ended", ""))
        self.fields["ended"] = ChipsField(
            label=_("What ended the deal?"),
            choices=[
                (f"{kind}-{player}", self.names[player])
                for kind in UNPLAYED
                for player in self.order
                if player in _who_may(self.sheet, kind) or there == f"{kind}-{player}"
            ],
        )
        if any(_who_may(self.sheet, five) for five in FIVES) or there.startswith(FIVES):
            everybody = [(player, self.names[player]) for player in self.order]
            self.fields["passed"] = TicksField(label=_("Passed before that"), choices=everybody)

    @property
    def kinds(self) -> list[tuple[str, list[Chip]]]:
        """What may have happened, each with the chips of those to whom it may."""
        chips = self.chips("ended")
        kinds = [
            (str(label), [chip for chip in chips if chip.value.startswith(f"{kind}-")])
            for kind, label in UNPLAYED.items()
        ]
        return [(label, chips) for label, chips in kinds if chips]

    def told(self, data: dict[str, Any]) -> dict[str, Any]:
        if not data["ended"]:
            raise missing(_("What ended the deal, and who had it?"))
        kind, _hyphen, player = data["ended"].partition("-")
        passed = [other for other in self.sheet.players if other in data.get("passed", ())]
        return {kind: player, "passed": passed} if kind in FIVES and passed else {kind: player}

    @classmethod
    def lasts(cls, deal: Deal) -> bool:
        return False

    @classmethod
    def reads(cls, deal: Deal) -> bool:
        return any(kind in deal for kind in UNPLAYED)

    @classmethod
    def typed(cls, deal: Deal) -> dict[str, Any]:
        kind = next(kind for kind in UNPLAYED if kind in deal)
        return {"ended": f"{kind}-{deal[kind]}", "passed": list(deal.get("passed", ()))}

    def blamed(self, refused: Refused) -> str | None:
        return super().blamed(refused) or "ended"


def _who_may(sheet: Sheet, kind: str) -> Sequence[str]:
    """Those who can have ended the deal so, by the rules of the match and by their records."""
    assert isinstance(sheet, Petukh)
    if kind == "finished_with_boys":
        return [player for player in sheet.players if sheet.may_finish_with_boys(player)]
    played = sheet.rules["four_jacks"] == "wins" if kind == "four_jacks" else sheet.rules[kind]
    return sheet.players if played else ()


WAYS = (Tricks, Unplayed)
