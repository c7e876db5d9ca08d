"""The rules of a match: a field for each option of its game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from games.forms.fields import Chips, ChipsField, CountField, TicksField
from games.forms.missing import missing
from games.forms.names import NameField
from games.scoring.options import AGREE, Choice, Flag, Option, Several, Whole
from games.scoring.sheet import Sheet
from games.words.game import GameWords, OptionWords
from games.words.sentences import Text

Rules = Mapping[str, Any]
"""Values of a game's options, as in a match file."""

LONGEST_TEXT = 120
"""Code points of a text that is agreed on: letters can be several each."""


class ChipsOrTyped(forms.TextInput):
    """A few chips, and beside them a line to type another value in; what was typed counts."""

    def value_from_datadict(self, data: Mapping[str, Any], files: Any, name: str) -> Any:
        return str(data.get(f"{name}-typed", "")).strip() or super().value_from_datadict(data, files, name)


class Rule(Chips):
    """A rule on the page."""

    @property
    def about(self) -> Text:
        return self._of_rule.words.about

    @property
    def wrong(self) -> str:
        """What cannot be played, in a sentence; that something is not agreed yet only once it was asked for."""
        form = cast("RulesForm", self.form)
        if form.asked and self.name in form.errors:
            return " ".join(str(error) for error in form.errors[self.name])
        return super().wrong

    def value(self) -> Any:
        return super().value() or self._of_rule.untold

    @property
    def typed(self) -> str:
        """What stands in the line beside the chips: something typed that is no value."""
        value: str = self.value()
        return "" if value in cast("RuleField", self.field).values else value

    @property
    def _of_rule(self) -> RuleField | SeveralRuleField:
        return cast("RuleField | SeveralRuleField", self.field)


class RuleField(ChipsField):
    """One value of an option: a chip for each of the usual ones, and where any other is possible a line.

    `values` are what the chips stand for; `other` reads what is typed instead.
    """

    def __init__(
        self,
        option: Option,
        words: OptionWords,
        values: Sequence[Any],
        labels: Mapping[Any, Text] | None = None,
        other: forms.Field | None = None,
    ) -> None:
        self.option = option
        self.words = words
        self.values = {self.typing(value): value for value in values}
        self.labels = labels or words.values
        self.other = other
        super().__init__(
            choices=self._chips(),
            keep=True,
            label=words.title,
            widget=ChipsOrTyped if other else None,
        )
        self.template_name = "start/rule.html"
        self.untold = "" if option.default is AGREE else self.typing(option.default)
        self.inputmode = "numeric" if isinstance(option, Whole) else "text"

    @staticmethod
    def typing(value: Any) -> str:
        """What a form sends for a value."""
        return str(value)

    def _chips(self) -> list[tuple[str, Text]]:
        return [(typed, self.labels.get(value, typed)) for typed, value in self.values.items()]

    def get_bound_field(self, form: forms.BaseForm, field_name: str) -> Rule:
        """A value that was typed gets a chip of its own."""
        rule = Rule(form, self, field_name)
        typed = rule.value()
        if self.other and typed and typed not in self.values:
            try:
                value = self.clean(typed)
            except ValidationError:
                pass
            else:
                self.values[self.typing(value)] = value
                self.choices = self._chips()
        return rule

    def clean(self, value: Any) -> Any:
        if not value:
            if self.option.default is AGREE:
                raise missing(self.words.missing)
            return self.option.default
        if value in self.values:
            return self.values[value]
        told = self.other.clean(value) if self.other else value
        if not self.option.takes(told):
            raise ValidationError(str(self.words.wrong or _("This cannot be played.")))
        return told


class SeveralRuleField(TicksField):
    """Any of an option's values."""

    def __init__(self, option: Several, words: OptionWords) -> None:
        self.words = words
        self.untold = option.default
        super().__init__(choices=[(value, words.values[value]) for value in option.values], label=words.title)
        self.template_name = "start/rule.html"

    @staticmethod
    def typing(value: Sequence[str]) -> Sequence[str]:
        return value

    def get_bound_field(self, form: forms.BaseForm, field_name: str) -> Rule:
        return Rule(form, self, field_name)


def rule_field(option: Option, words: OptionWords, lately: Sequence[Any]) -> RuleField | SeveralRuleField:
    """The field for an option; `lately` are values it had, for one that is told in letters."""
    match option:
        case Choice():
            return RuleField(option, words, option.values)
        case Flag():
            return RuleField(option, words, (True, False), {True: _("yes"), False: _("no")})
        case Whole():
            usual = [*([] if option.off is None else [option.off]), *(option.usual or [option.default])]
            return RuleField(option, words, usual, other=CountField(low=option.low, high=option.high))
        case Several():
            return SeveralRuleField(option, words)
        case _:
            return RuleField(option, words, lately, other=NameField(max_length=LONGEST_TEXT))


class RulesForm(forms.Form):
    """Every option of a game. What is not told is the game's default.

    `lately` lists, by option, the values that the club played by lately, newest first. `asked` is
    whether it is time to say what is still to be agreed on.
    """

    prefix = "rule"

    def __init__(
        self,
        game: type[Sheet],
        words: GameWords,
        data: Mapping[str, Any],
        *,
        lately: Mapping[str, Sequence[Any]],
        asked: bool = False,
    ) -> None:
        super().__init__(data, label_suffix="")
        self.game = game
        self.asked = asked
        for key, option in game.options.items():
            self.fields[key] = rule_field(option, words.options[key], lately.get(key, ()))

    @property
    def agreed(self) -> list[Rule]:
        """The rules that have no default: the table agrees on them each time."""
        return [self._rule(key) for key, option in self.game.options.items() if option.default is AGREE]

    @property
    def others(self) -> list[Rule]:
        return [self._rule(key) for key, option in self.game.options.items() if option.default is not AGREE]

    @property
    def others_wrong(self) -> bool:
        return any(rule.name in self.errors for rule in self.others)

    def _rule(self, key: str) -> Rule:
        return cast("Rule", self[key])

    def typed(self, rules: Rules) -> dict[str, Any]:
        """What would be typed to tell `rules`, by the names that a form sends."""
        return {
            self.add_prefix(key): cast("RuleField | SeveralRuleField", self.fields[key]).typing(value)
            for key, value in rules.items()
        }

    @property
    def mix(self) -> Rules:
        """The rules that differ from the game's defaults, but for those agreed on each time."""
        return {
            key: value
            for key, value in self.cleaned_data.items()
            if self.game.options[key].default not in (AGREE, value)
        }

    @property
    def mixed(self) -> bool:
        """Whether the rules, but for those agreed on each time, can be played as told."""
        return not self.others_wrong


class MixForm(forms.Form):
    """The name under which a mix of rules is saved."""

    mix = NameField(max_length=40)
