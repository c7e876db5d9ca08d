import copy
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.scoring.match_file import match, options, play_all, result
from games.scoring.refusal import Refused
from games.scoring.scat import CARDS, Scat
from games.scoring.sheet import Reminder
from tests.scoring import scat_told

KNOCKED_BY_A = {"knocker": "A"}
NO_KNOCK = {"knocker": None}


def table(players="ABC", dealer=None, **rules):
    return Scat(list(players), dealer or players[0], options(Scat, rules))


def hands(values, **call):
    """Hands of A, B, C ... with these values."""
    return {"hands": dict(zip("ABCDEFGHI", values, strict=False)), **(call or NO_KNOCK)}


def lowest(*players, **call):
    return {"lowest": list(players), **(call or NO_KNOCK)}


def thirty_one(*players, **call):
    return {"thirty_one": list(players), **(call or NO_KNOCK)}


def why(score):
    """The parts that touched anybody, as tuples."""
    return {player: [tuple(part) for part in parts] for player, parts in score.why.items() if parts}


def refusal(sheet, deal):
    """The code and facts with which a deal is refused; the sheet stays as it was."""
    before = copy.deepcopy(vars(sheet))
    with pytest.raises(Refused) as caught:
        sheet.play(deal)
    assert vars(sheet) == before
    return caught.value.code, caught.value.facts


def test_two_to_nine_play():
    assert list(Scat.seats) == [2, 3, 4, 5, 6, 7, 8, 9]


# What a hand counts


@pytest.mark.parametrize(
    ("cards", "rules", "value"),
    [
        ("KS 10S 4H", {}, 20),
        ("AS KS QS", {}, 31),
        ("AS KS QS", {"straight_flush": True}, 31),
        ("AS 10S JS", {"straight_flush": True}, 31),
        ("2S 2H 2D", {}, 2),
        ("AS AH AD", {}, 11),
        ("7S 7H 7D", {"three_of_a_kind": 30}, 30),
        ("7S 7H 7D", {"three_of_a_kind": 30.5}, 30.5),
        ("7S 7H 8D", {"three_of_a_kind": 30.5}, 8),
        ("4H 5H 6H", {}, 15),
        ("6H 4H 5H", {"straight_flush": True}, 30),
        ("9C 10C JC", {"straight_flush": True}, 30),
        ("10C JC QC", {"straight_flush": True}, 30),
        ("AC 2C 3C", {"straight_flush": True}, 16),
        ("KC AC 2C", {"straight_flush": True}, 23),
        ("4H 5H 7H", {"straight_flush": True}, 16),
        ("4H 5H 6D", {"straight_flush": True}, 9),
    ],
)
def test_a_hand_counts_its_best_suit_or_what_an_option_makes_it(cards, rules, value):
    sheet = table("AB", **rules)
    assert sheet.worth(cards.split()) == value
    score = sheet.play(hands([cards.split(), 31]))
    assert score.points == {"A": value, "B": 31}
    assert type(score.points["A"]) is type(value)


@given(st.lists(st.sampled_from(scat_told.PACK), min_size=3, max_size=3, unique=True), scat_told.RULES)
def test_a_hand_counts_the_most_that_it_can(hand, rules):
    rules = options(Scat, rules)
    assert Scat("AB", "A", rules).worth(hand) == scat_told.best_suit(hand, rules)


def test_the_pack_has_52_cards():
    assert sorted(CARDS) == sorted(scat_told.PACK)


def test_three_of_a_kind_beats_30_and_loses_to_31():
    assert table("AB", three_of_a_kind=30.5).play(hands([30.5, 30])).change == {"A": 0, "B": -1}
    assert table("AB", three_of_a_kind=30.5).play(hands([30.5, 31])).change == {"A": -1, "B": 0}
    assert table("AB", three_of_a_kind=30).play(hands([["7S", "7H", "7D"], 30])).change == {"A": 0, "B": 0}


# Who loses, and how many lives


