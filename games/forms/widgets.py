"""The chips: Django's radio buttons and checkboxes, whose options may carry a small word more."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms


class _Noted(forms.widgets.ChoiceWidget):
    """`notes` are small words under an option, by its value; they become `note` of the option's data."""

    notes: Mapping[str, str] = {}

    def create_option(self, name: str, value: Any, *args: Any, **kwargs: Any) -> dict[str, Any]:
        option: dict[str, Any] = super().create_option(name, value, *args, **kwargs)
        return option | {"note": self.notes.get(str(value), "")}


class Chips(_Noted, forms.RadioSelect):
    """One of a few."""


class Ticks(_Noted, forms.CheckboxSelectMultiple):
    """Several of a few."""
