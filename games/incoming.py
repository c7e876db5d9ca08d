"""Match files that come in: read, scored, and written down as matches of the club.

What would come in is looked at first, and nothing is written by that. Each match is then written by itself,
under a key made of what the file says: the same match sent twice is there once.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django.core.exceptions import ValidationError
from django.utils import timezone

from games import players, scorebook
from games.evenings import QUIET
from games.forms.names import NameField
from games.models import LONGEST_NAME, Club, Ending, Evening, Match, Player
from games.players import alike, alone_at
from games.rows import EARLIEST, check_kept
from games.scoring.match_file import Match as Told
from games.scoring.match_file import match, parsed, renamed, replay
from games.scoring.refusal import Refused
from games.scoring.sheet import Deal

DEEPEST = 100
"""So deep what a file says may be nested."""
MOST_DEALS = 2000
"""More than any table plays in a match."""
MOST_MATCHES = 2000
"""So many are looked at in one file."""
KEY = "file-"
"""What the keys of matches that came in begin with."""


@dataclass(frozen=True)
class Incoming:
    """One match of what was sent: where it stands there, what it says, and why it is left out if it is."""

    place: int
    game: Any = None
    told: Told | None = None
    written: Mapping[str, Any] | None = None
    refused: Refused | None = None

    @property
    def key(self) -> str:
        text = json.dumps(self.written, sort_keys=True).encode()
        return KEY + hashlib.sha256(text).hexdigest()[:40]

    @property
    def about(self) -> Mapping[str, Any]:
        about = (self.written or {}).get("about")
        return about if isinstance(about, dict) else {}

    @property
    def ending(self) -> Ending | None:
        """That it was ended before it was over, if the file says so."""
        said = self.about.get("ending")
        return Ending(said) if said in (Ending.EARLY, Ending.ABANDONED) else None

    def began(self, zone: ZoneInfo) -> datetime | None:
        """When it began, if the file says it."""
        return _moment(self.about.get("started_at"), zone, timezone.now())


TOO_MANY = Incoming(1, refused=Refused("too-many-matches", want=MOST_MATCHES))


def looked_at(text: str) -> list[Incoming]:
    """The matches in a text: one JSON object, a list of them, or one a line; of too many, none is looked at."""
    text = text.removeprefix("\ufeff")
    try:
        if text.lstrip().startswith("["):
            objects = parsed(f'{{"all":{text}}}')["all"]
            if len(objects) > MOST_MATCHES:
                return [TOO_MANY]
            return [_scored(place, one) for place, one in enumerate(objects, start=1)]
        return [_scored(1, parsed(text))]
    except Refused as refused:
        lines = [(place, line) for place, line in enumerate(text.split("\n"), start=1) if line.strip()]
        if len(lines) < 2 or text.lstrip().startswith("["):
            return [Incoming(1, refused=refused)] if lines else []
    if len(lines) > MOST_MATCHES:
        return [TOO_MANY]
    return [_of_line(place, line) for place, line in lines]


def _of_line(place: int, line: str) -> Incoming:
    try:
        return _scored(place, parsed(line))
    except Refused as refused:
        return Incoming(place, refused=refused)


def _scored(place: int, written: Any) -> Incoming:
    """A match, if it can be scored and kept."""
    game = written.get("game") if isinstance(written, dict) else None
    try:
        return Incoming(place, game, _told(written), written)
    except Refused as refused:
        return Incoming(place, game, refused=refused)


def _told(written: Any) -> Told:
    if type(written) is not dict:
        raise Refused("not-json-object")
    check_kept(written, DEEPEST)
    told = match(written)
    if len(told.deals) > MOST_DEALS:
        raise Refused("too-many-deals", want=MOST_DEALS)
    for name in told.players:
        if not _readable(name):
            raise Refused("name-unreadable", player=name[:LONGEST_NAME])
    replay(told)
    return told


def _readable(name: str) -> bool:
    try:
        NameField().clean(name)
    except ValidationError:
        return False
    return True


class Named:
    """Who the names in matches are: players of the club by a name alike, or new ones."""

    def __init__(self, club: Club, incoming: Sequence[Incoming]) -> None:
        self.club = club
        tables = [one.told.players for one in incoming if one.told]
        self.names = list(dict.fromkeys(name for table in tables for name in table))
        self.together = {
            frozenset(pair) for table in tables for pair in _pairs(table) if alike(pair[0]) == alike(pair[1])
        }
        everybody = sorted(Player.objects.filter(club=club, merged_into=None), key=players.by_name)
        known: dict[str, list[Player]] = {}
        for player in everybody:
            known.setdefault(alike(player.name), []).append(player)
        self.namesakes = {name: found for name in self.names if (found := known.get(alike(name)))}

    @property
    def new(self) -> list[str]:
        """The names of nobody in the club."""
        return [name for name in self.names if name not in self.namesakes]

    def seated(self, chosen: Mapping[str, Player | None]) -> dict[str, Player]:
        """A player for each name: whom somebody chose, or a new one. To be called under the club's lock.

        Names alike are one new player, unless they sit at one table.
        """
        seats: dict[str, Player] = {}
        made: dict[str, list[str]] = {}
        for name in self.names:
            player = chosen.get(name)
            if player is None:
                same = made.setdefault(alike(name), [])
                other = next((one for one in same if frozenset((one, name)) not in self.together), None)
                player = seats[other] if other else self._new(name)
                same.append(name)
            seats[name] = player
        return seats

    def _new(self, name: str) -> Player:
        beside = Player.objects.filter(club=self.club).count()
        return players.add(self.club, name.strip(), beside=beside)


def _pairs(table: Sequence[str]) -> Iterator[tuple[str, str]]:
    return ((one, other) for at, one in enumerate(table) for other in table[:at])


def check_seats(one: Incoming, seats: Mapping[str, Player]) -> None:
    """Refuse a table at which two would be the same player."""
    assert one.told is not None
    for at, name in enumerate(one.told.players):
        for other in one.told.players[:at]:
            if seats[other] == seats[name]:
                raise Refused("one-player-twice", player=other, other_player=name)


def there_already(club: Club, incoming: Sequence[Incoming], people: Named) -> list[Incoming]:
    """Those that the club has: they came in before, or were played here by whom the names are taken for first."""
    keys = Match.objects.filter(club=club, key__in=[one.key for one in incoming])
    came = set(keys.values_list("key", flat=True))
    began = {one.key: one.began(club.clock) for one in incoming}
    played = Match.objects.filter(club=club, started_at__in=list(filter(None, began.values())))
    here: dict[datetime | None, list[Match]] = {}
    for kept in played.prefetch_related("seats", "rounds"):
        here.setdefault(kept.started_at, []).append(kept)
    return [
        one
        for one in incoming
        if one.key in came or any(_is_told(kept, one, people) for kept in here.get(began[one.key], ()))
    ]


def _is_told(kept: Match, one: Incoming, people: Named) -> bool:
    """Whether a match of the club is what a file tells."""
    told = one.told
    assert told is not None
    keys = {name: str(number) for number, name in enumerate(told.players, start=1)}
    sitting = [people.namesakes[name][0].pk for name in told.players if name in people.namesakes]
    deals = [_without_about(renamed(deal, keys)) for deal in told.deals]
    return kept.game == told.game.code and _went_alike(kept, sitting, deals)


def bring_in(club: Club, one: Incoming, seats: Mapping[str, Player]) -> bool:
    """Write a match of a file; whether it was not there yet.

    It is played for nothing here: what it moved was settled where it was played.
    """
    assert one.told is not None
    told, zone = one.told, club.clock
    sitting = [seats[name] for name in told.players]
    keys = {name: str(number) for number, name in enumerate(told.players, start=1)}
    with alone_at(club):
        if Match.objects.filter(club=club, key=one.key).exists():
            return False
        now = timezone.now()
        started = one.began(zone) or now
        ended = max(_moment(one.about.get("ended_at"), zone, now) or started, started)
        new = Match(
            club=club,
            game=told.game.code,
            rules=told.options,
            first_dealer=int(keys[told.first_dealer]),
            key=one.key,
            started_at=started,
            ended_at=ended,
            ending=one.ending or Ending.LIVE,
        )
        entries = list(_entries(told.deals, keys, started, ended, zone))
        if _was_played_here(new, sitting, entries):
            return False
        new.evening = _evening(club, started, ended)
        if new.ending == Ending.LIVE and not replay(told)[0].finished:
            new.ending = Ending.EARLY
        scorebook.bring_in(new, sitting, entries)
    return True


def _was_played_here(
    match: Match, sitting: Sequence[Player], entries: Sequence[tuple[Deal, datetime]]
) -> bool:
    """Whether the club has the match as its own: the same people began the same then, and it went alike."""
    began_then = Match.objects.filter(club=match.club, game=match.game, started_at=match.started_at)
    told = [_without_about(entry) for entry, _at in entries]
    return any(
        _went_alike(one, [player.pk for player in sitting], told)
        for one in began_then.prefetch_related("seats", "rounds")
    )


def _went_alike(kept: Match, sitting: Sequence[int], told: Sequence[Deal]) -> bool:
    """Whether these players sat in a match, and these were its deals."""
    return [seat.player_id for seat in kept.seats.all()] == sitting and [
        _without_about(round.entry) for round in kept.rounds.all() if not round.struck
    ] == told


def _without_about(entry: Deal) -> dict[str, Any]:
    return {key: value for key, value in entry.items() if key != "about"}


def _entries(
    deals: Iterable[Mapping[str, Any]],
    keys: Mapping[str, str],
    started: datetime,
    ended: datetime,
    zone: ZoneInfo,
) -> Iterator[tuple[dict[str, Any], datetime]]:
    """The deals by seats, and when each was entered: as the file says, never before the one before it."""
    at = started
    for deal in deals:
        about = deal.get("about")
        said = _moment(about.get("entered_at"), zone, ended) if isinstance(about, dict) else None
        at = max(at, said or at)
        yield renamed(deal, keys), at


def _moment(told: Any, zone: ZoneInfo, latest: datetime) -> datetime | None:
    """A moment that a file says, if it can have been; without a zone it is one of the club's."""
    if type(told) is not str:
        return None
    try:
        at = datetime.fromisoformat(told)
        at = (at if at.tzinfo else at.replace(tzinfo=zone)).astimezone(UTC)
    except (ValueError, OverflowError):
        return None
    return at if EARLIEST <= at <= latest + timedelta(minutes=1) else None


def _evening(club: Club, started: datetime, ended: datetime) -> Evening:
    """The evening to which a match that came in belongs: one of such matches, never one that was played here."""
    of_files = Evening.objects.filter(club=club, closed_at__isnull=False, matches__key__startswith=KEY)
    near = of_files.filter(began_at__lte=started, last_at__gt=started - QUIET)
    evening = near.order_by("-began_at").first()
    if evening is None:
        return Evening.objects.create(club=club, began_at=started, last_at=ended, closed_at=ended)
    if evening.last_at < ended:
        evening.last_at = evening.closed_at = ended
        evening.save(update_fields=["last_at", "closed_at"])
    return evening
