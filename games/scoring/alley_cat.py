"""Alley Cat: two players, 27 cards, and the 5 of diamonds that turns its trick round.

Whoever is first to 44 points wins; on a tie they play on (rules 2 and 29). A trick is worth the
difference of its two cards (rules 22 to 25). After it one of the two draws a card and the other
leads: the loser draws and the winner leads (rules 16 and 17), but in the trick with the 5 of
diamonds, the Alley Cat, the winner draws and the loser leads, and the trick counts against whoever
took it (rules 20 and 21). So in every trick exactly one hand shrinks, by one card, and it is that
of who leads next. With six cards each the round is over within ten tricks, or eleven where
`last_card` is `draws`; the stock of 15 never runs out.

A round is told by its two totals, by the tricks that each took, or trick by trick.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from games.scoring import told
from games.scoring.options import Choice, Whole
from games.scoring.refusal import Refused
from games.scoring.sheet import Deal, Figure, Part, Score, Sheet, kind, ranked

HAND = 6
ALLEY_CAT = "5D"
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
PACK = tuple(rank + suit for rank in RANKS for suit in "SCD" if suit != "D" or rank == "5")
"""The 27 cards, from the one that every other beats to the one that beats every other."""

VALUE = {card: RANKS.index(card[:-1]) + 1 for card in PACK}
"""What a card counts (rules 24 and 26)."""

STRENGTH = {card: place for place, card in enumerate(PACK)}
"""Of two cards the stronger takes the trick (rules 4 to 6 and 13)."""

LEAST_POINTS = -8
"""The Alley Cat taken with a king, and no other trick (rule 27)."""

MOST_POINTS = 60
"""Six tricks: two kings on aces, two queens on twos, two jacks on threes."""


class Ending(NamedTuple):
    """How far the hand that shrank further has shrunk at least when a round is over, and its most tricks."""

    shrunk: int
    tricks: int


ENDINGS = {
    # One hand has shrunk by 5 to its last card, the other by 0 to 4; then one trick more, in which either shrinks.
    "ends": Ending(shrunk=5, tricks=10),
    # One hand has shrunk by 6, the other by 0 to 5.
    "draws": Ending(shrunk=6, tricks=11),
}
"""By `last_card`."""


class Trick(NamedTuple):
    """One trick of a round, and how things stand after it.

    `worth` is what it counts for `taker`: below 0 in the Alley Cat's. `draws` and `leads` are who
    draws a card now and who leads next; both are None when the round is `over`. `held` is how many
    cards each holds, the one just drawn included.
    """

    leader: str
    led: str
    followed: str
    taker: str
    worth: int
    draws: str | None
    leads: str | None
    held: Mapping[str, int]

    @property
    def over(self) -> bool:
        """Whether the round is over with this trick (rule 18, or as `last_card` says)."""
        return self.leads is None


class AlleyCat(Sheet):
    """The tally is points, and may be negative.

    By `last_card` the round ends as soon as somebody has played the last card in hand (`ends`), or
    whoever is to draw after playing it draws and plays on (`draws`).
    """

    code = "alley-cat"
    seats = range(2, 3)
    options = {
        "target": Whole(44, low=1, high=999),
        "last_card": Choice(("ends", "draws")),
    }

    def __init__(self, players: Sequence[str], dealer: str, rules: Mapping[str, Any]) -> None:
        super().__init__(players, dealer, rules)
        one, two = players
        self.other = {one: two, two: one}
        """Each one's opponent."""

    @kind("points")
    def points(self, deal: Deal) -> Score:
        """The totals of the two, as the table counted them."""
        points = told.by_each(deal["points"], "points", self.players)
        for player in self.players:
            _check_points(player, points[player])
        if all(points[player] < 0 for player in self.players):
            raise Refused("both-below-zero", key="points", players=list(self.players))
        return self._count({player: [Part("points", points[player])] for player in self.players})

    @kind("piles")
    def piles(self, deal: Deal) -> Score:
        """The tricks that each took, in any order."""
        piles = told.by_each(deal["piles"], "piles", self.players)
        seen: set[str] = set()
        for player in self.players:
            pile = piles[player]
            if type(pile) is not list:
                raise Refused("not-a-list", key="piles", player=player, got=pile)
            for number, trick in enumerate(pile, start=1):
                _check_trick(trick, seen, "piles", number, player)
        self._check_over(piles)
        return self._count_piles(piles)

    @kind("tricks")
    def tricks(self, deal: Deal) -> Score:
        """The whole round in order, each trick as the card led and the card that followed."""
        piles: dict[str, list[Sequence[str]]] = {player: [] for player in self.players}
        leads: str | None = self.leader
        for trick in self.trick_by_trick(deal["tricks"]):
            piles[trick.taker].append((trick.led, trick.followed))
            leads = trick.leads
        if leads is not None:
            raise Refused("round-unfinished", key="tricks", player=leads, got=len(deal["tricks"]))
        return self._count_piles(piles)

    def trick_by_trick(self, tricks: object, leader: str | None = None) -> Iterator[Trick]:
        """The tricks of a round, whole or only begun, each with what it comes to.

        `tricks` is told as in a match file: `[[led, followed], ...]`. `leader` led the first trick;
        by default it is the leader of the next deal. Raises `Refused` on reaching a trick that
        cannot be, after giving those before it.
        """
        if type(tricks) is not list:
            raise Refused("not-a-list", key="tricks", got=tricks)
        leads: str | None = leader or self.leader
        held: Mapping[str, int] = dict.fromkeys(self.players, HAND)
        seen: set[str] = set()
        for number, trick in enumerate(tricks, start=1):
            if leads is None:
                raise Refused("round-over", key="tricks", got=len(tricks), want=number - 1)
            _check_trick(trick, seen, "tricks", number)
            played = self._played(leads, trick, held)
            yield played
            held, leads = played.held, played.leads

    def _played(self, leader: str, trick: Sequence[str], held: Mapping[str, int]) -> Trick:
        """A trick led by `leader`, with `held` cards in the hands before it."""
        led, followed = trick
        taker = leader if STRENGTH[led] > STRENGTH[followed] else self.other[leader]
        leads = self._shrinking(taker, trick)
        draws = self.other[leads]
        if held[leads] == 1 or (held[draws] == 1 and self.rules["last_card"] == "ends"):
            after = {player: cards - 1 for player, cards in held.items()}
            return Trick(leader, led, followed, taker, worth(trick), None, None, after)
        after = {**held, leads: held[leads] - 1}
        return Trick(leader, led, followed, taker, worth(trick), draws, leads, after)

    def _shrinking(self, taker: str, trick: Collection[str]) -> str:
        """Who does not draw after a trick, and so leads next (rules 16, 17 and 20)."""
        return self.other[taker] if ALLEY_CAT in trick else taker

    def _check_over(self, piles: Mapping[str, Sequence[Sequence[str]]]) -> None:
        """Refuse tricks that, in whatever order, do not end a round, or go on after its end.

        Every other two piles can be a round's: who played which card of a trick is not told, so
        either player may have taken it, and the order can be chosen. `shrunk` counts the last
        trick's draw as made.
        """
        shrunk = dict.fromkeys(self.players, 0)
        for player, pile in piles.items():
            for trick in pile:
                shrunk[self._shrinking(player, trick)] += 1
        number = sum(shrunk.values())
        ending = ENDINGS[self.rules["last_card"]]
        if number < HAND:
            raise Refused("too-few-tricks", key="piles", got=number, want=HAND)
        if number > ending.tricks:
            raise Refused("too-many-tricks", key="piles", got=number, want=ending.tricks)
        player, most = max(shrunk.items(), key=lambda item: item[1])
        if most < ending.shrunk:
            raise Refused("nobody-out", key="piles", player=player, got=most, want=ending.shrunk)
        if most > HAND:
            raise Refused("hand-overplayed", key="piles", player=player, got=most, want=HAND)

    def _count_piles(self, piles: Mapping[str, Sequence[Sequence[str]]]) -> Score:
        return self._count({player: _parts(piles[player]) for player in self.players})

    def _count(self, why: Mapping[str, list[Part]]) -> Score:
        """Put a round on the sheet; the deal passes to the other (rule 10)."""
        points = {player: sum(part.amount for part in parts) for player, parts in why.items()}
        score = self._write(leader=self.leader, points=points, why=why)
        self.dealer = self.other[self.dealer]
        one, two = self.tally.values()
        self.finished = one != two and max(one, two) >= self.rules["target"]
        return score

    def places(self) -> dict[str, int]:
        """By total, highest first."""
        return ranked({player: -total for player, total in self.tally.items()})

    def winners(self) -> list[str]:
        return self._in_place(1)

    def losers(self) -> list[str]:
        return self._in_place(2)

    def _in_place(self, wanted: int) -> list[str]:
        if not self.finished:
            return []
        return [player for player, place in self.places().items() if place == wanted]

    def adds(self, deal: Deal, score: Score) -> Iterator[Figure]:
        """Points, how often a round came to so many, and the Alley Cats that were seen to be taken."""
        for player, parts in score.why.items():
            yield Figure(player, "rounds")
            yield Figure(player, "points", score.change[player])
            yield Figure(player, f"came-to:{score.change[player]}")
            if any(part.rule == "alley-cat" for part in parts):
                yield Figure(player, "cats")


