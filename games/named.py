"""Who the names in matches that come in are."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from games import players
from games.incoming import Incoming
from games.models import Club, Player
from games.players import alike
from games.scoring.refusal import Refused


class Named:
    """Who the names in matches are: players of the club by a name alike, or new ones."""

    def __init__(self, club: Club, incoming: Sequence[Incoming]) -> None:
        self.club = club
        tables = [one.told.players for one in incoming if one.told]
        self.names = list(dict.fromkeys(name for table in tables for name in table))
        self.together = {
            frozenset(pair) for table in tables for pair in _pairs(table) if alike(pair[0]) == alike(pair[1])
        }
        everybody = sorted(Player.objects.filter(club=club, merged_into=None), key=players.by_name)
        known: dict[str, list[Player]] = {}
        for player in everybody:
            known.setdefault(alike(player.name), []).append(player)
        self.namesakes = {name: found for name in self.names if (found := known.get(alike(name)))}

    @property
    def new(self) -> list[str]:
        """The names of nobody in the club."""
        return [name for name in self.names if name not in self.namesakes]

    def seated(self, chosen: Mapping[str, Player | None]) -> dict[str, Player]:
        """A player for each name: whom somebody chose, or a new one. To be called under the club's lock.

        Names alike are one new player, unless they sit at one table.
        """
        seats: dict[str, Player] = {}
        made: dict[str, list[str]] = {}
        for name in self.names:
            player = chosen.get(name)
            if player is None:
                same = made.setdefault(alike(name), [])
                other = next((one for one in same if frozenset((one, name)) not in self.together), None)
                player = seats[other] if other else self._new(name)
                same.append(name)
            seats[name] = player
        return seats

    def _new(self, name: str) -> Player:
        beside = Player.objects.filter(club=self.club).count()
        return players.add(self.club, name.strip(), beside=beside)


def _pairs(table: Sequence[str]) -> Iterator[tuple[str, str]]:
    return ((one, other) for at, one in enumerate(table) for other in table[:at])


def check_seats(one: Incoming, seats: Mapping[str, Player]) -> None:
    """Refuse a table at which two would be the same player."""
    assert one.told is not None
    for at, name in enumerate(one.told.players):
        for other in one.told.players[:at]:
            if seats[other] == seats[name]:
                raise Refused("one-player-twice", player=other, other_player=name)
