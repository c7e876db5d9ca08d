"""A phone of a club: what it is called, whose it is, and what it may do."""

from __future__ import annotations

from typing import Any, cast

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games import players
from games.forms.fields import ChipsField
from games.forms.names import NameField
from games.models import LONGEST_NAME, Club, Device, Player, Role

ROLES = {
    Role.KEEPER: gettext_lazy("Keeper"),
    Role.SCORER: gettext_lazy("Scorer"),
    Role.WATCHER: gettext_lazy("Watcher"),
}
DUTIES = {
    Role.KEEPER: gettext_lazy("Does everything, and lets others in."),
    Role.SCORER: gettext_lazy("Enters and corrects deals."),
    Role.WATCHER: gettext_lazy("Looks on."),
}


class PhoneForm(forms.Form):
    """What a phone is called, and whose it is. Neither has to be said; it is called after whose it is."""

    player = ChipsField(label=gettext_lazy("Who are you?"))
    name = NameField(label=gettext_lazy("What is this phone called?"), required=False)

    def __init__(self, club: Club, phone: Device | None = None, data: Any = None) -> None:
        person = phone and phone.person
        initial = {"name": phone.name, "player": str(person.pk if person else "")} if phone else {}
        super().__init__(data, initial=initial, label_suffix="")
        playing = players.of_club(club)
        if person and person.archived_at:
            playing.append(person)
        self.players = {str(player.pk): player for player in playing}
        field = cast("ChipsField", self.fields["player"])
        field.choices = [(str(pk), name) for pk, name in players.told_apart(playing).items()]

    def clean(self) -> dict[str, Any]:
        told = super().clean() or {}
        if told.get("name") == "" and told.get("player"):
            told["name"] = _named_after(self.players[told["player"]])
        return told

    def save(self, phone: Device) -> None:
        """Write what was told of a phone, unless it was removed meanwhile."""
        told = dict(self.cleaned_data)
        told["player"] = told["player"] or None
        with players.alone_at(phone.club):
            Device.objects.filter(pk=phone.pk).update(**told)


class KeptPhoneForm(PhoneForm):
    """The same for who keeps the club, and what the phone may do."""

    role = ChipsField(
        label=gettext_lazy("What it may do"), choices=list(ROLES.items()), notes=DUTIES, keep=True
    )

    def __init__(self, club: Club, phone: Device, data: Any = None) -> None:
        super().__init__(club, phone, data)
        self.initial["role"] = phone.role
        self.fields["player"].label = _("Whose it is")
        self.fields["name"].label = _("What it is called")

    def clean_role(self) -> str:
        role: str = self.cleaned_data["role"] or self.initial["role"]
        return role


def _named_after(player: Player) -> str:
    name = _("%(player)s's phone") % {"player": player.name}
    return name if len(name) <= LONGEST_NAME else player.name
