"""A club that comes back from one JSON object (`games.archive`): checked wholly, and only then written.

Everything in it has to be of its kind and within its bounds, to lead to what is there, and to have happened:
each match is replayed, and has to stand as the file says. In the club it comes to, rows have new ids.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, NamedTuple
from zoneinfo import available_timezones

from django.core.exceptions import ValidationError
from django.db import models, transaction

from games.access import token_hash
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
    states_of,
)
from games.incoming import check_kept
from games.kept import standing
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
    Role,
    Round,
    Seat,
)
from games.money import DECIMALS
from games.players import alone_at
from games.scorebook import Book, found_by
from games.scoring import GAMES
from games.scoring.match_file import options, parsed
from games.scoring.refusal import Refused
from games.words.money import UNITS

DEEPEST = 110
"""So deep it may be nested: an entry, and what it is in."""

EARLIEST, LATEST = datetime(1900, 1, 1, tzinfo=UTC), datetime(2900, 1, 1, tzinfo=UTC)

Row = Any


class MatchRows(NamedTuple):
    """A match with all that belongs to it."""

    match: Match
    seats: list[int]
    rounds: list[Round]
    changes: list[Change]


@dataclass
class Archive:
    """A club as read and checked, of rows that are not saved yet."""

    club: Club
    devices: dict[int, Device] = field(default_factory=dict)
    players: dict[int, Player] = field(default_factory=dict)
    presets: dict[int, Preset] = field(default_factory=dict)
    evenings: dict[int, Evening] = field(default_factory=dict)
    matches: list[MatchRows] = field(default_factory=list)
    payments: dict[int, Payment] = field(default_factory=dict)


def read(text: str) -> Archive:
    """The club in a text, checked in all its parts; raises `Refused`."""
    told = parsed(text.removeprefix("\ufeff"))
    if told.get("format") != FORMAT:
        raise Refused("unknown-format", got=told.get("format"))
    check_kept(told, DEEPEST)
    here = Club(pk="-", key="-")
    archive = Archive(_filled(here, _object(told.get("club"), "club"), OF_CLUB, {}))
    _check_club(archive.club)
    archive.devices = _read(told, "devices", Device, OF_DEVICE, {})
    archive.players = _read(told, "players", Player, OF_PLAYER, {"merged_into": _ids(told, "players")})
    _check_merges(archive.players)
    archive.presets = _read(told, "presets", Preset, OF_PRESET, {})
    for preset in archive.presets.values():
        _check_mix(preset)
    archive.evenings = _read(told, "evenings", Evening, OF_EVENING, {})
    for number, one in enumerate(_list(told, "matches"), start=1):
        try:
            archive.matches.append(_match(_object(one, "matches"), archive))
        except Refused as refused:
            game = one.get("game") if isinstance(one, dict) else None
            raise Refused("match-of-archive", number=number, game=game, why=refused) from None
    people, phones = archive.players, archive.devices
    archive.payments = _read(
        told,
        "payments",
        Payment,
        OF_PAYMENT,
        {
            "payer": people,
            "payee": people,
            "evening": archive.evenings,
            "offered_by": phones,
            "agreed_by": phones,
            "taken_back_by": phones,
        },
    )
    for payment in archive.payments.values():
        _check_coin(payment.coin)
    return archive


def _match(told: Mapping[str, Any], archive: Archive) -> MatchRows:
    phones = archive.devices
    match = _filled(Match(), told, OF_MATCH, {"evening": archive.evenings, "started_by": phones})
    if match.coin:
        _check_coin(match.coin)
    match.rules = _rules(match.game, match.rules)
    match.word = found_by(match.rules.get("word", ""))
    seats = [_known(one, archive.players, "seats") for one in _list(told, "seats")]
    if len(seats) not in GAMES[match.game].seats or len(set(seats)) < len(seats):
        raise Refused("broken-part", key="seats")
    if match.first_dealer not in range(1, len(seats) + 1):
        raise Refused("broken-part", key="first_dealer")
    rounds = [
        _filled(Round(position=position), _object(one, "rounds"), OF_ROUND, {"device": phones})
        for position, one in enumerate(_list(told, "rounds"), start=1)
    ]
    changes = [
        _filled(
            Change(number=number),
            _told_change(_object(one, "changes"), rounds),
            OF_CHANGE,
            {"device": phones, "undone_by": phones},
        )
        for number, one in enumerate(_list(told, "changes"), start=1)
    ]
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
    _known(position, range(1, len(rounds) + 1), "recorded")
    before, after = states_of(str(position), rounds[position - 1].entry, ending)
    return {**told, "before": before, "after": after}


def _check_play(rows: MatchRows, stands: Any) -> None:
    """A replay has to give what the file says the match came to."""
    match, game = rows.match, GAMES[rows.match.game]
    keys = [str(number) for number in range(1, len(rows.seats) + 1)]
    sheet = game(keys, str(match.first_dealer), match.rules)
    for round in rows.rounds:
        _check_entry(sheet.kinds, round.entry)
        if not round.struck:
            sheet.play(round.entry)
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
        ):
            raise Refused("broken-part", key="units")


def _check_state(kinds: Mapping[str, Any], state: Any, positions: set[str]) -> None:
    told = _object(state, "changes")
    rounds = _object(told.get("rounds"), "changes")
    if told.get("ending") not in Ending.values or not rounds.keys() <= positions:
        raise Refused("broken-part", key="changes")
    for one in rounds.values():
        stood = _object(one, "changes")
        if stood.keys() != {"entry", "struck"} or type(stood["struck"]) is not bool:
            raise Refused("broken-part", key="changes")
        _check_entry(kinds, stood["entry"])


def _check_entry(kinds: Mapping[str, Any], entry: Any) -> None:
    if not any(key in _object(entry, "rounds") for key in kinds):
        raise Refused("broken-part", key="rounds")


def _check_club(club: Club) -> None:
    if club.zone not in available_timezones():
        raise Refused("broken-part", key="zone")
    if club.currency and club.currency not in DECIMALS:
        raise Refused("broken-part", key="currency")
    prices = _object(club.prices, "prices")
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
    for key, value in _object(preset.rules, "rules").items():
        if key not in known or not known[key].takes(value):
            raise Refused("broken-part", key="rules")


def _check_coin(coin: str) -> None:
    if coin not in DECIMALS and coin not in UNITS:
        raise Refused("broken-part", key="coin")


def _list(told: Mapping[str, Any], key: str) -> list[Any]:
    value = told.get(key)
    if type(value) is not list:
        raise Refused("broken-part", key=key)
    return value


def _object(told: Any, key: str) -> dict[str, Any]:
    if type(told) is not dict:
        raise Refused("broken-part", key=key)
    return told


def _ids(told: Mapping[str, Any], key: str) -> set[int]:
    return {one["id"] for one in _list(told, key) if isinstance(one, dict) and type(one.get("id")) is int}


def _known(told: Any, among: Iterable[int], key: str) -> int:
    if type(told) is not int or told not in among:
        raise Refused("broken-part", key=key)
    return told


def _read(
    told: Mapping[str, Any],
    key: str,
    model: Callable[[], Row],
    names: Sequence[str],
    named: Mapping[str, Any],
) -> dict[int, Row]:
    """The rows of a list, by their ids; `named` has the rows that a name may lead to."""
    rows: dict[int, Row] = {}
    for one in _list(told, key):
        row = _object(one, key)
        number = row.get("id")
        if type(number) is not int or number in rows:
            raise Refused("broken-part", key=key)
        rows[number] = _filled(model(), row, names, named)
    return rows


def _filled(
    row: Row, told: Mapping[str, Any], names: Sequence[str], named: Mapping[str, Iterable[int]]
) -> Row:
    """A row with its fields as they were told, each of its own kind and within its bounds."""
    for name in names:
        column = _column(row, name)
        value = told.get(name)
        if value is None:
            if not column.null:
                raise Refused("missing-key", key=name)
        elif name in named:
            _known(value, named[name], name)
        else:
            value = _cleaned(column, value)
        setattr(row, column.attname, value)
    return row


def _column(row: Row, name: str) -> Any:
    return type(row)._meta.get_field(name)  # noqa: SLF001 - a name that Django keeps for all its users


def _cleaned(column: Any, value: Any) -> Any:
    """A value as its column keeps it: of its kind, and within its bounds."""
    match column:
        case models.JSONField():
            return value
        case models.BooleanField() if type(value) is bool:
            return value
        case models.DateTimeField() if type(value) is str:
            return _moment(column, value)
        case models.IntegerField() if type(value) is int:
            return _bounded(column, value)
        case models.CharField() | models.TextField() if type(value) is str:
            return _bounded(column, value)
        case _:
            raise Refused("broken-part", key=column.name)


def _moment(column: Any, told: str) -> datetime:
    try:
        at = datetime.fromisoformat(told)
    except ValueError:
        at = None
    if at is None or at.tzinfo is None or not EARLIEST <= at <= LATEST:
        raise Refused("broken-part", key=column.name)
    return at


def _bounded(column: Any, value: Any) -> Any:
    try:
        return column.clean(value, None)
    except ValidationError:
        raise Refused("broken-part", key=column.name) from None


def restored(club: Club, archive: Archive) -> Iterator[int]:
    """Write a club that was read into one that has nothing yet, in one transaction.

    Yields how many matches are written, after each; if whoever asks asks no more, nothing is written.
    Raises `Refused` if there is something in the club, and what a database raises for rows that cannot be.
    """
    with transaction.atomic(), alone_at(club):
        if not empty(club):
            raise Refused("club-not-empty")
        for name in OF_CLUB:
            setattr(club, name, getattr(archive.club, name))
        club.save(update_fields=OF_CLUB)
        for device in archive.devices.values():
            device.role, device.token_hash = Role.WATCHER, token_hash(secrets.token_urlsafe(32))
        devices = _saved(club, archive.devices)
        merged = {pk: player.merged_into_id for pk, player in archive.players.items()}
        for player in archive.players.values():
            player.merged_into_id = None
        players = _saved(club, archive.players)
        for pk, into in merged.items():
            if into is not None:
                Player.objects.filter(pk=players[pk]).update(merged_into=players[into])
        _saved(club, archive.presets)
        evenings = _saved(club, archive.evenings)
        for payment in archive.payments.values():
            _led(payment, {"payer": players, "payee": players, "evening": evenings})
            _led(payment, dict.fromkeys(("offered_by", "agreed_by", "taken_back_by"), devices))
        _saved(club, archive.payments)
        for number, rows in enumerate(archive.matches, start=1):
            _led(rows.match, {"evening": evenings, "started_by": devices})
            _save_match(club, rows, players, devices)
            yield number


def empty(club: Club) -> bool:
    """Whether nothing was entered in a club since it was opened, but who comes in."""
    return not any(
        model.objects.filter(club=club).exists() for model in (Player, Evening, Match, Payment, Preset)
    )


def _saved(club: Club, rows: Mapping[int, Row]) -> dict[int, int]:
    """The rows written; their new ids by the old ones."""
    new = {}
    for old, row in rows.items():
        row.club = club
        row.save(force_insert=True)
        new[old] = row.pk
    return new


def _led(row: Row, ids: Mapping[str, Mapping[int, int]]) -> None:
    """Let a row name others by their new ids."""
    for name, new in ids.items():
        attname = _column(row, name).attname
        old = getattr(row, attname)
        setattr(row, attname, None if old is None else new[old])


def _save_match(club: Club, rows: MatchRows, players: Mapping[int, int], devices: Mapping[int, int]) -> None:
    match, ended_at, ending = rows.match, rows.match.ended_at, rows.match.ending
    match.club = club
    match.save(force_insert=True)
    Seat.objects.bulk_create(
        Seat(
            club=club,
            match=match,
            number=number,
            player_id=players[player],
            coin=match.coin,
            game=match.game,
            started_at=match.started_at,
        )
        for number, player in enumerate(rows.seats, start=1)
    )
    for round in rows.rounds:
        round.club, round.match = club, match
        _led(round, {"device": devices})
    for change in rows.changes:
        change.club, change.match = club, match
        _led(change, {"device": devices, "undone_by": devices})
    Round.objects.bulk_create(rows.rounds)
    Change.objects.bulk_create(rows.changes)
    match.ended_at, match.ending = ended_at, ending
    Book(match).rebuild()
