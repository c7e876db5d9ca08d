"""What a table can tell in one field: one of a few, several of a few, a number, cards.

Each field renders as one of the entry's components (docs/screens.md) through `as_field_group`, and
reads what was picked with the thumb as well as what was typed without a script. None is required by
itself: what is missing, and whether that matters, is for the way's form to say.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import Any, Literal, cast

from django import forms
from django.core.exceptions import ValidationError
from django.forms.boundfield import BoundField
from django.utils.functional import cached_property
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from games.forms.chips import Chip
from games.forms.missing import MISSING
from games.words.sentences import MINUS, Text, face

Choices = Iterable[tuple[str, Any]]
"""Values with what stands on their chips."""

NO_CHOICE = _("This cannot be chosen here.")

LONGEST_NUMBER = 12
"""Characters of the longest number that is read: no game counts further, and no thumb types more."""

_MINUS = str.maketrans(dict.fromkeys("−‒–﹣－", "-"))  # as keypads, phones and spreadsheets write it
_WHOLE = re.compile(r"[+-]?\d+")
_HALF = re.compile(r"([+-]?\d+)(?:[.,]([05])|(½))")
_BETWEEN_CARDS = re.compile(r"[\s,;]+")
_SUITS = str.maketrans(
    {"♠": "S", "♤": "S", "♥": "H", "♡": "H", "♦": "D", "♢": "D", "♣": "C", "♧": "C"}
    | dict.fromkeys("\N{VARIATION SELECTOR-15}\N{VARIATION SELECTOR-16}", "")
)


class Part(BoundField):
    """A field on the page, its refusal in the paragraph that the check refreshes."""

    @property
    def aria_describedby(self) -> str:
        return f"wrong-{self.html_name}"

    @property
    def wrong(self) -> str:
        """What cannot stand here, in a sentence; what is only missing is not wrong."""
        if self.name not in self.form.errors:
            return ""
        errors = self.form.errors.as_data()[self.name]
        return next((" ".join(error.messages) for error in errors if error.code != MISSING), "")

    @property
    def refusal(self) -> SafeString:
        """The paragraph that says what is wrong; empty where nothing is."""
        return self._paragraph("")

    @property
    def refusal_anew(self) -> SafeString:
        """The same, to be put in the place of the one that is on the page."""
        return self._paragraph(' hx-swap-oob="true"')

    def _paragraph(self, attributes: str) -> SafeString:
        return mark_safe(  # noqa: S308 - its texts are escaped
            f'<p class="wrong" id="wrong-{escape(self.html_name)}"{attributes}>{escape(self.wrong)}</p>\n'
        )


class Chips(Part):
    """A choice on the page."""

    @cached_property
    def chips(self) -> list[Chip]:
        """The chips of a choice, each drawn by `{{ chip }}`."""
        field = cast("ChipsField | TicksField", self.field)
        told = self.value()
        down = {str(value) for value in (told if isinstance(told, list | tuple) else [told])}
        kind = "checkbox" if isinstance(field, TicksField) else "radio"
        return [
            Chip(kind, self.html_name, str(value), label, str(value) in down, field.notes.get(str(value), ""))
            for value, label in field.choices
        ]


class Fieldset(Chips):
    """A choice whose chips stand in a row, under what they tell. Not a template, for the same reason as a chip."""

    def as_field_group(self) -> SafeString:
        field = cast("ChipsField | TicksField", self.field)
        chips = "".join(chip.html for chip in self.chips)
        return mark_safe(  # noqa: S308 - its texts are escaped
            f'<fieldset class="chips{field.looks} aria-describedby="wrong-{escape(self.html_name)}">\n'
            f"<legend>{escape(str(self.label))}</legend>\n{chips}\n</fieldset>\n{self.refusal}"
        )


class _EntryField(forms.Field):
    """`part` says that the field takes its share of the total of the container that it stands in."""

    template_name: str | None = None
    bound: type[Part] = Part

    def __init__(self, *, part: bool = False, **kwargs: Any) -> None:
        self.part = part
        super().__init__(required=False, template_name=self.template_name, **kwargs)

    def get_bound_field(self, form: forms.BaseForm, field_name: str) -> Part:
        return self.bound(form, self, field_name)


class _ChoiceField(_EntryField):
    """`choices` are drawn by their `Fieldset`: no widget has to know them."""

    bound = Fieldset
    default_error_messages = {"no-choice": NO_CHOICE}

    def __init__(
        self, *, choices: Choices = (), notes: Mapping[str, str] | None = None, **kwargs: Any
    ) -> None:
        self.choices = list(choices)
        self.notes = notes or {}
        super().__init__(**kwargs)

    @property
    def looks(self) -> str:
        """What stands in the tag of its fieldset behind the class `chips`."""
        return f'{" tiles" * bool(self.notes)}"'

    def _offered(self, told: Iterable[str]) -> None:
        values = {str(value) for value, _label in self.choices}
        if not values.issuperset(told):
            raise ValidationError(self.error_messages["no-choice"], "no-choice")


class ChipsField(_ChoiceField):
    """One of a few, or nothing: `""` when no chip is down.

    A second tap takes the choice back, unless it has to be `keep`-ed. `digits` are chips so short that
    a row of them fits a phone; `notes` are small words under a choice, by its value.
    """

    widget = forms.TextInput

    def __init__(self, *, keep: bool = False, digits: bool = False, **kwargs: Any) -> None:
        self.keep = keep
        self.digits = digits
        super().__init__(**kwargs)

    @property
    def looks(self) -> str:
        return f"{' digits' * self.digits}{super().looks}{' data-part' * self.part}{' data-keep' * self.keep}"

    def to_python(self, value: Any) -> str:
        told = str(value or "")
        if told:
            self._offered([told])
        return told


class TicksField(_ChoiceField):
    """Several of a few: the list of the values whose chips are down; `notes` as those of chips."""

    widget = forms.SelectMultiple

    def to_python(self, value: Any) -> list[str]:
        told = [str(one) for one in value or ()]
        self._offered(told)
        return told


class CountField(_EntryField):
    """A whole number from `low` to `high`, or None where nothing was typed: a blank is never a zero.

    With `halves`, whole numbers and a half are read too (30.5, 30,5 and 30½) and become a float; `keys`
    are values that the keypad offers whole. Digits of any script are read for what they are.
    """

    widget = forms.TextInput
    template_name = "entry/count.html"
    default_error_messages = {
        "not-a-number": _("%(typed)s is not a number that can stand here."),
        "too-low": _("%(typed)s is too low: %(low)s is the least."),
        "too-high": _("%(typed)s is too high: %(high)s is the most."),
    }

    def __init__(
        self, *, low: int, high: int, halves: bool = False, keys: Sequence[str] = (), **kwargs: Any
    ) -> None:
        self.low = low
        self.high = high
        self.halves = halves
        self.keys = keys
        super().__init__(**kwargs)

    def widget_attrs(self, widget: forms.Widget) -> dict[str, Any]:
        return {
            "inputmode": "text" if self.low < 0 or self.halves else "numeric",
            "autocomplete": "off",
            "maxlength": str(LONGEST_NUMBER),
            "data-count": True,
            "data-min": str(self.low),
            "data-max": str(self.high),
        } | ({"data-keys": " ".join(self.keys)} if self.keys else {})

    def prepare_value(self, value: Any) -> Any:
        return str(value).replace("-", MINUS).replace(".5", "½") if isinstance(value, int | float) else value

    def to_python(self, value: Any) -> int | float | None:
        typed = "" if value is None else str(value).strip()
        if not typed:
            return None
        number = self._read(typed)
        if number is None:
            raise self._refusal("not-a-number", typed)
        if number < self.low:
            raise self._refusal("too-low", typed)
        if number > self.high:
            raise self._refusal("too-high", typed)
        return number

    def _read(self, typed: str) -> int | float | None:
        plain = typed.translate(_MINUS)
        if len(plain) > LONGEST_NUMBER:
            return None
        if _WHOLE.fullmatch(plain):
            return int(plain)
        half = _HALF.fullmatch(plain) if self.halves else None
        if half is None:
            return None
        whole = int(half[1])
        if half[2] == "0":
            return whole
        return whole - 0.5 if plain.startswith("-") else whole + 0.5

    def _refusal(self, code: str, typed: str) -> ValidationError:
        facts = {
            "typed": typed.replace("-", MINUS),
            "low": str(self.low).replace("-", MINUS),
            "high": self.high,
        }
        return ValidationError(self.error_messages[code], code, facts)


class CardsField(_EntryField):
    """Cards of `deck`, as the list of their codes in the order in which they were picked or typed.

    `hand` is how many there are at most; `pairs` shows them two by two, as tricks: "all" of them, or
    only the "last" two pairs, for a form that lists the tricks itself. What is no plain
    card has its words in `faces`, by its code; `rest` is the words of the key that picks whatever is
    left. Read are `KS 10S 4H`, `ks, 10s`, `K♠`, `♠K` and the words of `faces`.
    """

    widget = forms.TextInput
    template_name = "entry/cards.html"
    default_error_messages = {
        "not-a-card": _("%(typed)s is no card of this game."),
        "card-twice": _("%(card)s is there twice."),
        "too-many-cards": ngettext_lazy(
            "That is %(got)d card: %(hand)d is the most.",
            "Those are %(got)d cards: %(hand)d is the most.",
            "got",
        ),
    }

    def __init__(
        self,
        *,
        deck: Sequence[str],
        hand: int | None = None,
        pairs: Literal["", "all", "last"] = "",
        faces: Mapping[str, Text] | None = None,
        rest: Text = "",
        **kwargs: Any,
    ) -> None:
        self.deck = deck
        self.hand = hand
        self.pairs = pairs
        self.faces = faces or {}
        self.rest = rest
        self.codes = {code.upper(): code for code in deck}
        self.codes |= {str(face).upper(): code for code, face in self.faces.items()}
        super().__init__(**kwargs)

    @property
    def example(self) -> str:
        """How cards are typed."""
        return " ".join(str(self.faces.get(card, face(card))) for card in self.deck[:3])

    @property
    def by_suit(self) -> bool:
        """Whether the picker shows one suit at a time, as it must with a whole pack."""
        return len(self.deck) > 27

    def widget_attrs(self, widget: forms.Widget) -> dict[str, Any]:
        attrs: dict[str, Any] = {
            "autocomplete": "off",
            "autocapitalize": "characters",
            "spellcheck": "false",
            "data-cards": True,
            "data-deck": " ".join(self.deck),
        }
        if self.hand is not None:
            attrs["data-hand"] = str(self.hand)
        if self.pairs:
            attrs["data-pairs"] = self.pairs
        if self.faces:
            attrs["data-faces"] = "|".join(str(self.faces.get(code, face(code))) for code in self.deck)
        if self.rest:
            attrs["data-rest"] = self.rest
        return attrs

    def prepare_value(self, value: Any) -> Any:
        return " ".join(value) if isinstance(value, list | tuple) else value

    def to_python(self, value: Any) -> list[str]:
        typed = [word for word in _BETWEEN_CARDS.split(str(value or "")) if word]
        cards = [self._card(word) for word in typed]
        for place, card in enumerate(cards):
            if card in cards[:place]:
                shown = self.faces.get(card, face(card))
                raise ValidationError(self.error_messages["card-twice"], "card-twice", {"card": shown})
        if self.hand is not None and len(cards) > self.hand:
            facts = {"got": len(cards), "hand": self.hand}
            raise ValidationError(self.error_messages["too-many-cards"], "too-many-cards", facts)
        return cards

    def _card(self, word: str) -> str:
        plain = word.translate(_SUITS).upper()
        for spelling in (plain, plain[1:] + plain[:1], plain[-1:] + plain[:-1]):
            if spelling in self.codes:
                return self.codes[spelling]
        raise ValidationError(self.error_messages["not-a-card"], "not-a-card", {"typed": word})
