"""The fewest payments: how many, between whom, and in which order."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.settlement import EXACT, Due, fewest
from tests.settlement.balances import after, everywhere, exact, few, groups, however_many, tried


@pytest.mark.parametrize(
    ("told", "dues"),
    [
        ({}, []),
        ({"Ann": 0, "Bo": 0}, []),
        ({"Ann": -5, "Bo": 5}, [("Ann", "Bo", 5)]),
        ({"Ann": 5, "Bo": -3, "Cy": -2}, [("Bo", "Ann", 3), ("Cy", "Ann", 2)]),
        # One with one, though Ann owes most and Di is owed most.
        (
            {"Ann": -5, "Bo": -4, "Cy": 3, "Di": 4, "Eve": 2},
            [("Ann", "Cy", 3), ("Ann", "Eve", 2), ("Bo", "Di", 4)],
        ),
        # Largest with largest would take four: Eve's 5 would go to Ann.
        (
            {"Ann": 7, "Bo": 5, "Cy": -4, "Di": -3, "Eve": -5},
            [("Eve", "Bo", 5), ("Cy", "Ann", 4), ("Di", "Ann", 3)],
        ),
        # Who owes or is owed the same comes as they sit.
        ({"Cy": 2, "Bo": -1, "Ann": -1}, [("Bo", "Cy", 1), ("Ann", "Cy", 1)]),
    ],
)
def test_who_pays_whom(told, dues):
    assert fewest(told) == (dues, True)


def test_no_payments_whatever_between_few_people_are_fewer():
    for told, number in everywhere(people=4, reach=6).items():
        assert len(fewest(dict(enumerate(told))).dues) == number


@given(few)
def test_trying_finds_no_fewer(told):
    assert len(fewest(told).dues) == tried(told.values())


@given(groups, st.randoms())
def test_who_come_out_even_among_themselves_save_a_payment(parts, random):
    """Up to three groups of up to four: too many people to try, but no more payments than that takes."""
    people = [
        (f"{number} {person}", balance)
        for number, part in enumerate(parts)
        for person, balance in part.items()
    ]
    random.shuffle(people)
    settled = fewest(dict(people))
    assert settled.exact
    assert len(settled.dues) <= sum(tried(part.values()) for part in parts)


@given(however_many)
def test_everybody_is_settled_to_the_last_unit(told):
    assert not any(after(told, fewest(told).dues).values())


@given(however_many)
def test_who_owes_only_pays_and_who_is_owed_only_receives(told):
    for payer, payee, amount in fewest(told).dues:
        assert told[payer] < 0 < told[payee]
        assert type(amount) is int
        assert 0 < amount <= min(-told[payer], told[payee])


@given(however_many)
def test_nobody_pays_the_same_person_twice_and_somebody_is_settled_by_each_payment(told):
    dues = fewest(told).dues
    assert len({(payer, payee) for payer, payee, _ in dues}) == len(dues)
    assert len(dues) <= max(sum(map(bool, told.values())) - 1, 0)


@given(however_many)
def test_it_is_exact_for_fourteen_with_a_balance_and_says_where_it_is_not(told):
    assert fewest(told).exact == (sum(map(bool, told.values())) <= EXACT == 14)


@given(however_many)
def test_who_owes_most_comes_first(told):
    paid = [-told[payer] for payer, _, _ in fewest(told).dues]
    assert paid == sorted(paid, reverse=True)


@given(however_many, st.randoms())
def test_where_people_sit_matters_only_between_equals(told, random):
    people = list(told.items())
    random.shuffle(people)
    as_equals = [
        sorted((told[payer], told[payee], amount) for payer, payee, amount in fewest(dict(order)).dues)
        for order in (told.items(), people)
    ]
    assert as_equals[0] == as_equals[1]
    if len(set(map(abs, told.values()))) == len(told):
        assert fewest(dict(people)) == fewest(told)


@given(exact)
def test_paying_one_of_the_dues_leaves_the_others_enough(told):
    """The fewest do not grow when somebody pays what was proposed."""
    dues = fewest(told).dues
    for paid in dues:
        assert len(fewest(after(told, [paid])).dues) == len(dues) - 1


def test_people_are_whatever_can_be_a_key():
    assert fewest({("club", 1): -2, None: 2}).dues == [Due(("club", 1), None, 2)]


def test_balances_that_do_not_sum_to_zero_are_nobodys():
    with pytest.raises(ValueError, match="zero"):
        fewest({"Ann": 1, "Bo": -2})
