"""Smoking Cat: every kind of deal, every check, who deals and leads, letters, places and ends."""

from collections import Counter
from copy import deepcopy
from functools import cache
from itertools import product

import pytest
import regex
from hypothesis import given, settings
from hypothesis import strategies as st

from games.scoring.match_file import options
from games.scoring.options import AGREE
from games.scoring.refusal import Refused
from games.scoring.smoking_cat import ITEMS, SmokingCat, Word, highest, may_have_heim, word_letters
from tests.scoring import smoking_cat_told as drawn

ROUND = {"A": ["heim", "HK"], "B": ["HA", "H7"], "C": ["last", "HO", "H8"], "D": ["HU", "H9", "H10"]}
"""14, 6, 9, 4."""
ODD_TIE = {"points": {"A": 10, "B": 11, "C": 11, "D": 1}, "heim": "A"}


def sheet_of(players="ABCD", dealer="A", **rules):
    return SmokingCat(list(players), dealer, options(SmokingCat, {"word": "TONDA", **rules}))


def points(*taken, **more):
    return {"points": dict(zip("ABCD", taken, strict=True)), **more}


def refusal(sheet, deal):
    """The code and facts with which a sheet refuses a deal, and is as it was."""
    before = deepcopy(vars(sheet))
    with pytest.raises(Refused) as caught:
        sheet.play(deal)
    assert vars(sheet) == before
    return caught.value.code, caught.value.facts


def letters_taken(score):
    return {player: amount for player, amount in score.change.items() if amount}


def why(score):
    return {player: [tuple(part) for part in parts] for player, parts in score.why.items() if parts}


# The word


@pytest.mark.parametrize(
    ("word", "letters"),
    [
        ("TONDA", ["T", "O", "N", "D", "A"]),
        ("П'Я-ТЬ", ["П", "Я", "Т", "Ь"]),
        ("Jan O\N{RIGHT SINGLE QUOTATION MARK}Neil", ["J", "a", "n", "O", "N", "e", "i", "l"]),
        ("კატა", ["კ", "ა", "ტ", "ა"]),
        ("Đ\u0323e\u0301", ["Đ\u0323", "e\u0301"]),  # marks belong to their letter, as typed
        ("\u0301-\u0301", []),  # and are none alone
        ("क्षत्रिय", ["क्ष", "त्रि", "य"]),  # conjuncts: Unicode 15.1
        ("हिन्दी", ["हि", "न्दी"]),
        ("ক্ষ", ["ক্ষ"]),
        ("क\u093c\u094d\u200dष", ["क\u093c\u094d\u200dष"]),  # through nukta and joiner
        ("क\u094d\u200cष", ["क\u094d\u200c", "ष"]),  # but not through a non-joiner
        ("각\u1100\u1161", ["각", "\u1100\u1161"]),
        ("กำ", ["กำ"]),
        ("A🐈B👨‍👩‍👧", ["A", "B"]),
        ("🇺🇦🇬🇪🇨🇿", []),
        ("R2D2", ["R", "2", "D", "2"]),
        ("1️⃣½", ["1️⃣", "½"]),
        ("", []),
    ],
)
def test_letters_are_what_a_reader_counts(word, letters):
    assert word_letters(word) == letters


@given(st.text(st.sampled_from("🇺🇦🇬🇪a-क\u094d\u0301\u200d🐈"), max_size=12))
def test_flags_are_split_as_everywhere(word):
    clusters = regex.findall(r"\X", word)
    assert word_letters(word) == [cluster for cluster in clusters if "a" in cluster or "क" in cluster]


@pytest.mark.parametrize("hostile", ["🇺", "🐈\u200d", "क\u094d", "\u0301", "\u200d", "\ud800"])
def test_a_hostile_word_takes_no_longer_than_its_length(hostile):
    """A row of 300,000 flags took minutes; the test would hang."""
    assert not Word(2, 30).takes(hostile * 300_000)


@pytest.mark.parametrize("word", ["X", "a" * 30, "-" * 99 + "o", "e\u0301" * 30, " 7 "])
def test_a_word_has_1_to_30_letters(word):
    assert options(SmokingCat, {"word": word})["word"] == word


@pytest.mark.parametrize("word", ["", " ", "'-'", "🐈", "a" * 31, 5, None, True, ["A"], {"A": 1}])
def test_no_word(word):
    with pytest.raises(Refused) as caught:
        options(SmokingCat, {"word": word})
    assert (caught.value.code, caught.value.facts) == ("option-value", {"key": "word", "got": word})


def test_the_word_must_be_agreed():
    assert SmokingCat.options["word"].default is AGREE
    with pytest.raises(Refused) as caught:
        options(SmokingCat, {"odd_tie": "heim"})
    assert (caught.value.code, caught.value.facts) == ("option-missing", {"key": "word"})


