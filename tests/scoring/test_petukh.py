"""Petukh: every kind of deal, every agreement, every refusal, and the referee of `petukh_told`."""

import copy

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.scoring.match_file import match, options, play_all, replay, result
from games.scoring.petukh import BOYS, PRESETS, Petukh
from games.scoring.refusal import Refused
from games.scoring.sheet import Part, Reminder
from tests.scoring.petukh_told import PLAYERS, RULES, mangled, reckoned, settled, told


def table(players="ABC", dealer="A", records=None, **agreed):
    """A sheet whose rules differ from the book's as `agreed`, with these records already on it."""
    sheet = Petukh(list(players), dealer, options(Petukh, agreed))
    sheet.tally |= records or {}
    return sheet


def refusal(sheet, deal):
    """The code and facts with which a deal is refused; the sheet must be as it was."""
    before = copy.deepcopy(vars(sheet))
    with pytest.raises(Refused) as caught:
        sheet.play(deal)
    assert vars(sheet) == before
    return caught.value.code, caught.value.facts


def why(score, player):
    return [tuple(part) for part in score.why[player]]


# The agreements


def test_options_of_the_book():
    assert options(Petukh, {}) == {
        "start": 15,
        "deck": 36,
        "boys_without_trick": "offset",
        "coloured": 10,
        "oblique": 0,
        "four_jacks": "write-off",
        "no_trick": "points",
        "mark_price": 1,
        "zero": "end-of-deal",
        "overshoot": "restart",
        "finish_with_boys": "five-or-less",
        "boys_may_pass": True,
        "trump_five": False,
        "suit_five": False,
        "no_boys_at_seven": False,
        "house_rules": [],
    }


def test_records_that_tables_mostly_start_from():
    assert Petukh.options["start"].usual == (15, 20, 25, 30, 49)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("start", 0),
        ("start", 1000),
        ("start", "15"),
        ("deck", 52),
        ("boys_without_trick", "cross"),
        ("coloured", 15),
        ("oblique", 10),
        ("four_jacks", True),
        ("no_trick", "circle"),
        ("mark_price", -1),
        ("mark_price", 101),
        ("zero", 0),
        ("overshoot", "void"),
        ("finish_with_boys", None),
        ("boys_may_pass", 1),
        ("trump_five", "true"),
        ("house_rules", ["trump-goes-left", "trump-goes-left"]),
        ("house_rules", ["no-boys"]),
    ],
)
def test_options_that_nobody_plays(key, value):
    with pytest.raises(Refused) as caught:
        options(Petukh, {key: value})
    assert caught.value.code == "option-value"


def test_presets():
    assert list(PRESETS) == ["book", "house", "house-long"]
    assert PRESETS["book"] == {}
    assert PRESETS["house"] == {
        "boys_without_trick": "penalty",
        "four_jacks": "wins",
        "no_trick": "points-and-circle",
        "zero": "at-once",
        "trump_five": True,
        "suit_five": True,
        "no_boys_at_seven": True,
        "house_rules": [
            "trump-goes-left",
            "no-exchange-at-three",
            "lead-trump-at-one",
            "must-overtrump",
            "lead-trump-ace",
        ],
    }
    assert PRESETS["house-long"] == {**PRESETS["house"], "start": 49}
    defaults = options(Petukh, {})
    for preset in PRESETS.values():
        options(Petukh, preset)
        assert all(defaults[key] != value for key, value in preset.items())


@pytest.mark.parametrize(
    ("players", "fits"), [("A", False), ("AB", True), ("ABCDE", True), ("ABCDEF", False)]
)
def test_two_to_five_play(players, fits):
    assert (len(players) in Petukh.seats) is fits


# Tricks, passes, dealer, leader


def test_each_trick_writes_off_one():
    score = table().play({"tricks": {"C": 1, "A": 3, "B": 1}})
    assert list(score.points.items()) == [("A", 3), ("B", 1), ("C", 1)]
    assert list(score.change.items()) == [("A", -3), ("B", -1), ("C", -1)]
    assert list(score.tally.items()) == [("A", 12), ("B", 14), ("C", 14)]
    assert why(score, "A") == [("tricks", -3)]
    assert score.notes == {"marks": {"A": 0, "B": 0, "C": 0}}


def test_who_passed_is_left_alone():
    score = table().play({"tricks": {"A": 2, "B": 3}, "passed": ["C"]})
    assert (score.points["C"], score.change["C"], score.why["C"]) == (None, 0, [])


@pytest.mark.parametrize(
    ("tricks", "leader"),
    [
        ({"A": 2, "B": 2, "C": 1}, "C"),
        ({"A": 2, "B": 3}, "A"),
        ({"B": 3, "C": 2}, "C"),
        ({"B": 4}, "B"),
        ({}, "C"),
    ],
)
def test_leader_is_the_first_after_the_dealer_who_stayed_in(tricks, leader):
    sheet = table(dealer="B")
    score = sheet.play({"tricks": tricks, "passed": [one for one in "ABC" if one not in tricks]})
    assert (score.dealer, score.leader) == ("B", leader)
    assert (sheet.dealer, sheet.leader) == ("C", "A")


@pytest.mark.parametrize("taken", range(6))
def test_one_alone_takes_what_he_likes(taken):
    score = table().play({"tricks": {"B": taken}, "passed": ["A", "C"]})
    assert score.change["B"] == -taken
    assert why(score, "B") == ([("tricks", -taken)] if taken else [("alone-no-trick", 0)])


def test_nobody_stayed_in():
    score = table().play({"tricks": {}, "passed": ["C", "A", "B"], "boys": {"B": "coloured"}})
    assert score.points == {"A": None, "B": None, "C": None}
    assert score.change == {"A": 0, "B": -10, "C": 0}