@pytest.mark.parametrize(
    ("rules", "deal", "parts"),
    [
        ({}, hands([20, 21, 22]), {"A": [("lowest", -1)]}),
        ({}, hands([22, 20, 21], **KNOCKED_BY_A), {"B": [("lowest", -1)]}),
        ({}, hands([22, 20, 20], **KNOCKED_BY_A), {"B": [("tied-lowest", -1)], "C": [("tied-lowest", -1)]}),
        ({}, hands([20, 20, 22]), {"A": [("tied-lowest", -1)], "B": [("tied-lowest", -1)]}),
        ({}, hands([20, 21, 22], **KNOCKED_BY_A), {"A": [("knocker-lowest", -2)]}),
        ({"knocker_lowest": 1}, hands([20, 21, 22], **KNOCKED_BY_A), {"A": [("knocker-lowest", -1)]}),
        ({}, hands([20, 20, 22], **KNOCKED_BY_A), {"B": [("tied-with-knocker", -1)]}),
        (
            {"knocker_tied": "loses"},
            hands([20, 20, 22], **KNOCKED_BY_A),
            {"A": [("knocker-tied", -2)], "B": [("tied-with-knocker", -1)]},
        ),
        (
            {"knocker_tied": "loses", "knocker_lowest": 1},
            hands([20, 20, 22], **KNOCKED_BY_A),
            {"A": [("knocker-tied", -1)], "B": [("tied-with-knocker", -1)]},
        ),
        (
            {},
            hands([20, 20, 20], **KNOCKED_BY_A),
            {"B": [("tied-with-knocker", -1)], "C": [("tied-with-knocker", -1)]},
        ),
        (
            {"knocker_tied": "loses"},
            hands([20, 20, 20], **KNOCKED_BY_A),
            {"A": [("knocker-tied", -2)], "B": [("tied-with-knocker", -1)], "C": [("tied-with-knocker", -1)]},
        ),
        ({"all_equal": "nobody"}, hands([20, 20, 20], **KNOCKED_BY_A), {}),
        ({"all_equal": "nobody", "knocker_tied": "loses"}, hands([20, 20, 20], **KNOCKED_BY_A), {}),
        ({"all_equal": "nobody"}, hands([20, 20, 22], **KNOCKED_BY_A), {"B": [("tied-with-knocker", -1)]}),
        ({}, hands([20, 20, 20]), {}),
        ({"knocker_tied": "loses"}, hands([20, 20, 20]), {}),
        ({}, hands([31, 20, 12]), {"B": [("another-has-31", -1)], "C": [("another-has-31", -1)]}),
        (
            {},
            hands([12, 31, 20], **KNOCKED_BY_A),
            {"A": [("knocker-on-31", -1)], "C": [("another-has-31", -1)]},
        ),
        (
            {"knocker_on_31": 2},
            hands([12, 31, 20], **KNOCKED_BY_A),
            {"A": [("knocker-on-31", -2)], "C": [("another-has-31", -1)]},
        ),
        ({"knocker_on_31": 2}, hands([31, 31, 20], **KNOCKED_BY_A), {"C": [("another-has-31", -1)]}),
        ({}, hands([31, 31, 31], **KNOCKED_BY_A), {}),
    ],
)
def test_who_loses(rules, deal, parts):
    score = table(**rules).play(deal)
    assert why(score) == parts
    assert score.change == {
        player: sum(amount for _, amount in parts.get(player, [])) for player in ("A", "B", "C")
    }
    assert score.points == deal["hands"]


@pytest.mark.parametrize(
    "call", [{"knocker": "A"}, {"knocker": "B"}, {"knocker": None}, {"thrown_down": "C"}]
)
@pytest.mark.parametrize("knocker_tied", ["safe", "loses"])
@pytest.mark.parametrize("all_equal", ["others-lose", "nobody"])
@pytest.mark.parametrize("values", [(20, 21, 22), (20, 20, 21), (20, 20, 20), (31, 20, 20), (31, 20, 31)])
def test_the_short_ways_to_tell_a_deal_come_to_the_same(values, call, knocker_tied, all_equal):
    rules = {"throw_down": True, "knocker_tied": knocker_tied, "all_equal": all_equal, "knocker_on_31": 2}
    named = [player for player, value in zip("ABC", values, strict=True) if value == max(values)]
    short = thirty_one(*named, **call)
    if 31 not in values:
        named = [player for player, value in zip("ABC", values, strict=True) if value == min(values)]
        short = lowest(*reversed(named), **call)
    counted, told = table(**rules).play(hands(values, **call)), table(**rules).play(short)
    assert told.why == counted.why
    assert told.change == counted.change
    assert set(told.points.values()) <= {31, None}


