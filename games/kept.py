"""What is kept beside the entries, so that lists need no replay: always what a replay gives."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from typing import Any, TypedDict

from games.models import Ending, Match, Result, Round, RoundScore, Seat
from games.scoring.refusal import Refused
from games.scoring.sheet import Score, Sheet

LARGEST = 1_000_000
"""No tally of cards goes further; what would is a slip, and the records need not hold it."""


class SeatStanding(TypedDict):
    """How a match stands for a seat, under the names of `Seat`; `units` are poens or pennies won or lost."""

    tally: int
    place: int
    won: bool
    lost: bool
    units: int


def drop_scores(match: Match, since: int) -> None:
    """Forget the scores of a match's rounds from position `since` on."""
    RoundScore.objects.filter(round__match=match, round__position__gte=since).delete()


def keep_scores(rounds: Iterable[Round], seats: Sequence[Seat], scores: Mapping[int, Score]) -> None:
    """Write the scores of rounds, by position; raises `Refused` for a number that no deal of cards reaches."""
    RoundScore.objects.bulk_create(rows(rounds, seats, scores))


def rows(rounds: Iterable[Round], seats: Sequence[Seat], scores: Mapping[int, Score]) -> list[RoundScore]:
    """The rows of the rounds that have a score; raises as `keep_scores`."""
    scored = [(round, scores[round.position]) for round in rounds if round.position in scores]
    for _round, score in scored:
        check_reached(score)
    return [_row(round, seat, score) for round, score in scored for seat in seats]


def check_reached(score: Score) -> None:
    """Refuse a number that no deal of cards reaches."""
    for player, tally in score.tally.items():
        if abs(tally) > LARGEST:
            raise Refused("number-too-large", player=player, got=tally, want=LARGEST)


def _row(round: Round, seat: Seat, score: Score) -> RoundScore:
    points = score.points[seat.key]
    return RoundScore(
        club_id=round.club_id,
        round=round,
        seat=seat,
        points=None if points is None else Decimal(str(points)),
        change=score.change[seat.key],
        tally=score.tally[seat.key],
        marks=score.notes.get("marks", {}).get(seat.key, 0),
    )


def keep_standing(seats: Sequence[Seat], sheet: Sheet) -> None:
    """Write beside each seat how the match stands for it by its sheet."""
    changed: dict[Seat, set[str]] = {}
    for seat, figures in standings(seats, sheet):
        if names := _stand(seat, figures):
            changed[seat] = names
    if changed:
        Seat.objects.bulk_update(changed, sorted(set().union(*changed.values())))


def standings(seats: Sequence[Seat], sheet: Sheet) -> Iterator[tuple[Seat, dict[str, object]]]:
    """How a match stands for each of its seats, and what stands beside them of the match itself."""
    figures = standing(sheet)
    for seat in seats:
        match = seat.match
        yield (
            seat,
            figures[seat.key]
            | {
                "coin": match.coin,
                "worth": figures[seat.key]["units"] * match.price,
                "game": match.game,
                "started_at": match.started_at,
                "result": result_of(match.ending, sheet, seat.key),
            },
        )


def result_of(ending: str, sheet: Sheet, player: str) -> Result:
    """What a match counts as for one who sat in it; one that was ended before its first deal is no match."""
    if ending == Ending.EARLY and sheet.number:
        return Result.EARLY
    if ending != Ending.PLAYED:
        return Result.NOTHING
    if player in sheet.winners():
        return Result.WON
    return Result.LOST if player in sheet.losers() else Result.BETWEEN


def standing(sheet: Sheet) -> dict[str, SeatStanding]:
    """How a match stands for each seat, by its sheet."""
    places, ledger = sheet.places(), sheet.ledger()
    winners, losers = sheet.winners(), sheet.losers()
    return {
        player: {
            "tally": sheet.tally[player],
            "place": places[player],
            "won": player in winners,
            "lost": player in losers,
            "units": ledger.get(player, 0),
        }
        for player in sheet.players
    }


def _stand(seat: Seat, figures: Mapping[str, Any]) -> set[str]:
    """Put figures beside a seat; the names of those that are others than before."""
    changed = {name for name, value in figures.items() if getattr(seat, name) != value}
    for name in changed:
        setattr(seat, name, figures[name])
    return changed
