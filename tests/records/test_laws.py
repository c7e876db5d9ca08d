"""Whatever is played, corrected, struck, ended, undone and merged: the records are what a count from nothing gives."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games import merging
from games.merging import BothSat
from games.models import Match, Player, Seat
from games.people import People
from games.records import kept_of, recount
from games.scorebook import Book, Misfits, Moved, write
from games.scoring.refusal import Refused
from games.views.record import ShownRecord
from tests.scorebook.test_paths import act
from tests.tables import lowest, new_club, new_match, new_players

STEPS = 12
PEOPLE = 5
SHORT = {
    "petukh": {"start": 5},
    "scat": {"lives": 1, "free_ride": False},
    "alley-cat": {"target": 20},
    "smoking-cat": {"word": "ox"},
}
AT_TABLE = {"petukh": 3, "scat": 3, "alley-cat": 2, "smoking-cat": 4}
ACTS = ["record"] * 5 + ["correct", "strike", "restore", "undo", "undo", "redo", "finish_early", "abandon"]
ACTS += ["reopen"]


class Years:
    """A club, and what may happen in it."""

    def __init__(self, draw):
        self.draw = draw
        self.club = new_club()
        self.people = new_players(self.club, PEOPLE)
        self.number = 0

    def key(self):
        self.number += 1
        return f"step number {self.number}"

    def persons(self):
        """Those who may sit down: who was merged does so as the person that he is."""
        unmerged = list(Player.objects.filter(club=self.club, merged_into=None).order_by("pk"))
        return self.draw(st.permutations(unmerged))

    def start(self):
        game = self.draw(st.sampled_from(sorted(SHORT)))
        at_table = self.persons()[: AT_TABLE[game]]
        if len(at_table) < AT_TABLE[game]:
            raise Moved
        new_match(self.club, game, at_table, key=self.key(), **SHORT[game])

    def win(self):
        """A match of Scat from its beginning to its end."""
        two = self.persons()[:2]
        if len(two) < 2:
            raise Moved
        match = new_match(self.club, "scat", two, key=self.key(), **SHORT["scat"])
        with write(self.club, match.pk) as book:
            loser = self.draw(st.integers(1, 2))
            knocker = self.draw(st.sampled_from([None, 1, 2]))
            book.record(number=1, entry=lowest(loser, knocker=knocker), key=self.key(), by=None)

    def play(self):
        matches = list(Match.objects.filter(club=self.club).order_by("pk"))
        if not matches:
            raise Moved
        with write(self.club, self.draw(st.sampled_from(matches)).pk) as book:
            act(self.draw, book, self.draw(st.sampled_from(ACTS)), self.key())

    def merge(self):
        one, other = self.draw(st.permutations(self.people))[:2]
        merging.merge(one, other)

    def part(self):
        merging.part(self.draw(st.sampled_from(self.people)))


def counted(club):
    """The records of a club by replays of all that was played."""
    matches = Match.objects.filter(club=club).select_related("evening", "club")
    return recount(club, [(match, Book(match).told) for match in matches])


def by_hand(club):
    """Of each person: matches played, won and lost, and the longest row of won ones, as the seats have them."""
    people, sums = People(club), {}
    for pk in people.persons:
        seats = [
            seat
            for seat in Seat.objects.filter(club=club).select_related("match")
            if people.person(seat.player_id) == pk
            and seat.match.ending in ("played", "early")
            and seat.match.rounds.filter(struck=False)
        ]
        seats.sort(key=lambda seat: (seat.match.started_at, seat.match_id))
        played_out = [seat for seat in seats if seat.match.ending == "played"]
        rows = "".join("w" if seat.won else "l" if seat.lost else "b" for seat in played_out)
        longest = max(map(len, rows.replace("l", "b").split("b")))
        sums[pk] = (len(seats), rows.count("w"), rows.count("l"), longest)
    return sums


def shown(club):
    people = People(club)
    every = {pk: ShownRecord.of(club, people, pk) for pk in people.persons}
    return {
        pk: (one.total.played, one.total.won, one.total.lost, one.streak("").won) for pk, one in every.items()
    }


@pytest.mark.django_db
@settings(max_examples=12)
@given(data=st.data())
def test_records_are_what_a_count_from_nothing_gives(data):
    years = Years(data.draw)
    for _ in range(STEPS):
        step = data.draw(st.sampled_from(["win"] * 3 + ["play"] * 6 + ["start", "merge", "part"]))
        try:
            getattr(years, step)()
        except (Refused, Misfits, Moved, BothSat, Player.DoesNotExist):
            continue
        assert kept_of(years.club) == counted(years.club)
    assert shown(years.club) == by_hand(years.club)
    met = Counter(code.partition(":")[0] for counts in kept_of(years.club)[0].values() for code in counts)
    assert met["ahead"] == met["behind"]