@pytest.mark.parametrize(
    ("deal", "code", "facts"),
    [
        ({"tricks": {"A": 2, "B": 3}}, "player-missing", {"key": "tricks", "player": "C"}),
        (
            {"tricks": {"A": 2, "B": 3, "C": 0}, "passed": ["C"]},
            "passed-with-tricks",
            {"key": "passed", "player": "C"},
        ),
        ({"tricks": {"A": 2, "B": 3}, "passed": ["C", "C"]}, "named-twice", {"key": "passed", "player": "C"}),
        ({"tricks": {"A": 2, "B": 3}, "passed": "C"}, "not-a-list", {"key": "passed", "got": "C"}),
        ({"tricks": {"A": 2, "B": 3}, "passed": [["C"]]}, "not-a-player", {"key": "passed", "got": ["C"]}),
        ({"tricks": {"A": 2, "B": 3, "D": 0}}, "not-a-player", {"key": "tricks", "got": "D"}),
        ({"tricks": [2, 3, 0]}, "not-an-object", {"key": "tricks", "got": [2, 3, 0]}),
        (
            {"tricks": {"A": 6, "B": -1, "C": 0}},
            "tricks-range",
            {"key": "tricks", "player": "A", "got": 6, "want": 5},
        ),
        (
            {"tricks": {"A": 5, "B": -1, "C": 1}},
            "tricks-range",
            {"key": "tricks", "player": "B", "got": -1, "want": 5},
        ),
        (
            {"tricks": {"A": 10**999}, "passed": ["B", "C"]},
            "tricks-range",
            {"key": "tricks", "player": "A", "got": 10**999, "want": 5},
        ),
        (
            {"tricks": {"A": True, "B": 4, "C": 0}},
            "not-a-whole-number",
            {"key": "tricks", "player": "A", "got": True},
        ),
        ({"tricks": {"A": 2, "B": 2, "C": 0}}, "tricks-total", {"key": "tricks", "got": 4, "want": 5}),
        ({"tricks": {"A": 2, "B": 3, "C": 1}}, "tricks-total", {"key": "tricks", "got": 6, "want": 5}),
        (
            {"tricks": {"A": 2, "B": 3, "C": 0}, "boys": {"A": "red"}},
            "boys-kind",
            {"key": "boys", "player": "A", "got": "red"},
        ),
        (
            {"tricks": {"A": 2, "B": 3, "C": 0}, "boys": {"A": ["simple"]}},
            "boys-kind",
            {"key": "boys", "player": "A", "got": ["simple"]},
        ),
        (
            {"tricks": {"A": 2, "B": 3}, "passed": ["C"], "revokes": {"C": 1}},
            "revoke-passed",
            {"key": "revokes", "player": "C"},
        ),
        (
            {"tricks": {"A": 2, "B": 3, "C": 0}, "revokes": {"A": 0}},
            "revokes-range",
            {"key": "revokes", "player": "A", "got": 0, "want": 1},
        ),
        (
            {"tricks": {"A": 2, "B": 3, "C": 0}, "revokes": {"A": 1.0}},
            "not-a-whole-number",
            {"key": "revokes", "player": "A", "got": 1.0},
        ),
        (
            {"tricks": {"A": 2, "B": 3, "C": 0}, "first_out": "A"},
            "nobody-finished",
            {"key": "first_out", "player": "A"},
        ),
        ({"tricks": {"A": 2, "B": 3, "C": 0}, "four_jacks": "A"}, "unknown-key", {"key": "four_jacks"}),
        ({"finished_with_boys": "A", "passed": ["B"]}, "unknown-key", {"key": "passed"}),
        ({"passed": ["A", "B", "C"]}, "unknown-kind", {"got": ["passed"]}),
        ({"finished_with_boys": ["A"]}, "not-a-player", {"key": "finished_with_boys", "got": ["A"]}),
    ],
)
def test_deals_that_cannot_have_been(deal, code, facts):
    assert refusal(table(), deal) == (code, facts)


@pytest.mark.parametrize("deal", [None, [], "tricks", 5, True])
def test_a_deal_that_is_no_object(deal):
    assert refusal(table(), deal) == ("not-an-object", {"key": "deals", "got": deal})


def test_an_empty_mapping_says_nothing():
    told_all = {
        "tricks": {"A": 2, "B": 3, "C": 0},
        "passed": [],
        "boys": {},
        "revokes": {},
        "about": {"id": 1},
    }
    assert table().play(told_all) == table().play({"tricks": {"A": 2, "B": 3, "C": 0}})


# Boys

NONE, SIMPLE, COLOURED, FOUR = None, "simple", "coloured", "four"


def test_boys_beside_a_trick():
    sheet = table(records={"A": 40})
    assert [sheet.boys_value(boys) for boys in BOYS] == [5, 10, 15, 0]
    assert sheet.boys_value(None) == 0
    for boys, value in [("simple", 5), ("coloured", 10), ("four", 15), ("oblique", 0)]:
        score = copy.copy(sheet).play({"tricks": {"A": 1, "B": 4, "C": 0}, "boys": {"A": boys}})
        assert why(score, "A") == [("tricks", -1), (f"boys-{boys}", -value)]


def test_the_variants_of_five():
    sheet = table(coloured=5, oblique=5)
    assert [sheet.boys_value(boys) for boys in BOYS] == [5, 5, 15, 5]
    score = sheet.play({"tricks": {"A": 1, "B": 4, "C": 0}, "boys": {"B": "oblique", "C": "oblique"}})
    assert why(score, "B") == [("tricks", -4), ("boys-oblique", -5)]
    assert why(score, "C") == [("boys-oblique", -5), ("no-trick-with-boys", 5)]


