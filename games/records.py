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
from datetime import datetime
from itertools import chain
from typing import NamedTuple

from games import streaks
from games.kept import result_of
from games.models import Club, Match, Record, Result, Seat, Streak
from games.people import People
from games.scoring.sheet import Deal, Score, Sheet

Counts = Counter[str]
"""By figure: a game's own codes, and `played`, `early`, `won:N` (a win that N share), `lost`, `shared`;
`met:ID`, `ahead:ID` and `behind:ID` of another's entry."""
Sums = dict[tuple[int, str], Counts]
"""By entry and game."""


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
    streaks.follow(match, before.results, after.results)


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


# All of a club's


class Counting:
    """What the records and streaks of a club come to, counted match by match from nothing."""

    def __init__(self, club: Club) -> None:
        self.people = People(club)
        self.sums: Sums = defaultdict(Counter)
        self.results: list[tuple[datetime, int, int, str, Result]] = []

    def add(self, match: Match, adds: Told) -> None:
        for entry, counts in adds.counts.items():
            self.sums[entry, match.game].update(counts)
        self.results += [
            (match.started_at, match.pk, self.people.person(entry), match.game, result)
            for entry, result in adds.results.items()
            if result in streaks.STEPS
        ]

    def all(self) -> tuple[Sums, streaks.Runs]:
        """What they come to by the matches that were added, in whatever order that was."""
        self.results.sort(key=lambda one: one[:2])
        in_order = ((person, game, result, match) for _at, match, person, game, result in self.results)
        records = {whose: _without_noughts(counts) for whose, counts in self.sums.items()}
        return records, streaks.runs_of(in_order)


def recount(club: Club, matches: Iterable[tuple[Match, Told]]) -> tuple[Sums, streaks.Runs]:
    """What the records and streaks of a club come to by all its matches."""
    counting = Counting(club)
    for match, adds in matches:
        counting.add(match, adds)
    return counting.all()


def kept_of(club: Club) -> tuple[Sums, streaks.Runs]:
    """The records and streaks of a club as they are kept, but for those that came to nothing."""
    records = {
        (kept.player_id, kept.game): Counter(kept.counts)
        for kept in Record.objects.filter(club=club)
        if kept.counts
    }
    runs = {(kept.player_id, kept.game): streaks.Run.of(kept) for kept in Streak.objects.filter(club=club)}
    return records, runs


def keep(club: Club, records: Sums, runs: streaks.Runs) -> None:
    """Keep these records and streaks of a club, and no others."""
    Record.objects.filter(club=club).delete()
    Streak.objects.filter(club=club).delete()
    _keep(club.pk, records)
    streaks.keep(club.pk, runs)
