"""Scat in words: every code has a sentence, and every sentence takes the facts that come with it."""

import ast
import inspect
import textwrap

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.scoring import scat
from games.scoring.match_file import options
from games.scoring.refusal import Refused
from games.scoring.scat import Scat
from games.scoring.sheet import Part, Reminder
from games.words.game import Cell
from games.words.scat import WORDS
from tests.scoring.scat_told import mangled, sheets, told

ODD = ["Olena", "Тарас", "100% Ann", "O'Neil %(player)s", "გიორგი", "<b>", "ed", " Ed", "🃏"]
NAMES = {str(seat): name for seat, name in enumerate(ODD, start=1)}
PLAIN = {"1": "Ann", "2": "Bo", "3": "Cy", "4": "Di", "5": "Eve"}


def texts(node):
    """The texts in a piece of source."""
    found = ast.walk(node) if node else []
    return {one.value for one in found if isinstance(one, ast.Constant) and isinstance(one.value, str)}


def codes(*makers):
    """What the scoring's source calls these with first: the codes of refusals, parts or reminders."""
    calls = [node for node in ast.walk(ast.parse(inspect.getsource(scat))) if isinstance(node, ast.Call)]
    return {code for call in calls if getattr(call.func, "id", "") in makers for code in texts(call.args[0])}


def test_every_refusal_of_the_scoring_has_a_sentence():
    refused = codes("Refused") - {"missing-key"}  # which any game's file may lack
    assert len(refused) > 10
    assert refused == set(WORDS.refusals) - {"not-a-whole-number"}


def test_every_part_of_a_change_has_a_sentence():
    [source] = ast.parse(textwrap.dedent(inspect.getsource(Scat._end_of_pennies))).body
    returned = [node.value for node in ast.walk(source) if isinstance(node, ast.Return)]
    endings = {code for value in returned for code in texts(value) if "-" in code}  # options have none
    parts = codes("Loss", "Part") | endings
    assert parts > scat.PUTS_OUT
    assert parts == set(WORDS.whys)


def test_every_reminder_and_every_warning_has_a_sentence():
    assert codes("Reminder") == set(WORDS.reminders)
    warned = {
        code
        for node in ast.walk(ast.parse(inspect.getsource(scat)))
        if isinstance(node, ast.keyword) and node.arg == "warnings"
        for code in texts(node.value)
    }
    assert warned == set(WORDS.warnings)


def whole(sentence):
    """A sentence to be read: nothing left to fill in."""
    assert sentence
    assert "%(" not in sentence.replace(NAMES["4"], "")
    return True


@given(st.data(), sheets())
def test_what_really_is_refused_is_said(data, sheet):
    deal = mangled(data.draw, sheet, {} if sheet.finished else told(data.draw, sheet))
    refused = None
    try:
        sheet.play(deal)
    except Refused as no:
        refused = no
    assert refused is None or whole(WORDS.refusal(refused, NAMES))


@given(st.data(), sheets())
def test_what_is_really_played_is_said(data, sheet):
    names = {player: NAMES[player] for player in sheet.players}
    assert all(map(whole, WORDS.reminded(sheet.reminders(), names)))
    assert whole(WORDS.subtitle(sheet))
    while not sheet.finished:
        deal = told(data.draw, sheet)
        score = sheet.play(deal)
        assert whole(WORDS.outcome(deal, score, sheet, names))
        for player in sheet.players:
            assert isinstance(WORDS.cell(deal, score, player), Cell)
            assert sum(WORDS.count(sheet, player)["pennies"]) == sheet.tally[player]
            assert WORDS.tally(sheet, player)
            assert all(whole(WORDS.why(player, part, names)) for part in score.why[player])
        if data.draw(st.booleans()):
            break
    if sheet.finished:
        ending = WORDS.ending(sheet, names)
        assert all(whole(line) for line in ending)
        assert names[sheet.winners()[0]] in ending[0]


def sheet_after(*deals, players=5, dealer="5", **rules):
    sheet = Scat([str(seat) for seat in range(1, players + 1)], dealer, options(Scat, rules))
    for deal in deals:
        sheet.play(deal)
    return sheet


def hands(*values, knocker=None, **more):
    return {
        "hands": {str(seat): value for seat, value in enumerate(values, start=1)},
        "knocker": knocker,
    } | more


def lowest(*seats, knocker=None):
    return {"lowest": list(seats), "knocker": knocker}


def with_31(*seats, knocker=None):
    return {"thirty_one": list(seats), "knocker": knocker}


def refusal(deal, *earlier, **rules):
    with pytest.raises(Refused) as refused:
        sheet_after(*earlier, **rules).play(deal)
    return WORDS.refusal(refused.value, PLAIN)


