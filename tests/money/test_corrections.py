"""What corrections moved, and what is open again because money had been paid."""

import pytest

from games import scorebook
from games.corrections import Paid, corrections
from games.models import Change, Match
from games.payments import agree, take_back
from tests.money.tables import (
    balances,
    changed,
    corrected,
    dues,
    open_again,
    paid,
    partia,
    phone,
    played_for,
    undone,
    won_by,
)
from tests.scorebook.test_book import recorded
from tests.tables import lowest, new_club, new_match


@pytest.fixture
def club(db):
    club = new_club()
    played_for(club)
    return club


@pytest.fixture
def match(club):
    return partia(club)


def settle(club, evening=None):
    for payer, payee, amount in dues(club, evening=evening):
        key = f"{payer} {payee} {amount}"
        paid(club, payer, payee, amount, evening=evening, key=key, another=True)


def reopened(match, entry):
    """The last deal is struck and told anew."""
    with scorebook.write(match.club, match.pk) as book:
        book.reopen(key="not over yet", by=None)
    with scorebook.write(match.club, match.pk) as book:
        book.record(number=1, entry=entry, key="told anew", by=None)


def test_every_change_keeps_what_it_moved(match):
    corrected(match, won_by(1, passed=[2]))
    moved = list(Change.objects.values_list("units", flat=True))
    assert moved == [{"1": 20, "2": -10, "3": -10}, {"1": -5, "2": 5, "3": 0}]


def test_a_deal_that_ends_nothing_moves_nothing(club):
    match = new_match(club)
    recorded(match, lowest(2))
    assert list(Change.objects.values_list("units", flat=True)) == [None]


def test_a_correction_says_what_it_moved(match):
    assert changed(match) == []
    corrected(match, won_by(1, passed=[2]))
    assert changed(match) == [({"1": -5, "2": 5}, False)]


def test_a_slip_that_is_taken_back_and_told_anew_is_no_correction(match):
    undone(match)
    assert changed(match) == []
    recorded(match, won_by(2))
    assert changed(match) == []


def test_what_was_corrected_before_the_match_was_over_is_no_correction_of_the_tally(club):
    match = new_match(club, lives=1, free_ride=False)
    recorded(match, lowest(1))
    corrected(match, lowest(2))
    with scorebook.write(club, match.pk) as book:
        book.record(number=2, entry=lowest(3), key="the last of them", by=None)
    assert balances(club) == {"Ann": 200, "Bo": -100, "Cy": -100}
    assert changed(match) == []


def test_where_money_was_paid_the_difference_is_open_again(club, match):
    settle(club)
    assert balances(club) == {}
    assert open_again(club) == []
    corrected(match, won_by(1, passed=[2]))
    assert balances(club) == {"Ann": -250, "Bo": 250}
    assert open_again(club) == [{"1": -5, "2": 5}]
    assert changed(match) == [({"1": -5, "2": 5}, True)]


def test_undone_it_is_settled_again(club, match):
    settle(club)
    corrected(match, won_by(1, passed=[2]))
    undone(match)
    assert balances(club) == {}
    assert open_again(club) == changed(match) == []


def test_what_was_taken_back_before_a_payment_and_made_again_after_it_is_open_again(club, match):
    corrected(match, won_by(1, passed=[2]))
    undone(match)
    settle(club)
    undone(match, "redo")
    assert balances(club) == {"Ann": -250, "Bo": 250}
    assert open_again(club) == [{"1": -5, "2": 5}]
    assert changed(match) == [({"1": -5, "2": 5}, True)]


def test_however_often_it_was_taken_back_and_made_again(club, match):
    corrected(match, won_by(1, passed=[2]))
    for name in ("undo", "redo", "undo"):
        undone(match, name)
    settle(club)
    for name in ("redo", "undo"):
        undone(match, name)
        there = [{"1": -5, "2": 5}] if name == "redo" else []
        assert open_again(club) == there
    undone(match, "redo")
    settle(club)
    assert open_again(club) == []


