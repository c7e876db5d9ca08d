"""Match files that are sent in, and who their names are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from games.models import Player

NEW = "new"


class WhoForm(forms.Form):
    """Who the names are that somebody in the club has too: that player, or somebody new.

    `names` are all that there are, in their order; `namesakes` the players for those that are asked about.
    """

    def __init__(
        self, names: Sequence[str], namesakes: Mapping[str, Sequence[Player]], data: QueryDict | None = None
    ) -> None:
        super().__init__(data, label_suffix="")
        self.namesakes = namesakes
        self.asked = {f"who-{at}": name for at, name in enumerate(names) if name in namesakes}
        for key, name in self.asked.items():
            people = [(str(player.pk), self._called(player, namesakes[name])) for player in namesakes[name]]
            self.fields[key] = forms.ChoiceField(
                label=name, choices=[*people, (NEW, _("somebody new"))], required=False, initial=people[0][0]
            )

    @staticmethod
    def _called(player: Player, others: Sequence[Player]) -> str:
        return f"{player.name} ({player.mark})" if len(others) > 1 else player.name

    @property
    def chosen(self) -> dict[str, Player | None]:
        """A player for each name that was asked about, None for a new one; where nothing was said, the first."""
        told: dict[str, Any] = self.cleaned_data
        return {
            name: next((one for one in self.namesakes[name] if str(one.pk) == told[key]), None)
            if told[key]
            else self.namesakes[name][0]
            for key, name in self.asked.items()
        }
