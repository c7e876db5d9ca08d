"""How a deal of Scat is told: who lost, what each hand counted, or which cards it had."""

from copy import copy

import pytest
from django.http import QueryDict
from hypothesis import given
from hypothesis import strategies as st

from games.forms.scat import DRAWN, NOBODY, THROWN, WAYS, Cards, Totals, WhoLost
from games.scoring.match_file import options
from games.scoring.scat import CARDS, Scat
from games.words.scat import WORDS
from tests.scoring.scat_told import sheets, told

NAMES = dict(zip("123456789", ["Ann", "Bo", "Cy", "Di", "Eve", "Finn", "Gil", "Hal", "Ida"], strict=True))


def sheet_of(*deals, players=3, dealer="3", **rules):
    sheet = Scat([str(seat) for seat in range(1, players + 1)], dealer, options(Scat, rules))
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


def says(way, typed, sheet):
    said = filled(way, typed, sheet).says
    return said.state, said.text


def wrong(way, typed, sheet):
    """The fields that are blamed."""
    form = filled(way, typed, sheet)
    assert form.says.state == "wrong"
    return [name for name in form.errors if form[name].wrong]


def as_sent(form):
    """What a browser sends of a form that nobody touched."""
    sent = {}
    for field in form:
        value = field.value()
        if value not in (None, "", []):
            sent[field.html_name] = value if isinstance(value, list) else str(value)
    return sent


# Every deal that can be is one that can be entered


@given(st.data(), sheets())
def test_each_deal_is_shown_in_one_way_and_told_again(data, sheet):
    """The same deal, with the names of a list in seating order."""
    if sheet.finished:
        return
    deal = told(data.draw, sheet)
    [way] = [way for way in WAYS if way.reads(deal)]
    shown = way.showing(deal, sheet, WORDS, NAMES)
    again = deal_of(way, as_sent(shown), sheet)
    seated = {key: sorted(names) if isinstance(names, list) else names for key, names in deal.items()}
    assert again == seated
    assert copy(sheet).play(again) == copy(sheet).play(deal)


SENT = st.one_of(
    st.sampled_from(["", "0", "1", "2", "9", "20", "30½", "30.5", "12,5", "31", "32", "-2", "٣", "1\x00"]),
    st.sampled_from([NOBODY, DRAWN, THROWN, "KS", "ks 10♠ 4h", "AS AS AS", "AS KS QS JS", "1S", "KS 10S"]),
    st.text(max_size=5),
)
FIELDS = [
    *["knocker", "thrown_down", "lowest", "thirty_one", "hands", "counted"],
    *[f"{key}-{seat}" for key in ("hands", "counted") for seat in range(10)],
]
WHOLE = st.fixed_dictionaries(
    {f"hands-{seat}": st.sampled_from(["20", "31", "KS 10S 4H", "2C 3C 4C", "QD 2D AH"]) for seat in "12345"}
)


@given(
    sheets(),
    st.sampled_from(WAYS),
    WHOLE | st.just({}),
    st.dictionaries(st.sampled_from(FIELDS), st.lists(SENT, max_size=3)),
)
def test_whatever_is_sent_is_answered(sheet, way, whole, rubbish):
    if sheet.finished:
        return
    form = filled(way, whole | rubbish, sheet)
    assert form.says.state in ("missing", "wrong", "ready")
    assert form.says.text
    assert all(field.wrong is not None for field in form)
    assert [row.name for row in form.rows] == [NAMES[player] for player in form.asked]


@pytest.mark.parametrize("way", WAYS)
def test_who_is_still_in_is_asked_from_the_dealers_left(way):
    out = sheet_of({"lowest": ["2"], "knocker": "2"}, players=4, dealer="1", lives=1)
    assert out.dealer == "3"
    assert [row.name for row in way(out, WORDS, NAMES).rows] == ["Di", "Ann", "Cy"]


@pytest.mark.parametrize("way", WAYS)
def test_nothing_typed_says_nothing(way):
    assert way(sheet_of(), WORDS, NAMES).says.text == ""