def test_rules():
    assert options(SmokingCat, {"word": "TONDA"}) == {"word": "TONDA", "odd_tie": "heim"}
    assert [SmokingCat.options["odd_tie"].takes(way) for way in ("heim", "tied", "replay")] == [True] * 3
    assert not SmokingCat.options["odd_tie"].takes("nobody")
    assert list(SmokingCat.seats) == [4, 5, 6, 7, 8]
    assert sum(ITEMS.values()) == 33
    assert len(ITEMS) == 10


# A counted round


def test_the_highest_takes_a_letter():
    score = sheet_of().play(points(14, 6, 9, 4))
    assert score.points == {"A": 14, "B": 6, "C": 9, "D": 4}
    assert score.change == {"A": 1, "B": 0, "C": 0, "D": 0}
    assert score.tally == {"A": 1, "B": 0, "C": 0, "D": 0}
    assert score.why == {"A": [("most-points", 1)], "B": [], "C": [], "D": []}
    assert score.notes == {"letters": {"A": "T", "B": "", "C": "", "D": ""}}


def test_mappings_are_in_seating_order():
    deal = {"points": {"D": 4, "C": 9, "E": 6, "A": 14}, "sitting_out": ["B"]}
    score = sheet_of("ABCDE").play(deal)
    assert list(score.points.items()) == [("A", 14), ("B", None), ("C", 9), ("D", 4), ("E", 6)]
    for mapping in (score.change, score.tally, score.why, score.notes["letters"]):
        assert list(mapping) == list("ABCDE")


def test_cards():
    score = sheet_of().play({"cards": ROUND})
    assert score.points == {"A": 14, "B": 6, "C": 9, "D": 4}
    assert why(score) == {"A": [("most-points", 1)]}


def test_a_player_without_an_item_has_an_empty_list():
    score = sheet_of().play({"cards": {"A": [], "B": list(ITEMS), "C": [], "D": []}})
    assert score.points == {"A": 0, "B": 33, "C": 0, "D": 0}
    assert letters_taken(score) == {"B": 1}


@pytest.mark.parametrize("heim", ["A", "B"])
def test_of_the_tied_the_heim_taker(heim):
    score = sheet_of().play(points(16, 16, 1, 0, heim=heim))
    assert why(score) == {heim: [("tie-heim", 1)]}


@pytest.mark.parametrize("taken", [(11, 11, 11, 0), (10, 10, 10, 3)])
@pytest.mark.parametrize("heim", ["A", "B", "C"])
def test_three_tied(taken, heim):
    assert why(sheet_of().play(points(*taken, heim=heim))) == {heim: [("tie-heim", 1)]}


def test_a_tie_below_the_highest_needs_no_heim():
    assert letters_taken(sheet_of().play(points(15, 9, 9, 0))) == {"A": 1}


def test_a_tie_told_by_cards_knows_its_heim():
    tie = {"A": ["HA", "HK", "HO", "HU", "H10", "H9"], "B": ["heim", "last", "H8"], "C": ["H7"], "D": []}
    score = sheet_of().play({"cards": tie})
    assert score.points == {"A": 16, "B": 16, "C": 1, "D": 0}
    assert why(score) == {"B": [("tie-heim", 1)]}


def test_a_heim_taker_who_is_named_and_not_highest_takes_nothing():
    assert why(sheet_of().play(points(10, 23, 0, 0, heim="A", last_trick="B"))) == {"B": [("most-points", 1)]}


@pytest.mark.parametrize(
    ("way", "parts", "dealer"),
    [
        ("heim", {"A": [("odd-tie-heim", 1)]}, "A"),
        ("tied", {"B": [("odd-tie-tied", 1)], "C": [("odd-tie-tied", 1)]}, "B"),
        ("replay", {player: [("odd-tie-replay", 0)] for player in "ABC"}, "D"),
    ],
)
def test_the_odd_tie(way, parts, dealer):
    sheet = sheet_of(dealer="D", odd_tie=way)
    score = sheet.play(ODD_TIE)
    assert why(score) == parts
    assert letters_taken(score) == {player: 1 for player, [(_, amount)] in parts.items() if amount}
    assert score.points == ODD_TIE["points"]
    assert sheet.dealer == dealer


def test_the_odd_tie_told_by_cards():
    cards = {
        "A": ["heim"],
        "B": ["last", "HA", "H7"],
        "C": ["HK", "HO", "HU", "H8", "H9"],
        "D": ["H10"],
    }
    assert why(sheet_of().play({"cards": cards})) == {"A": [("odd-tie-heim", 1)]}


# What counted rounds are refused for


