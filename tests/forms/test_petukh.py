"""How a deal of Petukh is told: the tricks of each player, or what ended it without play."""

from copy import copy

import pytest
from django.http import QueryDict
from hypothesis import given
from hypothesis import strategies as st

from games.forms.petukh import UNPLAYED, WAYS, Tricks, Unplayed
from games.scoring.match_file import options
from games.scoring.petukh import BOYS, PRESETS, Petukh
from games.scoring.refusal import Refused
from games.words.petukh import WORDS
from tests.scoring.petukh_told import sheets, told

NAMES = {"1": "Ann", "2": "Bo", "3": "Cy", "4": "Di", "5": "Eve"}
HOUSE = PRESETS["house"]


def sheet_of(*deals, players=4, dealer="4", **rules):
    sheet = Petukh([str(seat) for seat in range(1, players + 1)], dealer, options(Petukh, rules))
    for deal in deals:
        sheet.play(deal)
    return sheet


def filled(way, typed, sheet):
    """The way's form with this typed in, sent as a browser sends it."""
    data = QueryDict(mutable=True)
    for name, value in typed.items():
        data.setlist(name, value if isinstance(value, list) else [value])
    return way(sheet, WORDS, NAMES, data)


def deal_of(way, typed, sheet):
    form = filled(way, typed, sheet)
    assert form.is_valid(), form.errors
    return form.deal


def tricks(*numbers, **more):
    """What is typed for seats in order: "" leaves one blank; further fields are `boys_1` and the like."""
    typed = {f"tricks-{seat}": str(number) for seat, number in enumerate(numbers, start=1)}
    return typed | {
        name.replace("_", "-") if name != "first_out" else name: told for name, told in more.items()
    }


def chips(field, what, *, down=False):
    """The label or value of each chip of a field, or of those only that are down."""
    return [getattr(chip, what) for chip in field.chips if chip.selected or not down]


def says(way, typed, sheet):
    said = filled(way, typed, sheet).says
    return said.state, said.text.replace("\N{NO-BREAK SPACE}", " ")


# Every deal that can be is one that can be entered


def comes_to(sheet, deal):
    score = copy(sheet).play(deal)
    return score.points, score.change, score.tally, score.leader, score.why, score.notes


def winner_of(sheet, deal):
    after = copy(sheet)
    after.play(deal)
    return after.winner


@given(st.data(), sheets())
def test_each_deal_is_shown_and_told_again(data, sheet):
    """The same deal but for keys that say nothing, a first out who is the only one, and what is `about` it."""
    if sheet.finished:
        return
    deal = told(data.draw, sheet)
    try:
        expected = comes_to(sheet, deal)
    except Refused:
        return
    [way] = [way for way in WAYS if way.reads(deal)]
    assert way.offered(sheet)
    again = deal_of(way, way.typed(deal), copy(sheet))
    assert comes_to(sheet, again) == expected
    assert winner_of(sheet, again) == winner_of(sheet, deal)
    plain = {key: value for key, value in deal.items() if value or key == "tricks"}
    plain.pop("about", None)
    if "first_out" not in again:
        plain.pop("first_out", None)
    assert {**again, "passed": sorted(again.get("passed", []))} == {
        **plain,
        "passed": sorted(plain.get("passed", [])),
    }
    shown = way.showing(deal, sheet, WORDS, NAMES)
    typed = {field.name: chips(field, "value", down=True) for field in shown}
    assert deal_of(way, typed, copy(sheet)) == again


RUBBISH = st.one_of(
    st.sampled_from(["", "pass", "0", "1", "5", "6", "-1", "99999999", "٣", "½", "simple", "four", "1\x00"]),
    st.sampled_from([f"{kind}-{seat}" for kind in [*UNPLAYED, "tricks", ""] for seat in ("1", "5", "")]),
    st.text(max_size=5),
)
FIELDS = [f"{key}-{seat}" for key in ("tricks", "boys", "revokes") for seat in range(1, 6)]


LIKELY = st.dictionaries(
    st.sampled_from([f"tricks-{seat}" for seat in range(1, 6)]),
    st.sampled_from(["pass", "0", "1", "2"]),
    min_size=4,
)


