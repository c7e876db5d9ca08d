"""Which evening a match belongs to: hours of quiet end one, midnight does not."""

from datetime import UTC, datetime, timedelta

import pytest

from games import scorebook
from games.evenings import QUIET, evening_of_match
from games.models import Evening
from tests.tables import lowest, new_club, new_match

pytestmark = pytest.mark.django_db

SATURDAY = datetime(2025, 11, 29, 20, tzinfo=UTC)
HOUR = timedelta(hours=1)


@pytest.fixture
def club():
    return new_club()


@pytest.fixture
def match(club, clock):
    return new_match(club)


@pytest.fixture
def clock(monkeypatch):
    """The time of day: `clock(hours)` moves it on."""
    now = SATURDAY

    def move_on(hours):
        nonlocal now
        now += hours * HOUR
        return now

    monkeypatch.setattr("django.utils.timezone.now", lambda: now)
    return move_on


def record(match, number):
    with scorebook.write(match.club, match.pk) as book:
        book.record(number=number, entry=lowest(2), key=f"deal-{match.pk}-{number}", by=None)


def test_the_first_match_opens_an_evening_and_the_next_ones_belong_to_it(club, match, clock):
    clock(3)
    later = new_match(club, key="the-second-match")
    assert later.evening == match.evening
    assert Evening.objects.get().last_at == SATURDAY + 3 * HOUR


def test_midnight_does_not_split_an_evening(club, match, clock):
    for number, hours in enumerate((2, 2, 2), start=1):
        clock(hours)
        record(match, number)
    clock(1)
    assert new_match(club, key="after-midnight").evening == match.evening


def test_hours_of_quiet_end_an_evening_as_of_its_last_entry(club, match, clock):
    clock(2)
    record(match, 1)
    clock(QUIET / HOUR)
    later = new_match(club, key="the-next-evening")
    assert later.evening != match.evening
    match.evening.refresh_from_db()
    assert match.evening.closed_at == SATURDAY + 2 * HOUR


def test_a_correction_days_later_does_not_wake_the_evening(club, match, clock):
    record(match, 1)
    clock(6 * 24)
    with scorebook.write(club, match.pk) as book:
        book.correct(book.rounds[0], entry=lowest(3), key="corrected-later", by=None)
    later = new_match(club, key="next-friday")
    assert later.evening != match.evening
    assert later.evening.began_at == SATURDAY + 6 * 24 * HOUR
    match.evening.refresh_from_db()
    assert match.evening.closed_at == match.evening.last_at == SATURDAY


def test_an_evening_closed_by_hand_takes_no_more_matches_and_stays_as_it_was(club, match, clock):
    Evening.objects.update(closed_at=SATURDAY)
    clock(1)
    record(match, 1)
    assert Evening.objects.get().last_at == SATURDAY
    assert new_match(club, key="another-sitting").evening != match.evening


def test_an_evening_is_its_clubs_own(club, match):
    assert evening_of_match(new_club("Saturday"), SATURDAY) != match.evening