@pytest.mark.parametrize(
    ("deal", "code", "facts"),
    [
        (points(14, 6, 7, 4), "points-total", {"key": "points", "got": 31, "want": 33}),
        (points(14, 6, 9, 10**1000), "points-total", {"key": "points", "got": 10**1000 + 29, "want": 33}),
        (points(38, -5, 0, 0), "points-negative", {"key": "points", "player": "B", "got": -5}),
        (points(14, 6, 9.0, 4), "not-a-whole-number", {"key": "points", "player": "C", "got": 9.0}),
        (points(14, 6, 9, None), "not-a-whole-number", {"key": "points", "player": "D", "got": None}),
        (points(32, True, 0, 0), "not-a-whole-number", {"key": "points", "player": "B", "got": True}),
        ({"points": {"A": 33, "B": 0, "C": 0}}, "player-missing", {"key": "points", "player": "D"}),
        ({"points": {}}, "player-missing", {"key": "points", "player": "A"}),
        (
            {"points": {"A": 33, "B": 0, "C": 0, "Zoë": 0}},
            "not-a-player",
            {"key": "points", "got": "Zoë"},
        ),
        ({"points": [14, 6, 9, 4]}, "not-an-object", {"key": "points", "got": [14, 6, 9, 4]}),
        (points(9, 8, 8, 8), "heim-for-nobody", {"key": "points", "got": 9, "want": 10}),
        (
            points(9, 9, 8, 7, heim="A"),
            "heim-needs-ten",
            {"key": "heim", "player": "A", "got": 9, "want": 10},
        ),
        (points(9, 8, 8, 8, last_trick="A"), "heim-for-nobody", {"key": "points", "got": 9, "want": 10}),
        (
            points(20, 9, 4, 0, heim="B"),
            "heim-needs-ten",
            {"key": "heim", "player": "B", "got": 9, "want": 10},
        ),
        (
            points(20, 9, 4, 0, last_trick="C"),
            "last-trick-needs-five",
            {"key": "last_trick", "player": "C", "got": 4, "want": 5},
        ),
        (
            points(14, 10, 9, 0, heim="A", last_trick="A"),
            "both-need-fifteen",
            {"key": "heim", "player": "A", "got": 14, "want": 15},
        ),
        (
            points(12, 7, 7, 7, last_trick="A"),
            "heim-for-nobody-else",
            {"key": "points", "player": "A", "got": 12, "want": 15},
        ),
        (
            points(10, 9, 9, 5, heim="A", last_trick="A"),
            "both-need-fifteen",
            {"key": "heim", "player": "A", "got": 10, "want": 15},
        ),
        (
            points(10, 9, 9, 5, last_trick="A"),
            "heim-for-nobody-else",
            {"key": "points", "player": "A", "got": 10, "want": 15},
        ),
        (points(16, 16, 1, 0), "heim-needed", {"key": "heim", "players": ["A", "B"], "got": 16}),
        (points(10, 11, 11, 1), "heim-needed", {"key": "heim", "players": ["B", "C"], "got": 11}),
        (points(14, 6, 9, 4, heim="Zoë"), "not-a-player", {"key": "heim", "got": "Zoë"}),
        (points(14, 6, 9, 4, heim=None), "not-a-player", {"key": "heim", "got": None}),
        (points(14, 6, 9, 4, last_trick=["A"]), "not-a-player", {"key": "last_trick", "got": ["A"]}),
        (points(14, 6, 9, 4, sitting_out=[]), "nobody-sits-out", {"key": "sitting_out"}),
        (points(14, 6, 9, 4, dealer="A"), "unknown-key", {"key": "dealer"}),
        (points(14, 6, 9, 4, cards=ROUND), "unknown-key", {"key": "cards"}),
        (points(14, 6, 9, 4, fine="A"), "unknown-key", {"key": "fine"}),
    ],
)
def test_points_refused(deal, code, facts):
    assert refusal(sheet_of(), deal) == (code, facts)


@pytest.mark.parametrize(
    ("change", "code", "facts"),
    [
        ({"D": ["HU", "H9"]}, "items-missing", {"items": ["H10"]}),
        ({"A": []}, "items-missing", {"items": ["heim", "HK"]}),
        ({"D": ["HU", "H9", "H10", "HA"]}, "item-twice", {"item": "HA", "player": "D", "other_player": "B"}),
        ({"D": ["HU", "H9", "H9"]}, "item-twice", {"item": "H9", "player": "D", "other_player": "D"}),
        ({"D": ["HU", "H9", "S9"]}, "not-an-item", {"player": "D", "got": "S9"}),
        ({"D": [["HU"]]}, "not-an-item", {"player": "D", "got": ["HU"]}),
        ({"D": "HU"}, "not-a-list", {"player": "D", "got": "HU"}),
        ({"D": None}, "not-a-list", {"player": "D", "got": None}),
        ({"Zoë": []}, "not-a-player", {"got": "Zoë"}),
    ],
)
def test_cards_refused(change, code, facts):
    assert refusal(sheet_of(), {"cards": {**ROUND, **change}}) == (code, {"key": "cards", **facts})


