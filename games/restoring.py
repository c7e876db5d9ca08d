"""A club in one JSON object (`games.archive`), read to come back: checked wholly before any of it is written.

Everything in it has to be of its kind and within its bounds, to lead to what is there, and to have happened:
each match is replayed, and has to stand as the file says. `games.returning` writes what was read. Matches are
never in memory together: the file is walked once for all but them, once to check and once to write them.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import IO, Any, NamedTuple, TypeVar
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
    MOST_PAID,
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
from games.rows import check_kept, check_led, column_of, filled, list_of, moment, object_of, one_of, rows_of
from games.scorebook import found_by, recording
from games.scoring import GAMES
from games.scoring.match_file import options
from games.scoring.refusal import Refused
from games.walking import parts
from games.words.money import UNITS

DEEPEST = 108
"""So deep a row may be nested: an entry, and what it is in."""

MERGED = 100
"""So many entries may lead from one to the next until they come to a person."""

T = TypeVar("T")

Steps = Generator[T, None, None]
"""What comes one after the other, of a work that is done meanwhile and can be left."""


class MatchRows(NamedTuple):
    """A match with all that belongs to it."""

    match: Match
    seats: list[int]
    rounds: list[Round]
    changes: list[Change]


@dataclass(frozen=True)
class Archive:
    """A club as it was read, of rows that are not saved yet; its matches are still in the file."""

    file: IO[bytes]
    club: Club
    devices: Mapping[int, Device]
    players: Mapping[int, Player]
    presets: Mapping[int, Preset]
    evenings: Mapping[int, Evening]
    payments: Mapping[int, Payment]
    most: int
    """How many matches there are."""

    def check(self) -> Steps[int]:
        """Check the matches, and say after each how many are; raises `Refused`."""
        known: set[str] = set()
        for number, told in enumerate(self._told(), start=1):
            try:
                rows = _match(told, self)
                _check_once("key", [rows.match.key], known)
                _check_play(rows, told.get("stands"))
            except Refused as refused:
                game = told.get("game")
                raise Refused("match-of-archive", number=number, game=game, why=refused) from None
            yield number

    def matches(self) -> Iterator[MatchRows]:
        """The matches, which have been checked, read one after the other."""
        return (_match(told, self) for told in self._told())

    def _told(self) -> Iterator[dict[str, Any]]:
        return (row for key, rows in parts(self.file) if key == "matches" for row in rows)


def read(file: IO[bytes]) -> Archive:
    """The club in a file, all of it checked but its matches; raises `Refused`."""
    told: dict[str, Any] = {}
    for key, part in parts(file):
        if key in LISTS:
            told[key] = rows_of(_kept(part, key), key, *LISTS[key])
        elif key == "matches":
            told[key] = sum(1 for _row in _kept(part, key))
        elif key == "club":
            told[key] = _club(part)
        elif key == "format":
            told[key] = _format(part)
    _format(told.get("format"))
    for key in ("club", *LISTS, "matches"):
        if key not in told:
            raise Refused("broken-part", key=key)
    people, phones = told["players"], told["devices"]
    check_led(people.values(), {"merged_into": people})
    _check_merges(people)
    _check_once("mark", [one.mark for one in people.values() if not one.archived_at])
    _check_once("key", [one.key for one in told["payments"].values()])
    led: dict[str, Mapping[int, Any]] = {"payer": people, "payee": people, "evening": told["evenings"]}
    led |= dict.fromkeys(("offered_by", "agreed_by", "taken_back_by"), phones)
    check_led(told["payments"].values(), led)
    return Archive(file, told["club"], **{key: told[key] for key in LISTS}, most=told["matches"])


def _format(told: Any) -> str:
    if told != FORMAT:
        raise Refused("unknown-format", got=told)
    return FORMAT


def _club(told: Any) -> Club:
    check_kept(object_of(told, "club"), DEEPEST)
    club = filled(Club(pk="-", key="-"), told, OF_CLUB, {})
    _check_club(club)
    return club


def _kept(rows: Any, key: str) -> Iterator[dict[str, Any]]:
    """The rows of what is to be a list, each of which a database takes."""
    if not isinstance(rows, Iterator):
        raise Refused("broken-part", key=key)
    for row in rows:
        check_kept(object_of(row, key), DEEPEST)
        yield row


def _match(told: Mapping[str, Any], archive: Archive) -> MatchRows:
    phones = archive.devices
    match = filled(Match(), told, OF_MATCH, {"evening": archive.evenings, "started_by": phones})
    _check_price(match)
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
    _check_once("key", [change.key for change in changes])
    return MatchRows(match, seats, rounds, changes)


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
    """Whoever was merged into somebody leads to a person, and not round and round, nor by a way without end."""
    for one in players:
        led: set[int] = set()
        into: int | None = one
        while into is not None:
            if into in led or len(led) == MERGED:
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


def _check_once(key: str, values: Iterable[str], known: set[str] | None = None) -> None:
    """Refuse a value that is there twice, or that is `known`; all of them are then."""
    known = set() if known is None else known
    for value in values:
        if value in known:
            raise Refused("key-twice", key=key)
        known.add(value)


def _check_coin(coin: str) -> None:
    if coin not in DECIMALS and coin not in UNITS:
        raise Refused("broken-part", key="coin")


def _check_price(match: Match) -> None:
    """What is played for has a price, and nothing has none."""
    if match.coin:
        _check_coin(match.coin)
    if match.price not in (range(1, DEAREST + 1) if match.coin else (0,)):
        raise Refused("broken-part", key="price")


def _check_payment(payment: Payment) -> None:
    _check_coin(payment.coin)
    if not 1 <= payment.amount <= MOST_PAID:
        raise Refused("broken-part", key="amount")
    if payment.payer_id == payment.payee_id:
        raise Refused("broken-part", key="payee")


def _check_evening(evening: Evening) -> None:
    if evening.last_at < evening.began_at:
        raise Refused("broken-part", key="last_at")


LISTS: Mapping[str, tuple[Any, ...]] = {
    "devices": (Device, OF_DEVICE),
    "players": (Player, OF_PLAYER),
    "presets": (Preset, OF_PRESET, _check_mix),
    "evenings": (Evening, OF_EVENING, _check_evening),
    "payments": (Payment, OF_PAYMENT, _check_payment),
}
"""Of what the rows of a list are, which fields they have, and what else is asked of each."""
