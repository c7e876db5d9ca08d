"""A club that was read (`games.restoring`) comes back into one that has nothing yet.

It is written a few matches at a time, so that other clubs never wait for long. Until all of it is there
nobody sees it: the phones of the empty club, and its codes, wait in another empty one. One whose server was
killed meanwhile is forgotten when the next one comes back.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from itertools import chain
from typing import Any

from django.utils import timezone

from games import kept, records
from games.access import token_hash
from games.archive import OF_CLUB
from games.models import (
    Change,
    Club,
    Code,
    Device,
    Evening,
    Match,
    OfClub,
    Payment,
    Player,
    Preset,
    Role,
    Round,
    RoundScore,
    Seat,
)
from games.players import alone_at
from games.restoring import Archive, MatchRows, Steps
from games.rows import column_of
from games.scorebook import Book
from games.scoring.refusal import Refused
from games.turns import in_turn

AT_ONCE = 300
"""So many deals are written in one transaction, or a match that has more."""
FORGOTTEN_AT_ONCE = 20
"""So many matches."""
LEFT = timedelta(hours=1)
"""After so long without a row more, a club is not written any more; some rows take seconds."""
ENTERED = (Player, Evening, Match, Payment, Preset)

Ids = Mapping[int, int]
"""New ones, by those of the file."""


def returned(club: Club, archive: Archive) -> Steps[int]:
    """Write a club that was read and checked into one that has nothing yet; its address and its phones stay.

    Yields how many matches are written, now and then; if whoever asks asks no more, nothing is there. Raises
    `Refused` if there is something in the club, and what a database raises for rows that cannot be.
    """
    forget_left()
    with alone_at(club):
        if not empty(club):
            raise Refused("club-not-empty")
        waiting = Club.objects.create(name=club.name, zone=club.zone)
        _move_phones(club, waiting)
        _write_on(club)
        writer = _Writer.of_people(club, archive)
    try:
        counting = records.Counting(club)
        written = 0
        for some in _in_turn(archive.matches()):
            for match, adds in writer.write(some):
                counting.add(match, adds)
            written += len(some)
            yield written
        _come_in(waiting, club, archive.club, counting)
    except BaseException:
        _forget(club)
        _come_home(waiting, club)
        raise


def _come_in(waiting: Club, club: Club, of_file: Club, counting: records.Counting) -> None:
    """All is written: what everybody has to show for is summed up, and the phones come."""
    with alone_at(waiting):
        if not empty(waiting):
            raise Refused("club-not-empty")
        _write_on(club)
        records.keep(club, *counting.all())
        told = {name: getattr(of_file, name) for name in OF_CLUB}
        Club.objects.filter(pk=club.pk).update(coming_back_at=None, **told)
        _move_phones(waiting, club)
        waiting.delete()


def empty(club: Club) -> bool:
    """Whether nothing was entered in a club since it was opened, but who comes in."""
    return not any(model.objects.filter(club=club).exists() for model in ENTERED)


def _write_on(club: Club) -> None:
    """Say that a club is still being written; raises `Refused` if it was taken for one that is not."""
    now = timezone.now()
    ours = Club.objects.filter(pk=club.pk, coming_back_at=club.coming_back_at)
    if not ours.update(coming_back_at=now):
        raise Refused("left-too-long")
    club.coming_back_at = now


def forget_left() -> None:
    """Forget what was written of clubs whose server was killed: nobody has come to them since, nor ever will."""
    left = Club.objects.filter(coming_back_at__lt=timezone.now() - LEFT)
    for club in left:
        with in_turn():
            is_mine = left.filter(pk=club.pk).update(coming_back_at=timezone.now())
        if is_mine:
            _forget(club)
            club.delete()


def _move_phones(club: Club, other: Club) -> None:
    """Phones and codes of a club belong to another from now on."""
    for model in (Device, Code):
        model.objects.filter(club=club).update(club=other)
    recovery = Club.objects.values_list("recovery_hash", flat=True).get(pk=club.pk)
    Club.objects.filter(pk=club.pk).update(recovery_hash=None)
    Club.objects.filter(pk=other.pk).update(recovery_hash=recovery)


def _come_home(waiting: Club, club: Club) -> None:
    """The phones are where they were, unless something was entered where they wait: then that is their club.

    So it is if there is no other any more, or it is being forgotten: its mark is later than any of ours then.
    """
    with alone_at(waiting):
        ours = Club.objects.filter(pk=club.pk, coming_back_at__lte=club.coming_back_at)
        if empty(waiting) and ours.update(coming_back_at=None):
            _move_phones(waiting, club)
            waiting.delete()
        else:
            club.delete()


def _forget(club: Club) -> None:
    """Nothing of what was written is there any more."""
    while matches := list(Match.objects.filter(club=club).values_list("pk", flat=True)[:FORGOTTEN_AT_ONCE]):
        with in_turn():
            RoundScore.objects.filter(round__match__in=matches).delete()
            Match.objects.filter(pk__in=matches).delete()
    with in_turn():
        Payment.objects.filter(club=club).delete()
        Player.objects.filter(club=club).update(merged_into=None)
        for model in (Evening, Preset, Device, Player):
            model.objects.filter(club=club).delete()


def _in_turn(matches: Iterator[MatchRows]) -> Iterator[list[MatchRows]]:
    """Matches, as many at a time as are written in one transaction."""
    some: list[MatchRows] = []
    deals = 0
    for rows in matches:
        some.append(rows)
        deals += 1 + len(rows.rounds)
        if deals >= AT_ONCE:
            yield some
            some, deals = [], 0
    if some:
        yield some


@dataclass(frozen=True)
class _Writer:
    """Writes the matches of a club whose people, phones and evenings are written."""

    club: Club
    devices: Ids
    players: Ids
    evenings: Ids

    @classmethod
    def of_people(cls, club: Club, archive: Archive) -> _Writer:
        """Write all but the matches. Nobody has the file's phones in his hand: they may look."""
        for device in archive.devices.values():
            device.role, device.token_hash = Role.WATCHER, token_hash(secrets.token_urlsafe(32))
        devices = _saved(club, Device, archive.devices)
        merged = [
            (one, one.merged_into_id) for one in archive.players.values() if one.merged_into_id is not None
        ]
        for player, _into in merged:
            player.merged_into_id = None
        players = _saved(club, Player, archive.players)
        for player, into in merged:
            player.merged_into_id = players[into]
        Player.objects.bulk_update((one for one, _into in merged), ["merged_into"], batch_size=AT_ONCE)
        _saved(club, Preset, archive.presets)
        evenings = _saved(club, Evening, archive.evenings)
        for payment in archive.payments.values():
            _led(payment, {"payer": players, "payee": players, "evening": evenings})
            _led(payment, dict.fromkeys(("offered_by", "agreed_by", "taken_back_by"), devices))
        _saved(club, Payment, archive.payments)
        return cls(club, devices, players, evenings)

    def write(self, some: Sequence[MatchRows]) -> list[tuple[Match, records.Told]]:
        """Write matches with all that is kept of them, and say what each adds to the records."""
        books = [self._book(rows) for rows in some]
        scores = [kept.rows(book.rounds, book.seats, book.replay.scores) for book in books]
        told = [self._kept(book) for book in books]
        with in_turn():
            _write_on(self.club)
            Match.objects.bulk_create(book.match for book in books)
            Seat.objects.bulk_create(seat for book in books for seat in book.seats)
            Round.objects.bulk_create(round for book in books for round in book.rounds)
            Change.objects.bulk_create(change for rows in some for change in rows.changes)
            RoundScore.objects.bulk_create(chain.from_iterable(scores))
        return told

    def _book(self, rows: MatchRows) -> Book:
        """The book of a match that is not saved yet."""
        club, match = self.club, rows.match
        match.club, match.version = club, 1
        _led(match, {"evening": self.evenings, "started_by": self.devices})
        for round in rows.rounds:
            round.club, round.match = club, match
            _led(round, {"device": self.devices})
        for change in rows.changes:
            change.club, change.match = club, match
            _led(change, {"device": self.devices, "turned_by": self.devices})
        book = Book(match)
        book.rounds = rows.rounds
        book.seats = [
            Seat(club=club, match=match, number=number, player_id=self.players[player])
            for number, player in enumerate(rows.seats, start=1)
        ]
        return book

    def _kept(self, book: Book) -> tuple[Match, records.Told]:
        """A match and what it adds; what its replay gives stands beside its seats then."""
        told = book.told
        for seat, figures in kept.standings(book.seats, book.replay.sheet):
            for name, figure in figures.items():
                setattr(seat, name, figure)
            seat.figures = records.codes(told.counts.get(seat.player_id, ()))
        return book.match, told


def _saved(club: Club, model: Any, rows: Mapping[int, OfClub]) -> dict[int, int]:
    """The rows written; their new ids by the old ones."""
    for row in rows.values():
        row.club = club
    model.objects.bulk_create(rows.values())
    return {old: row.pk for old, row in rows.items()}


def _led(row: Any, ids: Mapping[str, Ids]) -> None:
    """Let a row name others by their new ids."""
    for name, new in ids.items():
        attname = column_of(row, name).attname
        old = getattr(row, attname)
        setattr(row, attname, None if old is None else new[old])
