"""The ways to enter a Scat deal: who lost, what each hand counted, which cards it had."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from typing import Any, NamedTuple

from django.forms import ValidationError
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from games.forms.chips import Chip
from games.forms.deal import DealForm
from games.forms.fields import CardsField, ChipsField, CountField, Part, TicksField
from games.forms.missing import missing
from games.scoring.refusal import Refused
from games.scoring.scat import CARDS, HALF, HAND, LEAST, MOST, Scat
from games.scoring.sheet import Deal
from games.words.sentences import number

NOBODY = "nobody"
"""Nobody knocked: the stock ran out, and the hands were shown."""
DRAWN = "drawn"
"""The stock ran out, and nobody loses."""
THROWN = "thrown"


class Row(NamedTuple):
    """What is asked of one player: `chips` to tap, and the fields of the hand."""

    player: str
    name: str
    chips: list[Chip]
    hand: Part | None = None
    counted: Part | None = None
    worth: str = ""


class ScatForm(DealForm):
    """What every way asks: who knocked, or threw the hand down, if anybody did.

    After a 31 that may be left open, for a 31 is shown without a knock as a rule.
    """

    sheet: Scat

    def seat_fields(self) -> None:
        still_in = self.sheet.still_in
        self.asked = [player for player in self.order if player in still_in]
        self.fields["knocker"] = ChipsField(
            label=_("How the hand ended"),
            # Translators: on the chip of whoever did
            choices=[*((player, _("knocked")) for player in self.asked), *self.endings()],
        )
        if self.sheet.rules["throw_down"]:
            self.fields["thrown_down"] = TicksField(
                label=_("Throw Down"), choices=[(THROWN, _("thrown down, not knocked"))]
            )

    def endings(self) -> list[tuple[str, Any]]:
        """How a hand ends without a knock."""
        return [(NOBODY, _("nobody knocked"))]

    @property
    def rows(self) -> list[Row]:
        """From the dealer's left, who is still in."""
        return [Row(player, self.names[player], self.chips_of(player)) for player in self.asked]

    def chips_of(self, player: str) -> list[Chip]:
        return [chip for chip in self.chips("knocker") if chip.value == player]

    @property
    def other_endings(self) -> list[Chip]:
        """The chips that are nobody's."""
        unknocked = [chip for chip in self.chips("knocker") if chip.value not in self.asked]
        return unknocked + (self.chips("thrown_down") if "thrown_down" in self.fields else [])

    def call(self, data: Mapping[str, Any], *, with_31: bool) -> dict[str, Any]:
        """The part of a deal that says who ended the hand; raises ValidationError while that is open."""
        knocker = data["knocker"]
        if data.get("thrown_down"):
            if knocker in {"", NOBODY}:
                raise missing(gettext("Who threw the hand down?"))
            return {"thrown_down": knocker}
        if not knocker and not with_31:
            raise missing(gettext("Who knocked?"))
        return {"knocker": None if knocker in {"", NOBODY} else knocker}

    @classmethod
    def typed(cls, deal: Deal) -> dict[str, Any]:
        if "thrown_down" in deal:
            return {"knocker": deal["thrown_down"], "thrown_down": [THROWN]}
        return {"knocker": deal["knocker"] or NOBODY}


class WhoLost(ScatForm):
    """Who knocked, and who had the lowest hand or a 31."""

    way = "quick"
    label = _("Who lost")
    template = "games/scat/quick.html"

    def seat_fields(self) -> None:
        super().seat_fields()
        # Translators: on the chip of whoever had the lowest hand
        self.fields["lowest"] = TicksField(choices=[(player, _("lowest")) for player in self.asked])
        self.fields["thirty_one"] = TicksField(choices=[(player, MOST) for player in self.asked])

    def endings(self) -> list[tuple[str, Any]]:
        return [*super().endings(), (DRAWN, _("stock ran out, nobody loses"))]

    def chips_of(self, player: str) -> list[Chip]:
        return [
            chip
            for name in ("knocker", "lowest", "thirty_one")
            for chip in self.chips(name)
            if chip.value == player
        ]

    def told(self, data: dict[str, Any]) -> dict[str, Any]:
        lowest, with_31 = self.seated(data["lowest"]), self.seated(data["thirty_one"])
        if data["knocker"] == DRAWN:
            return self.drawn(lowest, with_31, data)
        if lowest and with_31:
            sentence = gettext("With a 31 the lowest hand does not count: which of the two was it?")
            raise ValidationError({"lowest": sentence})
        if with_31:
            return {"thirty_one": with_31, **self.call(data, with_31=True)}
        if not lowest:
            if data["knocker"]:
                raise missing(gettext("Who had the lowest hand, or 31?"))
            raise missing(gettext("Who knocked, and who had the lowest hand?"))
        return {"lowest": lowest, **self.call(data, with_31=False)}

    def seated(self, players: list[str]) -> list[str]:
        """Players in seating order, whoever was tapped first."""
        return [player for player in self.sheet.players if player in players]

    def drawn(self, lowest: list[str], with_31: list[str], data: Mapping[str, Any]) -> dict[str, Any]:
        if lowest or with_31:
            blamed = "lowest" if lowest else "thirty_one"
            raise ValidationError({blamed: gettext("If nobody loses, nobody had the lowest hand or 31.")})
        if data.get("thrown_down"):
            raise ValidationError({"thrown_down": gettext("The stock ran out, or a hand was thrown down?")})
        return {"drawn": True}

    @classmethod
    def reads(cls, deal: Deal) -> bool:
        return "hands" not in deal

    @classmethod
    def typed(cls, deal: Deal) -> dict[str, Any]:
        if "drawn" in deal:
            return {"knocker": DRAWN}
        told = {name: list(deal[name]) for name in ("lowest", "thirty_one") if name in deal}
        return {**super().typed(deal), **told}