# Who lost


@pytest.mark.parametrize(
    ("typed", "deal"),
    [
        ({"knocker": "1", "lowest": ["2"]}, {"lowest": ["2"], "knocker": "1"}),
        ({"knocker": "1", "lowest": ["3", "1"]}, {"lowest": ["1", "3"], "knocker": "1"}),
        ({"knocker": NOBODY, "lowest": ["2"]}, {"lowest": ["2"], "knocker": None}),
        ({"thirty_one": ["2"]}, {"thirty_one": ["2"], "knocker": None}),
        ({"thirty_one": ["2"], "knocker": NOBODY}, {"thirty_one": ["2"], "knocker": None}),
        ({"thirty_one": ["2", "1"], "knocker": "2"}, {"thirty_one": ["1", "2"], "knocker": "2"}),
        ({"knocker": DRAWN}, {"drawn": True}),
    ],
)
def test_who_lost(typed, deal):
    assert deal_of(WhoLost, typed, sheet_of()) == deal


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ({}, ("missing", "Who knocked, and who had the lowest hand?")),
        ({"knocker": "1"}, ("missing", "Who had the lowest hand, or 31?")),
        ({"knocker": NOBODY}, ("missing", "Who had the lowest hand, or 31?")),
        ({"lowest": ["2"]}, ("missing", "Who knocked?")),
        ({"lowest": ["1"], "knocker": "1"}, ("ready", "Ann pays 2.")),
        ({"thirty_one": ["1"]}, ("ready", "Bo and Cy pay 1 each.")),
        ({"lowest": ["1"], "thirty_one": ["2"]}, ("wrong", "With a 31 the lowest hand does not count: which of the two was it?")),
        ({"lowest": ["1"], "knocker": DRAWN}, ("wrong", "If nobody loses, nobody had the lowest hand or 31.")),
    ],
)  # fmt: skip
def test_what_is_said_of_who_lost(typed, said):
    assert says(WhoLost, typed, sheet_of()) == said


def test_what_cannot_have_been_stands_beside_its_field():
    five = sheet_of(players=5, dealer="5")
    assert wrong(WhoLost, {"lowest": ["1"], "thirty_one": ["2"]}, five) == ["lowest"]
    assert wrong(WhoLost, {"knocker": DRAWN, "thirty_one": ["2"]}, five) == ["thirty_one"]
    assert wrong(WhoLost, {"thirty_one": list("12345")}, five) == ["thirty_one"]
    assert says(WhoLost, {"thirty_one": list("12345")}, five)[1] == (
        "5 hands of 31: every 31 has an ace, and there are 4."
    )


def test_a_chip_for_each_thing_in_a_row():
    form = filled(WhoLost, {"knocker": "2", "lowest": ["2", "1"]}, sheet_of())
    assert [
        (row.name, [(chip.label, chip.name, chip.selected) for chip in row.chips]) for row in form.rows[:2]
    ] == [
        ("Ann", [("knocked", "knocker", False), ("lowest", "lowest", True), (31, "thirty_one", False)]),
        ("Bo", [("knocked", "knocker", True), ("lowest", "lowest", True), (31, "thirty_one", False)]),
    ]
    assert [chip.label for chip in form.other_endings] == ["nobody knocked", "stock ran out, nobody loses"]


# Thrown down


def test_a_hand_thrown_down_is_offered_where_it_is_played():
    assert "thrown_down" not in WhoLost(sheet_of(), WORDS, NAMES).fields
    for way in WAYS:
        form = way(sheet_of(throw_down=True), WORDS, NAMES)
        assert form.other_endings[-1].label == "thrown down, not knocked"


def test_a_hand_thrown_down_stands_in_place_of_the_knock():
    sheet = sheet_of(throw_down=True)
    thrown = {"knocker": "1", "thrown_down": [THROWN]}
    assert deal_of(WhoLost, {**thrown, "lowest": ["2"]}, sheet) == {"lowest": ["2"], "thrown_down": "1"}
    assert deal_of(WhoLost, {**thrown, "thirty_one": ["2"]}, sheet) == {
        "thirty_one": ["2"],
        "thrown_down": "1",
    }
    values = {f"hands-{seat}": "20" for seat in "123"}
    assert deal_of(Totals, {**thrown, **values}, sheet) == {
        "hands": dict.fromkeys("123", 20),
        "thrown_down": "1",
    }


