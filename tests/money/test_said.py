"""Amounts as people read them."""

from datetime import date

import pytest
from babel.core import get_global
from babel.numbers import get_territory_currencies
from hypothesis import given
from hypothesis import strategies as st

from games.money import DECIMALS, decimals, named, said, written
from games.scoring.refusal import Refused
from tests.money.test_typed import CURRENCIES, LANGUAGES

THIS_YEAR = date(2026, 11, 1)


@pytest.mark.parametrize(
    ("units", "currency", "en", "uk", "ru", "ka"),
    [
        (123_450, "UAH", "UAH 1,234.50", "1 234,50 ₴", "1 234,50 ₴", "1 234,50 UAH"),
        (-123_450, "GEL", "−GEL 1,234.50", "−1 234,50 GEL", "−1 234,50 GEL", "−1 234,50 ₾"),
        (50, "EUR", "€0.50", "0,50 EUR", "0,50 €", "0,50 €"),
        (-1, "USD", "−$0.01", "−0,01 USD", "−0,01 $", "−0,01 US$"),
        (0, "UAH", "UAH 0.00", "0,00 ₴", "0,00 ₴", "0,00 UAH"),
        (0, "JPY", "¥0", "0 ¥", "0 ¥", "0 JPY"),
        (1234, "JPY", "¥1,234", "1 234 ¥", "1 234 ¥", "1 234 JPY"),
        (1234, "KWD", "KWD 1.234", "1,234 KWD", "1,234 KWD", "1,234 KWD"),
        (5, "CLF", "CLF 0.0005", "0,0005 CLF", "0,0005 CLF", "0,0005 CLF"),
        (150, "HUF", "HUF 1.50", "1,50 HUF", "1,50 HUF", "1,50 HUF"),
    ],
)
def test_each_language_writes_money_its_own_way(units, currency, en, uk, ru, ka):
    told = [said(units, currency, language) for language in LANGUAGES]
    assert told == [text.replace(" ", "\N{NO-BREAK SPACE}") for text in (en, uk, ru, ka)]


@given(st.integers(-(10**18), 10**18), CURRENCIES, st.sampled_from(LANGUAGES))
def test_every_figure_is_said(units, currency, language):
    text = said(units, currency, language)
    figures = "".join(filter(str.isdigit, text))
    assert figures == str(abs(units)).zfill(decimals(currency) + 1)
    assert text.startswith("−") == (units < 0)
    assert "-" not in text


@pytest.mark.parametrize(
    ("units", "currency", "text"),
    [(123_450, "UAH", "1234,50"), (5, "UAH", "0,05"), (1234, "JPY", "1234"), (1234, "KWD", "1,234")],
)
def test_a_field_is_filled_in_as_one_would_type(units, currency, text):
    assert written(units, currency, "uk") == text
    assert written(units, currency, "en") == text.replace(",", ".")


def test_currencies_have_names():
    assert [named("UAH", language) for language in LANGUAGES] == [
        "Ukrainian Hryvnia",
        "українська гривня",
        "украинская гривна",
        "უკრაინული გრივნა",
    ]


def tender():
    """What can be paid with somewhere, this year and later."""
    territories = get_global("territory_currencies")
    return {
        code for territory in territories for code in get_territory_currencies(territory, THIS_YEAR, date.max)
    }


def test_whatever_is_paid_with_can_be_played_for():
    assert tender() <= DECIMALS.keys()


def test_whatever_is_paid_with_has_a_name_in_every_language():
    assert [code for code in tender() for language in LANGUAGES if named(code, language) == code] == []


def test_decimals_are_those_of_the_standard():
    assert [decimals(code) for code in ("JPY", "XOF", "HUF", "UAH", "GEL", "IQD", "TND", "UYW")] == [
        0, 0, 2, 2, 2, 3, 3, 4,
    ]  # fmt: skip
    assert set(DECIMALS.values()) == {0, 2, 3, 4}
    with pytest.raises(Refused, match="currency-unknown"):
        decimals("XXX")
