"""Alley Cat in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext, gettext_noop, ngettext, ngettext_lazy
from django.utils.translation import gettext_lazy as _

from games.scoring.alley_cat import HAND, VALUE
from games.scoring.sheet import Deal, Score, Sheet
from games.words.common import told
from games.words.game import ANY, Cell, GameWords, Line, OptionWords, by_code
from games.words.sentences import NONE_YET, Facts, Names, average, face, number, say, signed, written


def of_a_trick(of_a_pile: str, of_the_round: str) -> Callable[[Facts], str]:
    """What is wrong with trick `trick`, of `player`'s pile or of the round in order."""

    def sentence(facts: Facts) -> str:
        got = facts["got"]
        card = face(got) if isinstance(got, str) and got in VALUE else told(got)
        return say(gettext(of_a_pile if facts["player"] else of_the_round), {**facts, "got": card})

    return sentence


def out_of_range(sentence: str) -> Callable[[Facts], str]:
    """A sentence about points, with the sign that is written on the sheet."""

    def ranged(facts: Facts) -> str:
        return say(gettext(sentence), {**facts, "got": number(facts["got"]), "want": number(facts["want"])})

    return ranged


def tied(tally: Mapping[str, int], sheet: Sheet) -> bool:
    """Whether both have come to the target with as many points (rule 29)."""
    target: int = sheet.rules["target"]
    one, two = tally.values()
    return one == two >= target


def nobody_out(facts: Facts) -> str:
    """How many cards the shorter hand still has after the tricks that were told."""
    left = HAND - facts["got"]
    sentence = ngettext(
        "Nobody is out of cards yet: %(player)s, with the fewest, still holds %(left)d card.",
        "Nobody is out of cards yet: %(player)s, with the fewest, still holds %(left)d cards.",
        left,
    )
    return say(sentence, {**facts, "left": left})


def round_unfinished(facts: Facts) -> str:
    if facts["got"] == 0:
        return say(gettext("%(player)s leads the first trick."), facts)
    return say(gettext("After trick %(got)d the round goes on: %(player)s leads."), facts)


CAME_TO = "came-to:"
"""With it begins the code of a round that came to so many points."""


