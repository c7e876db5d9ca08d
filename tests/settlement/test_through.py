"""Everybody pays one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.settlement import through
from tests.settlement.balances import after, however_many


def test_who_owes_pays_the_one_and_the_one_pays_who_is_owed():
    told = {"Ann": 5, "Bo": -3, "Cy": 2, "Di": -4}
    assert through(told, "Ann") == [("Di", "Ann", 4), ("Bo", "Ann", 3), ("Ann", "Cy", 2)]


def test_the_one_may_have_no_part_in_it():
    assert through({"Ann": 5, "Bo": -5}, "Cy") == [("Bo", "Cy", 5), ("Cy", "Ann", 5)]


@given(however_many, st.data())
def test_everybody_is_settled_by_one_payment_with_the_one(told, data):
    one = data.draw(st.sampled_from(list(told)))
    dues = through(told, one)
    assert not any(after(told, dues).values())
    with_one = [payee if payer == one else payer for payer, payee, _ in dues if one in {payer, payee}]
    assert sorted(with_one) == sorted(person for person in told if told[person] and person != one)
    assert all(amount > 0 for _, _, amount in dues)


def test_balances_that_do_not_sum_to_zero_are_nobodys():
    with pytest.raises(ValueError, match="zero"):
        through({"Ann": 1, "Bo": -2}, "Ann")
