"""Money in words: amounts of a coin, which is a currency or a game's own unit, and what is wrong with one."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import get_language, gettext, gettext_lazy, ngettext

from games import money
from games.scoring import GAMES
from games.scoring.refusal import Refused
from games.words import words
from games.words.game import GameWords
from games.words.sentences import MINUS, Facts, Sentences, say, signed, written

UNITS = {game.unit: code for code, game in GAMES.items() if game.unit}
"""The units that games are played for, each with its game."""


def _too_fine(facts: Facts) -> str:
    if not facts["want"]:
        return gettext("%(got)s: this goes by whole numbers only.") % facts
    sentence = ngettext(
        "%(got)s has too many figures after the comma: %(want)d is the most.",
        "%(got)s has too many figures after the comma: %(want)d are the most.",
        facts["want"],
    )
    return sentence % facts


REFUSALS: Sentences = {
    "amount-missing": gettext_lazy("How much?"),
    "amount-below-zero": gettext_lazy("An amount has no minus."),
    "not-an-amount": gettext_lazy("“%(got)s” is no amount."),
    "amount-unclear": gettext_lazy(
        "%(got)s: is that thousands? Type it without the comma or point, or with fewer figures after it."
    ),
    "amount-too-fine": _too_fine,
    "amount-too-large": gettext_lazy("That is more than any table plays for."),
}
LONGEST = 20
"""So many characters of what was typed are quoted."""


def refusal(refused: Refused) -> str:
    """What is wrong with an amount that was typed."""
    facts = dict(refused.facts)
    if len(got := facts.get("got", "")) > LONGEST:
        facts["got"] = f"{got[:LONGEST]}…"
    return say(REFUSALS[refused.code], facts)


def of_unit(unit: str) -> GameWords:
    """The words of the game that is played for a unit."""
    return words(UNITS[unit])


def said(amount: int, coin: str) -> str:
    """An amount in sentences: 12,50 ₴; 7 poens."""
    if coin in money.DECIMALS:
        return money.said(amount, coin, language())
    units = say(of_unit(coin).units, {"number": abs(amount)})
    return f"{MINUS}{units}" if amount < 0 else units


def changed(amount: int, coin: str) -> str:
    """An amount with its sign: +12,50 ₴; −7 poens."""
    return f"+{said(amount, coin)}" if amount > 0 else said(amount, coin)


def figure(amount: int, coin: str) -> str:
    """An amount with its sign as it stands in a column: +12,50; −7."""
    if coin not in money.DECIMALS:
        return signed(amount)
    sign = MINUS if amount < 0 else "+" if amount else ""
    return sign + money.written(abs(amount), coin, language())


def typed(amount: int, coin: str) -> str:
    """An amount as it stands in a field that is filled in already."""
    return money.written(amount, coin, language()) if coin in money.DECIMALS else str(amount)


def named(coin: str) -> str:
    """What is counted, as a heading: Ukrainian Hryvnia; Poens."""
    if coin in money.DECIMALS:
        return money.named(coin, language())
    return str(of_unit(coin).in_units)


def changes(amounts: Mapping[str, int], coin: str) -> str:
    """What several names have won and lost, in the order in which they are given: Ann +12,50 ₴, Bo −12,50 ₴."""
    return ", ".join(written(name, changed(amount, coin)) for name, amount in amounts.items())


def moved(name: str, units: int, price: int, coin: str) -> str:
    """What somebody won or lost in a game's units, and what that is worth: Ann −2 (−1,00 ₴); Bo +2."""
    if coin in UNITS:
        return written(name, signed(units))
    return f"{written(name, signed(units))} ({changed(units * price, coin)})"


def language() -> str:
    return get_language() or "en"
