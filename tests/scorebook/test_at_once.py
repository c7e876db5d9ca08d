"""Eight phones that write at the same moment: one round, and everybody is told."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games import scorebook
from games.management.commands.rebuild import differences_of
from games.models import Round
from games.scorebook import Taken
from tests.tables import lowest, new_club, new_match, new_players

PHONES = 8
NINE = 9
DEALS = 8
IMPATIENT = 20
"""Milliseconds after which SQLite is asked no more."""

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def match():
    return new_match(new_club(), players=NINE)


def at_once(write):
    """What each of the phones is told when all of them write at the same moment."""
    together = Barrier(PHONES)

    def phone(number):
        try:
            together.wait()
            return write(number)
        except Taken as taken:
            return taken
        finally:
            connection.close()

    with ThreadPoolExecutor(PHONES) as phones:
        return list(phones.map(phone, range(PHONES)))


def record(match, entry, key):
    with scorebook.write(match.club, match.pk) as book:
        return book.record(number=1, entry=entry, key=key, by=None)


def test_the_same_deal_sent_eight_times_is_one_round_and_one_answer(match):
    told = at_once(lambda _phone: record(match, lowest(1), "the-same-sending"))
    assert len({change.pk for change in told}) == 1
    assert Round.objects.count() == 1
    assert list(differences_of(scorebook.read(match.club, match.pk))) == []


def test_eight_deals_for_one_number_are_one_round_and_seven_are_told(match):
    told = at_once(lambda phone: record(match, lowest(phone + 1), f"phone-number-{phone}"))
    refused = [one for one in told if isinstance(one, Taken)]
    assert len(refused) == PHONES - 1
    kept = Round.objects.get()
    assert {taken.theirs.pk for taken in refused} == {kept.pk}
    assert list(differences_of(scorebook.read(match.club, match.pk))) == []


def test_eight_starts_by_one_key_are_one_match(match):
    told = at_once(lambda _phone: new_match(match.club, players=NINE, key="the-same-match"))
    assert len({match.pk for match in told}) == 1


def test_nobody_is_passed_over_where_many_write_one_deal_after_the_other():
    club = new_club()
    players = new_players(club, 3)
    matches = [
        new_match(club, players=players, lives=10, key=f"at the table of phone {phone}")
        for phone in range(PHONES)
    ]

    def play(phone):
        if connection.vendor == "sqlite":
            connection.cursor().execute(f"PRAGMA busy_timeout = {IMPATIENT}")
        for number in range(1, DEALS + 1):
            with scorebook.write(club, matches[phone].pk) as book:
                book.record(number=number, entry=lowest(1), key=f"deal {number}", by=None)
        return len(scorebook.read(club, matches[phone].pk).rounds)

    assert at_once(play) == [DEALS] * PHONES


def test_a_match_is_held_before_its_evening_is_read_which_may_be_another_by_then(match):
    with CaptureQueriesContext(connection) as told, scorebook.write(match.club, match.pk):
        pass
    assert not [query for query in told if "games_evening" in query["sql"]]
