"""Alley Cat as a table tells it: rounds really played with 27 cards, and entries that cannot be."""

from random import Random
from typing import NamedTuple

from hypothesis import strategies as st

PLAYERS = st.one_of(
    st.just(["A", "B"]),
    st.permutations(["P", "D"]),
    st.lists(
        st.sampled_from(["Ann", "Bo", "Оленка", "Ґалаґан", "მზია", "猫", " A", "e\u0301", "é"]),
        min_size=2,
        max_size=2,
        unique=True,
    ),
)

RULES = st.fixed_dictionaries(
    {},
    optional={
        "target": st.one_of(st.sampled_from([1, 10, 20, 44, 999]), st.integers(1, 999), st.integers(1, 40)),
        "last_card": st.sampled_from(["ends", "draws"]),
    },
)

RANKS = ["A", *map(str, range(2, 11)), "J", "Q", "K"]
BLACK = [rank + suit for rank in RANKS for suit in "CS"]


def rank(card):
    return RANKS.index(card[:-1])


def beats(one, two):
    """Whether card `one` takes the trick against `two`."""
    return (rank(one), "SCD".index(one[-1])) > (rank(two), "SCD".index(two[-1]))


class Played(NamedTuple):
    """A trick as it was played at the table, and what followed; `held` is after the draw, by player."""

    leader: str
    cards: tuple[str, str]
    taker: str
    draws: str | None
    leads: str | None
    held: dict[str, int]


def chosen(random, hand, style):
    """The card that a player of some habit plays from his hand."""
    if style == "high":
        return max(hand, key=rank)
    if style == "low":
        return min(hand, key=rank)
    return random.choice(hand)


def real_round(random, leader, other, last_card):
    """A whole round between `leader`, who leads first, and `other`; and what is left of the stock."""
    stock = [*BLACK, "5D"]
    random.shuffle(stock)
    hands = {player: [stock.pop() for _ in range(6)] for player in (leader, other)}
    style = {player: random.choice(["any", "any", "high", "low"]) for player in hands}
    tricks = []
    while True:
        cards = tuple(chosen(random, hands[player], style[player]) for player in (leader, other))
        for player, card in zip((leader, other), cards, strict=True):
            hands[player].remove(card)
        taker, loser = (leader, other) if beats(*cards) else (other, leader)
        draws, leads = (taker, loser) if "5D" in cards else (loser, taker)
        over = not hands[leads] or (last_card == "ends" and not hands[draws])
        if not over:
            hands[draws].append(stock.pop())
        held = {player: len(hand) for player, hand in hands.items()}
        tricks.append(Played(leader, cards, taker, None if over else draws, None if over else leads, held))
        if over:
            return tricks, stock
        leader, other = leads, draws


def as_tricks(played):
    return {"tricks": [list(trick.cards) for trick in played]}


def as_piles(random, players, played):
    """The same round as piles, in no order."""
    piles: dict[str, list[list[str]]] = {player: [] for player in random.sample(players, 2)}
    for trick in random.sample(played, len(played)):
        piles[trick.taker].append(random.sample(trick.cards, 2))
    return {"piles": piles}


def as_points(players, played):
    """The same round as totals."""
    points = dict.fromkeys(players, 0)
    for trick in played:
        one, two = map(rank, trick.cards)
        points[trick.taker] += -abs(one - two) if "5D" in trick.cards else abs(one - two)
    return {"points": points}


def told(draw, sheet):
    """A deal for the sheet as it stands: mostly a real round, in one of the three ways to tell it."""
    random = Random(draw(st.integers(0, 2**32 - 1)))
    players = list(sheet.players)
    way = draw(st.sampled_from(["points", "piles", "tricks", "loose", "loose"]))
    if way == "loose":
        low, high = draw(st.integers(-8, 60)), draw(st.integers(0, 60))
        one, two = draw(st.permutations(players))
        return {"points": {one: low, two: high}}
    played, _ = real_round(random, sheet.left_of(sheet.dealer), sheet.dealer, sheet.rules["last_card"])
    if way == "points":
        return as_points(players, played)
    return as_piles(random, players, played) if way == "piles" else as_tricks(played)


RUBBISH = st.one_of(
    st.none(),
    st.booleans(),
    st.sampled_from(
        [
            "",
            "5D",
            "5d",
            "KC",
            "10H",
            "Nobody",
            3.0,
            1.5,
            61,
            -9,
            10**40,
            [],
            {},
            [[]],
            [["KC"]],
            [["KC", "KC"]],
        ]
    ),
    st.recursive(
        st.one_of(
            st.none(),
            st.booleans(),
            st.integers(),
            st.floats(allow_nan=False, allow_infinity=False),
            st.text(max_size=3),
        ),
        lambda inner: st.one_of(
            st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=3), inner, max_size=3)
        ),
        max_leaves=8,
    ),
)


def mangled(draw, sheet, deal):
    """The deal, damaged somewhere: rubbish put in, a part dropped, repeated or added."""
    if draw(st.sampled_from([*[False] * 9, True])):
        return draw(RUBBISH)
    return _damaged(draw, deal)


def _damaged(draw, value):
    if isinstance(value, dict) and value:
        return _damaged_object(draw, value)
    if isinstance(value, list) and value:
        return _damaged_list(draw, value)
    if type(value) is int:
        return draw(
            st.one_of(
                st.sampled_from([value - 1, value + 1, -value, float(value), str(value), -9, 61, 10**40]),
                RUBBISH,
            )
        )
    if isinstance(value, str):
        return draw(
            st.one_of(st.sampled_from([*BLACK, "5D", value.lower(), value + " ", value[::-1]]), RUBBISH)
        )
    return draw(RUBBISH)


def _damaged_object(draw, value):
    key = draw(st.sampled_from(sorted(value)))
    rest = {other: item for other, item in value.items() if other != key}
    how = draw(st.sampled_from(["inside", "inside", "inside", "dropped", "added", "renamed"]))
    if how == "dropped":
        return rest
    if how == "added":
        return {
            **value,
            draw(st.sampled_from(["points", "piles", "tricks", "about", "heim", "Nobody", ""])): draw(
                RUBBISH
            ),
        }
    if how == "renamed":
        return {**rest, draw(st.sampled_from(["Nobody", "", key + " ", key.lower() + "x"])): value[key]}
    return {**value, key: _damaged(draw, value[key])}


def _damaged_list(draw, value):
    place = draw(st.integers(0, len(value) - 1))
    before, item, after = value[:place], value[place], value[place + 1 :]
    how = draw(st.sampled_from(["inside", "inside", "dropped", "repeated", "cut", "turned", "rubbish"]))
    middle = {
        "inside": lambda: [_damaged(draw, item)],
        "dropped": list,
        "repeated": lambda: [item, item],
        "cut": list,
        "turned": lambda: [item],
        "rubbish": lambda: [item, draw(RUBBISH)],
    }[how]()
    if how == "cut":
        return before
    changed = [*before, *middle, *after]
    return changed[::-1] if how == "turned" else changed