def test_a_hand_thrown_down_is_shown_as_it_was_told():
    sheet, deal = sheet_of(throw_down=True), {"lowest": ["2"], "thrown_down": "1"}
    assert deal_of(WhoLost, as_sent(WhoLost.showing(deal, sheet, WORDS, NAMES)), sheet) == deal


@pytest.mark.parametrize("knocker", ["", NOBODY])
def test_who_threw_the_hand_down_is_asked(knocker):
    typed = {"knocker": knocker, "thrown_down": [THROWN], "lowest": ["2"]}
    assert says(WhoLost, typed, sheet_of(throw_down=True)) == ("missing", "Who threw the hand down?")


def test_no_hand_is_thrown_down_when_the_stock_runs_out():
    typed = {"knocker": DRAWN, "thrown_down": [THROWN]}
    assert wrong(WhoLost, typed, sheet_of(throw_down=True)) == ["thrown_down"]


# Totals


def totals(*values, **more):
    return {f"hands-{seat}": str(value) for seat, value in enumerate(values, start=1)} | more


def test_counted_hands():
    assert deal_of(Totals, totals(20, 24, 19, knocker="2"), sheet_of()) == {
        "hands": {"1": 20, "2": 24, "3": 19},
        "knocker": "2",
    }
    assert deal_of(Totals, totals(20, 24, 19, knocker=NOBODY), sheet_of())["knocker"] is None


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ({}, ("missing", "3 hands left")),
        (totals(20, "", 19), ("missing", "1 hand left")),
        (totals(20, 24, 19), ("missing", "Who knocked?")),
        (totals(20, 31, 19), ("ready", "Ann and Cy pay 1 each.")),
        (totals(20, 24, 19, knocker="3"), ("ready", "Cy pays 2.")),
        (totals(20, 32, 19, knocker="3"), ("wrong", "32 is too high: 31 is the most.")),
        (totals(20, 1, 19, knocker="3"), ("wrong", "1 is too low: 2 is the least.")),
        (totals(20, 30.5, 19, knocker="3"), ("wrong", "30.5 is not a number that can stand here.")),
    ],
)
def test_what_is_said_of_counted_hands(typed, said):
    assert says(Totals, typed, sheet_of()) == said


def test_thirty_and_a_half_is_a_key_where_it_counts():
    assert "data-keys" not in Totals(sheet_of(), WORDS, NAMES).fields["hands-1"].widget.attrs
    sheet = sheet_of(three_of_a_kind=30.5)
    assert Totals(sheet, WORDS, NAMES).fields["hands-1"].widget.attrs["data-keys"] == "30½"
    assert deal_of(Totals, totals("30½", "30.5", 19, knocker="3"), sheet)["hands"] == {
        "1": 30.5,
        "2": 30.5,
        "3": 19,
    }
    assert wrong(Totals, totals(20, 12.5, 19, knocker="3"), sheet) == ["hands-2"]


# Cards


def cards(*hands, **more):
    return {f"hands-{seat}": hand for seat, hand in enumerate(hands, start=1)} | more


def test_hands_of_cards():
    typed = cards("KS 10S 4H", "2C,3C 4C", "q♦ 2d ah", knocker="2")
    assert deal_of(Cards, typed, sheet_of()) == {
        "hands": {"1": ["KS", "10S", "4H"], "2": ["2C", "3C", "4C"], "3": ["QD", "2D", "AH"]},
        "knocker": "2",
    }


