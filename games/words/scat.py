"""Scat in words."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_noop, ngettext, ngettext_lazy, pgettext
from django.utils.translation import gettext_lazy as _

from games.scoring.scat import HAND, MOST, PUTS_OUT, Scat
from games.scoring.sheet import Deal, Score, Sheet
from games.words.common import quoting
from games.words.game import ANY, Cell, GameWords, Line, OptionWords, by_code
from games.words.sentences import Facts, Names, average, face, listed, number, say, signed

MANY = 3
"""So many who pay alike are told by who is spared, where those are fewer."""


def nobody_named(facts: Facts) -> str:
    """Which of the entry's lists is empty."""
    if facts["key"] == "lowest":
        return gettext("Somebody has to be named for the lowest hand.")
    return gettext("Somebody has to be named for the 31.")


def hand_size(facts: Facts) -> str:
    """By how many cards a hand is wrong."""
    over = facts["got"] - HAND
    if over > 0:
        sentence = ngettext(
            "%(player)s has one card too many.", "%(player)s has %(off)d cards too many.", over
        )
    else:
        sentence = ngettext(
            "%(player)s has one card too few.", "%(player)s has %(off)d cards too few.", -over
        )
    return say(sentence, {**facts, "off": abs(over)})


def card_twice(facts: Facts) -> str:
    """In whose hands the same card is."""
    if facts["player"] == facts["holding_player"]:
        sentence = gettext("%(player)s cannot have %(face)s twice.")
    else:
        sentence = gettext("%(holding_player)s and %(player)s cannot both have %(face)s.")
    return say(sentence, {**facts, "face": face(facts["card"])})


def paying(reason: Promise) -> Callable[[Facts], str]:
    """Why a life is lost, and what that costs; a part that follows says why it costs nothing."""

    def sentence(facts: Facts) -> str:
        if not facts["number"]:
            return say(reason, facts)
        cost = ngettext("That costs %(number)d penny.", "That costs %(number)d pennies.", facts["number"])
        return say(reason, facts) + " " + say(cost, facts)

    return sentence


def rules_of(score: Score, player: str) -> set[str]:
    """The rules that touched a player in a deal."""
    return {part.rule for part in score.why[player]}


def gone(score: Score) -> list[str]:
    """Who went out in a deal."""
    return [player for player in score.why if rules_of(score, player) & PUTS_OUT]