class HandsForm(ScatForm):
    """Every hand was counted or laid out."""

    def seat_fields(self) -> None:
        super().seat_fields()
        for player in self.asked:
            self.seat_hand(player)

    @abstractmethod
    def seat_hand(self, player: str) -> None:
        """Make the fields of a player's hand."""

    @abstractmethod
    def hand(self, data: Mapping[str, Any], player: str) -> Any:
        """A hand as a deal tells it; nothing while it is not told."""

    def count_field(self, player: str) -> CountField:
        halves = self.sheet.rules["three_of_a_kind"] == HALF
        return CountField(
            label=self.names[player],
            low=LEAST,
            high=MOST,
            halves=halves,
            keys=[number(HALF)] if halves else [],
        )

    def told(self, data: dict[str, Any]) -> dict[str, Any]:
        hands = {player: self.hand(data, player) for player in self.asked}
        if not all(hands.values()):
            raise self.open_hands(data, [player for player, hand in hands.items() if not hand])
        with_31 = any(self.worth(hand) == MOST for hand in hands.values())
        return {"hands": hands, **self.call(data, with_31=with_31)}

    def open_hands(self, data: Mapping[str, Any], players: list[str]) -> ValidationError:
        """What is still to be entered of the hands of these players."""
        sentence = ngettext("%(count)d hand left", "%(count)d hands left", len(players))
        return missing(sentence, count=len(players))

    def worth(self, hand: Any) -> Any:
        return self.sheet.worth(hand) if isinstance(hand, list) else hand

    @classmethod
    def typed(cls, deal: Deal) -> dict[str, Any]:
        hands = {f"hands-{player}": hand for player, hand in deal["hands"].items()}
        return {**super().typed(deal), **hands}


class Totals(HandsForm):
    """What each hand counted."""

    way = "totals"
    label = _("Totals")
    template = "games/scat/totals.html"

    def seat_hand(self, player: str) -> None:
        self.fields[f"hands-{player}"] = self.count_field(player)

    @property
    def rows(self) -> list[Row]:
        return [row._replace(hand=self.part(f"hands-{row.player}")) for row in super().rows]

    def hand(self, data: Mapping[str, Any], player: str) -> Any:
        return data[f"hands-{player}"]

    @classmethod
    def reads(cls, deal: Deal) -> bool:
        return "hands" in deal and not _has_cards(deal)


class Cards(HandsForm):
    """The three cards of each hand, or, where nobody saw them all, what a hand counted (`counted-2`)."""

    way = "cards"
    label = _("Cards")
    template = "games/scat/cards.html"
    refreshed = "games/scat/worths.html"

    def seat_hand(self, player: str) -> None:
        self.fields[f"hands-{player}"] = CardsField(label=self.names[player], deck=list(CARDS), hand=HAND)
        self.fields[f"counted-{player}"] = self.count_field(player)

    @property
    def rows(self) -> list[Row]:
        return [
            row._replace(
                hand=self.part(f"hands-{row.player}"),
                counted=self.part(f"counted-{row.player}"),
                worth=self.shown_worth(row.player),
            )
            for row in super().rows
        ]

    def shown_worth(self, player: str) -> str:
        """What a hand counts, once it is all there."""
        hand = self.hand(self.so_far, player)
        return number(self.worth(hand)) if hand else ""

    @property
    def so_far(self) -> Mapping[str, Any]:
        """What was entered and can be read."""
        if not self.is_bound:
            return self.initial
        self.is_valid()  # reads it
        return self.cleaned_data

    @property
    def any_counted(self) -> bool:
        """Whether a hand is told as a number."""
        return any(self[f"counted-{player}"].value() for player in self.asked)

    def hand(self, data: Mapping[str, Any], player: str) -> Any:
        cards, counted = data.get(f"hands-{player}"), data.get(f"counted-{player}")
        return counted or (cards if cards and len(cards) == HAND else None)

    def told(self, data: dict[str, Any]) -> dict[str, Any]:
        for player in self.asked:
            if data[f"hands-{player}"] and data[f"counted-{player}"]:
                sentence = gettext("%(player)s: the cards or a number, not both.")
                raise ValidationError({f"counted-{player}": sentence % {"player": self.names[player]}})
        return super().told(data)

    def open_hands(self, data: Mapping[str, Any], players: list[str]) -> ValidationError:
        left = sum(HAND - len(data[f"hands-{player}"]) for player in players)
        return missing(ngettext("%(count)d card left", "%(count)d cards left", left), count=left)

    def blamed(self, refused: Refused) -> str | None:
        blamed = super().blamed(refused)
        counted = (blamed or "").replace("hands-", "counted-")
        return counted if self.cleaned_data.get(counted) else blamed

    @classmethod
    def reads(cls, deal: Deal) -> bool:
        return "hands" in deal and _has_cards(deal)

    @classmethod
    def typed(cls, deal: Deal) -> dict[str, Any]:
        return {
            name.replace("hands-", "counted-") if isinstance(told, int | float) else name: told
            for name, told in super().typed(deal).items()
        }


def _has_cards(deal: Deal) -> bool:
    return any(type(hand) is list for hand in deal["hands"].values())


WAYS = (WhoLost, Totals, Cards)
