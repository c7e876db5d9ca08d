"""What a person types becomes a deal. The module of a game here is named as its module in `games.scoring`."""

from functools import cache
from importlib import import_module

from games.forms.deal import DealForm
from games.scoring import GAMES


@cache
def ways(code: str) -> tuple[type[DealForm], ...]:
    """The ways to enter a deal of a game, the usual one first."""
    module = import_module(f"games.forms.{GAMES[code].__module__.rpartition('.')[2]}")
    offered: tuple[type[DealForm], ...] = module.WAYS
    return offered
