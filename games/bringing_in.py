"""Matches of match files, written down as matches of the club.

Each is written by itself, under a key made of what the file says: the same match sent twice is there once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from zoneinfo import ZoneInfo

from django.utils import timezone

from games import matches
from games.evenings import QUIET
from games.incoming import KEY, Incoming, moment
from games.models import Club, Ending, Evening, Match, Player
from games.named import Named
from games.players import alone_at
from games.scoring.match_file import replay
from games.scoring.sheet import Deal


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
    sitting = [people.namesakes[name][0].pk for name in told.players if name in people.namesakes]
    return kept.game == told.game.code and _went_alike(kept, sitting, one.deals)


def bring_in(club: Club, one: Incoming, seats: Mapping[str, Player]) -> bool:
    """Write a match of a file; whether it was not there yet.

    It is played for nothing here: what it moved was settled where it was played.
    """
    assert one.told is not None
    sitting = [seats[name] for name in one.told.players]
    with alone_at(club):
        if Match.objects.filter(club=club, key=one.key).exists():
            return False
        new = _match(club, one)
        if _was_played_here(new, sitting, one.deals):
            return False
        assert new.ended_at is not None
        new.evening = _evening(club, new.started_at, new.ended_at)
        matches.bring_in(new, sitting, list(_entries(one, new.started_at, new.ended_at, club.clock)))
    return True


def _match(club: Club, one: Incoming) -> Match:
    """The match that a file tells, not saved yet; one that was not played to its end was ended early."""
    told = one.told
    assert told is not None
    now = timezone.now()
    started = one.began(club.clock) or now
    ended = max(moment(one.about.get("ended_at"), club.clock, now) or started, started)
    return Match(
        club=club,
        game=told.game.code,
        rules=told.options,
        first_dealer=int(one.keys[told.first_dealer]),
        key=one.key,
        started_at=started,
        ended_at=ended,
        ending=one.ending or (Ending.LIVE if replay(told)[0].finished else Ending.EARLY),
    )


def _was_played_here(match: Match, sitting: Sequence[Player], deals: Sequence[Deal]) -> bool:
    """Whether the club has the match as its own: the same people began the same then, and it went alike."""
    began_then = Match.objects.filter(club=match.club, game=match.game, started_at=match.started_at)
    return any(
        _went_alike(one, [player.pk for player in sitting], deals)
        for one in began_then.prefetch_related("seats", "rounds")
    )


def _went_alike(kept: Match, sitting: Sequence[int], deals: Iterable[Deal]) -> bool:
    """Whether these players sat in a match, and these were its deals."""
    played = [round.entry for round in kept.rounds.all() if not round.struck]
    return [seat.player_id for seat in kept.seats.all()] == sitting and _bare(played) == _bare(deals)


def _bare(deals: Iterable[Deal]) -> list[Deal]:
    """Deals without what is said about them."""
    return [{key: value for key, value in deal.items() if key != "about"} for deal in deals]


def _entries(
    one: Incoming, started: datetime, ended: datetime, zone: ZoneInfo
) -> Iterator[tuple[Deal, datetime]]:
    """The deals of a match, and when each was entered: as the file says, never before the one before it."""
    at = started
    for deal in one.deals:
        about = deal.get("about")
        said = moment(about.get("entered_at"), zone, ended) if isinstance(about, dict) else None
        at = max(at, said or at)
        yield deal, at


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
