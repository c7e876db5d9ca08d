"""Amounts in words: of a currency, and of a game's own unit."""

import pytest
from django.utils.translation import override

from games.models import COIN_LENGTH, MOST_PAID
from games.money import DECIMALS, amount, units
from games.scoring import GAMES
from games.scoring.refusal import Refused
from games.words import words
from games.words.money import UNITS, changed, changes, figure, moved, named, refusal, said, typed

SPACE = "\N{NO-BREAK SPACE}"


@pytest.mark.parametrize(
    ("units", "coin", "told"),
    [
        (1250, "UAH", ("UAH 12.50", "+UAH 12.50", "+12.50")),
        (-1250, "UAH", ("−UAH 12.50", "−UAH 12.50", "−12.50")),
        (0, "UAH", ("UAH 0.00", "UAH 0.00", "0.00")),
        (7, "poen", ("7 poens", "+7 poens", "+7")),
        (-1, "poen", ("−1 poen", "−1 poen", "−1")),
        (0, "penny", ("0 pennies", "0 pennies", "0")),
    ],
)
def test_an_amount_is_said_written_with_its_sign_and_in_a_column(units, coin, told):
    assert (
        tuple(
            text.replace(SPACE, " ")
            for text in (said(units, coin), changed(units, coin), figure(units, coin))
        )
        == told
    )


def test_the_language_is_that_of_the_page():
    with override("uk"):
        assert said(-123_450, "UAH").replace(SPACE, " ") == "−1 234,50 ₴"
        assert typed(123_450, "UAH") == "1234,50"
        assert figure(-5, "UAH") == "−0,05"


def test_what_is_typed_for_a_unit_is_a_whole_number():
    assert typed(12, "poen") == "12"
    assert units("1 234", MOST_PAID) == 1234
    with pytest.raises(Refused, match="amount-too-fine"):
        units("1,5", MOST_PAID)


def test_what_a_game_moved_is_said_in_units_and_in_money():
    assert moved("Ann", -2, 50, "UAH").replace(SPACE, " ") == "Ann −2 (−UAH 1.00)"
    assert moved("Ann", -2, 1, "poen").replace(SPACE, " ") == "Ann −2"
    assert changes({"Ann": 100, "Bo": -100}, "UAH").replace(SPACE, " ") == "Ann +UAH 1.00, Bo −UAH 1.00"


def test_every_game_that_is_played_for_something_has_the_words():
    assert set(UNITS) == {game.unit for game in GAMES.values() if game.unit} == {"poen", "penny"}
    for unit, code in UNITS.items():
        assert len(unit) <= COIN_LENGTH
        assert unit not in DECIMALS
        assert words(code).price
        assert named(unit)


@pytest.mark.parametrize("told", ["", "-5", "x" * 50, "1,234", "0,125", "9" * 40])
def test_every_refusal_is_a_sentence(told):
    with pytest.raises(Refused) as refused:
        amount(told, "UAH", MOST_PAID)
    sentence = refusal(refused.value)
    assert sentence[-1] in ".?"
    assert "%" not in sentence
    assert len(sentence) < 120