@pytest.mark.parametrize(
    ("deal", "sentence"),
    [
        (hands(33, 20, 20, 20, 20), "Ann cannot have 33: a hand counts 2 to 31."),
        (hands(20, 1, 20, 20, 20), "Bo cannot have 1: a hand counts 2 to 31."),
        (hands(20, 12.5, 20, 20, 20), "Bo cannot have 12.5: that is not what a hand counts."),
        (hands(20, 30.5, 20, 20, 20), "Bo: 30½ is three of a kind, and does not count in this match."),
        (hands(20, 20, 20, 20), "Eve is still in, and the hand is missing."),
        (hands(31, 31, 31, 31, 31), "5 hands of 31: every 31 has an ace, and there are 4."),
        (hands(["KS"], 20, 20, 20, 20), "Ann has 2 cards too few."),
        (hands(["KS", "2C"], 20, 20, 20, 20), "Ann has one card too few."),
        (hands(["KS", "2C", "3C", "4C"], 20, 20, 20, 20), "Ann has one card too many."),
        (hands(["KS", "2C", "3C", "4C", "5C"], 20, 20, 20, 20), "Ann has 2 cards too many."),
        (hands(["KS", "2C", "1C"], 20, 20, 20, 20), 'Ann: "1C" is no card.'),
        (hands(["KS", "2C", "KS"], 20, 20, 20, 20), "Ann cannot have K♠ twice."),
        (
            hands(["KS", "2C", "3C"], ["10H", "KS", "2D"], 20, 20, 20),
            "Ann and Bo cannot both have K♠.",
        ),
        (lowest(), "Somebody has to be named for the lowest hand."),
        (with_31(), "Somebody has to be named for the 31."),
        ({"lowest": ["1"], "thrown_down": "2"}, "Throw Down is not played in this match."),
        ({"drawn": False}, "“drawn” is false, and can only be true."),
    ],
)  # fmt: skip
def test_what_is_wrong_and_by_how_much(deal, sentence):
    assert refusal(deal) == sentence


def test_who_is_out_is_told_since_when():
    earlier = [lowest("1", knocker="2"), lowest("1", knocker="1")]
    assert refusal(lowest("1"), *earlier, lives=2) == "Ann has been out since deal 2."


def test_a_knock_and_a_throw_down():
    deal = {"lowest": ["1"], "knocker": "2", "thrown_down": "2"}
    assert refusal(deal, throw_down=True) == "A hand ends with a knock or with a Throw Down, not with both."


@pytest.mark.parametrize(
    ("rule", "amount", "sentence"),
    [
        ("lowest", -1, "Ann had the lowest hand. That costs 1 penny."),
        ("knocker-lowest", -2, "Ann knocked and alone had the lowest hand. That costs 2 pennies."),
        ("another-has-31", 0, "Ann was up against a 31."),
        ("on-the-dole-out", 0, "Ann was on the dole: this life was the last, and puts Ann out."),
        ("void-deal", 0, "Everybody still in would have gone out, so the deal is void: Ann loses nothing."),
    ],
)
def test_why_a_score_is_what_it_is(rule, amount, sentence):
    assert WORDS.why("1", Part(rule, amount), PLAIN) == sentence


def test_one_or_several_are_on_the_dole():
    one, two = Reminder("on-the-dole", "3"), Reminder("on-the-dole", "4")
    assert WORDS.reminded([one], PLAIN) == ["Cy is on the dole: the next life lost puts Cy out."]
    assert WORDS.reminded([one, two], PLAIN) == ["On the dole, and out with the next life lost: Cy and Di."]


def cells(deal, *earlier, **rules):
    sheet = sheet_after(*earlier, **rules)
    score = sheet.play(deal)
    return [WORDS.cell(deal, score, player) for player in sheet.players]


def test_the_cells_of_counted_hands():
    assert cells(hands(24, 19, 27, 25, 22, knocker="1")) == [
        Cell("24", "k"),
        Cell("19", "−1", "bad"),
        Cell("27"),
        Cell("25"),
        Cell("22"),
    ]
    assert cells(hands(12, 19, 27, 30.5, 22, knocker="1"), three_of_a_kind=30.5)[::3] == [
        Cell("12", "k −2", "bad"),
        Cell("30½"),
    ]


def test_the_cells_of_hands_that_nobody_counted():
    assert cells(lowest("2", knocker="1")) == [Cell("", "k"), Cell("−1", "", "bad"), *[Cell("")] * 3]
    assert cells(with_31("1")) == [Cell("31", "", "good"), *[Cell("−1", "", "bad")] * 4]
    assert cells({"drawn": True}) == [Cell("")] * 5


def test_the_cell_of_a_hand_thrown_down():
    assert cells({"lowest": ["2"], "thrown_down": "2"}, throw_down=True)[1] == Cell("−2", "t", "bad")


def test_the_cells_of_who_goes_out():
    paid = [lowest("2", knocker="1")]
    assert cells(lowest("2", knocker="1"), *paid, lives=1)[1] == Cell("0", "out", "bad")
    assert cells(hands(20, 10, 20, 20, 20, knocker="2"), lives=1)[1] == Cell("10", "k −1 out", "bad")
    assert cells(lowest("3", knocker="1"), *paid, *paid, lives=1)[1] == Cell("")


def test_hands_that_are_all_equal_cost_nothing():
    assert cells(lowest("1", "2", "3", "4", "5")) == [Cell("")] * 5


