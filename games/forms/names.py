"""A name: of a club, a person, a mix of rules."""

from __future__ import annotations

import unicodedata
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

_BREAKING = {"Cc", "Cs", "Zl", "Zp"}
"""Control characters, halves of characters, and ends of lines."""
_UNSEEN = {*_BREAKING, "Cf", "Cn", "Zs"}


class NameField(forms.CharField):
    """Any Unicode that can be read on one line, without the spaces around it."""

    default_error_messages = {
        "required": _("A name is needed."),
        "max_length": _("That is too long: %(limit_value)d characters are the most."),
        "unreadable": _("There are characters in it that cannot be shown."),
    }

    def __init__(self, *, max_length: int = 60, **kwargs: Any) -> None:
        super().__init__(max_length=max_length, **kwargs)

    def validate(self, value: str) -> None:
        super().validate(value)
        categories = {unicodedata.category(character) for character in value}
        if categories & _BREAKING or (value and categories <= _UNSEEN):
            raise ValidationError(self.error_messages["unreadable"], "unreadable")