@pytest.mark.parametrize(
    ("way", "boys", "parts"),
    [
        ("offset", NONE, [("no-trick", 5)]),
        ("offset", SIMPLE, [("boys-simple", -5), ("no-trick-with-boys", 5)]),
        ("offset", COLOURED, [("boys-coloured", -10), ("no-trick-with-boys", 10)]),
        ("offset", FOUR, [("boys-four", -15), ("no-trick-with-boys", 10)]),
        ("void", NONE, [("no-trick", 5)]),
        ("void", SIMPLE, [("boys-without-trick", 0), ("no-trick-with-boys", 5)]),
        ("void", COLOURED, [("boys-without-trick", 0), ("no-trick-with-boys", 5)]),
        ("void", FOUR, [("boys-without-trick", 0), ("no-trick-with-boys", 5)]),
        ("penalty", NONE, [("no-trick", 5)]),
        ("penalty", SIMPLE, [("boys-without-trick", 0), ("no-trick-with-boys", 10)]),
        ("penalty", COLOURED, [("boys-without-trick", 0), ("no-trick-with-boys", 10)]),
        ("penalty", FOUR, [("boys-without-trick", 0), ("no-trick-with-boys", 10)]),
        ("forfeit", NONE, [("no-trick", 5)]),
        ("forfeit", SIMPLE, [("boys-without-trick", 0), ("no-trick-with-boys", 5)]),
        ("forfeit", COLOURED, [("boys-cover-no-trick", 0)]),
        ("forfeit", FOUR, [("boys-without-trick", 0), ("no-trick-with-boys", 10)]),
    ],
)
def test_boys_and_no_trick(way, boys, parts):
    sheet = table(start=30, boys_without_trick=way)
    charged = sum(amount for rule, amount in parts if rule.startswith("no-trick"))
    assert sheet.without_trick(boys) == (charged - sum(amount for _, amount in parts), charged)
    shown = {"boys": {"A": boys}} if boys else {}
    score = sheet.play({"tricks": {"A": 0, "B": 3, "C": 2}, **shown})
    assert why(score, "A") == parts


@pytest.mark.parametrize("way", ["offset", "void", "penalty", "forfeit"])
def test_boys_of_the_only_one_in_without_a_trick(way):
    for boys, value in [("simple", 5), ("coloured", 10), ("four", 15)]:
        score = table(start=30, boys_without_trick=way, no_trick="cross").play(
            {"tricks": {"A": 0}, "passed": ["B", "C"], "boys": {"A": boys}}
        )
        written_off = (f"boys-{boys}", -value) if way == "offset" else ("boys-without-trick", 0)
        assert why(score, "A") == [written_off, ("alone-no-trick", 0)]
        assert score.notes["marks"]["A"] == 0


def test_oblique_boys_count_as_none():
    score = table(boys_without_trick="penalty").play(
        {"tricks": {"A": 0, "B": 5, "C": 0}, "boys": {"A": "oblique"}}
    )
    assert why(score, "A") == [("boys-oblique", 0), ("no-trick", 5)]


@pytest.mark.parametrize("boys", BOYS)
def test_boys_of_who_passed(boys):
    deal = {"tricks": {"B": 5, "C": 0}, "passed": ["A"], "boys": {"A": boys}}
    sheet = table(start=30)
    score = copy.copy(sheet).play(deal)
    assert why(score, "A") == [(f"boys-{boys}", -sheet.boys_value(boys))]
    barred = ("boys-passed", {"key": "boys", "player": "A"})
    assert refusal(table(boys_may_pass=False), deal) == barred
    for way in ["void", "penalty", "forfeit"]:
        assert refusal(table(boys_without_trick=way), deal) == barred


@pytest.mark.parametrize(
    ("agreed", "shown", "code"),
    [
        ({}, ["simple", "coloured"], None),
        ({}, ["simple", "simple"], "simple-twice"),
        ({}, ["coloured", "coloured"], "coloured-twice"),
        ({}, ["simple", "coloured", "simple"], "pairs-too-many"),
        ({"coloured": 5}, ["simple", "coloured"], None),
        ({"coloured": 5}, ["simple", "simple"], None),
        ({"coloured": 5}, ["coloured", "coloured"], None),
        ({"coloured": 5}, ["coloured", "coloured", "simple"], "pairs-too-many"),
        ({}, ["oblique", "oblique"], None),
        ({}, ["oblique", "oblique", "oblique"], "oblique-too-many"),
        ({}, ["oblique", "simple"], "oblique-beside-pair"),
        ({"oblique": 5}, ["coloured", "oblique"], "oblique-beside-pair"),
        ({}, ["four"], None),
        ({}, ["four", "oblique"], "boys-beside-four"),
        ({}, ["simple", "four"], "boys-beside-four"),
        ({}, ["four", "four"], "boys-beside-four"),
        ({"four_jacks": "wins"}, ["four"], "four-jacks-win"),
        ({"four_jacks": "wins"}, ["coloured"], None),
    ],
)
def test_there_are_four_jacks(agreed, shown, code):
    deal = {"tricks": {"A": 1, "B": 2, "C": 2}, "boys": dict(zip("ABC", shown, strict=False))}
    if code is None:
        assert table(start=40, **agreed).play(deal).number == 1
    else:
        assert refusal(table(start=40, **agreed), deal)[0] == code


@pytest.mark.parametrize(
    ("shown", "facts"),
    [
        ({"C": "four", "A": "simple"}, {"player": "C", "players": ["A", "C"]}),
        ({"B": "oblique", "A": "simple"}, {"player": "B", "players": ["A"]}),
        ({"A": "oblique", "C": "oblique", "B": "oblique"}, {"players": ["A", "B", "C"], "got": 3, "want": 2}),
        ({"A": "simple", "C": "simple", "B": "coloured"}, {"players": ["A", "B", "C"], "got": 3, "want": 2}),
        ({"C": "simple", "A": "simple"}, {"players": ["A", "C"]}),
        ({"C": "coloured", "B": "coloured"}, {"players": ["B", "C"]}),
    ],
)
def test_who_cannot_all_have_shown_boys(shown, facts):
    assert refusal(table(), {"tricks": {"A": 1, "B": 2, "C": 2}, "boys": shown})[1] == {
        "key": "boys",
        **facts,
    }


