"""Opening a club."""

from __future__ import annotations

from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django import forms
from django.utils.translation import gettext_lazy as _

from games.forms.names import NameField


class ZoneField(forms.CharField):
    """The name of a time zone, as a browser says it; UTC where it says none that is known."""

    def clean(self, value: Any) -> str:
        try:
            return ZoneInfo(value or "UTC").key
        except (ZoneInfoNotFoundError, ValueError, OSError):
            return "UTC"


class ClubForm(forms.Form):
    key = forms.CharField(required=False, max_length=64)
    name = NameField(label=_("What do you call your circle?"))
    zone = ZoneField(required=False)