def test_short_tellings_leave_the_points_open():
    assert table().play(lowest("C")).points == {"A": None, "B": None, "C": None}
    assert table().play(thirty_one("C", "A")).points == {"A": 31, "B": None, "C": 31}


def test_drawn_costs_nobody_anything():
    sheet = table()
    score = sheet.play({"drawn": True})
    assert (score.points, score.why) == (dict.fromkeys("ABC"), {"A": [], "B": [], "C": []})
    assert sheet.tally == {"A": 3, "B": 3, "C": 3}


def test_a_throw_down_counts_like_a_knock():
    for deal in (hands([20, 21, 22]), hands([20, 20, 22]), hands([20, 31, 22]), lowest("A"), thirty_one("B")):
        knocked = {**deal, "knocker": "A"}
        thrown = {key: value for key, value in deal.items() if key != "knocker"} | {"thrown_down": "A"}
        assert table(throw_down=True).play(thrown) == table(throw_down=True).play(knocked)


# Paying, the dole, and going out


@pytest.mark.parametrize(
    ("rules", "pennies", "loss", "parts", "out"),
    [
        ({}, 2, "one", [("lowest", -1)], False),
        ({}, 1, "one", [("lowest", -1)], False),
        ({}, 0, "one", [("lowest", 0), ("on-the-dole-out", 0)], True),
        ({}, 3, "two", [("knocker-lowest", -2)], False),
        ({}, 2, "two", [("knocker-lowest", -2)], False),
        ({}, 1, "two", [("knocker-lowest", -1), ("second-life-out", 0)], True),
        ({}, 0, "two", [("knocker-lowest", 0), ("on-the-dole-out", 0)], True),
        ({"broke_double": "dole"}, 1, "one", [("lowest", -1)], False),
        ({"broke_double": "dole"}, 1, "two", [("knocker-lowest", -1), ("second-life-forgiven", 0)], False),
        ({"broke_double": "dole"}, 0, "two", [("knocker-lowest", 0), ("on-the-dole-out", 0)], True),
        ({"free_ride": False}, 2, "one", [("lowest", -1)], False),
        ({"free_ride": False}, 1, "one", [("lowest", -1), ("last-penny-out", 0)], True),
        ({"free_ride": False}, 3, "two", [("knocker-lowest", -2)], False),
        ({"free_ride": False}, 2, "two", [("knocker-lowest", -2), ("last-penny-out", 0)], True),
        ({"free_ride": False}, 1, "two", [("knocker-lowest", -1), ("last-penny-out", 0)], True),
        (
            {"free_ride": False, "broke_double": "dole"},
            1,
            "two",
            [("knocker-lowest", -1), ("last-penny-out", 0)],
            True,
        ),
    ],
)
def test_a_lost_life_costs_a_penny_or_the_place_at_the_table(rules, pennies, loss, parts, out):
    sheet = table(lives=3, **rules)
    for _ in range(3 - pennies):
        sheet.play(lowest("A", knocker="B"))
    score = sheet.play(lowest("A", knocker="A" if loss == "two" else "B"))
    assert why(score) == {"A": parts}
    assert score.tally["A"] == pennies + score.change["A"] >= 0
    assert (score.notes["out"] == ["A"]) is out
    assert ("A" not in sheet.still_in) is out


def test_two_lives_for_a_31_are_paid_like_any_two():
    sheet = table(lives=1, knocker_on_31=2)
    score = sheet.play(thirty_one("B", knocker="A"))
    assert why(score)["A"] == [("knocker-on-31", -1), ("second-life-out", 0)]
    assert score.notes["out"] == ["A"]
    assert sheet.still_in == ("B", "C")


@pytest.mark.parametrize("lives", range(1, 11))
def test_everybody_begins_with_a_penny_for_each_life(lives):
    sheet = table("AB", lives=lives)
    assert sheet.tally == {"A": lives, "B": lives}
    for _ in range(lives):
        sheet.play(lowest("A", knocker="B"))
    assert not sheet.finished
    sheet.play(lowest("A", knocker="B"))
    assert sheet.finished


