"""What is said and shown of a game: one instance a game, found by `games.words.words`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.scoring.refusal import Refused
from games.scoring.sheet import Deal, Part, Reminder, Score, Sheet
from games.words.common import REFUSALS
from games.words.sentences import (
    Names,
    Sentence,
    Sentences,
    Text,
    listed,
    named,
    number,
    say,
    signed,
    written,
)

ANY = "any other value"
NONE = "none of them"


def by_code(sections: Mapping[str, Iterable[str]]) -> dict[str, str]:
    """The section of the rules by which each code goes, of the codes that go by each section."""
    return {code: section for section, codes in sections.items() for code in codes}


class Cell(NamedTuple):
    """What stands on the sheet for one player and one deal.

    `text` is the figure, `note` a word or letter beside it, `tone` "bad", "good" or "", and `ring`
    whether the figure is circled, as players circle a rise.
    """

    text: str
    note: str = ""
    tone: str = ""
    ring: bool = False


class Line(NamedTuple):
    """A line of somebody's record: what it is, how much, and the figure's code by which its matches are found."""

    title: Text
    text: str
    code: str = "rounds"


@dataclass(frozen=True)
class OptionWords:
    """How an option is offered: its name, a sentence on what it is, and its values in words.

    `values` names each value of a choice (for a `Whole` only its `off`, if it has one); `wrong` is
    said of something typed that is no value, and `missing` where nothing was agreed on that has no default.
    """

    title: Text
    about: Text
    values: Mapping[Any, Text] = field(default_factory=dict)
    wrong: Text = ""
    missing: Text = ""

    def called(self, value: Any) -> str:
        """A value as it is chosen: in its words, or as it stands."""
        if isinstance(value, bool):
            return _("yes") if value else _("no")
        return str(self.values.get(value, value))


class GameWords:
    """One game in words. Subclasses fill the tables in and say what is the game's own."""

    title: ClassVar[Text]
    tagline: ClassVar[Text]
    """The game in half a sentence, where it is chosen."""
    counts: ClassVar[Text]
    """What the running count is of, as a column's heading: letters, left, points, pennies."""
    units: ClassVar[Text] = ""
    """So many of what the ledger counts, with plural forms; the fact is their `number`."""
    in_units: ClassVar[Text] = ""
    """What is counted where it is worth no money."""
    price: ClassVar[Text] = ""
    """What one of them is worth, as a field."""
    options: ClassVar[Mapping[str, OptionWords]] = {}
    agreements: ClassVar[Mapping[str, Mapping[Any, Sentence]]] = {}
    """By option and value (ANY other, NONE of several) what is then played by; facts: every rule, and `value`."""
    presets: ClassVar[Mapping[str, tuple[Text, Mapping[str, Any]]]] = {}
    """Rules that tables play by, by code: what they are called, and the options that differ."""
    refusals: ClassVar[Sentences] = {}
    whys: ClassVar[Sentences] = {}
    """By rule: the part's sentence; facts: `player`, `amount` with its sign, and `number` without."""
    reminders: ClassVar[Sentences] = {}
    """By rule: a sentence on whom it touches; facts: `players`, and their `number`."""
    warnings: ClassVar[Sentences] = {}
    figures: ClassVar[Mapping[str, Text]] = {"rounds": gettext_lazy("Rounds played")}
    """What is counted over all matches, by the code by which the scoring `adds` it."""
    sections: ClassVar[Mapping[str, str]] = {}
    """By the code of a refusal, part, reminder or warning: the section of the rules that it goes by."""

    def agreed(self, option: str, rules: Mapping[str, Any]) -> list[str]:
        """What an option of a match means at the table: a sentence, or several where it has several values."""
        sentences, told = self.agreements[option], rules[option]
        values = (told or [NONE]) if isinstance(told, list) else [told]
        return [say(sentences.get(value) or sentences[ANY], {**rules, "value": value}) for value in values]

    def refusal(self, refused: Refused, names: Names) -> str:
        """Why a deal cannot have happened, in a sentence."""
        sentence = self.refusals.get(refused.code) or REFUSALS[refused.code]
        return say(sentence, named(refused.facts, names))

    def why(self, player: str, part: Part, names: Names) -> str:
        """A part of a player's change, in a sentence."""
        facts = {"player": names[player], "amount": signed(part.amount), "number": abs(part.amount)}
        return say(self.whys[part.rule], facts)

    def explained(self, deal: Deal, score: Score, player: str, names: Names) -> list[str]:
        """What a deal came to for a player, and why, in sentences."""
        return [self.why(player, part, names) for part in score.why[player]]

    def thoughts(self, sheet: Sheet, names: Names) -> list[tuple[str, str]]:
        """What to think of in the next deal, each with the section of the rules that says it."""
        reminders = sheet.reminders()
        sections = [self.sections[rule] for rule in dict.fromkeys(one.rule for one in reminders)]
        return list(zip(self.reminded(reminders, names), sections, strict=True))

    def reminded(self, reminders: Iterable[Reminder], names: Names) -> list[str]:
        """What to think of in the next deal: a sentence for each rule, whomever it touches."""
        touched: dict[str, list[str]] = {}
        for reminder in reminders:
            touched.setdefault(reminder.rule, []).append(names[reminder.player])
        return [
            say(self.reminders[rule], {"players": listed(players), "number": len(players)})
            for rule, players in touched.items()
        ]

    def subtitle(self, sheet: Sheet) -> str:
        """What a table wants to see beside the game's name: the word, the target, the kitty."""
        return ""

    def cell(self, deal: Deal, score: Score, player: str) -> Cell:
        """What the sheet shows for a player in a deal."""
        return Cell(signed(score.change[player]))

    def count(self, sheet: Sheet, player: str) -> dict[str, Any]:
        """What the game's `count.html` draws for a player."""
        return {"text": number(sheet.tally[player])}

    def tally(self, sheet: Sheet, player: str) -> str:
        """A player's running count in plain text."""
        return number(sheet.tally[player])

    def outcome(self, deal: Deal, score: Score, sheet: Sheet, names: Names) -> str:
        """What a deal came to, in one short sentence; `sheet` as it stands after it."""
        changes = [
            written(names[player], signed(change)) for player, change in score.change.items() if change
        ]
        return ", ".join(changes) or _("Nothing changes.")

    def ending(self, sheet: Sheet, names: Names) -> list[str]:
        """How a finished match ended, in sentences: the first says who won."""
        winners = [names[one] for one in sheet.winners()]
        return [ngettext("%(players)s won.", "%(players)s won.", len(winners)) % {"players": listed(winners)}]

    def record(self, counts: Mapping[str, int]) -> list[Line]:
        """What somebody has to show for at this game, from how often by code."""
        return [Line(title, number(counts.get(code, 0)), code) for code, title in self.figures.items()]

    def figure(self, code: str) -> str:
        """What a code of this game is called; "" if it has none of that name."""
        return str(self.figures.get(code, ""))
