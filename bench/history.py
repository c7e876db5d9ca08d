"""Clubs with years behind them, made through the scoring, and what their history costs beside a new one's."""

from __future__ import annotations

import itertools
import json
import random
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any

from django.db import connection, transaction
from django.db.models import Model

from bench.club import TOKEN
from bench.figures import Bar, address, medians, queries
from bench.server import Phone
from games import kept, matches, players, records
from games.access import token_hash
from games.models import (
    COLOURS,
    Act,
    Change,
    Club,
    Device,
    Ending,
    Evening,
    Match,
    Player,
    Role,
    Round,
    RoundScore,
    Seat,
)
from games.scorebook import found_by
from games.scoring import GAMES
from games.scoring.match_file import options
from games.scoring.refusal import Refused
from games.scoring.sheet import Deal, Score, Sheet
from games.scoring.smoking_cat import ITEMS
from games.views.paging import Place

FEW, SOME, MANY = 10, 200, 10_000
"""A new club's matches, so many that every list fills a page, and those of years."""
SLOWER = 1.5
CIRCLE = ("Ann", "Bo", "Cy", "Di", "Eve", "Finn", "Gil", "Hal", "Ida", "Jo", "Kay", "Leo")
WORDS = ("телефон", "сигарета", "Katzenjammer", "мандарин", "папиросы", "cigarette")
FIRST = datetime(2012, 1, 6, 19, tzinfo=UTC)
EVERY = timedelta(days=2)
"""From evening to evening."""
EVENING = 4
"""Matches of an evening."""
HAND = timedelta(minutes=2)
LONG = timedelta(minutes=50)
"""A match, and some tea."""
AT_ONCE = 400
"""Matches that are written at once."""


@dataclass(frozen=True)
class Played:
    """How a game is played at random: by which rules, by how many, and a deal of it."""

    game: str
    rules: Mapping[str, Any]
    seats: int
    deal: Callable[[random.Random, Sheet], Deal]


def _scat(dice: random.Random, sheet: Sheet) -> Deal:
    still_in = [player for player in sheet.players if player not in sheet.notes()["out"]]
    return {"lowest": [dice.choice(still_in)], "knocker": dice.choice(still_in)}


def _petukh(dice: random.Random, sheet: Sheet) -> Deal:
    takers = dice.choices(sheet.players, k=5)
    return {"tricks": {player: takers.count(player) for player in sheet.players}}


def _smoking_cat(dice: random.Random, sheet: Sheet) -> Deal:
    taken: dict[str, list[str]] = {player: [] for player in sheet.players}
    for item in ITEMS:
        taken[dice.choice(sheet.players)].append(item)
    return {"cards": taken}


def _alley_cat(dice: random.Random, sheet: Sheet) -> Deal:
    one, two = sheet.players
    return {"points": {one: dice.randint(0, 13), two: dice.randint(0, 13)}}


GAMES_PLAYED = (
    Played("scat", {"lives": 4}, 5, _scat),
    Played("petukh", {"start": 30, "no_trick": "cross", "overshoot": "finishes"}, 4, _petukh),
    Played("smoking-cat", {}, 4, _smoking_cat),
    Played("alley-cat", {"target": 130}, 2, _alley_cat),
)


@dataclass
class Told:
    """A match as it was played: its rows, and what each of its deals came to."""

    match: Match
    seats: list[Seat]
    rounds: list[Round]
    scores: dict[int, Score]
    adds: records.Told


def open_club(matches: int) -> Club:
    """A club with so many matches behind it, four an evening, and one phone, its keeper.

    The dice are loaded alike: a larger club begins with all that a smaller one played.
    """
    club = Club.objects.create(name=f"{matches} matches")
    Device.objects.create(club=club, token_hash=token_hash(TOKEN), role=Role.KEEPER)
    players = [
        Player.objects.create(club=club, name=name, mark=name[0], colour=number % COLOURS + 1)
        for number, name in enumerate(CIRCLE)
    ]
    adds = []
    evening = _evenings(random.Random(EVENING), club, players)  # noqa: S311 - dice
    left = matches
    while left:
        told: list[Told] = []
        while len(told) < min(left, AT_ONCE):
            told += next(evening)[: left - len(told)]
        left -= len(told)
        _keep(told)
        adds += [(one.match, one.adds) for one in told]
    records.keep(club, *records.recount(club, adds))
    return club


def _evenings(dice: random.Random, club: Club, players: list[Player]) -> Iterator[list[Told]]:
    """The matches of one evening after the other."""
    for number in itertools.count():
        began_at = FIRST + number * EVERY
        present = dice.sample(players, 5)
        evening = Evening(
            club=club,
            began_at=began_at,
            last_at=began_at + EVENING * LONG,
            closed_at=began_at + EVENING * LONG,
        )
        games = dice.choices(GAMES_PLAYED, k=EVENING)
        yield [
            _played(dice, evening, game, dice.sample(present, game.seats), began_at + place * LONG)
            for place, game in enumerate(games)
        ]


