"""What every write carries beside what it says."""

from __future__ import annotations

import secrets
from typing import ClassVar

from django import forms
from django.utils.translation import gettext_lazy as _

INCOMPLETE = _("The form came incomplete, and nothing was saved. Look it over and save again.")


def new_key() -> str:
    """A key for a form that no script gives one."""
    return secrets.token_urlsafe(16)


class Sending(forms.Form):
    """The key that makes a write safe to send twice."""

    key = forms.CharField(min_length=8, max_length=64)


class DealNumber(forms.Form):
    """The number of the deal that an entry is for."""

    number = forms.IntegerField(min_value=1, max_value=1_000_000)


class DealSending(Sending, DealNumber):
    """The key, and the number of the deal."""


class TurnSending(forms.Form):
    """What comes with an undo or a redo: the match's version when it was offered."""

    version = forms.IntegerField(min_value=0)


class ReopenSending(Sending):
    """The key, and the match's version when what reopening would change was looked at."""

    version = forms.IntegerField(min_value=0)


class RewriteSending(Sending):
    """The key; whether what it would change has been agreed to, and later rounds struck for it.

    `version` is the match's when that was looked at.
    """

    version = forms.IntegerField(min_value=0)
    agreed = forms.BooleanField(required=False)
    strike_misfits = forms.BooleanField(required=False)


class EndSending(Sending):
    """The key, and how a match is ended by hand."""

    ENDINGS: ClassVar = [("finish-early", ""), ("abandon", "")]
    act = forms.ChoiceField(choices=ENDINGS)
