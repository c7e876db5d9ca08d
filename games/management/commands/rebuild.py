"""Bring what is kept beside the entries to what a replay gives, or prove that it is that already."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterator
from decimal import Decimal
from typing import Any, NamedTuple

from django.core.management.base import BaseCommand, CommandError

from games import records, scorebook
from games.kept import rows, standings
from games.models import Club, Ending, Match, RoundScore
from games.players import alone_at
from games.records import Told
from games.scorebook import Book

Row = tuple[int, int, Decimal | None, int, int, int]


class Difference(NamedTuple):
    """Something that is kept otherwise than a replay gives it."""

    match: int
    what: str
    kept: Any
    replayed: Any

    def __str__(self) -> str:
        return f"match {self.match}: {self.what} is kept as {self.kept}, and a replay gives {self.replayed}"


class Command(BaseCommand):
    help = "Rewrite round scores and standings from the entries; with --check only say what differs."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--check", action="store_true", help="change nothing; exit with 1 if anything differs"
        )

    def handle(self, *, check: bool, **options: Any) -> None:
        matches = different = 0
        clubs = list(Club.objects.filter(coming_back_at=None).order_by("pk"))
        told: dict[str, list[tuple[Match, Told]]] = {}
        for match in Match.objects.select_related("evening", "club").iterator():
            matches += 1
            book = Book(match)
            differences = list(differences_of(book))
            different += bool(differences)
            for difference in differences:
                self.stdout.write(str(difference))
            if differences and not check:
                with scorebook.write(match.club, match.pk) as book:
                    book.rebuild()
            told.setdefault(match.club_id, []).append((match, book.told))
        self.stdout.write(f"{matches} matches replayed, {different} differed.")
        for club in clubs:
            different += self._records(club, told.get(club.pk, []), check=check)
        if check and different:
            raise CommandError("What is kept is not what a replay gives.")

    def _records(self, club: Club, told: list[tuple[Match, Told]], *, check: bool) -> bool:
        """Whether the records of a club differ from what its matches add up to; then they are named, and mended."""
        counted, kept = records.recount(club, told), records.kept_of(club)
        if counted == kept:
            return False
        (sums, runs), (kept_sums, kept_runs) = counted, kept
        otherwise = [
            *(
                ("record", whose)
                for whose in sums.keys() | kept_sums
                if sums.get(whose) != kept_sums.get(whose)
            ),
            *(
                ("streak", whose)
                for whose in runs.keys() | kept_runs
                if runs.get(whose) != kept_runs.get(whose)
            ),
        ]
        for what, (player, game) in sorted(otherwise):
            self.stdout.write(
                f"club {club.pk}: player {player}'s {what} of {game or 'all games'} is kept otherwise"
            )
        if not check:
            with alone_at(club):
                records.keep(club, *counted)
        return True


def differences_of(book: Book) -> Iterator[Difference]:
    """Where what is kept of a match differs from a replay of its entries, or belongs to another club."""
    pk = book.match.pk
    for position, refused in book.replay.refused.items():
        yield Difference(pk, f"round {position}", "played", f"a refusal ({refused.code})")
    for seat, figures in standings(book.seats, book.replay.sheet):
        for name, replayed in figures.items():
            if getattr(seat, name) != replayed:
                yield Difference(pk, f"seat {seat.number}'s {name}", getattr(seat, name), replayed)
    told = book.told
    for seat in book.seats:
        if seat.figures != (replayed := records.codes(told.counts.get(seat.player_id, ()))):
            yield Difference(pk, f"seat {seat.number}'s figures", seat.figures, replayed)
    finished = book.replay.sheet.finished
    if finished != (book.match.ending == Ending.PLAYED):
        yield Difference(
            pk, "the ending", book.match.ending or "live", "played" if finished else "not played out"
        )
    if book.match.word != (replayed := scorebook.found_by(book.match.rules.get("word", ""))):
        yield Difference(pk, "the word that it is found by", book.match.word, replayed)
    yield from _score_differences(book)
    yield from _strangers(book)


def _score_differences(book: Book) -> Iterator[Difference]:
    kept = {_row(score) for score in RoundScore.objects.filter(round__match=book.match)}
    replayed = {_row(score) for score in rows(book.rounds, book.seats, book.replay.scores)}
    if kept != replayed:
        yield Difference(
            book.match.pk, "the round scores", _sorted(kept - replayed), _sorted(replayed - kept)
        )


def _sorted(rows: set[Row]) -> list[Row]:
    return sorted(rows, key=str)  # None beside a number has no order of its own


def _row(score: RoundScore) -> Row:
    return score.round_id, score.seat_id, score.points, score.change, score.tally, score.marks


def _strangers(book: Book) -> Iterator[Difference]:
    match = book.match
    rows = [match.evening, *book.seats, *(seat.player for seat in book.seats), *book.rounds, *book.changes]
    for row in rows:
        if row.club_id != match.club_id:
            yield Difference(
                match.pk, f"the club of {type(row).__name__.lower()} {row.pk}", row.club_id, match.club_id
            )