@given(
    sheets(),
    st.sampled_from(WAYS),
    LIKELY,
    st.dictionaries(
        st.sampled_from([*FIELDS, "first_out", "ended", "passed"]), st.lists(RUBBISH, max_size=3)
    ),
)
def test_whatever_is_sent_is_answered(sheet, way, likely, rubbish):
    if sheet.finished:
        return
    form = filled(way, likely | rubbish, sheet)
    assert form.says.state in ("missing", "wrong", "ready")
    assert form.says.text
    assert str(form)


def test_tricks_are_asked_from_the_dealers_left():
    assert [row.name for row in Tricks(sheet_of(dealer="2"), WORDS, NAMES).rows] == ["Cy", "Di", "Ann", "Bo"]


def test_nothing_typed_says_nothing():
    assert Tricks(sheet_of(), WORDS, NAMES).says.text == ""


# Tricks


def test_an_ordinary_deal():
    assert deal_of(Tricks, tricks(2, 3, 0, "pass"), sheet_of()) == {
        "tricks": {"1": 2, "2": 3, "3": 0},
        "passed": ["4"],
    }


def test_what_stands_behind_the_names():
    typed = tricks(2, 3, 0, "pass", boys_2="coloured", boys_4="simple", revokes_3="2")
    assert deal_of(Tricks, typed, sheet_of()) == {
        "tricks": {"1": 2, "2": 3, "3": 0},
        "passed": ["4"],
        "boys": {"2": "coloured", "4": "simple"},
        "revokes": {"3": 2},
    }


@pytest.mark.parametrize(
    ("typed", "whole"),
    [
        (tricks(2, 3, "", "pass"), {"1": 2, "2": 3, "3": 0}),
        (tricks("", 1, 1, 1), {"1": 2, "2": 1, "3": 1, "4": 1}),
        (tricks("pass", "pass", 0, ""), {"3": 0, "4": 5}),
    ],
)
def test_the_last_blank_is_filled_in(typed, whole):
    assert deal_of(Tricks, typed, sheet_of())["tricks"] == whole


def test_everybody_may_pass_and_one_may_stay():
    assert deal_of(Tricks, tricks(*["pass"] * 4), sheet_of()) == {
        "tricks": {},
        "passed": ["1", "2", "3", "4"],
    }
    assert deal_of(Tricks, tricks("pass", "pass", 3, "pass"), sheet_of())["tricks"] == {"3": 3}


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        (tricks("", "", "", ""), ("missing", "5 tricks left")),
        (tricks(3, 0, "", ""), ("missing", "2 tricks left")),
        (tricks(4, "", "pass", ""), ("missing", "1 trick left")),
        (tricks(3, 2, "", ""), ("missing", "Cy and Di: no trick, or a pass?")),
        (tricks("pass", "", "pass", "pass"), ("missing", "Bo: how many tricks?")),
        (tricks(3, 3, "", ""), ("wrong", "6 tricks: 1 too many.")),
        (tricks(3, 3, 1, ""), ("wrong", "7 tricks: 2 too many.")),
        (tricks(3, 1, 0, 0), ("wrong", "1 of the 5 tricks is missing.")),
        (tricks(3, 1, 0, 1), ("ready", "Ann −3, Bo −1, Cy +5, Di −1.")),
    ],
)
def test_what_is_said_while_tricks_are_entered(typed, said):
    assert says(Tricks, typed, sheet_of()) == said


ANN_AT_FIVE_OF_THREE = [{"tricks": {"1": 5}, "passed": ["2", "3"]}] * 2


def test_nothing_is_filled_in_where_the_deal_may_be_cut_short():
    may, cannot = (
        sheet_of(*ANN_AT_FIVE_OF_THREE, players=3, dealer="3", **HOUSE),
        sheet_of(players=3, dealer="3", **HOUSE),
    )
    assert says(Tricks, tricks(2, 1, ""), may) == ("missing", "Cy: how many tricks?")
    assert says(Tricks, tricks(4, 1, ""), may) == ("missing", "Cy: no trick, or a pass?")
    assert Tricks(may, WORDS, NAMES).five is None
    assert Tricks(cannot, WORDS, NAMES).five == 5
    assert deal_of(Tricks, tricks(2, 1, ""), cannot)["tricks"] == {"1": 2, "2": 1, "3": 2}


