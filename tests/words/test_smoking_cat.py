"""Smoking Cat in words: every code has a sentence, and every sentence takes the facts that come with it."""

import ast
import inspect

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.scoring import sheet as common_sheet
from games.scoring import smoking_cat as scoring
from games.scoring import told as common_told
from games.scoring.match_file import options
from games.scoring.refusal import Refused
from games.scoring.sheet import Part, Reminder
from games.scoring.smoking_cat import ITEMS, SmokingCat
from games.words.common import REFUSALS
from games.words.game import Cell
from games.words.smoking_cat import FACES, SPELT_OUT, WORDS, Piece, pieces
from tests.scoring import smoking_cat_told as drawn

NAMES = {"A": "Olena", "B": "100% Bo", "C": "Cy", "D": "O'Neil %(player)s", "E": "Eve"}


def texts(node):
    """The texts that an expression can be."""
    return {
        one.value for one in ast.walk(node) if isinstance(one, ast.Constant) and isinstance(one.value, str)
    }


def codes(module, name):
    """The codes with which `name` is made anywhere in a module: the first thing that it is called with."""
    return {
        code
        for node in ast.walk(ast.parse(inspect.getsource(module)))
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == name
        for code in texts(node.args[0])
    }


def test_every_refusal_has_a_sentence():
    own = codes(scoring, "Refused")
    assert {"points-total", "heim-needed", "item-twice"} < own
    assert set(WORDS.refusals) < own
    assert own | codes(common_sheet, "Refused") | codes(common_told, "Refused") <= {
        *WORDS.refusals,
        *REFUSALS,
    }


def test_every_part_and_reminder_has_a_sentence_and_no_sentence_is_left_over():
    assert codes(scoring, "Part") == set(WORDS.whys)
    assert codes(scoring, "Reminder") == set(WORDS.reminders)
    assert set(WORDS.noted) <= set(WORDS.whys)
    assert list(FACES) == list(ITEMS)


@st.composite
def sheets(draw):
    players = draw(drawn.PLAYERS)
    return SmokingCat(players, draw(st.sampled_from(players)), options(SmokingCat, draw(drawn.RULES)))


def whole(sentence):
    """Something was said, and nothing is left to be filled in."""
    return sentence and "%(" not in sentence.replace(NAMES["D"], "")


@given(st.data(), sheets())
def test_whatever_is_refused_is_said(data, sheet):
    deal = drawn.mangled(data.draw, sheet, drawn.told(data.draw, sheet))
    said = ""
    try:
        sheet.play(deal)
    except Refused as refused:
        said = WORDS.refusal(refused, dict.fromkeys(sheet.players, "Ann"))
        assert whole(said)


@given(st.data(), sheets())
def test_whatever_is_played_is_said_and_shown(data, sheet):
    names = {player: f"<{player}>" for player in sheet.players}
    word = sheet.rules["word"]
    assert word in WORDS.subtitle(sheet)
    for _ in range(data.draw(st.integers(1, 8))):
        if sheet.finished:
            break
        deal = drawn.told(data.draw, sheet)
        score = sheet.play(deal)
        assert whole(WORDS.outcome(deal, score, sheet, names))
        for player, change in score.change.items():
            lines = WORDS.explained(deal, score, player, names)
            assert all(map(whole, lines))
            assert bool(lines) == bool(
                score.why[player] or score.points[player] is not None or player in deal.get("sitting_out", ())
            )
            cell = WORDS.cell(deal, score, player)
            assert cell.ring == (cell.tone == "bad") == bool(change)
            assert bool(cell.text) == (change > 0 or score.points[player] is not None)
            assert WORDS.tally(sheet, player)
            shown = WORDS.count(sheet, player)
            assert "".join(piece.text for piece in shown["pieces"]) == (
                word if len(sheet.word) <= SPELT_OUT else ""
            )
        said = " ".join(WORDS.reminded(sheet.reminders(), names))
        assert all(names[one.player] in said for one in sheet.reminders())
    if sheet.finished:
        won, lost = WORDS.ending(sheet, names)
        assert all(names[winner] in won for winner in sheet.winners())
        assert all(names[loser] in lost for loser in sheet.losers())


