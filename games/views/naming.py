"""What people, phones, evenings and times are called on a page."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import Change, Device, Evening, Role, Round, Seat
from games.players import told_apart
from games.words.sentences import Names, isolated

SAME_SITTING = timedelta(hours=18)
"""So long after the beginning a time of day says by itself when that was."""


def names_of(seats: Sequence[Seat]) -> Names:
    """What the players of a match are called in sentences, by their seats."""
    called = people_of(seats)
    return {seat.key: called[seat.player_id] for seat in seats}


def people_of(seats: Iterable[Seat]) -> dict[int, str]:
    """What those who sit in these seats are called in sentences, by their ids, in the order of the seats."""
    return told_apart({seat.player_id: seat.player for seat in seats}.values())


def evening_title(evening: Evening, zone: ZoneInfo) -> str:
    """What an evening is called; the date is that on which it began."""
    return evening.name or date_of(evening.began_at, zone)


def date_of(at: datetime, zone: ZoneInfo) -> str:
    """A date in full, on the club's calendar."""
    # Translators: how an evening's date is written, in Django's letters for parts of a date.
    return date_format(at.astimezone(zone), _("l j F Y"))


def phones_of(written: Iterable[Round | Change], *others: int | None) -> dict[int | None, Device]:
    """The phones by which something was written, and `others`, by their ids; as they are called now."""
    return {
        **Device.objects.in_bulk(
            {one.device_id for one in written if one.device_id}.union(filter(None, others))
        )
    }


def phone_of(device: Device | None, own: Device | None) -> str:
    """Whose phone something was entered on: by itself, and within sentences."""
    if device is None:
        return _("a phone that has left")
    if own and device.pk == own.pk:
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


def moment_of(at: datetime, since: datetime, zone: ZoneInfo) -> str:
    """A time of day on the club's clock, with the date where it is not the sitting that began at `since`."""
    if abs(at - since) < SAME_SITTING:
        return time_of(at, zone)
    # Translators: a date and a time of day, in Django's letters for parts of a date.
    return date_format(at.astimezone(zone), _(r"H:i \o\n j F Y"))


def duration(span: timedelta) -> str:
    """How long something took, to the minute."""
    hours, minutes = divmod(round(span.total_seconds() / 60), 60)
    if not hours:
        return ngettext("%(minutes)d minute", "%(minutes)d minutes", minutes) % {"minutes": minutes}
    # Translators: a length of time: hours and minutes, as short as they are written
    return _("%(hours)d h %(minutes)d min") % {"hours": hours, "minutes": minutes}