@pytest.mark.parametrize("boys", BOYS)
def test_no_boys_at_seven(boys):
    deal = {"tricks": {"A": 1, "B": 2, "C": 2}, "boys": {"A": boys}}
    barred = table(records={"A": 7, "B": 6}, no_boys_at_seven=True)
    assert not barred.may_show_boys("A")
    assert barred.may_show_boys("B")
    assert refusal(barred, deal) == ("boys-at-seven", {"key": "boys", "player": "A"})
    for free in [table(records={"A": 7}), table(records={"A": 8}, no_boys_at_seven=True)]:
        assert free.may_show_boys("A")
        assert free.play(deal).number == 1


def test_no_boys_at_seven_for_who_passed():
    sheet = table(records={"A": 7}, no_boys_at_seven=True)
    deal = {"tricks": {"B": 3, "C": 2}, "passed": ["A"], "boys": {"A": "simple"}}
    assert refusal(sheet, deal)[0] == "boys-at-seven"


# Crosses, circles, revokes


@pytest.mark.parametrize(
    ("way", "boys", "parts"),
    [
        ("offset", NONE, [("cross", 0)]),
        ("offset", SIMPLE, [("boys-simple", -5), ("cross", 0)]),
        ("offset", FOUR, [("boys-four", -15), ("cross", 0)]),
        ("penalty", COLOURED, [("boys-without-trick", 0), ("cross", 0)]),
        ("forfeit", COLOURED, [("boys-cover-no-trick", 0)]),
    ],
)
def test_a_cross_in_place_of_the_penalty(way, boys, parts):
    shown = {"boys": {"A": boys}} if boys else {}
    score = table(start=30, boys_without_trick=way, no_trick="cross").play(
        {"tricks": {"A": 0, "B": 3, "C": 2}, **shown}
    )
    assert why(score, "A") == parts
    assert score.notes == {"marks": {"A": int(("cross", 0) in parts), "B": 0, "C": 0}}


@pytest.mark.parametrize(
    ("way", "boys", "circle"),
    [
        ("offset", NONE, 1),
        ("offset", SIMPLE, 0),
        ("offset", COLOURED, 0),
        ("offset", FOUR, 0),
        ("void", SIMPLE, 1),
        ("penalty", FOUR, 1),
        ("forfeit", SIMPLE, 1),
        ("forfeit", COLOURED, 0),
        ("forfeit", FOUR, 1),
    ],
)
def test_a_circle_for_who_goes_up(way, boys, circle):
    shown = {"boys": {"A": boys}} if boys else {}
    deal = {"tricks": {"A": 0, "B": 3, "C": 2}, **shown}
    score = table(start=30, boys_without_trick=way, no_trick="points-and-circle").play(deal)
    assert score.notes == {"marks": {"A": circle, "B": 0, "C": 0}}
    assert score.change == table(start=30, boys_without_trick=way).play(deal).change
    assert (why(score, "A")[-1] == ("circle", 0)) is bool(circle)


def test_marks_add_up_and_earlier_deals_keep_theirs():
    deal = {"tricks": {"A": 0, "B": 5, "C": 0}}
    sheet = table(start=40, no_trick="cross")
    scores = [sheet.play({"tricks": {"A": 0, "B": 4, "C": 1}}), sheet.play(deal), sheet.play(deal)]
    assert [score.notes["marks"] for score in scores] == [
        {"A": 1, "B": 0, "C": 0},
        {"A": 2, "B": 0, "C": 1},
        {"A": 3, "B": 0, "C": 2},
    ]
    assert sheet.notes() == {"marks": {"A": 3, "B": 0, "C": 2}}


def test_revokes():
    score = table().play({"tricks": {"A": 0, "B": 3, "C": 2}, "revokes": {"A": 1, "B": 2}})
    assert why(score, "A") == [("no-trick", 5), ("revoke", 5)]
    assert why(score, "B") == [("tricks", -3), ("revoke", 10)]


def test_a_revoke_makes_no_mark():
    score = table(no_trick="points-and-circle").play(
        {"tricks": {"A": 1, "B": 3, "C": 1}, "revokes": {"A": 1}}
    )
    assert score.notes["marks"]["A"] == 0


def test_a_revoke_of_the_only_one_in_is_charged():
    score = table().play({"tricks": {"A": 0}, "passed": ["B", "C"], "revokes": {"A": 1}})
    assert why(score, "A") == [("alone-no-trick", 0), ("revoke", 5)]


# Nought, and past it


def test_exactly_nought_wins():
    sheet = table(records={"A": 3})
    score = sheet.play({"tricks": {"A": 3, "B": 0, "C": 2}})
    assert score.tally == {"A": 0, "B": 20, "C": 13}
    assert (sheet.finished, sheet.winners(), sheet.losers()) == (True, ["A"], ["B", "C"])
    assert refusal(sheet, {"tricks": {"A": 3, "B": 0, "C": 2}}) == ("match-over", {})


def test_an_overshoot_starts_again():
    sheet = table(records={"A": 3}, start=20)
    score = sheet.play({"tricks": {"A": 5, "B": 0, "C": 0}})
    assert why(score, "A") == [("tricks", -5), ("overshoot", 22)]
    assert (score.tally["A"], sheet.finished) == (20, False)


def test_an_overshoot_that_finishes():
    sheet = table(records={"A": 3}, overshoot="finishes")
    score = sheet.play({"tricks": {"A": 5, "B": 0, "C": 0}})
    assert why(score, "A") == [("tricks", -5), ("overshoot-finishes", 2)]
    assert (score.tally["A"], sheet.winners()) == (0, ["A"])