def test_cards_name_all_four_and_nothing_else():
    three = {"A": list(ITEMS), "B": [], "C": []}
    assert refusal(sheet_of(), {"cards": three}) == ("player-missing", {"key": "cards", "player": "D"})
    assert refusal(sheet_of(), {"cards": ROUND, "heim": "A"}) == ("unknown-key", {"key": "heim"})
    assert refusal(sheet_of(), {"cards": None}) == ("not-an-object", {"key": "cards", "got": None})


@cache
def sharings():
    """All ways to share out the ten items: the points, by seat, with who has the Heim and who the last trick."""
    hearts = {(0, 0, 0, 0)}
    for item, worth in ITEMS.items():
        if item not in ("heim", "last"):
            hearts = {given_to(taken, seat, worth) for taken in hearts for seat in range(4)}
    return {
        (given_to(given_to(taken, heim, 10), last, 5), heim, last)
        for taken in hearts
        for heim in range(4)
        for last in range(4)
    }


def given_to(taken, seat, worth):
    return tuple(points + worth * (seat == number) for number, points in enumerate(taken))


def split_33():
    """Every way in which four numbers from 0 up make 33, greatest first."""
    for first, second, third in product(range(34), repeat=3):
        fourth = 33 - first - second - third
        if first >= second >= third >= fourth >= 0:
            yield first, second, third, fourth


def test_points_are_taken_just_where_the_items_can_be_shared_out_so():
    possible = {
        (taken, seat_of_heim, seat_of_last)
        for taken, heim, last in sharings()
        for seat_of_heim in (heim, None)
        for seat_of_last in (last, None)
    }
    for taken, heim, last in product(split_33(), (0, 1, 2, 3, None), (0, 1, 2, 3, None)):
        deal = points(*taken)
        if heim is not None:
            deal["heim"] = "ABCD"[heim]
        if last is not None:
            deal["last_trick"] = "ABCD"[last]
        decided = heim is not None or taken[0] > taken[1]
        assert takes(sheet_of(), deal) == ((taken, heim, last) in possible and decided), deal


def takes(sheet, deal):
    try:
        sheet.play(deal)
    except Refused:
        return False
    return True


def test_the_heim_is_not_among_the_tied_in_one_case_only():
    odd = {
        (tuple(sorted(taken)), taken[heim])
        for taken, heim, _ in sharings()
        if taken.count(max(taken)) > 1 and taken[heim] < max(taken)
    }
    assert odd == {((1, 10, 11, 11), 10)}


def test_who_may_have_the_heim():
    taken = {"A": 12, "B": 10, "C": 9, "D": 2}
    assert may_have_heim(taken) == ["A", "B"]
    assert may_have_heim(taken, last_trick="A") == ["B"]
    assert may_have_heim(taken, last_trick="C") == ["A", "B"]
    assert may_have_heim({"A": 15, "B": 9, "C": 9, "D": 0}, last_trick="A") == ["A"]


def test_who_has_most():
    assert highest({"A": 1, "B": 16, "C": 0, "D": 16}) == ["B", "D"]


@given(drawn.sharings(), st.data())
def test_cards_score_as_their_points(sharing, data):
    cards: dict[str, list[str]] = {player: [] for player in "ABCD"}
    for (item, _), seat in zip(drawn.ITEMS, sharing, strict=True):
        cards["ABCD"[seat]].append(item)
    taken = {player: sum(ITEMS[item] for item in items) for player, items in cards.items()}
    heim = next(player for player, items in cards.items() if "heim" in items)
    last = next(player for player, items in cards.items() if "last" in items)
    rules = {"odd_tie": data.draw(st.sampled_from(["heim", "tied", "replay"]))}

    shown = sheet_of(**rules).play({"cards": cards})
    assert shown == sheet_of(**rules).play({"points": taken, "heim": heim})
    assert shown == sheet_of(**rules).play({"points": taken, "heim": heim, "last_trick": last})
    others = {player: points for player, points in taken.items() if player != last}
    assert shown == sheet_of(**rules).play({"threw_in": last, "points": others, "heim": heim})

    most = max(taken.values())
    tied = [player for player in taken if taken[player] == most]
    if len(tied) == 1:
        want = tied
    elif heim in tied or rules["odd_tie"] == "heim":
        want = [heim]
    else:
        want = tied if rules["odd_tie"] == "tied" else []
    assert list(letters_taken(shown)) == want


# Rounds that end early or otherwise


@pytest.mark.parametrize(
    ("deal", "rule"),
    [
        ({"reached_17": "C"}, "reached-17"),
        ({"threw_in": "C"}, "threw-in"),
        ({"revoke": "C"}, "revoke"),
        ({"revoke": "C", "deliberate": False}, "revoke"),
        ({"verdict": "C"}, "verdict"),
    ],
)
def test_a_letter_without_points(deal, rule):
    sheet = sheet_of()
    score = sheet.play(deal)
    assert score.points == dict.fromkeys("ABCD")
    assert why(score) == {"C": [(rule, 1)]}
    assert (score.dealer, score.leader) == ("A", "B")
    assert (sheet.dealer, sheet.leader, sheet.finished) == ("C", "D", False)


