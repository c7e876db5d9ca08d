"""Match files: one JSON object holds one match as the table told it, and its result another.

`parsed` takes the text of one (`value_at` a part of a longer text) and `match` what it holds, `replay` plays it, `result` writes what it came
to. `written` makes one, and `renamed` calls the players of a deal by other names.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NoReturn

import regex

from games.scoring import GAMES
from games.scoring.options import AGREE
from games.scoring.refusal import Refused
from games.scoring.sheet import Deal, Score, Sheet

FORMAT = "scorekeeper-match/1"
RESULT_FORMAT = "scorekeeper-result/1"
KEYS = {"format", "game", "players", "first_dealer", "options", "deals", "about"}

AS_TOLD = {"reason", "about"}
"""The keys of a deal under which no player is named by rule."""

LONGEST_NUMBER = 1000
"""Digits of the longest whole number that is read; a sum of such is one that Python writes."""

_LONG_NUMBER = re.compile(rf"\d{{{LONGEST_NUMBER + 1}}}")
_BLANK = regex.compile(r"\p{White_Space}*")
_SPACE = " \t\n\r"
_SURROGATE_ESCAPE = re.compile(r"\\u[dD][89a-fA-F]")


@dataclass(frozen=True, slots=True)
class Match:
    """A match as read: its game, who sat where, every rule's value, and the deals as told."""

    game: type[Sheet]
    players: Sequence[str]
    first_dealer: str
    options: Mapping[str, Any]
    deals: Sequence[Deal]

    def sheet(self) -> Sheet:
        """The match's sheet before its first deal."""
        return self.game(self.players, self.first_dealer, self.options)


def decoded(sent: bytes) -> str:
    """The text of a file; raises `Refused` if it is not UTF-8."""
    try:
        return sent.decode()
    except UnicodeDecodeError:
        raise Refused("not-utf8") from None


def parsed(text: str) -> dict[str, Any]:
    """The one JSON object in `text`, as strictly as the format asks; raises `Refused`."""
    at = len(text) - len(text.lstrip(_SPACE))
    value, end = value_at(text, at, long_numbers=bool(_LONG_NUMBER.search(text)))
    if text[end:].strip(_SPACE):
        raise Refused("not-json")
    if type(value) is not dict:
        raise Refused("not-json-object")
    return value


def value_at(text: str, at: int, *, long_numbers: bool = True) -> tuple[Any, int]:
    """The JSON value that begins at a place of `text`, and where it ends; raises `Refused`.

    It is read more quickly where there can be no long numbers.
    """
    try:
        value, end = (_CAREFUL if long_numbers else _QUICK).raw_decode(text, at)
        if _SURROGATE_ESCAPE.search(text, at, end):
            json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise Refused("lone-surrogate") from None
    except (ValueError, RecursionError):
        raise Refused("not-json") from None
    return value, end


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) != len(pairs):
        raise Refused("key-twice", key=_twice(key for key, _ in pairs))
    return made


def _twice(names: Iterable[str]) -> str | None:
    """The first name that stands there a second time."""
    seen: set[str] = set()
    for name in names:
        if name in seen:
            return name
        seen.add(name)
    return None


def _whole(digits: str) -> int:
    if len(digits.removeprefix("-")) > LONGEST_NUMBER:
        raise Refused("number-too-long", want=LONGEST_NUMBER)
    return int(digits)


def _not_json(constant: str) -> NoReturn:
    raise ValueError(constant)


_QUICK, _CAREFUL = (
    json.JSONDecoder(object_pairs_hook=_object, parse_constant=_not_json, parse_int=whole)
    for whole in (int, _whole)
)


def match(told: Mapping[str, Any]) -> Match:
    """The match that an object of a match file holds; raises `Refused` for a fault of its head."""
    for key in ("format", "game", "players", "deals"):
        if key not in told:
            raise Refused("missing-key", key=key)
    if not told.keys() <= KEYS:
        raise Refused("unknown-key", key=min(told.keys() - KEYS))
    if told["format"] != FORMAT:
        raise Refused("unknown-format", got=told["format"])
    game = _game(told["game"])
    players = _players(told["players"], game)
    first_dealer = told.get("first_dealer", players[0])
    if first_dealer not in players:
        raise Refused("not-a-player", key="first_dealer", got=first_dealer)
    rules = options(game, told.get("options", {}))
    if type(told["deals"]) is not list:
        raise Refused("not-a-list", key="deals", got=told["deals"])
    return Match(game, players, first_dealer, rules, told["deals"])


