"""Petukh as Hypothesis draws it, and a referee who scores a played deal by the contract's own words.

The referee is written from match-file.md alone, as tables and sums and with no look at the module,
so that the two can be held against each other.
"""

from contextlib import suppress

from hypothesis import strategies as st

from games.scoring.match_file import options
from games.scoring.petukh import Petukh
from games.scoring.refusal import Refused

NAMES = [
    list("ABCDE"),
    ["Olena", "Тарас", "გიორგი", "Ann", "O'Neil"],
    ["🐓", "אבי", "Ann ", "Ann", "A.-M."],
]
PLAYERS = st.builds(lambda names, seats: names[:seats], st.sampled_from(NAMES), st.integers(2, 5))

HOUSE_RULES = [
    "trump-goes-left",
    "no-exchange-at-three",
    "lead-trump-at-one",
    "must-overtrump",
    "lead-trump-ace",
    "trump-card-stays",
]
RULES = st.fixed_dictionaries(
    {},
    optional={
        "start": st.one_of(st.integers(1, 12), st.sampled_from([15, 20, 25, 30, 49, 999])),
        "deck": st.sampled_from([36, 32]),
        "boys_without_trick": st.sampled_from(["offset", "void", "penalty", "forfeit"]),
        "coloured": st.sampled_from([10, 5]),
        "oblique": st.sampled_from([0, 5]),
        "four_jacks": st.sampled_from(["write-off", "wins"]),
        "no_trick": st.sampled_from(["points", "cross", "points-and-circle"]),
        "mark_price": st.integers(0, 100),
        "zero": st.sampled_from(["end-of-deal", "at-once"]),
        "overshoot": st.sampled_from(["restart", "finishes"]),
        "finish_with_boys": st.sampled_from(["five-or-less", "off"]),
        "boys_may_pass": st.booleans(),
        "trump_five": st.booleans(),
        "suit_five": st.booleans(),
        "no_boys_at_seven": st.booleans(),
        "house_rules": st.lists(st.sampled_from(HOUSE_RULES), unique=True),
    },
)

NO_TRICK = {
    "none": {"offset": (0, 5), "void": (0, 5), "penalty": (0, 5), "forfeit": (0, 5)},
    "simple": {"offset": (5, 5), "void": (0, 5), "penalty": (0, 10), "forfeit": (0, 5)},
    "coloured": {"offset": (10, 10), "void": (0, 5), "penalty": (0, 10), "forfeit": (0, 0)},
    "four": {"offset": (15, 10), "void": (0, 5), "penalty": (0, 10), "forfeit": (0, 10)},
}
"""The contract's table: written off, penalty."""


def row(rules, boys):
    """The table's row for boys as told: what they are scored as."""
    if boys == "coloured" and rules["coloured"] == 5:
        return "simple"
    if boys == "oblique":
        return "simple" if rules["oblique"] == 5 else "none"
    return boys or "none"


def value(rules, boys):
    return {"none": 0, "simple": 5, "coloured": 10, "four": 15}[row(rules, boys)]


def reckoned(rules, records, deal):
    """What a deal of tricks comes to: every record before an overshoot is settled, and who gets a mark."""
    tricks, boys, revokes = deal["tricks"], deal.get("boys", {}), deal.get("revokes", {})
    after, marked = {}, set()
    for player, old in records.items():
        written_off, penalty = value(rules, boys.get(player)), 0
        if tricks.get(player) == 0:
            written_off, penalty = NO_TRICK[row(rules, boys.get(player))][rules["boys_without_trick"]]
            if len(tricks) == 1 or sum(tricks.values()) < 5:
                penalty = 0
            if penalty and rules["no_trick"] == "cross":
                marked.add(player)
                penalty = 0
            if rules["no_trick"] == "points-and-circle" and penalty > written_off:
                marked.add(player)
        after[player] = old - tricks.get(player, 0) - written_off + penalty + 5 * revokes.get(player, 0)
    return after, marked