@pytest.mark.parametrize("key", ["reached_17", "threw_in", "revoke", "verdict", "fine"])
@pytest.mark.parametrize("name", ["Zoë", None, 3, ["A"], {"A": 1}, ""])
def test_a_letter_for_nobody_at_the_table(key, name):
    assert refusal(sheet_of(), {key: name}) == ("not-a-player", {"key": key, "got": name})


@pytest.mark.parametrize("key", ["reached_17", "revoke", "verdict"])
def test_no_points_beside_a_letter(key):
    """`points` is looked for before these kinds."""
    assert refusal(sheet_of(), {key: "A", **points(14, 6, 9, 4)}) == ("unknown-key", {"key": key})


def test_thrown_in_and_counted():
    score = sheet_of().play({"threw_in": "A", "points": {"B": 4, "C": 3, "D": 0}})
    assert score.points == {"A": 26, "B": 4, "C": 3, "D": 0}
    assert why(score) == {"A": [("most-points", 1)]}


def test_thrown_in_with_every_taker_named():
    deal = {"threw_in": "A", "points": {"B": 4, "C": 18, "D": 0}, "heim": "C", "last_trick": "A"}
    score = sheet_of().play(deal)
    assert score.points == {"A": 11, "B": 4, "C": 18, "D": 0}
    assert why(score) == {"C": [("most-points", 1)]}


def test_a_thrower_who_was_wrong_does_not_pay():
    sheet = sheet_of()
    score = sheet.play({"threw_in": "A", "points": {"B": 16, "C": 1, "D": 0}, "heim": "B"})
    assert why(score) == {"B": [("tie-heim", 1)]}
    assert sheet.dealer == "B"


@pytest.mark.parametrize("way", ["heim", "tied", "replay"])
def test_the_odd_tie_thrown_in(way):
    deal = {"threw_in": "B", "points": {"A": 10, "C": 11, "D": 1}, "heim": "A"}
    assert sheet_of(odd_tie=way).play(deal) == sheet_of(odd_tie=way).play(ODD_TIE)


@pytest.mark.parametrize(
    ("deal", "code", "facts"),
    [
        (
            {"points": {"B": 20, "C": 9, "D": 0}},
            "thrower-needs-five",
            {"key": "points", "player": "A", "got": 4, "want": 5, "others": 29},
        ),
        (
            {"points": {"B": 20, "C": 15, "D": 0}},
            "thrower-needs-five",
            {"key": "points", "player": "A", "got": -2, "want": 5, "others": 35},
        ),
        (
            {"points": {"B": 20, "C": -9, "D": 0}},
            "points-negative",
            {"key": "points", "player": "C", "got": -9},
        ),
        (
            {"points": {"B": 20, "C": "9", "D": 0}},
            "not-a-whole-number",
            {"key": "points", "player": "C", "got": "9"},
        ),
        ({"points": {"B": 4, "C": 3}}, "player-missing", {"key": "points", "player": "D"}),
        (points(26, 4, 3, 0), "thrower-counted", {"key": "points", "player": "A"}),
        ({"points": ["A"]}, "not-an-object", {"key": "points", "got": ["A"]}),
        (
            {"points": {"B": 4, "C": 3, "D": 0}, "last_trick": "B"},
            "last-trick-is-throwers",
            {"key": "last_trick", "player": "A", "other_player": "B"},
        ),
        (
            {"points": {"B": 7, "C": 7, "D": 7}},
            "heim-for-nobody-else",
            {"key": "points", "player": "A", "got": 12, "want": 15},
        ),
        (
            {"points": {"B": 19, "C": 0, "D": 0}, "heim": "A"},
            "both-need-fifteen",
            {"key": "heim", "player": "A", "got": 14, "want": 15},
        ),
        (
            {"points": {"B": 19, "C": 9, "D": 0}, "heim": "C"},
            "heim-needs-ten",
            {"key": "heim", "player": "C", "got": 9, "want": 10},
        ),
        (
            {"points": {"B": 16, "C": 1, "D": 0}},
            "heim-needed",
            {"key": "heim", "players": ["A", "B"], "got": 16},
        ),
        ({"heim": "A"}, "taker-without-points", {"key": "heim"}),
        ({"last_trick": "A"}, "taker-without-points", {"key": "last_trick"}),
    ],
)
def test_thrown_in_refused(deal, code, facts):
    assert refusal(sheet_of(), {"threw_in": "A", **deal}) == (code, facts)


