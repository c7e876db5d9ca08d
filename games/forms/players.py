"""Adding and changing a player."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, cast

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from games.forms.fields import ChipsField
from games.forms.names import NameField
from games.models import COLOURS, Player
from games.players import LONGEST_MARK, MARK, Namesakes, alike, characters, marks, namesakes


class NewPlayerForm(forms.Form):
    """A name, and how many others are known to have it already.

    The name is what was typed, or that of whom the answer `another` asks for one more.
    """

    name = NameField(label=_("New player"))
    beside = forms.IntegerField(required=False, min_value=0)

    @classmethod
    def told(cls, data: QueryDict) -> Self:
        return cls({"name": data.get("another") or data.get("name"), "beside": data.get("beside")})

    def clean_beside(self) -> int:
        return self.cleaned_data["beside"] or 0


class PlayerForm(forms.Form):
    """What a player is called, and what tells him apart from `others` of the club.

    A name that others have already is taken only where it was agreed to (`another`) by who knew how many
    they are (`beside`); `namesakes` is who they are, where that is still to be asked.
    """

    name = NameField(label=_("Name"))
    another = forms.CharField(required=False)
    beside = forms.IntegerField(required=False, min_value=0)
    mark = NameField(
        label=_("Mark"), max_length=LONGEST_MARK, error_messages={"required": _("A mark is needed.")}
    )
    colour = ChipsField(
        label=_("Colour"), choices=[(str(colour), colour) for colour in range(1, COLOURS + 1)], keep=True
    )

    def __init__(self, player: Player, others: list[Player], data: Any = None) -> None:
        initial = {"name": player.name, "mark": player.mark, "colour": str(player.colour)}
        super().__init__(data, initial=initial, label_suffix="")
        self.player = player
        self.others = others
        self.namesakes: Namesakes | None = None

    def clean(self) -> dict[str, Any]:
        told = super().clean() or {}
        name = told.get("name", "")
        same = [] if alike(name) == alike(self.player.name) else namesakes(name, self.others)
        agreed = told.get("beside") or 0 if told.get("another") == name else 0
        if len(same) > agreed:
            self.namesakes = Namesakes(name, same)
            self.add_error(None, _("Others have the name already."))
        return told

    def clean_mark(self) -> str:
        mark: str = self.cleaned_data["mark"]
        if len(characters(mark)) > MARK:
            raise ValidationError(_("One or two letters."))
        playing = [other for other in self.others if not other.archived_at]
        if not self.player.archived_at and alike(mark) in marks(playing):
            raise ValidationError(_("Somebody else has this mark."))
        return mark

    def clean_colour(self) -> int:
        return int(self.cleaned_data["colour"] or self.player.colour)

    def save(self) -> None:
        kept = ["name", "mark", "colour"]
        for name in kept:
            setattr(self.player, name, self.cleaned_data[name])
        self.player.save(update_fields=kept)


class MergeForm(forms.Form):
    """Which other entry is the same person; `people` names those that can be."""

    other = ChipsField(label=_("Who is it?"))

    def __init__(self, people: Mapping[int, str], data: Any = None) -> None:
        super().__init__(data, label_suffix="")
        cast("ChipsField", self.fields["other"]).choices = [(str(pk), name) for pk, name in people.items()]

    def clean_other(self) -> str:
        other: str = self.cleaned_data["other"]
        if not other:
            raise ValidationError(_("Say who."))
        return other
