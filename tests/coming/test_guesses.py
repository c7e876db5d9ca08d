"""How many wrong codes are borne with: from an address, from all together, and by many threads at once."""

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from threading import Barrier

import pytest
from django.db import connection

from games import guesses
from games.guesses import TRIES, WARY, WEARY, WINDOW, TooMany, guess
from games.models import Guesses

NOON = datetime(2026, 11, 30, 12, 3, tzinfo=UTC)
STRANGER, FRIEND = "203.0.113.9", "203.0.113.10"


@pytest.fixture
def clock(monkeypatch):
    """A clock that stands until a test moves it."""

    class Clock:
        now = NOON

    monkeypatch.setattr(guesses.timezone, "now", lambda: Clock.now)
    return Clock


def right():
    return "a club"


def wrong():
    return None


def tried_in_all(number):
    Guesses.objects.update_or_create(
        address=guesses.EVERYBODY, since=guesses.began(guesses.timezone.now()), defaults={"number": number}
    )


def test_wrong_codes_are_counted_and_right_ones_are_not(db, clock):
    for _ in range(3 * TRIES):
        assert guess(FRIEND, right) == "a club"
    for _ in range(TRIES):
        assert guess(FRIEND, wrong) is None
    with pytest.raises(TooMany):
        guess(FRIEND, wrong)


def test_who_tried_too_many_is_not_even_told_that_one_is_right(db, clock):
    for _ in range(TRIES):
        guess(STRANGER, wrong)
    with pytest.raises(TooMany):
        guess(STRANGER, lambda: pytest.fail("it was looked at"))


def test_an_address_is_not_held_up_by_another(db, clock):
    for _ in range(TRIES):
        guess(STRANGER, wrong)
    assert guess(FRIEND, wrong) is None
    assert guess(FRIEND, right) == "a club"


def test_it_is_said_how_long_and_then_counting_begins_anew(db, clock):
    for _ in range(TRIES):
        guess(STRANGER, wrong)
    with pytest.raises(TooMany) as refused:
        guess(STRANGER, right)
    assert refused.value.wait == timedelta(minutes=7)
    clock.now += refused.value.wait - timedelta(microseconds=1)
    with pytest.raises(TooMany):
        guess(STRANGER, right)
    clock.now += timedelta(microseconds=1)
    assert guess(STRANGER, right) == "a club"


def test_when_many_are_tried_in_all_every_address_still_has_its_first(db, clock):
    tried_in_all(WARY - 1)
    assert guess(STRANGER, wrong) is None
    with pytest.raises(TooMany):
        guess(STRANGER, wrong)
    for _ in range(TRIES):
        assert guess(FRIEND, right) == "a club"
    assert guess(FRIEND, wrong) is None
    with pytest.raises(TooMany):
        guess(FRIEND, right)


def test_there_is_an_end_to_it_in_all_and_an_end_to_that(db, clock):
    tried_in_all(WEARY)
    with pytest.raises(TooMany) as refused:
        guess(FRIEND, right)
    assert refused.value.wait <= WINDOW
    clock.now += refused.value.wait
    assert guess(FRIEND, right) == "a club"


def test_guesses_of_a_while_ago_are_forgotten(db, clock):
    guess(STRANGER, wrong)
    clock.now += 2 * WINDOW
    guess(FRIEND, wrong)
    assert set(Guesses.objects.values_list("since", flat=True)) == {guesses.began(clock.now)}


def test_no_address_is_kept(db, clock):
    guess(STRANGER, wrong)
    kept = {row["address"]: row["number"] for row in Guesses.objects.values()}
    assert set(kept.values()) == {1}
    assert len(kept) == 2
    assert not any(STRANGER in address for address in kept)


@pytest.mark.django_db(transaction=True)
def test_many_at_once_get_no_more_tries_than_one_after_another(clock):
    threads = 8
    together = Barrier(threads)

    def stranger(_):
        together.wait()
        looked = refused = 0
        try:
            for _ in range(4):
                try:
                    guess(STRANGER, wrong)
                    looked += 1
                except TooMany:
                    refused += 1
        finally:
            connection.close()
        return looked, refused

    with ThreadPoolExecutor(threads) as strangers:
        told = list(strangers.map(stranger, range(threads)))
    assert sum(looked for looked, _ in told) == TRIES
    assert sum(refused for _, refused in told) == threads * 4 - TRIES
    assert Guesses.objects.get(address=guesses.EVERYBODY).number == TRIES


@pytest.mark.django_db(transaction=True)
def test_many_addresses_at_once_are_all_counted(clock):
    def stranger(number):
        try:
            for _ in range(3):
                guess(f"198.51.100.{number}", wrong)
        finally:
            connection.close()

    with ThreadPoolExecutor(8) as strangers:
        list(strangers.map(stranger, range(8)))
    assert Guesses.objects.get(address=guesses.EVERYBODY).number == 24
    assert set(Guesses.objects.exclude(address=guesses.EVERYBODY).values_list("number", flat=True)) == {3}
