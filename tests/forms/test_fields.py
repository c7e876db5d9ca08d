"""The fields of an entry: what can be typed into them, what it becomes, and how they are drawn."""

import pytest
from django import forms
from django.http import QueryDict
from django.utils.translation import override
from hypothesis import given
from hypothesis import strategies as st

from games.forms.fields import CardsField, ChipsField, CountField, TicksField
from games.forms.missing import missing

PACK = [rank + suit for suit in "SHDC" for rank in ("A", *map(str, range(2, 11)), "J", "Q", "K")]
ITEMS = ["heim", "HA", "HK", "H10", "last"]


def read(field, typed):
    """What the field makes of a text, or the code of its refusal."""
    try:
        return field.clean(typed)
    except forms.ValidationError as refused:
        return refused.code


@pytest.mark.parametrize(
    ("typed", "number"),
    [
        ("0", 0),
        ("14", 14),
        (" 14 ", 14),
        ("+5", 5),
        ("007", 7),
        ("-2", -2),
        ("−2", -2),
        ("–2", -2),
        ("－2", -2),
        ("٣", 3),
        ("−१२", -12),
        ("１４", 14),
        ("", None),
        ("   ", None),
        (None, None),
        ("-13", "too-low"),
        ("61", "too-high"),
        ("30.5", "not-a-number"),
        ("30½", "not-a-number"),
        ("1e1", "not-a-number"),
        ("0x1", "not-a-number"),
        ("²", "not-a-number"),
        ("1 2", "not-a-number"),
        ("1_0", "not-a-number"),
        ("--2", "not-a-number"),
        ("-", "not-a-number"),
        ("x", "not-a-number"),
        ("9" * 13, "not-a-number"),
        ("9" * 100_000, "not-a-number"),
    ],
)
def test_count_reads_whole_numbers_however_they_are_typed(typed, number):
    result = read(CountField(low=-12, high=60), typed)

    assert (result, type(result)) == (number, type(number))


@pytest.mark.parametrize(
    ("typed", "number"),
    [
        ("30.5", 30.5),
        ("30,5", 30.5),
        ("30½", 30.5),
        ("٣٠,٥", "not-a-number"),
        ("-2½", -2.5),
        ("30.0", 30),
        ("30", 30),
        ("30.25", "not-a-number"),
        ("30.50", "not-a-number"),
        ("1,234", "not-a-number"),
        ("31½", "too-high"),
    ],
)
def test_count_with_halves_reads_a_half_and_no_other_fraction(typed, number):
    result = read(CountField(low=-12, high=31, halves=True), typed)

    assert (result, type(result)) == (number, type(number))


@given(st.text(max_size=20))
def test_count_refuses_what_it_cannot_read_and_never_fails(typed):
    result = read(CountField(low=-12, high=60, halves=True), typed)

    in_range = isinstance(result, int | float) and -12 <= result <= 60
    assert in_range or result in {None, "not-a-number", "too-low", "too-high"}


@given(st.integers(-999, 999))
def test_count_reads_back_the_number_that_it_shows(number):
    field = CountField(low=-999, high=999)

    assert field.clean(field.prepare_value(number)) == number


def test_count_shows_a_half_and_a_minus_as_the_sheet_does():
    field = CountField(low=-9, high=31, halves=True)

    assert [field.prepare_value(number) for number in (30.5, -2, 0)] == ["30½", "−2", "0"]


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("x", "x is not a number that can stand here."),
        ("-9", "−9 is too low: −8 is the least."),
        ("61", "61 is too high: 60 is the most."),
    ],
)
def test_count_says_what_is_wrong_with_what_was_typed(typed, sentence):
    with override("en"), pytest.raises(forms.ValidationError, match=f"^\\['{sentence}'\\]$"):
        CountField(low=-8, high=60).clean(typed)


@pytest.mark.parametrize(
    ("typed", "cards"),
    [
        ("KS 10S 4H", ["KS", "10S", "4H"]),
        ("ks, 10s;4h", ["KS", "10S", "4H"]),
        ("K♠ 10♠ 4♥", ["KS", "10S", "4H"]),
        ("K♠︎ 10♤ 4♥️", ["KS", "10S", "4H"]),
        ("♠K s10 ♡4", ["KS", "10S", "4H"]),
        ("  4h\n ", ["4H"]),
        ("", []),
        (None, []),
        ("KS KS", "card-twice"),
        ("K♠ sk", "card-twice"),
        ("KS 10S 4H 5H", "too-many-cards"),
        ("1S", "not-a-card"),
        ("K", "not-a-card"),
        ("KX", "not-a-card"),
        ("KS10S", "not-a-card"),
    ],
)
def test_cards_are_read_in_any_usual_spelling(typed, cards):
    assert read(CardsField(deck=PACK, hand=3), typed) == cards