@pytest.mark.parametrize(
    ("record", "overshoot", "left", "won"),
    [(5, "restart", 0, ["A"]), (4, "restart", 15, []), (4, "finishes", 0, ["A"]), (6, "finishes", 1, [])],
)
def test_who_passed_with_boys_may_finish_or_overshoot(record, overshoot, left, won):
    sheet = table(records={"A": record}, overshoot=overshoot)
    score = sheet.play({"tricks": {"B": 3, "C": 2}, "passed": ["A"], "boys": {"A": "simple"}})
    assert (score.tally["A"], sheet.winners()) == (left, won)


def test_boys_without_a_trick_may_finish():
    sheet = table(records={"A": 5}, no_trick="cross")
    score = sheet.play({"tricks": {"A": 0, "B": 3, "C": 2}, "boys": {"A": "simple"}})
    assert sheet.winners() == ["A"]
    assert score.notes["marks"] == {"A": 1, "B": 0, "C": 0}
    assert sheet.ledger() == {"A": 25, "B": -12, "C": -13}


BOTH = {"tricks": {"A": 2, "B": 3}, "passed": ["C"]}


def test_first_out_settles_who_won():
    for first in "AB":
        sheet = table(records={"A": 2, "B": 3})
        sheet.play({**BOTH, "first_out": first})
        assert sheet.winners() == [first]
        assert sheet.losers() == [one for one in "ABC" if one != first]
        other = "B" if first == "A" else "A"
        assert sheet.places() == {first: 1, other: 2, "C": 3}
        assert sheet.ledger() == {first: 15, other: 0, "C": -15}


def test_first_out_may_be_who_passed_with_boys_or_overshot():
    sheet = table(records={"A": 2, "B": 1, "C": 5}, overshoot="finishes")
    sheet.play({**BOTH, "boys": {"C": "simple"}, "first_out": "C"})
    assert sheet.winners() == ["C"]
    sheet = table(records={"A": 2, "B": 1, "C": 5}, overshoot="finishes")
    sheet.play({**BOTH, "boys": {"C": "simple"}, "first_out": "B"})
    assert sheet.winners() == ["B"]


def test_first_out_must_fit_who_finished():
    both = table(records={"A": 2, "B": 3})
    assert refusal(both, BOTH) == ("first-out-missing", {"key": "first_out", "players": ["A", "B"]})
    not_c = {"key": "first_out", "player": "C", "players": ["A", "B"]}
    assert refusal(both, {**BOTH, "first_out": "C"}) == ("first-out-not-finished", not_c)
    assert refusal(both, {**BOTH, "first_out": "D"}) == ("not-a-player", {"key": "first_out", "got": "D"})
    one = table(records={"A": 2})
    not_b = {"key": "first_out", "player": "B", "players": ["A"]}
    assert refusal(one, {**BOTH, "first_out": "B"}) == ("first-out-not-finished", not_b)
    assert one.play({**BOTH, "first_out": "A"}).tally["A"] == 0
    nobody = ("nobody-finished", {"key": "first_out", "player": "A"})
    assert refusal(table(records={"A": 1}), {**BOTH, "first_out": "A"}) == nobody
    assert refusal(table(), {**BOTH, "first_out": None}) == (
        "not-a-player",
        {"key": "first_out", "got": None},
    )


# Stopping at nought


def at_once(records, **agreed):
    return table(records=records, zero="at-once", **agreed)


def test_a_deal_cut_short_charges_nobody():
    score = at_once({"A": 2}, no_trick="points-and-circle").play({"tricks": {"A": 2, "B": 1, "C": 0}})
    assert score.change == {"A": -2, "B": -1, "C": 0}
    assert why(score, "C") == [("cut-short", 0)]
    assert score.notes == {"marks": {"A": 0, "B": 0, "C": 0}}


@pytest.mark.parametrize(("mode", "mark"), [("points", 0), ("cross", 1), ("points-and-circle", 1)])
def test_a_deal_that_stops_with_its_last_trick_is_not_cut_short(mode, mark):
    score = at_once({"A": 3}, no_trick=mode).play({"tricks": {"A": 3, "B": 2, "C": 0}})
    assert score.change["C"] == (0 if mode == "cross" else 5)
    assert score.notes["marks"]["C"] == mark


@pytest.mark.parametrize("way", ["offset", "void", "penalty", "forfeit"])
@pytest.mark.parametrize("boys", ["simple", "coloured", "four"])
def test_boys_in_a_deal_cut_short(way, boys):
    sheet = at_once({"A": 2, "C": 30}, boys_without_trick=way, no_trick="cross")
    value = sheet.boys_value(boys)
    score = sheet.play({"tricks": {"A": 2, "B": 0, "C": 0}, "boys": {"C": boys}})
    written_off = (f"boys-{boys}", -value) if way == "offset" else ("boys-without-trick", 0)
    assert why(score, "C") == [written_off, ("cut-short", 0)]
    assert score.notes["marks"] == {"A": 0, "B": 0, "C": 0}
    with_a_trick = at_once({"A": 2, "C": 30}, boys_without_trick=way)
    with_a_trick = with_a_trick.play({"tricks": {"A": 2, "B": 0, "C": 1}, "boys": {"C": boys}})
    assert why(with_a_trick, "C") == [("tricks", -1), (f"boys-{boys}", -value)]


def test_revokes_count_in_a_deal_cut_short():
    score = at_once({"A": 2}).play({"tricks": {"A": 2, "B": 0, "C": 1}, "revokes": {"B": 1, "C": 1}})
    assert why(score, "B") == [("cut-short", 0), ("revoke", 5)]
    assert score.change == {"A": -2, "B": 5, "C": 4}


