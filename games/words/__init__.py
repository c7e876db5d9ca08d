"""Every game in words: `words(code)`. The module of a game here is named as its module in `games.scoring`."""

from functools import cache
from importlib import import_module

from games.scoring import GAMES
from games.words.game import GameWords


@cache
def words(code: str) -> GameWords:
    """The words of a game."""
    module = import_module(f"games.words.{GAMES[code].__module__.rpartition('.')[2]}")
    game: GameWords = module.WORDS
    return game
