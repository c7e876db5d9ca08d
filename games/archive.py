"""A club whole, as one JSON object: all that was typed in, and nothing by which a phone comes in.

What a replay gives is not in it but for how each match stands, by which it is checked when it comes back
(`games.restoring`). Rows name each other by the ids that they have.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from tempfile import TemporaryFile
from typing import IO, Any

from django.db import models

from games.models import Change, Club, Device, Evening, Match, Payment, Player, Preset
from games.players import alone_at
from games.scorebook import recording

FORMAT = "scorekeeper-club/1"
AT_ONCE = 500
"""So many rows are in memory at a time while it is put out."""
PIECE = 64 * 1024
"""So many bytes of it are sent at a time."""
TRIES = 3
"""So often it is read while others write."""

OF_CLUB = ("name", "zone", "currency", "prices")
OF_DEVICE = ("name",)
OF_PLAYER = ("name", "mark", "colour", "archived_at", "merged_into", "purse")
OF_PRESET = ("game", "name", "rules")
OF_EVENING = ("name", "began_at", "last_at", "closed_at", "carried_at")
OF_MATCH = (
    "evening",
    "game",
    "rules",
    "first_dealer",
    "coin",
    "price",
    "key",
    "started_at",
    "ended_at",
    "ending",
    "started_by",
)
OF_ROUND = ("entry", "struck", "device", "entered_at")
OF_CHANGE = ("key", "act", "before", "after", "units", "device", "at", "undone_at", "turns", "turned_by")
OF_PAYMENT = (
    "payer",
    "payee",
    "coin",
    "amount",
    "evening",
    "key",
    "by_payee",
    "offered_at",
    "offered_by",
    "agreed_at",
    "agreed_by",
    "taken_back_at",
    "taken_back_by",
)


def snapshot(club: Club) -> Iterator[bytes]:
    """The text of a club as it stood at one moment, piece by piece.

    It is read in many questions to the database: if somebody wrote meanwhile it is read anew, and at last
    with everybody who writes waiting.
    """
    with _at_one_moment(club) as file:
        while piece := file.read(PIECE):
            yield piece


def _at_one_moment(club: Club) -> IO[bytes]:
    for _ in range(TRIES):
        version = _version(club)
        file = _spooled(club)
        if _version(club) == version:
            return file
        file.close()
    with alone_at(club):
        return _spooled(club)


def _version(club: Club) -> int:
    return Club.objects.values_list("version", flat=True).get(pk=club.pk)


def _spooled(club: Club) -> IO[bytes]:
    file = TemporaryFile()  # noqa: SIM115 - whoever is given it closes it
    for piece in written(Club.objects.get(pk=club.pk)):
        file.write(piece.encode())
    file.seek(0)
    return file


def written(club: Club) -> Iterator[str]:
    """The text of a club, piece by piece."""
    yield f'{{"format": {json.dumps(FORMAT)},\n"club": {_json(_row(club, OF_CLUB))}'
    for name, rows in (
        ("devices", _rows(Device, club, OF_DEVICE)),
        ("players", _rows(Player, club, OF_PLAYER)),
        ("presets", _rows(Preset, club, OF_PRESET)),
        ("evenings", _rows(Evening, club, OF_EVENING)),
        ("matches", _matches(club)),
        ("payments", _rows(Payment, club, OF_PAYMENT)),
    ):
        yield f',\n"{name}": ['
        for number, row in enumerate(rows):
            yield f"{',' if number else ''}\n{_json(row)}"
        yield "]"
    yield "}\n"


def _rows(model: Any, club: Club, names: Sequence[str]) -> Iterator[dict[str, Any]]:
    for row in model.objects.filter(club=club).order_by("pk").iterator(chunk_size=AT_ONCE):
        yield {"id": row.pk, **_row(row, names)}


def _row(row: models.Model, names: Iterable[str]) -> dict[str, Any]:
    """The fields of a row that have something in them; of another row its id."""
    fields = {name: row.serializable_value(name) for name in names}
    return {name: value for name, value in fields.items() if value is not None}


def _change(change: Change, entries: Mapping[int, Any]) -> dict[str, Any]:
    """A change; of one that recorded a round as it stands, the round's position in place of its states."""
    told = _row(change, OF_CHANGE)
    states, ending = (change.before, change.after), change.after["ending"]
    for position in map(int, change.after["rounds"]):
        if position in entries and recording(position, entries[position], ending) == states:
            told["recorded"] = [position, ending]
            del told["before"], told["after"]
    return told


def _matches(club: Club) -> Iterator[dict[str, Any]]:
    matches = Match.objects.filter(club=club).order_by("pk")
    for match in matches.prefetch_related("seats", "rounds", "changes").iterator(chunk_size=AT_ONCE):
        seats, rounds = match.seats.all(), match.rounds.all()
        entries = {round.position: round.entry for round in rounds}
        yield {
            "id": match.pk,
            **_row(match, OF_MATCH),
            "seats": [seat.player_id for seat in seats],
            "stands": [[seat.tally, seat.place, seat.units] for seat in seats],
            "rounds": [_row(round, OF_ROUND) for round in rounds],
            "changes": [_change(change, entries) for change in match.changes.all()],
        }


def _json(row: Mapping[str, Any]) -> str:
    return json.dumps(row, ensure_ascii=False, default=datetime.isoformat)
