"""Alley Cat: every way to tell a round, every check, and rounds really played with 27 cards."""

import copy
import json
from itertools import pairwise, permutations, product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.scoring.alley_cat import ALLEY_CAT, PACK, AlleyCat, Trick, worth
from games.scoring.match_file import match, options, replay, result
from games.scoring.refusal import Refused
from tests.scoring.alley_cat_told import (
    BLACK,
    PLAYERS,
    RULES,
    as_piles,
    as_points,
    as_tricks,
    beats,
    mangled,
    real_round,
    told,
)

MODES = ["ends", "draws"]
WHOLE = [["KS", "AC"], ["3C", "8S"], ["QC", "5D"], ["JC", "JS"], ["10C", "2C"], ["9S", "6S"], ["7C", "4S"]]
PILES = {
    "P": [["KS", "AC"], ["JC", "JS"], ["10C", "2C"], ["9S", "6S"], ["7C", "4S"]],
    "D": [["3C", "8S"], ["QC", "5D"]],
}


def new_sheet(players=("P", "D"), dealer="D", **rules):
    return AlleyCat(players, dealer, options(AlleyCat, rules))


def state(sheet):
    return copy.deepcopy(vars(sheet))


def refused(sheet, deal):
    """The code and facts of the refusal, the sheet being left as it was."""
    before = state(sheet)
    with pytest.raises(Refused) as caught:
        sheet.play(deal)
    assert state(sheet) == before
    return caught.value.code, caught.value.facts


def points(p, d):
    return {"points": {"P": p, "D": d}}


class TestCards:
    def test_the_pack_is_all_clubs_and_spades_and_the_alley_cat(self):
        assert len(PACK) == 27
        assert set(PACK) == {*BLACK, "5D"}
        assert ALLEY_CAT == "5D"

    def test_who_takes_a_trick(self):
        for one, two in permutations(PACK, 2):
            (trick,) = new_sheet().trick_by_trick([[one, two]])
            assert (trick.leader, trick.led, trick.followed) == ("P", one, two)
            assert trick.taker == ("P" if beats(one, two) else "D")

    @pytest.mark.parametrize(
        ("trick", "taker"),
        [
            (["QS", "QC"], "D"),
            (["QC", "QS"], "P"),
            (["5D", "5C"], "P"),
            (["5S", "5D"], "D"),
            (["6S", "5D"], "P"),
            (["5D", "4C"], "P"),
            (["AC", "KS"], "D"),
            (["9C", "10S"], "D"),
        ],
    )
    def test_who_takes_a_trick_by_the_rules(self, trick, taker):
        (played,) = new_sheet().trick_by_trick([trick])
        assert played.taker == taker

    @pytest.mark.parametrize(
        ("trick", "amount"),
        [
            (["3C", "8S"], 5),
            (["8S", "3C"], 5),
            (["KS", "AC"], 12),
            (["JS", "QS"], 1),
            (["10S", "JC"], 1),
            (["7S", "7C"], 0),
            (["KS", "5D"], -8),
            (["5D", "KS"], -8),
            (["5D", "AC"], -4),
            (["5D", "5C"], 0),
        ],
    )
    def test_what_a_trick_is_worth(self, trick, amount):
        assert worth(trick) == amount


