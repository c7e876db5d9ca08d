"""Evenings to look back at in tests, played by a clock of their own."""

from datetime import UTC, datetime, timedelta

from games import scorebook
from tests.tables import lowest, new_match

SATURDAY = datetime(2025, 11, 29, 20, tzinfo=UTC)
HOUR = timedelta(hours=1)


class Clock:
    """The time of day, which stands still but for `pass_by`."""

    def __init__(self, now=SATURDAY):
        self.now = now

    def pass_by(self, hours):
        self.now += hours * HOUR
        return self.now


def played_scat(club, clock, *losers, players=2, key=None, hours=0.5):
    """A Scat in which these seats have the lowest hand, deal by deal; that of one seat four times ends it for two."""
    match = new_match(club, "scat", players=players, key=key or f"begun at {clock.now}")
    for number, loser in enumerate(losers, start=1):
        clock.pass_by(hours / len(losers))
        with scorebook.write(club, match.pk) as book:
            book.record(number=number, entry=lowest(loser), key=f"{match.pk}-deal-{number}", by=None)
    match.refresh_from_db()
    return match
