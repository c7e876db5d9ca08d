"""Balances drawn at random, and how few payments can settle them, found by trying."""

from functools import cache
from itertools import permutations

from hypothesis import strategies as st

from games.settlement import EXACT

FEW = 7
"""For so many people it can be tried in how many ways they pay one another."""
MANY = 40
AMOUNTS = st.one_of(st.integers(-6, 6), st.integers(-(10**12), 10**12))
"""Small ones, of which many come out even among themselves, and any."""


@st.composite
def balances(draw, least=0, most=MANY):
    """Balances of people by seat, summing to zero; some may have none."""
    told = draw(st.lists(AMOUNTS, min_size=max(least - 1, 0), max_size=most - 1))
    told.insert(draw(st.integers(0, len(told))), -sum(told))
    return {f"seat {number}": balance for number, balance in enumerate(told, start=1)}


few = balances(most=FEW)
exact = balances(most=EXACT)
however_many = st.one_of(few, exact, balances(least=EXACT + 2))
groups = st.lists(balances(least=2, most=4), min_size=1, max_size=3)


def tried(told):
    """The fewest payments: in some order, everybody passes all that he has to pay or get to somebody else."""
    return _tried(tuple(sorted(filter(None, told))))


@cache
def _tried(told):
    if not told:
        return 0
    one, *others = told
    return 1 + min(
        _tried(tuple(sorted(filter(None, [*others[:place], others[place] + one, *others[place + 1 :]]))))
        for place in range(len(others))
    )


def everywhere(people, reach):
    """How many payments there are, at the least, between nobody owing and any balances within `reach`.

    Any amount from anybody to anybody: nothing is taken for granted of how people settle.
    """
    found = {(0,) * people: 0}
    edge = list(found)
    while edge:
        further = []
        for told in edge:
            for payer, payee in permutations(range(people), 2):
                for amount in range(1, min(reach - told[payer], reach + told[payee]) + 1):
                    paid = list(told)
                    paid[payer] += amount
                    paid[payee] -= amount
                    if (paid := tuple(paid)) not in found:
                        found[paid] = found[told] + 1
                        further.append(paid)
        edge = further
    return found


def after(told, dues):
    """The balances once the dues are paid."""
    left = dict(told)
    for payer, payee, amount in dues:
        left[payer] += amount
        left[payee] -= amount
    return left
