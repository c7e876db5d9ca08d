"""What somebody types as an amount, and what becomes of it: read exactly, or refused."""

import pytest
from django.conf import settings
from hypothesis import given
from hypothesis import strategies as st

from games.money import DECIMALS, amount, written
from games.scoring.refusal import Refused

LANGUAGES = ["en", "uk", "ru", "ka"]
CURRENCIES = st.sampled_from(sorted(DECIMALS))
LARGEST = 10**12


def read(typed, currency):
    """The minor units, or the code of the refusal."""
    try:
        return amount(typed, currency, LARGEST)
    except Refused as refused:
        return refused.code


@pytest.mark.parametrize(
    ("typed", "jpy", "uah", "kwd", "clf"),
    [
        ("50", 50, 5000, 50_000, 500_000),
        ("0", 0, 0, 0, 0),
        ("007", 7, 700, 7000, 70_000),
        (" 50 ", 50, 5000, 50_000, 500_000),
        ("٥٠", 50, 5000, 50_000, 500_000),
        ("50,0", "amount-too-fine", 5000, 50_000, 500_000),
        ("0,5", "amount-too-fine", 50, 500, 5000),
        ("0,50", "amount-too-fine", 50, 500, 5000),
        (",50", "amount-too-fine", 50, 500, 5000),
        ("12,345", "amount-unclear", "amount-unclear", 12_345, 123_450),
        ("1,234", "amount-unclear", "amount-unclear", 1234, 12_340),
        ("0,500", "amount-too-fine", "amount-too-fine", 500, 5000),
        ("1234,567", "amount-too-fine", "amount-too-fine", 1_234_567, 12_345_670),
        ("0,1234", "amount-too-fine", "amount-too-fine", "amount-too-fine", 1234),
        ("0,12345", "amount-too-fine", "amount-too-fine", "amount-too-fine", "amount-too-fine"),
        ("1,234,567", "amount-unclear", "amount-unclear", "amount-unclear", "amount-unclear"),
        ("1 234", 1234, 123_400, 1_234_000, 12_340_000),
    ],
)
def test_comma_and_point_are_read_alike_whatever_the_decimals(typed, jpy, uah, kwd, clf):
    other = typed.translate(str.maketrans(",.", ".,"))
    for currency, told in {"JPY": jpy, "UAH": uah, "KWD": kwd, "CLF": clf}.items():
        assert read(typed, currency) == read(other, currency) == told


@pytest.mark.parametrize(
    "typed",
    [
        "1 234,50",
        "1 234.50",
        "1\N{NO-BREAK SPACE}234,50",
        "1\N{NARROW NO-BREAK SPACE}234,50",
        "1\N{THIN SPACE}234,50",
        "1'234.50",
        "1’234,50",
        "1,234.50",
        "1.234,50",
        "1234,5",
    ],
)
def test_thousands_set_off_are_read_where_that_can_mean_only_one_thing(typed):
    assert amount(typed, "UAH", LARGEST) == 123_450


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("", "amount-missing"),
        (" \N{NO-BREAK SPACE}", "amount-missing"),
        ("-5", "amount-below-zero"),
        ("−5", "amount-below-zero"),
        ("–5", "amount-below-zero"),
        *(
            (typed, "not-an-amount")
            for typed in ("x", ",", ".", "5,", "5-", "+5", "5 ₴", "₴5", "UAH 5", "½", "5²")
        ),
        *(
            (typed, "not-an-amount")
            for typed in ("1e3", "0x1", "1_000", "NaN", "inf", "5,5,5", "1,,5", "5 5")
        ),
        *(
            (typed, "not-an-amount")
            for typed in ("1,23,45", "1,234,50", "1.234.50", "1 23", "1234 567", "12 34,5")
        ),
        *((typed, "not-an-amount") for typed in ("1 234.567,5", "1,234 567", "\N{LRM}5", "5\0", "\ud800")),
        ("10000000000", 1_000_000_000_000),
        ("10000000000,01", "amount-too-large"),
        ("9" * 100_000, "amount-too-large"),
        ("0" * 40, "amount-too-large"),
        ("," * 100_000, "not-an-amount"),
        ("1" + " 234" * 30_000 + "x", "not-an-amount"),
        ("1" + ",234" * 30_000, "amount-unclear"),
    ],
)
def test_anything_else_is_refused(typed, code):
    assert read(typed, "UAH") == code


def test_a_refusal_says_what_was_typed_and_what_would_do():
    for typed, currency, most, facts in [
        (" 0,125 ", "UAH", LARGEST, {"got": "0,125", "currency": "UAH", "want": 2}),
        ("101", "JPY", 100, {"got": "101", "currency": "JPY", "want": 100}),
        ("1,234", "UAH", LARGEST, {"got": "1,234"}),
    ]:
        with pytest.raises(Refused) as caught:
            amount(typed, currency, most)
        assert caught.value.facts == facts


@given(st.text(alphabet="0123456789,. '-x", max_size=12), CURRENCIES)
def test_whatever_is_typed_is_read_or_refused(typed, currency):
    told = read(typed, currency)
    if isinstance(told, int):
        assert 0 <= told <= LARGEST
        assert str(told).lstrip("0") in "".join(filter(str.isdigit, typed)) + "0" * DECIMALS[currency]
    else:
        assert told in {
            "amount-missing",
            "amount-below-zero",
            "not-an-amount",
            "amount-unclear",
            "amount-too-fine",
            "amount-too-large",
        }


@given(st.integers(0, LARGEST), CURRENCIES, st.sampled_from(LANGUAGES))
def test_what_a_field_is_filled_in_with_is_read_back(units, currency, language):
    assert amount(written(units, currency, language), currency, LARGEST) == units


def test_an_unknown_currency_has_no_amounts():
    for currency in ("XXX", "DEM", "uah", ""):
        assert read("5", currency) == "currency-unknown"


def test_every_language_of_the_app_is_tried():
    assert {code for code, _ in settings.LANGUAGES} <= set(LANGUAGES)