def test_only_nought_cuts_a_deal_short():
    short = {"tricks": {"A": 2, "B": 1, "C": 0}}
    too_few = ("cut-short-above-zero", {"key": "tricks", "got": 3, "want": 5})
    assert refusal(at_once({}), short) == too_few
    assert refusal(at_once({"A": 2}), {**short, "revokes": {"A": 1}}) == too_few
    assert at_once({"A": 7}).play({**short, "revokes": {"A": 1}, "boys": {"A": "coloured"}}).tally["A"] == 0
    over = {"tricks": {"A": 3, "B": 3, "C": 0}}
    assert refusal(at_once({"A": 3}), over) == ("tricks-total", {"key": "tricks", "got": 6, "want": 5})
    assert refusal(table(records={"A": 2}), short)[0] == "tricks-total"


def test_boys_past_nought_cut_nothing_short():
    """Nought before any overshoot is settled: the boys' overshoot finishes, but stops no play."""
    deal = {"tricks": {"A": 0, "B": 2, "C": 2}, "boys": {"A": "simple"}}
    assert refusal(at_once({"A": 3}, overshoot="finishes"), deal)[0] == "cut-short-above-zero"
    assert at_once({"A": 3, "B": 2}).play(deal).tally == {"A": 15, "B": 0, "C": 13}


def test_boys_of_who_passed_cut_a_deal_short():
    deal = {"tricks": {"B": 0, "C": 0}, "passed": ["A"], "boys": {"A": "coloured"}}
    sheet = at_once({"A": 10})
    score = sheet.play(deal)
    assert (score.tally, sheet.winners()) == ({"A": 0, "B": 15, "C": 15}, ["A"])
    assert (why(score, "A"), why(score, "B")) == ([("boys-coloured", -10)], [("cut-short", 0)])
    assert refusal(at_once({"A": 9}), deal)[0] == "cut-short-above-zero"


def test_one_alone_needs_no_nought_to_stop():
    score = at_once({}).play({"tricks": {"A": 0}, "passed": ["B", "C"]})
    assert why(score, "A") == [("alone-no-trick", 0)]


@pytest.mark.parametrize("overshoot", ["restart", "finishes"])
@pytest.mark.parametrize(
    ("record", "deal", "want"),
    [
        (3, {"tricks": {"A": 4, "B": 1}, "passed": ["C"]}, 3),
        (3, {"tricks": {"A": 5}, "passed": ["B", "C"]}, 3),
        (6, {"tricks": {"A": 2, "B": 3}, "passed": ["C"], "boys": {"A": "simple"}}, 1),
        (5, {"tricks": {"A": 1, "B": 4}, "passed": ["C"], "boys": {"A": "simple"}}, 0),
    ],
)
def test_nobody_takes_a_trick_past_nought(record, deal, want, overshoot):
    got = deal["tricks"]["A"]
    facts = {"key": "tricks", "player": "A", "got": got, "want": want, "left": record}
    assert refusal(at_once({"A": record}, overshoot=overshoot), deal) == ("past-zero", facts)


def test_past_nought_with_revokes_counted():
    deal = {"tricks": {"A": 4, "B": 1, "C": 0}, "revokes": {"A": 1}}
    assert at_once({"A": 3}).play(deal).tally["A"] == 4
    assert at_once({"A": 1}).play({"tricks": {"A": 5, "B": 0, "C": 0}, "revokes": {"A": 1}}).tally["A"] == 1


def test_boys_alone_may_overshoot_where_play_stops_at_nought():
    score = at_once({"A": 4}).play({"tricks": {"A": 3, "B": 2, "C": 0}, "boys": {"A": "simple"}})
    assert why(score, "A") == [("tricks", -3), ("boys-simple", -5), ("overshoot", 19)]


# Deals that were not played


@pytest.mark.parametrize("record", range(1, 6))
def test_finished_with_boys(record):
    sheet = table(dealer="B", records={"A": record})
    assert sheet.may_finish_with_boys("A")
    score = sheet.play({"finished_with_boys": "A"})
    assert (score.dealer, score.leader) == ("B", "C")
    assert score.points == {"A": None, "B": None, "C": None}
    assert score.why == {"A": [Part("finished-with-boys", -record)], "B": [], "C": []}
    assert (sheet.winners(), sheet.ledger()) == (["A"], {"A": 30, "B": -15, "C": -15})


def test_too_much_left_to_finish_with_boys():
    sheet = table(records={"A": 6})
    facts = {"key": "finished_with_boys", "player": "A", "got": 6, "want": 5}
    assert refusal(sheet, {"finished_with_boys": "A"}) == ("too-much-left", facts)
    off = table(records={"A": 5}, finish_with_boys="off")
    assert not off.may_finish_with_boys("A")
    facts = {"key": "finished_with_boys", "player": "A"}
    assert refusal(off, {"finished_with_boys": "A"}) == ("finish-with-boys-off", facts)


FIVES = pytest.mark.parametrize("key", ["trump_five", "suit_five"])


@FIVES
def test_a_five_takes_all_the_tricks(key):
    sheet = table("ABCD", dealer="B", **{key: True})
    score = sheet.play({key: "B", "passed": ["C"]})
    assert (score.dealer, score.leader) == ("B", "C")
    assert score.points == {"A": 0, "B": 5, "C": None, "D": 0}
    assert score.change == {"A": 5, "B": -5, "C": 0, "D": 5}
    assert (why(score, "B"), why(score, "C")) == ([(key.replace("_", "-"), -5)], [])
    assert sheet.dealer == "C"


@FIVES
@pytest.mark.parametrize("zero", ["end-of-deal", "at-once"])
@pytest.mark.parametrize("way", ["offset", "void", "penalty", "forfeit"])
@pytest.mark.parametrize(
    ("mode", "parts"),
    [
        ("cross", [Part("cross", 0)]),
        ("points", [Part("no-trick", 5)]),
        ("points-and-circle", [Part("no-trick", 5), Part("circle", 0)]),
    ],
)
def test_a_five_charges_the_others(key, zero, way, mode, parts):
    sheet = table(records={"A": 5}, zero=zero, boys_without_trick=way, no_trick=mode, **{key: True})
    score = sheet.play({key: "A", "passed": ["C"]})
    assert (score.why["B"], score.why["C"]) == (parts, [])
    assert score.notes == {"marks": {"A": 0, "B": int(mode != "points"), "C": 0}}
    assert sheet.winners() == ["A"]


