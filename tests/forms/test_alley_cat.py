"""How a round of Alley Cat is told: in totals, in piles, or trick by trick."""

from random import Random

import pytest
from django.http import QueryDict
from django.template.loader import render_to_string
from hypothesis import given
from hypothesis import strategies as st

from games.forms.alley_cat import DECK, WAYS, Piles, Totals, TrickByTrick
from games.scoring.alley_cat import PACK, AlleyCat
from games.scoring.match_file import options
from games.words.alley_cat import WORDS
from tests.scoring.alley_cat_told import RULES, real_round, told

NAMES = {"1": "Ann", "2": "Bo"}
KEYS = st.sampled_from(["points-1", "points-2", "piles-1", "piles-2", "tricks", "way", "number"])
TYPED = st.one_of(
    st.sampled_from(["", " ", "0", "-8", "−8", "61", "1e3", "½", "KC", "K♣ A♠", "5d,5D", "kc ac;", "10"]),
    st.lists(st.sampled_from(DECK), max_size=27).map(" ".join),
    st.text(max_size=12),
)


def sheet_of(**rules):
    """A sheet of two; the second deals first."""
    return AlleyCat(["1", "2"], "2", options(AlleyCat, rules))


def filled(way, typed, sheet=None):
    """The way's form with this typed in, sent as a browser sends it."""
    data = QueryDict(mutable=True)
    for name, value in typed.items():
        data[name] = value
    return way(sheet or sheet_of(), WORDS, NAMES, data)


def shown(deal, sheet):
    """The form that shows a deal, in the way that reads it, and what it would send."""
    [way] = [way for way in WAYS if way.reads(deal)]
    form = way.showing(deal, sheet, WORDS, NAMES)
    return way, {field.html_name: str(field.field.prepare_value(field.value())) for field in form}


def says(way, typed, sheet=None):
    said = filled(way, typed, sheet).says
    return said.state, said.text.replace("\N{NO-BREAK SPACE}", " ")


def wrong(way, typed):
    """What stands beside the fields."""
    form = filled(way, typed)
    assert form.says.state == "wrong"
    return {field.html_name: field.wrong for field in form if field.wrong}


def test_the_ways_are_offered_the_usual_one_first():
    assert [way.way for way in WAYS] == ["totals", "piles", "tricks"]
    assert all(way.offered(sheet_of()) for way in WAYS)
    assert {key for way in WAYS for key in ("points", "piles", "tricks") if way.reads({key: {}})} == set(
        AlleyCat.kinds
    )


def test_the_picker_has_the_whole_pack_and_the_alley_cat_at_the_end_of_a_row():
    assert sorted(DECK) == sorted(PACK)
    assert DECK.index("5D") == 13


@given(st.data(), RULES, st.integers(0, 3))
def test_each_deal_is_shown_and_told_again(data, rules, before):
    sheet = sheet_of(**rules)
    for _ in range(before):
        if sheet.finished:
            break
        sheet.play(told(data.draw, sheet))
    if sheet.finished:
        return
    deal = told(data.draw, sheet)
    way, typed = shown(deal, sheet)
    form = filled(way, typed, sheet)
    assert form.says.state == "ready"
    assert form.deal == deal


@given(st.sampled_from(WAYS), RULES, st.lists(st.tuples(KEYS, TYPED), max_size=8))
def test_rubbish_is_never_more_than_missing_or_wrong(way, rules, sent):
    data = QueryDict(mutable=True)
    for name, value in sent:
        data.appendlist(name, value)
    form = way(sheet_of(**rules), WORDS, NAMES, data)
    assert form.says.state in {"missing", "wrong", "ready"}
    assert form.says.text
    assert form.is_valid() == (form.says.state == "ready")
    assert render_to_string(way.template, {"form": form})


