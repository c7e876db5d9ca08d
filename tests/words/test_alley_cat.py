"""Alley Cat in words: every code has a sentence, and every sentence takes the facts that come with it."""

import ast
import inspect
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.scoring import alley_cat
from games.scoring.alley_cat import AlleyCat
from games.scoring.match_file import options
from games.scoring.refusal import Refused
from games.scoring.sheet import Part
from games.words.alley_cat import WORDS
from games.words.common import REFUSALS
from games.words.game import Cell
from tests.scoring.alley_cat_told import RULES, mangled, real_round, told

NAMES = {"1": "100% Ann", "2": "O'Neil %(player)s"}
PLAIN = {"1": "Ann", "2": "Bo"}


def sheet_of(*deals, **rules):
    """A sheet of two, with these deals on it; the second deals first."""
    sheet = AlleyCat(["1", "2"], "2", options(AlleyCat, rules))
    for deal in deals:
        sheet.play(deal)
    return sheet


def points(one, two):
    return {"points": {"1": one, "2": two}}


def piles(one, two):
    return {"piles": {"1": pairs(one), "2": pairs(two)}}


def tricks(cards):
    return {"tricks": pairs(cards)}


def pairs(cards):
    """Tricks told in one line: `KS AC, 3C 8S`."""
    return [trick.split() for trick in cards.split(", ") if trick]


def codes(made_by):
    """The codes in the scoring's source: the texts that `made_by` is called with first."""
    return {
        node.args[0].value
        for node in ast.walk(ast.parse(inspect.getsource(alley_cat)))
        if isinstance(node, ast.Call)
        and getattr(node.func, "id", "") == made_by
        and isinstance(node.args[0], ast.Constant)
    }


def test_every_refusal_of_the_scoring_has_a_sentence():
    refused = codes("Refused")
    assert len(refused) > 10
    assert refused - set(REFUSALS) == set(WORDS.refusals)


@given(RULES, st.integers(0, 2**32 - 1))
def test_every_part_of_a_change_has_a_sentence(rules, seed):
    sheet = sheet_of(**rules)
    played, _ = real_round(Random(seed), "1", "2", sheet.rules["last_card"])
    score = sheet.play({"tricks": [list(trick.cards) for trick in played]})
    counted = sheet_of().play(points(1, 2))
    rules = {part.rule for one in (score, counted) for parts in one.why.values() for part in parts}
    assert rules <= set(WORDS.whys) == {"points", "tricks", "alley-cat"}


def whole(sentence):
    """A sentence to be read: nothing left to fill in."""
    assert sentence
    assert "%(" not in sentence.replace(NAMES["2"], "")
    return True


@given(st.data(), RULES)
def test_what_really_is_refused_is_said(data, rules):
    sheet = sheet_of(**rules)
    refused = None
    try:
        sheet.play(mangled(data.draw, sheet, told(data.draw, sheet)))
    except Refused as no:
        refused = no
    assert refused is None or whole(WORDS.refusal(refused, NAMES))


@given(st.data(), RULES)
def test_what_is_really_played_is_said(data, rules):
    sheet = sheet_of(**rules)
    for _ in range(6):
        deal = told(data.draw, sheet)
        score = sheet.play(deal)
        assert whole(WORDS.outcome(deal, score, sheet, NAMES))
        for player in sheet.players:
            assert WORDS.cell(deal, score, player).text
            assert 0 <= int(WORDS.count(sheet, player)["run"]) <= sheet.rules["target"]
            assert all(NAMES[player] in WORDS.why(player, part, NAMES) for part in score.why[player])
            assert all(whole(WORDS.why(player, part, NAMES)) for part in score.why[player])
        if sheet.finished:
            [line] = WORDS.ending(sheet, NAMES)
            assert NAMES[sheet.winners()[0]] in line
            break


def refusal(deal, **rules):
    with pytest.raises(Refused) as refused:
        sheet_of(**rules).play(deal)
    return WORDS.refusal(refused.value, PLAIN)


FIVE = "KC AC, KS AS, QC 2C, QS 2S, JC 3C"
LONG = "KC KS, QC QS, JC JS, 10C 10S, 9C 9S"