class ScatWords(GameWords):
    title = _("Scat")
    tagline = _("Three cards, up to 31 in one suit; the lowest hand pays a penny.")
    counts = _("pennies")
    units = ngettext_lazy("%(number)d penny", "%(number)d pennies", "number")
    in_units = _("Pennies")
    price = _("Price of a penny")
    options = {
        "lives": OptionWords(_("Pennies each"), _("How many lives everybody sits down with.")),
        "free_ride": OptionWords(
            _("On the dole"), _("Whoever has paid the last penny plays on, until the next life is lost.")
        ),
        "broke_double": OptionWords(
            _("Two lives lost with one penny left"),
            _("The penny pays for one of them. Where does the other leave the player?"),
            {"out": _("out"), "dole": _("on the dole")},
        ),
        "knocker_lowest": OptionWords(
            _("The knocker alone has the lowest hand"),
            _("What the knock costs."),
            {2: _("two lives"), 1: _("one life")},
        ),
        "knocker_tied": OptionWords(
            _("The knocker ties for the lowest hand"),
            _("The others in the tie lose a life; and the knocker?"),
            {"safe": _("is safe"), "loses": _("loses as if alone")},
        ),
        "knocker_on_31": OptionWords(
            _("31 after a knock"),
            _("What a knocker loses when somebody else has 31."),
            {1: _("one life"), 2: _("two lives")},
        ),
        "three_of_a_kind": OptionWords(
            _("Three of a kind"),
            _("What three cards of one rank count."),
            {0: _("nothing of their own"), 30: _("30"), 30.5: _("30½")},
        ),
        "straight_flush": OptionWords(
            _("Straight flush"), _("Three in sequence of one suit count 30; the ace is high only.")
        ),
        "minimum_knock": OptionWords(
            _("Least to knock with"),
            _("A knock with less is scored all the same, with a warning."),
            {0: _("anything")},
        ),
        "throw_down": OptionWords(
            _("Throw Down"), _("A hand may be called and shown unseen; it counts as a knock.")
        ),
        "all_equal": OptionWords(
            _("A knock, and all hands equal"),
            _("Who loses a life."),
            {"others-lose": _("all but the knocker"), "nobody": _("nobody")},
        ),
    }
    agreements = {
        "lives": {
            ANY: ngettext_lazy(
                "Everybody sits down with %(value)d penny.",
                "Everybody sits down with %(value)d pennies.",
                "value",
            )
        },
        "free_ride": {
            True: _("Whoever has paid the last penny plays on, on the dole, until the next life is lost."),
            False: _("Whoever pays the last penny is out."),
        },
        "broke_double": {
            "out": _("Whoever loses two lives with one penny left pays it, and is out."),
            "dole": _("Whoever loses two lives with one penny left pays it, and stays in, on the dole."),
        },
        "knocker_lowest": {
            2: _("A knocker who alone has the lowest hand loses two lives."),
            1: _("A knocker who alone has the lowest hand loses one life."),
        },
        "knocker_tied": {
            "safe": _("A knocker who ties for the lowest hand is safe: the others in the tie lose a life."),
            "loses": _(
                "A knocker who ties for the lowest hand loses as if alone, and the others one life each."
            ),
        },
        "knocker_on_31": {
            1: _("When somebody else has 31, the knocker loses one life, as everybody does."),
            2: _("When somebody else has 31, the knocker loses two lives."),
        },
        "three_of_a_kind": {
            0: _("Three of a kind count nothing of their own."),
            30: _("Three of a kind count 30."),
            30.5: _("Three of a kind count 30½: more than 30, and less than 31."),
        },
        "straight_flush": {
            True: _("Three cards of one suit in sequence count 30; the ace is high only."),
            False: _("Three cards of one suit in sequence count what they add up to."),
        },
        "minimum_knock": {
            0: _("Anybody may knock, whatever the hand."),
            ANY: _("The least to knock with is %(value)d; a knock with less is scored all the same."),
        },
        "throw_down": {
            True: _("A hand may be thrown down unseen, and that counts as a knock."),
            False: _("Nobody throws a hand down unseen."),
        },
        "all_equal": {
            "others-lose": _("After a knock, when all hands are equal, all but the knocker lose a life."),
            "nobody": _("After a knock, when all hands are equal, nobody loses a life."),
        },
    }
    presets = {
        "usual": (_("The usual rules"), {}),
        "variants": (
            _("With all variants"),
            {"three_of_a_kind": 30, "straight_flush": True, "minimum_knock": 17, "throw_down": True},
        ),
    }

    refusals = {
        "not-true": quoting(gettext_noop("“%(key)s” is %(got)s, and can only be true.")),
        "throw-down-off": _("Throw Down is not played in this match."),
        "knocker-and-thrown-down": _("A hand ends with a knock or with a Throw Down, not with both."),
        "nobody-named": nobody_named,
        "player-out": _("%(player)s has been out since deal %(since)d."),
        "player-missing": _("%(player)s is still in, and the hand is missing."),
        "too-many-31": ngettext_lazy(
            "%(got)d hand of 31: every 31 has an ace, and there are %(want)d.",
            "%(got)d hands of 31: every 31 has an ace, and there are %(want)d.",
            "got",
        ),
        "hand-size": hand_size,
        "not-a-card": quoting(gettext_noop("%(player)s: %(got)s is no card.")),
        "card-twice": card_twice,
        "half-point-off": _("%(player)s: 30½ is three of a kind, and does not count in this match."),
        "hand-value": quoting(
            gettext_noop("%(player)s cannot have %(got)s: a hand counts %(low)d to %(high)d.")
        ),
        "not-a-whole-number": quoting(
            gettext_noop("%(player)s cannot have %(got)s: that is not what a hand counts.")
        ),
    }
    whys = {
        "lowest": paying(_("%(player)s had the lowest hand.")),
        "tied-lowest": paying(_("%(player)s tied for the lowest hand.")),
        "tied-with-knocker": paying(_("%(player)s tied with the knocker for the lowest hand.")),
        "knocker-lowest": paying(_("%(player)s knocked and alone had the lowest hand.")),
        "knocker-tied": paying(
            _("%(player)s knocked and tied for the lowest hand, and a tie does not save the knocker here.")
        ),
        "another-has-31": paying(_("%(player)s was up against a 31.")),
        "knocker-on-31": paying(_("%(player)s knocked, and somebody else had 31.")),
        "last-penny-out": _("It was the last penny, and puts %(player)s out."),
        "on-the-dole-out": _("%(player)s was on the dole: this life was the last, and puts %(player)s out."),
        "second-life-out": _("There was a penny for one life only: the second puts %(player)s out."),
        "second-life-forgiven": _("There was a penny for one life only: %(player)s stays in, on the dole."),
        "void-deal": _(
            "Everybody still in would have gone out, so the deal is void: %(player)s loses nothing."
        ),
    }
    reminders = {
        "on-the-dole": ngettext_lazy(
            "%(players)s is on the dole: the next life lost puts %(players)s out.",
            "On the dole, and out with the next life lost: %(players)s.",
            "number",
        ),
    }
    warnings = {
        "knock-below-minimum": _("The knock was below what was agreed as the least. It counts all the same."),
    }
    sections = by_code(
        {
            "hand": ("hand-size", "not-a-card", "card-twice", "hand-value", "not-a-whole-number"),
            "lives": (
                "lowest",
                "tied-lowest",
                "tied-with-knocker",
                "knocker-lowest",
                "knocker-tied",
                "nobody-named",
                "player-missing",
            ),
            "thirty-one": ("another-has-31", "knocker-on-31", "too-many-31"),
            "dole": (
                "last-penny-out",
                "on-the-dole-out",
                "second-life-out",
                "second-life-forgiven",
                "on-the-dole",
                "player-out",
            ),
            "end": ("void-deal",),
            "variants": (
                "half-point-off",
                "throw-down-off",
                "knocker-and-thrown-down",
                "knock-below-minimum",
            ),
        }
    )
    figures = {
        "rounds": _("Deals still in"),
        "31s": _("31s"),
        "knocks": _("Knocks"),
        "knocks-won": _("Knocks won"),
        "knocks-lost": _("Knocks lost"),
        "doles": _("Rides on the dole"),
        "lives": _("Lives lost"),
    }

    def subtitle(self, sheet: Sheet) -> str:
        assert isinstance(sheet, Scat)
        return gettext("kitty %(pennies)d") % {"pennies": sheet.kitty}

    def cell(self, deal: Deal, score: Score, player: str) -> Cell:
        """The hand's value, or where it is not known the pennies paid; beside it what else happened."""
        points, change, rules = score.points[player], score.change[player], rules_of(score, player)
        paid = signed(change) if rules else ""
        notes = [
            self._call(deal, player),
            paid if change and points is not None else "",
            gettext("out") if rules & PUTS_OUT else "",
            pgettext("on the sheet: a deal that counts for nothing", "void") if "void-deal" in rules else "",
        ]
        return Cell(
            paid if points is None else number(points),
            " ".join(filter(None, notes)),
            "bad" if rules else "good" if points == MOST else "",
        )

    def _call(self, deal: Deal, player: str) -> str:
        """The letter of who ended the hand."""
        if deal.get("knocker") == player:
            return pgettext("on the sheet: knocked", "k")
        if deal.get("thrown_down") == player:
            return pgettext("on the sheet: threw the hand down", "t")
        return ""

    def explained(self, deal: Deal, score: Score, player: str, names: Names) -> list[str]:
        """Who ended the hand too, by which the letter on the sheet is explained."""
        lines = super().explained(deal, score, player, names)
        facts = {"player": names[player], "letter": self._call(deal, player)}
        if deal.get("knocker") == player:
            lines.insert(0, gettext("%(player)s knocked (%(letter)s).") % facts)
        elif deal.get("thrown_down") == player:
            lines.insert(0, gettext("%(player)s threw the hand down (%(letter)s).") % facts)
        return lines

    def count(self, sheet: Sheet, player: str) -> dict[str, Any]:
        """A circle for each penny, filled while the player has it; or the dole."""
        pennies = sheet.tally[player]
        return {"dole": pennies == 0, "pennies": [penny < pennies for penny in range(sheet.opening)]}

    def tally(self, sheet: Sheet, player: str) -> str:
        if player in sheet.notes()["out"]:
            return gettext("out")
        return number(sheet.tally[player]) if sheet.tally[player] else gettext("on the dole")

    def outcome(self, deal: Deal, score: Score, sheet: Sheet, names: Names) -> str:
        """Who pays how much, who goes on the dole, who is out, who has won."""
        sentences = [
            *self._payments(deal, score, names),
            *self._departures(score, names),
            *(str(self.warnings[code]) for code in score.notes["warnings"]),
        ]
        return " ".join(sentences)

    def _payments(self, deal: Deal, score: Score, names: Names) -> Iterator[str]:
        if "drawn" in deal:
            yield gettext("The stock ran out: nobody loses.")
        elif any("void-deal" in rules_of(score, player) for player in score.why):
            yield gettext("Everybody would be out: the deal is void.")
        elif not any(score.why.values()):
            yield gettext("Nobody loses.")
        for change in sorted({change for change in score.change.values() if change}):
            yield self._payment(-change, score, names)

    def _payment(self, pennies: int, score: Score, names: Names) -> str:
        out_before = set(score.notes["out"]) - set(gone(score))
        payers = [player for player, change in score.change.items() if change == -pennies]
        spared = [player for player in score.change if player not in out_before and player not in payers]
        if MANY <= len(payers) > len(spared):
            sentence = gettext("All but %(players)s pay %(number)d.")
            return sentence % {"players": listed([names[one] for one in spared]), "number": pennies}
        sentence = ngettext("%(players)s pays %(number)d.", "%(players)s pay %(number)d each.", len(payers))
        return sentence % {"players": listed([names[one] for one in payers]), "number": pennies}

    def _departures(self, score: Score, names: Names) -> Iterator[str]:
        out, going = score.notes["out"], gone(score)
        broke = [player for player, change in score.change.items() if change and not score.tally[player]]
        if dole := [names[player] for player in broke if player not in out]:
            sentence = ngettext("%(players)s goes on the dole.", "%(players)s go on the dole.", len(dole))
            yield sentence % {"players": listed(dole)}
        if going:
            sentence = ngettext("%(players)s is out.", "%(players)s are out.", len(going))
            yield sentence % {"players": listed([names[player] for player in going])}
        still_in = [names[player] for player in score.why if player not in out]
        if len(still_in) == 1:
            yield gettext("%(player)s won.") % {"player": still_in[0]}

    def record(self, counts: Mapping[str, int]) -> list[Line]:
        lives = average(counts.get("lives", 0), counts.get("rounds", 0))
        return [*super().record(counts), Line(_("Lives lost a deal"), lives)]

    def ending(self, sheet: Sheet, names: Names) -> list[str]:
        """Who won, what the kitty held and whose it was, and who went out after whom."""
        assert isinstance(sheet, Scat)
        (winner,) = sheet.winners()
        name, own = names[winner], sheet.opening - sheet.tally[winner]
        kitty = ngettext("It holds %(kitty)d penny.", "It holds %(kitty)d pennies.", sheet.kitty)
        lines = [
            gettext("%(player)s won the kitty.") % {"player": name},
            kitty % {"kitty": sheet.kitty},
        ]
        if own:
            paid = ngettext(
                "%(number)d of them was %(player)s's own.", "%(number)d of them were %(player)s's own.", own
            )
            lines[-1] += " " + paid % {"number": own, "player": name}
        order = ", ".join(names[player] for player in sheet.notes()["out"])
        return [*lines, gettext("Out in this order: %(players)s.") % {"players": order}]


WORDS = ScatWords()
