"""A name: of a club, a person, a mix of rules."""

from __future__ import annotations

from typing import Any

import regex
from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from games.models import LONGEST_NAME

_BREAKING = regex.compile(r"[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]")
"""Control characters, halves of characters, and ends of lines."""
_TURNING = regex.compile(r"\p{Bidi_Control}")
"""What turns the direction of writing, in the name and behind it."""
_SEEN = regex.compile(r"[^\p{C}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}\N{BRAILLE PATTERN BLANK}]")
"""What leaves a mark on paper by itself."""


class NameField(forms.CharField):
    """Any Unicode that can be read on one line, without the spaces around it."""

    default_error_messages = {
        "required": _("A name is needed."),
        "max_length": ngettext_lazy(
            "That is too long: %(limit_value)d character is the most.",
            "That is too long: %(limit_value)d characters are the most.",
            "limit_value",
        ),
        "turning": _("There are signs in it that turn the direction of writing. Type it anew, without them."),
        "unseen": _("Nobody could read that: not one of its characters can be seen."),
        "unreadable": _("There are characters in it that cannot be shown."),
    }

    def __init__(self, *, max_length: int = LONGEST_NAME, **kwargs: Any) -> None:
        super().__init__(max_length=max_length, **kwargs)

    def validate(self, value: str) -> None:
        super().validate(value)
        if _TURNING.search(value):
            raise ValidationError(self.error_messages["turning"], "turning")
        if value and not _SEEN.search(value):
            raise ValidationError(self.error_messages["unseen"], "unseen")
        if _BREAKING.search(value):
            raise ValidationError(self.error_messages["unreadable"], "unreadable")
