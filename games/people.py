"""Who is who in a club: which entries are one person, and who shares a purse."""

from __future__ import annotations

from functools import cached_property

from games.models import Club, Player


class People:
    """The players of a club as persons: what was merged into another entry is that other's."""

    def __init__(self, club: Club) -> None:
        self.entries = {player.pk: player for player in Player.objects.filter(club=club).order_by("pk")}

    @cached_property
    def persons(self) -> dict[int, Player]:
        return {pk: player for pk, player in self.entries.items() if player.merged_into_id is None}

    @cached_property
    def purses(self) -> dict[int, int]:
        """The purse of whoever shares one."""
        return {pk: player.purse for pk, player in self.persons.items() if player.purse is not None}

    def person(self, entry: int) -> int:
        """Whose entry it is."""
        while (into := self.entries[entry].merged_into_id) is not None:
            entry = into
        return entry

    def entries_of(self, person: int) -> list[int]:
        """By which entries somebody is known: his own, and then those that were merged into it."""
        return [person, *(one for one in self.entries if one != person and self.person(one) == person)]

    def sharing(self, person: int) -> list[int]:
        """Who shares a purse with somebody, himself first to have come or not; he alone if nobody does."""
        if person not in self.purses:
            return [person]
        return [other for other, purse in self.purses.items() if purse == self.purses[person]]
