"""Smoking Cat as Hypothesis draws it: tables, words, and what a table would tell of its rounds.

Rounds are drawn as they come about, by sharing out the ten items, with no look at the module's checks.
"""

from hypothesis import strategies as st

NAMES = [
    list("ABCDEFGH"),
    ["Olena", "Тарас", "გიორგი", "Ann", "O'Neil", "Ann ", "रवि", "🐈"],
    ["אבי", "Ян", "Jan Novák", "A.-M.", "null", "0", "points", "about"],
]
PLAYERS = st.builds(lambda names, seats: names[:seats], st.sampled_from(NAMES), st.integers(4, 8))

WORDS = ["X", "ОЙ", "КІТ", "П'Я-ТЬ", "TONDA", "კატა", "क्षत्रिय", "1️⃣ 2️⃣", "Куряча Кішка", "a" * 30]
RULES = st.fixed_dictionaries(
    {"word": st.sampled_from(WORDS)}, optional={"odd_tie": st.sampled_from(["heim", "tied", "replay"])}
)

ITEMS = [("heim", 10), ("HA", 5), ("last", 5), ("HK", 4), ("HO", 3), ("HU", 2)] + [
    (f"H{rank}", 1) for rank in (10, 9, 8, 7)
]
TIES = [
    "0011110112",  # 16 with the Heim, 16 with the last trick, 1, 0
    "0101110112",  # 16 with both, 16 of hearts, 1, 0
    "0112201122",  # 12 with the Heim, 12 with the last trick, 9, 0
    "0112220122",  # 11, 11, 11, 0
    "0112222333",  # 10, 10, 10, 3
    "0112221223",  # the odd tie: 10 with the Heim, 11 with the last trick, 11, 1
    "0122121113",  # the odd tie, its elevens made otherwise
]
"""Who of four took each of ITEMS in rounds that chance hardly brings."""


@st.composite
def sharings(draw):
    """Which of the four, by seat, took each of ITEMS."""
    patterns = st.one_of(
        st.lists(st.integers(0, 3), min_size=len(ITEMS), max_size=len(ITEMS)),
        st.sampled_from(TIES).map(lambda pattern: [int(seat) for seat in pattern]),
    )
    pattern = draw(patterns)
    seats = draw(st.permutations(range(4)))
    return [seats[seat] for seat in pattern]


def told(draw, sheet):
    """A deal that the table could tell now, of any kind."""
    spare = len(sheet.players) - 4
    out = list(draw(st.permutations(sheet.players)))[:spare]
    four = [player for player in sheet.players if player not in out]
    ways = ["points", "cards", "threw_in and points", "reached_17", "threw_in", "revoke", "verdict", "fine"]
    way = draw(st.sampled_from(ways))
    if way == "fine":
        reason = draw(st.sampled_from([{}, {"reason": ""}, {"reason": "здав двічі"}]))
        return {"fine": draw(st.sampled_from(sheet.players)), **reason}
    if way in ("points", "cards", "threw_in and points"):
        deal = counted(draw, four, way)
    else:
        deal = {way: draw(st.sampled_from(four))}
        if way == "revoke":
            deal |= draw(st.sampled_from([{}, {}, {}, {"deliberate": False}, {"deliberate": True}]))
    if spare:
        deal["sitting_out"] = out
    if draw(st.booleans()):
        deal["about"] = {"note": "🐈"}
    return deal


def counted(draw, four, way):
    """A round of the four, told as points, as cards, or as a thrower's opponents counted theirs."""
    takers = [four[seat] for seat in draw(sharings())]
    points = dict.fromkeys(four, 0)
    cards: dict[str, list[str]] = {player: [] for player in four}
    for (item, worth), player in zip(ITEMS, takers, strict=True):
        points[player] += worth
        cards[player].append(item)
    if way == "cards":
        return {"cards": cards}
    heim, last = takers[0], takers[2]
    named = {}
    tied = list(points.values()).count(max(points.values())) > 1
    if tied or draw(st.booleans()):
        named["heim"] = heim
    if draw(st.booleans()):
        named["last_trick"] = last
    if way == "points":
        return {"points": points, **named}
    del points[last]
    return {"threw_in": last, "points": points, **named}


JUNK = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-40, 40),
    st.just(10**1000),
    st.floats(allow_nan=False),
    st.sampled_from(["", "A", "B", "Zoë", "heim", "last", "HA"]),
    st.lists(st.sampled_from(["A", "heim", "HA", 3, None, []]), max_size=4),
    st.dictionaries(st.sampled_from(["A", "B", "Zoë"]), st.sampled_from([1, "A", ["heim"], {}, None])),
)


def mangled(draw, sheet, deal):
    """The deal with one or two things about it spoilt."""
    for _ in range(draw(st.integers(1, 2))):
        deal = spoilt(draw, sheet, deal)
    return deal


def spoilt(draw, sheet, deal):
    if type(deal) is not dict or draw(st.integers(0, 30)) == 0:
        return draw(JUNK)
    keys = sorted(deal)
    known = ["points", "cards", "threw_in", "revoke", "deliberate", "verdict", "fine", "reason", "heim"]
    known += ["reached_17", "last_trick", "sitting_out", "dealer"]
    name = st.sampled_from([*sheet.players, "Zoë"])
    way = draw(st.sampled_from(["drop", "add", "junk", "rename", "inside", "inside"]))
    if way == "drop" and keys:
        gone = draw(st.sampled_from(keys))
        return {key: value for key, value in deal.items() if key != gone}
    if way == "add" or not keys:
        return {**deal, draw(st.sampled_from(known)): draw(st.one_of(name, JUNK))}
    key = draw(st.sampled_from(keys))
    if way == "junk":
        return {**deal, key: draw(JUNK)}
    if way == "rename":
        return {**deal, key: draw(name)}
    return {**deal, key: spoilt_inside(draw, deal[key], name)}


def spoilt_inside(draw, value, name):
    """A list or mapping of the deal with one entry lost, added or changed."""
    if type(value) is list:
        return draw(
            st.one_of(st.just(value[1:]), name.map(lambda one: [*value, one]), st.just([*value, *value]))
        )
    if type(value) is not dict or not value:
        return draw(JUNK)
    one = draw(st.sampled_from(list(value)))
    rest = {key: entry for key, entry in value.items() if key != one}
    change = draw(st.sampled_from(["drop", "junk", "stranger", "nudge"]))
    if change == "junk":
        return {**value, one: draw(JUNK)}
    if change == "stranger":
        return {**rest, draw(name): value[one]}
    if change == "nudge" and type(value[one]) is int:
        return {**value, one: value[one] + draw(st.sampled_from([-1, 1, 5, -10]))}
    return rest
