"""Petukh in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext, gettext_noop, ngettext, ngettext_lazy, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from games.scoring.petukh import PRESETS, REVOKE
from games.scoring.sheet import Deal, Score, Sheet
from games.words.common import quoting
from games.words.game import ANY, NONE, Cell, GameWords, Line, OptionWords, by_code
from games.words.sentences import Facts, Names, average, listed, signed, written

# Translators: a letter for boys, small beside a figure
_BOYS = _("B")

NOTES = {
    "boys-simple": _BOYS,
    "boys-coloured": _BOYS,
    "boys-four": _BOYS,
    "boys-oblique": _BOYS,
    "boys-without-trick": _BOYS,
    "boys-cover-no-trick": _BOYS,
    "finished-with-boys": _BOYS,
    # Translators: small beside a figure: all four of them were in one hand
    "four-jacks": _("4 jacks"),
    # Translators: small beside a figure: five trumps, or five of a suit in a row
    "trump-five": _("five"),
    "suit-five": _("five"),
    # Translators: small beside a figure: a card was thrown off that should have been played
    "revoke": _("revoke"),
    # Translators: small beside a figure: more was written off than was left
    "overshoot": _("over"),
}
"""What is written small beside a figure, by the rule that brought it there."""

SIGNS = {"points": "", "cross": "×", "points-and-circle": "○"}
"""What is drawn for who stayed in without a trick, by what the match's `no_trick` says."""

MANY = 4
"""So many crosses or circles are drawn one by one; more of them are counted."""


def _tricks_total(facts: Facts) -> str:
    """Too many tricks, or too few, and by how many."""
    number = facts["got"] - facts["want"]
    sentence = ngettext(
        "%(got)d tricks: %(number)d too many.", "%(got)d tricks: %(number)d too many.", number
    )
    return sentence % {**facts, "number": number} if number > 0 else _tricks_missing(facts)


def _tricks_missing(facts: Facts) -> str:
    number = facts["want"] - facts["got"]
    sentence = ngettext(
        "%(number)d of the %(want)d tricks is missing.",
        "%(number)d of the %(want)d tricks are missing.",
        number,
    )
    return sentence % {**facts, "number": number}


def _cut_short_above_zero(facts: Facts) -> str:
    stops = gettext("A deal stops before its last trick only when somebody comes to exactly nought.")
    return f"{_tricks_missing(facts)} {stops}"


def _boys_of_who_passes(facts: Facts) -> str:
    """Whether they count, which depends on what boys are worth without a trick."""
    if facts["boys_may_pass"] and facts["boys_without_trick"] == "offset":
        return gettext("Whoever passes may announce boys all the same, and writes them off.")
    return gettext("Whoever passes may not announce boys.")


def _oblique(facts: Facts) -> str:
    """Oblique boys, which are worth something at some tables only."""
    if facts["number"]:
        return gettext("%(player)s showed oblique boys: %(amount)s.") % facts
    return gettext("%(player)s showed oblique boys, which count for nothing here.") % facts


def _revoked(facts: Facts) -> str:
    times = facts["number"] // REVOKE
    sentence = ngettext(
        "%(player)s revoked: %(amount)s.", "%(player)s revoked %(times)d times: %(amount)s.", times
    )
    return sentence % {**facts, "times": times}


