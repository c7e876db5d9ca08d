"""Scat, also called 31: three cards a hand, and the lowest hand pays.

A hand counts the cards of its best suit (ace 11, faces 10): 31 at most. At the showdown whoever has
the lowest hand loses a life, and pays a penny into the kitty for it; who knocked and is alone lowest
loses two; a 31 costs everybody else one. Who has no penny left plays on, on the dole, until the next
life lost puts him out. The last player still in wins the kitty (Scat, rules 1 to 33; rules 34 to 38
are variants). The options are those variants and what else tables differ in.

Only what the rules say about a deal is checked: hands told as numbers are not dealt out again to see
whether 52 cards could make them all.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from games.scoring import told
from games.scoring.options import Choice, Flag, Option, Whole
from games.scoring.refusal import Refused
from games.scoring.sheet import Deal, Figure, Part, Reminder, Score, Sheet, kind, ranked

OPTIONS: dict[str, Option] = {
    "lives": Whole(3, low=1, high=10, usual=(3, 4, 5)),
    "free_ride": Flag(True),
    "broke_double": Choice(("out", "dole")),
    "knocker_lowest": Choice((2, 1)),
    "knocker_tied": Choice(("safe", "loses")),
    "knocker_on_31": Choice((1, 2)),
    "three_of_a_kind": Choice((0, 30, 30.5)),
    "straight_flush": Flag(False),
    "minimum_knock": Whole(0, low=17, high=30, off=0, usual=(17, 21)),
    "throw_down": Flag(False),
    "all_equal": Choice(("others-lose", "nobody")),
}

WORTH = {str(pips): pips for pips in range(2, 11)} | {"J": 10, "Q": 10, "K": 10, "A": 11}
"""What a card of each rank counts, from the lowest rank to the highest."""
SUITS = "SHDC"
CARDS = {rank + suit: (rank, suit) for suit in SUITS for rank in WORTH}
HEIGHT = {rank: height for height, rank in enumerate(WORTH)}

HAND = 3
"""Cards in a hand."""
LEAST, MOST = 2, 31
"""The least that a hand can count (three twos), and the most."""
STRAIGHT_FLUSH = 30
HALF = 30.5
"""Three of a kind, where it is to beat a 30 and to lose to a 31."""
ACES = 4
"""Every 31 has an ace, so there cannot be more of them in one deal."""

PUTS_OUT = frozenset({"on-the-dole-out", "second-life-out", "last-penny-out"})


class Loss(NamedTuple):
    """The lives that a player loses in a deal, and the rule that takes them."""

    rule: str
    lives: int


class Scat(Sheet):
    """The sheet of a Scat: the tally is each player's pennies.

    `still_in` are the players who have not gone out, in seating order; `went_out` says who is out, in
    the order in which they went, and in which deal.
    """

    code = "scat"
    seats = range(2, 10)
    unit = "penny"
    options = OPTIONS

    def __init__(self, players: Sequence[str], dealer: str, rules: Mapping[str, Any]) -> None:
        super().__init__(players, dealer, rules)
        self.still_in = self.players
        self.went_out: dict[str, int] = {}

    @property
    def opening(self) -> int:
        """Everybody sits down with a penny for each life (rule 29)."""
        pennies: int = self.rules["lives"]
        return pennies

    # The four ways to tell a deal

    @kind("hands", may=("knocker", "thrown_down"))
    def hands(self, deal: Deal) -> Score:
        """Everybody's hand was counted, or its cards named."""
        knocker = self._knocker(deal)
        values = self._values(deal["hands"])
        with_31 = [player for player, value in values.items() if value == MOST]
        self._no_more_31_than_aces(with_31, "hands")
        if with_31:
            losses = self._all_but(with_31, knocker)
        else:
            least = min(values.values())
            losses = self._lowest_lose([player for player in values if values[player] == least], knocker)
        return self._settle(
            losses,
            points={player: values.get(player) for player in self.players},
            warnings=["knock-below-minimum"] if self._knocked_low(deal, values) else [],
        )

    @kind("lowest", may=("knocker", "thrown_down"))
    def lowest(self, deal: Deal) -> Score:
        """Only who had the lowest hand was told: everybody who tied for it, the knocker too.

        What the hands counted is not known, so a knock below the minimum is not either.
        """
        knocker = self._knocker(deal)
        return self._settle(self._lowest_lose(self._some_still_in(deal, "lowest"), knocker))

    @kind("thirty_one", may=("knocker", "thrown_down"))
    def thirty_one(self, deal: Deal) -> Score:
        """Somebody showed a 31, perhaps after a knock (rules 19 to 23); several at once if dealt so."""
        knocker = self._knocker(deal)
        holders = self._some_still_in(deal, "thirty_one")
        self._no_more_31_than_aces(holders, "thirty_one")
        return self._settle(
            self._all_but(holders, knocker),
            points={player: MOST if player in holders else None for player in self.players},
        )

    @kind("drawn")
    def drawn(self, deal: Deal) -> Score:
        """The stock ran out, and nobody loses."""
        if deal["drawn"] is not True:
            raise Refused("not-true", key="drawn", got=deal["drawn"])
        return self._settle({})

    # Reading what was told

    def _knocker(self, deal: Deal) -> str | None:
        """Who called the showdown, if anybody did: a throw-down counts like a knock (rule 38)."""
        if "thrown_down" in deal:
            if not self.rules["throw_down"]:
                raise Refused("throw-down-off", key="thrown_down")
            if "knocker" in deal:
                raise Refused("knocker-and-thrown-down", key="thrown_down")
            return self._one_still_in(deal["thrown_down"], "thrown_down")
        if "knocker" not in deal:
            raise Refused("missing-key", key="knocker")
        knocker = deal["knocker"]
        return None if knocker is None else self._one_still_in(knocker, "knocker")

    def _one_still_in(self, value: object, key: str) -> str:
        player = told.name(value, key, self.players)
        self._nobody_out([player], key)
        return player

    def _some_still_in(self, deal: Deal, key: str) -> list[str]:
        named = told.names(deal[key], key, self.players)
        if not named:
            raise Refused("nobody-named", key=key)
        self._nobody_out(named, key)
        return named

    def _nobody_out(self, named: Iterable[str], key: str) -> None:
        for player in named:
            if player in self.went_out:
                raise Refused("player-out", key=key, player=player, since=self.went_out[player])

    def _no_more_31_than_aces(self, holders: Collection[str], key: str) -> None:
        if len(holders) > ACES:
            raise Refused("too-many-31", key=key, got=len(holders), want=ACES)

    def _values(self, hands: object) -> dict[str, int | float]:
        """What the hand of each player still in counts, in seating order."""
        told_hands = told.by_name(hands, "hands", self.players)
        self._nobody_out(told_hands, "hands")
        held: dict[str, str] = {}
        values = {}
        for player in self.still_in:
            if player not in told_hands:
                raise Refused("player-missing", key="hands", player=player)
            hand = told_hands[player]
            if type(hand) is list:
                self._lay_out(hand, player, held)
                values[player] = self.worth(hand)
            else:
                values[player] = self._value(hand, player)
        return values

    def _lay_out(self, hand: list[object], player: str, held: dict[str, str]) -> None:
        """Put a hand's cards beside those already `held` (card to player): each is there once."""
        if len(hand) != HAND:
            raise Refused("hand-size", key="hands", player=player, got=len(hand), want=HAND)
        for card in hand:
            if type(card) is not str or card not in CARDS:
                raise Refused("not-a-card", key="hands", player=player, got=card)
            if card in held:
                raise Refused("card-twice", key="hands", player=player, card=card, holding_player=held[card])
            held[card] = player

    def _value(self, hand: object, player: str) -> int | float:
        """A hand told by its value: 2 to 31, or 30.5 where three of a kind counts that."""
        if type(hand) is float and hand == HALF:
            if self.rules["three_of_a_kind"] != HALF:
                raise Refused("half-point-off", key="hands", player=player, got=hand)
            return hand
        value = told.whole(hand, "hands", player)
        if not LEAST <= value <= MOST:
            raise Refused("hand-value", key="hands", player=player, got=value, low=LEAST, high=MOST)
        return value

    def worth(self, hand: Sequence[str]) -> int | float:
        """What three different cards count: the best suit's sum, or what an option makes of them.

        Scat, rules 24 to 28, 34 and 35. No option makes a hand less than its best suit.
        """
        sums: dict[str, int] = {}
        for card in hand:
            rank, suit = CARDS[card]
            sums[suit] = sums.get(suit, 0) + WORTH[rank]
        best = max(sums.values())
        if len(sums) == HAND and len({CARDS[card][0] for card in hand}) == 1:
            three: int | float = self.rules["three_of_a_kind"]
            return max(best, three)
        if len(sums) == 1 and self.rules["straight_flush"]:
            low, _, high = sorted(HEIGHT[CARDS[card][0]] for card in hand)
            return max(best, STRAIGHT_FLUSH) if high - low == HAND - 1 else best
        return best

    def _knocked_low(self, deal: Deal, values: Mapping[str, int | float]) -> bool:
        """Whether a knock was below the agreed minimum (rule 36); who throws down has not looked."""
        knocker = deal.get("knocker")
        return knocker is not None and values[knocker] < self.rules["minimum_knock"]

    # Who loses, and what

    def _all_but(self, holders: Collection[str], knocker: str | None) -> dict[str, Loss]:
        """A 31 costs everybody else a life, and the knocker what was agreed (rules 21 to 23)."""
        return {
            player: Loss("knocker-on-31", self.rules["knocker_on_31"])
            if player == knocker
            else Loss("another-has-31", 1)
            for player in self.still_in
            if player not in holders
        }

    def _lowest_lose(self, lowest: Collection[str], knocker: str | None) -> dict[str, Loss]:
        """The lowest lose a life each, but the knocker has his own rules (rules 15 to 18).

        Of hands that are all equal none is the lowest, and without a knock nobody loses.
        """
        all_equal = len(lowest) == len(self.still_in)
        if all_equal and (knocker is None or self.rules["all_equal"] == "nobody"):
            return {}
        if knocker is None or knocker not in lowest:
            return dict.fromkeys(lowest, Loss("lowest" if len(lowest) == 1 else "tied-lowest", 1))
        if len(lowest) == 1:
            return {knocker: Loss("knocker-lowest", self.rules["knocker_lowest"])}
        losses = {player: Loss("tied-with-knocker", 1) for player in lowest if player != knocker}
        if self.rules["knocker_tied"] == "loses":
            losses[knocker] = Loss("knocker-tied", self.rules["knocker_lowest"])
        return losses

    def _paid(self, player: str, loss: Loss) -> list[Part]:
        """A penny for each life as far as they reach, and what becomes of a player whose pennies end."""
        parts = [Part(loss.rule, -min(loss.lives, self.tally[player]))]
        ending = self._end_of_pennies(player, loss.lives)
        if ending:
            parts.append(Part(ending, 0))
        return parts

    def _end_of_pennies(self, player: str, lives: int) -> str | None:
        """The rule that decides whether the player stays in, once it comes to that (rules 30 to 32).

        With the free ride it does when a life cannot be paid, without it when the last penny is paid.
        """
        pennies = self.tally[player]
        if not self.rules["free_ride"]:
            return "last-penny-out" if lives >= pennies else None
        if lives <= pennies:
            return None
        if pennies == 0:
            return "on-the-dole-out"
        return "second-life-out" if self.rules["broke_double"] == "out" else "second-life-forgiven"

    # Settling the deal

    def _settle(
        self,
        losses: Mapping[str, Loss],
        *,
        points: Mapping[str, int | float | None] | None = None,
        warnings: Sequence[str] = (),
    ) -> Score:
        """Take the lives that were lost, unless that would put everybody out, and pass the deal on."""
        paid = {player: self._paid(player, loss) for player, loss in losses.items()}
        going = [player for player in self.still_in if player in paid and paid[player][-1].rule in PUTS_OUT]
        if len(going) == len(self.still_in):
            paid = {player: [Part(loss.rule, 0), Part("void-deal", 0)] for player, loss in losses.items()}
            going = []
        went_out = {**self.went_out, **dict.fromkeys(going, self.number + 1)}
        score = self._write(
            leader=self.leader,
            points=points or dict.fromkeys(self.players),
            why={player: paid.get(player, []) for player in self.players},
            warnings=list(warnings),
            out=list(went_out),
        )
        if going:
            self.went_out = went_out
            self.still_in = tuple(player for player in self.still_in if player not in going)
            self.finished = len(self.still_in) == 1
        self._pass_the_deal()
        return score

    def _pass_the_deal(self) -> None:
        """To the next player still in; after the end to the next seat of the whole table (rule 5)."""
        self.dealer = self.left_of(self.dealer) if self.finished else self._next_in(self.dealer)

    def _next_in(self, after: str) -> str:
        return next(player for player in self.clockwise(after) if player in self.still_in)

    @property
    def leader(self) -> str:
        """The next player still in after the dealer (rule 8)."""
        return self._next_in(self.dealer)

    # How the game stands

    @property
    def kitty(self) -> int:
        """The pennies paid so far."""
        return self.opening * len(self.players) - sum(self.tally.values())

    def reminders(self) -> list[Reminder]:
        """Who is still in without a penny: the next life lost puts him out."""
        return [Reminder("on-the-dole", player) for player in self.still_in if self.tally[player] == 0]

    def notes(self) -> dict[str, Any]:
        """Who is out, in the order in which they went (of one deal: as they sit)."""
        return {"out": list(self.went_out)}

    def places(self) -> dict[str, int]:
        """Who is still in by pennies, most first; then who is out, the later the better."""
        return ranked(
            {
                player: (1, -self.went_out[player]) if player in self.went_out else (0, -self.tally[player])
                for player in self.players
            }
        )

    def winners(self) -> list[str]:
        return list(self.still_in) if self.finished else []

    def losers(self) -> list[str]:
        return [player for player in self.players if player in self.went_out] if self.finished else []

    def ledger(self) -> dict[str, int]:
        """Pennies: everybody is out what he paid, and the winner has the kitty (rule 33)."""
        if not self.finished:
            return {}
        (winner,) = self.still_in
        won = {player: self.tally[player] - self.opening for player in self.players}
        won[winner] += self.kitty
        return won

    def adds(self, deal: Deal, score: Score) -> Iterator[Figure]:
        """31s, lives, rides on the dole and knocks, of the rounds in which somebody was still in."""
        out = score.notes["out"]
        for player, parts in score.why.items():
            if player not in out or any(part.rule in PUTS_OUT for part in parts):
                yield Figure(player, "rounds")
            if score.points[player] == MOST:
                yield Figure(player, "31s")
            yield Figure(player, "lives", -score.change[player])
            if score.change[player] and not score.tally[player] and player not in out:
                yield Figure(player, "doles")
        if knocker := deal.get("knocker") or deal.get("thrown_down"):
            yield from self._knock(knocker, score)

    def _knock(self, knocker: str, score: Score) -> Iterator[Figure]:
        """A knock is lost by whoever loses a life by it, and won if only others do."""
        yield Figure(knocker, "knocks")
        lost = {player for player, parts in score.why.items() if parts and parts[-1].rule != "void-deal"}
        if lost:
            yield Figure(knocker, "knocks-lost" if knocker in lost else "knocks-won")
