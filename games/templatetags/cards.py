"""Cards as the rules draw them: `{% card "KS" %}` of the French pattern, `{% german "OL" %}` of the German.

A card is its rank and the letter of its suit. The letter alone is the suit's sign, to stand beside its name.
"""

from __future__ import annotations

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext, gettext_lazy, pgettext_lazy

from games.words.sentences import SUITS, Text

register = template.Library()

RANKS: dict[str, Text] = {
    "A": gettext_lazy("ace"),
    "K": gettext_lazy("king"),
    "Q": gettext_lazy("queen"),
    "J": gettext_lazy("jack"),
    "O": gettext_lazy("Ober"),
    "U": gettext_lazy("Unter"),
}
# Translators: the suits as they are called behind a rank: the king of spades, the Ober of leaves.
FRENCH: dict[str, Text] = {
    "S": pgettext_lazy("suit", "spades"),
    "H": pgettext_lazy("suit", "hearts"),
    "D": pgettext_lazy("suit", "diamonds"),
    "C": pgettext_lazy("suit", "clubs"),
}
GERMAN: dict[str, Text] = {
    "A": pgettext_lazy("suit", "acorns"),
    "L": pgettext_lazy("suit", "leaves"),
    "H": pgettext_lazy("suit", "hearts"),
    "B": pgettext_lazy("suit", "bells"),
}
DRAWN = {"A": "acorn", "L": "leaf", "H": "heart", "B": "bell"}
"""The drawings in `rules/_suits.html`, by the letter of a German suit."""


@register.simple_tag
def card(code: str) -> SafeString:
    """A card, or a suit, of the French pattern: `KS`, `10H`, `D`."""
    return _drawn(code, FRENCH, format_html('<i data-suit="{}">{}</i>', code[-1], SUITS[code[-1]]))


@register.simple_tag
def german(code: str) -> SafeString:
    """A card, or a suit, of the German pattern, as Czech packs have it: `OL`, `10H`, `B`."""
    drawing = DRAWN[code[-1]]
    return _drawn(code, GERMAN, format_html('<svg class="{}"><use href="#{}"/></svg>', drawing, drawing))


def _drawn(code: str, suits: dict[str, Text], suit: SafeString) -> SafeString:
    rank = code[:-1]
    if not rank:
        return format_html('<span class="pip" aria-hidden="true">{}</span>', suit)
    # Translators: a card: the king of spades, the 10 of hearts
    called = gettext("%(rank)s of %(suit)s") % {"rank": RANKS.get(rank, rank), "suit": suits[code[-1]]}
    return format_html('<span class="drawn" role="img" aria-label="{}">{}{}</span>', called, rank, suit)