@pytest.mark.parametrize(
    ("deal", "sentence"),
    [
        (points(-1, -1), "Ann and Bo cannot both be below 0: the Alley Cat goes to one of them."),
        (points(-9, 3), "−9 for Ann: −8 is the least, the Alley Cat and nothing else."),
        (points(3, 61), "61 for Bo: 60 is the most that six tricks can bring."),
        (points(3, 10**999), f"{10**999} for Bo: 60 is the most that six tricks can bring."),
        (piles("", "KC AC"), "1 trick: a round has 6 at the least."),
        (piles("KS AS", "KC AC"), "2 tricks: a round has 6 at the least."),
        (
            piles("KC KS, QC QS, JC JS", "10C 10S, 9C 9S, 8C 8S"),
            "Nobody is out of cards yet: Ann, with the fewest, still holds 3 cards.",
        ),
        (
            piles(LONG, "8C 8S, 7C 7S, 6C 6S, 4C 4S, 3C 3S, 2C 2S"),
            "11 tricks: a round has 10 at the most.",
        ),
        (
            piles(f"{LONG}, 8C 8S, 7C 7S", ""),
            "Ann draws nothing after 7 of these tricks: 6 is the most.",
        ),
        (piles("KC AC, 5H 3C", ""), '"5H" is no card of this game (Ann, trick 2).'),
        (piles("KC AC", "QC 2C, KC 2S"), "K♣ is there twice: again in trick 2 of Bo."),
        (piles("KC AC", "QC"), '["QC"] is no trick of two cards (Bo, trick 1).'),
        (tricks(""), "Ann leads the first trick."),
        (tricks("KC AC"), "After trick 1 the round goes on: Ann leads."),
        (tricks("AC KC"), "After trick 1 the round goes on: Bo leads."),
        (tricks("KC 5D"), "After trick 1 the round goes on: Bo leads."),
        (tricks(f"{FIVE}, JS 3S, 10C 4C"), "The round was over with trick 6, and 7 are told."),
        (tricks("KC AC, 5H 3C"), '"5H" is no card of this game (trick 2).'),
        (tricks("KC AC, KC 3C"), "K♣ is there twice: again in trick 2."),
        (tricks("KC AC, KS"), '["KS"] is no trick of two cards (trick 2).'),
    ],
)
def test_what_is_wrong_and_by_how_much(deal, sentence):
    assert refusal(deal) == sentence


def test_what_is_wrong_where_the_round_goes_on_after_the_last_card():
    assert refusal(piles(FIVE, "9C 4C"), last_card="draws") == (
        "Nobody is out of cards yet: Ann, with the fewest, still holds 1 card."
    )


@pytest.mark.parametrize(
    ("part", "sentence"),
    [
        (Part("points", -3), "The table counted −3 for Ann."),
        (Part("tricks", 21), "Ann took tricks worth +21: what the two cards of each differ by."),
        (Part("alley-cat", -8), "Ann took the Alley Cat, whose trick counts against its taker: −8."),
        (Part("alley-cat", 0), "Ann took the Alley Cat, whose trick counts against its taker: 0."),
    ],
)
def test_why_a_score_is_what_it_is(part, sentence):
    assert WORDS.why("1", part, PLAIN) == sentence


def cells(deal):
    sheet = sheet_of()
    score = sheet.play(deal)
    return [WORDS.cell(deal, score, player) for player in sheet.players]


def test_the_cells_of_totals():
    assert cells(points(-2, 26)) == [Cell("−2", tone="bad"), Cell("+26")]
    assert cells(points(0, 5)) == [Cell("0"), Cell("+5")]


def test_the_cell_of_who_took_the_alley_cat():
    assert cells(piles("KC 5D", "9C 8C, 9S 8S, 7C 6C, 7S 6S, 4C 3C")) == [
        Cell("−8", "cat", "bad"),
        Cell("+5"),
    ]
    assert cells(piles("KC 5D, KS AC", "9C 8C, 9S 8S, 7C 6C, 7S 6S"))[0] == Cell("+4", "cat")


def outcome(*deals):
    sheet = sheet_of(*deals[:-1])
    return WORDS.outcome(deals[-1], sheet.play(deals[-1]), sheet, PLAIN).replace("\N{NO-BREAK SPACE}", " ")


def test_after_a_tie_the_rule_is_at_hand():
    assert WORDS.thoughts(sheet_of(points(20, 20)), PLAIN) == []
    (told,) = WORDS.thoughts(sheet_of(points(20, 26), points(24, 18)), PLAIN)
    assert told == ("On a tie nobody has won: play on until one of you is ahead.", "end")


def test_what_a_deal_comes_to():
    assert outcome(points(0, 26)) == "Ann 0, Bo +26."
    assert outcome(points(20, 20)) == "Ann +20, Bo +20."
    assert outcome(points(20, 26), points(24, 18)) == ("Ann +24, Bo +18. Both have 44, so the match goes on.")
    assert outcome(points(20, 26), points(24, 18), points(-3, 2)) == ("Ann −3, Bo +2. Bo won, 46 to 41.")


def test_an_earlier_deal_of_a_match_that_is_over_did_not_end_it():
    sheet = sheet_of()
    first = sheet.play(points(20, 26))
    sheet.play(points(24, 20))
    said = WORDS.outcome(points(20, 26), first, sheet, PLAIN)
    assert said == "Ann\N{NO-BREAK SPACE}+20, Bo\N{NO-BREAK SPACE}+26."  # no line ends between the two


def test_the_end_says_who_won_by_what():
    assert WORDS.ending(sheet_of(points(-3, 46)), PLAIN) == ["Bo won, 46 to −3."]


def test_the_count_runs_to_the_target_and_no_further():
    sheet = sheet_of(points(-3, 46))
    assert WORDS.count(sheet, "1") == {"text": "−3", "run": "0", "target": "44"}
    assert WORDS.count(sheet, "2") == {"text": "46", "run": "44", "target": "44"}


def test_the_subtitle_is_the_target():
    assert WORDS.subtitle(sheet_of(target=100)) == "to 100"
