"""The phones of a club: changed and removed, so that somebody always keeps it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from games.models import Club, Device, Role
from games.players import alone_at


class LastKeeper(Exception):
    """It would have left nobody who keeps the club."""


@contextmanager
def still_kept(club: Club) -> Iterator[None]:
    """Something is done to the club's phones; it is not, and `LastKeeper` raised, if it takes the last keeper."""
    keepers = Device.objects.filter(club=club, role=Role.KEEPER)
    with alone_at(club):
        kept = keepers.exists()
        yield
        if kept and not keepers.exists():
            raise LastKeeper


def remove(phone: Device) -> None:
    """The phone finds nothing of the club from now on; what it entered stays."""
    with still_kept(phone.club):
        phone.delete()