class TestPoints:
    def test_totals_are_what_is_counted(self):
        score = new_sheet().play({"points": {"D": -2, "P": 26}})
        assert (score.number, score.dealer, score.leader) == (1, "D", "P")
        assert list(score.points.items()) == [("P", 26), ("D", -2)]
        assert list(score.change.items()) == [("P", 26), ("D", -2)]
        assert list(score.tally.items()) == [("P", 26), ("D", -2)]
        assert score.why == {"P": [("points", 26)], "D": [("points", -2)]}
        assert score.notes == {}

    def test_a_total_of_zero_stands_as_what_was_counted(self):
        assert new_sheet().play(points(0, 0)).why == {"P": [("points", 0)], "D": [("points", 0)]}

    @pytest.mark.parametrize(("p", "d"), [(-8, 60), (60, -8), (60, 60), (0, -1), (0, 0)])
    def test_to_the_bounds(self, p, d):
        assert new_sheet().play(points(p, d)).change == {"P": p, "D": d}

    @pytest.mark.parametrize(
        ("deal", "code", "facts"),
        [
            (points(-9, 0), "points-too-low", {"player": "P", "got": -9, "want": -8}),
            (points(0, 61), "points-too-high", {"player": "D", "got": 61, "want": 60}),
            (points(0, 10**999), "points-too-high", {"player": "D", "got": 10**999, "want": 60}),
            (points(-1, -1), "both-below-zero", {"players": ["P", "D"]}),
            (points(True, 1), "not-a-whole-number", {"player": "P", "got": True}),
            (points(1, 3.0), "not-a-whole-number", {"player": "D", "got": 3.0}),
            (points("3", 1), "not-a-whole-number", {"player": "P", "got": "3"}),
            (points(None, 1), "not-a-whole-number", {"player": "P", "got": None}),
            (points([1], 1), "not-a-whole-number", {"player": "P", "got": [1]}),
            ({"points": {"P": 1}}, "player-missing", {"player": "D"}),
            ({"points": {}}, "player-missing", {"player": "P"}),
            ({"points": {"P": 1, "D": 1, "X": 1}}, "not-a-player", {"got": "X"}),
            ({"points": [1, 2]}, "not-an-object", {"got": [1, 2]}),
            ({"points": None}, "not-an-object", {"got": None}),
        ],
    )
    def test_refused(self, deal, code, facts):
        assert refused(new_sheet(), deal) == (code, {"key": "points", **facts})


class TestPiles:
    def test_the_sums_of_the_tricks(self):
        score = new_sheet().play({"piles": PILES})
        assert score.points == score.change == score.tally == {"P": 26, "D": -2}
        assert score.why == {"P": [("tricks", 26)], "D": [("tricks", 5), ("alley-cat", -7)]}
        turned = new_sheet().play({"piles": {"D": PILES["D"], "P": PILES["P"]}})
        for mapping in (turned.points, turned.change, turned.tally, turned.why):
            assert list(mapping) == ["P", "D"]

    def test_why_of_no_trick_and_of_tricks_that_come_to_nothing(self):
        pairs = [[f"{rank}C", f"{rank}S"] for rank in ["A", "2", "3", "4", "6", "7"]]
        score = new_sheet().play({"piles": {"P": pairs, "D": []}})
        assert score.why == {"P": [("tricks", 0)], "D": []}
        score = new_sheet().play({"piles": {"P": [], "D": [*pairs[:5], ["8C", "7S"]]}})
        assert score.why == {"P": [], "D": [("tricks", 1)]}
        score = new_sheet().play({"piles": {"P": [["5C", "5D"]], "D": pairs[:5]}})
        assert score.why == {"P": [("alley-cat", 0)], "D": [("tricks", 0)]}

    @pytest.mark.parametrize(
        ("piles", "code", "facts"),
        [
            ([], "not-an-object", {"got": []}),
            ({"P": []}, "player-missing", {"player": "D"}),
            ({"P": [], "D": [], "X": []}, "not-a-player", {"got": "X"}),
            ({"P": [], "D": None}, "not-a-list", {"player": "D", "got": None}),
            ({"P": [], "D": {}}, "not-a-list", {"player": "D", "got": {}}),
            ({"P": ["AC"], "D": []}, "not-a-trick", {"player": "P", "trick": 1, "got": "AC"}),
            ({"P": [["AC"]], "D": []}, "not-a-trick", {"player": "P", "trick": 1, "got": ["AC"]}),
            (
                {"P": [["AC", "2C"]], "D": [["3C", "4C"], ["5C", "6C", "7C"]]},
                "not-a-trick",
                {"player": "D", "trick": 2, "got": ["5C", "6C", "7C"]},
            ),
            ({"P": [["AC", "5H"]], "D": []}, "not-a-card", {"player": "P", "trick": 1, "got": "5H"}),
            ({"P": [["AC", "4D"]], "D": []}, "not-a-card", {"player": "P", "trick": 1, "got": "4D"}),
            ({"P": [["AC", "ac"]], "D": []}, "not-a-card", {"player": "P", "trick": 1, "got": "ac"}),
            ({"P": [["AC", ["2C"]]], "D": []}, "not-a-card", {"player": "P", "trick": 1, "got": ["2C"]}),
            ({"P": [["AC", 5]], "D": []}, "not-a-card", {"player": "P", "trick": 1, "got": 5}),
            ({"P": [["AC", "AC"]], "D": []}, "card-twice", {"player": "P", "trick": 1, "got": "AC"}),
            (
                {"P": [["KS", "AC"]], "D": [["3C", "4C"], ["KS", "2C"]]},
                "card-twice",
                {"player": "D", "trick": 2, "got": "KS"},
            ),
        ],
    )
    def test_refused_for_what_stands_there(self, piles, code, facts):
        assert refused(new_sheet(), {"piles": piles}) == (code, {"key": "piles", **facts})

    @pytest.mark.parametrize(
        ("mode", "p", "d", "code", "facts"),
        [
            ("ends", 0, 0, "too-few-tricks", {"got": 0, "want": 6}),
            ("ends", 5, 0, "too-few-tricks", {"got": 5, "want": 6}),
            ("ends", 6, 5, "too-many-tricks", {"got": 11, "want": 10}),
            ("ends", 4, 4, "nobody-out", {"player": "P", "got": 4, "want": 5}),
            ("ends", 2, 7, "hand-overplayed", {"player": "D", "got": 7, "want": 6}),
            ("draws", 5, 0, "too-few-tricks", {"got": 5, "want": 6}),
            ("draws", 6, 6, "too-many-tricks", {"got": 12, "want": 11}),
            ("draws", 4, 5, "nobody-out", {"player": "D", "got": 5, "want": 6}),
            ("draws", 7, 2, "hand-overplayed", {"player": "P", "got": 7, "want": 6}),
        ],
    )
    def test_refused_for_what_no_round_leaves(self, mode, p, d, code, facts):
        piles = piles_that_shrink(p, d, cat_with=None)
        assert refused(new_sheet(last_card=mode), {"piles": piles}) == (code, {"key": "piles", **facts})


