"""Petukh in words: every code has a sentence, and every sentence takes the facts that come with it."""

import ast
import inspect

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.scoring import petukh
from games.scoring.match_file import options
from games.scoring.petukh import PRESETS, Petukh
from games.scoring.refusal import Refused
from games.scoring.sheet import Part, Reminder
from games.words.game import Cell
from games.words.petukh import WORDS
from tests.scoring.petukh_told import mangled, sheets, told

NAMES = {"1": "Olena", "2": "Тарас", "3": "100% Ann", "4": "O'Neil %(player)s", "5": "გიორგი"}
PLAIN = {"1": "Ann", "2": "Bo", "3": "Cy", "4": "Di"}


def codes(*, made_by, also_by=()):
    """The codes in the scoring's source: what `made_by` is called with first, or what `also_by` pass on or return."""
    found = set()
    for node in ast.walk(ast.parse(inspect.getsource(petukh))):
        if isinstance(node, ast.Call) and called(node) in {made_by, *also_by}:
            found |= {code for argument in node.args[:2] for code in texts(argument)}
        if isinstance(node, ast.FunctionDef) and node.name in also_by:
            found |= {
                code for one in ast.walk(node) if isinstance(one, ast.Return) for code in texts(one.value)
            }
    return found


def called(node):
    return getattr(node.func, "id", getattr(node.func, "attr", ""))


def texts(node):
    """The texts that an expression can come to."""
    if isinstance(node, ast.JoinedStr):
        [start, *_] = node.values
        return {f"{code}{boys}" for code in texts(start) for boys in petukh.BOYS}
    if isinstance(node, ast.IfExp):
        return texts(node.body) | texts(node.orelse)
    return {node.value} if isinstance(node, ast.Constant) and isinstance(node.value, str) else set()


def test_every_refusal_of_the_scoring_has_a_sentence():
    refused = codes(made_by="Refused")
    assert len(refused) > 20
    assert refused == set(WORDS.refusals)


def test_every_part_of_a_change_has_a_sentence():
    parts = codes(made_by="Part", also_by=["_charge", "_won", "_spared"])
    assert len(parts) > 18
    assert parts == set(WORDS.whys)


def test_every_reminder_has_a_sentence():
    assert codes(made_by="Reminder") == set(WORDS.reminders)


def whole(sentence):
    """A sentence to be read: nothing left to fill in."""
    assert sentence
    assert "%(" not in sentence.replace(NAMES["4"], "")
    return True


@given(st.data(), sheets())
def test_what_really_is_refused_is_said(data, sheet):
    deal = mangled(data.draw, sheet, told(data.draw, sheet)) if not sheet.finished else {}
    refused = None
    try:
        sheet.play(deal)
    except Refused as no:
        refused = no
    assert refused is None or whole(WORDS.refusal(refused, NAMES))


@given(st.data(), sheets(), st.sampled_from([*PRESETS.values(), {}]))
def test_what_is_really_played_is_said(data, sheet, preset):
    names = {player: NAMES[player] for player in sheet.players}
    assert all(map(whole, WORDS.reminded(sheet.reminders(), names)))
    while not sheet.finished:
        deal = told(data.draw, sheet)
        try:
            score = sheet.play(deal)
        except Refused:
            continue
        assert whole(WORDS.outcome(deal, score, sheet, names))
        for player in sheet.players:
            assert isinstance(WORDS.cell(deal, score, player), Cell)
            assert WORDS.count(sheet, player).keys() == {"marks", "said"}
            assert WORDS.tally(sheet, player).startswith(str(sheet.tally[player]))
            assert all(whole(WORDS.why(player, part, names)) for part in score.why[player])
            assert all(names[player] in WORDS.why(player, part, names) for part in score.why[player])
        if data.draw(st.booleans()):
            break
    if sheet.finished:
        ending = WORDS.ending(sheet, names)
        assert all(whole(line) for line in ending)
        assert names[sheet.winner] in ending[0]
        assert len(ending) == len(names) + 1


def sheet_of(*, players=4, dealer="4", **rules):
    return Petukh([str(seat) for seat in range(1, players + 1)], dealer, options(Petukh, rules))


HOUSE = PRESETS["house"]


def refusal(deal, *earlier, players=4, **rules):
    sheet = sheet_of(players=players, **rules)
    for one in earlier:
        sheet.play(one)
    with pytest.raises(Refused) as refused:
        sheet.play(deal)
    return WORDS.refusal(refused.value, PLAIN)


def tricks(*numbers, **more):
    """Seats in order; None passed."""
    seats = {str(seat): number for seat, number in enumerate(numbers, start=1)}
    passed = [seat for seat, number in seats.items() if number is None]
    deal = {"tricks": {seat: number for seat, number in seats.items() if number is not None}}
    return deal | ({"passed": passed} if passed else {}) | more


