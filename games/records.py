"""What everybody has to show for: matches won and lost, against whom, in a row, and each game's own figures.

A record is a sum. What a match adds to it is told by a replay of the match and nothing else (`told`), once
it is over: one that goes on or was abandoned adds nothing. So the records follow any change of a match by
what it added before and what it adds after, and cost the same whatever was played before. Records are kept
by entry and are added up where somebody has two; streaks hang on the order of matches, and are kept by
person.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import NamedTuple

from django.db.models import Q, QuerySet

from games import players
from games.accounts import People
from games.kept import result_of
from games.models import Club, Match, Player, Record, Result, Seat, Streak
from games.scoring.sheet import Deal, Score, Sheet

Counts = Counter[str]
"""By figure: a game's own codes, and `played`, `early`, `won:N` (a win that N share), `lost`, `shared`;
`met:ID`, `ahead:ID` and `behind:ID` of another's entry."""
ALL = ""
"""All games together."""
STEPS = {Result.WON: 1, Result.BETWEEN: 0, Result.LOST: -1}
"""What lengthens a streak or breaks it; a match that was ended early does neither."""


class Told(NamedTuple):
    """What a match adds to the records, by entry; nothing if it does not count."""

    counts: Mapping[int, Counts]
    results: Mapping[int, Result]


NOTHING = Told({}, {})


def told(ending: str, sitting: Mapping[str, int], sheet: Sheet, deals: Iterable[tuple[Deal, Score]]) -> Told:
    """What a match adds, by its sheet at the end and what was told of its deals; `sitting` are entries by seat."""
    results = {key: result_of(ending, sheet, key) for key in sitting}
    if Result.NOTHING in results.values():
        return NOTHING
    counts = {key: _outcome(result, sheet) for key, result in results.items()}
    places = sheet.places()
    for one, place in places.items():
        for other, others in places.items():
            if other != one:
                counts[one][f"met:{sitting[other]}"] += 1
                counts[one][f"ahead:{sitting[other]}"] += place < others
                counts[one][f"behind:{sitting[other]}"] += place > others
        counts[one]["shared"] += list(places.values()).count(place) > 1
    of_deals = (sheet.adds(deal, score) for deal, score in deals)
    for player, code, amount in chain(sheet.adds_in_all(), *of_deals):
        counts[player][code] += amount
    return Told(
        {sitting[key]: _without_noughts(figures) for key, figures in counts.items()},
        {sitting[key]: result for key, result in results.items()},
    )


def codes(counts: Iterable[str]) -> str:
    """The codes of these figures as they stand beside a seat, where matches are found by them."""
    named = [code.partition(":")[0] if code.startswith("won:") else code for code in counts]
    return f",{','.join(sorted(named))}," if named else ""


def _outcome(result: Result, sheet: Sheet) -> Counts:
    named = {Result.WON: f"won:{len(sheet.winners())}", Result.LOST: "lost", Result.EARLY: "early"}
    return Counter({"played": 1} | ({named[result]: 1} if result in named else {}))


def _without_noughts(counts: Counts) -> Counts:
    return Counter({code: int(amount) for code, amount in counts.items() if amount})


# Following a match


def follow(match: Match, seats: Sequence[Seat], before: Told, after: Told) -> None:
    """Bring the records of those who sit in a match from what it added before to what it adds after.

    Whoever calls has what stands beside the seats written, and holds the club, so that nobody else writes.
    """
    entries = before.counts.keys() | after.counts.keys()
    changed = [one for one in entries if before.counts.get(one) != after.counts.get(one)]
    if not changed:
        return
    keep_figures(seats, after)
    records = {one: Counter[str]() for one in changed}
    for kept in Record.objects.filter(club=match.club_id, player__in=changed, game=match.game):
        records[kept.player_id] = Counter(kept.counts)
    for one, counts in records.items():
        counts.update(after.counts.get(one, {}))
        counts.subtract(before.counts.get(one, {}))
    _keep(match.club_id, {(one, match.game): counts for one, counts in records.items()})
    _follow_streaks(match, before.results, after.results)


def keep_figures(seats: Sequence[Seat], told: Told) -> None:
    """Write beside each seat what its match adds."""
    for seat in seats:
        seat.figures = codes(told.counts.get(seat.player_id, ()))
    Seat.objects.bulk_update(seats, ["figures"])