def sheet_of(*deals, players="ABCD", **rules):
    sheet = SmokingCat(list(players), "A", options(SmokingCat, {"word": "САЛО", **rules}))
    for deal in deals:
        sheet.play(deal)
    return sheet


def points(*taken, **more):
    return {"points": dict(zip("ABCD", taken, strict=True)), **more}


ROUND = {"A": ["heim", "HK"], "B": ["HA", "H7"], "C": ["last", "HO", "H8"], "D": ["HU", "H9", "H10"]}


def refusal(deal, players="ABCD"):
    with pytest.raises(Refused) as caught:
        sheet_of(players=players).play(deal)
    return WORDS.refusal(caught.value, NAMES)


@pytest.mark.parametrize(
    ("deal", "sentence"),
    [
        (points(14, 9, 5, 3), "31 of 33 points: 2 are missing."),
        (points(14, 9, 5, 4), "32 of 33 points: 1 is missing."),
        (points(14, 9, 5, 8), "36 points in place of 33: 3 too many."),
        (
            points(9, 8, 8, 8),
            "Nobody can have taken the Heim: it counts 10 alone, and nobody has more than 9.",
        ),
        (points(14, 14, 5, 0), "Olena and 100% Bo have 14 points each: who took the Heim?"),
        (points(11, 11, 11, 0), "Olena, 100% Bo and Cy have 11 points each: who took the Heim?"),
        (points(31, 1, 1, 0, heim="B"), "100% Bo has 1 point, and the Heim alone counts 10."),
        (points(14, 9, 10, 0, heim="B"), "100% Bo has 9 points, and the Heim alone counts 10."),
        (points(32, 1, 0, 0, last_trick="B"), "100% Bo has 1 point, and the last trick alone counts 5."),
        (
            points(14, 9, 10, 0, heim="A", last_trick="A"),
            "Olena has 14 points, and the Heim and the last trick count 15 together.",
        ),
        (
            points(12, 7, 7, 7, last_trick="A"),
            (
                "Nobody can have taken the Heim: Olena, with the last trick too, would have at least 15, and "
                "nobody else has 10."
            ),
        ),
        (points(34, -1, 0, 0), "100% Bo cannot have -1 points: nothing counts below 0."),
        (
            {"threw_in": "D", "points": {"A": 12, "B": 10, "C": 7}},
            (
                "The other three have 1 point too many: O'Neil %(player)s threw in and takes the last trick, so "
                "at least 5."
            ),
        ),
        (
            {"threw_in": "D", "points": {"A": 22, "B": 10, "C": 7}},
            (
                "The other three have 11 points too many: O'Neil %(player)s threw in and takes the last trick, so "
                "at least 5."
            ),
        ),
        (
            {"threw_in": "A", "points": {"B": 4, "C": 3, "D": 0}, "last_trick": "B"},
            "Olena threw in and so takes the last trick: 100% Bo cannot have it.",
        ),
        ({"cards": {**ROUND, "A": ["heim"]}}, "Who took ♥K?"),
        ({"cards": {**ROUND, "A": [], "C": ["HO", "H8"]}}, "Who took the Heim, ♥K and the last trick?"),
        ({"cards": {player: [] for player in "ABCD"}}, "Who took which of the ten?"),
        ({"cards": {**ROUND, "B": ["HA", "H7", "last"]}}, "100% Bo and Cy both have the last trick."),
        ({"cards": {**ROUND, "B": ["HA", "HA", "H7"]}}, "100% Bo has ♥A twice."),
        ({"cards": {**ROUND, "B": ["SQ"]}}, '100% Bo: "SQ" is none of the ten that count.'),
    ],
)
def test_a_refusal_says_what_is_wrong_and_by_how_much(deal, sentence):
    assert refusal(deal) == sentence


