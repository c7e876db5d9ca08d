"""Smoking Cat as it is typed: each way, what is asked, filled in, blamed, and shown again."""

from copy import deepcopy
from html.parser import HTMLParser

import pytest
from django.http import QueryDict
from django.template.loader import render_to_string
from hypothesis import given
from hypothesis import strategies as st

from games.forms import ways
from games.forms.fields import Part
from games.forms.smoking_cat import WAYS, Items, Points, WhoLost
from games.scoring.match_file import options
from games.scoring.refusal import Refused
from games.scoring.smoking_cat import ITEMS, SmokingCat
from games.words.smoking_cat import WORDS
from tests.scoring import smoking_cat_told as drawn

NAMES = dict(zip("12345678", ["Ann", "100% Bo", "Cy", "Di", "Eve", "Finn", "Gil", "Hal"], strict=True))


def sheet_of(seats=4, *deals, **rules):
    sheet = SmokingCat(list(NAMES)[:seats], "1", options(SmokingCat, {"word": "САЛО", **rules}))
    for deal in deals:
        sheet.play(deal)
    return sheet


def typed_in(way, sheet, /, *, sent=None, **data):
    """A form as it is sent: `points_2` is the field points-2, a list several of one name."""
    told = QueryDict(mutable=True)
    for name, value in (sent or {name.replace("_of_", "-"): value for name, value in data.items()}).items():
        told.setlist(name, value if isinstance(value, list) else [value])
    return way(sheet, WORDS, NAMES, told)


def deal_of(form):
    assert form.is_valid(), form.errors
    return form.deal


def said(form):
    return form.says.state, form.says.text


def lost(*, seats=4, **data):
    return typed_in(WhoLost, sheet_of(seats), **data)


def points(*taken, seats=4, **data):
    """Typed from seat 1 on; a blank is an empty text."""
    by_seat = {f"points_of_{seat}": str(one) for seat, one in enumerate(taken, 1)}
    return typed_in(Points, sheet_of(seats), **by_seat, **data)


class Page(HTMLParser):
    """What a browser would send of a page that nobody touched."""

    def __init__(self, html):
        super().__init__()
        self.sent = {}
        self.feed(html)

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        if tag == "input" and (attrs["type"] == "text" or "checked" in attrs):
            self.sent.setdefault(attrs["name"], []).append(attrs.get("value", ""))


def shown(form):
    return Page(render_to_string(form.template, {"form": form})).sent


def test_the_ways_of_the_game_begin_with_the_quickest():
    assert ways("smoking-cat") == WAYS
    assert [way.way for way in WAYS] == ["quick", "totals", "cards"]


def test_only_a_round_that_was_simply_lost_is_likely_to_be_followed_by_one_told_like_it():
    assert WhoLost.lasts({"verdict": "1"})
    assert not any(WhoLost.lasts(deal) for deal in ({"fine": "1"}, {"revoke": "1"}, {"reached_17": "1"}))
    assert Points.lasts({"points": {}})


# Who lost


def test_one_tap_tells_who_lost():
    assert deal_of(lost(loser="2")) == {"verdict": "2"}
    assert said(lost(loser="2")) == ("ready", "100% Bo takes С.")


@pytest.mark.parametrize(
    ("kind", "deal"),
    [
        ("reached_17", {"reached_17": "3"}),
        ("threw_in", {"threw_in": "3"}),
        ("revoke", {"revoke": "3"}),
        ("fine", {"fine": "3"}),
    ],
)
def test_a_further_chip_says_how(kind, deal):
    assert deal_of(lost(loser="3", kind=kind)) == deal


def test_a_deliberate_revoke_is_asked_about_once_more():
    form = lost(loser="3", kind="deliberate")
    assert said(form) == ("missing", "Is Cy to be expelled, and the match to end?")
    assert not form.deal
    assert deal_of(lost(loser="3", kind="deliberate", deliberate="yes")) == {
        "revoke": "3",
        "deliberate": True,
    }


def test_a_yes_to_a_question_that_is_not_asked_any_more_says_nothing():
    assert deal_of(lost(loser="3", kind="revoke", deliberate="yes", reason="x")) == {"revoke": "3"}


