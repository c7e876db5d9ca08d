"""How often in a row somebody has won or lost, at each game and at all of them.

Streaks hang on the order of matches, and are kept by person: by all the entries that are his.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import chain

from django.db.models import Q, QuerySet

from games.models import Club, Match, Result, Seat, Streak
from games.people import People

ALL = ""
"""All games together."""
STEPS = {Result.WON: 1, Result.BETWEEN: 0, Result.LOST: -1}
"""What lengthens a streak or breaks it; a match that was ended early does neither."""


@dataclass
class Run:
    """A streak as it is counted: `now` above nought won in a row, below it lost; and the longest of both."""

    now: int = 0
    won: int = 0
    lost: int = 0
    won_last: int | None = None
    lost_last: int | None = None

    def goes_on(self, step: int, match: int) -> None:
        """One match more."""
        self.now = self.now + step if step * self.now > 0 else step
        if self.now > self.won:
            self.won, self.won_last = self.now, match
        if -self.now > self.lost:
            self.lost, self.lost_last = -self.now, match

    @classmethod
    def of(cls, kept: Streak) -> Run:
        return cls(kept.run, kept.won, kept.lost, kept.won_last_id, kept.lost_last_id)


Runs = dict[tuple[int, str], Run]
"""By person and game."""


def follow(match: Match, before: Mapping[int, Result], after: Mapping[int, Result]) -> None:
    """A match that is the newest of all lengthens or breaks what there is; after any other they are counted anew."""
    was, now = ({entry: STEPS.get(result) for entry, result in told.items()} for told in (before, after))
    steps = {entry: now.get(entry) for entry in was.keys() | now.keys() if was.get(entry) != now.get(entry)}
    if not steps:
        return
    people = People(match.club)
    persons = {people.person(entry): step for entry, step in steps.items()}
    appended = {
        people.person(entry): step
        for entry, step in steps.items()
        if step is not None and was.get(entry) is None
    }
    stale = persons.keys() - appended.keys()
    entries = chain.from_iterable(map(people.entries_of, appended))
    for later in (
        _results(match.club, entries).filter(_after(match)).values_list("player", flat=True).distinct()
    ):
        stale.add(people.person(later))
    _lengthen(match, {person: step for person, step in appended.items() if person not in stale})
    count(match.club, people, stale)


def _after(match: Match) -> Q:
    at = match.started_at
    return Q(started_at__gte=at) & ~Q(started_at=at, match__lte=match.pk)


def _results(club: Club, entries: Iterable[int]) -> QuerySet[Seat]:
    return Seat.objects.filter(club=club, player__in=list(entries), result__in=list(STEPS)).order_by()


def _lengthen(match: Match, steps: Mapping[int, int]) -> None:
    """The newest match of these persons is one more step of their streaks."""
    if not steps:
        return
    runs: Runs = {(person, game): Run() for person in steps for game in (ALL, match.game)}
    for kept in Streak.objects.filter(club=match.club_id, player__in=steps, game__in=(ALL, match.game)):
        runs[kept.player_id, kept.game] = Run.of(kept)
    for (person, _game), run in runs.items():
        run.goes_on(steps[person], match.pk)
    keep(match.club_id, runs)


def count(club: Club, people: People, persons: Iterable[int]) -> None:
    """Count the streaks of these from their matches, as they were started."""
    persons = set(persons)
    if not persons:
        return
    entries = list(chain.from_iterable(map(people.entries_of, persons)))
    Streak.objects.filter(club=club, player__in=entries).delete()
    results = _results(club, entries).order_by("started_at", "match")
    told = (
        (people.person(entry), game, result, match)
        for entry, game, result, match in results.values_list("player", "game", "result", "match")
    )
    keep(club.pk, runs_of(told))


def runs_of(results: Iterable[tuple[int, str, str, int]]) -> Runs:
    """The streaks of results in order: a person, a game, how it went, and in which match."""
    runs: Runs = defaultdict(Run)
    for person, game, result, match in results:
        for scope in (ALL, game):
            runs[person, scope].goes_on(STEPS[Result(result)], match)
    return dict(runs)


def in_a_row(streak: Streak, which: str, entries: Iterable[int]) -> QuerySet[Seat]:
    """The seats of a streak, by all entries of whose it is: `which` is "now", or the longest "won" or "lost"."""
    times, last = {
        "now": (streak.run, None),
        "won": (streak.won, streak.won_last),
        "lost": (-streak.lost, streak.lost_last),
    }[which]
    seats = Seat.objects.filter(club=streak.club_id, player__in=list(entries))
    if streak.game != ALL:
        seats = seats.filter(game=streak.game)
    if last:
        seats = seats.exclude(_after(last))
    alike = [result for result, step in STEPS.items() if step * times > 0]
    return seats.filter(result__in=alike).order_by("-started_at", "-match")[: abs(times)]


def keep(club: str, runs: Runs) -> None:
    """Write streaks in the place of those that are kept of the same persons and games."""
    Streak.objects.bulk_create(
        [
            Streak(
                club_id=club,
                player_id=person,
                game=game,
                run=run.now,
                won=run.won,
                lost=run.lost,
                won_last_id=run.won_last,
                lost_last_id=run.lost_last,
            )
            for (person, game), run in runs.items()
        ],
        update_conflicts=True,
        unique_fields=["club", "player", "game"],
        update_fields=["run", "won", "lost", "won_last", "lost_last"],
    )