def test_what_cannot_have_happened_stands_beside_its_field():
    sheet = sheet_of()
    for typed, field in [
        (tricks(2, 2, 1, 0, boys_1="four", boys_2="simple"), "boys-1"),
        (tricks(5, "pass", 0, 0, revokes_2="1"), "revokes-2"),
        (tricks(2, 2, 0, 0), None),
    ]:
        form = filled(Tricks, typed, sheet)
        assert form.says.state == "wrong"
        assert list(form.errors) == [field or "__all__"]
    stops = sheet_of(*ANN_AT_FIVE_OF_THREE, players=3, dealer="3", **HOUSE)
    stops.play({"tricks": {"1": 3, "2": 2}, "passed": ["3"]})
    form = filled(Tricks, tricks(3, 1, 1), stops)
    assert form.says.state == "wrong"
    assert list(form.errors) == ["tricks-1"]


@pytest.mark.parametrize(
    ("rules", "offered"),
    [
        ({}, ["simple 5", "coloured 10", "all four 15"]),
        ({"coloured": 5}, ["one colour 5", "all four 15"]),
        ({"oblique": 5}, ["simple 5", "coloured 10", "all four 15", "oblique 5"]),
        (HOUSE, ["simple 5", "coloured 10"]),
    ],
)
def test_boys_are_offered_as_the_rules_value_them(rules, offered):
    [row, *_] = Tricks(sheet_of(**rules), WORDS, NAMES).rows
    assert chips(row.boys, "label") == offered


def test_no_boys_are_offered_at_seven_where_they_may_not_be_shown():
    to_seven = [{"tricks": {"1": number}, "passed": ["2", "3", "4"]} for number in (5, 3)]
    rows = Tricks(sheet_of(*to_seven, no_boys_at_seven=True), WORDS, NAMES).rows
    assert [row.boys is None for row in rows if row.player == "1"] == [True]
    assert all(row.boys for row in rows if row.player != "1")


@pytest.mark.parametrize("boys", BOYS)
def test_boys_that_stand_in_a_deal_are_kept_though_they_are_not_offered(boys):
    sheet = sheet_of(coloured=5, four_jacks="write-off")
    deal = {"tricks": {"1": 5, "2": 0, "3": 0, "4": 0}, "boys": {"1": boys}}
    shown = Tricks.showing(deal, sheet, WORDS, NAMES)
    assert chips(shown["boys-1"], "value", down=True) == [boys]


def test_more_revokes_than_are_offered_are_kept():
    deal = {"tricks": {"1": 5, "2": 0, "3": 0, "4": 0}, "revokes": {"1": 12}}
    shown = Tricks.showing(deal, sheet_of(), WORDS, NAMES)["revokes-1"]
    assert chips(shown, "value") == ["1", "2", "3", "12"]
    assert chips(shown, "value", down=True) == ["12"]


BOTH_AT_TWO = [
    *[{"tricks": {seat: 5}, "passed": [other for other in "1234" if other != seat]} for seat in "1122"],
    {"tricks": {"1": 3, "2": 2}, "passed": ["3", "4"]},
    {"tricks": {"2": 1}, "passed": ["1", "3", "4"]},
]


def test_who_was_first_out_is_asked_only_when_several_finish():
    sheet = sheet_of(*BOTH_AT_TWO)
    assert (sheet.tally["1"], sheet.tally["2"]) == (2, 2)
    alone = filled(Tricks, tricks(2, 1, 2, 0, first_out="2"), sheet_of(*BOTH_AT_TWO))
    assert alone.is_valid()
    assert alone.finishers == []
    assert "first_out" not in alone.deal
    both = filled(Tricks, tricks(2, 2, 1, 0), sheet)
    assert (both.says.state, both.says.text) == ("missing", "Ann and Bo come to nought: who was first?")
    assert [chip.value for chip in both.first_outs] == ["1", "2"]
    assert deal_of(Tricks, tricks(2, 2, 1, 0, first_out="2"), sheet)["first_out"] == "2"
    assert not filled(Tricks, tricks(2, 2, 1, 0, first_out="3"), sheet).is_valid()


