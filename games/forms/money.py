"""What a club plays for, who shares a purse, and what was paid."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, cast

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games import money
from games.forms.fields import NO_CHOICE, Part
from games.models import DEAREST, MOST_PAID, Club
from games.players import alone_at
from games.scoring.refusal import Refused
from games.words.money import UNITS, language, named, of_unit, refusal, typed


def read(told: str, coin: str, most: int) -> int:
    """The amount of a coin that was typed, above nought; raises ValidationError."""
    try:
        amount = money.amount(told, coin, most) if coin in money.DECIMALS else money.units(told, most)
    except Refused as refused:
        raise ValidationError(refusal(refused)) from None
    if not amount:
        raise ValidationError(_("That would be nothing."))
    return amount


class AmountField(forms.CharField):
    """An amount as it was typed, to be read once it is known of what."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(required=False, **kwargs)

    def widget_attrs(self, widget: forms.Widget) -> dict[str, Any]:
        return super().widget_attrs(widget) | {"inputmode": "decimal", "autocomplete": "off"}


class CoinField(forms.ChoiceField):
    """A currency, or a game's unit."""

    default_error_messages = {"required": NO_CHOICE, "invalid_choice": NO_CHOICE}


class StakesForm(forms.Form):
    """A currency, and what a unit of each game is worth in it; what has no price is counted as such."""

    bound_field_class = Part

    currency = CoinField(label=gettext_lazy("Currency"), required=False)

    def __init__(self, club: Club, data: Any = None) -> None:
        super().__init__(data, label_suffix="")
        self.club = club
        self.initial["currency"] = club.currency
        cast("forms.ChoiceField", self.fields["currency"]).choices = list(_currencies(club))
        for unit in UNITS:
            self.fields[unit] = AmountField(label=of_unit(unit).price)
            if unit in club.prices:
                self.initial[unit] = typed(club.prices[unit], club.currency)

    @property
    def prices(self) -> list[forms.BoundField]:
        return [self[unit] for unit in UNITS]

    def clean(self) -> dict[str, Any]:
        told = super().clean() or {}
        currency = told.get("currency")
        for unit in UNITS:
            if told.get(unit) and currency:
                self._price(unit, told[unit], currency)
        if currency == "" and any(told.get(unit) for unit in UNITS):
            self.add_error("currency", _("In what? Choose a currency, or clear the prices."))
        return told

    def _price(self, unit: str, told: str, currency: str) -> None:
        try:
            self.cleaned_data[unit] = read(told, currency, DEAREST)
        except ValidationError as wrong:
            self.add_error(unit, wrong)

    def save(self) -> None:
        """Matches that start from now on are played for that."""
        told = self.cleaned_data
        with alone_at(self.club):
            prices = {unit: told[unit] for unit in UNITS if told[unit]}
            Club.objects.filter(pk=self.club.pk).update(currency=told["currency"], prices=prices)


def _currencies(club: Club) -> Iterable[tuple[str, str | list[tuple[str, str]]]]:
    """Those of the club's own, of where it plays, and the usual ones before the others."""
    first = dict.fromkeys(filter(None, [club.currency, *money.local(club.zone), *money.USUAL]))
    yield "", _("None: units are counted")
    yield _("Usual"), [_currency(code) for code in first]
    yield _("All others"), [_currency(code) for code in sorted(money.DECIMALS.keys() - first)]


def _currency(code: str) -> tuple[str, str]:
    return code, f"{code} · {money.named(code, language())}"


class PersonField(forms.TypedChoiceField):
    """One of the club's people, by id; archived ones too."""

    default_error_messages = {"required": gettext_lazy("Who?"), "invalid_choice": NO_CHOICE}

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(coerce=int, empty_value=None, **kwargs)


class PurseForm(forms.Form):
    """Who shares a purse with whom from now on; with nobody, if no other is chosen."""

    bound_field_class = Part

    player = PersonField(label=gettext_lazy("Who"))
    other = PersonField(label=gettext_lazy("Shares a purse with"), required=False)

    def __init__(self, names: Mapping[int, str], data: Any = None) -> None:
        super().__init__(data, label_suffix="")
        _offer(self, "player", names, "")
        _offer(self, "other", names, _("Nobody"))

    def clean(self) -> dict[str, Any]:
        told = super().clean() or {}
        if told.get("player") and told.get("player") == told.get("other"):
            self.add_error("other", _("That is the same person."))
        return told


class PaymentForm(forms.Form):
    """Who paid whom how much. `shown` is the amount that stood there when it was read."""

    bound_field_class = Part

    payer = PersonField(label=gettext_lazy("Who pays"))
    payee = PersonField(label=gettext_lazy("To whom"))
    coin = CoinField(label=gettext_lazy("In what"))
    amount = AmountField(label=gettext_lazy("How much"))
    shown = forms.CharField(required=False)

    def __init__(
        self, names: Mapping[int, str], coins: Iterable[str], data: Any = None, **kwargs: Any
    ) -> None:
        super().__init__(data, label_suffix="", **kwargs)
        _offer(self, "payer", names, "")
        _offer(self, "payee", names, "")
        cast("forms.ChoiceField", self.fields["coin"]).choices = [(coin, named(coin)) for coin in coins]

    def clean(self) -> dict[str, Any]:
        told = super().clean() or {}
        if told.get("payer") and told.get("payer") == told.get("payee"):
            self.add_error("payee", _("Who pays and who gets it are one person."))
        if told.get("coin"):
            try:
                told["amount"] = read(told.get("amount", ""), told["coin"], MOST_PAID)
            except ValidationError as wrong:
                self.add_error("amount", wrong)
        return told

    @property
    def as_shown(self) -> bool:
        """Whether the amount that was read is the one that stood there."""
        shown: str = self.cleaned_data["shown"]
        return str(self.cleaned_data["amount"]) == shown


def _offer(form: forms.Form, field: str, names: Mapping[int, str], nobody: str) -> None:
    choices = [("", nobody), *((str(person), name) for person, name in names.items())]
    cast("forms.ChoiceField", form.fields[field]).choices = choices