@FIVES
@pytest.mark.parametrize(
    ("record", "agreed", "parts", "left"),
    [
        (6, {}, [], 1),
        (5, {}, [], 0),
        (4, {}, [Part("overshoot", 16)], 15),
        (4, {"overshoot": "finishes"}, [Part("overshoot-finishes", 1)], 0),
        (6, {"zero": "at-once"}, [], 1),
        (5, {"zero": "at-once"}, [], 0),
        (1, {"zero": "at-once"}, [Part("stopped-at-zero", 4)], 0),
        (4, {"zero": "at-once", "overshoot": "finishes"}, [Part("stopped-at-zero", 1)], 0),
    ],
)
def test_a_five_near_the_end(key, record, agreed, parts, left):
    sheet = table(records={"A": record}, **{key: True}, **agreed)
    score = sheet.play({key: "A"})
    assert score.why["A"] == [Part(key.replace("_", "-"), -5), *parts]
    assert score.tally == {"A": left, "B": 20, "C": 20}
    assert sheet.winners() == (["A"] if left == 0 else [])


@FIVES
def test_fives_that_cannot_be(key):
    not_played = (key.replace("_", "-") + "-off", {"key": key})
    assert refusal(table(), {key: "A"}) == not_played
    agreed = table(**{key: True})
    assert refusal(agreed, {key: "D"}) == ("not-a-player", {"key": key, "got": "D"})
    assert refusal(agreed, {key: "A", "passed": ["B", "A"]}) == (
        "five-passed",
        {"key": "passed", "player": "A"},
    )
    assert refusal(agreed, {key: "A", "passed": {"B": 1}})[0] == "not-a-list"
    assert refusal(agreed, {key: "A", "first_out": "A"}) == ("unknown-key", {"key": "first_out"})
    other = "suit_five" if key == "trump_five" else "trump_five"
    assert refusal(table(**{other: True}), {key: "A"}) == not_played


@pytest.mark.parametrize("record", [1, 7, 15, 999])
def test_four_jacks_win(record):
    sheet = table(records={"B": record}, four_jacks="wins", no_boys_at_seven=True)
    score = sheet.play({"four_jacks": "B"})
    assert score.points == {"A": None, "B": None, "C": None}
    assert score.why == {"A": [], "B": [Part("four-jacks", -record)], "C": []}
    assert (score.leader, sheet.winners(), sheet.finished) == ("B", ["B"], True)


def test_four_jacks_where_they_only_write_off():
    facts = {"key": "four_jacks", "player": "B"}
    assert refusal(table(), {"four_jacks": "B"}) == ("four-jacks-off", facts)
    assert refusal(table(four_jacks="wins"), {"four_jacks": 1})[0] == "not-a-player"


# Places, ledger, reminders, and what comes after


def test_places_by_what_would_be_owed():
    sheet = table("ABCDE", records={"A": 10, "B": 12, "C": 9, "D": 12, "E": 30}, mark_price=3)
    sheet.marks |= {"A": 1, "C": 1}
    assert sheet.owed() == {"A": 13, "B": 12, "C": 12, "D": 12, "E": 30}
    assert sheet.places() == {"A": 4, "B": 1, "C": 1, "D": 1, "E": 5}
    assert (sheet.winners(), sheet.losers(), sheet.ledger()) == ([], [], {})


def test_marks_are_paid_but_not_the_winners():
    sheet = table(records={"A": 2, "B": 12, "C": 4}, mark_price=5)
    sheet.marks |= {"A": 4, "C": 2}
    sheet.play({"tricks": {"A": 2}, "passed": ["B", "C"]})
    assert sheet.ledger() == {"A": 26, "B": -12, "C": -14}
    assert sheet.places() == {"A": 1, "B": 2, "C": 3}


def test_marks_that_cost_nothing():
    sheet = table(records={"A": 2, "B": 12, "C": 4}, mark_price=0)
    sheet.marks |= {"B": 9}
    sheet.play({"tricks": {"A": 2}, "passed": ["B", "C"]})
    assert sheet.ledger() == {"A": 16, "B": -12, "C": -4}


def test_the_deal_passes_to_the_left_also_into_a_rematch():
    sheet = table(records={"A": 12}, dealer="B")
    dealers = [sheet.play({"tricks": {"A": 4}, "passed": ["B", "C"]}).dealer for _ in range(3)]
    assert dealers == ["B", "C", "A"]
    assert sheet.finished
    assert sheet.rematch_dealer == "B"


def test_reminders_in_their_order():
    sheet = table(
        "ABCDE",
        dealer="D",
        records={"A": 3, "B": 7, "C": 1, "D": 5, "E": 7},
        no_boys_at_seven=True,
        house_rules=["lead-trump-at-one", "no-exchange-at-three", "trump-goes-left"],
    )
    assert sheet.reminders() == [
        Reminder("may-finish-with-boys", "A"),
        Reminder("may-finish-with-boys", "C"),
        Reminder("may-finish-with-boys", "D"),
        Reminder("no-boys", "B"),
        Reminder("no-boys", "E"),
        Reminder("trump-goes-left", "D"),
        Reminder("no-exchange", "A"),
        Reminder("lead-trump", "E"),
    ]


