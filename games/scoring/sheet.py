"""The score sheet of one match: what every game has in common.

A game is a subclass of `Sheet` in a module of its own. The sheet starts empty; `play` adds one
deal as the table told it, and either says what it came to or refuses and leaves the sheet as it
was. What stands on the sheet after a list of deals is the result of the match: nothing else is
ever added to it or patched.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple, TypeVar

from games.scoring.options import Option
from games.scoring.refusal import Refused

Deal = Mapping[str, Any]
"""One deal as the table told it: a `deals` item of a match file."""


class Part(NamedTuple):
    """A part of a player's change in a deal: the rule's code and a whole amount."""

    rule: str
    amount: int


class Reminder(NamedTuple):
    """A rule that holds for `player` in the next deal."""

    rule: str
    player: str


class Figure(NamedTuple):
    """What a deal, or a whole match, adds to a player's record: by which code, and how much."""

    player: str
    code: str
    amount: int = 1


@dataclass(slots=True)
class Score:
    """What one deal came to; every mapping lists all players in seating order.

    `points` were counted in this deal (None where the table did not say), `change` and `tally`
    are the game's running count, `why` the parts that make up `change`. `notes` is what only this
    game writes beside a deal.
    """

    number: int
    dealer: str
    leader: str
    points: Mapping[str, int | float | None]
    change: dict[str, int]
    tally: dict[str, int]
    why: Mapping[str, list[Part]]
    notes: dict[str, Any]


class Kind(NamedTuple):
    """A way to tell a deal: the method that plays it, and the keys that its entry may have."""

    play: Callable[[Any, Deal], Score]
    allows: frozenset[str]


Method = TypeVar("Method", bound=Callable[..., Score])


def kind(key: str, *, may: Iterable[str] = ()) -> Callable[[Method], Method]:
    """Mark a method as playing the deals told by `key`, with the other keys that they may have."""

    def mark(method: Method) -> Method:
        method.__kind__ = (key, Kind(method, frozenset({key, *may, "about"})))  # type: ignore[attr-defined]
        return method

    return mark


class Sheet(ABC):
    """The sheet of a match between `players` in seating order, clockwise.

    `rules` has a value for every one of the game's `options`; `dealer` is who deals next (and so,
    before the first deal, who deals first). `number` deals are on the sheet, `tally` is the game's
    running count, `finished` whether the match is over.
    """

    code: ClassVar[str]
    seats: ClassVar[range]
    """How many can play."""
    unit: ClassVar[str] = ""
    """What its ledger counts; "" without stakes."""
    options: ClassVar[Mapping[str, Option]] = {}
    kinds: ClassVar[dict[str, Kind]] = {}
    """The kinds of deal by the key that tells them, in the order in which they are looked for."""

    def __init_subclass__(cls) -> None:
        marked = (method.__kind__ for method in vars(cls).values() if hasattr(method, "__kind__"))
        cls.kinds = dict(marked)

    def __init__(self, players: Sequence[str], dealer: str, rules: Mapping[str, Any]) -> None:
        self.players = tuple(players)
        self.rules = rules
        self.dealer = dealer
        self.number = 0
        self.finished = False
        self.tally = dict.fromkeys(self.players, self.opening)

    @property
    def opening(self) -> int:
        """What the running count of each player starts from."""
        return 0

    def play(self, deal: Deal) -> Score:
        """Add a deal; raises `Refused`, and then the sheet is as it was."""
        if self.finished:
            raise Refused("match-over")
        return self._kind_of(deal).play(self, deal)

    def _kind_of(self, deal: Deal) -> Kind:
        if type(deal) is not dict:
            raise Refused("not-an-object", key="deals", got=deal)
        keys = deal.keys()
        told = next((told for key, told in self.kinds.items() if key in keys), None)
        if told is None:
            raise Refused("unknown-kind", got=sorted(deal))
        if not keys <= told.allows:
            raise Refused("unknown-key", key=min(keys - told.allows))
        return told

    def _write(
        self,
        *,
        leader: str,
        points: Mapping[str, int | float | None],
        why: Mapping[str, list[Part]],
        **notes: Any,
    ) -> Score:
        """Put a deal on the sheet: the parts of `why` are what changes the running count."""
        tally = self.tally = dict(self.tally)
        change = {}
        for player, parts in why.items():
            amount = 0
            for part in parts:
                amount += part.amount
            change[player] = amount
            tally[player] += amount
        self.number += 1
        return Score(self.number, self.dealer, leader, points, change, tally, why, notes)

    def left_of(self, player: str) -> str:
        """The next seat, clockwise."""
        return self.players[(self.players.index(player) + 1) % len(self.players)]

    def clockwise(self, after: str) -> tuple[str, ...]:
        """Everybody, beginning at the left of `after` and ending with him."""
        seat = self.players.index(after) + 1
        return self.players[seat:] + self.players[:seat]

    @property
    def leader(self) -> str:
        """Who leads in the next deal, as far as it is known before it is told: the dealer's left."""
        return self.left_of(self.dealer)

    @property
    def expected_leader(self) -> str:
        """Who leads in the next deal if the table does as it is expected to."""
        return self.leader

    @property
    def rematch_dealer(self) -> str:
        """Who deals first if the same people play the same game again."""
        return self.dealer

    def reminders(self) -> list[Reminder]:
        """The rules that the table should have in mind in the next deal."""
        return []

    def notes(self) -> dict[str, Any]:
        """What only this game writes at the end of the list so far."""
        return {}

    @abstractmethod
    def places(self) -> dict[str, int]:
        """Standard competition ranking (1, 2, 2, 4), best first, of the list so far."""

    @abstractmethod
    def winners(self) -> list[str]:
        """In seating order; empty until the match is finished."""

    @abstractmethod
    def losers(self) -> list[str]:
        """In seating order; empty until the match is finished."""

    def ledger(self) -> dict[str, int]:
        """Whole units (poens, pennies) won and lost, summing to zero; empty without stakes or before the end."""
        return {}

    def adds(self, deal: Deal, score: Score) -> Iterator[Figure]:
        """What a deal of this sheet adds to the records; `rounds` are those that somebody played himself."""
        for player in score.change:
            yield Figure(player, "rounds")

    def adds_in_all(self) -> Iterable[Figure]:
        """What the list so far adds to the records as a whole."""
        return ()


def ranked(worth: Mapping[str, Any]) -> dict[str, int]:
    """Places by `worth`, least first: 1, 2, 2, 4."""
    order = sorted(worth.values())
    return {player: order.index(value) + 1 for player, value in worth.items()}