def test_a_deliberate_revoke_ends_the_match():
    sheet = sheet_of()
    for loser in "AAB":
        sheet.play({"verdict": loser})
    score = sheet.play({"revoke": "C", "deliberate": True})
    assert score.points == dict.fromkeys("ABCD")
    assert why(score) == {"C": [("deliberate-revoke", 1)]}
    assert sheet.tally == {"A": 2, "B": 1, "C": 1, "D": 0}
    assert sheet.places() == {"A": 3, "B": 2, "C": 4, "D": 1}
    assert (sheet.finished, sheet.winners(), sheet.losers()) == (True, ["D"], ["C"])
    assert sheet.expelled == "C"
    assert refusal(sheet, {"verdict": "A"}) == ("match-over", {})


def test_an_expelled_player_is_last_alone_even_with_fewest_letters():
    sheet = sheet_of()
    for loser in "AABBCC":
        sheet.play({"verdict": loser})
    sheet.play({"revoke": "D", "deliberate": True})
    assert sheet.places() == {"A": 1, "B": 1, "C": 1, "D": 4}
    assert (sheet.winners(), sheet.losers()) == (["A", "B", "C"], ["D"])


def test_an_expelled_player_may_complete_the_word():
    sheet = sheet_of(word="X")
    sheet.play({"revoke": "B", "deliberate": True})
    assert (sheet.losers(), sheet.places()["B"]) == (["B"], 4)


@pytest.mark.parametrize("deliberate", [None, 1, "true", []])
def test_deliberate_is_true_or_false(deliberate):
    deal = {"revoke": "A", "deliberate": deliberate}
    assert refusal(sheet_of(), deal) == ("not-a-flag", {"key": "deliberate", "got": deliberate})


def test_only_a_revoke_is_deliberate():
    assert refusal(sheet_of(), {"verdict": "A", "deliberate": True}) == ("unknown-key", {"key": "deliberate"})


# Fines


@pytest.mark.parametrize("deal", [{"fine": "C"}, {"fine": "C", "reason": "misdealt twice"}])
def test_a_fine_is_a_letter_without_a_round(deal):
    sheet = sheet_of()
    sheet.play({"verdict": "B"})
    score = sheet.play(deal)
    assert (score.number, score.dealer, score.leader) == (2, "B", "C")
    assert score.points == dict.fromkeys("ABCD")
    assert why(score) == {"C": [("fine", 1)]}
    assert score.notes["letters"] == {"A": "", "B": "T", "C": "T", "D": ""}
    assert (sheet.dealer, sheet.leader) == ("B", "C")


def test_a_fine_may_name_anybody_and_says_nothing_of_sitting_out():
    sheet = sheet_of("ABCDE")
    sheet.play({"verdict": "C", "sitting_out": ["D"]})
    assert sheet.sitting_out_next() == ["E"]
    for player in "ABCDE":
        score = sheet.play({"fine": player})
        assert (score.dealer, score.leader) == ("C", "D")
    assert sheet.sitting_out_next() == ["E"]
    assert refusal(sheet, {"fine": "A", "sitting_out": ["D"]}) == ("unknown-key", {"key": "sitting_out"})


def test_a_fine_may_end_the_match_and_the_dealer_stays():
    sheet = sheet_of(word="ОЙ")
    sheet.play({"verdict": "B"})
    sheet.play({"fine": "D"})
    sheet.play({"fine": "D"})
    assert (sheet.finished, sheet.losers(), sheet.winners()) == (True, ["D"], ["A", "C"])
    assert sheet.rematch_dealer == "B"


@pytest.mark.parametrize("reason", [None, 3, ["late"], True])
def test_a_reason_is_a_text(reason):
    deal = {"fine": "A", "reason": reason}
    assert refusal(sheet_of(), deal) == ("not-a-text", {"key": "reason", "got": reason})


# More than four at the table


def test_a_dealer_may_sit_out():
    sheet = sheet_of("ABCDEF", dealer="E")
    score = sheet.play({"verdict": "B", "sitting_out": ["E", "F"]})
    assert (score.dealer, score.leader) == ("E", "A")
    assert (sheet.dealer, sheet.leader) == ("B", "C")
    score = sheet.play({"verdict": "B", "sitting_out": ["A", "D"]})
    assert (score.dealer, score.leader) == ("B", "C")
    score = sheet.play({"verdict": "F", "sitting_out": ["C", "D"]})
    assert (score.dealer, score.leader) == ("B", "E")


@pytest.mark.parametrize(
    ("out", "code", "facts"),
    [
        ([], "sitting-out-number", {"got": 0, "want": 2}),
        (["F"], "sitting-out-number", {"got": 1, "want": 2}),
        (["D", "E", "F"], "sitting-out-number", {"got": 3, "want": 2}),
        (["F", "F"], "named-twice", {"player": "F"}),
        (["F", "Zoë"], "not-a-player", {"got": "Zoë"}),
        (["F", 3], "not-a-player", {"got": 3}),
        ("EF", "not-a-list", {"got": "EF"}),
        (None, "not-a-list", {"got": None}),
    ],
)
def test_sitting_out_refused(out, code, facts):
    deal = {"verdict": "A", "sitting_out": out}
    assert refusal(sheet_of("ABCDEF"), deal) == (code, {"key": "sitting_out", **facts})


