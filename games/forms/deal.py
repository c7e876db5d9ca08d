"""One way to enter a deal: what every game's forms have in common."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass
from typing import Any, ClassVar, Self

from django import forms
from django.core.exceptions import ValidationError
from django.utils.functional import cached_property

from games.forms.chips import Chip
from games.forms.fields import Chips, Part
from games.forms.missing import MISSING
from games.scoring.refusal import Refused
from games.scoring.sheet import Deal, Sheet
from games.words.game import GameWords
from games.words.sentences import Names, Text

SHORT = 45
"""So many characters stand beside the save button even on a small phone."""


@dataclass(frozen=True)
class Says:
    """The line beside the save button: what is missing, what is wrong, or what comes of the deal.

    `beside` is the name of the field that the same sentence stands beside, where it does.
    """

    state: str
    text: str
    beside: str = ""
    rule: str = ""
    """The section of the rules that a refusal goes by."""

    @property
    def long(self) -> bool:
        """Whether the sentence needs a line of its own."""
        return not self.beside and len(self.text) > SHORT


class DealForm(forms.Form):
    """A way to enter a deal.

    Subclasses make a field for each thing that is entered, named as the key of the deal, with a
    hyphen and the player where it is one of several (`tricks-2`), and say in `told` which deal
    the fields tell. No field is required: what is still missing `told` says, by `missing`. What
    cannot have happened they leave to the scoring.
    """

    way: ClassVar[str]
    label: ClassVar[Text]
    template: ClassVar[str]
    refreshed: ClassVar[str] = ""
    """A template of what the check swaps in, out of band, beside what it says."""

    def __init__(
        self,
        sheet: Sheet,
        words: GameWords,
        names: Names,
        data: Mapping[str, Any] | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(data, label_suffix="", **kwargs)
        self.sheet = sheet
        self.words = words
        self.names = names
        self.deal: dict[str, Any] | None = None
        self.seat_fields()

    @property
    def order(self) -> tuple[str, ...]:
        """Who is asked, in what order: from the dealer's left."""
        return self.sheet.clockwise(self.sheet.dealer)

    @abstractmethod
    def seat_fields(self) -> None:
        """Make the fields; called once, when the sheet and the names are there."""

    def part(self, name: str) -> Part:
        """A field on the page."""
        part = self[name]
        assert isinstance(part, Part)
        return part

    def chips(self, name: str) -> list[Chip]:
        """The chips of a choice, for a way that lays them out itself."""
        part = self[name]
        assert isinstance(part, Chips)
        return part.chips

    @abstractmethod
    def told(self, data: dict[str, Any]) -> dict[str, Any]:
        """The deal that the cleaned fields tell; raises ValidationError (with MISSING) if they tell none yet."""

    @classmethod
    def offered(cls, sheet: Sheet) -> bool:
        """Whether the match's rules and table have this way at all."""
        return True

    @classmethod
    @abstractmethod
    def reads(cls, deal: Deal) -> bool:
        """Whether a deal can be shown in this way, to be corrected."""

    @classmethod
    def lasts(cls, deal: Deal) -> bool:
        """Whether the deal after one like this is likely to be told in this way too; not after what seldom happens."""
        return True

    @classmethod
    @abstractmethod
    def typed(cls, deal: Deal) -> dict[str, Any]:
        """What would be typed in this way to tell `deal`: initial values by field."""

    @classmethod
    def showing(cls, deal: Deal, sheet: Sheet, words: GameWords, names: Names) -> Self:
        """The form filled in with a deal."""
        return cls(sheet, words, names, initial=cls.typed(deal))

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if not self.errors:
            self.deal = self.told(data)
        return data

    def refuse(self, refused: Refused) -> None:
        """Say beside the right field why the deal cannot have happened."""
        refusal = ValidationError(self.words.refusal(refused, self.names), refused.code)
        self.add_error(self.blamed(refused), refusal)

    def blamed(self, refused: Refused) -> str | None:
        """The field that a refusal is about; None for the deal as a whole."""
        key, player = refused.facts.get("key"), refused.facts.get("player")
        for name in (f"{key}-{player}", key):
            if name in self.fields:
                return str(name)
        return None

    @cached_property
    def says(self) -> Says:
        """What there is to say of what was typed so far. The sheet stays as it is, before the deal."""
        if not self.is_bound:
            return Says(MISSING, "")
        if self.is_valid() and self.deal is not None:
            after = deepcopy(self.sheet)
            try:
                score = after.play(self.deal)
            except Refused as refused:
                self.refuse(refused)
            else:
                return Says("ready", self.words.outcome(self.deal, score, after, self.names))
        errors = [(name, error) for name, errors in self.errors.as_data().items() for error in errors]
        wrong = [(name, error) for name, error in errors if error.code != MISSING]
        name, first = (wrong or errors)[0]
        beside = name if wrong and name in self.fields else ""
        rule = self.words.sections.get(first.code or "", "")
        return Says("wrong" if wrong else MISSING, " ".join(first.messages), beside, rule)