def piles_that_shrink(p, d, cat_with):
    """Piles after which P's hand has shrunk by `p` and D's by `d`, with the Alley Cat as told."""
    cards = iter(BLACK)
    plain = {"P": p - (cat_with == "D"), "D": d - (cat_with == "P")}
    piles = {player: [[next(cards), next(cards)] for _ in range(number)] for player, number in plain.items()}
    if cat_with:
        piles[cat_with].append([next(cards), "5D"])
    return piles


def hands_at_the_end(mode):
    """How far the hands of P and D can have shrunk in a round, by going through all that can happen.

    In each trick both play a card and one of them is to draw, whoever that is; the end is as the
    rules say; the last trick's draw, which nobody makes any more, is counted as made.
    """
    found, begun = set(), [(6, 6)]
    while begun:
        p, d = begun.pop()
        for drawn in [(p, d - 1), (p - 1, d)]:
            over = 1 in (p, d) if mode == "ends" else 0 in drawn
            if over:
                found.add((6 - drawn[0], 6 - drawn[1]))
            else:
                begun.append(drawn)
    return found


SHAPES = [
    (p, d, cat)
    for p, d, cat in product(range(14), range(14), [None, "P", "D"])
    if p + d <= 13 and (cat != "D" or p) and (cat != "P" or d)
]