def test_a_fine_has_a_reason_and_nobody_sitting_out():
    fined = lost(seats=5, loser="5", kind="fine", reason=" dealt wrong ", sitting_out="5")
    assert deal_of(fined) == {"fine": "5", "reason": "dealt wrong"}
    assert deal_of(lost(seats=6, loser="5", kind="fine", reason="", sitting_out=[])) == {"fine": "5"}


@pytest.mark.parametrize(
    ("kind", "question"),
    [
        ("", "Who lost?"),
        ("reached_17", "Who reached 17?"),
        ("threw_in", "Who threw in?"),
        ("revoke", "Who revoked?"),
        ("deliberate", "Who revoked on purpose?"),
        ("fine", "Who is fined?"),
    ],
)
def test_it_is_asked_who(kind, question):
    assert said(lost(kind=kind)) == ("missing", question)


def test_the_tiles_show_the_letters_so_far_from_the_dealers_left():
    tiles = WhoLost(sheet_of(4, {"verdict": "3"}, {"verdict": "3"}), WORDS, NAMES)["loser"]
    assert isinstance(tiles, Part)
    assert [(chip.label, chip.note) for chip in tiles.chips] == [
        ("Di", "· · · ·"),
        ("Ann", "· · · ·"),
        ("100% Bo", "· · · ·"),
        ("Cy", "С А · ·"),
    ]


# Points


def test_the_last_one_is_filled_in():
    assert deal_of(points(14, 6, 9, "")) == {"points": {"1": 14, "2": 6, "3": 9, "4": 4}}
    assert deal_of(points("", 20, 13, 0))["points"]["1"] == 0


@pytest.mark.parametrize(
    ("taken", "sentence"),
    [
        (["", "", "", ""], "33 points to place"),
        ([30, 2, "", ""], "1 point to place"),
        ([20, 13, "", ""], "All 33 are placed. 0 for the others?"),
    ],
)
def test_what_is_missing_is_said(taken, sentence):
    assert said(points(*taken)) == ("missing", sentence)


@pytest.mark.parametrize(
    ("taken", "sentence"),
    [
        ([14, 6, 9, 3], "32 of 33 points: 1 is missing."),
        ([14, 6, 9, 5], "34 points in place of 33: 1 too many."),
        ([20, 16, "", ""], "36 points in place of 33: 3 too many."),
        ([20, 10, 5, ""], "35 points in place of 33: 2 too many."),
        ([9, 8, 8, 8], "Nobody can have taken the Heim: it counts 10 alone, and nobody has more than 9."),
    ],
)
def test_what_cannot_be_is_said(taken, sentence):
    form = points(*taken)
    assert said(form) == ("wrong", sentence)
    assert list(form.errors) == ["__all__"]


def test_a_number_that_cannot_be_read_is_said_beside_it():
    form = points(14, "x", "", "")
    assert list(form.errors) == ["points-2"]
    assert form["points-2"].wrong == "x is not a number that can stand here."


def test_a_tie_asks_for_the_heim_of_those_who_can_have_it():
    form = points(14, 14, 5, "")
    assert said(form) == ("missing", "Ann and 100% Bo have 14 points each: who took the Heim?")
    assert (form.tied_at, form.without_heim) == (14, ["3", "4"])
    asked = render_to_string(form.refreshed, {"form": form})
    assert 'data-without="3 4"' in asked
    assert "A tie at 14: who took the Heim?" in asked
    assert form["heim"].wrong == ""
    assert said(points(14, 14, 5, "", heim="2")) == ("ready", "100% Bo takes С.")


def test_the_odd_tie_asks_the_third_too():
    assert points(11, 11, 10, "").says.state == "missing"
    form = points(11, 11, 10, 1, heim="3")
    assert said(form) == ("ready", "Cy takes С.")
    assert form.without_heim == ["4"]


def test_without_a_tie_nothing_is_asked():
    form = points(14, 10, 9, "")
    assert said(form) == ("ready", "Ann takes С.")
    assert (form.tied_at, form.without_heim) == (None, ["3", "4"])
    assert "tie" not in render_to_string(form.refreshed, {"form": form})