ROUNDS = [
    points(14, 6, 9, 4),
    {"cards": ROUND},
    {"reached_17": "A"},
    {"threw_in": "A"},
    {"threw_in": "A", "points": {"B": 4, "C": 3, "D": 0}},
    {"revoke": "A"},
    {"verdict": "A"},
]


@pytest.mark.parametrize("deal", ROUNDS)
def test_with_five_every_round_says_who_sits_out(deal):
    assert refusal(sheet_of("ABCDE"), deal) == ("missing-key", {"key": "sitting_out"})
    score = sheet_of("ABCDE").play({**deal, "sitting_out": ["E"]})
    assert letters_taken(score) == {"A": 1}
    assert score.points["E"] is None


@pytest.mark.parametrize("out", [[], ["D"]])
@pytest.mark.parametrize("deal", ROUNDS)
def test_with_four_nobody_sits_out(deal, out):
    assert refusal(sheet_of(), {**deal, "sitting_out": out}) == ("nobody-sits-out", {"key": "sitting_out"})


@pytest.mark.parametrize(
    ("deal", "key"),
    [
        ({"reached_17": "E"}, "reached_17"),
        ({"threw_in": "E"}, "threw_in"),
        ({"revoke": "E"}, "revoke"),
        ({"verdict": "E"}, "verdict"),
        ({"points": {"A": 14, "B": 6, "C": 9, "D": 4, "E": 0}}, "points"),
        ({"points": {"A": 14, "B": 6, "C": 9, "E": 4}}, "points"),
        (points(14, 6, 9, 4, heim="E"), "heim"),
        (points(14, 6, 9, 4, last_trick="E"), "last_trick"),
        ({"cards": {**ROUND, "E": []}}, "cards"),
        ({"threw_in": "A", "points": {"B": 4, "C": 3, "E": 0}}, "points"),
        ({"threw_in": "A", "points": {"B": 4, "C": 3, "D": 0}, "heim": "E"}, "heim"),
        ({"threw_in": "A", "points": {"B": 4, "C": 3, "D": 0}, "last_trick": "E"}, "last_trick"),
    ],
)
def test_who_sits_out_is_not_named(deal, key):
    deal = {**deal, "sitting_out": ["E"]}
    assert refusal(sheet_of("ABCDE"), deal) == ("sat-out", {"key": key, "player": "E"})


def test_who_sits_out_is_proposed_in_turn():
    sheet = sheet_of("ABCDEFG", dealer="F", word="a" * 30)
    proposals = []
    for _ in range(5):
        proposals.append("".join(sheet.sitting_out_next()))
        playing = next(player for player in "ABCDEFG" if player not in proposals[-1])
        sheet.play({"verdict": playing, "sitting_out": sorted(proposals[-1])})
    assert proposals == ["FGA", "BCD", "EFG", "ABC", "DEF"]


def test_a_proposal_goes_on_from_what_the_table_did():
    sheet = sheet_of("ABCDE")
    proposals = []
    for loser, out in [("A", "C"), ("B", "C"), ("C", "D"), ("D", "E"), ("E", "A"), ("A", "B"), ("B", "D")]:
        proposals += sheet.sitting_out_next()
        sheet.play({"verdict": loser, "sitting_out": [out]})
    assert "".join(proposals) == "ADDEABD"
    assert sheet.sitting_out_next() == ["E"]


def test_who_sat_out_in_whatever_order_they_are_named():
    for out in (["A", "D"], ["D", "A"]):
        sheet = sheet_of("ABCDEF")
        sheet.play({"verdict": "B", "sitting_out": out})
        assert sheet.sitting_out_next() == ["E", "F"]


def test_four_need_no_proposal():
    assert sheet_of().sitting_out_next() == []


@pytest.mark.parametrize(
    ("players", "leader"), [("ABCD", "B"), ("ABCDE", "B"), ("ABCDEF", "C"), ("ABCDEFGH", "E")]
)
def test_the_expected_leader_is_not_proposed_to_sit_out(players, leader):
    sheet = sheet_of(players)
    assert sheet.leader == "B"
    assert sheet.expected_leader == leader


@given(st.integers(5, 8), st.data())
@settings(max_examples=40)
def test_proposals_make_it_even(seats, data):
    """Whatever the table did before, proposals that are followed soon leave all within one of another."""
    players = "ABCDEFGH"[:seats]
    sheet = sheet_of(players, dealer=data.draw(st.sampled_from(players)), word="a" * 30)
    times = Counter(dict.fromkeys(players, 0))

    def sit_out(out):
        times.update(out)
        playing = [player for player in players if player not in out]
        sheet.play({"verdict": min(playing, key=sheet.tally.get), "sitting_out": out})

    for _ in range(data.draw(st.integers(0, 4))):
        sit_out(data.draw(st.permutations(players))[: seats - 4])
    for _ in range(20):
        sit_out(sheet.sitting_out_next())
    assert max(times.values()) - min(times.values()) <= 1