class PetukhWords(GameWords):
    title = _("Petukh")
    tagline = _("Every trick writes off one; the first to come down to exactly nought wins.")
    counts = _("left")
    units = ngettext_lazy("%(number)d poen", "%(number)d poens", "number")
    in_units = _("Poens")
    price = _("Price of a poen")
    options = {
        "start": OptionWords(
            _("Starting record"), _("What stands against everybody at the start, to be written off.")
        ),
        "deck": OptionWords(
            _("Pack"),
            _("How many cards are in it. The score does not depend on it."),
            {36: _("36 cards"), 32: _("32 cards")},
        ),
        "boys_without_trick": OptionWords(
            _("Boys, and no trick"),
            _(
                "Whoever showed boys stayed in and took no trick. Written off: they count against a penalty as "
                "large (all four: 15 against 10). Void: 5 is charged, as without boys. Cost 10: they do not "
                "count, and 10 is charged. Forfeited: simple ones cost 5, coloured ones nothing, all four 10."
            ),
            {
                "offset": _("written off against a penalty"),
                "void": pgettext_lazy("boys that count for nothing", "void"),
                "penalty": _("cost 10"),
                "forfeit": _("forfeited"),
            },
        ),
        "coloured": OptionWords(
            _("Coloured boys"),
            _("What a pair of one colour writes off when the trump jack is in it."),
            {10: _("10"), 5: _("5, as simple boys")},
        ),
        "oblique": OptionWords(
            _("Oblique boys"),
            _("What two jacks of different colours write off."),
            {0: _("nothing"), 5: _("5, as simple boys")},
        ),
        "four_jacks": OptionWords(
            _("All four jacks"),
            _("What all four in one hand are worth."),
            {"write-off": _("write off 15"), "wins": _("win the game")},
        ),
        "no_trick": OptionWords(
            _("Staying in without a trick"),
            _("What stands against whoever stays in and takes none."),
            {
                "points": _("points"),
                "cross": _("a cross in place of points"),
                "points-and-circle": _("points and a circle"),
            },
        ),
        "mark_price": OptionWords(
            _("Price of a cross or circle"), _("Poens that each one costs a loser at the end.")
        ),
        "zero": OptionWords(
            _("Coming to nought in the middle of a deal"),
            _("Whether the deal is played to its last trick before anybody has finished."),
            {"end-of-deal": _("the deal is played out"), "at-once": _("the game stops at once")},
        ),
        "overshoot": OptionWords(
            _("More written off than was left"),
            _("What happens to a record that would fall below nought."),
            {"restart": _("starts again from the top"), "finishes": _("finishes all the same")},
        ),
        "finish_with_boys": OptionWords(
            _("Finishing with boys"),
            _("Whether a pair of boys, announced, ends the game without play for who has little left."),
            {"five-or-less": _("with 5 or fewer left"), "off": _("never")},
        ),
        "boys_may_pass": OptionWords(
            _("Boys of who passes"),
            _("Whoever passes may announce boys all the same, where boys are written off without a trick."),
        ),
        "trump_five": OptionWords(
            _("Five trumps"),
            _("Five trumps with the ace take all five tricks unplayed; the others took none."),
        ),
        "suit_five": OptionWords(
            _("Five in a row"),
            _("Five cards of one suit in sequence take all five tricks unplayed; the others took none."),
        ),
        "no_boys_at_seven": OptionWords(
            _("No boys at 7"), _("Whoever has exactly 7 left may not announce boys.")
        ),
        "house_rules": OptionWords(
            _("How the cards are played"),
            _("The sheet reminds you of these where it can; it does not check them."),
            {
                "trump-goes-left": _("a dealer with 5 or fewer gives the trump card to the left"),
                "no-exchange-at-three": _("no exchanging of cards at 3"),
                "lead-trump-at-one": _("a trump is led first when anybody has 1 left"),
                "must-overtrump": _("over-trumping is compulsory"),
                "lead-trump-ace": _("the trump ace has to be led"),
                "trump-card-stays": _("nobody takes the trump card"),
            },
        ),
    }
    agreements = {
        "start": {
            ANY: ngettext_lazy(
                "Everybody starts with %(value)d poen to write off.",
                "Everybody starts with %(value)d poens to write off.",
                "value",
            )
        },
        "deck": {
            36: _("There are 36 cards, from the six up."),
            32: _("There are 32 cards, from the seven up."),
        },
        "boys_without_trick": {
            "offset": _(
                "Whoever shows boys and takes no trick writes them off all the same, against a penalty as large "
                "(all four: 15 against 10)."
            ),
            "void": _("Boys count for nothing without a trick, and whoever takes none is charged 5."),
            "penalty": _(
                "Boys count for nothing without a trick, and whoever shows them and takes none is charged 10."
            ),
            "forfeit": _(
                "Boys count for nothing without a trick: simple ones cost 5, all four 10, and coloured ones "
                "cover the penalty."
            ),
        },
        "coloured": {
            10: _("Coloured boys, a pair with the trump jack in it, write off 10."),
            5: _("Any two jacks of one colour write off 5, with or without the trump jack."),
        },
        "oblique": {
            0: _("Oblique boys, two jacks of different colours, write nothing off."),
            5: _("Oblique boys, two jacks of different colours, write off 5."),
        },
        "four_jacks": {
            "write-off": _("All four jacks in one hand write off 15."),
            "wins": _("All four jacks in one hand win the game."),
        },
        "no_trick": {
            "points": _("Whoever stays in and takes no trick goes up."),
            "cross": _("Whoever stays in and takes no trick gets a cross, and does not go up."),
            "points-and-circle": _("Whoever stays in and takes no trick goes up, and gets a circle."),
        },
        "mark_price": {
            0: _("A cross or circle costs nothing at the end."),
            ANY: ngettext_lazy(
                "Each cross or circle costs a loser %(value)d poen at the end.",
                "Each cross or circle costs a loser %(value)d poens at the end.",
                "value",
            ),
        },
        "zero": {
            "end-of-deal": _("Every deal is played to its last trick before anybody has finished."),
            "at-once": _("The game stops at once when somebody comes to nought in the middle of a deal."),
        },
        "overshoot": {
            "restart": _("Whoever writes off more than is left starts again from the top."),
            "finishes": _("Whoever writes off more than is left finishes all the same."),
        },
        "finish_with_boys": {
            "five-or-less": _("Whoever has 5 or fewer left and shows a pair of boys finishes without play."),
            "off": _("Boys do not finish the game: what is left is played for."),
        },
        "boys_may_pass": {ANY: _boys_of_who_passes},
        "trump_five": {
            True: _("Five trumps with the ace take all five tricks unplayed, and the others took none."),
            False: _("Five trumps are played as any other cards."),
        },
        "suit_five": {
            True: _(
                "Five cards of one suit in sequence take all five tricks unplayed, and the others took none."
            ),
            False: _("Five cards of one suit in sequence are played as any other cards."),
        },
        "no_boys_at_seven": {
            True: _("Whoever has exactly 7 left may not announce boys."),
            False: _("Boys may be announced with 7 left, as with any other record."),
        },
        "house_rules": {
            NONE: _("The trump card, the exchange and the leads go by the book."),
            "trump-goes-left": _(
                "A dealer with 5 or fewer left does not take the trump card, but gives it to the left neighbour."
            ),
            "no-exchange-at-three": _("Whoever has 3 left exchanges no cards."),
            "lead-trump-at-one": _("When anybody has 1 left, a trump is led first."),
            "must-overtrump": _("Whoever can play a higher trump on a trump has to."),
            "lead-trump-ace": _("Whoever is to lead and has the trump ace leads it."),
            "trump-card-stays": _("Nobody takes the turned-up trump card."),
        },
    }
    presets = {
        "book": (_("The book's rules"), PRESETS["book"]),
        "house": (_("The author's house rules"), PRESETS["house"]),
        "house-long": (_("House rules, from 49"), PRESETS["house-long"]),
    }
    refusals = {
        "player-missing": _("How many tricks did %(player)s take? Or was it a pass?"),
        "passed-with-tricks": _("%(player)s passed, and so can have no tricks."),
        "tricks-range": ngettext_lazy(
            "%(player)s: %(got)d trick, and there can be 0 to %(want)d.",
            "%(player)s: %(got)d tricks, and there can be 0 to %(want)d.",
            "got",
        ),
        "tricks-total": _tricks_total,
        "cut-short-above-zero": _cut_short_above_zero,
        "past-zero": ngettext_lazy(
            "%(player)s comes to nought with %(want)d trick, where the deal stops: %(got)d is too many.",
            "%(player)s comes to nought with %(want)d tricks, where the deal stops: %(got)d is too many.",
            "want",
        ),
        "boys-kind": quoting(gettext_noop("%(got)s is no kind of boys.")),
        "four-jacks-win": _(
            "%(player)s had all four jacks, and they win the game here: enter them under “Without play”."
        ),
        "boys-at-seven": _("%(player)s stands at 7, and may not show boys."),
        "boys-passed": _("%(player)s passed, and boys of who passes do not count here."),
        "boys-beside-four": _("%(player)s showed all four jacks, so nobody else can have shown boys."),
        "oblique-beside-pair": _(
            "%(player)s showed a red jack and a black one, so there was no pair of one colour for %(players)s."
        ),
        "oblique-too-many": _("Four jacks make %(want)d oblique pairs, and not %(got)d: %(players)s."),
        "pairs-too-many": _("Four jacks make %(want)d pairs of one colour, and not %(got)d: %(players)s."),
        "coloured-twice": _("One pair has the trump jack in it: %(players)s cannot both have coloured boys."),
        "simple-twice": _("One pair has the trump jack in it: %(players)s cannot both have simple boys."),
        "revoke-passed": _("%(player)s passed, and so cannot have revoked."),
        "revokes-range": ngettext_lazy(
            "%(player)s: %(got)d revoke, and there can be %(want)d or more, or none told.",
            "%(player)s: %(got)d revokes, and there can be %(want)d or more, or none told.",
            "got",
        ),
        "first-out-missing": _("%(players)s come to nought: who was first?"),
        "nobody-finished": _("Nobody comes to nought in this deal, so %(player)s was not first out."),
        "first-out-not-finished": _("%(player)s does not come to nought, but %(players)s: who was first?"),
        "finish-with-boys-off": _("By the rules of this match boys do not finish the game."),
        "too-much-left": _("%(player)s has %(got)d left: boys finish the game with %(want)d or fewer."),
        "trump-five-off": _("By the rules of this match five trumps are played as any other cards."),
        "suit-five-off": _("By the rules of this match five in a row are played as any other cards."),
        "five-passed": _("%(player)s had the five cards, and so cannot have passed."),
        "four-jacks-off": _("By the rules of this match four jacks write off 15: enter them under “Tricks”."),
    }
    whys = {
        "tricks": ngettext_lazy(
            "%(player)s took %(number)d trick: %(amount)s.",
            "%(player)s took %(number)d tricks: %(amount)s.",
            "number",
        ),
        "boys-simple": _("%(player)s showed simple boys: %(amount)s."),
        "boys-coloured": _("%(player)s showed coloured boys: %(amount)s."),
        "boys-four": _("%(player)s showed all four jacks: %(amount)s."),
        "boys-oblique": _oblique,
        "boys-without-trick": _("%(player)s showed boys, which count for nothing without a trick."),
        "boys-cover-no-trick": _(
            "%(player)s took no trick: the boys write nothing off, but cover the penalty."
        ),
        "no-trick": _("%(player)s took no trick: %(amount)s."),
        "no-trick-with-boys": _("%(player)s showed boys and took no trick: %(amount)s."),
        "cross": _("%(player)s took no trick: a cross in place of points."),
        "circle": _("%(player)s went up for taking no trick: a circle."),
        "alone-no-trick": _("%(player)s was alone and took no trick: no penalty."),
        "cut-short": _("The deal was cut short: no penalty for %(player)s, who had no trick yet."),
        "revoke": _revoked,
        "finished-with-boys": _("%(player)s finished with boys, without play: %(amount)s."),
        "trump-five": _("%(player)s had five trumps with the ace, and so all the tricks: %(amount)s."),
        "suit-five": _(
            "%(player)s had five of a suit in a row, or what beats them, and so all the tricks: %(amount)s."
        ),
        "four-jacks": _("%(player)s had all four jacks, and they win the game: %(amount)s."),
        "stopped-at-zero": _("%(player)s had less than that left, and stopped at nought: %(amount)s."),
        "overshoot": _("%(player)s wrote off more than was left, and starts again: %(amount)s."),
        "overshoot-finishes": _("%(player)s wrote off more than was left, and stays at nought: %(amount)s."),
    }
    reminders = {
        "may-finish-with-boys": _("%(players)s may finish with boys"),
        "no-boys": _("%(players)s may not show boys at 7"),
        "trump-goes-left": _("%(players)s gives the trump card to the left"),
        "no-exchange": _("%(players)s may not exchange at 3"),
        "lead-trump": _("%(players)s must lead a trump: somebody has 1 left"),
    }
    sections = by_code(
        {
            "exchange": ("passed-with-tricks",),
            "record": ("player-missing", "tricks-range", "tricks-total", "tricks"),
            "boys": (
                "boys-passed",
                "boys-beside-four",
                "oblique-beside-pair",
                "oblique-too-many",
                "pairs-too-many",
                "coloured-twice",
                "simple-twice",
                "boys-simple",
                "boys-coloured",
                "boys-four",
                "boys-oblique",
            ),
            "no-trick": (
                "boys-without-trick",
                "boys-cover-no-trick",
                "no-trick",
                "no-trick-with-boys",
                "alone-no-trick",
            ),
            "marks": ("cross", "circle"),
            "revoke": ("revoke-passed", "revokes-range", "revoke"),
            "nought": (
                "cut-short-above-zero",
                "past-zero",
                "first-out-missing",
                "nobody-finished",
                "first-out-not-finished",
                "cut-short",
                "stopped-at-zero",
                "overshoot",
                "overshoot-finishes",
            ),
            "finishing": (
                "finish-with-boys-off",
                "too-much-left",
                "finished-with-boys",
                "may-finish-with-boys",
            ),
            "fives": ("trump-five-off", "suit-five-off", "five-passed", "trump-five", "suit-five"),
            "house": (
                "boys-at-seven",
                "four-jacks-win",
                "four-jacks-off",
                "four-jacks",
                "no-boys",
                "trump-goes-left",
                "no-exchange",
                "lead-trump",
            ),
        }
    )
    figures = {
        "rounds": _("Deals stayed in"),
        "poens-won": _("Poens won"),
        "poens-lost": _("Poens lost"),
        "overshoots": _("Overshoots"),
        "boys": _("Boys shown"),
    }

    def subtitle(self, sheet: Sheet) -> str:
        return gettext("from %(start)d") % {"start": sheet.rules["start"]}

    def cell(self, deal: Deal, score: Score, player: str) -> Cell:
        """A rise for no trick is ringed, as players ring it; a cross stands in place of a figure."""
        rules, change = {part.rule for part in score.why[player]}, score.change[player]
        passed = player in deal.get("passed", ())
        cross = "cross" in rules
        notes = [str(note) for rule, note in NOTES.items() if rule in rules]
        if passed:
            # Translators: small in a cell: the player passed
            notes.insert(0, gettext("pass"))
        if cross and change:
            notes.append(SIGNS["cross"])
        played = score.points[player] is not None or rules
        return Cell(
            text=SIGNS["cross"] if cross and not change else signed(change) if played else "",
            note=" ".join(notes),
            tone="good" if score.tally[player] == 0 else "bad" if cross or change > 0 else "",
            ring=_rise(score, player) > 0,
        )

    def count(self, sheet: Sheet, player: str) -> dict[str, Any]:
        """`marks` are the crosses or circles as they are drawn, `said` the same for who cannot see them."""
        marks, sign = sheet.notes()["marks"][player], SIGNS[sheet.rules["no_trick"]]
        drawn = sign * marks if marks <= MANY else f"{marks}{sign}"
        return {"marks": drawn, "said": self._marks(sheet, player)}

    def tally(self, sheet: Sheet, player: str) -> str:
        marks = self._marks(sheet, player)
        return f"{sheet.tally[player]}, {marks}" if marks else str(sheet.tally[player])

    def _marks(self, sheet: Sheet, player: str) -> str:
        """How many crosses or circles a player has; nothing where there are none."""
        marks = sheet.notes()["marks"][player]
        if not marks:
            return ""
        if sheet.rules["no_trick"] == "cross":
            return ngettext("%(number)d cross", "%(number)d crosses", marks) % {"number": marks}
        return ngettext("%(number)d circle", "%(number)d circles", marks) % {"number": marks}

    def outcome(self, deal: Deal, score: Score, sheet: Sheet, names: Names) -> str:
        changes, said = [], []
        for player in score.change:
            name = names[player]
            rules = [part.rule for part in score.why[player]]
            if "overshoot" in rules:
                back = {"player": name, "left": score.tally[player]}
                said.append(gettext("%(player)s overshoots: back to %(left)d.") % back)
            elif score.change[player]:
                changes.append(written(name, signed(score.change[player])))
            elif "cross" in rules:
                changes.append(written(name, SIGNS["cross"]))
        finished = [player for player, left in score.tally.items() if left == 0]
        if finished:
            winner = deal.get("first_out", finished[0])
            said.insert(0, gettext("%(player)s won.") % {"player": names[winner]})
        if changes:
            said.append(f"{', '.join(changes)}.")
        return " ".join(said) or gettext("Nothing changes.")

    def record(self, counts: Mapping[str, int]) -> list[Line]:
        tricks = average(counts.get("tricks", 0), counts.get("rounds", 0))
        return [*super().record(counts), Line(_("Tricks a deal"), tricks)]

    def ending(self, sheet: Sheet, names: Names) -> list[str]:
        """Who won how much, what each of the others pays, and who is the rooster."""
        owed, losers = sheet.ledger(), sheet.losers()
        [winner] = sheet.winners()
        most = max(sheet.tally[player] for player in losers)
        roosters = [names[player] for player in losers if sheet.tally[player] == most]
        return [
            gettext("%(player)s won: %(amount)s.")
            % {"player": names[winner], "amount": signed(owed[winner])},
            *(self._paid(sheet, player, names[player], signed(owed[player])) for player in losers),
            gettext("Most left, and so the rooster: %(players)s.") % {"players": listed(roosters)},
        ]

    def _paid(self, sheet: Sheet, player: str, name: str, amount: str) -> str:
        facts = {
            "player": name,
            "left": sheet.tally[player],
            "marks": self._marks(sheet, player),
            "amount": amount,
        }
        if facts["marks"] and sheet.rules["mark_price"]:
            return gettext("%(player)s had %(left)d left and %(marks)s: %(amount)s.") % facts
        return gettext("%(player)s had %(left)d left: %(amount)s.") % facts


def _rise(score: Score, player: str) -> int:
    """How far a player went up for taking no trick, less what boys wrote off."""
    charged = [part.amount for part in score.why[player] if part.rule.startswith(("no-trick", "boys-"))]
    return sum(charged) if max(charged, default=0) > 0 else 0


WORDS = PetukhWords()