def test_whoever_took_the_last_trick_needs_more_for_the_heim():
    form = points(14, 14, 5, 0, last_trick="2")
    assert form.says.state == "missing"
    assert form.without_heim == ["2", "3", "4"]


def test_a_tie_that_leaves_the_heim_to_nobody_is_wrong_and_no_question():
    form = points(9, 9, 9, 6)
    assert form.says.state == "wrong"
    assert (form.tied_at, form.without_heim) == (None, [])


@pytest.mark.parametrize("thrower", ["", "26"])
def test_of_a_hand_thrown_in_the_other_three_are_told(thrower):
    form = points(thrower, 4, 3, 0, threw_in="1")
    assert deal_of(form) == {"threw_in": "1", "points": {"2": 4, "3": 3, "4": 0}}
    assert said(form) == ("ready", "Ann takes С.")


def test_a_throwers_points_that_do_not_fit_are_not_dropped():
    assert said(points(25, 4, 3, 0, threw_in="1")) == ("wrong", "32 of 33 points: 1 is missing.")


def test_a_thrower_tied_for_the_most_is_asked_for_the_heim():
    form = points("", 16, 1, 0, threw_in="1", heim="2")
    assert deal_of(form) == {"threw_in": "1", "points": {"2": 16, "3": 1, "4": 0}, "heim": "2"}
    assert said(form) == ("ready", "100% Bo takes С.")
    assert points("", 16, 1, 0, threw_in="1").says.state == "missing"


@pytest.mark.parametrize(
    ("form", "field"),
    [
        (points(14, 9, 10, "", heim="2"), "heim"),
        (points(14, 9, 10, "", last_trick="4"), "last_trick"),
        (points(14, 9, 10, "", heim="1", last_trick="1"), "heim"),
        (points("", 10, 10, 9, threw_in="1"), "points-1"),
        (points("", 4, 3, 0, threw_in="1", last_trick="2"), "last_trick"),
    ],
)
def test_blame_stands_beside_its_field(form, field):
    assert form.says.state == "wrong"
    assert list(form.errors) == [field]
    assert form[field].wrong == form.says.text


# Cards


def items(*, seats=4, **hands):
    return typed_in(Items, sheet_of(seats), **{f"cards_of_{seat[1:]}": told for seat, told in hands.items()})


def test_the_ten_items_are_told_by_code_or_by_face():
    form = items(_1="heim HK", _2="♥A H7", _3="last, ho ♥8", _4="♥U 9♥ H10")
    assert deal_of(form) == {
        "cards": {
            "1": ["heim", "HK"],
            "2": ["HA", "H7"],
            "3": ["last", "HO", "H8"],
            "4": ["HU", "H9", "H10"],
        }
    }
    assert said(form) == ("ready", "Ann takes С.")


def test_what_nobody_has_is_asked_for():
    assert said(items()) == ("missing", "Who took which of the ten?")
    form = items(_1="heim HK HA H7 HO H8 HU H9", _4="")
    assert said(form) == ("missing", "Who took ♥10 and the last trick?")


def test_an_item_that_two_have_is_said_beside_the_second():
    form = items(_1="heim HK", _2="HA H7 heim", _3="last HO H8", _4="HU H9 H10")
    assert said(form) == ("wrong", "Ann and 100% Bo both have the Heim.")
    assert list(form.errors) == ["cards-2"]


# Five to eight at the table


def test_who_sits_out_is_proposed_in_turn():
    sheet = sheet_of(5)
    assert shown(WhoLost(sheet, WORDS, NAMES))["sitting_out"] == sheet.sitting_out_next() == ["1"]
    sheet.play({"verdict": "2", "sitting_out": ["1"]})
    assert shown(Points(sheet, WORDS, NAMES))["sitting_out"] == ["2"]
    assert shown(Items(sheet_of(7), WORDS, NAMES))["sitting_out"] == ["2", "3", "1"]


def test_with_four_nobody_is_asked_to_sit_out():
    assert "sitting_out" not in lost().fields
    assert "sitting_out" not in deal_of(lost(loser="2", sitting_out="3"))