@pytest.mark.parametrize(
    ("players", "deal", "sentence"),
    [
        ("ABCDE", {"verdict": "E", "sitting_out": ["E"]}, "Eve sat out this deal."),
        ("ABCDE", {"verdict": "A", "sitting_out": ["E", "D"]}, "1 has to sit out, and not 2."),
        ("ABCDEF", {"verdict": "A", "sitting_out": ["E"]}, "2 have to sit out, and not 1."),
        ("ABCD", {"verdict": "A", "sitting_out": []}, "Four are at the table: nobody sits out."),
    ],
)
def test_a_refusal_says_who_sits_out(players, deal, sentence):
    assert refusal(deal, players) == sentence


ODD = points(10, 11, 11, 1, heim="A")


@pytest.mark.parametrize(
    ("deal", "rules", "outcome"),
    [
        ({"verdict": "B"}, {}, "100% Bo takes С."),
        (points(14, 14, 5, 0, heim="B"), {}, "100% Bo takes С."),
        ({"revoke": "C", "deliberate": True}, {}, "Cy takes С and is expelled: the match is over."),
        ({"fine": "C"}, {"word": "Я"}, "Cy takes Я and has the whole word: the match is over."),
        (ODD, {}, "Olena takes С."),
        (ODD, {"odd_tie": "tied"}, "100% Bo and Cy take a letter each."),
        (ODD, {"odd_tie": "tied", "word": "Я"}, "100% Bo and Cy take a letter each, and the match is over."),
        (ODD, {"odd_tie": "replay"}, "Nobody takes a letter; Olena deals again."),
    ],
)
def test_the_outcome_names_the_letter(deal, rules, outcome):
    sheet = sheet_of(**rules)
    assert WORDS.outcome(deal, sheet.play(deal), sheet, NAMES) == outcome


def cells(deal, players="ABCD", before=(), **rules):
    score = sheet_of(*before, players=players, **rules).play(deal)
    return [WORDS.cell(deal, score, player) for player in players]


PLAIN = Cell("")


@pytest.mark.parametrize(
    ("deal", "shown"),
    [
        (
            points(14, 14, 5, 0, heim="B"),
            [Cell("14"), Cell("14", "Heim", "bad", ring=True), Cell("5"), Cell("0")],
        ),
        (
            {"threw_in": "A", "points": {"B": 4, "C": 3, "D": 0}},
            [Cell("26", "threw in", "bad", ring=True), Cell("4"), Cell("3"), Cell("0")],
        ),
        (ODD, [Cell("10", "Heim", "bad", ring=True), Cell("11"), Cell("11"), Cell("1")]),
        ({"cards": ROUND}, [Cell("14", "Heim", "bad", ring=True), Cell("6"), Cell("9"), Cell("4")]),
        ({"reached_17": "B"}, [PLAIN, Cell("17", "", "bad", ring=True), PLAIN, PLAIN]),
        ({"verdict": "B"}, [PLAIN, Cell("А", "", "bad", ring=True), PLAIN, PLAIN]),
        ({"revoke": "A"}, [Cell("С", "revoke", "bad", ring=True), PLAIN, PLAIN, PLAIN]),
        ({"fine": "A"}, [Cell("С", "fine", "bad", ring=True), PLAIN, PLAIN, PLAIN]),
    ],
)
def test_the_sheet_circles_whoever_took_a_letter(deal, shown):
    assert cells(deal, before=[{"verdict": "B"}]) == shown


def test_the_sheet_shows_a_tie_that_nobody_lost_and_who_sat_out():
    tie = {**ODD, "sitting_out": ["E"]}
    assert cells(tie, players="ABCDE", odd_tie="replay") == [
        Cell("10", "tie Heim"),
        Cell("11", "tie"),
        Cell("11", "tie"),
        Cell("1"),
        Cell("", "sat out"),
    ]