class TestTotals:
    def test_from_the_dealers_left(self):
        assert list(filled(Totals, {}).fields) == ["points-1", "points-2"]
        sheet = sheet_of()
        sheet.play({"points": {"1": 3, "2": 4}})
        assert list(filled(Totals, {}, sheet).fields) == ["points-2", "points-1"]

    def test_two_signed_numbers(self):
        form = filled(Totals, {"points-1": "26", "points-2": "−2"})
        assert form.is_valid()
        assert form.deal == {"points": {"1": 26, "2": -2}}
        assert form.says.text == "Ann\N{NO-BREAK SPACE}+26, Bo\N{NO-BREAK SPACE}−2."

    def test_nought_is_a_number_and_a_blank_is_none(self):
        assert says(Totals, {"points-1": "0", "points-2": "0"}) == ("ready", "Ann 0, Bo 0.")
        assert says(Totals, {"points-1": "0", "points-2": ""}) == ("missing", "What did Bo come to?")
        assert says(Totals, {"points-2": "5"}) == ("missing", "What did Ann come to?")
        assert says(Totals, {}) == ("missing", "What did each come to?")

    def test_what_cannot_be_is_said_beside_its_field(self):
        assert wrong(Totals, {"points-1": "61", "points-2": "5"}) == {
            "points-1": "61 is too high: 60 is the most."
        }
        assert wrong(Totals, {"points-1": "5", "points-2": "-9"}) == {
            "points-2": "−9 is too low: −8 is the least."
        }
        assert wrong(Totals, {"points-1": "5", "points-2": "five"}).keys() == {"points-2"}

    def test_what_is_wrong_with_both_stands_beside_neither(self):
        typed = {"points-1": "-1", "points-2": "-1"}
        assert says(Totals, typed) == (
            "wrong",
            "Ann and Bo cannot both be below 0: the Alley Cat goes to one of them.",
        )
        assert wrong(Totals, typed) == {}


class TestPiles:
    ANN = "KS AC, JC JS, 10C 2C, 9S 6S, 7C 4S"
    BO = "3C 8S, QC 5D"

    def test_the_tricks_of_each(self):
        form = filled(Piles, {"piles-1": self.ANN, "piles-2": self.BO})
        assert form.says.text == "Ann\N{NO-BREAK SPACE}+26, Bo\N{NO-BREAK SPACE}−2."
        assert form.deal == {
            "piles": {
                "1": [["KS", "AC"], ["JC", "JS"], ["10C", "2C"], ["9S", "6S"], ["7C", "4S"]],
                "2": [["3C", "8S"], ["QC", "5D"]],
            }
        }

    def test_a_pile_may_be_empty(self):
        form = filled(Piles, {"piles-1": "KS AC, QS 2C, JC 3C, 10C 4C, 9S 6S, 7C 4S", "piles-2": ""})
        assert form.says.state == "ready"
        assert form.deal is not None
        assert form.deal["piles"]["2"] == []

    def test_what_is_still_missing(self):
        assert says(Piles, {}) == ("missing", "Which tricks did each take?")
        assert says(Piles, {"piles-1": "KS"}) == ("missing", "Ann: what lay with K♠?")
        assert says(Piles, {"piles-1": "KS AC", "piles-2": "3C 8S QC"}) == (
            "missing",
            "Bo: what lay with Q♣?",
        )
        assert says(Piles, {"piles-1": "KS AC", "piles-2": "3C 8S"}) == (
            "missing",
            "2 tricks: a round has 6 at the least.",
        )
        assert says(Piles, {"piles-1": "KS AC, JC JS, 10C 2C", "piles-2": "3C 8S, QC 6C, 9S 6S"}) == (
            "missing",
            "Nobody is out of cards yet: Ann, with the fewest, still holds 3 cards.",
        )

    def test_what_cannot_be_is_said_beside_its_field(self):
        assert wrong(Piles, {"piles-1": self.ANN, "piles-2": f"{self.BO}, KS 2S"}) == {
            "piles-2": "K♠ is there twice: again in trick 3 of Bo."
        }
        assert wrong(Piles, {"piles-1": "KS KH"}) == {"piles-1": "KH is no card of this game."}
        assert wrong(Piles, {"piles-1": "KS KS"}) == {"piles-1": "K♠ is there twice."}
        assert wrong(Piles, {"piles-1": f"{self.ANN}, 9C 8C, 7S 6C", "piles-2": ""}) == {
            "piles-1": "Ann draws nothing after 7 of these tricks: 6 is the most."
        }