def test_who_sits_out_is_told():
    assert deal_of(lost(seats=5, loser="2", sitting_out="4")) == {"verdict": "2", "sitting_out": ["4"]}
    told = deal_of(lost(seats=7, loser="2", sitting_out=["7", "4", "1"]))
    assert told == {"verdict": "2", "sitting_out": ["1", "4", "7"]}


def test_too_few_or_too_many_sitting_out_are_said():
    assert said(lost(seats=5, loser="2")) == ("missing", "Who sits out? 1 is missing.")
    assert said(lost(seats=8, loser="2", sitting_out=["1"])) == ("missing", "Who sits out? 3 are missing.")
    form = lost(seats=6, loser="2", sitting_out=["4", "5", "6"])
    assert said(form) == ("wrong", "2 have to sit out, and not 3.")
    assert form["sitting_out"].wrong


def test_what_those_sitting_out_had_typed_is_not_told():
    assert said(lost(seats=5, loser="5", sitting_out="5")) == ("missing", "Who lost?")
    form = points(14, 6, "", 4, "99", seats=5, sitting_out="5", heim="5", last_trick="5", threw_in="5")
    assert deal_of(form) == {"points": {"1": 14, "2": 6, "3": 9, "4": 4}, "sitting_out": ["5"]}
    form = items(seats=5, _1=" ".join(ITEMS), _2="", _3="", _4="", _5="heim ?")
    form.data["sitting_out"] = "5"
    assert deal_of(form)["cards"] == {"1": list(ITEMS), "2": [], "3": [], "4": []}


def test_a_wrong_number_of_who_plays_is_still_said():
    assert points(99, 6, "", 4, "99", seats=5, sitting_out="5").says.state == "wrong"


# Shown again, and whatever is sent


@st.composite
def sheets(draw):
    seats = draw(st.integers(4, 8))
    players = list(NAMES)[:seats]
    return SmokingCat(players, draw(st.sampled_from(players)), options(SmokingCat, draw(drawn.RULES)))


def normal(deal):
    """A deal with what changes nothing left out: notes, no reason, a revoke said not to be deliberate, orders."""
    kept = {key: value for key, value in deal.items() if key != "about" and value not in ("", False)}
    if "sitting_out" in kept:
        kept["sitting_out"] = sorted(kept["sitting_out"])
    return kept


@given(st.data(), sheets())
def test_every_deal_is_shown_in_one_way_and_told_again_as_it_was(data, sheet):
    for _ in range(data.draw(st.integers(1, 3))):
        deal = drawn.told(data.draw, sheet)
        [way] = [way for way in WAYS if way.reads(deal)]
        form = typed_in(way, deepcopy(sheet), sent=shown(way.showing(deal, sheet, WORDS, NAMES)))
        again = deal_of(form)
        assert normal(again) == normal(deal)
        assert form.says.state == "ready"
        assert deepcopy(sheet).play(again) == sheet.play(deal)
        if sheet.finished:
            break


VALUES = st.one_of(
    st.sampled_from(
        ["", "0", "5", "10", "11", "33", "34", "-1", "½", "1", "2", "9", "heim", "last HA", "yes"]
    ),
    st.sampled_from(["fine", "revoke", "deliberate", "reached_17", "verdict", "points", "<b>", "%(player)s"]),
    st.text(max_size=8),
)


@given(st.data(), sheets())
def test_whatever_is_sent_is_answered_with_a_sentence(data, sheet):
    way = data.draw(st.sampled_from(WAYS))
    names = [*way(sheet, WORDS, NAMES).fields, "points-9", "nonsense"]
    sent = data.draw(st.dictionaries(st.sampled_from(names), st.lists(VALUES, min_size=1, max_size=4)))
    form = typed_in(way, deepcopy(sheet), sent=sent or {"": ""})
    state, text = said(form)
    assert text
    assert render_to_string(form.template, {"form": form})
    if state == "ready":
        sheet.play(form.deal)
    elif form.deal is not None:
        with pytest.raises(Refused):
            sheet.play(form.deal)
