"""What is told about an evening: its name, and where it is joined or split."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.forms.names import NameField
from games.models import Evening


class EveningForm(forms.Form):
    """The name of an evening; blank for one that is called by its date."""

    name = NameField(label=_("What was it?"), required=False)

    def __init__(self, evening: Evening, data: Any = None) -> None:
        super().__init__(data, initial={"name": evening.name}, label_suffix="")


class WhereForm(forms.Form):
    """The match with which another evening begins, and what that is called."""

    match = forms.IntegerField(error_messages={"required": _("With which match does it begin?")})
    called = NameField(required=False)
