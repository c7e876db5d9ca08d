"""From balances to who pays whom.

A balance is a whole number of minor units (or of poens, or of pennies): above nought it is to be
received, below it is owed. Balances sum to zero, and so does everything that is made of them. People
are whatever can be a key of a mapping; the order in which they are given is the order of the seats.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Generic, NamedTuple, TypeVar

Person = TypeVar("Person", bound=Hashable)
Balances = Mapping[Person, int]

EXACT = 14
"""For so many people with a balance the fewest payments are found; the work doubles with each more."""


class Due(NamedTuple, Generic[Person]):
    """What one is to pay to another, above nought."""

    payer: Person
    payee: Person
    amount: int


class Settlement(NamedTuple, Generic[Person]):
    """Payments that settle everybody; `exact` where it is certain that no fewer would."""

    dues: list[Due[Person]]
    exact: bool


def fewest(balances: Balances[Person]) -> Settlement[Person]:
    """The fewest payments that settle everybody: exactly so for up to `EXACT` people with a balance.

    Who owes only pays and who is owed only receives. So many people settle among themselves with one
    payment less than they are, and with fewer if some of them come out even among themselves: the more
    such groups, the fewer payments. With more people than `EXACT` the largest payments are made until so
    many are left, and nobody knows whether fewer would have done.

    Who owes most comes first, and the order in which people are given matters only between equals.
    Raises ValueError if the balances do not sum to zero.
    """
    left = _by_size(balances)
    order = {person: place for place, person in enumerate(left)}
    exact, dues = len(left) <= EXACT, []
    while len(left) > EXACT:
        dues.append(_pay(left))
    for group in _groups(left):
        while group:
            dues.append(_pay(group))
    return Settlement(sorted(dues, key=lambda due: (order[due.payer], order[due.payee])), exact)


def through(balances: Balances[Person], one: Person) -> list[Due[Person]]:
    """The payments when everybody pays one: who owes pays `one`, and `one` pays who is owed.

    In the order of `fewest`; raises as it does.
    """
    others = {person: balance for person, balance in _by_size(balances).items() if person != one}
    owing = [Due(person, one, -balance) for person, balance in others.items() if balance < 0]
    return owing + [Due(one, person, balance) for person, balance in others.items() if balance > 0]


def in_purses(balances: Balances[Person], purses: Mapping[Person, Hashable]) -> dict[Person, int]:
    """The balances of purses, each in the name of the first who shares it.

    `purses` says whose purse is whose, for those who share one; everybody else has his own.
    """
    first: dict[Hashable, Person] = {}
    shared: dict[Person, int] = {}
    for person, balance in balances.items():
        holder = first.setdefault(purses[person], person) if person in purses else person
        shared[holder] = shared.get(holder, 0) + balance
    return shared


def _by_size(balances: Balances[Person]) -> dict[Person, int]:
    """The balances that are not nought, the largest first; of equals who owes first, then as given."""
    if sum(balances.values()):
        raise ValueError("balances sum to zero")
    open_ones = [(person, balance) for person, balance in balances.items() if balance]
    return dict(sorted(open_ones, key=lambda item: (-abs(item[1]), item[1])))


def _pay(balances: dict[Person, int]) -> Due[Person]:
    """Who owes most pays who is owed the same, else who is owed most, until one of the two is settled.

    Whoever is settled is left out of `balances`; of equals it is who comes first there.
    """
    payer = min(balances, key=balances.__getitem__)
    payee = max(balances, key=lambda person: (balances[person] == -balances[payer], balances[person]))
    amount = min(-balances[payer], balances[payee])
    for person, change in ((payer, amount), (payee, -amount)):
        balances[person] += change
        if not balances[person]:
            del balances[person]
    return Due(payer, payee, amount)


def _groups(balances: Balances[Person]) -> list[dict[Person, int]]:
    """The balances in as many groups that sum to zero as there can be.

    A set of people is a number whose bits are they; the full set is emptied one by one, and whenever
    those who are left sum to zero, a group is complete.
    """
    people = list(balances)
    sums = [0]
    for person in people:
        sums += [there + balances[person] for there in sums]
    next_out = _next_out(sums)
    groups: list[dict[Person, int]] = []
    left = len(sums) - 1
    while left:
        if not sums[left]:
            groups.append({})
        person = people[next_out[left].bit_length() - 1]
        groups[-1][person] = balances[person]
        left ^= next_out[left]
    return groups


def _next_out(sums: Sequence[int]) -> list[int]:
    """For each set of people who leaves it next, so that what is left comes to zero as often as it can.

    `sums` has what each set sums to.
    """
    next_out = [0] * len(sums)
    times = [0] * len(sums)
    for some in range(1, len(sums)):
        most, rest = -1, some
        while rest:
            one = rest & -rest
            if times[some ^ one] > most:
                most, next_out[some] = times[some ^ one], one
            rest ^= one
        times[some] = most + (not sums[some])
    return next_out