def test_a_deal_that_would_put_everybody_out_is_void():
    sheet = table(lives=1, free_ride=False, knocker_tied="loses")
    score = sheet.play(lowest("A", "B", "C", knocker="A"))
    assert why(score) == {
        "A": [("knocker-tied", 0), ("void-deal", 0)],
        "B": [("tied-with-knocker", 0), ("void-deal", 0)],
        "C": [("tied-with-knocker", 0), ("void-deal", 0)],
    }
    assert score.tally == {"A": 1, "B": 1, "C": 1}
    assert (score.notes["out"], sheet.finished, sheet.dealer) == ([], False, "B")


def test_a_void_deal_is_one_of_the_players_still_in():
    sheet = table(lives=1, knocker_tied="loses")
    sheet.play(lowest("C", knocker="C"))
    sheet.play(thirty_one("A"))
    sheet.play(thirty_one("B"))
    assert sheet.tally == {"A": 0, "B": 0, "C": 0}
    score = sheet.play(hands([17, 17], knocker="B"))
    assert why(score)["A"] == [("tied-with-knocker", 0), ("void-deal", 0)]
    assert why(score)["B"] == [("knocker-tied", 0), ("void-deal", 0)]
    assert (sheet.still_in, sheet.finished) == (("A", "B"), False)


def test_a_deal_that_leaves_one_is_not_void():
    sheet = table("AB", lives=1, free_ride=False)
    sheet.play(lowest("A", "B", knocker="A"))
    assert (sheet.finished, sheet.winners(), sheet.losers()) == (True, ["A"], ["B"])


def test_whoever_is_forgiven_the_second_life_keeps_a_deal_from_being_void():
    sheet = table("AB", lives=1, knocker_tied="loses", broke_double="dole")
    score = sheet.play(lowest("A", "B", knocker="A"))
    assert why(score) == {
        "A": [("knocker-tied", -1), ("second-life-forgiven", 0)],
        "B": [("tied-with-knocker", -1)],
    }
    assert sheet.reminders() == [Reminder("on-the-dole", "A"), Reminder("on-the-dole", "B")]


# Out, places, the kitty


def test_out_is_everybody_so_far_in_the_order_in_which_they_went():
    sheet = table("ABCDE", lives=1, free_ride=False)
    outs = [
        sheet.play(deal).notes["out"]
        for deal in (lowest("D"), lowest("C", "A"), {"drawn": True}, lowest("B"))
    ]
    assert outs == [["D"], ["D", "A", "C"], ["D", "A", "C"], ["D", "A", "C", "B"]]
    assert sheet.notes() == {"out": ["D", "A", "C", "B"]}
    assert sheet.places() == {"A": 3, "B": 2, "C": 3, "D": 5, "E": 1}
    assert (sheet.winners(), sheet.losers()) == (["E"], ["A", "B", "C", "D"])


def test_an_earlier_score_keeps_what_it_said():
    sheet = table("ABC", lives=1, free_ride=False)
    first = sheet.play(lowest("A"))
    sheet.play(lowest("B"))
    assert first.notes["out"] == ["A"]
    assert first.tally == {"A": 0, "B": 1, "C": 1}


def test_the_dole_is_better_than_being_out():
    sheet = table("ABCD", lives=1)
    sheet.play(lowest("A", "B", knocker="C"))
    sheet.play(lowest("A", knocker="C"))
    assert sheet.tally == {"A": 0, "B": 0, "C": 1, "D": 1}
    assert sheet.places() == {"A": 4, "B": 3, "C": 1, "D": 1}
    assert (sheet.winners(), sheet.losers(), sheet.ledger()) == ([], [], {})


def test_the_winner_gets_what_all_paid():
    sheet = table("ABC", lives=2)
    play_all(sheet, [lowest("A", knocker="A"), lowest("B", knocker="C"), lowest("A", knocker="B")])
    assert sheet.kitty == 3
    assert sheet.ledger() == {}
    play_all(sheet, [lowest("C", knocker="C"), lowest("B", knocker="B")])
    assert sheet.finished
    assert sheet.kitty == 6
    assert sheet.ledger() == {"A": -2, "B": -2, "C": 4}


def test_a_winner_who_paid_nothing_pays_nothing():
    sheet = table("AB", lives=2, free_ride=False)
    sheet.play(lowest("A", knocker="A"))
    assert sheet.ledger() == {"A": -2, "B": 2}
    assert sheet.places() == {"A": 2, "B": 1}


def test_the_match_is_over():
    sheet = table("AB", lives=1, free_ride=False)
    sheet.play(lowest("A"))
    assert refusal(sheet, {"drawn": True}) == ("match-over", {})


