"""What people, phones, evenings and times are called on a page."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from zoneinfo import ZoneInfo

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from games.models import Device, Evening, Role, Seat
from games.words.sentences import Names, isolated


def names_of(seats: Sequence[Seat]) -> Names:
    """What the players of a match are called in sentences, by their seats.

    Two of one name are told apart by their marks.
    """
    names = [seat.player.name for seat in seats]
    return {
        seat.key: isolated(
            f"{seat.player.name} ({seat.player.mark})"
            if names.count(seat.player.name) > 1
            else seat.player.name
        )
        for seat in seats
    }


def evening_title(evening: Evening, zone: ZoneInfo) -> str:
    """What an evening is called; the date is that on which it began."""
    # Translators: how an evening's date is written, in Django's letters for parts of a date.
    return evening.name or date_format(evening.began_at.astimezone(zone), _("l j F Y"))


def phone_of(device: Device | None, own: Device) -> str:
    """Whose phone something was entered on."""
    if device is None:
        return _("a phone that has left")
    if device.pk == own.pk:
        return _("this phone")
    if device.name:
        return isolated(device.name)
    return {
        Role.KEEPER: _("a keeper's phone"),
        Role.SCORER: _("a scorer's phone"),
        Role.WATCHER: _("a watcher's phone"),
    }[Role(device.role)]


def time_of(at: datetime, zone: ZoneInfo) -> str:
    """A time of day on the club's clock."""
    return date_format(at.astimezone(zone), "H:i")
