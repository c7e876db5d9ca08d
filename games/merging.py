"""Two entries for one person, made one and parted again.

Records are kept by entry, and nothing of them changes; whose streaks hang on it are counted anew.
"""

from __future__ import annotations

from django.db.models import Exists, OuterRef

from games import streaks
from games.models import Player, Seat
from games.people import People
from games.players import alone_at


class BothSat(Exception):
    """Two entries sat in one match: they are two people."""


def merge(player: Player, other: Player) -> None:
    """Make `other` an entry of the same person as `player`, whose name is kept.

    Raises `BothSat` if any two entries of the two sat in one match, and Player.DoesNotExist if either is
    merged already, so that no chain leads back to where it began.
    """
    club = player.club
    with alone_at(club):
        unmerged = Player.objects.filter(club=club, merged_into=None)
        player, other = unmerged.get(pk=player.pk), unmerged.exclude(pk=player.pk).get(pk=other.pk)
        if both_sat(People(club), player, other):
            raise BothSat
        Player.objects.filter(pk=other.pk).update(merged_into=player)
        streaks.count(club, People(club), {player.pk})


def both_sat(people: People, player: Player, other: Player) -> bool:
    """Whether any two entries of two persons sat in one match."""
    ours, theirs = people.entries_of(player.pk), people.entries_of(other.pk)
    beside = Seat.objects.filter(match=OuterRef("match"), player__in=theirs)
    return Seat.objects.filter(Exists(beside), club=player.club, player__in=ours).exists()


def part(player: Player) -> None:
    """An entry that was merged is a person of its own again."""
    with alone_at(player.club):
        before = People(player.club).person(player.pk)
        Player.objects.filter(pk=player.pk).update(merged_into=None)
        streaks.count(player.club, People(player.club), {before, player.pk})
