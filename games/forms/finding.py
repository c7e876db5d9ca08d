"""What matches are found by."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any, cast

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from games.forms.fields import ChipsField, TicksField
from games.forms.names import NameField
from games.forms.rules import LONGEST_TEXT
from games.scoring import GAMES
from games.scoring.smoking_cat import word_letters
from games.words import words
from games.words.sentences import Text

FIRST, LAST = date(1900, 1, 1), date(2999, 12, 31)


FIGURES = {
    "": _("any way"),
    "played": _("played to an end"),
    "won": _("won"),
    "lost": _("lost"),
    "shared": _("shared a place"),
}
BESIDE = {
    "met": _("at a table with %(name)s"),
    "ahead": _("in front of %(name)s"),
    "behind": _("behind %(name)s"),
    "level": _("level with %(name)s"),
}
"""How somebody fared against another, whose id comes behind the colon."""
IN_A_ROW = {
    "row:now": _("In a row now"),
    "row:won": _("Most won in a row"),
    "row:lost": _("Most lost in a row"),
}


class DateField(forms.DateField):
    """A date as browsers send it, and as people type it where a browser has no calendar of its own."""

    default_error_messages = {"invalid": _("That is no date: type it as 2025-11-29.")}

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(input_formats=["%Y-%m-%d", "%d.%m.%Y"], required=False, **kwargs)

    def to_python(self, value: Any) -> date | None:
        told = super().to_python(value)
        if told and not FIRST <= told <= LAST:
            raise ValidationError(self.error_messages["invalid"], "invalid")
        return told


class FindingForm(forms.Form):
    """Any of these, and all that are told hold together. `people` names the players of the club."""

    player = TicksField(label=_("Who played"))
    game = ChipsField(
        label=_("What"),
        choices=[("", _("any game")), *((code, words(code).title) for code in GAMES)],
        keep=True,
    )
    word = NameField(
        label=_("The word of Smoking Cat, or a part of it"), required=False, max_length=LONGEST_TEXT
    )
    since = DateField(label=_("From"))
    until = DateField(label=_("To"))
    figure = ChipsField(label=_("How it went for them"), keep=True)
    unfinished = forms.BooleanField(label=_("Not finished yet"), required=False)

    def __init__(self, people: Mapping[int, str], asked: QueryDict) -> None:
        data = asked.copy()
        data.setdefault("game", "")
        data.setdefault("figure", "")
        super().__init__(data, label_suffix="")
        cast("TicksField", self.fields["player"]).choices = [(str(pk), name) for pk, name in people.items()]
        self.figures: dict[str, Text] = FIGURES | self._figures(people)
        cast("ChipsField", self.fields["figure"]).choices = list(self.figures.items())

    def _figures(self, people: Mapping[int, str]) -> dict[str, Text]:
        """What else can be looked for: the figures of the game, and the one that an address asks for."""
        figures: dict[str, Text] = {}
        game, asked = self.data["game"], self.data["figure"]
        if game in GAMES:
            figures |= words(game).figures
            figures |= {asked: called} if (called := words(game).figure(asked)) else {}
        figures |= {asked: IN_A_ROW[asked]} if asked in IN_A_ROW else {}
        what, _colon, other = asked.partition(":")
        names = {str(pk): name for pk, name in people.items()}
        if what in BESIDE and other in names:
            figures[asked] = BESIDE[what] % {"name": names[other]}
        return figures

    def clean_figure(self) -> str:
        figure: str = self.cleaned_data["figure"]
        if figure and not self.cleaned_data.get("player"):
            raise ValidationError(_("Say for whom."))
        return figure

    def clean_word(self) -> str:
        word: str = self.cleaned_data["word"]
        if word and not word_letters(word):
            raise ValidationError(_("There is no letter in it."))
        return word

    def clean(self) -> dict[str, Any]:
        told = super().clean() or {}
        since, until = told.get("since"), told.get("until")
        if since and until and until < since:
            self.add_error("until", _("That is before the first date."))
        return told

    @property
    def figure_called(self) -> str:
        """What the figure that was told is called."""
        return str(self.figures[self.cleaned_data["figure"]])

    @property
    def asked(self) -> bool:
        """Whether anything was told."""
        return any(self.data.get(name) for name in self.fields)

    @property
    def dates(self) -> list[forms.BoundField]:
        return [self["since"], self["until"]]