class TestPilesAreThoseOfARound:
    """The piles' check lets through exactly what rounds leave: no more and no less."""

    @pytest.mark.parametrize("mode", MODES)
    def test_every_shape_of_piles(self, mode):
        ends = hands_at_the_end(mode)
        for p, d, cat in SHAPES:
            piles = {"piles": piles_that_shrink(p, d, cat)}
            if (p, d) in ends:
                assert new_sheet(last_card=mode).play(piles).number == 1
            else:
                refused(new_sheet(last_card=mode), piles)

    @pytest.mark.parametrize("mode", MODES)
    def test_every_shape_let_through_can_be_played(self, mode):
        """There is an order of its tricks, and somebody to play each card, that is a whole round."""
        for p, d, cat in SHAPES:
            if (p, d) in hands_at_the_end(mode):
                piles = piles_that_shrink(p, d, cat)
                tricks = in_some_order(mode, piles)
                by_tricks, by_piles = new_sheet(last_card=mode), new_sheet(last_card=mode)
                assert by_tricks.play({"tricks": tricks}) == by_piles.play({"piles": piles})

    @pytest.mark.parametrize(("mode", "most"), [("ends", 10), ("draws", 11)])
    def test_real_rounds(self, mode, most):
        lengths = set()
        for seed in range(600):
            random = Random(seed)
            played, stock = real_round(random, "P", "D", mode)
            lengths.add(len(played))
            assert len(stock) == 15 - (len(played) - 1)
            sheets = [new_sheet(last_card=mode) for _ in range(3)]
            tricks, piles = as_tricks(played), as_piles(random, ["P", "D"], played)
            told_three_ways = [tricks, piles, as_points(["P", "D"], played)]
            scores = [sheet.play(deal) for sheet, deal in zip(sheets, told_three_ways, strict=True)]
            assert scores[0] == scores[1]
            assert scores[2].points == scores[0].points
            assert sheets[0].tally == sheets[1].tally == sheets[2].tally
            assert all(sheet.dealer == "P" for sheet in sheets)
        assert lengths == set(range(6, most + 1))


def in_some_order(mode, piles):
    """The tricks of piles as a whole round: first the hand that shrinks less, then the other, then what is left."""
    shrinking: dict[str, list] = {"P": [], "D": []}
    for taker, pile in piles.items():
        for cards in pile:
            leads = taker if "5D" not in cards else {"P": "D", "D": "P"}[taker]
            shrinking[leads].append((taker, cards))
    less, more = sorted(shrinking.values(), key=len)
    last = less[-1:] if mode == "ends" and len(more) == 5 else []
    order = [*less[: len(less) - len(last)], *more, *last]
    leader, tricks = "P", []
    for taker, (one, two) in order:
        high, low = (one, two) if beats(one, two) else (two, one)
        tricks.append([high, low] if taker == leader else [low, high])
        leader = taker if "5D" not in (one, two) else {"P": "D", "D": "P"}[taker]
    return tricks


class TestTricks:
    def test_the_whole_round(self):
        score = new_sheet().play({"tricks": WHOLE})
        assert (score.dealer, score.leader) == ("D", "P")
        assert score.points == score.change == score.tally == {"P": 26, "D": -2}
        assert score.why == {"P": [("tricks", 26)], "D": [("tricks", 5), ("alley-cat", -7)]}

    def test_the_non_dealer_leads_first(self):
        sheet = new_sheet()
        sheet.play({"tricks": WHOLE})
        score = sheet.play({"tricks": WHOLE})
        assert (score.dealer, score.leader) == ("P", "D")
        assert score.change == {"P": -2, "D": 26}

    @pytest.mark.parametrize(
        ("tricks", "code", "facts"),
        [
            ({}, "not-a-list", {"got": {}}),
            (None, "not-a-list", {"got": None}),
            ([], "round-unfinished", {"player": "P", "got": 0}),
            (WHOLE[:3], "round-unfinished", {"player": "P", "got": 3}),
            (WHOLE[:2], "round-unfinished", {"player": "D", "got": 2}),
            ([*WHOLE, ["AS", "2S"]], "round-over", {"got": 8, "want": 7}),
            ([*WHOLE, ["AS", "2S"], 0], "round-over", {"got": 9, "want": 7}),
            ([["KS", "AC"], "3C"], "not-a-trick", {"player": None, "trick": 2, "got": "3C"}),
            ([["KS"]], "not-a-trick", {"player": None, "trick": 1, "got": ["KS"]}),
            ([{"KS": 1, "AC": 2}], "not-a-trick", {"player": None, "trick": 1, "got": {"KS": 1, "AC": 2}}),
            ([["KS", "1C"]], "not-a-card", {"player": None, "trick": 1, "got": "1C"}),
            ([["KS", {}]], "not-a-card", {"player": None, "trick": 1, "got": {}}),
            ([*WHOLE[:2], ["8S", "QC"]], "card-twice", {"player": None, "trick": 3, "got": "8S"}),
        ],
    )
    def test_refused(self, tricks, code, facts):
        assert refused(new_sheet(), {"tricks": tricks}) == (code, {"key": "tricks", **facts})

    @pytest.mark.parametrize("mode", MODES)
    @pytest.mark.parametrize("seed", range(40))
    def test_a_real_round_cut_short_or_carried_on(self, mode, seed):
        played, stock = real_round(Random(seed), "P", "D", mode)
        tricks = as_tricks(played)["tricks"]
        sheet = new_sheet(last_card=mode)
        for number in range(len(tricks)):
            code, facts = refused(sheet, {"tricks": tricks[:number]})
            leads = played[number - 1].leads if number else "P"
            assert (code, facts) == ("round-unfinished", {"key": "tricks", "player": leads, "got": number})
        code, facts = refused(sheet, {"tricks": [*tricks, stock[:2]]})
        assert (code, facts) == ("round-over", {"key": "tricks", "got": len(tricks) + 1, "want": len(tricks)})