@pytest.mark.parametrize(
    ("deal", "sentence"),
    [
        (tricks(1, 1, 1, 1), "1 of the 5 tricks is missing."),
        (tricks(1, 1, 1, 0), "2 of the 5 tricks are missing."),
        (tricks(2, 2, 1, 1), "6 tricks: 1 too many."),
        (tricks(5, 2, 0, 0), "7 tricks: 2 too many."),
        (tricks(6, 0, 0, 0), "Ann: 6 tricks, and there can be 0 to 5."),
        ({"tricks": {"1": 5}}, "How many tricks did Bo take? Or was it a pass?"),
        (tricks(5, 0, 0, 0, passed=["2"]), "Bo passed, and so can have no tricks."),
        (tricks(5, None, 0, 0, revokes={"2": 1}), "Bo passed, and so cannot have revoked."),
        (
            tricks(2, 2, 1, 0, boys={"1": "coloured", "2": "coloured"}),
            "One pair has the trump jack in it: Ann and Bo cannot both have coloured boys.",
        ),
        (
            tricks(2, 2, 1, 0, boys={"1": "simple", "2": "coloured", "3": "simple"}),
            "Four jacks make 2 pairs of one colour, and not 3: Ann, Bo and Cy.",
        ),
        (
            tricks(2, 2, 1, 0, boys={"1": "four", "2": "simple"}),
            "Ann showed all four jacks, so nobody else can have shown boys.",
        ),
        ({"finished_with_boys": "1"}, "Ann has 15 left: boys finish the game with 5 or fewer."),
        ({"trump_five": "1"}, "By the rules of this match five trumps are played as any other cards."),
        (tricks(5, 0, 0, 0, first_out="1"), "Nobody comes to nought in this deal, so Ann was not first out."),
    ],
)
def test_what_is_wrong_and_by_how_much(deal, sentence):
    assert refusal(deal) == sentence


def test_a_deal_that_stops_at_nought():
    down_to_two = [tricks(5, 0, None, None), tricks(5, 0, None, None), tricks(3, 2, None, None)]
    assert refusal(tricks(3, 2, 0, 0), *down_to_two, **HOUSE) == (
        "Ann comes to nought with 2 tricks, where the deal stops: 3 is too many."
    )
    assert refusal(tricks(1, 1, 0, 0), *down_to_two, **HOUSE) == (
        "3 of the 5 tricks are missing. "
        "A deal stops before its last trick only when somebody comes to exactly nought."
    )


def test_who_was_first_out():
    both = [tricks(5, None, None, None), tricks(None, 5, None, None)] * 2
    last = [tricks(3, 2, None, None), tricks(0, 1, 4, None, boys={"1": "simple"})]
    sheet = sheet_of()
    for deal in [*both, *last]:
        sheet.play(deal)
    assert (sheet.tally["1"], sheet.tally["2"]) == (2, 2)
    with pytest.raises(Refused) as refused:
        sheet.play(tricks(2, 2, 1, 0))
    assert WORDS.refusal(refused.value, PLAIN) == "Ann and Bo come to nought: who was first?"


@pytest.mark.parametrize(
    ("rule", "amount", "sentence"),
    [
        ("tricks", -1, "Ann took 1 trick: −1."),
        ("tricks", -2, "Ann took 2 tricks: −2."),
        ("boys-oblique", -5, "Ann showed oblique boys: −5."),
        ("boys-oblique", 0, "Ann showed oblique boys, which count for nothing here."),
        ("no-trick", 5, "Ann took no trick: +5."),
        ("revoke", 5, "Ann revoked: +5."),
        ("revoke", 10, "Ann revoked 2 times: +10."),
        ("overshoot", 16, "Ann wrote off more than was left, and starts again: +16."),
    ],
)
def test_why_a_score_is_what_it_is(rule, amount, sentence):
    assert WORDS.why("1", Part(rule, amount), PLAIN) == sentence


def test_a_rule_reminds_once_of_all_whom_it_touches():
    told = [
        Reminder(rule, player) for rule, player in [("no-boys", "1"), ("lead-trump", "3"), ("no-boys", "4")]
    ]
    assert WORDS.reminded(told, PLAIN) == [
        "Ann and Di may not show boys at 7",
        "Cy must lead a trump: somebody has 1 left",
    ]


def cells(deal, *earlier, **rules):
    sheet = sheet_of(**rules)
    for one in earlier:
        sheet.play(one)
    score = sheet.play(deal)
    return [WORDS.cell(deal, score, player) for player in sheet.players]


def test_the_cells_of_an_ordinary_deal():
    assert cells(tricks(2, 3, 0, None)) == [
        Cell("−2"),
        Cell("−3"),
        Cell("+5", tone="bad", ring=True),
        Cell("", "pass"),
    ]