@pytest.mark.parametrize(
    ("typed", "items"),
    [
        ("heim HA last", ["heim", "HA", "last"]),
        ("HEIM ♥A h10", ["heim", "HA", "H10"]),
        ("Хейма A♥", ["heim", "HA"]),
    ],
)
def test_cards_that_are_none_are_read_by_their_code_or_their_word(typed, items):
    assert read(CardsField(deck=ITEMS, faces={"heim": "Хейма"}), typed) == items


@given(st.lists(st.sampled_from(PACK), unique=True))
def test_cards_read_back_the_cards_that_they_show(cards):
    field = CardsField(deck=PACK)

    assert field.clean(field.prepare_value(cards)) == cards


@given(st.text(max_size=40))
def test_cards_refuse_what_they_cannot_read_and_never_fail(typed):
    result = read(CardsField(deck=PACK, hand=3), typed)

    assert isinstance(result, list) or result in {"not-a-card", "card-twice", "too-many-cards"}


def test_cards_name_the_one_that_is_there_twice_as_it_is_shown():
    with override("en"), pytest.raises(forms.ValidationError, match=r"^\['K♠ is there twice\.'\]$"):
        CardsField(deck=PACK).clean("KS ♠K")


class Entry(forms.Form):
    """One field of each kind."""

    tricks = ChipsField(label="Ann & Bo", choices=[("pass", "P"), ("0", "0")], digits=True, part=True)
    loser = ChipsField(label="Who?", choices=[("1", "Ann")], notes={"1": "С А"}, keep=True)
    boys = TicksField(label="Boys", choices=[("1", "Ann"), ("2", "Bo")])
    points = CountField(label="Cy", low=-8, high=60, keys=["30½"], part=True)
    hand = CardsField(label="Di", deck=PACK, hand=3, pairs="all", rest="the rest")


def entered(typed):
    data = QueryDict(mutable=True)
    for name, values in typed.items():
        data.setlist(name, values)
    return Entry(data)


def test_nothing_is_required_by_a_field_itself():
    form = entered({})

    assert form.is_valid()
    assert form.cleaned_data == {"tricks": "", "loser": "", "boys": [], "points": None, "hand": []}


def test_a_choice_that_is_not_offered_is_refused():
    form = entered({"tricks": ["7"], "boys": ["1", "3"]})

    assert sorted(form.errors) == ["boys", "tricks"]


def test_chips_are_drawn_with_what_is_down():
    html = entered({"tricks": ["0"]})["tricks"].as_field_group()

    assert '<fieldset class="chips digits" data-part aria-describedby="wrong-tricks">' in html
    assert "<legend>Ann &amp; Bo</legend>" in html
    assert 'name="tricks" value="0" checked><span>0</span>' in html
    assert 'name="tricks" value="pass"><span>P</span>' in html
    assert html.count('type="radio"') == 2


def test_chips_with_notes_are_tiles():
    html = Entry()["loser"].as_field_group()

    assert '<fieldset class="chips tiles" data-keep' in html
    assert "<span>Ann<small>С А</small></span>" in html


def test_ticks_are_drawn_with_all_that_are_down():
    html = entered({"boys": ["1", "2"]})["boys"].as_field_group()

    assert html.count('type="checkbox"') == html.count(" checked>") == 2


def test_chips_can_be_had_one_by_one():
    chips = entered({"boys": ["2"]})["boys"].chips

    assert [(chip.name, chip.value, chip.selected) for chip in chips] == [
        ("boys", "1", False),
        ("boys", "2", True),
    ]


def test_count_tells_the_keypad_what_it_takes():
    html = entered({"points": ["−2"]})["points"].as_field_group()

    assert '<div class="count" data-part><label for="id_points">Cy</label>' in html
    assert 'data-count data-min="-8" data-max="60" data-keys="30½"' in html
    assert 'value="−2"' in html


def test_cards_tell_the_picker_what_it_takes():
    html = entered({"hand": ["KS 4H"]})["hand"].as_field_group()

    assert '<div class="cards" data-picker="suits"><label for="id_hand">Di</label>' in html
    assert 'data-hand="3" data-pairs="all" data-rest="the rest"' in html
    assert 'value="KS 4H"' in html


def test_a_small_deck_is_picked_from_one_grid():
    assert not CardsField(deck=ITEMS).by_suit


def test_faces_are_given_in_the_order_of_the_deck():
    attrs = CardsField(deck=ITEMS, faces={"heim": "Heim", "last": "Last"}).widget.attrs

    assert attrs["data-faces"] == "Heim|A♥|K♥|10♥|Last"


def test_a_refusal_stands_in_the_paragraph_that_the_field_is_described_by():
    html = entered({"points": ["99"]})["points"].as_field_group()

    assert 'aria-invalid="true"' in html
    assert 'aria-describedby="wrong-points"' in html
    assert '<p class="wrong" id="wrong-points">99 is too high: 60 is the most.</p>' in html


def test_what_is_only_missing_is_not_shown_as_wrong():
    form = entered({})
    form.add_error("points", missing("How many?"))

    assert form["points"].wrong == ""
    assert '<p class="wrong" id="wrong-points"></p>' in form["points"].as_field_group()
