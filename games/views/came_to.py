"""What an evening came to, and what is open in a club: a line a coin."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.accounts import Account
from games.players import told_apart
from games.words.money import changes


def left_open(account: Account) -> list[str]:
    """What is open in a club, or of an evening, a line a coin: who is to receive first, the largest sum first."""
    names = told_apart(account.people.persons.values())
    return [
        _sums(balances, names, coin) for coin, balances in account.balances.items() if any(balances.values())
    ]


@dataclass(frozen=True)
class Outcome:
    """What was won and lost in an evening in a coin, how it is settled, and whether it still is to be."""

    won: str
    settled: str
    open: bool


def outcomes(account: Account) -> list[Outcome]:
    """What an evening came to, coin by coin; what is paid or carried over takes nothing from what was won."""
    names = told_apart(account.people.persons.values())
    return [_outcome(account, coin, names) for coin in account.ordered(account.balances)]


def _outcome(account: Account, coin: str, names: Mapping[int, str]) -> Outcome:
    won, left = account.won.get(coin, {}), account.balances[coin]
    line = _sums(won, names, coin)
    if not any(left.values()):
        return Outcome(line, _("Nothing is open."), open=False)
    if account.carried(coin):
        return Outcome(line, _("What this evening left open is settled with the rest."), open=False)
    if left == won:
        return Outcome(line, "", open=True)
    return Outcome(line, _("Still open: %(sums)s") % {"sums": _sums(left, names, coin)}, open=True)


def _sums(balances: Mapping[int, int], names: Mapping[int, str], coin: str) -> str:
    order = sorted(filter(balances.__getitem__, balances), key=balances.__getitem__, reverse=True)
    return changes({names[one]: balances[one] for one in order}, coin)