class TestTrickByTrick:
    ROUND = "KS AC, 3C 8S, QC 5D, JC JS, 10C 2C, 9S 6S, 7C 4S"

    def test_the_whole_round(self):
        form = filled(TrickByTrick, {"tricks": self.ROUND})
        assert form.says.state == "ready"
        assert form.says.text == "Ann\N{NO-BREAK SPACE}+26, Bo\N{NO-BREAK SPACE}−2."
        assert form.deal is not None
        assert form.deal["tricks"][2] == ["QC", "5D"]

    @pytest.mark.parametrize(
        ("cards", "step"),
        [
            ("", "Ann leads."),
            ("KS", "Bo follows."),
            ("KS AC", "Bo draws, Ann leads."),
            ("KS AC 3C", "Bo follows."),
            ("KS AC 3C 8S", "Ann draws, Bo leads."),
            ("KS AC 3C 8S QC", "Ann follows."),
            ("KS AC 3C 8S QC 5D", "Bo draws, Ann leads."),
        ],
    )
    def test_what_comes_next(self, cards, step):
        form = filled(TrickByTrick, {"tricks": cards})
        assert (form.says.state, form.says.text) == ("missing", step)
        assert form.step == step
        assert form.number == str(1 + len(cards.split()) // 2)

    def test_a_line_a_trick(self):
        form = filled(TrickByTrick, {"tricks": "KS AC 3C 8S QC 5D JC"})
        assert form.says.state == "missing"
        assert [
            (line.number, line.led.code, line.followed.code, line.taker, line.worth, line.draws, line.leads)
            for line in form.lines
        ] == [
            ("3", "QC", "5D", "Bo", "−7", "Bo", "Ann"),
            ("2", "3C", "8S", "Bo", "+5", "Ann", "Bo"),
            ("1", "KS", "AC", "Ann", "+12", "Bo", "Ann"),
        ]
        assert [line.held for line in form.lines] == ["Ann 4, Bo 5", "Ann 5, Bo 5", "Ann 5, Bo 6"]

    def test_the_end_of_the_round(self):
        form = filled(TrickByTrick, {"tricks": self.ROUND})
        assert form.says.state == "ready"
        assert form.step == "The round is over."
        assert form.number == "7"
        assert (form.lines[0].draws, form.lines[0].leads) == ("", "")

    def test_the_round_stays_as_it_was_once_it_is_said_what_comes_of_it(self):
        form = filled(TrickByTrick, {"tricks": self.ROUND})
        assert form.says.state == "ready"
        assert form.sheet.leader == "1"
        assert form.lines[-1].taker == "Ann"

    def test_cards_after_the_end(self):
        for more in ("9C", "9C 8C"):
            assert wrong(TrickByTrick, {"tricks": f"{self.ROUND}, {more}"}) == {
                "tricks": "The round was over with trick 7, and 8 are told."
            }

    def test_what_are_no_cards(self):
        assert wrong(TrickByTrick, {"tricks": "KS AC, 3C 3H"}) == {"tricks": "3H is no card of this game."}
        assert wrong(TrickByTrick, {"tricks": "KS AC, 3C KS"}) == {"tricks": "K♠ is there twice."}

    def test_a_round_that_goes_on_after_the_last_card(self):
        five_and_one = "KC AC, KS AS, QC 2C, QS 2S, JC 3C, 4C 4S"
        assert says(TrickByTrick, {"tricks": five_and_one})[0] == "ready"
        five_and_another = "KC AC, KS AS, QC 2C, QS 2S, JC 3C, 4S JS"
        assert says(TrickByTrick, {"tricks": five_and_another})[0] == "ready"
        assert says(TrickByTrick, {"tricks": five_and_another}, sheet_of(last_card="draws")) == (
            "missing",
            "Ann draws, Bo leads.",
        )

    def test_a_round_that_is_shown_to_be_corrected_has_its_lines(self):
        deal = {"tricks": [["KS", "AC"], ["3C", "8S"]]}
        form = TrickByTrick.showing(deal, sheet_of(), WORDS, NAMES)
        assert [line.taker for line in form.lines] == ["Bo", "Ann"]

    @given(RULES, st.integers(0, 2**32 - 1), st.data())
    def test_after_each_card_the_page_says_how_a_real_round_stands(self, rules, seed, data):
        sheet = sheet_of(**rules)
        played, _ = real_round(Random(seed), "1", "2", sheet.rules["last_card"])
        number = data.draw(st.integers(0, len(played)))
        cards = [card for trick in played[:number] for card in trick.cards]
        form = filled(TrickByTrick, {"tricks": " ".join(cards)}, sheet)
        assert form.says.state == ("ready" if number == len(played) else "missing")
        for line, trick in zip(reversed(form.lines), played[:number], strict=True):
            assert (line.led.code, line.followed.code) == trick.cards
            assert line.taker == NAMES[trick.taker]
            assert (line.draws, line.leads) == (NAMES.get(trick.draws, ""), NAMES.get(trick.leads, ""))
            assert line.held == f"Ann {trick.held['1']}, Bo {trick.held['2']}"

    def test_the_check_brings_the_lines_up_to_date_beside_what_it_says(self):
        form = filled(TrickByTrick, {"tricks": "KS AC 3C"})
        html = render_to_string("table/check.html", {"form": form, "says": form.says})
        assert '<div hx-swap-oob="innerHTML:#played">' in html
        assert "Bo draws, Ann leads" in html
        assert "In hand: Ann 5, Bo 6" in html