def explained(deal, player, players="ABCD", **rules):
    return WORDS.explained(deal, sheet_of(players=players, **rules).play(deal), player, NAMES)


@pytest.mark.parametrize(
    ("deal", "player", "lines"),
    [
        (
            points(14, 14, 5, 0, heim="A"),
            "A",
            [
                "Olena has 14 points, the Heim among them.",
                "Olena is tied for the most and took the Heim, and so takes the letter.",
            ],
        ),
        (points(14, 14, 5, 0, heim="A"), "B", ["100% Bo has 14 points."]),
        (points(1, 16, 16, 0, heim="B"), "A", ["Olena has 1 point."]),
        (
            {"threw_in": "A", "points": {"B": 12, "C": 11, "D": 0}},
            "A",
            ["Olena has 10 points.", "Olena threw in and took every card still held."],
        ),
        (
            {"fine": "A", "reason": "dealt twice wrong, 100%"},
            "A",
            [
                "Olena was fined a letter; no round was played for it.",
                "The reason: dealt twice wrong, 100%",
            ],
        ),
        ({"fine": "A", "reason": "late"}, "B", []),
        (
            {"revoke": "A", "deliberate": True},
            "A",
            [
                (
                    "Olena revoked on purpose, takes a letter and is expelled: the match is over, and Olena has "
                    "lost it."
                )
            ],
        ),
    ],
)
def test_a_score_is_explained(deal, player, lines):
    assert explained(deal, player) == lines


def test_who_sat_out_is_told_so():
    assert explained({"verdict": "A", "sitting_out": ["E"]}, "E", players="ABCDE") == ["Eve sat out."]


def test_each_part_and_reminder_names_the_player():
    for rule in WORDS.whys:
        said = WORDS.why("C", Part(rule, 1), NAMES)
        assert "Cy" in said or rule == "odd-tie-replay"
    one_left = [Reminder("one-letter-left", player) for player in "CE"]
    assert WORDS.reminded(one_left, NAMES) == ["Cy and Eve: one letter left."]


def test_the_ending_says_who_won_and_who_lost_by_what():
    word = sheet_of(*[{"verdict": "A"}] * 4, {"verdict": "A"}, word="САЛО!-Я")
    assert WORDS.ending(word, NAMES) == [
        "100% Bo, Cy and O'Neil %(player)s won.",
        "Olena had the whole word САЛО!-Я and lost.",
    ]
    both = sheet_of({"verdict": "B"}, {"verdict": "C"}, ODD, word="ОЙ", odd_tie="tied")
    assert WORDS.ending(both, NAMES) == [
        "Olena and O'Neil %(player)s won.",
        "100% Bo and Cy had the whole word ОЙ and lost.",
    ]


def test_the_ending_says_who_was_expelled():
    sheet = sheet_of({"revoke": "A", "deliberate": True})
    assert WORDS.ending(sheet, NAMES)[1] == "Olena revoked on purpose, was expelled and lost."


def test_the_word_fills_up_with_what_stands_between_its_letters():
    assert list(pieces("П'Я-ТЬ!", ["П", "Я", "Т", "Ь"], 2)) == [
        Piece("П", counts=True, taken=True),
        Piece("'", counts=False),
        Piece("Я", counts=True, taken=True),
        Piece("-", counts=False),
        Piece("Т", counts=True),
        Piece("Ь", counts=True),
        Piece("!", counts=False),
    ]


def test_the_tally_is_the_letters_so_far():
    sheet = sheet_of({"verdict": "A"}, {"verdict": "A"})
    assert [WORDS.tally(sheet, player) for player in "AB"] == ["СА", "no letter"]
    assert WORDS.count(sheet, "A")["read"] == "2 of 4 letters"
    assert WORDS.count(sheet, "A")["short"] == "С А · ·"
    assert (
        WORDS.count(sheet_of({"verdict": "A"}, word="Куряча-Кішка, завбільшки з кота"), "A")["short"]
        == "1 / 26"
    )