def test_a_deal_that_several_finished_shows_who_was_first():
    deal = {"tricks": {"1": 2, "2": 2, "3": 1, "4": 0}, "first_out": "2"}
    shown = Tricks.showing(deal, sheet_of(*BOTH_AT_TWO), WORDS, NAMES)
    assert [(chip.value, chip.selected) for chip in shown.first_outs] == [("1", False), ("2", True)]


# Without play


def test_without_play_is_offered_where_it_can_happen():
    assert not Unplayed.offered(sheet_of())
    assert Unplayed.offered(sheet_of(*BOTH_AT_TWO))
    assert not Unplayed.offered(sheet_of(*BOTH_AT_TWO, finish_with_boys="off"))
    assert Unplayed.offered(sheet_of(suit_five=True))


def test_each_kind_is_offered_to_those_who_may():
    form = Unplayed(sheet_of(*BOTH_AT_TWO, trump_five=True, four_jacks="wins"), WORDS, NAMES)
    assert form.order == ("3", "4", "1", "2")
    assert [(label, [chip.value for chip in chips]) for label, chips in form.kinds] == [
        ("Finished with boys", ["finished_with_boys-1", "finished_with_boys-2"]),
        ("Five trumps with the ace", ["trump_five-3", "trump_five-4", "trump_five-1", "trump_five-2"]),
        ("All four jacks", ["four_jacks-3", "four_jacks-4", "four_jacks-1", "four_jacks-2"]),
    ]


def test_passes_are_asked_for_with_fives_alone():
    assert "passed" in Unplayed(sheet_of(suit_five=True), WORDS, NAMES).fields
    assert "passed" not in Unplayed(sheet_of(four_jacks="wins"), WORDS, NAMES).fields


ANN_AT_FIVE = [{"tricks": {"1": 5}, "passed": ["2", "3", "4"]}] * 2


@pytest.mark.parametrize(
    ("typed", "deal"),
    [
        ({"ended": "finished_with_boys-1"}, {"finished_with_boys": "1"}),
        ({"ended": "trump_five-2"}, {"trump_five": "2"}),
        ({"ended": "suit_five-2", "passed": ["4", "1"]}, {"suit_five": "2", "passed": ["1", "4"]}),
        ({"ended": "four_jacks-3"}, {"four_jacks": "3"}),
        ({"ended": "four_jacks-3", "passed": ["4"]}, {"four_jacks": "3"}),
    ],
)
def test_what_ended_a_deal_without_play(typed, deal):
    assert deal_of(Unplayed, typed, sheet_of(*ANN_AT_FIVE, **HOUSE)) == deal


def test_what_is_said_without_play():
    sheet = sheet_of(*ANN_AT_FIVE, **HOUSE)
    assert says(Unplayed, {}, sheet) == ("missing", "What ended the deal, and who had it?")
    assert says(Unplayed, {"ended": "trump_five-2", "passed": ["2"]}, sheet) == (
        "wrong",
        "Bo had the five cards, and so cannot have passed.",
    )
    assert says(Unplayed, {"ended": "trump_five-2", "passed": ["3"]}, sheet) == (
        "ready",
        "Ann +5, Bo −5, Di +5.",
    )


def test_who_had_the_five_and_passed_is_told_beside_the_passes():
    form = filled(Unplayed, {"ended": "trump_five-2", "passed": ["2"]}, sheet_of(**HOUSE))
    assert form.says.state == "wrong"
    assert list(form.errors) == ["passed"]


def test_what_ended_a_deal_stays_to_be_seen_when_the_record_before_it_has_changed():
    form = Unplayed.showing({"finished_with_boys": "1"}, sheet_of(), WORDS, NAMES)
    assert [[chip.selected for chip in chips] for _, chips in form.kinds] == [[True]]
    again = filled(Unplayed, {"ended": "finished_with_boys-1"}, sheet_of())
    assert (again.says.state, again.says.text) == (
        "wrong",
        "Ann has 15 left: boys finish the game with 5 or fewer.",
    )
    assert list(again.errors) == ["ended"]
