"""What corrections moved in what was won and lost, in sentences."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from zoneinfo import ZoneInfo

from django.utils.translation import gettext as _

from games.corrections import Correction
from games.models import Device
from games.people import People
from games.views.naming import evening_title, moment_of, phone_of
from games.words import words
from games.words.money import moved


@dataclass(frozen=True)
class Corrected:
    """A match that was corrected: what that moved, and that it is open again where money had been paid on it."""

    match: int
    text: str
    again: bool


def told(
    corrections: Iterable[Correction], people: People, names: Mapping[int, str], device: Device
) -> list[Corrected]:
    """The corrections as the device's page tells them."""
    zone = device.club.clock
    return [_told(correction, people, names, device, zone) for correction in corrections]


def _told(
    correction: Correction, people: People, names: Mapping[int, str], device: Device, zone: ZoneInfo
) -> Corrected:
    match = correction.match
    by_seat = {seat.key: names[people.person(seat.player_id)] for seat in match.seats.all()}
    facts = {
        "game": words(match.game).title,
        "evening": evening_title(match.evening, zone),
        "time": moment_of(correction.last.touched_at, match.evening.began_at, zone),
        "phone": phone_of(correction.last.touched_by, device),
        "changes": ", ".join(
            moved(by_seat[seat], units, match.price, match.coin) for seat, units in correction.units.items()
        ),
    }
    text = _("%(game)s (%(evening)s) was changed at %(time)s on %(phone)s: %(changes)s.") % facts
    return Corrected(match.pk, text, correction.paid)
