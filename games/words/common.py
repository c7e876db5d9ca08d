"""What is said of faults that any game's match file or entry can have."""

from __future__ import annotations

import json
from collections.abc import Callable

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, gettext_noop, ngettext_lazy

from games.words.sentences import Facts, Sentences, say

LONGEST = 60
"""So many characters of what was told are quoted."""


def told(value: object) -> str:
    """A value as it was told, cut short where it is long."""
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"


def quoting(sentence: str) -> Callable[[Facts], str]:
    """A sentence that quotes the fact `got` as it was told."""

    def quoted(facts: Facts) -> str:
        return say(_(sentence), {**facts, "got": told(facts["got"])})

    return quoted


REFUSALS: Sentences = {
    "match-over": gettext_lazy("The match is over and takes no more deals. Reopen it to go on."),
    "not-utf8": gettext_lazy("The line is not UTF-8 text."),
    "not-json": gettext_lazy("The line is not JSON."),
    "not-json-object": gettext_lazy("The line is not one JSON object."),
    "lone-surrogate": gettext_lazy("The text has half of a character in it."),
    "key-twice": gettext_lazy("“%(key)s” is given twice."),
    "number-too-long": ngettext_lazy(
        "A number has more than %(want)d digit.", "A number has more than %(want)d digits.", "want"
    ),
    "missing-key": gettext_lazy("“%(key)s” is missing."),
    "unknown-key": gettext_lazy("“%(key)s” is not known here."),
    "unknown-format": quoting(gettext_noop("The format is %(got)s, and not one that can be read.")),
    "unknown-game": quoting(gettext_noop("%(got)s is not a game that can be scored.")),
    "unknown-kind": quoting(gettext_noop("The entry tells no kind of deal of this game: it has %(got)s.")),
    "unknown-option": gettext_lazy("The game has no option “%(key)s”."),
    "option-missing": gettext_lazy("The option “%(key)s” has to be agreed on."),
    "option-value": quoting(gettext_noop("%(got)s is not a value of the option “%(key)s”.")),
    "players-number": ngettext_lazy(
        "%(got)d player sits at the table, and %(low)d to %(high)d can play.",
        "%(got)d players sit at the table, and %(low)d to %(high)d can play.",
        "got",
    ),
    "not-a-name": quoting(gettext_noop("%(got)s is not a player's name.")),
    "not-a-player": quoting(gettext_noop("%(got)s does not play here (“%(key)s”).")),
    "named-twice": gettext_lazy("%(player)s is named twice (“%(key)s”)."),
    "player-missing": gettext_lazy("%(player)s is missing (“%(key)s”)."),
    "not-a-list": quoting(gettext_noop("“%(key)s” is %(got)s, and not a list.")),
    "not-an-object": quoting(gettext_noop("“%(key)s” is %(got)s, and not an object.")),
    "not-a-whole-number": quoting(gettext_noop("“%(key)s” is %(got)s, and not a whole number.")),
    "not-a-flag": quoting(gettext_noop("“%(key)s” is %(got)s, and neither true nor false.")),
    "too-deep": gettext_lazy("What is written there is nested too deep."),
    "not-kept": gettext_lazy("There is a character or a number in it that cannot be kept."),
    "too-long-match": gettext_lazy("There is more in it than a match can have."),
    "too-much": gettext_lazy("It is broken somewhere, or there is more in it than a club can have."),
    "left-too-long": gettext_lazy("It stood still for too long, and was given up."),
    "too-many-deals": ngettext_lazy(
        "%(want)d deal is the most that a match here has.",
        "%(want)d deals are the most that a match here has.",
        "want",
    ),
    "too-many-matches": ngettext_lazy(
        "%(want)d match is the most that is looked at in one file.",
        "%(want)d matches are the most that are looked at in one file.",
        "want",
    ),
    "name-unreadable": gettext_lazy(
        "%(player)s: the name is too long, or has characters that cannot be shown."
    ),
    "one-player-twice": gettext_lazy("%(player)s and %(other_player)s would be the same player."),
    "broken-part": gettext_lazy("Something is wrong with “%(key)s” in it."),
    "not-the-same": gettext_lazy("Played again, it does not come to what is written there."),
    "club-not-empty": gettext_lazy(
        "There is something in this club already. Open a new one, and restore into that."
    ),
    "number-too-large": gettext_lazy("%(player)s would stand at %(got)d, which no game of cards reaches."),
}