def settled(rules, after):
    """The records once overshoots are settled."""
    over = rules["start"] if rules["overshoot"] == "restart" else 0
    return {player: over if left < 0 else left for player, left in after.items()}


HANDS_OF_BOYS = [
    ["simple"],
    ["coloured"],
    ["oblique"],
    ["four"],
    ["simple", "coloured"],
    ["oblique", "oblique"],
]


def told(draw, sheet):
    """A deal for the sheet as it stands, of any kind that its rules have, and always a possible one."""
    rules, records = sheet.rules, sheet.tally
    kinds = ["tricks"] * 6
    short = [player for player, left in records.items() if left <= 5]
    if short and rules["finish_with_boys"] != "off":
        kinds.append("finished_with_boys")
    kinds += [five for five in ("trump_five", "suit_five") if rules[five]]
    if rules["four_jacks"] == "wins":
        kinds.append("four_jacks")
    kind = draw(st.sampled_from(kinds))
    if kind == "tricks":
        deal = _played(draw, rules, records)
    else:
        player = draw(st.sampled_from(short if kind == "finished_with_boys" else list(records)))
        deal = {kind: player}
        if kind.endswith("five"):
            others = [other for other in records if other != player]
            deal |= _perhaps(draw, "passed", draw(st.lists(st.sampled_from(others), unique=True)))
    if draw(st.integers(0, 9)) == 0:
        deal["about"] = draw(st.sampled_from([None, "a note", {"at": 1, "by": ["Ann"]}]))
    return deal


def _played(draw, rules, records):
    """Five cards each: passes, boys, and trick after trick until five are taken or the game stops."""
    passed = [player for player in records if draw(st.integers(0, 3)) == 0]
    staying = [player for player in records if player not in passed]
    boys = _boys(draw, rules, records, passed)
    tricks = dict.fromkeys(staying, 0)
    wanted = 5 if len(staying) > 1 else draw(st.integers(0, 5))

    def at_nought():
        for player, old in records.items():
            counts = tricks.get(player) or rules["boys_without_trick"] == "offset"
            if old == tricks.get(player, 0) + (value(rules, boys.get(player)) if counts else 0):
                return True
        return False

    while staying and sum(tricks.values()) < wanted and not (rules["zero"] == "at-once" and at_nought()):
        tricks[draw(st.sampled_from(staying))] += 1
    deal = {"tricks": tricks, **_perhaps(draw, "passed", passed), **_perhaps(draw, "boys", boys)}
    if staying and draw(st.integers(0, 7)) == 0 and (len(staying) == 1 or sum(tricks.values()) == 5):
        deal["revokes"] = {draw(st.sampled_from(staying)): draw(st.integers(1, 3))}
    final = settled(rules, reckoned(rules, records, deal)[0])
    finishers = [player for player, left in final.items() if left == 0]
    if len(finishers) > 1 or (finishers and draw(st.booleans())):
        deal["first_out"] = draw(st.sampled_from(finishers))
    return deal


def _boys(draw, rules, records, passed):
    if draw(st.integers(0, 2)):
        return {}
    may = [
        player
        for player, left in records.items()
        if not (rules["no_boys_at_seven"] and left == 7)
        and (player not in passed or (rules["boys_may_pass"] and rules["boys_without_trick"] == "offset"))
    ]
    of_one_colour = [["simple", "simple"], ["coloured", "coloured"]] if rules["coloured"] == 5 else []
    shown = draw(st.sampled_from(HANDS_OF_BOYS + of_one_colour))
    if len(may) < len(shown) or (shown == ["four"] and rules["four_jacks"] == "wins"):
        return {}
    boys = dict(zip(draw(st.permutations(may)), shown, strict=False))
    if rules["zero"] == "at-once" and rules["boys_without_trick"] != "offset":
        # Boys that need a trick to count and bring to nought by themselves: the trick is one too many.
        boys = {one: pair for one, pair in boys.items() if records[one] != value(rules, pair)}
    return boys


