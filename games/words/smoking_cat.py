"""Smoking Cat in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from django.utils.translation import gettext, gettext_noop, ngettext, ngettext_lazy, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from games.scoring.sheet import Deal, Score, Sheet
from games.scoring.smoking_cat import ITEMS, SmokingCat, word_letters
from games.words.common import quoting
from games.words.game import ANY, Cell, GameWords, Line, OptionWords, by_code
from games.words.sentences import Facts, Names, Text, average, isolated, listed, say, share

HEART = "♥"
FACES: Mapping[str, Text] = {
    item: {"heim": _("Heim"), "last": pgettext_lazy("the last trick, on a key", "last")}.get(
        item, HEART + item[1:]
    )
    for item in ITEMS
}
"""The ten items, as short as a key: O is the Ober (in a French pack the queen), U the Unter (the jack)."""

SPELT_OUT = 12
"""Words of so many letters are shown letter by letter where there is little room; longer ones are counted."""


def item(code: str) -> str:
    """One of the ten items within a sentence."""
    said = {
        # Translators: behind "has" or "took", in a list of such
        "heim": gettext("the Heim"),
        # Translators: as the Heim
        "last": gettext("the last trick"),
    }
    return said.get(code) or str(FACES[code])


def points_total(facts: Facts) -> str:
    short = facts["want"] - facts["got"]
    if short > 0:
        sentence = ngettext(
            "%(got)d of %(want)d points: %(short)d is missing.",
            "%(got)d of %(want)d points: %(short)d are missing.",
            short,
        )
        return sentence % {**facts, "short": short}
    sentence = ngettext(
        "%(got)d points in place of %(want)d: %(over)d too many.",
        "%(got)d points in place of %(want)d: %(over)d too many.",
        -short,
    )
    return sentence % {**facts, "over": -short}


def thrower_needs_five(facts: Facts) -> str:
    over = facts["want"] - facts["got"]
    sentence = ngettext(
        "The other three have %(over)d point too many: %(player)s threw in and takes the last trick, so at "
        "least %(want)d.",
        "The other three have %(over)d points too many: %(player)s threw in and takes the last trick, so at "
        "least %(want)d.",
        over,
    )
    return sentence % {**facts, "over": over}


def item_twice(facts: Facts) -> str:
    if facts["player"] == facts["other_player"]:
        sentence = gettext("%(player)s has %(item)s twice.")
    else:
        sentence = gettext("%(other_player)s and %(player)s both have %(item)s.")
    return sentence % {**facts, "item": item(facts["item"])}


def items_missing(facts: Facts) -> str:
    items = facts["items"]
    if len(items) == len(ITEMS):
        return gettext("Who took which of the ten?")
    return gettext("Who took %(items)s?") % {"items": listed([item(one) for one in items])}


def heim_of(deal: Deal) -> str | None:
    """Who took the Heim, where a deal says so."""
    holders = (player for player, items in deal.get("cards", {}).items() if "heim" in items)
    return deal.get("heim") or next(holders, None)


class Piece(NamedTuple):
    """A letter of the word, or what stands between letters and is never taken."""

    text: str
    counts: bool
    taken: bool = False


def pieces(word: str, letters: Iterable[str], taken: int) -> Iterator[Piece]:
    """The word as typed, piece by piece, when so many of its letters are taken."""
    rest = word
    for place, letter in enumerate(letters):
        between, _letter, rest = rest.partition(letter)
        if between:
            yield Piece(between, counts=False)
        yield Piece(letter, counts=True, taken=place < taken)
    if rest:
        yield Piece(rest, counts=False)


def so_far(sheet: SmokingCat, player: str) -> str:
    """What a player has of the word, in little room: `С А · ·`, of a long word `2 / 14`."""
    taken, whole = sheet.tally[player], len(sheet.word)
    if whole > SPELT_OUT:
        return f"{taken} / {whole}"
    return isolated(" ".join([*sheet.word[:taken], *"·" * (whole - taken)]))


class SmokingCatWords(GameWords):
    title = _("Smoking Cat")
    tagline = _("Whoever loses a round takes a letter; the first to have the whole word loses.")
    counts = _("letters")
    options = {
        "word": OptionWords(
            _("The word"),
            _(
                "Whoever loses a round takes its next letter. 1 to 30 letters in any script; spaces, hyphens "
                "and apostrophes are shown but never taken."
            ),
            wrong=_("A word has 1 to 30 letters or digits."),
            missing=_("Which word is played for?"),
        ),
        "odd_tie": OptionWords(
            _("11, 11, and the Heim elsewhere"),
            _("Two have 11 points each, a third has the Heim and 10: who takes the letter?"),
            {
                "heim": _("who took the Heim"),
                "tied": _("both who have 11"),
                "replay": _("nobody"),
            },
        ),
    }
    agreements = {
        "word": {ANY: _("The word is %(word)s.")},
        "odd_tie": {
            "heim": _("Two with 11 and a third with the Heim and 10: who took the Heim takes the letter."),
            "tied": _("Two with 11 and a third with the Heim and 10: both who have 11 take a letter."),
            "replay": _("Two with 11 and a third with the Heim and 10: nobody takes a letter."),
        },
    }
    presets = {"book": (_("The rules as written"), {})}
    refusals = {
        "points-total": points_total,
        "points-negative": ngettext_lazy(
            "%(player)s cannot have %(got)d point: nothing counts below 0.",
            "%(player)s cannot have %(got)d points: nothing counts below 0.",
            "got",
        ),
        "heim-needed": ngettext_lazy(
            "%(players)s have %(got)d point each: who took the Heim?",
            "%(players)s have %(got)d points each: who took the Heim?",
            "got",
        ),
        "heim-for-nobody": _(
            "Nobody can have taken the Heim: it counts %(want)d alone, and nobody has more than %(got)d."
        ),
        "heim-for-nobody-else": _(
            "Nobody can have taken the Heim: %(player)s, with the last trick too, would have at least %(want)d, "
            "and nobody else has 10."
        ),
        "heim-needs-ten": ngettext_lazy(
            "%(player)s has %(got)d point, and the Heim alone counts %(want)d.",
            "%(player)s has %(got)d points, and the Heim alone counts %(want)d.",
            "got",
        ),
        "last-trick-needs-five": ngettext_lazy(
            "%(player)s has %(got)d point, and the last trick alone counts %(want)d.",
            "%(player)s has %(got)d points, and the last trick alone counts %(want)d.",
            "got",
        ),
        "both-need-fifteen": ngettext_lazy(
            "%(player)s has %(got)d point, and the Heim and the last trick count %(want)d together.",
            "%(player)s has %(got)d points, and the Heim and the last trick count %(want)d together.",
            "got",
        ),
        "thrower-needs-five": thrower_needs_five,
        "thrower-counted": _("%(player)s threw in: only the points of the other three are told."),
        "last-trick-is-throwers": _(
            "%(player)s threw in and so takes the last trick: %(other_player)s cannot have it."
        ),
        "taker-without-points": _("Who took the Heim or the last trick is told only with the points."),
        "item-twice": item_twice,
        "items-missing": items_missing,
        "not-an-item": quoting(gettext_noop("%(player)s: %(got)s is none of the ten that count.")),
        "sat-out": _("%(player)s sat out this deal."),
        "sitting-out-number": ngettext_lazy(
            "%(want)d has to sit out, and not %(got)d.", "%(want)d have to sit out, and not %(got)d.", "want"
        ),
        "nobody-sits-out": _("Four are at the table: nobody sits out."),
        "not-a-text": quoting(gettext_noop("“%(key)s” is %(got)s, and not a text.")),
    }
    whys = {
        "most-points": _("Nobody has more: %(player)s takes a letter."),
        "tie-heim": _("%(player)s is tied for the most and took the Heim, and so takes the letter."),
        "odd-tie-heim": _(
            "Two others are tied for the most without the Heim; %(player)s took it, and so takes the letter."
        ),
        "odd-tie-tied": _(
            "%(player)s is tied for the most, and a third took the Heim: both who are tied take a letter."
        ),
        "odd-tie-replay": _("Two are tied for the most, and a third took the Heim: nobody takes a letter."),
        "reached-17": _("%(player)s reached 17, which nobody can overtake, and takes a letter."),
        "threw-in": _("%(player)s threw the hand in and takes a letter."),
        "revoke": _("%(player)s revoked and takes a letter, whatever the points."),
        "deliberate-revoke": _(
            "%(player)s revoked on purpose, takes a letter and is expelled: the match is over, and "
            "%(player)s has lost it."
        ),
        "verdict": _("The table decided that %(player)s lost the round and takes a letter."),
        "fine": _("%(player)s was fined a letter; no round was played for it."),
    }
    reminders = {"one-letter-left": _("%(players)s: one letter left.")}
    sections = by_code(
        {
            "points": (
                "points-total",
                "points-negative",
                "heim-for-nobody",
                "heim-for-nobody-else",
                "heim-needs-ten",
                "last-trick-needs-five",
                "both-need-fifteen",
                "item-twice",
                "items-missing",
            ),
            "letter": ("most-points",),
            "tie": ("heim-needed", "tie-heim", "odd-tie-heim", "odd-tie-tied", "odd-tie-replay"),
            "seventeen": ("reached-17",),
            "throw-in": ("threw-in", "thrower-needs-five", "thrower-counted", "last-trick-is-throwers"),
            "revoke": ("revoke", "deliberate-revoke"),
            "verdict": ("verdict", "fine"),
            "sitting-out": ("sat-out", "sitting-out-number", "nobody-sits-out"),
            "end": ("one-letter-left",),
        }
    )
    noted = {
        "threw-in": _("threw in"),
        "revoke": _("revoke"),
        "deliberate-revoke": _("expelled"),
        "fine": pgettext_lazy("a letter for a fault", "fine"),
        "odd-tie-replay": pgettext_lazy("on the sheet: tied", "tie"),
    }
    """By rule: what stands beside a figure on the sheet."""
    figures = {
        "rounds": _("Rounds played"),
        "words": _("Words completed"),
        "letters": _("Letters taken in rounds"),
        "ties-by-heim": _("Ties lost by the Heim"),
        "fines": _("Fines"),
    }

    def subtitle(self, sheet: Sheet) -> str:
        return gettext("word %(word)s") % {"word": isolated(sheet.rules["word"])}

    def cell(self, deal: Deal, score: Score, player: str) -> Cell:
        """The points, or the letter that was taken without any; whoever took one is circled."""
        took = score.change[player] > 0
        text = self._figure(deal, score, player) if took or score.points[player] is not None else ""
        return Cell(text, self._notes(deal, score, player), "bad" if took else "", ring=took)

    def _figure(self, deal: Deal, score: Score, player: str) -> str:
        if score.points[player] is not None:
            return str(score.points[player])
        return "17" if "reached_17" in deal else word_letters(score.notes["letters"][player])[-1]

    def _notes(self, deal: Deal, score: Score, player: str) -> str:
        notes = [self.noted[part.rule] for part in score.why[player] if part.rule in self.noted]
        if "points" in deal and deal.get("threw_in") == player:
            notes.append(_("threw in"))
        if player == heim_of(deal):
            notes.append(_("Heim"))
        if player in deal.get("sitting_out", ()):
            notes.append(_("sat out"))
        return " ".join(map(str, notes))

    def count(self, sheet: Sheet, player: str) -> dict[str, Any]:
        """The word filling up: `pieces` to draw, unless it is long; and the same to be read aloud, or shown."""
        assert isinstance(sheet, SmokingCat)
        taken, whole = sheet.tally[player], len(sheet.word)
        read = ngettext("%(taken)d of %(whole)d letter", "%(taken)d of %(whole)d letters", whole)
        drawn = pieces(sheet.rules["word"], sheet.word, taken) if whole <= SPELT_OUT else ()
        return {
            "pieces": list(drawn),
            "short": so_far(sheet, player),
            "read": read % {"taken": taken, "whole": whole},
        }

    def tally(self, sheet: Sheet, player: str) -> str:
        """The letters so far."""
        return sheet.notes()["letters"][player] or gettext("no letter")

    def explained(self, deal: Deal, score: Score, player: str, names: Names) -> list[str]:
        """What was counted, and then why it cost a letter; of a fine also what it was for."""
        lines = [*self._counted(deal, score, player, names), *super().explained(deal, score, player, names)]
        if deal.get("fine") == player and deal.get("reason"):
            lines.append(gettext("The reason: %(reason)s") % {"reason": isolated(deal["reason"])})
        return lines

    def _counted(self, deal: Deal, score: Score, player: str, names: Names) -> Iterator[str]:
        points = score.points[player]
        facts = {"player": names[player], "points": points}
        if player in deal.get("sitting_out", ()):
            yield gettext("%(player)s sat out.") % facts
        if points is None:
            return
        if player == heim_of(deal):
            counted = ngettext(
                "%(player)s has %(points)d point, the Heim among them.",
                "%(player)s has %(points)d points, the Heim among them.",
                points,
            )
        else:
            counted = ngettext(
                "%(player)s has %(points)d point.", "%(player)s has %(points)d points.", points
            )
        yield counted % facts
        if deal.get("threw_in") == player:
            yield gettext("%(player)s threw in and took every card still held.") % facts

    def outcome(self, deal: Deal, score: Score, sheet: Sheet, names: Names) -> str:
        """Who takes which letter, and whether that ends the match."""
        assert isinstance(sheet, SmokingCat)
        takers = [player for player, change in score.change.items() if change]
        if not takers:
            return gettext("Nobody takes a letter; %(player)s deals again.") % {"player": names[score.dealer]}
        done = any(score.tally[player] == len(sheet.word) for player in takers)
        if len(takers) > 1:
            return self._both_take(takers, names, done=done)
        (taker,) = takers
        facts = {"player": names[taker], "letter": isolated(sheet.word[score.tally[taker] - 1])}
        if deal.get("deliberate"):
            return gettext("%(player)s takes %(letter)s and is expelled: the match is over.") % facts
        if done:
            return gettext("%(player)s takes %(letter)s and has the whole word: the match is over.") % facts
        return gettext("%(player)s takes %(letter)s.") % facts

    def _both_take(self, takers: Sequence[str], names: Names, *, done: bool) -> str:
        sentence = (
            gettext("%(players)s take a letter each, and the match is over.")
            if done
            else gettext("%(players)s take a letter each.")
        )
        return sentence % {"players": listed([names[player] for player in takers])}

    def record(self, counts: Mapping[str, int]) -> list[Line]:
        rounds, letters = counts.get("rounds", 0), counts.get("letters", 0)
        return [
            *super().record(counts),
            Line(_("Letters a round"), average(letters, rounds)),
            Line(_("Success rate: rounds without a letter"), share(rounds - letters, rounds)),
        ]

    def ending(self, sheet: Sheet, names: Names) -> list[str]:
        """Who has fewest letters and so won; who lost, and by what."""
        winners, losers = ([names[one] for one in some] for some in (sheet.winners(), sheet.losers()))
        won = ngettext("%(players)s won.", "%(players)s won.", len(winners))
        return [won % {"players": listed(winners)}, self._lost(sheet, losers)]

    def _lost(self, sheet: Sheet, losers: Sequence[str]) -> str:
        assert isinstance(sheet, SmokingCat)
        if sheet.expelled:
            return gettext("%(player)s revoked on purpose, was expelled and lost.") % {"player": losers[0]}
        sentence = ngettext(
            "%(players)s had the whole word %(word)s and lost.",
            "%(players)s had the whole word %(word)s and lost.",
            len(losers),
        )
        return say(sentence, {"players": listed(losers), "word": isolated(sheet.rules["word"])})


WORDS = SmokingCatWords()
