"""Couples share a purse."""

from hypothesis import given
from hypothesis import strategies as st

from games.settlement import fewest, in_purses
from tests.settlement.balances import exact

TOLD = {"Ann": -5, "Bo": 3, "Cy": -2, "Di": 4}


def test_a_purse_pays_in_the_name_of_its_first():
    assert in_purses(TOLD, {"Di": "home", "Ann": "home"}) == {"Ann": -1, "Bo": 3, "Cy": -2}


def test_who_shares_none_has_his_own():
    assert in_purses(TOLD, {}) == TOLD
    assert in_purses(TOLD, {"Ann": "Bo"}) == TOLD


def test_what_one_of_a_couple_owes_the_other_is_nothing():
    told = in_purses({"Ann": -5, "Bo": 5}, {"Ann": 1, "Bo": 1})
    assert told == {"Ann": 0}
    assert fewest(told) == ([], True)


@given(exact, st.lists(st.sampled_from("abc ")))
def test_purses_have_all_that_their_sharers_have(told, letters):
    purses = {person: purse for person, purse in zip(told, letters, strict=False) if purse != " "}
    shared = in_purses(told, purses)
    assert sum(shared.values()) == 0
    for holder, balance in shared.items():
        sharers = [one for one in told if purses.get(one, one) == purses.get(holder, holder)]
        assert holder == sharers[0]
        assert balance == sum(told[one] for one in sharers)