def _played(
    dice: random.Random, evening: Evening, game: Played, players: list[Player], started_at: datetime
) -> Told:
    """A match played to its end."""
    word = {"word": dice.choice(WORDS)} if "word" in GAMES[game.game].options else {}
    rules = options(GAMES[game.game], {**game.rules, **word})
    match = Match(
        club=evening.club,
        evening=evening,
        game=game.game,
        rules=rules,
        word=found_by(word.get("word", "")),
        first_dealer=1,
        key=f"{started_at:%Y%m%d%H%M}",
        started_at=started_at,
    )
    match.coin, match.price = evening.club.stake(GAMES[game.game].unit)
    seats = [
        Seat(club=match.club, match=match, number=number, player=player)
        for number, player in enumerate(players, 1)
    ]
    sheet = GAMES[game.game]([seat.key for seat in seats], "1", rules)
    deals, scores = [], {}
    while not sheet.finished:
        deal, score = _dealt(dice, game, sheet)
        deals.append(deal)
        scores[len(deals)] = score
    match.ending = Ending.PLAYED
    for seat, figures in kept.standings(seats, sheet):
        for name, value in figures.items():
            setattr(seat, name, value)
    rounds = [
        Round(
            club=match.club,
            match=match,
            position=position,
            entry=deal,
            entered_at=started_at + position * HAND,
        )
        for position, deal in enumerate(deals, start=1)
    ]
    match.ended_at, match.version = rounds[-1].entered_at, len(rounds)
    sitting = {seat.key: seat.player_id for seat in seats}
    adds = records.told(match.ending, sitting, sheet, zip(deals, scores.values(), strict=True))
    for seat in seats:
        seat.figures = records.codes(adds.counts[seat.player_id])
    return Told(match, seats, rounds, scores, adds)


def _dealt(dice: random.Random, game: Played, sheet: Sheet) -> tuple[Deal, Score]:
    deal = game.deal(dice, sheet)
    try:
        return deal, sheet.play(deal)
    except Refused as refused:  # several came to nought at once
        deal = {**deal, "first_out": dice.choice(refused.facts["players"])}
        return deal, sheet.play(deal)


def _keep(told: list[Told]) -> None:
    """Write matches with all that the scorebook keeps of each."""
    with transaction.atomic():
        Evening.objects.bulk_create({id(one.match.evening): one.match.evening for one in told}.values())
        Match.objects.bulk_create(one.match for one in told)
        Seat.objects.bulk_create(seat for one in told for seat in one.seats)
        Round.objects.bulk_create(round for one in told for round in one.rounds)
        _insert(
            RoundScore,
            "club round seat points change tally marks",
            (row for one in told for row in _scored(one)),
        )
        _insert(
            Change,
            "club match number key act before after at",
            (row for one in told for row in _recorded(one)),
        )


def _insert(model: type[Model], names: str, rows: Iterable[Any]) -> None:
    """Many rows at once, without making objects of them: that would take most of the time."""
    about = model._meta  # noqa: SLF001 - Django's documented name for it
    fields = {field.name: str(field.column) for field in about.concrete_fields}
    columns = [fields[name] for name in names.split()]
    into, places = ", ".join(columns), ", ".join(["%s"] * len(columns))
    with connection.cursor() as cursor:
        cursor.executemany(f"INSERT INTO {about.db_table} ({into}) VALUES ({places})", list(rows))  # noqa: S608 - ours


def _scored(told: Told) -> Iterator[Sequence[Any]]:
    """What is kept of what each round came to."""
    for round in told.rounds:
        score = told.scores[round.position]
        marks = score.notes.get("marks", {})
        for seat in told.seats:
            key = seat.key
            change, tally = score.change[key], score.tally[key]
            yield round.club_id, round.pk, seat.pk, score.points[key], change, tally, marks.get(key, 0)


def _recorded(told: Told) -> Iterator[Sequence[Any]]:
    """What is kept of each deal's being recorded."""
    for round in told.rounds:
        stood = [
            json.dumps({"ending": "", "rounds": {round.position: {"entry": round.entry, "struck": struck}}})
            for struck in (True, False)
        ]
        at = connection.ops.adapt_datetimefield_value(round.entered_at)
        key = f"deal {round.position}"
        yield round.club_id, round.match_id, round.position, key, Act.RECORD.value, *stood, at