@pytest.mark.parametrize(
    ("records", "agreed", "reminders"),
    [
        ({"A": 7, "B": 5, "C": 6}, {}, [("may-finish-with-boys", "B")]),
        ({"A": 3, "B": 1, "C": 7}, {"finish_with_boys": "off"}, []),
        ({"A": 6, "B": 6, "C": 7}, {"no_boys_at_seven": True}, [("no-boys", "C")]),
        (
            {"A": 1, "B": 3, "C": 3},
            {
                "finish_with_boys": "off",
                "house_rules": ["must-overtrump", "lead-trump-ace", "trump-card-stays"],
            },
            [],
        ),
        (
            {"A": 6, "B": 5, "C": 5},
            {"finish_with_boys": "off", "house_rules": ["trump-goes-left"]},
            [],
        ),
        (
            {"A": 5, "B": 9, "C": 9},
            {"finish_with_boys": "off", "house_rules": ["trump-goes-left"]},
            [("trump-goes-left", "A")],
        ),
        (
            {"A": 3, "B": 4, "C": 3},
            {"finish_with_boys": "off", "house_rules": ["no-exchange-at-three"]},
            [("no-exchange", "A"), ("no-exchange", "C")],
        ),
        (
            {"A": 1, "B": 2, "C": 1},
            {"finish_with_boys": "off", "house_rules": ["lead-trump-at-one"]},
            [("lead-trump", "B")],
        ),
    ],
)
def test_reminders(records, agreed, reminders):
    assert [tuple(one) for one in table(records=records, **agreed).reminders()] == reminders


def test_a_whole_result():
    told_match = {
        "format": "scorekeeper-match/1",
        "game": "petukh",
        "players": ["Ann", "Bo"],
        "options": {"start": 6, "zero": "at-once", "no_trick": "cross"},
        "deals": [{"tricks": {"Ann": 5, "Bo": 0}}, {"tricks": {"Ann": 1, "Bo": 1}}],
    }
    assert result(*replay(match(told_match))) == {
        "format": "scorekeeper-result/1",
        "game": "petukh",
        "deals": [
            {
                "number": 1,
                "dealer": "Ann",
                "leader": "Bo",
                "points": {"Ann": 5, "Bo": 0},
                "change": {"Ann": -5, "Bo": 0},
                "tally": {"Ann": 1, "Bo": 6},
                "why": {"Ann": [{"rule": "tricks", "amount": -5}], "Bo": [{"rule": "cross", "amount": 0}]},
                "marks": {"Ann": 0, "Bo": 1},
            },
            {
                "number": 2,
                "dealer": "Bo",
                "leader": "Ann",
                "points": {"Ann": 1, "Bo": 1},
                "change": {"Ann": -1, "Bo": -1},
                "tally": {"Ann": 0, "Bo": 5},
                "why": {"Ann": [{"rule": "tricks", "amount": -1}], "Bo": [{"rule": "tricks", "amount": -1}]},
                "marks": {"Ann": 0, "Bo": 1},
            },
        ],
        "tally": {"Ann": 0, "Bo": 5},
        "places": {"Ann": 1, "Bo": 2},
        "finished": True,
        "winners": ["Ann"],
        "losers": ["Bo"],
        "next": None,
        "ledger": {"Ann": 6, "Bo": -6},
        "marks": {"Ann": 0, "Bo": 1},
    }


# Matches drawn at random

DRAWN = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@DRAWN
@given(st.data(), PLAYERS, RULES)
def test_the_referee_agrees(data, players, agreed):
    """Whole matches: records, marks, winner and money are what the contract's own tables give."""
    rules = options(Petukh, agreed)
    sheet = Petukh(players, data.draw(st.sampled_from(players)), rules)
    marks = dict.fromkeys(players, 0)
    while not sheet.finished and sheet.number < 12:
        before, deal = sheet.tally, told(data.draw, sheet)
        score = sheet.play(deal)
        assert score.change == {one: sum(part.amount for part in score.why[one]) for one in players}
        if "tricks" in deal:
            after, marked = reckoned(rules, before, deal)
            assert score.tally == settled(rules, after)
            assert score.notes["marks"] == {one: marks[one] + (one in marked) for one in players}
            untouched = [
                one for one in players if one not in deal["tricks"] and one not in deal.get("boys", {})
            ]
            assert [one for one in players if not score.why[one]] == untouched
        marks = score.notes["marks"]
        assert sheet.finished == (0 in score.tally.values())
    if sheet.finished:
        (winner,) = sheet.winners()
        owed = {one: sheet.tally[one] + rules["mark_price"] * marks[one] for one in players if one != winner}
        assert sheet.tally[winner] == 0
        assert sheet.ledger() == {one: -owed[one] if one in owed else sum(owed.values()) for one in players}


@DRAWN
@given(st.data(), PLAYERS, RULES)
def test_a_damaged_deal_is_scored_or_refused(data, players, agreed):
    sheet = Petukh(players, players[0], options(Petukh, agreed))
    for _ in range(4):
        if sheet.finished:
            break
        deal = mangled(data.draw, sheet, told(data.draw, sheet))
        before = copy.deepcopy(vars(sheet))
        try:
            sheet.play(deal)
        except Refused:
            assert vars(sheet) == before


@DRAWN
@given(st.data(), PLAYERS, RULES)
def test_any_tricks_are_taken_exactly_when_they_can_have_been(data, players, agreed):
    """Five in all; or fewer where it stops at nought and somebody is there, and then nobody is past it."""
    rules = options(Petukh, agreed)
    records = {player: data.draw(st.integers(1, 9)) for player in players}
    sheet = table(players, players[0], records, **agreed)
    tricks = {player: data.draw(st.integers(0, 3)) for player in players}
    deal = {"tricks": tricks}
    after, _ = reckoned(rules, records, deal)
    at_nought = [player for player, left in settled(rules, after).items() if left == 0]
    if at_nought:
        deal["first_out"] = at_nought[0]
    if rules["zero"] == "at-once":
        short = sum(tricks.values()) < 5
        fits = sum(tricks.values()) <= 5 and min(after.values()) >= 0 and (not short or 0 in after.values())
    else:
        fits = sum(tricks.values()) == 5
    try:
        play_all(sheet, [deal])
    except Refused:
        assert not fits
    else:
        assert fits