def explained(deal, **rules):
    sheet = sheet_after(**rules)
    score = sheet.play(deal)
    return [WORDS.explained(deal, score, player, PLAIN) for player in sheet.players]


def test_the_letters_beside_the_figures_are_explained():
    knocked = explained(lowest("2", knocker="1"))
    assert knocked[:3] == [
        ["Ann knocked (k)."],
        ["Bo had the lowest hand. That costs 1 penny."],
        [],
    ]
    thrown = explained({"lowest": ["2"], "thrown_down": "2"}, throw_down=True)[1]
    assert thrown[0] == "Bo threw the hand down (t)."
    assert len(thrown) > 1
    assert explained({"drawn": True}) == [[]] * 5


def outcome(deal, *earlier, **rules):
    sheet = sheet_after(*earlier, **rules)
    score = sheet.play(deal)
    return WORDS.outcome(deal, score, sheet, PLAIN)


def test_what_a_deal_comes_to():
    assert outcome(lowest("2", knocker="1")) == "Bo pays 1."
    assert outcome(lowest("1", knocker="1")) == "Ann pays 2."
    assert outcome(lowest("1", "2", "3", knocker="1")) == "Bo and Cy pay 1 each."
    assert outcome(lowest("1", "2", knocker="1"), knocker_tied="loses") == "Ann pays 2. Bo pays 1."
    assert outcome(with_31("1")) == "All but Ann pay 1."
    assert outcome(with_31("1", "2", knocker="3"), knocker_on_31=2) == "Cy pays 2. Di and Eve pay 1 each."
    assert outcome({"drawn": True}) == "The stock ran out: nobody loses."
    assert outcome(lowest("1", "2", "3", "4", "5")) == "Nobody loses."


def test_who_goes_on_the_dole_and_who_is_out():
    assert outcome(lowest("2", knocker="1"), lives=1) == "Bo pays 1. Bo goes on the dole."
    assert outcome(with_31("1"), lives=1) == "All but Ann pay 1. Bo, Cy, Di and Eve go on the dole."
    assert outcome(lowest("1", knocker="1"), lives=1) == "Ann pays 1. Ann is out."
    assert outcome(lowest("1", knocker="1"), lives=1, broke_double="dole") == (
        "Ann pays 1. Ann goes on the dole."
    )
    assert outcome(lowest("1", "2", knocker="3"), lives=1, free_ride=False) == (
        "Ann and Bo pay 1 each. Ann and Bo are out."
    )


def test_the_last_deal_says_who_wins():
    earlier = [lowest("2", knocker="1")]
    assert (
        outcome(lowest("2", knocker="1"), *earlier, lives=1, players=2, dealer="2") == "Bo is out. Ann won."
    )


def test_a_deal_that_would_put_everybody_out():
    broke = [lowest("1", knocker="2"), lowest("2", knocker="1")]
    sheet = sheet_after(*broke, dealer="2", players=2, lives=1, knocker_tied="loses")
    deal = lowest("1", "2", knocker="1")
    score = sheet.play(deal)
    assert WORDS.outcome(deal, score, sheet, PLAIN) == "Everybody would be out: the deal is void."
    assert [WORDS.cell(deal, score, player) for player in "12"] == [
        Cell("0", "k void", "bad"),
        Cell("0", "void", "bad"),
    ]


def test_a_knock_below_the_minimum_is_said_and_counts():
    assert outcome(hands(16, 10, 20, 20, 20, knocker="1"), minimum_knock=17) == (
        "Bo pays 1. The knock was below what was agreed as the least. It counts all the same."
    )


def test_the_tally_is_pennies_the_dole_or_out():
    sheet = sheet_after(lowest("2", knocker="1"), lowest("3", knocker="3"), lives=1)
    assert [WORDS.tally(sheet, player) for player in "123"] == ["1", "on the dole", "out"]
    assert WORDS.count(sheet, "2") == {"dole": True, "pennies": [False]}
    assert WORDS.count(sheet_after(lowest("2", knocker="1")), "2") == {
        "dole": False,
        "pennies": [True, True, False],
    }


def test_the_subtitle_is_the_kitty():
    assert WORDS.subtitle(sheet_after(lowest("2", knocker="2"), lowest("1", knocker="2"))) == "kitty 3"


def test_the_end_says_who_won_and_what():
    losing = [lowest("2", knocker="1")] * 2
    won = sheet_after(*losing, *[lowest("3", knocker="1")] * 2, players=3, dealer="3", lives=1)
    assert WORDS.ending(won, PLAIN) == [
        "Ann won the kitty.",
        "It holds 2 pennies.",
        "Out in this order: Bo, Cy.",
    ]
    paid = sheet_after(with_31("2"), with_31("2"), *[lowest("2", knocker="1")] * 4, dealer="2", players=2)
    assert WORDS.ending(paid, PLAIN)[1] == "It holds 5 pennies. 2 of them were Ann's own."
    penny = sheet_after(lowest("2", knocker="1"), dealer="2", players=2, lives=1, free_ride=False)
    assert WORDS.ending(penny, PLAIN)[1] == "It holds 1 penny."