def behind(club: Club) -> dict[str, str]:
    """Pages that show the same in a club of years and in a new one: what is of its first evenings, or nothing."""
    evenings = Evening.objects.filter(club=club).order_by("began_at")
    first, third = evenings[0], evenings[2]
    match = Match.objects.filter(club=club).earliest("started_at")
    ann = Player.objects.get(club=club, name="Ann").pk
    until = f"until={evenings[1].began_at:%Y-%m-%d}"
    return {
        "the evenings, a page far behind": f"evenings/?older={Place(third.began_at, third.pk)}",
        "an evening": f"evenings/{first.pk}/",
        "an evening's picture": f"evenings/{first.pk}/picture.svg",
        "a match looked back at": f"matches/{match.pk}/history",
        "found by date": f"matches/?{until}",
        "found by player and date": f"matches/?player={ann}&{until}",
        "found by game and date": f"matches/?game=petukh&{until}",
        "found by all of them": f"matches/?player={ann}&game=petukh&{until}",
        "a word that was never played": "matches/?word=zugzwang",
        "what goes on": "matches/?unfinished=yes",
        "a player's form": f"players/{ann}/edit",
    }


def newest(club: Club) -> dict[str, str]:
    """Pages that are full: of a club of years, and of one that has just enough for a page."""
    ann, bo = (Player.objects.get(club=club, name=name).pk for name in ("Ann", "Bo"))
    entry = players.add(club, "Ann of another phone").pk
    return {
        "the club": "",
        "the evenings": "evenings/",
        "all matches": "matches/",
        "found by player": f"matches/?player={ann}",
        "found by two players": f"matches/?player={ann}&player={bo}",
        "found by game": "matches/?game=petukh",
        "found by player and game": f"matches/?player={ann}&game=scat",
        "found by date, newest": "matches/?since=2012-01-07",
        "found by word": "matches/?word=e",
        "the players": "players/",
        "a player's record": f"players/{ann}/",
        "two entries, one person": f"players/{ann}/merge?other={entry}",
        "found by player and won": f"matches/?player={ann}&figure=won",
        "found by player and what is rare": f"matches/?player={ann}&game=scat&figure=doles",
        "found by who was behind whom": f"matches/?player={ann}&figure=behind:{bo}",
        "who pays whom": "settling/?coin=poen",
        "the tally": "tally/",
    }


def bars(port: int) -> Iterator[Bar]:
    """What history costs in a club of years, beside what it costs where little was played."""
    new, full = open_club(FEW), open_club(SOME)
    begun = time.perf_counter()
    old = open_club(MANY)
    yield Bar(f"making a club of {MANY} matches", time.perf_counter() - begun, 120, "s")
    phone = Phone(port)
    yield from _beside(phone, old, new, behind)
    yield from _beside(phone, old, full, newest)
    saves = [partial(_save, phone, _going_on(club), itertools.count(1)) for club in (old, new)]
    many, few = medians(saves)
    yield Bar("a deal saved", many / few, SLOWER, f"times as with {FEW} matches")
    many, few = medians([partial(_end, phone, club, itertools.count(1)) for club in (old, new)])
    yield Bar("a match started and ended", many / few, SLOWER, f"times as with {FEW} matches")


def _beside(phone: Phone, old: Club, new: Club, pages: Callable[[Club], dict[str, str]]) -> Iterator[Bar]:
    """The same pages of two clubs, asked in turn."""
    many, few = (
        {name: f"/club/{club.pk}/{page}" for name, page in pages(club).items()} for club in (old, new)
    )
    asked = [partial(phone.get, address) for name in many for address in (many[name], few[name])]
    spent = medians(asked)
    for name, of_many, of_few in zip(many, spent[::2], spent[1::2], strict=True):
        yield Bar(name, of_many / of_few, SLOWER, "times as with few matches")
    more = max(queries(many[name]) - queries(few[name]) for name in many)
    yield Bar("queries more than with few matches", more, 0, "")


def _going_on(club: Club) -> Match:
    """A match between the first of the club that is far from its end."""
    players = list(Player.objects.filter(club=club).order_by("pk")[:4])
    rules = options(GAMES["petukh"], {"start": 999})
    return matches.start(club, game="petukh", players=players, first_dealer=1, rules=rules, key="it goes on")


def _save(phone: Phone, match: Match, numbers: Iterator[int]) -> None:
    number = next(numbers)
    form = {"way": "tricks", "number": number, "key": f"deal number {number}"}
    phone.post(address(match) + "record", form | {"tricks-1": 2, "tricks-2": 2, "tricks-3": 1, "tricks-4": 0})


def _end(phone: Phone, club: Club, numbers: Iterator[int]) -> None:
    """A match whose first deal is its last: the records of those who played follow it."""
    key = f"it ends, {next(numbers)}"
    players = list(Player.objects.filter(club=club).order_by("pk")[:4])
    rules = options(GAMES["petukh"], {"start": 2})
    match = matches.start(club, game="petukh", players=players, first_dealer=1, rules=rules, key=key)
    form = {"way": "tricks", "number": 1, "key": key}
    phone.post(address(match) + "record", form | {"tricks-1": 2, "tricks-2": 1, "tricks-3": 1, "tricks-4": 1})