# Dealer, leader, reminders, warnings


def test_the_deal_passes_over_who_is_out():
    sheet = table("ABCD", dealer="D", lives=1, free_ride=False)
    turns = [(sheet.dealer, sheet.leader)]
    for deal in ({"drawn": True}, lowest("B"), lowest("D"), {"drawn": True}):
        score = sheet.play(deal)
        assert (score.dealer, score.leader) == turns[-1]
        turns.append((sheet.dealer, sheet.leader))
    assert turns == [("D", "A"), ("A", "B"), ("C", "D"), ("A", "C"), ("C", "A")]


def test_after_the_end_the_next_seat_of_the_whole_table_deals():
    sheet = table("ABCD", dealer="B", lives=1, free_ride=False)
    play_all(sheet, [lowest("C"), lowest("A"), lowest("B")])
    assert (sheet.finished, sheet.number) == (True, 3)
    # B dealt, then D, then B: the next seat is C's, who was the first to go out.
    assert sheet.rematch_dealer == "C"


def test_who_is_on_the_dole_is_reminded():
    sheet = table("ABCD", lives=1)
    assert sheet.reminders() == []
    sheet.play(lowest("D", "B"))
    assert sheet.reminders() == [Reminder("on-the-dole", "B"), Reminder("on-the-dole", "D")]
    sheet.play(lowest("B"))
    assert sheet.reminders() == [Reminder("on-the-dole", "D")]


@pytest.mark.parametrize(
    ("rules", "deal", "warned"),
    [
        ({"minimum_knock": 21}, hands([20, 22, 12], knocker="A"), True),
        ({"minimum_knock": 21}, hands([21, 22, 12], knocker="A"), False),
        ({"minimum_knock": 17}, hands([["8S", "8H", "8D"], 22, 12], knocker="A"), True),
        (
            {"minimum_knock": 17, "three_of_a_kind": 30.5},
            hands([["8S", "8H", "8D"], 22, 12], knocker="A"),
            False,
        ),
        ({"minimum_knock": 30}, hands([29, 31, 12], knocker="A"), True),
        ({"minimum_knock": 30}, hands([12, 13, 14]), False),
        ({"minimum_knock": 30, "throw_down": True}, hands([12, 13, 14], thrown_down="A"), False),
        ({"minimum_knock": 30, "throw_down": True}, hands([12, 13, 14], knocker="A"), True),
        ({"minimum_knock": 30}, lowest("A", knocker="A"), False),
        ({"minimum_knock": 30}, thirty_one("B", knocker="A"), False),
        ({}, hands([2, 31, 12], knocker="A"), False),
    ],
)
def test_a_knock_below_the_minimum_is_scored_with_a_warning(rules, deal, warned):
    score = table(**rules).play(deal)
    assert score.notes["warnings"] == ["knock-below-minimum"] * warned
    assert (
        score.change
        == table(throw_down=True, three_of_a_kind=rules.get("three_of_a_kind", 0)).play(deal).change
    )


# The options


@pytest.mark.parametrize(
    ("key", "taken", "refused"),
    [
        ("lives", range(1, 11), [0, 11, True, "3", 3.0]),
        ("free_ride", [True, False], [1, "true"]),
        ("broke_double", ["out", "dole"], ["in"]),
        ("knocker_lowest", [1, 2], [0, 3, True]),
        ("knocker_tied", ["safe", "loses"], ["nobody"]),
        ("knocker_on_31", [1, 2], [0, 3]),
        ("three_of_a_kind", [0, 30, 30.5], [31, 30.0, 0.0, False]),
        ("straight_flush", [True, False], [30]),
        ("minimum_knock", [0, *range(17, 31)], [1, 16, 31, False, 17.0]),
        ("throw_down", [True, False], [0]),
        ("all_equal", ["others-lose", "nobody"], ["all"]),
    ],
)
def test_options(key, taken, refused):
    for value in taken:
        assert options(Scat, {key: value})[key] == value
    for value in [*refused, None, [], {}]:
        with pytest.raises(Refused) as caught:
            options(Scat, {key: value})
        assert (caught.value.code, caught.value.facts["key"]) == ("option-value", key)


