"""Reading what a deal's entry says: names, lists of names, numbers by name.

Each function returns the value as told and refuses what a table cannot have meant: somebody
who is not in the game, a name given twice, a number that is none. `key` is the entry's key, for
the sentence that says what is wrong.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from games.scoring.refusal import Refused


def name(value: object, key: str, among: Collection[str]) -> str:
    """One of `among`; refused with `not-a-player`."""
    if type(value) is str and value in among:
        return value
    raise Refused("not-a-player", key=key, got=value)


def names(value: object, key: str, among: Collection[str]) -> list[str]:
    """A list of different names of `among`; refused with `not-a-list`, `not-a-player` or `named-twice`."""
    if type(value) is not list:
        raise Refused("not-a-list", key=key, got=value)
    for number, one in enumerate(value):
        name(one, key, among)
        if one in value[:number]:
            raise Refused("named-twice", key=key, player=one)
    return value


def by_name(value: object, key: str, among: Collection[str]) -> Mapping[str, Any]:
    """An object whose keys are of `among`; refused with `not-an-object` or `not-a-player`."""
    if type(value) is not dict:
        raise Refused("not-an-object", key=key, got=value)
    for one in value:
        name(one, key, among)
    return value


def by_each(value: object, key: str, players: Collection[str]) -> Mapping[str, Any]:
    """An object with a value for exactly these players; refused as `by_name`, or with `player-missing`."""
    values = by_name(value, key, players)
    if len(values) != len(players):
        missing = next(player for player in players if player not in values)
        raise Refused("player-missing", key=key, player=missing)
    return values


def whole(value: object, key: str, player: str | None = None) -> int:
    """A whole number; refused with `not-a-whole-number`."""
    if type(value) is int:
        return value
    raise Refused("not-a-whole-number", key=key, player=player, got=value)


def flag(value: object, key: str) -> bool:
    """True or false; refused with `not-a-flag`."""
    if type(value) is bool:
        return value
    raise Refused("not-a-flag", key=key, got=value)