# Dealer, letters, places and the end


def test_the_first_of_two_clockwise_deals():
    sheet = sheet_of(dealer="B", odd_tie="tied")
    sheet.play(ODD_TIE)
    assert sheet.dealer == "C"
    sheet.play(ODD_TIE)
    assert sheet.dealer == "B"


def test_letters_grow_along_the_word():
    sheet = sheet_of(word="П'Я-ТЬ")
    letters = [sheet.play({"verdict": "B"}).notes["letters"]["B"] for _ in range(4)]
    assert letters == ["П", "ПЯ", "ПЯТ", "ПЯТЬ"]
    assert sheet.notes() == {"letters": {"A": "", "B": "ПЯТЬ", "C": "", "D": ""}}
    assert sheet.word == ["П", "Я", "Т", "Ь"]


def test_the_word_complete():
    sheet = sheet_of(word="КІТ")
    for loser in "ABBDD":
        sheet.play({"verdict": loser})
        assert (sheet.finished, sheet.winners(), sheet.losers()) == (False, [], [])
    assert sheet.places() == {"A": 2, "B": 3, "C": 1, "D": 3}
    sheet.play({"verdict": "B"})
    assert (sheet.finished, sheet.winners(), sheet.losers()) == (True, ["C"], ["B"])
    assert sheet.places() == {"A": 2, "B": 4, "C": 1, "D": 3}
    assert sheet.ledger() == {}
    assert sheet.rematch_dealer == "B"
    assert refusal(sheet, {"verdict": "A"}) == ("match-over", {})


def test_two_may_lose_together():
    sheet = sheet_of(word="X", odd_tie="tied")
    sheet.play(ODD_TIE)
    assert (sheet.winners(), sheet.losers()) == (["A", "D"], ["B", "C"])
    assert sheet.places() == {"A": 1, "B": 3, "C": 3, "D": 1}
    assert sheet.rematch_dealer == "B"


def test_who_lacks_one_letter_is_reminded():
    sheet = sheet_of(word="ОЙ")
    assert sheet.reminders() == []
    sheet.play({"verdict": "C"})
    sheet.play({"fine": "A"})
    assert sheet.reminders() == [("one-letter-left", "A"), ("one-letter-left", "C")]
    assert sheet_of(word="X").reminders() == [("one-letter-left", player) for player in "ABCD"]


def test_about_never_counts():
    assert sheet_of().play({"verdict": "B", "about": {"fine": "C"}}) == sheet_of().play({"verdict": "B"})
    fine = {"fine": "B", "about": None}
    assert sheet_of().play(fine) == sheet_of().play({"fine": "B"})


@pytest.mark.parametrize("deal", [None, [], "verdict", 3, True])
def test_a_deal_is_an_object(deal):
    assert refusal(sheet_of(), deal) == ("not-an-object", {"key": "deals", "got": deal})


@pytest.mark.parametrize("deal", [{}, {"about": 1}, {"winner": "A"}, {"heim": "A", "sitting_out": []}])
def test_a_deal_is_of_a_kind(deal):
    assert refusal(sheet_of(), deal) == ("unknown-kind", {"got": sorted(deal)})


@given(drawn.PLAYERS, drawn.RULES, st.data())
@settings(max_examples=60, deadline=None)
def test_matches_run_to_their_end(players, rules, data):
    """What a table tells is taken, letters add up, and what is spoilt is refused without a trace."""
    sheet = SmokingCat(players, data.draw(st.sampled_from(players)), options(SmokingCat, rules))
    while not sheet.finished and sheet.number < 30:
        deal = drawn.told(data.draw, sheet)
        spoilt = drawn.mangled(data.draw, sheet, deal)
        other = deepcopy(sheet)
        try:
            other.play(spoilt)
        except Refused:
            assert vars(other) == vars(sheet)
        before, dealer = sheet.tally, sheet.dealer
        score = sheet.play(deal)
        assert score.dealer == dealer
        assert score.tally == {player: before[player] + change for player, change in score.change.items()}
        assert set(score.change.values()) <= {0, 1}
        assert [len(word_letters(letters)) for letters in score.notes["letters"].values()] == [
            *score.tally.values()
        ]
        out = deal.get("sitting_out", [])
        assert not {score.leader, *letters_taken(score)} & set(out) or "fine" in deal
    if sheet.finished:
        assert sheet.losers()
        assert sheet.winners()
        assert not set(sheet.winners()) & set(sheet.losers())