def _keep(club: str, records: Sums) -> None:
    Record.objects.bulk_create(
        [
            Record(club_id=club, player_id=entry, game=game, counts=_without_noughts(counts))
            for (entry, game), counts in records.items()
        ],
        update_conflicts=True,
        unique_fields=["club", "player", "game"],
        update_fields=["counts"],
    )


# Streaks


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


Sums = dict[tuple[int, str], Counts]
"""By entry and game."""
Runs = dict[tuple[int, str], Run]
"""By person and game."""


def _follow_streaks(match: Match, before: Mapping[int, Result], after: Mapping[int, Result]) -> None:
    """A match that is the newest of all lengthens or breaks what there is; after any other they are counted anew."""
    steps = {
        entry: STEPS.get(after.get(entry, Result.NOTHING))
        for entry in before.keys() | after.keys()
        if STEPS.get(before.get(entry, Result.NOTHING)) != STEPS.get(after.get(entry, Result.NOTHING))
    }
    if not steps:
        return
    people = People(match.club)
    persons = {people.person(entry): step for entry, step in steps.items()}
    appended = {
        people.person(entry): step
        for entry, step in steps.items()
        if step is not None and before.get(entry, Result.NOTHING) not in STEPS
    }
    stale = persons.keys() - appended.keys()
    entries = [entry for entry in people.entries if people.person(entry) in appended]
    for later in (
        _results(match.club, entries).filter(_after(match)).values_list("player", flat=True).distinct()
    ):
        stale.add(people.person(later))
    _lengthen(match, {person: step for person, step in appended.items() if person not in stale})
    count_streaks(match.club, people, stale)


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
    _keep_streaks(match.club_id, runs)


def count_streaks(club: Club, people: People, persons: Iterable[int]) -> None:
    """Count the streaks of these from their matches, as they were started."""
    persons = set(persons)
    if not persons:
        return
    entries = [entry for entry in people.entries if people.person(entry) in persons]
    Streak.objects.filter(club=club, player__in=entries).delete()
    results = _results(club, entries).order_by("started_at", "match")
    told = (
        (people.person(entry), game, result, match)
        for entry, game, result, match in results.values_list("player", "game", "result", "match")
    )
    _keep_streaks(club.pk, runs_of(told))


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


def _keep_streaks(club: str, runs: Runs) -> None:
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


# Two entries for one person


def merge(player: Player, other: Player) -> None:
    """Another entry of the club is the same person: from now on it counts as `player`'s. Raises as `players.merge`."""
    with players.alone_at(player.club):
        players.merge(player, other)
        people = People(player.club)
        count_streaks(player.club, people, {people.person(player.pk)})


def part(player: Player) -> None:
    """An entry that was merged is a person of its own again."""
    with players.alone_at(player.club):
        before = People(player.club).person(player.pk)
        Player.objects.filter(pk=player.pk).update(merged_into=None)
        count_streaks(player.club, People(player.club), {before, player.pk})


# All of a club's


def recount(club: Club, matches: Iterable[tuple[Match, Told]]) -> tuple[Sums, Runs]:
    """What the records and streaks of a club come to by all its matches, from nothing."""
    people = People(club)
    records: Sums = defaultdict(Counter)
    results = []
    for match, adds in matches:
        for entry, counts in adds.counts.items():
            records[entry, match.game].update(counts)
        results += [
            (match.started_at, match.pk, people.person(entry), match.game, result)
            for entry, result in adds.results.items()
            if result in STEPS
        ]
    results.sort(key=lambda one: one[:2])
    in_order = ((person, game, result, match) for _at, match, person, game, result in results)
    return {whose: _without_noughts(counts) for whose, counts in records.items()}, runs_of(in_order)


def kept_of(club: Club) -> tuple[Sums, Runs]:
    """The records and streaks of a club as they are kept, but for those that came to nothing."""
    records = {
        (kept.player_id, kept.game): Counter(kept.counts)
        for kept in Record.objects.filter(club=club)
        if kept.counts
    }
    runs = {(kept.player_id, kept.game): Run.of(kept) for kept in Streak.objects.filter(club=club)}
    return records, runs


def keep(club: Club, records: Sums, runs: Runs) -> None:
    """Keep these records and streaks of a club, and no others."""
    Record.objects.filter(club=club).delete()
    Streak.objects.filter(club=club).delete()
    _keep(club.pk, records)
    _keep_streaks(club.pk, runs)
