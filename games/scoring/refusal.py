"""How the scoring says no."""

from __future__ import annotations

from typing import Any


class Refused(Exception):
    """What was told cannot have happened, or cannot be read.

    `code` is stable, lower case, in kebab case; `facts` are the players, keys and numbers that a
    sentence about it needs (by custom `player`, `key`, `got`, `want`). Sentences are made
    elsewhere. `deal` counts from 1 and is None while the fault is in the head of a match file.
    """

    def __init__(self, code: str, **facts: Any) -> None:
        super().__init__(code, facts)
        self.code = code
        self.facts = facts
        self.deal: int | None = None