def test_it_is_said_which_phone_made_it_again(club, match):
    corrected(match, won_by(1, passed=[2]), by=phone(club, "Ann"))
    undone(match, by=phone(club, "Bo"))
    settle(club)
    undone(match, "redo", by=phone(club, "Cy"))
    found = corrections([match], Paid(club, "UAH"))
    assert [one.last.touched_by for one in found] == [phone(club, "Cy")]


def test_two_corrections_are_told_as_one(club, match):
    settle(club)
    corrected(match, won_by(1, passed=[2]))
    corrected(match, won_by(1, passed=[2, 3]), key="the second one")
    assert open_again(club) == [{"1": -10, "2": 5, "3": 5}]
    corrected(match, won_by(1), key="as it was")
    assert open_again(club) == []


def test_a_match_that_is_reopened_is_open_again_by_all_of_it(club, match):
    settle(club)
    undone(match)
    assert balances(club) == {"Ann": -1000, "Bo": 500, "Cy": 500}
    assert open_again(club) == [{"1": -20, "2": 10, "3": 10}]
    undone(match, "redo")
    assert open_again(club) == []


def test_a_match_that_ends_otherwise_is_open_again_by_the_difference(club, match):
    settle(club)
    reopened(match, won_by(1, passed=[3]))
    assert open_again(club) == [{"1": -5, "3": 5}]


def test_once_the_difference_is_paid_nothing_is_open_again(club, match):
    settle(club)
    corrected(match, won_by(1, passed=[2]))
    settle(club)
    assert open_again(club) == changed(match) == []


def test_a_match_that_was_played_since_is_not_open_again(club, match):
    settle(club)
    later = partia(club, key="after that")
    corrected(later, won_by(1, passed=[2]))
    assert open_again(club) == []
    assert changed(later) == [({"1": -5, "2": 5}, False)]


def test_what_was_paid_on_another_evening_opens_nothing_of_this_one(club, match):
    first = match.evening
    first.closed_at = first.last_at
    first.save()
    later = partia(club, key="the next evening")
    settle(club, evening=first)
    corrected(later, won_by(1, passed=[2]))
    assert open_again(club, evening=later.evening) == []
    corrected(match, won_by(1, passed=[3]), key="of the first evening")
    assert open_again(club, evening=first) == open_again(club) == [{"1": -5, "3": 5}]
    assert open_again(club, evening=later.evening) == []


def test_what_was_paid_in_another_coin_opens_nothing(club, match):
    paid(club, "Bo", "Ann", 5, coin="poen")
    corrected(match, won_by(1, passed=[2]))
    assert open_again(club) == []


def test_a_payment_that_was_taken_back_opens_nothing(club, match):
    take_back(paid(club, "Bo", "Ann", 500), phone(club, "Ann"))
    corrected(match, won_by(1, passed=[2]))
    assert open_again(club) == []


@pytest.mark.parametrize("number", [2, 8])
def test_what_is_open_again_takes_as_many_queries_whatever_was_corrected(
    club, number, django_assert_num_queries
):
    for one in range(number):
        partia(club, key=f"match number {one}")
    settle(club)
    for one in Match.objects.all():
        corrected(one, won_by(1, passed=[2]))
    with django_assert_num_queries(4):
        assert len(open_again(club)) == number


def test_what_was_corrected_before_it_was_agreed_to_is_open_again_too(club):
    match = partia(club)
    payment = paid(club, "Bo", "Ann", 500, by=phone(club, "Bo"))
    corrected(match, won_by(1, passed=[2]))
    agree(payment, phone(club, "Ann"))
    assert open_again(club) == [{"1": -5, "2": 5}]


def test_what_was_played_before_a_payment_was_agreed_to_was_not_paid_by_it(club):
    partia(club)
    payment = paid(club, "Bo", "Ann", 500, by=phone(club, "Bo"))
    match = partia(club, key="played meanwhile")
    agree(payment, phone(club, "Ann"))
    corrected(match, won_by(1, passed=[2]))
    assert open_again(club) == []