def test_default_options():
    assert options(Scat, {}) == {
        "lives": 3,
        "free_ride": True,
        "broke_double": "out",
        "knocker_lowest": 2,
        "knocker_tied": "safe",
        "knocker_on_31": 1,
        "three_of_a_kind": 0,
        "straight_flush": False,
        "minimum_knock": 0,
        "throw_down": False,
        "all_equal": "others-lose",
    }


# What is refused


@pytest.mark.parametrize(
    ("deal", "code", "facts"),
    [
        ({}, "unknown-kind", {}),
        ({"knocker": "A"}, "unknown-kind", {}),
        ({"thirty-one": ["A"], "knocker": "A"}, "unknown-kind", {}),
        ({"hands": {"A": 2, "B": 3}}, "missing-key", {"key": "knocker"}),
        ({"lowest": ["A"]}, "missing-key", {"key": "knocker"}),
        ({"thirty_one": ["A"]}, "missing-key", {"key": "knocker"}),
        ({"lowest": ["A"], "thirty_one": ["B"], "knocker": "A"}, "unknown-key", {"key": "thirty_one"}),
        ({"drawn": True, "knocker": None}, "unknown-key", {"key": "knocker"}),
        ({"drawn": False}, "not-true", {"key": "drawn", "got": False}),
        ({"drawn": 1}, "not-true", {"key": "drawn", "got": 1}),
        (lowest("A", thrown_down="B"), "throw-down-off", {"key": "thrown_down"}),
        (lowest("A", knocker="Z"), "not-a-player", {"key": "knocker", "got": "Z"}),
        (lowest("A", knocker=["A"]), "not-a-player", {"key": "knocker", "got": ["A"]}),
        (lowest("A", knocker=False), "not-a-player", {"key": "knocker", "got": False}),
        (lowest(), "nobody-named", {"key": "lowest"}),
        (lowest("A", "A"), "named-twice", {"key": "lowest", "player": "A"}),
        (lowest("A", "Z"), "not-a-player", {"key": "lowest", "got": "Z"}),
        ({"lowest": "A", "knocker": None}, "not-a-list", {"key": "lowest", "got": "A"}),
        ({"lowest": {"A": 1}, "knocker": None}, "not-a-list", {"key": "lowest", "got": {"A": 1}}),
        (thirty_one(), "nobody-named", {"key": "thirty_one"}),
        (thirty_one("B", "B"), "named-twice", {"key": "thirty_one", "player": "B"}),
        (thirty_one(None), "not-a-player", {"key": "thirty_one", "got": None}),
        (thirty_one("A", knocker="Z"), "not-a-player", {"key": "knocker", "got": "Z"}),
        (hands([20, 20]), "player-missing", {"key": "hands", "player": "C"}),
        (hands([20, 20, 20, 20]), "not-a-player", {"key": "hands", "got": "D"}),
        ({"hands": [20, 20, 20], "knocker": None}, "not-an-object", {"key": "hands"}),
        (hands([1, 20, 20]), "hand-value", {"key": "hands", "player": "A", "got": 1, "low": 2, "high": 31}),
        (hands([20, 32, 20]), "hand-value", {"key": "hands", "player": "B", "got": 32, "low": 2, "high": 31}),
        (hands([20, 10**999, 20]), "hand-value", {"player": "B"}),
        (hands([20, 20, 20.0]), "not-a-whole-number", {"key": "hands", "player": "C", "got": 20.0}),
        (hands([20, 20, True]), "not-a-whole-number", {"key": "hands", "player": "C", "got": True}),
        (hands([20, 20, None]), "not-a-whole-number", {"key": "hands", "player": "C", "got": None}),
        (hands([20, "20", 20]), "not-a-whole-number", {"key": "hands", "player": "B", "got": "20"}),
        (hands([20, {}, 20]), "not-a-whole-number", {"key": "hands", "player": "B", "got": {}}),
        (hands([30.5, 20, 20]), "half-point-off", {"key": "hands", "player": "A", "got": 30.5}),
        (hands([[], 20, 20]), "hand-size", {"key": "hands", "player": "A", "got": 0, "want": 3}),
        (hands([["2S", "3S", "4S", "5S"], 20, 20]), "hand-size", {"player": "A", "got": 4, "want": 3}),
        (hands([["2S", "3S", "1S"], 20, 20]), "not-a-card", {"key": "hands", "player": "A", "got": "1S"}),
        (hands([["2S", "3S", "as"], 20, 20]), "not-a-card", {"key": "hands", "player": "A", "got": "as"}),
        (hands([["2S", "3S", ["4S"]], 20, 20]), "not-a-card", {"key": "hands", "player": "A", "got": ["4S"]}),
        (hands([["2S", "3S", 4], 20, 20]), "not-a-card", {"key": "hands", "player": "A", "got": 4}),
        (
            hands([["2S", "3S", "2S"], 20, 20]),
            "card-twice",
            {"key": "hands", "player": "A", "card": "2S", "holding_player": "A"},
        ),
        (
            hands([["2S", "3S", "4S"], 20, ["5S", "6S", "4S"]]),
            "card-twice",
            {"key": "hands", "player": "C", "card": "4S", "holding_player": "A"},
        ),
        (hands([20, 20, 20], knocker="Z"), "not-a-player", {"key": "knocker", "got": "Z"}),
        ([], "not-an-object", {"key": "deals"}),
        (None, "not-an-object", {"key": "deals"}),
    ],
)
def test_refused(deal, code, facts):
    got_code, got_facts = refusal(table(), deal)
    assert got_code == code
    assert got_facts.items() >= facts.items()