class TestTrickByTrick:
    def test_what_the_table_is_told_after_each_trick(self):
        tricks = list(new_sheet().trick_by_trick(WHOLE[:4]))
        assert tricks == [
            Trick("P", "KS", "AC", "P", 12, draws="D", leads="P", held={"P": 5, "D": 6}),
            Trick("P", "3C", "8S", "D", 5, draws="P", leads="D", held={"P": 5, "D": 5}),
            Trick("D", "QC", "5D", "D", -7, draws="D", leads="P", held={"P": 4, "D": 5}),
            Trick("P", "JC", "JS", "P", 0, draws="D", leads="P", held={"P": 3, "D": 5}),
        ]
        assert not any(trick.over for trick in tricks)

    def test_with_the_last_card_nobody_draws_or_leads(self):
        *_, last = new_sheet().trick_by_trick(WHOLE)
        assert last == Trick("P", "7C", "4S", "P", 3, draws=None, leads=None, held={"P": 0, "D": 4})
        assert last.over

    def test_the_last_card_of_who_is_to_draw(self):
        five = [["KC", "AC"], ["QC", "2C"], ["JC", "3C"], ["10C", "4C"], ["9C", "6C"]]
        lost, cat = [*five, ["7C", "8C"]], [*five, ["5D", "4S"]]
        for tricks, taker, amount in [(lost, "D", 1), (cat, "P", -1)]:
            led, followed = tricks[-1]
            *_, trick = new_sheet(last_card="ends").trick_by_trick(tricks)
            assert trick == Trick("P", led, followed, taker, amount, None, None, {"P": 0, "D": 5})
            *_, trick = new_sheet(last_card="draws").trick_by_trick(tricks)
            assert trick == Trick("P", led, followed, taker, amount, "P", "D", {"P": 1, "D": 5})

    def test_the_last_card_of_who_is_not_to_draw(self):
        tricks = [["KC", "AC"], ["QC", "2C"], ["JC", "3C"], ["10C", "4C"], ["9C", "6C"], ["8C", "7C"]]
        for mode in MODES:
            *_, trick = new_sheet(last_card=mode).trick_by_trick(tricks)
            assert trick == Trick("P", "8C", "7C", "P", 1, None, None, {"P": 0, "D": 5})

    def test_nothing_to_tell_before_the_first_trick(self):
        assert list(new_sheet().trick_by_trick([])) == []

    def test_a_faulty_trick_is_refused_after_those_before_it(self):
        tricks = new_sheet().trick_by_trick([WHOLE[0], ["AC", "2C"]])
        assert next(tricks).taker == "P"
        with pytest.raises(Refused, match="card-twice"):
            next(tricks)

    def test_an_earlier_round_by_its_own_leader(self):
        sheet = new_sheet()
        tricks = list(sheet.trick_by_trick(WHOLE))
        score = sheet.play({"tricks": WHOLE})
        assert sheet.leader == "D"
        assert list(sheet.trick_by_trick(WHOLE, score.leader)) == tricks

    @pytest.mark.parametrize("mode", MODES)
    @pytest.mark.parametrize("seed", range(40))
    def test_real_rounds(self, mode, seed):
        played, _ = real_round(Random(seed), "P", "D", mode)
        sheet = new_sheet(last_card=mode)
        seen = list(sheet.trick_by_trick(as_tricks(played)["tricks"]))
        assert [
            (trick.leader, (trick.led, trick.followed), trick.taker, trick.draws, trick.leads, trick.held)
            for trick in seen
        ] == played
        totals = dict.fromkeys(("P", "D"), 0)
        for trick in seen:
            totals[trick.taker] += trick.worth
        assert as_points(["P", "D"], played) == {"points": totals}
        assert [trick.over for trick in seen] == [False] * (len(seen) - 1) + [True]

    @pytest.mark.parametrize("mode", MODES)
    def test_the_longest_rounds_leave_cards_in_the_stock(self, mode):
        """Even where who is to draw plays on: eleven tricks at most, and ten draws of the fifteen."""
        longest = max(p + d for p, d in hands_at_the_end(mode))
        assert longest == {"ends": 10, "draws": 11}[mode]
        assert longest - 1 < 15


