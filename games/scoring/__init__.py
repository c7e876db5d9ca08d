"""The games, in pure Python: entries in, results out. No Django, no clock, no language.

This is the registry: a game is known to the whole app by its line here.
"""

from games.scoring.alley_cat import AlleyCat
from games.scoring.petukh import Petukh
from games.scoring.scat import Scat
from games.scoring.sheet import Sheet
from games.scoring.smoking_cat import SmokingCat

GAMES: dict[str, type[Sheet]] = {game.code: game for game in (SmokingCat, Petukh, AlleyCat, Scat)}