@pytest.mark.parametrize(
    "deal",
    [
        lowest("A", knocker="B", thrown_down="B"),
        lowest("A", knocker=None, thrown_down="B"),
        thirty_one("A", knocker="B", thrown_down="B"),
        hands([20, 21, 22], knocker="B", thrown_down="A"),
    ],
)
def test_a_throw_down_stands_in_place_of_a_knock(deal):
    assert refusal(table(throw_down=True), deal) == ("knocker-and-thrown-down", {"key": "thrown_down"})


def test_a_throw_down_has_a_thrower():
    assert refusal(table(throw_down=True), lowest("A", thrown_down=None)) == (
        "not-a-player",
        {"key": "thrown_down", "got": None},
    )


@pytest.mark.parametrize("three", [0, 30])
def test_30_and_a_half_is_only_for_three_of_a_kind_at_that(three):
    assert refusal(table(three_of_a_kind=three), hands([30.5, 20, 20]))[0] == "half-point-off"
    assert refusal(table(three_of_a_kind=30.5), hands([29.5, 20, 20]))[0] == "not-a-whole-number"


def test_at_most_four_hands_are_31():
    sheet = table("ABCDEF")
    assert refusal(sheet, thirty_one(*"ABCDE")) == ("too-many-31", {"key": "thirty_one", "got": 5, "want": 4})
    five = [31, 31, ["AS", "KS", "QS"], 31, 31, 20]
    assert refusal(sheet, hands(five)) == ("too-many-31", {"key": "hands", "got": 5, "want": 4})
    assert sheet.play(hands([31, 31, ["AS", "KS", "QS"], 31, 30, 20])).change["E"] == -1
    assert sheet.play(thirty_one(*"ABCD")).change["F"] == -1


@pytest.mark.parametrize(
    ("deal", "key"),
    [
        (lowest("B"), "lowest"),
        (lowest("A", knocker="B"), "knocker"),
        (lowest("A", thrown_down="B"), "thrown_down"),
        (thirty_one("A", "B"), "thirty_one"),
        (hands([20, 20, 20]), "hands"),
    ],
)
def test_only_players_still_in_are_named(deal, key):
    sheet = table(lives=1, free_ride=False, throw_down=True)
    sheet.play({"drawn": True})
    sheet.play(lowest("B"))
    assert refusal(sheet, deal) == ("player-out", {"key": key, "player": "B", "since": 2})


def test_who_is_out_has_no_hand():
    sheet = table(lives=1, free_ride=False)
    sheet.play(lowest("B"))
    assert refusal(sheet, {"hands": {"A": 20}, "knocker": None}) == (
        "player-missing",
        {"key": "hands", "player": "C"},
    )
    score = sheet.play({"hands": {"C": 20, "A": 21}, "knocker": None})
    assert list(score.points.items()) == [("A", 21), ("B", None), ("C", 20)]


def test_what_stands_under_about_changes_nothing():
    told = hands([20, 21, 22], knocker="A")
    assert table().play({**told, "about": [None, {"hands": 3}]}) == table().play(told)


# Whole matches


