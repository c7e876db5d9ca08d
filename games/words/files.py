"""What is wrong with a match file, in a sentence."""

from __future__ import annotations

from typing import Any

from games.scoring.refusal import Refused
from games.words import words
from games.words.game import GameWords

LONGEST = 500
"""Characters of a sentence: a name or a number in it may be longer than anybody reads."""


def of_file(refused: Refused, game: Any) -> str:
    """Why a match file of a game, or of what it says is one, is refused."""
    try:
        known = words(game)
    except (KeyError, TypeError):
        known = GameWords()
    sentence = known.refusal(refused, {})
    return sentence if len(sentence) <= LONGEST else f"{sentence[:LONGEST]}…"