class TestTheMatch:
    def test_the_dealer_alternates_and_the_other_leads(self):
        sheet = new_sheet(dealer="P")
        assert (sheet.dealer, sheet.leader) == ("P", "D")
        scores = [sheet.play(points(1, 1)) for _ in range(3)]
        assert [(score.dealer, score.leader) for score in scores] == [("P", "D"), ("D", "P"), ("P", "D")]
        assert sheet.dealer == sheet.rematch_dealer == "D"

    def test_the_deal_alternates_into_a_rematch(self):
        sheet = new_sheet(target=1, dealer="P")
        sheet.play(points(3, 2))
        assert sheet.finished
        assert sheet.rematch_dealer == "D"

    @pytest.mark.parametrize(
        ("deals", "finished", "winners", "losers", "places"),
        [
            ([], False, [], [], {"P": 1, "D": 1}),
            ([(43, 0)], False, [], [], {"P": 1, "D": 2}),
            ([(44, 0)], True, ["P"], ["D"], {"P": 1, "D": 2}),
            ([(0, 44)], True, ["D"], ["P"], {"P": 2, "D": 1}),
            ([(44, 44)], False, [], [], {"P": 1, "D": 1}),
            ([(50, 50), (0, -1)], True, ["P"], ["D"], {"P": 1, "D": 2}),
            ([(44, 44), (-1, 0)], True, ["D"], ["P"], {"P": 2, "D": 1}),
            ([(60, 59)], True, ["P"], ["D"], {"P": 1, "D": 2}),
            ([(-8, 0), (0, 40)], False, [], [], {"P": 2, "D": 1}),
        ],
    )
    def test_the_end(self, deals, finished, winners, losers, places):
        sheet = new_sheet()
        for deal in deals:
            sheet.play(points(*deal))
        assert (sheet.finished, sheet.winners(), sheet.losers()) == (finished, winners, losers)
        assert sheet.places() == places

    def test_after_the_end_nothing_is_played(self):
        sheet = new_sheet()
        sheet.play(points(44, 0))
        assert refused(sheet, points(0, 0)) == ("match-over", {})

    @pytest.mark.parametrize("target", [1, 44, 999])
    def test_the_target(self, target):
        sheet = new_sheet(target=target)
        while target - sheet.tally["P"] > 60:
            sheet.play(points(60, 0))
        sheet.play(points(target - sheet.tally["P"] - 1, 0))
        assert not sheet.finished
        sheet.play(points(1, 0))
        assert sheet.finished

    def test_nothing_is_owed_or_to_be_kept_in_mind(self):
        sheet = new_sheet()
        sheet.play(points(44, 0))
        assert (sheet.ledger(), sheet.notes(), sheet.reminders()) == ({}, {}, [])

    @pytest.mark.parametrize(
        ("told_options", "code"),
        [
            ({"target": 0}, "option-value"),
            ({"target": 1000}, "option-value"),
            ({"target": 44.0}, "option-value"),
            ({"target": True}, "option-value"),
            ({"last_card": "stays"}, "option-value"),
            ({"last_card": None}, "option-value"),
            ({"lives": 3}, "unknown-option"),
        ],
    )
    def test_options_refused(self, told_options, code):
        with pytest.raises(Refused, match=code):
            options(AlleyCat, told_options)

    def test_options_by_default(self):
        assert options(AlleyCat, {}) == {"target": 44, "last_card": "ends"}

    @pytest.mark.parametrize(
        ("deal", "code", "facts"),
        [
            ([], "not-an-object", {"key": "deals", "got": []}),
            ({}, "unknown-kind", {"got": []}),
            ({"hands": {}}, "unknown-kind", {"got": ["hands"]}),
            ({**points(1, 2), "piles": PILES}, "unknown-key", {"key": "piles"}),
            ({"tricks": WHOLE, "piles": PILES}, "unknown-key", {"key": "tricks"}),
        ],
    )
    def test_no_kind_of_deal(self, deal, code, facts):
        assert refused(new_sheet(), deal) == (code, facts)

    def test_what_is_said_about_a_deal_changes_nothing(self):
        for deal in (points(26, -2), {"piles": PILES}, {"tricks": WHOLE}):
            assert new_sheet().play({**deal, "about": [None]}) == new_sheet().play(deal)

    @pytest.mark.parametrize("number", [1, 3])
    def test_two_play(self, number):
        with pytest.raises(Refused, match="players-number"):
            match(
                {
                    "format": "scorekeeper-match/1",
                    "game": "alley-cat",
                    "players": ["A", "B", "C"][:number],
                    "deals": [],
                }
            )