def test_the_cells_of_boys_and_revokes():
    deal = tricks(3, 0, 2, None, boys={"1": "simple", "2": "coloured"}, revokes={"3": 1})
    assert cells(deal) == [Cell("−8", "B"), Cell("0", "B"), Cell("+3", "revoke", "bad"), Cell("", "pass")]


def test_the_cell_of_who_passed_with_boys():
    assert cells(tricks(5, 0, 0, None, boys={"4": "simple"}))[3] == Cell("−5", "pass B")


def test_the_cells_of_crosses():
    deal = tricks(5, 0, 0, None, boys={"3": "simple"})
    assert cells(deal, no_trick="cross")[1:3] == [Cell("×", tone="bad"), Cell("−5", "B ×", "bad")]


def test_the_cell_of_an_overshoot():
    to_one = [tricks(5, None, None, None)] * 2 + [tricks(4, None, None, None)]
    assert cells(tricks(2, 1, 1, 1), *to_one)[0] == Cell("+14", "over", "bad")


def test_the_cells_of_a_deal_without_play():
    deal = {"trump_five": "1", "passed": ["4"]}
    assert cells(deal, **HOUSE) == [
        Cell("−5", "five"),
        Cell("+5", tone="bad", ring=True),
        Cell("+5", tone="bad", ring=True),
        Cell("", "pass"),
    ]
    assert cells({"four_jacks": "2"}, **HOUSE) == [
        Cell(""),
        Cell("−15", "4 jacks", "good"),
        Cell(""),
        Cell(""),
    ]


def test_the_rise_of_a_revoke_is_no_circle():
    deal = tricks(5, 0, 0, 0, boys={"2": "simple"}, revokes={"2": 1})
    assert cells(deal, no_trick="points-and-circle")[1] == Cell("+5", "B revoke", "bad")


def outcome(deal, *earlier, **rules):
    sheet = sheet_of(**rules)
    for one in earlier:
        sheet.play(one)
    return WORDS.outcome(deal, sheet.play(deal), sheet, PLAIN).replace("\N{NO-BREAK SPACE}", " ")


def test_what_a_deal_comes_to():
    assert outcome(tricks(2, 3, 0, None)) == "Ann −2, Bo −3, Cy +5."
    assert outcome(tricks(None, None, None, None)) == "Nothing changes."
    assert outcome(tricks(2, 3, 0, None), no_trick="cross") == "Ann −2, Bo −3, Cy ×."
    to_one = [tricks(5, None, None, None)] * 2 + [tricks(4, None, None, None)]
    assert outcome(tricks(2, 1, 1, 1), *to_one) == "Ann overshoots: back to 15. Bo −1, Cy −1, Di −1."
    assert outcome(tricks(1, 2, 1, 1), *to_one) == "Ann won. Ann −1, Bo −2, Cy −1, Di −1."
    assert outcome({"finished_with_boys": "1"}, *to_one) == "Ann won. Ann −1."


def test_crosses_and_circles_are_drawn_until_they_are_many():
    sheet = sheet_of(no_trick="points-and-circle")
    assert WORDS.count(sheet, "2") == {"marks": "", "said": ""}
    assert WORDS.tally(sheet, "2") == "15"
    sheet.play(tricks(0, 0, 0, 5))
    assert WORDS.count(sheet, "2") == {"marks": "○", "said": "1 circle"}
    sheet.play(tricks(0, 0, 0, 5))
    assert WORDS.tally(sheet, "2") == "25, 2 circles"
    for _ in range(3):
        sheet.play(tricks(0, 0, 5, None))
    assert WORDS.count(sheet, "2") == {"marks": "5○", "said": "5 circles"}
    crossed = sheet_of(no_trick="cross")
    crossed.play(tricks(0, 0, 0, 5))
    assert WORDS.count(crossed, "1") == {"marks": "×", "said": "1 cross"}


def test_the_end_says_who_pays_what_and_who_is_the_rooster():
    sheet = sheet_of(no_trick="points-and-circle")
    for deal in [
        tricks(5, 0, None, None),
        tricks(5, 0, None, None),
        tricks(None, None, 5, None),
        tricks(5, 0, 0, None),
    ]:
        sheet.play(deal)
    assert WORDS.ending(sheet, PLAIN) == [
        "Ann won: +64.",
        "Bo had 30 left and 3 circles: −33.",
        "Cy had 15 left and 1 circle: −16.",
        "Di had 15 left: −15.",
        "Most left, and so the rooster: Bo.",
    ]


def test_marks_that_cost_nothing_are_not_named_at_the_end():
    sheet = sheet_of(players=2, dealer="1", no_trick="cross", mark_price=0)
    for _ in range(3):
        sheet.play(tricks(5, 0))
    assert WORDS.ending(sheet, PLAIN)[1] == "Bo had 15 left: −15."


def test_the_subtitle_is_where_everybody_starts():
    assert WORDS.subtitle(sheet_of(start=49)) == "from 49"
