"""Smoking Cat: eight tricks in which nobody wants the hearts, the Heim or the last trick.

Four play each deal; with more at the table the others sit out. Who took most penalty points loses
the round, takes the next letter of the game word and deals the next round. The points are then
forgotten: only letters are kept. Whoever is the first to have the whole word loses the match.

The rules meant by number are those of Smoking Cat: what scores is in 5 to 14, the early ends in 15
and 34, letters and ties in 16 to 21, the deal in 24 to 26, revokes in 36 to 40, sitting out in 41.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import regex

from games.scoring import told
from games.scoring.options import AGREE, Choice
from games.scoring.refusal import Refused
from games.scoring.sheet import Deal, Figure, Part, Reminder, Score, Sheet, kind, ranked

ITEMS = {"heim": 10, "HA": 5, "HK": 4, "HO": 3, "HU": 2, "H10": 1, "H9": 1, "H8": 1, "H7": 1, "last": 5}
"""What scores in a round: the trick with the green Ober, each heart, the last trick (rules 7 to 13)."""

HEIM = ITEMS["heim"]
LAST_TRICK = ITEMS["last"]
TOTAL = sum(ITEMS.values())
"""The 33 of rule 14."""

PLAYING = 4
"""How many play each deal."""

_FLAG = "[\N{REGIONAL INDICATOR SYMBOL LETTER A}-\N{REGIONAL INDICATOR SYMBOL LETTER Z}]"
# \X alone counts back to the start of a row of flags at each of them, which takes minutes on a hostile word
_CHARACTER = regex.compile(rf"{_FLAG}{{2}}(?={_FLAG})|\X")
_COUNTED = regex.compile(r"[\p{L}\p{N}]")


def word_letters(word: str) -> list[str]:
    """The letters of a game word that are collected, in order and as typed.

    A letter is what a reader takes for one: a user-perceived character (extended grapheme cluster)
    with a letter or digit in it. Spaces, hyphens, apostrophes and plain emoji are only shown.
    """
    return [character for character in _CHARACTER.findall(word) if _COUNTED.search(character)]


@dataclass(frozen=True)
class Word:
    """A word of `low` to `high` letters to collect (rules 20 and 21); the table must agree on one."""

    low: int
    high: int

    @property
    def default(self) -> Any:
        return AGREE

    def takes(self, value: object) -> bool:
        return type(value) is str and self.low <= len(word_letters(value)) <= self.high


def highest(points: Mapping[str, int]) -> list[str]:
    """Who took most in a round; where it is more than one, the table must say who took the Heim."""
    most = max(points.values())
    return [player for player, taken in points.items() if taken == most]


def may_have_heim(points: Mapping[str, int], last_trick: str | None = None) -> list[str]:
    """Who has points enough for the Heim, and for the last trick too where that is known to be his."""
    return [
        player
        for player, taken in points.items()
        if taken >= (HEIM + LAST_TRICK if player == last_trick else HEIM)
    ]


class SmokingCat(Sheet):
    """`tally` counts the letters of `word` that each has; after the end the last round's loser is `dealer`.

    `word` are its counted letters; `expelled` is who ended the match with a deliberate revoke.
    """

    code = "smoking-cat"
    seats = range(PLAYING, 9)
    options = {
        "word": Word(1, 30),
        "odd_tie": Choice(("heim", "tied", "replay")),
    }

    def __init__(self, players: Sequence[str], dealer: str, rules: Mapping[str, Any]) -> None:
        super().__init__(players, dealer, rules)
        self.word = word_letters(rules["word"])
        self.expelled: str | None = None
        self._collected = ["".join(self.word[:count]) for count in range(len(self.word) + 1)]
        self._sat_out = dict.fromkeys(self.players, 0)
        self._turn = (dealer, *self.clockwise(dealer)[:-1])

    @kind("threw_in", may=("points", "heim", "last_trick", "sitting_out"))
    def threw_in(self, deal: Deal) -> Score:
        """A hand thrown in (rules 34 and 35): a letter at once, or counted by the points of the other three.

        It stands before `counted` because such a deal has `points` too.
        """
        four = self._four(deal)
        thrower = self._named(deal, "threw_in", four)
        if "points" in deal:
            return self._thrown_in_and_counted(deal, four, thrower)
        for key in ("heim", "last_trick"):
            if key in deal:
                raise Refused("taker-without-points", key=key)
        return self._round(four, {thrower: Part("threw-in", 1)})

    def _thrown_in_and_counted(self, deal: Deal, four: Sequence[str], thrower: str) -> Score:
        """The thrower takes every card still held, and with them the last trick."""
        if thrower in told.by_name(deal["points"], "points", self.players):
            raise Refused("thrower-counted", key="points", player=thrower)
        points = self._points(deal, [player for player in four if player != thrower])
        others = sum(points.values())
        rest = TOTAL - others
        if rest < LAST_TRICK:
            raise Refused(
                "thrower-needs-five", key="points", player=thrower, got=rest, want=LAST_TRICK, others=others
            )
        points = {player: points.get(player, rest) for player in four}
        heim, last_trick = self._takers(deal, four)
        if last_trick not in (None, thrower):
            raise Refused("last-trick-is-throwers", key="last_trick", player=thrower, other_player=last_trick)
        _check_takers(points, heim, thrower)
        return self._round(four, self._letter(points, heim), points)

    @kind("points", may=("heim", "last_trick", "sitting_out"))
    def counted(self, deal: Deal) -> Score:
        """A round told by the points of the four; refused where the ten items cannot be shared out so."""
        four = self._four(deal)
        points = self._points(deal, four)
        got = sum(points.values())
        if got != TOTAL:
            raise Refused("points-total", key="points", got=got, want=TOTAL)
        heim, last_trick = self._takers(deal, four)
        _check_takers(points, heim, last_trick)
        return self._round(four, self._letter(points, heim), points)

    @kind("cards", may=("sitting_out",))
    def shown(self, deal: Deal) -> Score:
        """A round told by who took which of the ten items; who took none has an empty list."""
        four = self._four(deal)
        taker = _takers_of_items(self._by_each(deal, "cards", four))
        points = dict.fromkeys(four, 0)
        for item, player in taker.items():
            points[player] += ITEMS[item]
        return self._round(four, self._letter(points, taker["heim"]), points)

    @kind("reached_17", may=("sitting_out",))
    def reached_17(self, deal: Deal) -> Score:
        """A round ended early, since nobody can overtake a player with 17 (rule 15)."""
        four = self._four(deal)
        return self._round(four, {self._named(deal, "reached_17", four): Part("reached-17", 1)})

    @kind("revoke", may=("deliberate", "sitting_out"))
    def revoke(self, deal: Deal) -> Score:
        """A letter whatever the points (rule 39); a deliberate revoke ends the match and loses it (rule 38)."""
        four = self._four(deal)
        offender = self._named(deal, "revoke", four)
        deliberate = told.flag(deal.get("deliberate", False), "deliberate")
        score = self._round(four, {offender: Part("deliberate-revoke" if deliberate else "revoke", 1)})
        if deliberate:
            self.expelled = offender
            self.finished = True
        return score

    @kind("verdict", may=("sitting_out",))
    def verdict(self, deal: Deal) -> Score:
        """A round whose loser the table decided (rule 40)."""
        four = self._four(deal)
        return self._round(four, {self._named(deal, "verdict", four): Part("verdict", 1)})

    @kind("fine", may=("reason",))
    def fine(self, deal: Deal) -> Score:
        """A letter without a round (rule 26), for anybody at the table: the next deal stays as it was."""
        fined = told.name(deal["fine"], "fine", self.players)
        reason = deal.get("reason", "")
        if type(reason) is not str:
            raise Refused("not-a-text", key="reason", got=reason)
        return self._write_letters(self.leader, {fined: Part("fine", 1)}, {})

    def _four(self, deal: Deal) -> Sequence[str]:
        """Who played, in seating order: everybody but those sitting out."""
        spare = len(self.players) - PLAYING
        if not spare:
            if "sitting_out" in deal:
                raise Refused("nobody-sits-out", key="sitting_out")
            return self.players
        if "sitting_out" not in deal:
            raise Refused("missing-key", key="sitting_out")
        out = told.names(deal["sitting_out"], "sitting_out", self.players)
        if len(out) != spare:
            raise Refused("sitting-out-number", key="sitting_out", got=len(out), want=spare)
        return [player for player in self.players if player not in out]

    def _named(self, deal: Deal, key: str, four: Sequence[str]) -> str:
        """The one of the four whom the deal names."""
        player = told.name(deal[key], key, self.players)
        _check_played([player], key, four)
        return player

    def _takers(self, deal: Deal, four: Sequence[str]) -> tuple[str | None, str | None]:
        """Who took the Heim and who the last trick, where the deal names them."""
        heim = self._named(deal, "heim", four) if "heim" in deal else None
        last_trick = self._named(deal, "last_trick", four) if "last_trick" in deal else None
        return heim, last_trick

    def _by_each(self, deal: Deal, key: str, four: Sequence[str]) -> dict[str, Any]:
        """What the deal says under `key` of each of these who played, in seating order."""
        values = told.by_name(deal[key], key, self.players)
        _check_played(values, key, four)
        told.by_each(values, key, four)
        return {player: values[player] for player in four}

    def _points(self, deal: Deal, four: Sequence[str]) -> dict[str, int]:
        points = self._by_each(deal, "points", four)
        for player, taken in points.items():
            if told.whole(taken, "points", player) < 0:
                raise Refused("points-negative", key="points", player=player, got=taken)
        return points

    def _letter(self, points: Mapping[str, int], heim: str | None) -> dict[str, Part]:
        """Who takes a letter for these points: who took most, and of those tied who has the Heim (rule 19)."""
        tied = highest(points)
        if len(tied) == 1:
            return {tied[0]: Part("most-points", 1)}
        if heim is None:
            raise Refused("heim-needed", key="heim", players=tied, got=points[tied[0]])
        if heim in tied:
            return {heim: Part("tie-heim", 1)}
        return self._odd_tie(tied, heim)

    def _odd_tie(self, tied: Iterable[str], heim: str) -> dict[str, Part]:
        """11, 11, 10 with the Heim, 1: the one tie with the Heim elsewhere, of which rule 19 says nothing."""
        if self.rules["odd_tie"] == "heim":
            return {heim: Part("odd-tie-heim", 1)}
        if self.rules["odd_tie"] == "tied":
            return {player: Part("odd-tie-tied", 1) for player in tied}
        return {player: Part("odd-tie-replay", 0) for player in (*tied, heim)}

    def _round(
        self, four: Sequence[str], parts: Mapping[str, Part], points: Mapping[str, int] | None = None
    ) -> Score:
        """Put a played round on the sheet; its loser deals next (rule 24), the first of two clockwise."""
        clockwise = self.clockwise(self.dealer)
        leader = next(player for player in clockwise if player in four)
        score = self._write_letters(leader, parts, points or {})
        self.dealer = next((player for player in clockwise if score.change[player]), self.dealer)
        self._count_sitting_out(four)
        return score

    def _write_letters(self, leader: str, parts: Mapping[str, Part], points: Mapping[str, int]) -> Score:
        score = self._write(
            leader=leader,
            points={player: points.get(player) for player in self.players},
            why={player: [parts[player]] if player in parts else [] for player in self.players},
        )
        score.notes.update(self.notes())
        self.finished = len(self.word) in self.tally.values()
        return score

    def _count_sitting_out(self, four: Sequence[str]) -> None:
        out = [player for player in self._turn if player not in four]
        if out:
            self._turn = self.clockwise(out[-1])
            for player in out:
                self._sat_out[player] += 1

    def sitting_out_next(self) -> list[str]:
        """A proposal, which the table may change, of who sits out the next deal (rule 41); none with four.

        In turn, clockwise: at first the dealer, later after whoever sat out last; and where the
        table has done otherwise before, first those who have sat out least often.
        """
        return sorted(self._turn, key=self._sat_out.__getitem__)[: len(self.players) - PLAYING]

    @property
    def expected_leader(self) -> str:
        out = self.sitting_out_next()
        return next(player for player in self.clockwise(self.dealer) if player not in out)

    def reminders(self) -> list[Reminder]:
        last_but_one = len(self.word) - 1
        return [
            Reminder("one-letter-left", player)
            for player, count in self.tally.items()
            if count == last_but_one
        ]

    def notes(self) -> dict[str, Any]:
        """`letters`: what each has collected of the word, as typed."""
        return {"letters": {player: self._collected[count] for player, count in self.tally.items()}}

    def places(self) -> dict[str, int]:
        """Fewest letters first; an expelled player comes last, alone."""
        return ranked({player: (player == self.expelled, count) for player, count in self.tally.items()})

    def winners(self) -> list[str]:
        return [player for player, place in self.places().items() if place == 1] if self.finished else []

    def losers(self) -> list[str]:
        if self.expelled is not None:
            return [self.expelled]
        return [player for player, count in self.tally.items() if count == len(self.word)]

    def adds(self, deal: Deal, score: Score) -> Iterator[Figure]:
        """Letters that were taken in rounds, which ties they came by, and fines, which are no rounds."""
        if "fine" in deal:
            yield Figure(deal["fine"], "fines")
            return
        for player, parts in score.why.items():
            if player not in deal.get("sitting_out", ()):
                yield Figure(player, "rounds")
            for rule, letters in parts:
                yield Figure(player, "letters", letters)
                if rule == "tie-heim":
                    yield Figure(player, "ties-by-heim")

    def adds_in_all(self) -> Iterable[Figure]:
        return [Figure(player, "words") for player, count in self.tally.items() if count == len(self.word)]


def _check_played(players: Iterable[str], key: str, four: Sequence[str]) -> None:
    for player in players:
        if player not in four:
            raise Refused("sat-out", key=key, player=player)


def _check_takers(points: Mapping[str, int], heim: str | None, last_trick: str | None) -> None:
    """Refuse points that sum to 33 but leave nobody for the Heim or for the last trick.

    A last-trick taker who is not named is always there: the Heim's taker has 15, or leaves at
    least 19 to the other three, one of whom then has 7.
    """
    if last_trick is not None and points[last_trick] < LAST_TRICK:
        raise Refused(
            "last-trick-needs-five",
            key="last_trick",
            player=last_trick,
            got=points[last_trick],
            want=LAST_TRICK,
        )
    able = may_have_heim(points, last_trick)
    if heim in able or (heim is None and able):
        return
    both = HEIM + LAST_TRICK
    if heim is None:
        most = max(points.values())
        if most < HEIM:
            raise Refused("heim-for-nobody", key="points", got=most, want=HEIM)
        raise Refused("heim-for-nobody-else", key="points", player=last_trick, got=most, want=both)
    if points[heim] < HEIM:
        raise Refused("heim-needs-ten", key="heim", player=heim, got=points[heim], want=HEIM)
    raise Refused("both-need-fifteen", key="heim", player=heim, got=points[heim], want=both)


def _takers_of_items(hands: Mapping[str, Any]) -> dict[str, str]:
    """Who took each of the ten items; refused unless each was taken once."""
    taker: dict[str, str] = {}
    for player, hand in hands.items():
        if type(hand) is not list:
            raise Refused("not-a-list", key="cards", player=player, got=hand)
        for item in hand:
            if type(item) is not str or item not in ITEMS:
                raise Refused("not-an-item", key="cards", player=player, got=item)
            if item in taker:
                raise Refused("item-twice", key="cards", item=item, player=player, other_player=taker[item])
            taker[item] = player
    missing = [item for item in ITEMS if item not in taker]
    if missing:
        raise Refused("items-missing", key="cards", items=missing)
    return taker