class AlleyCatWords(GameWords):
    title = _("Alley Cat")
    tagline = _("For two, with 27 cards and one five that turns its trick round.")
    counts = _("points")
    options = {
        "target": OptionWords(
            _("Played to"), _("Whoever is ahead with so many points or more after a round wins.")
        ),
        "last_card": OptionWords(
            _("The last card in hand"),
            _("Whoever is to draw after playing it: does the round end all the same?"),
            {"ends": _("the round ends"), "draws": _("draws and plays on")},
        ),
    }
    agreements = {
        "target": {
            ANY: ngettext_lazy(
                "Whoever is ahead with %(value)d point or more after a round wins.",
                "Whoever is ahead with %(value)d points or more after a round wins.",
                "value",
            )
        },
        "last_card": {
            "ends": _("A round ends as soon as somebody has played the last card in hand."),
            "draws": _("Whoever is to draw after playing the last card in hand draws and plays on."),
        },
    }
    presets = {"book": (_("The rules as written"), {})}
    refusals = {
        "points-too-low": out_of_range(
            gettext_noop("%(got)s for %(player)s: %(want)s is the least, the Alley Cat and nothing else.")
        ),
        "points-too-high": out_of_range(
            gettext_noop("%(got)s for %(player)s: %(want)s is the most that six tricks can bring.")
        ),
        "both-below-zero": _("%(players)s cannot both be below 0: the Alley Cat goes to one of them."),
        "not-a-trick": of_a_trick(
            gettext_noop("%(got)s is no trick of two cards (%(player)s, trick %(trick)d)."),
            gettext_noop("%(got)s is no trick of two cards (trick %(trick)d)."),
        ),
        "not-a-card": of_a_trick(
            gettext_noop("%(got)s is no card of this game (%(player)s, trick %(trick)d)."),
            gettext_noop("%(got)s is no card of this game (trick %(trick)d)."),
        ),
        "card-twice": of_a_trick(
            gettext_noop("%(got)s is there twice: again in trick %(trick)d of %(player)s."),
            gettext_noop("%(got)s is there twice: again in trick %(trick)d."),
        ),
        "too-few-tricks": ngettext_lazy(
            "%(got)d trick: a round has %(want)d at the least.",
            "%(got)d tricks: a round has %(want)d at the least.",
            "got",
        ),
        "too-many-tricks": ngettext_lazy(
            "%(got)d trick: a round has %(want)d at the most.",
            "%(got)d tricks: a round has %(want)d at the most.",
            "got",
        ),
        "nobody-out": nobody_out,
        "hand-overplayed": ngettext_lazy(
            "%(player)s draws nothing after %(got)d of these tricks: %(want)d is the most.",
            "%(player)s draws nothing after %(got)d of these tricks: %(want)d is the most.",
            "got",
        ),
        "round-unfinished": round_unfinished,
        "round-over": _("The round was over with trick %(want)d, and %(got)d are told."),
    }
    whys = {
        "points": _("The table counted %(amount)s for %(player)s."),
        "tricks": _("%(player)s took tricks worth %(amount)s: what the two cards of each differ by."),
        "alley-cat": _("%(player)s took the Alley Cat, whose trick counts against its taker: %(amount)s."),
    }
    sections = by_code(
        {
            "cards": ("not-a-card", "card-twice"),
            "worth": ("points", "tricks", "points-too-high"),
            "cat": ("alley-cat", "points-too-low", "both-below-zero"),
            "draw": ("hand-overplayed", "round-unfinished"),
            "last-card": ("too-few-tricks", "too-many-tricks", "nobody-out", "round-over"),
        }
    )
    figures = {"rounds": _("Rounds played"), "cats": _("Alley Cats caught")}

    def subtitle(self, sheet: Sheet) -> str:
        return gettext("to %(target)d") % sheet.rules

    def cell(self, deal: Deal, score: Score, player: str) -> Cell:
        change = score.change[player]
        took_the_cat = any(part.rule == "alley-cat" for part in score.why[player])
        return Cell(
            signed(change), note=gettext("cat") if took_the_cat else "", tone="bad" if change < 0 else ""
        )

    def count(self, sheet: Sheet, player: str) -> dict[str, Any]:
        """The total, and how far it has run of the way to the target."""
        total, target = sheet.tally[player], sheet.rules["target"]
        return {"text": number(total), "run": str(min(max(total, 0), target)), "target": str(target)}

    def outcome(self, deal: Deal, score: Score, sheet: Sheet, names: Names) -> str:
        changes = (
            ", ".join(written(names[player], signed(change)) for player, change in score.change.items()) + "."
        )
        if sheet.finished and sheet.number == score.number:
            return f"{changes} {self.ending(sheet, names)[0]}"
        if tied(score.tally, sheet):
            level = gettext("Both have %(total)d, so the match goes on.") % {
                "total": min(score.tally.values())
            }
            return f"{changes} {level}"
        return changes

    def thoughts(self, sheet: Sheet, names: Names) -> list[tuple[str, str]]:
        if not tied(sheet.tally, sheet):
            return []
        return [(gettext("On a tie nobody has won: play on until one of you is ahead."), "end")]

    def record(self, counts: Mapping[str, int]) -> list[Line]:
        rounds = [int(code.removeprefix(CAME_TO)) for code in counts if code.startswith(CAME_TO)]
        best = max(rounds, default=None)
        return [
            *super().record(counts),
            Line(_("Best round"), NONE_YET if best is None else number(best), f"{CAME_TO}{best}"),
            Line(_("Points a round"), average(counts.get("points", 0), counts.get("rounds", 0))),
        ]

    def figure(self, code: str) -> str:
        if code.startswith(CAME_TO):
            # Translators: a round of Alley Cat in which somebody took so many points
            return gettext("a round of %(points)s") % {"points": code.removeprefix(CAME_TO)}
        return super().figure(code)

    def ending(self, sheet: Sheet, names: Names) -> list[str]:
        (winner,), (loser,) = sheet.winners(), sheet.losers()
        facts = {
            "player": names[winner],
            "total": number(sheet.tally[winner]),
            "other_total": number(sheet.tally[loser]),
        }
        return [gettext("%(player)s won, %(total)s to %(other_total)s.") % facts]


WORDS = AlleyCatWords()
