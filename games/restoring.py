"""A club in one JSON object (`games.archive`), read to come back: checked wholly before any of it is written.

Everything in it has to be of its kind and within its bounds, to lead to what is there, and to have happened:
each match is replayed, and has to stand as the file says. `games.returning` writes what was read.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeVar
from zoneinfo import available_timezones

from games.archive import (
    FORMAT,
    OF_CHANGE,
    OF_CLUB,
    OF_DEVICE,
    OF_EVENING,
    OF_MATCH,
    OF_PAYMENT,
    OF_PLAYER,
    OF_PRESET,
    OF_ROUND,
)
from games.kept import check_reached, standing
from games.models import (
    DEAREST,
    Change,
    Club,
    Device,
    Ending,
    Evening,
    Match,
    Payment,
    Player,
    Preset,
    Round,
)
from games.money import DECIMALS
from games.rows import check_kept, column_of, filled, ids_of, list_of, moment, object_of, one_of, rows_of
from games.scorebook import found_by, recording
from games.scoring import GAMES
from games.scoring.match_file import options, parsed
from games.scoring.refusal import Refused
from games.words.money import UNITS

DEEPEST = 110
"""So deep it may be nested: an entry, and what it is in."""

T = TypeVar("T")

Steps = Generator[T, None, None]
"""What comes one after the other, of a work that is done meanwhile and can be left."""


class MatchRows(NamedTuple):
    """A match with all that belongs to it."""

    match: Match
    seats: list[int]
    rounds: list[Round]
    changes: list[Change]


@dataclass
class Archive:
    """A club as it was read, of rows that are not saved yet; its matches are checked one after the other."""

    club: Club
    devices: dict[int, Device]
    players: dict[int, Player]
    presets: dict[int, Preset]
    evenings: dict[int, Evening]
    payments: dict[int, Payment]
    told: list[Any]
    """The matches as the file has them; of one that was checked, nothing but its place is kept."""
    matches: deque[MatchRows] = field(default_factory=deque)
    """Those that are checked, and not written yet."""

    def check(self) -> Steps[int]:
        """Check the matches, and say after each how many are; raises `Refused`."""
        for number, one in enumerate(self.told, start=1):
            try:
                self.matches.append(_match(object_of(one, "matches"), self))
            except Refused as refused:
                game = one.get("game") if isinstance(one, dict) else None
                raise Refused("match-of-archive", number=number, game=game, why=refused) from None
            self.told[number - 1] = None
            yield number


def read(text: str) -> Archive:
    """The club in a text, all of it checked but its matches; raises `Refused`."""
    told = parsed(text.removeprefix("\ufeff"))
    if told.get("format") != FORMAT:
        raise Refused("unknown-format", got=told.get("format"))
    check_kept(told, DEEPEST)
    club = filled(Club(pk="-", key="-"), object_of(told.get("club"), "club"), OF_CLUB, {})
    _check_club(club)
    phones = rows_of(told, "devices", Device, OF_DEVICE, {})
    people = rows_of(told, "players", Player, OF_PLAYER, {"merged_into": ids_of(told, "players")})
    _check_merges(people)
    presets = rows_of(told, "presets", Preset, OF_PRESET, {})
    for preset in presets.values():
        _check_mix(preset)
    evenings = rows_of(told, "evenings", Evening, OF_EVENING, {})
    led: dict[str, Mapping[int, Any]] = {"payer": people, "payee": people, "evening": evenings}
    led |= dict.fromkeys(("offered_by", "agreed_by", "taken_back_by"), phones)
    payments = rows_of(told, "payments", Payment, OF_PAYMENT, led)
    for payment in payments.values():
        _check_coin(payment.coin)
    return Archive(club, phones, people, presets, evenings, payments, list_of(told, "matches"))


def _match(told: Mapping[str, Any], archive: Archive) -> MatchRows:
    phones = archive.devices
    match = filled(Match(), told, OF_MATCH, {"evening": archive.evenings, "started_by": phones})
    if match.coin:
        _check_coin(match.coin)
    match.rules = _rules(match.game, match.rules)
    match.word = found_by(match.rules.get("word", ""))
    seats = [one_of(one, archive.players, "seats") for one in list_of(told, "seats")]
    if len(seats) not in GAMES[match.game].seats or len(set(seats)) < len(seats):
        raise Refused("broken-part", key="seats")
    if match.first_dealer not in range(1, len(seats) + 1):
        raise Refused("broken-part", key="first_dealer")
    rounds = [
        filled(Round(position=position), object_of(one, "rounds"), OF_ROUND, {"device": phones})
        for position, one in enumerate(list_of(told, "rounds"), start=1)
    ]
    changes = [
        filled(
            Change(number=number),
            _told_change(object_of(one, "changes"), rounds),
            OF_CHANGE,
            {"device": phones, "turned_by": phones},
        )
        for number, one in enumerate(list_of(told, "changes"), start=1)
    ]
    for change in changes:
        _turn(change)
    rows = MatchRows(match, seats, rounds, changes)
    _check_play(rows, told.get("stands"))
    return rows


def _told_change(told: dict[str, Any], rounds: Sequence[Round]) -> dict[str, Any]:
    """A change with its states, which one that recorded a round leaves out."""
    if "recorded" not in told:
        return told
    recorded = told["recorded"]
    if type(recorded) is not list or len(recorded) != 2:
        raise Refused("broken-part", key="recorded")
    position, ending = recorded
    one_of(position, range(1, len(rounds) + 1), "recorded")
    before, after = recording(position, rounds[position - 1].entry, ending)
    return {**told, "before": before, "after": after}


def _turn(change: Change) -> None:
    """When a change was taken back and made again, the last time by itself too; of old files once at most is known."""
    told = change.turns if change.turns is not None else []
    if type(told) is not list or not all(type(one) is str for one in told):
        raise Refused("broken-part", key="turns")
    turns = [moment(column_of(change, "turned_at"), one) for one in told]
    if not turns and change.undone_at:
        turns = [change.undone_at]
    if len(turns) % 2 != bool(change.undone_at):
        raise Refused("broken-part", key="turns")
    change.turns = [turn.isoformat() for turn in turns] or None
    change.turned_at = turns[-1] if turns else None


def _check_play(rows: MatchRows, stands: Any) -> None:
    """A replay has to give what the file says the match came to."""
    match, game = rows.match, GAMES[rows.match.game]
    keys = [str(number) for number in range(1, len(rows.seats) + 1)]
    sheet = game(keys, str(match.first_dealer), match.rules)
    for round in rows.rounds:
        _check_entry(sheet.kinds, round.entry)
        if not round.struck:
            check_reached(sheet.play(round.entry))
    played = match.ending == Ending.PLAYED
    if sheet.finished != played or bool(match.ending) != bool(match.ended_at):
        raise Refused("broken-part", key="ending")
    figures = standing(sheet).values()
    if stands != [[one["tally"], one["place"], one["units"]] for one in figures]:
        raise Refused("not-the-same", key="stands")
    if sum(one["units"] for one in figures):
        raise Refused("broken-part", key="stands")
    positions = {str(round.position) for round in rows.rounds}
    for change in rows.changes:
        for state in (change.before, change.after):
            _check_state(sheet.kinds, state, positions)
        if change.units is not None and not (
            isinstance(change.units, dict)
            and change.units.keys() <= set(keys)
            and all(type(one) is int for one in change.units.values())
            and not sum(change.units.values())
        ):
            raise Refused("broken-part", key="units")


def _check_state(kinds: Mapping[str, Any], state: Any, positions: set[str]) -> None:
    told = object_of(state, "changes")
    rounds = object_of(told.get("rounds"), "changes")
    if told.get("ending") not in Ending.values or not rounds.keys() <= positions:
        raise Refused("broken-part", key="changes")
    for one in rounds.values():
        stood = object_of(one, "changes")
        if stood.keys() != {"entry", "struck"} or type(stood["struck"]) is not bool:
            raise Refused("broken-part", key="changes")
        _check_entry(kinds, stood["entry"])


def _check_entry(kinds: Mapping[str, Any], entry: Any) -> None:
    if not any(key in object_of(entry, "rounds") for key in kinds):
        raise Refused("broken-part", key="rounds")


def _check_club(club: Club) -> None:
    if club.zone not in available_timezones():
        raise Refused("broken-part", key="zone")
    if club.currency and club.currency not in DECIMALS:
        raise Refused("broken-part", key="currency")
    prices = object_of(club.prices, "prices")
    fair = all(type(price) is int and 1 <= price <= DEAREST for price in prices.values())
    if not fair or not prices.keys() <= UNITS.keys() or (prices and not club.currency):
        raise Refused("broken-part", key="prices")


def _check_merges(players: Mapping[int, Player]) -> None:
    """Whoever was merged into somebody leads to a person, and not round and round."""
    for one in players:
        led: set[int] = set()
        into: int | None = one
        while into is not None:
            if into in led:
                raise Refused("broken-part", key="merged_into")
            led.add(into)
            into = players[into].merged_into_id


def _rules(game: str, told: Any) -> dict[str, Any]:
    """A value for each of a game's options; one that the file does not know yet is as usual."""
    if game not in GAMES:
        raise Refused("unknown-game", got=game)
    return options(GAMES[game], told)


def _check_mix(preset: Preset) -> None:
    """A mix need not say what has to be agreed on for each match."""
    if preset.game not in GAMES:
        raise Refused("unknown-game", got=preset.game)
    known = GAMES[preset.game].options
    for key, value in object_of(preset.rules, "rules").items():
        if key not in known or not known[key].takes(value):
            raise Refused("broken-part", key="rules")


def _check_coin(coin: str) -> None:
    if coin not in DECIMALS and coin not in UNITS:
        raise Refused("broken-part", key="coin")
