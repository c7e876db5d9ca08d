"""The code that somebody was given, as he types it."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from games import codes


class CodeField(forms.CharField):
    """A code as it is kept: a spoken one, or the recovery code."""

    default_error_messages = {
        "required": _("Type the code that you were given."),
        **dict.fromkeys(
            ("no_code", "max_length", "null_characters_not_allowed"),
            _("A code has six letters and digits, a recovery code twenty; 0, O, 1, I and L are in none."),
        ),
    }

    def clean(self, value: Any) -> str:
        code = codes.read(super().clean(value))
        if not (codes.is_spoken(code) or codes.is_recovery(code)):
            raise ValidationError(self.error_messages["no_code"], "no_code")
        return code


class CodeForm(forms.Form):
    """A code, and the `key` that makes the form safe to send twice."""

    code = CodeField(label=_("Have you been given a code?"), max_length=codes.LONGEST)
    key = forms.CharField(required=False, max_length=64)