@given(scat_told.PLAYERS, scat_told.RULES, st.data())
@settings(max_examples=100, deadline=None)
def test_pennies_go_into_the_kitty_and_to_the_winner(players, rules, data):
    sheet = Scat(players, players[-1], options(Scat, rules))
    paid = dict.fromkeys(players, 0)
    for _ in range(40):
        before, still_in = sheet.tally, sheet.still_in
        score = sheet.play(scat_told.told(data.draw, sheet))
        for player in players:
            paid[player] -= score.change[player]
            assert 0 <= score.tally[player] == before[player] + score.change[player]
            assert score.change[player] in (0, -1, -2)
            assert not score.why[player] or player in still_in
        assert sheet.kitty == sum(paid.values())
        assert 1 <= len(sheet.still_in) <= len(still_in)
        assert sorted([*sheet.still_in, *score.notes["out"]]) == sorted(players)
        if sheet.finished:
            break
        assert sheet.dealer in sheet.still_in
        assert sheet.leader in sheet.still_in
        assert sheet.leader != sheet.dealer
    if sheet.finished:
        (winner,) = sheet.winners()
        assert sheet.places()[winner] == 1
        assert sheet.ledger() == {
            player: (sheet.kitty if player == winner else 0) - paid[player] for player in players
        }
        assert sum(sheet.ledger().values()) == 0
    else:
        assert sheet.ledger() == {}


@given(scat_told.PLAYERS, scat_told.RULES, st.data())
@settings(max_examples=100, deadline=None)
def test_a_spoilt_deal_is_scored_or_refused_and_nothing_between(players, rules, data):
    sheet = Scat(players, players[0], options(Scat, rules))
    for _ in range(3):
        deal = scat_told.told(data.draw, sheet)
        before = copy.deepcopy(vars(sheet))
        try:
            sheet.play(scat_told.mangled(data.draw, sheet, deal))
        except Refused:
            assert vars(sheet) == before
        if not sheet.finished:
            sheet.play({"drawn": True})


@given(scat_told.PLAYERS, scat_told.RULES, st.data())
@settings(max_examples=100, deadline=None)
def test_cards_score_as_their_values_and_as_who_was_lowest(players, rules, data):
    rules = options(Scat, rules)
    dealt = dict(zip(players, data.draw(scat_told.dealt(len(players))), strict=True))
    call = scat_told.called(data.draw, Scat(players, players[0], rules))
    values = {player: scat_told.best_suit(hand, rules) for player, hand in dealt.items()}
    key, best = ("thirty_one", 31) if 31 in values.values() else ("lowest", min(values.values()))
    named = [player for player, value in values.items() if value == best]
    by_cards, by_value, in_short = (
        Scat(players, players[0], rules).play(deal)
        for deal in ({"hands": dealt, **call}, {"hands": values, **call}, {key: named, **call})
    )
    assert by_cards == by_value
    assert in_short.why == by_value.why
    assert in_short.notes["out"] == by_value.notes["out"]


def test_the_written_result():
    told: dict[str, Any] = {
        "format": "scorekeeper-match/1",
        "game": "scat",
        "players": ["Ann", "Bo", "Cy"],
        "first_dealer": "Bo",
        "options": {"lives": 3},
        "deals": [{"hands": {"Ann": 21, "Bo": 27, "Cy": 14}, "knocker": "Ann"}],
    }
    sheet = match(told).sheet()
    assert result(sheet, play_all(sheet, told["deals"])) == {
        "format": "scorekeeper-result/1",
        "game": "scat",
        "deals": [
            {
                "number": 1,
                "dealer": "Bo",
                "leader": "Cy",
                "points": {"Ann": 21, "Bo": 27, "Cy": 14},
                "change": {"Ann": 0, "Bo": 0, "Cy": -1},
                "tally": {"Ann": 3, "Bo": 3, "Cy": 2},
                "why": {"Ann": [], "Bo": [], "Cy": [{"rule": "lowest", "amount": -1}]},
                "warnings": [],
                "out": [],
            }
        ],
        "tally": {"Ann": 3, "Bo": 3, "Cy": 2},
        "places": {"Ann": 1, "Bo": 1, "Cy": 3},
        "finished": False,
        "winners": [],
        "losers": [],
        "next": {"dealer": "Cy", "leader": "Ann", "reminders": []},
        "ledger": {},
        "out": [],
    }
