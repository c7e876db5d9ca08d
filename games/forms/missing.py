"""What is still to be entered, as told apart from what is wrong."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import ValidationError

from games.words.sentences import Text

MISSING = "missing"
"""The code of an error that only says what is still to be entered."""


def missing(sentence: Text, **facts: Any) -> ValidationError:
    """Something is still to be entered."""
    return ValidationError(str(sentence), code=MISSING, params=facts)
