"""How codes and facts become sentences, and figures what is written on a sheet.

A sentence is a translatable text with the facts' names as %-placeholders, one with plural forms
(`ngettext_lazy` with the name of the fact that is counted), or, where facts need arithmetic first, a
function of the facts.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.utils.formats import number_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _

Text = str | Promise
Facts = Mapping[str, Any]
Sentence = Text | Callable[[Facts], str]
Sentences = Mapping[str, Sentence]
Names = Mapping[str, str]
"""What players are called in sentences, by what the sheet calls them."""

FIRST_STRONG_ISOLATE, POP_DIRECTIONAL_ISOLATE = "\u2068", "\u2069"
_LEFT_TO_RIGHT = {"L", "EN", "ES", "ET", "CS", "NSM", "BN", "B", "S", "WS", "ON"}
"""The bidirectional classes of what is written from left to right, or either way."""

MINUS = "\N{MINUS SIGN}"
NONE_YET = "\N{EN DASH}"
SUITS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}


def say(sentence: Sentence, facts: Facts) -> str:
    """A sentence with its facts put in."""
    if callable(sentence) and not isinstance(sentence, Promise):
        return sentence(facts)
    return str(sentence % facts)


def signed(amount: float) -> str:
    """A change as it is written on a sheet: +5, −2, 0."""
    return f"{amount:+}".replace("-", MINUS) if amount else "0"


def written(name: str, figure: str) -> str:
    """A name and its figure, which no end of a line parts."""
    return f"{name}\N{NO-BREAK SPACE}{figure}"


def capital(text: str) -> str:
    """What begins a line. Georgian has no capitals for that: those it has are for whole words."""
    return text[:1].title() + text[1:]


def number(value: float) -> str:
    """A number as it is written on a sheet: 30½, −2."""
    whole, half = divmod(abs(value), 1)
    return f"{MINUS if value < 0 else ''}{int(whole)}{'½' if half else ''}"


def average(amount: int, among: int) -> str:
    """How much that is for each of so many; a dash where there are none."""
    if not among:
        return NONE_YET
    return number_format(round(amount / among, 2), decimal_pos=2).replace("-", MINUS)


def share(part: float, whole: int) -> str:
    """How many of a hundred that is; a dash where there are none."""
    # Translators: a share in percent
    return _("%(share)s%%") % {"share": number_format(round(100 * part / whole))} if whole else NONE_YET


def face(card: str) -> str:
    """A card as it is read: `K♠` for `KS`, `A♥` for the `HA` of a game that names the suit first."""
    if card[-1] in SUITS:
        return card[:-1] + SUITS[card[-1]]
    if card[0] in SUITS:
        return card[1:] + SUITS[card[0]]
    return card


def named(facts: Facts, names: Names) -> dict[str, Any]:
    """Facts with names for the players: a fact `player` (or `..._player`) is one, `players` several."""
    return {
        key: _name_of(value, names)
        if key.endswith("player")
        else listed([_name_of(one, names) for one in value])
        if key.endswith("players")
        else value
        for key, value in facts.items()
    }


def _name_of(player: object, names: Names) -> object:
    return names.get(player, player) if isinstance(player, str) else player


def isolated(name: str) -> str:
    """A name as a page puts it in a sentence: one written from right to left keeps its direction to itself.

    Without that the figure behind it would change sides. Names that need nothing stay as they are. A
    page isolates the names before it asks for sentences; what is read by a program (the messages of
    `score`, match files, exports) has the names as they were told, and so have the titles of documents,
    fields, and whatever stands in an element of its own (`<bdi>`).
    """
    if {unicodedata.bidirectional(character) or "L" for character in name} <= _LEFT_TO_RIGHT:
        return name
    return f"{FIRST_STRONG_ISOLATE}{name}{POP_DIRECTIONAL_ISOLATE}"


def listed(words: Sequence[Any]) -> str:
    """Ann, Bo and Cy."""
    *others, last = [str(word) for word in words] or [""]
    # Translators: several names in a sentence; before the last but one there are commas.
    return _("%(names)s and %(name)s") % {"names": ", ".join(others), "name": last} if others else last