def _game(code: object) -> type[Sheet]:
    if type(code) is str and code in GAMES:
        return GAMES[code]
    raise Refused("unknown-game", got=code)


def _players(told: object, game: type[Sheet]) -> list[str]:
    if type(told) is not list:
        raise Refused("not-a-list", key="players", got=told)
    if len(told) not in game.seats:
        raise Refused("players-number", got=len(told), low=game.seats[0], high=game.seats[-1])
    for name in told:
        if type(name) is not str or _BLANK.fullmatch(name):
            raise Refused("not-a-name", key="players", got=name)
    if twice := _twice(told):
        raise Refused("named-twice", key="players", player=twice)
    return told


def options(game: type[Sheet], told: object) -> dict[str, Any]:
    """A value for each of the game's options: the one told, or its default; raises `Refused`."""
    if type(told) is not dict:
        raise Refused("not-an-object", key="options", got=told)
    if not told.keys() <= game.options.keys():
        raise Refused("unknown-option", key=min(told.keys() - game.options.keys()))
    values = {}
    for key, option in game.options.items():
        value = told.get(key, option.default)
        if value is AGREE:
            raise Refused("option-missing", key=key)
        if key in told and not option.takes(value):
            raise Refused("option-value", key=key, got=value)
        values[key] = value
    return values


def replay(match: Match) -> tuple[Sheet, list[Score]]:
    """The sheet after all deals, and what each came to; raises `Refused` with its deal named."""
    sheet = match.sheet()
    return sheet, play_all(sheet, match.deals)


def play_all(sheet: Sheet, deals: Iterable[Deal]) -> list[Score]:
    """Play deals on a sheet, in order; raises `Refused` with the number of the deal that it stops at."""
    scores = []
    for number, deal in enumerate(deals, start=sheet.number + 1):
        try:
            scores.append(sheet.play(deal))
        except Refused as refused:
            refused.deal = number
            raise
    return scores


def written(
    game: str,
    players: Sequence[str],
    first_dealer: str,
    options: Mapping[str, Any],
    deals: Iterable[Deal],
    about: Mapping[str, Any],
) -> dict[str, Any]:
    """The object of a match file."""
    return {
        "format": FORMAT,
        "game": game,
        "players": list(players),
        "first_dealer": first_dealer,
        "options": dict(options),
        "deals": list(deals),
        "about": dict(about),
    }


def renamed(deal: Deal, names: Mapping[str, str]) -> dict[str, Any]:
    """A deal that can be played, with other names for its players.

    In every kind of deal of every game a text is a player's name, a list of texts has several, and an
    object is by player; cards and the like stand deeper.
    """
    return {key: told if key in AS_TOLD else _renamed(told, names) for key, told in deal.items()}


def _renamed(told: Any, names: Mapping[str, str]) -> Any:
    match told:
        case str():
            return names[told]
        case list():
            return [names[one] if isinstance(one, str) else one for one in told]
        case dict():
            return {names[one]: value for one, value in told.items()}
        case _:
            return told


def result(sheet: Sheet, scores: Iterable[Score]) -> dict[str, Any]:
    """The result object of a match."""
    return {
        "format": RESULT_FORMAT,
        "game": sheet.code,
        "deals": [_deal_result(score) for score in scores],
        "tally": sheet.tally,
        "places": sheet.places(),
        "finished": sheet.finished,
        "winners": sheet.winners(),
        "losers": sheet.losers(),
        "next": None
        if sheet.finished
        else {
            "dealer": sheet.dealer,
            "leader": sheet.leader,
            "reminders": [reminder._asdict() for reminder in sheet.reminders()],
        },
        "ledger": sheet.ledger(),
        **sheet.notes(),
    }


def _deal_result(score: Score) -> dict[str, Any]:
    return {
        "number": score.number,
        "dealer": score.dealer,
        "leader": score.leader,
        "points": score.points,
        "change": score.change,
        "tally": score.tally,
        "why": {
            player: [{"rule": rule, "amount": amount} for rule, amount in parts]
            for player, parts in score.why.items()
        },
        **score.notes,
    }