def _check_points(player: str, value: object) -> None:
    points = told.whole(value, "points", player)
    if points < LEAST_POINTS:
        raise Refused("points-too-low", key="points", player=player, got=points, want=LEAST_POINTS)
    if points > MOST_POINTS:
        raise Refused("points-too-high", key="points", player=player, got=points, want=MOST_POINTS)


def _check_trick(value: object, seen: set[str], key: str, number: int, player: str | None = None) -> None:
    """Refuse what is not two cards of the pack, or has one of those already `seen`; its own join them.

    `number` is the trick's in the list of `key`, or in `player`'s pile, from 1.
    """
    if type(value) is not list or len(value) != 2:
        raise Refused("not-a-trick", key=key, player=player, trick=number, got=value)
    for card in value:
        if type(card) is not str or card not in VALUE:
            raise Refused("not-a-card", key=key, player=player, trick=number, got=card)
        if card in seen:
            raise Refused("card-twice", key=key, player=player, trick=number, got=card)
        seen.add(card)


def worth(trick: Sequence[str]) -> int:
    """What a trick counts for its taker (rules 21 and 22)."""
    one, two = trick
    difference = abs(VALUE[one] - VALUE[two])
    return -difference if ALLEY_CAT in trick else difference


def _parts(pile: Sequence[Sequence[str]]) -> list[Part]:
    """What a player's tricks come to: those without the Alley Cat together, and the Alley Cat's."""
    plain: list[int] = []
    cats: list[int] = []
    for trick in pile:
        (cats if ALLEY_CAT in trick else plain).append(worth(trick))
    return [Part(rule, sum(worths)) for rule, worths in (("tricks", plain), ("alley-cat", cats)) if worths]
