"""Petukh, the rooster: everybody writes off what stands against him, down to exactly nought.

Everybody starts with the same record (15 by custom) and gets five cards. A trick writes off one;
two jacks shown to the table ("boys") write off more; who stays in and takes no trick goes up.
A record that would fall below nought starts again from the top. Who first comes to nought wins
and is paid by each of the others what is left of his record, and for every cross or circle.

The rules meant by number: 14 to 18 (record, winner, settlement), 21 to 26 (boys), 27 to 31 (penalties),
32 and 34 (the end), 38 to 42 (variants), P1 to P18 (the author's house rules).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from games.scoring import told
from games.scoring.options import Choice, Flag, Option, Several, Whole
from games.scoring.refusal import Refused
from games.scoring.sheet import Deal, Figure, Part, Reminder, Score, Sheet, kind, ranked

OPTIONS: dict[str, Option] = {
    "start": Whole(15, 1, 999, usual=(15, 20, 25, 30, 49)),
    "deck": Choice((36, 32)),
    "boys_without_trick": Choice(("offset", "void", "penalty", "forfeit")),
    "coloured": Choice((10, 5)),
    "oblique": Choice((0, 5)),
    "four_jacks": Choice(("write-off", "wins")),
    "no_trick": Choice(("points", "cross", "points-and-circle")),
    "mark_price": Whole(1, 0, 100),
    "zero": Choice(("end-of-deal", "at-once")),
    "overshoot": Choice(("restart", "finishes")),
    "finish_with_boys": Choice(("five-or-less", "off")),
    "boys_may_pass": Flag(default=True),
    "trump_five": Flag(default=False),
    "suit_five": Flag(default=False),
    "no_boys_at_seven": Flag(default=False),
    "house_rules": Several(
        (
            "trump-goes-left",
            "no-exchange-at-three",
            "lead-trump-at-one",
            "must-overtrump",
            "lead-trump-ace",
            "trump-card-stays",
        )
    ),
}

_HOUSE: dict[str, Any] = {
    "boys_without_trick": "penalty",
    "four_jacks": "wins",
    "no_trick": "points-and-circle",
    "zero": "at-once",
    "trump_five": True,
    "suit_five": True,
    "no_boys_at_seven": True,
    "house_rules": [
        "trump-goes-left",
        "no-exchange-at-three",
        "lead-trump-at-one",
        "must-overtrump",
        "lead-trump-ace",
    ],
}

PRESETS: dict[str, dict[str, Any]] = {"book": {}, "house": _HOUSE, "house-long": {**_HOUSE, "start": 49}}
"""The agreements that have a name: the book's rules, the author's house rules, and their long game
(P14). Each lists the options that differ from the defaults."""

BOYS = ("simple", "coloured", "four", "oblique")
"""Two jacks of one colour without and with the trump jack, all four, and two of different colours."""

TRICKS = 5
"""Tricks in a deal; each writes off one (rules 6 and 15)."""

REVOKE = 5
"""What each revoke puts back on the record (rule 30)."""

SHORT = 5
"""From this record on a pair of boys may finish the game, and the trump card goes to the left."""

WITHOUT_TRICK: dict[str, dict[int, tuple[int, int]]] = {
    "offset": {0: (0, 5), 5: (5, 5), 10: (10, 10), 15: (15, 10)},
    "void": {0: (0, 5), 5: (0, 5), 10: (0, 5), 15: (0, 5)},
    "penalty": {0: (0, 5), 5: (0, 10), 10: (0, 10), 15: (0, 10)},
    "forfeit": {0: (0, 5), 5: (0, 5), 10: (0, 0), 15: (0, 10)},
}
"""For each `boys_without_trick`: what boys of a value (0: none) write off when their holder stays in
and takes no trick, and what he is charged (rules 27 to 31, 41 and P1)."""


class Petukh(Sheet):
    """`tally` is each player's record, `marks` his crosses or circles, `winner` who finished first.

    `stops_at_zero`: the deal ends at once when somebody comes to nought (P16).
    `boys_count_when_passed`: who passes may announce boys all the same (rule 22).
    """

    code = "petukh"
    seats = range(2, 6)
    unit = "poen"
    options = OPTIONS

    def __init__(self, players: Sequence[str], dealer: str, rules: Mapping[str, Any]) -> None:
        super().__init__(players, dealer, rules)
        self.marks = dict.fromkeys(self.players, 0)
        self.winner: str | None = None
        self.stops_at_zero: bool = rules["zero"] == "at-once"
        self.boys_count_when_passed: bool = rules["boys_may_pass"] and rules["boys_without_trick"] == "offset"
        self._values = {"simple": 5, "coloured": rules["coloured"], "four": 15, "oblique": rules["oblique"]}

    @property
    def opening(self) -> int:
        start: int = self.rules["start"]
        return start

    # What these rules say

    def boys_value(self, boys: str | None) -> int:
        """What boys write off beside a trick, or for who passed with them (rules 22 to 26, 39, 40)."""
        return self._values[boys] if boys else 0

    def without_trick(self, boys: str | None) -> tuple[int, int]:
        """What boys (None: no boys) write off without a trick, and the charge for having taken none."""
        return WITHOUT_TRICK[self.rules["boys_without_trick"]][self.boys_value(boys)]

    def may_show_boys(self, player: str) -> bool:
        """Whether the record lets a player announce boys in the next deal (P7)."""
        return not (self.rules["no_boys_at_seven"] and self.tally[player] == 7)

    def may_finish_with_boys(self, player: str) -> bool:
        """Whether a pair of boys would finish the game for a player without play (rule 32)."""
        return self.rules["finish_with_boys"] == "five-or-less" and self.tally[player] <= SHORT

    def owed(self) -> dict[str, int]:
        """What each would owe the winner now: the record and the price of the marks (rules 17, 42, P18)."""
        price = self.rules["mark_price"]
        return {player: left + price * self.marks[player] for player, left in self.tally.items()}

    # A deal that was dealt and played, by however many stayed in

    @kind("tricks", may=["passed", "boys", "revokes", "first_out"])
    def _played(self, deal: Deal) -> Score:
        """Who took how many tricks, who had passed, who announced boys, who revoked (rules 15 to 35).

        Also who passed with boys may finish. When several do, the table says who did `first_out`.
        """
        tricks = self._tricks(deal)
        boys = self._boys(deal, tricks)
        revokes = self._revokes(deal, tricks)
        spared = _spared(tricks)
        why, left = {}, {}
        for player in self.players:
            parts = self._parts(tricks.get(player), boys.get(player), spared)
            if player in revokes:
                parts.append(Part("revoke", REVOKE * revokes[player]))
            why[player], left[player] = parts, self._after(player, parts)
        if self.stops_at_zero:
            self._check_stop(tricks, boys, left)
        finishers = [player for player in self.players if self._settle(why[player], left[player])]
        return self._put(
            why,
            points={player: tricks.get(player) for player in self.players},
            leader=next((player for player in self.clockwise(self.dealer) if player in tricks), self.leader),
            winner=_first(deal, finishers, self.players),
        )

    def _tricks(self, deal: Deal) -> Mapping[str, int]:
        """The tricks of those who stayed in; with `passed` they are all the players."""
        passed = told.names(deal.get("passed", []), "passed", self.players)
        tricks = told.by_name(deal["tricks"], "tricks", self.players)
        for player in self.players:
            if player not in tricks:
                if player not in passed:
                    raise Refused("player-missing", key="tricks", player=player)
            elif player in passed:
                raise Refused("passed-with-tricks", key="passed", player=player)
            elif not 0 <= told.whole(tricks[player], "tricks", player) <= TRICKS:
                raise Refused("tricks-range", key="tricks", player=player, got=tricks[player], want=TRICKS)
        total = sum(tricks.values())
        if len(tricks) > 1 and (total > TRICKS or (total < TRICKS and not self.stops_at_zero)):
            raise Refused("tricks-total", key="tricks", got=total, want=TRICKS)
        return tricks

    def _boys(self, deal: Deal, tricks: Mapping[str, int]) -> Mapping[str, str]:
        boys = told.by_name(deal.get("boys", {}), "boys", self.players)
        for player, shown in boys.items():
            if type(shown) is not str or shown not in BOYS:
                raise Refused("boys-kind", key="boys", player=player, got=shown)
            if shown == "four" and self.rules["four_jacks"] == "wins":
                raise Refused("four-jacks-win", key="boys", player=player)
            if not self.may_show_boys(player):
                raise Refused("boys-at-seven", key="boys", player=player)
            if player not in tricks and not self.boys_count_when_passed:
                raise Refused("boys-passed", key="boys", player=player)
        if len(boys) > 1:
            self._check_jacks(boys)
        return boys

    def _check_jacks(self, boys: Mapping[str, str]) -> None:
        """The pack has two red jacks and two black ones, and one of the four is the trump jack."""
        simple, coloured, four, oblique = (
            [player for player in self.players if boys.get(player) == shown] for shown in BOYS
        )
        pairs = [player for player in self.players if boys.get(player) in ("simple", "coloured")]
        if four:
            raise Refused(
                "boys-beside-four",
                key="boys",
                player=four[0],
                players=[player for player in self.players if player in boys],
            )
        if oblique and pairs:
            raise Refused("oblique-beside-pair", key="boys", player=oblique[0], players=pairs)
        if len(oblique) > 2:
            raise Refused("oblique-too-many", key="boys", players=oblique, got=len(oblique), want=2)
        if len(pairs) > 2:
            raise Refused("pairs-too-many", key="boys", players=pairs, got=len(pairs), want=2)
        # Where any pair is worth 5, nobody looks for the trump jack, so the name says nothing.
        if self.rules["coloured"] != 5:
            if len(coloured) > 1:
                raise Refused("coloured-twice", key="boys", players=coloured)
            if len(simple) > 1:
                raise Refused("simple-twice", key="boys", players=simple)

    def _revokes(self, deal: Deal, tricks: Mapping[str, int]) -> Mapping[str, int]:
        revokes = told.by_name(deal.get("revokes", {}), "revokes", self.players)
        for player, number in revokes.items():
            if player not in tricks:
                raise Refused("revoke-passed", key="revokes", player=player)
            if told.whole(number, "revokes", player) < 1:
                raise Refused("revokes-range", key="revokes", player=player, got=number, want=1)
        return revokes

    def _parts(self, taken: int | None, boys: str | None, spared: str | None) -> list[Part]:
        """What tricks (None: passed) and boys come to, any charge for having taken no trick included."""
        if taken == 0:
            return self._no_trick(boys, spared)
        parts = [Part("tricks", -taken)] if taken else []
        if boys:
            parts.append(Part(f"boys-{boys}", -self.boys_value(boys)))
        return parts

    def _no_trick(self, boys: str | None, spared: str | None) -> list[Part]:
        """The same for who stayed in and took none; `spared` is the rule by which he is not charged."""
        written_off, penalty = self.without_trick(boys)
        value = self.boys_value(boys)
        parts = []
        if boys and written_off == value:
            parts.append(Part(f"boys-{boys}", -written_off))
        elif boys:
            parts.append(Part("boys-without-trick" if penalty or spared else "boys-cover-no-trick", 0))
        if spared:
            parts.append(Part(spared, 0))
        elif penalty:
            parts += self._charge("no-trick-with-boys" if value else "no-trick", penalty, written_off)
        return parts

    def _charge(self, rule: str, penalty: int, written_off: int) -> list[Part]:
        """A penalty above 0 as this table takes it: points, a cross, or points and perhaps a circle."""
        if self.rules["no_trick"] == "cross":
            return [Part("cross", 0)]
        if self.rules["no_trick"] == "points-and-circle" and penalty > written_off:
            return [Part(rule, penalty), Part("circle", 0)]
        return [Part(rule, penalty)]

    def _after(self, player: str, parts: list[Part]) -> int:
        """A player's record after these parts."""
        left = self.tally[player]
        for part in parts:
            left += part.amount
        return left

    def _check_stop(
        self, tricks: Mapping[str, int], boys: Mapping[str, str], left: Mapping[str, int]
    ) -> None:
        """Where the deal stops at nought, nobody takes a trick past it, and only nought cuts it short.

        Who is past nought by his boys alone was never at it and plays on: that is an overshoot.
        """
        for player, taken in tricks.items():
            if taken and left[player] < 0 <= self.tally[player] - self.boys_value(boys.get(player)):
                enough = taken + left[player]
                raise Refused(
                    "past-zero", key="tricks", player=player, got=taken, want=enough, left=self.tally[player]
                )
        if _spared(tricks) == "cut-short" and 0 not in left.values():
            raise Refused("cut-short-above-zero", key="tricks", got=sum(tricks.values()), want=TRICKS)

    # Deals that were not played

    @kind("finished_with_boys")
    def _finished_with_boys(self, deal: Deal) -> Score:
        """Boys shown by who has five or fewer left end the game before a card is played (rule 32)."""
        player = told.name(deal["finished_with_boys"], "finished_with_boys", self.players)
        if self.rules["finish_with_boys"] == "off":
            raise Refused("finish-with-boys-off", key="finished_with_boys", player=player)
        if not self.may_finish_with_boys(player):
            left = self.tally[player]
            raise Refused("too-much-left", key="finished_with_boys", player=player, got=left, want=SHORT)
        return self._won(player, "finished-with-boys")

    @kind("trump_five", may=["passed"])
    def _trump_five(self, deal: Deal) -> Score:
        """Five trumps with the ace take all the tricks (P3)."""
        if not self.rules["trump_five"]:
            raise Refused("trump-five-off", key="trump_five")
        return self._five(deal, "trump_five", Part("trump-five", -TRICKS))

    @kind("suit_five", may=["passed"])
    def _suit_five(self, deal: Deal) -> Score:
        """So do five of a suit in a row, or what beat them (P4, P5)."""
        if not self.rules["suit_five"]:
            raise Refused("suit-five-off", key="suit_five")
        return self._five(deal, "suit_five", Part("suit-five", -TRICKS))

    def _five(self, deal: Deal, key: str, five: Part) -> Score:
        """The holder writes off five; the others who are in are charged as for taking no trick.

        Those who had passed before are left alone.
        """
        holder = told.name(deal[key], key, self.players)
        passed = told.names(deal.get("passed", []), "passed", self.players)
        if holder in passed:
            raise Refused("five-passed", key="passed", player=holder)
        why, points = {}, {}
        for player in self.players:
            why[player] = [] if player in passed else self._no_trick(boys=None, spared=None)
            points[player] = None if player in passed else 0
        why[holder], points[holder] = [five], TRICKS
        left = self._after(holder, why[holder])
        if left < 0 and self.stops_at_zero:
            why[holder].append(Part("stopped-at-zero", -left))
            left = 0
        finished = self._settle(why[holder], left)
        return self._put(why, points=points, leader=self.leader, winner=holder if finished else None)

    @kind("four_jacks")
    def _four_jacks(self, deal: Deal) -> Score:
        """All four jacks win the game, whatever the record (P12), and so at seven as well."""
        player = told.name(deal["four_jacks"], "four_jacks", self.players)
        if self.rules["four_jacks"] != "wins":
            raise Refused("four-jacks-off", key="four_jacks", player=player)
        return self._won(player, "four-jacks")

    def _won(self, player: str, rule: str) -> Score:
        """The player's record goes to nought and no other changes."""
        why: dict[str, list[Part]] = {other: [] for other in self.players}
        why[player] = [Part(rule, -self.tally[player])]
        return self._put(why, points=dict.fromkeys(self.players), leader=self.leader, winner=player)

    # The end of a deal and of the match

    def _settle(self, parts: list[Part], left: int) -> bool:
        """Add what an overshoot comes to (rule 34); whether the record ends at nought."""
        if left >= 0:
            return left == 0
        if self.rules["overshoot"] == "restart":
            parts.append(Part("overshoot", self.opening - left))
            return False
        parts.append(Part("overshoot-finishes", -left))
        return True

    def _put(
        self,
        why: Mapping[str, list[Part]],
        *,
        points: Mapping[str, int | None],
        leader: str,
        winner: str | None,
    ) -> Score:
        marked = [player for player, parts in why.items() for rule, _ in parts if rule in ("cross", "circle")]
        if marked:
            self.marks = {player: marks + marked.count(player) for player, marks in self.marks.items()}
        score = self._write(leader=leader, points=points, why=why, marks=self.marks)
        self.dealer = self.left_of(self.dealer)
        self.winner = winner
        self.finished = winner is not None
        return score

    def reminders(self) -> list[Reminder]:
        house = self.rules["house_rules"]
        found = [
            Reminder("may-finish-with-boys", one) for one in self.players if self.may_finish_with_boys(one)
        ]
        found += [Reminder("no-boys", one) for one in self.players if not self.may_show_boys(one)]
        if "trump-goes-left" in house and self.tally[self.dealer] <= SHORT:
            found.append(Reminder("trump-goes-left", self.dealer))
        if "no-exchange-at-three" in house:
            found += [Reminder("no-exchange", one) for one in self.players if self.tally[one] == 3]
        if "lead-trump-at-one" in house and 1 in self.tally.values():
            found.append(Reminder("lead-trump", self.leader))
        return found

    def notes(self) -> dict[str, Any]:
        return {"marks": self.marks}

    def places(self) -> dict[str, int]:
        return ranked({player: (player != self.winner, owed) for player, owed in self.owed().items()})

    def winners(self) -> list[str]:
        return [player for player in self.players if player == self.winner]

    def losers(self) -> list[str]:
        return [player for player in self.players if self.finished and player != self.winner]

    def ledger(self) -> dict[str, int]:
        """In poens: the winner's own marks cost nothing."""
        if self.winner is None:
            return {}
        paid = {player: -owed for player, owed in self.owed().items()}
        paid[self.winner] = 0
        return {**paid, self.winner: -sum(paid.values())}

    def adds(self, deal: Deal, score: Score) -> Iterator[Figure]:
        """Tricks of the rounds in which somebody stayed in, boys that were shown, and overshoots."""
        for player, parts in score.why.items():
            tricks = score.points[player]
            if tricks is not None:
                yield Figure(player, "rounds")
                yield Figure(player, "tricks", int(tricks))
            if player in (*deal.get("boys", ()), deal.get("finished_with_boys"), deal.get("four_jacks")):
                yield Figure(player, "boys")
            if any(part.rule in ("overshoot", "overshoot-finishes") for part in parts):
                yield Figure(player, "overshoots")

    def adds_in_all(self) -> Iterable[Figure]:
        return [
            Figure(player, "poens-won" if poens > 0 else "poens-lost", abs(poens))
            for player, poens in self.ledger().items()
        ]


def _spared(tricks: Mapping[str, int]) -> str | None:
    """The rule, if any, by which nobody is charged for taking no trick in this deal.

    `alone-no-trick`: nobody else stayed in. `cut-short`: the deal ended at nought before its last trick.
    """
    if len(tricks) == 1:
        return "alone-no-trick"
    if sum(tricks.values()) < TRICKS and tricks:
        return "cut-short"
    return None


def _first(deal: Deal, finishers: list[str], players: Sequence[str]) -> str | None:
    """Who wins: the only one who finished, or the one whom `first_out` names; None if nobody did."""
    if "first_out" not in deal:
        if len(finishers) > 1:
            raise Refused("first-out-missing", key="first_out", players=finishers)
        return finishers[0] if finishers else None
    first = told.name(deal["first_out"], "first_out", players)
    if not finishers:
        raise Refused("nobody-finished", key="first_out", player=first)
    if first not in finishers:
        raise Refused("first-out-not-finished", key="first_out", player=first, players=finishers)
    return first
