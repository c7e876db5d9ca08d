"""Match files that come in: read, and scored. Nothing is written by that."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django.core.exceptions import ValidationError
from django.utils import timezone

from games.forms.names import NameField
from games.models import LONGEST_NAME, Ending
from games.rows import EARLIEST, check_kept
from games.scoring.match_file import Match as Told
from games.scoring.match_file import match, parsed, renamed, replay
from games.scoring.refusal import Refused

DEEPEST = 100
"""So deep what a file says may be nested."""
MOST_DEALS = 2000
"""More than any table plays in a match."""
LONGEST = 1_200_000
"""Characters of a match's deals: more than those of as many, and few enough for its club to come back from a file."""
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

    @property
    def keys(self) -> dict[str, str]:
        """The seats' numbers by the names in the file."""
        assert self.told is not None
        return {name: str(number) for number, name in enumerate(self.told.players, start=1)}

    @property
    def deals(self) -> list[dict[str, Any]]:
        """Its deals as a match keeps them, with the seats' numbers for names."""
        assert self.told is not None
        keys = self.keys
        return [renamed(deal, keys) for deal in self.told.deals]

    def began(self, zone: ZoneInfo) -> datetime | None:
        """When it began, if the file says it."""
        return moment(self.about.get("started_at"), zone, timezone.now())


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
    if len(json.dumps(told.deals)) > LONGEST:
        raise Refused("too-long-match")
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


def moment(told: Any, zone: ZoneInfo, latest: datetime) -> datetime | None:
    """A moment that a file says, if it can have been; without a zone it is one of the club's."""
    if type(told) is not str:
        return None
    try:
        at = datetime.fromisoformat(told)
        at = (at if at.tzinfo else at.replace(tzinfo=zone)).astimezone(UTC)
    except (ValueError, OverflowError):
        return None
    return at if EARLIEST <= at <= latest + timedelta(minutes=1) else None
