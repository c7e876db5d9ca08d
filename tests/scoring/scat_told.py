"""Scat as tables tell it, drawn by Hypothesis: who sits there, what was agreed, and one deal after another.

The deals are really dealt: hands come from a shuffled pack and are counted by `best_suit`, which
shares nothing with the scoring. So whatever `told` draws can have happened.
"""

from typing import Any

from hypothesis import strategies as st

from games.scoring.match_file import options
from games.scoring.scat import Scat

NAMES = ("Ann", "Bo", "Cy", "Ді", "ელენე", "O'Neil", " Ed", "ed", "🃏")
PLAYERS = st.integers(0, 9).flatmap(
    # two to four mostly, so that matches come to their end; nine sometimes
    lambda number: st.permutations(NAMES).map(lambda names: names[: (2, 2, 2, 3, 3, 3, 4, 4, 6, 9)[number]])
)

RULES = st.fixed_dictionaries(
    {},
    optional={
        "lives": st.sampled_from([1, 1, 1, 2, 2, 3, 10]),
        "free_ride": st.booleans(),
        "broke_double": st.sampled_from(["out", "dole"]),
        "knocker_lowest": st.sampled_from([2, 1]),
        "knocker_tied": st.sampled_from(["safe", "loses"]),
        "knocker_on_31": st.sampled_from([1, 2]),
        "three_of_a_kind": st.sampled_from([0, 30, 30.5]),
        "straight_flush": st.booleans(),
        "minimum_knock": st.sampled_from([0, *range(17, 31)]),
        "throw_down": st.booleans(),
        "all_equal": st.sampled_from(["others-lose", "nobody"]),
    },
)

RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
PACK = tuple(rank + suit for rank in RANKS for suit in "CDHS")
PIPS = {"J": 10, "Q": 10, "K": 10, "A": 11}


def best_suit(hand, rules):
    """What a hand counts, read straight from the rules: every way to count it is tried."""
    ways = [
        sum(PIPS.get(card[:-1]) or int(card[:-1]) for card in hand if card[-1] == suit) for suit in "CDHS"
    ]
    ranks = "".join(sorted((card[:-1] for card in hand), key=RANKS.index))
    if len({card[:-1] for card in hand}) == 1:
        ways.append(rules["three_of_a_kind"])
    if rules["straight_flush"] and len({card[-1] for card in hand}) == 1 and ranks in "2345678910JQKA":
        ways.append(30)
    return max(ways)


@st.composite
def dealt(draw, number):
    """`number` hands of three cards from one pack; high and equal hands more often than in life."""
    shuffle = draw(st.randoms(use_true_random=False))
    pack = shuffle.choice((PACK, PACK, PACK[-20:] if number <= 6 else PACK))
    cards = shuffle.sample(pack, 3 * number)
    return [cards[3 * hand : 3 * hand + 3] for hand in range(number)]


def called(draw, sheet):
    """The part of a deal that says who called the showdown, if anybody did."""
    keys = ["knocker", "knocker", "thrown_down"] if sheet.rules["throw_down"] else ["knocker"]
    key = draw(st.sampled_from(keys))
    anybody = list(sheet.still_in)
    return {key: draw(st.sampled_from(anybody + [None] * (key == "knocker")))}


def some(draw, players, most=9):
    """One or more of the players, in any order."""
    return draw(st.lists(st.sampled_from(players), min_size=1, max_size=min(most, len(players)), unique=True))


def told(draw, sheet):
    """A deal that can have happened, told in any of the ways in which it can be."""
    players = sheet.still_in
    way = draw(st.sampled_from(["cards", "values", "mixed", "equal", "lowest", "lowest", "31", "drawn"]))
    if way == "drawn":
        return {"drawn": True}
    call = called(draw, sheet)
    if way == "lowest":
        return {"lowest": some(draw, players), **call}
    if way == "31":
        return {"thirty_one": some(draw, players, most=4), **call}
    if way == "equal":
        return {"hands": dict.fromkeys(players, draw(st.integers(10, 21))), **call}
    hands = dict(zip(players, draw(dealt(len(players))), strict=True))
    for player, hand in hands.items():
        if way == "values" or (way == "mixed" and draw(st.booleans())):
            hands[player] = best_suit(hand, sheet.rules)
    return {"hands": hands, **call}


RUBBISH: st.SearchStrategy[Any] = st.sampled_from(
    [None, True, False, 0, -1, 1, 32, 31.0, 30.5, 2.5, 10**30, "", "Zoe", "31", "1S", "AS", [], {}, [[]],
     {"": None}, [{}], ["AS", "AS", "AS"], ["AS", "KS"], ["AS", "KS", "QS", "JS"], ["AS", "KS", 10], {"Zoe": 20}]
)  # fmt: skip
KEYS = ("hands", "lowest", "thirty_one", "drawn", "knocker", "thrown_down", "about", "sitting_out", "")


def mangled(draw, sheet, deal):
    """A deal with something wrong in it, mostly: a key lost, added or renamed, a value spoilt, a wrong name.

    An empty deal stands for the shortest.
    """
    deal = dict(deal) or {"drawn": True}
    key = draw(st.sampled_from(sorted(deal)))
    fault = draw(st.sampled_from(["lose", "add", "rename", "spoil", "spoil-inside", "misname", "whole"]))
    if fault == "whole":
        return draw(RUBBISH)
    if fault == "lose":
        del deal[key]
    elif fault == "add":
        deal[draw(st.sampled_from(KEYS))] = draw(RUBBISH | st.sampled_from(sheet.players))
    elif fault == "rename":
        deal[draw(st.sampled_from(KEYS))] = deal.pop(key)
    elif fault == "spoil":
        deal[key] = draw(RUBBISH)
    elif fault == "spoil-inside":
        deal[key] = _spoilt(draw, deal[key])
    else:
        deal[key] = _misnamed(draw, deal[key], [*sheet.players, "Zoe", "", "bo"])
    return deal


def _spoilt(draw, value):
    """One of the values inside becomes rubbish, goes away, or is there twice."""
    if isinstance(value, dict) and value:
        inside = draw(st.sampled_from(list(value)))
        without = {key: one for key, one in value.items() if key != inside}
        return draw(
            st.sampled_from([without, {**value, inside: draw(RUBBISH)}, {**value, inside: [value[inside]]}])
        )
    if isinstance(value, list) and value:
        return draw(st.sampled_from([value[1:], value + value[:1], [draw(RUBBISH), *value[1:]], [value]]))
    return [value]


def _misnamed(draw, value, names):
    """Somebody else is named, who may be out, or not be there at all."""
    name = draw(st.sampled_from(names))
    if isinstance(value, dict) and value:
        one, *others = value
        return {name: value[one], **{other: value[other] for other in others}}
    if isinstance(value, list) and value:
        return [name, *value[1:]]
    return name


@st.composite
def sheets(draw):
    """The sheet of a match between seats "1", "2" and on, after a few deals; it may be over."""
    number = draw(st.sampled_from([2, 2, 3, 3, 4, 5, 9]))
    seats = [str(seat) for seat in range(1, number + 1)]
    sheet = Scat(seats, draw(st.sampled_from(seats)), options(Scat, draw(RULES)))
    for _ in range(draw(st.integers(0, 8))):
        if not sheet.finished:
            sheet.play(told(draw, sheet))
    return sheet