def _perhaps(draw, key, told_there):
    """The key, which may as well be left out when there is nothing to tell."""
    return {key: told_there} if told_there or draw(st.booleans()) else {}


RUBBISH = st.one_of(
    st.sampled_from([None, True, False, 0, -1, 1, 6, 10**999, 1.0, 0.5, "", "A", "Nobody", "simple", "four"]),
    st.sampled_from([[], ["A"], [[]], {}, {"A": 1}, {"A": {"A": []}}, [{"A": None}], {"Nobody": 1}]),
)


def mangled(draw, sheet, deal):
    """The deal damaged in one to three places; it may happen to be still possible."""
    for _ in range(draw(st.integers(1, 3))):
        if type(deal) is not dict:
            break
        deal = draw(st.sampled_from([_without, _with, _unplayed, _replaced, _bumped, _inside]))(
            draw, sheet, deal
        )
    return deal


def _without(draw, sheet, deal):
    gone = draw(st.sampled_from(sorted(deal))) if deal else None
    return {key: kept for key, kept in deal.items() if key != gone}


def _with(draw, sheet, deal):
    """A key more, or another value of one: likely there, or rubbish."""
    player = draw(st.sampled_from(sheet.players))
    likely = {
        "passed": [player],
        "boys": dict.fromkeys(
            sheet.players[:2], draw(st.sampled_from(["simple", "coloured", "four", "oblique"]))
        ),
        "revokes": {player: draw(st.integers(0, 2))},
        "tricks": dict.fromkeys(sheet.players, 1),
    }
    key = draw(st.sampled_from([*likely, "first_out", *UNPLAYED, "Tricks", "about", ""]))
    return {**deal, key: draw(st.one_of(st.just(likely.get(key, player)), RUBBISH))}


UNPLAYED = ["finished_with_boys", "trump_five", "suit_five", "four_jacks"]


def _unplayed(draw, sheet, deal):
    """A deal without play, whether or not the rules have it and the record allows it."""
    return {draw(st.sampled_from(UNPLAYED)): draw(st.sampled_from(sheet.players))}


def _replaced(draw, sheet, deal):
    if draw(st.integers(0, 9)) == 0:
        return draw(RUBBISH)
    return {**deal, draw(st.sampled_from(sorted(deal))): draw(RUBBISH)} if deal else deal


def _bumped(draw, sheet, deal):
    """A trick more or less for somebody, or far too many."""
    if type(deal.get("tricks")) is not dict or not deal["tricks"]:
        return deal
    tricks = dict(deal["tricks"])
    player = draw(st.sampled_from(sorted(tricks)))
    if type(tricks[player]) is int:
        tricks[player] += draw(st.sampled_from([-1, 1, 5]))
    return {**deal, "tricks": tricks}


def _inside(draw, sheet, deal):
    """A list or an object of the deal with something more or something else in it."""
    inner = [key for key, one in deal.items() if type(one) in (dict, list)]
    if not inner:
        return deal
    key = draw(st.sampled_from(inner))
    name = draw(st.sampled_from([*sheet.players, "Nobody", ""]))
    if type(deal[key]) is list:
        return {**deal, key: [*deal[key], draw(st.one_of(st.just(name), RUBBISH))]}
    kinds = st.sampled_from(["simple", "coloured", "four", "oblique", 1, 2])
    return {**deal, key: {**deal[key], name: draw(st.one_of(kinds, RUBBISH))}}


@st.composite
def sheets(draw):
    """A sheet between seats as the app calls them ("1" to "5"), with some deals on it; perhaps over."""
    players = [str(seat) for seat in range(1, draw(st.integers(2, 5)) + 1)]
    sheet = Petukh(players, draw(st.sampled_from(players)), options(Petukh, draw(RULES)))
    for _ in range(draw(st.integers(0, 8))):
        if sheet.finished:
            break
        with suppress(Refused):
            sheet.play(told(draw, sheet))
    return sheet