def test_a_hand_among_cards_may_be_told_as_a_number():
    typed = cards("KS 10S 4H", "", "QD 2D AH", knocker="2") | {"counted-2": "24"}
    assert deal_of(Cards, typed, sheet_of())["hands"] == {
        "1": ["KS", "10S", "4H"],
        "2": 24,
        "3": ["QD", "2D", "AH"],
    }


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ({}, ("missing", "9 cards left")),
        (cards("KS 10S 4H", "2C", ""), ("missing", "5 cards left")),
        (cards("KS 10S 4H", "2C 3C", "") | {"counted-3": "20"}, ("missing", "1 card left")),
        (cards("KS 10S 4H", "2C 3C 4C", "QD 2D AH"), ("missing", "Who knocked?")),
        (cards("KS 10S AS", "2C 3C 4C", "QD 2D AH"), ("ready", "Bo and Cy pay 1 each.")),
        (cards("KS 10S 4H", "2C 3C 4C", "QD 2D AH", knocker="2"), ("ready", "Bo pays 2.")),
        (
            cards("KS 10S 4H", "2C 3C KS", "QD 2D AH", knocker="2"),
            ("wrong", "Ann and Bo cannot both have K♠."),
        ),
        (
            cards("KS 10S 4H", "2C", "") | {"counted-2": "20"},
            ("wrong", "Bo: the cards or a number, not both."),
        ),
        (cards("KS 10S 4H 5H", "", ""), ("wrong", "Those are 4 cards: 3 is the most.")),
    ],
)
def test_what_is_said_of_cards(typed, said):
    assert says(Cards, typed, sheet_of()) == said


def test_what_is_wrong_of_cards_stands_beside_its_field():
    assert wrong(Cards, cards("KS 10S 4H", "2C 3C KS", "QD 2D AH", knocker="2"), sheet_of()) == ["hands-2"]
    both = cards("KS 10S 4H", "2C", "") | {"counted-2": "20"}
    assert wrong(Cards, both, sheet_of()) == ["counted-2"]
    half = cards("KS 10S 4H", "", "QD 2D AH", knocker="2") | {"counted-2": "12.5"}
    assert wrong(Cards, half, sheet_of(three_of_a_kind=30.5)) == ["counted-2"]


def test_what_hands_count_is_shown_as_they_come():
    form = filled(Cards, cards("KS 10S 4H", "2C 3C", "7D 7H 7S"), sheet_of(three_of_a_kind=30.5))
    assert [row.worth for row in form.rows] == ["20", "", "30½"]
    counted = filled(Cards, {"counted-1": "24"}, sheet_of())
    assert [row.worth for row in counted.rows] == ["24", "", ""]
    assert [row.worth for row in Cards(sheet_of(), WORDS, NAMES).rows] == ["", "", ""]
    deal = {"hands": {"1": ["KS", "10S", "4H"], "2": 24, "3": 20}, "knocker": "1"}
    assert [row.worth for row in Cards.showing(deal, sheet_of(), WORDS, NAMES).rows] == ["20", "24", "20"]


def test_hands_told_as_numbers_lie_open_where_there_are_any():
    assert not Cards(sheet_of(), WORDS, NAMES).any_counted
    assert filled(Cards, {"counted-2": "24"}, sheet_of()).any_counted
    deal = {"hands": {"1": ["KS", "10S", "4H"], "2": 24, "3": 20}, "knocker": "1"}
    assert Cards.showing(deal, sheet_of(), WORDS, NAMES).any_counted


def test_the_whole_pack_can_be_picked_from():
    picker = Cards(sheet_of(), WORDS, NAMES).fields["hands-1"].widget
    assert picker.attrs["data-deck"].split() == list(CARDS)
    assert len(CARDS) == 52


# What the way remembers


@pytest.mark.parametrize(
    ("deal", "way"),
    [
        ({"drawn": True}, WhoLost),
        ({"lowest": ["1"], "knocker": None}, WhoLost),
        ({"hands": {"1": 20, "2": 21}, "knocker": None}, Totals),
        ({"hands": {"1": 20, "2": ["KS", "10S", "4H"]}, "knocker": None}, Cards),
    ],
)
def test_one_way_reads_a_deal(deal, way):
    assert [one for one in WAYS if one.reads(deal)] == [way]