@st.composite
def matches(draw):
    """A sheet and the deals that brought it there, for a match played until it ends or has run long."""
    players = draw(PLAYERS)
    head = {
        "format": "scorekeeper-match/1",
        "game": "alley-cat",
        "players": players,
        "first_dealer": draw(st.sampled_from(players)),
        "options": draw(RULES),
    }
    sheet = match({**head, "deals": []}).sheet()
    deals = []
    for _ in range(draw(st.integers(0, 6))):
        if not sheet.finished:
            deals.append(told(draw, sheet))
            sheet.play(deals[-1])
    return {**head, "deals": deals}, sheet


class TestAnyMatch:
    @settings(max_examples=60, deadline=None)
    @given(matches())
    def test_it_adds_up(self, played):
        told_match, _ = played
        sheet, scores = replay(match(told_match))
        said = result(sheet, scores)
        assert json.loads(json.dumps(said)) == said
        totals = dict.fromkeys(sheet.players, 0)
        target = sheet.rules["target"]
        for score in scores:
            totals = {player: total + score.change[player] for player, total in totals.items()}
            assert score.points == score.change
            assert list(score.tally.items()) == list(totals.items())
            assert {
                player: sum(part.amount for part in parts) for player, parts in score.why.items()
            } == score.change
            over = len(set(totals.values())) == 2 and max(totals.values()) >= target
            assert over == (sheet.finished and score is scores[-1])
        for one, two in pairwise(scores):
            assert (two.dealer, two.leader) == (one.leader, one.dealer)
        if sheet.finished:
            assert said["winners"] == [max(totals, key=lambda player: totals[player])]
            assert said["losers"] == [min(totals, key=lambda player: totals[player])]

    @settings(max_examples=150, deadline=None)
    @given(st.data())
    def test_what_is_damaged_is_refused_or_scored_and_nothing_else(self, data):
        _, sheet = data.draw(matches())
        deal = mangled(data.draw, sheet, told(data.draw, sheet))
        before = state(sheet)
        try:
            sheet.play(deal)
        except Refused:
            assert state(sheet) == before
        else:
            assert sheet.number == before["number"] + 1
