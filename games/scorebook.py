"""The one writer: every change of a match goes through here, in one transaction, and is a replay.

A book is the scorebook opened at one match: `read` opens it to look, `write` to change it. A
match is its rules and a list of entries, and every change is an operation on that list:

    record    another deal                      strike    leave a round out
    correct   another entry for a round         restore   put a struck round back
    undo      the last change taken back        redo      and made again
    finish_early, abandon, reopen               the end, by hand

After each the list is replayed, and the scores that are kept are the replay's. A change carries a
key made where it was sent from: the same change by the same key again gives the same answer and
changes nothing; another one by it, or the same once it was taken back, is not made (`Moved`).
"""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property, lru_cache
from itertools import takewhile
from typing import Any, NamedTuple, NotRequired, TypedDict, Unpack

from django.db.models import Count, F, Max, Q, QuerySet, Subquery
from django.utils import timezone

from games import kept, records
from games.evenings import touch
from games.models import Act, Change, Club, Device, Ending, Match, Round, Seat
from games.players import alike, move_on
from games.scoring import GAMES
from games.scoring.refusal import Refused
from games.scoring.sheet import Deal, Score, Sheet
from games.scoring.smoking_cat import word_letters
from games.turns import in_turn

VERSION = "match_version"
"""Beside each change that is read: the match's version at that moment."""
LATELY = 100
"""So many matches are remembered as they were looked at last: several phones look at the same one."""


class Taken(Exception):
    """The number that a deal was entered for is taken by another entry, `theirs`."""

    def __init__(self, number: int, theirs: Round) -> None:
        super().__init__(number)
        self.number = number
        self.theirs = theirs


class Moved(Exception):
    """The match is not any more as it was when this was sent: something was written or taken back since."""


class Misfits(Exception):
    """Rounds that no longer fit after a change: deal numbers (as counted before it) and why."""

    def __init__(self, misfits: list[Misfit]) -> None:
        super().__init__([misfit.number for misfit in misfits])
        self.misfits = misfits


class Misfit(NamedTuple):
    position: int
    number: int
    refused: Refused


class Agreed(TypedDict):
    """What comes with a change of a round that was looked at before.

    `key` was made where it was sent from, `by` is the device, `version` the match's when the change
    was looked at (None: whichever), and `strike_misfits` whether rounds that no longer fit go with it.
    """

    key: str
    by: Device | None
    version: NotRequired[int | None]
    strike_misfits: NotRequired[bool]


class State(NamedTuple):
    """What is written of a round: its entry, and whether it is struck."""

    entry: Deal
    struck: bool

    @classmethod
    def of(cls, round: Round) -> State:
        return cls(round.entry, round.struck)


States = Mapping[int, State]
"""The rounds of a match by position, in order."""


@dataclass
class Replay:
    """What a list of rounds comes to: the sheet at its end, each round's score, and those that do not fit."""

    sheet: Sheet
    scores: dict[int, Score] = field(default_factory=dict)
    refused: dict[int, Refused] = field(default_factory=dict)


def read(club: Club, match_id: int) -> Book:
    """The book opened at a match, to look; raises Match.DoesNotExist.

    What is written in it is read anew only if the match or its club has another version than was looked
    at lately.
    """
    while True:
        book = _book(Match.objects.select_related("evening", "pencil"), club, match_id)
        looked_at = _Version(club.pk, club.version, match_id, book.match.version, book)
        with suppress(Moved):
            book.seats, book.rounds, book.changes, book.replay = _written(looked_at)
            return book


@contextmanager
def write(club: Club, match_id: int) -> Iterator[Book]:
    """The book opened at a match, to change it: nobody else changes the match meanwhile.

    What was written is kept when the block is left; when an exception leaves it, nothing is. Its evening is
    read only once the match is held: whoever held it before may have joined the evening with another.
    """
    with in_turn():
        yield _book(Match.objects.select_for_update(), club, match_id)


def _book(matches: QuerySet[Match], club: Club, match_id: int) -> Book:
    match = matches.get(club=club, pk=match_id)
    match.club = club
    return Book(match)


@dataclass(frozen=True)
class _Version:
    """A version of a club and a match: there is only one book of it, since every write makes another version."""

    club: str
    of_club: int
    match: int
    of_match: int
    book: Book = field(compare=False)


@lru_cache(maxsize=LATELY)
def _written(version: _Version) -> tuple[list[Seat], list[Round], list[Change], Replay]:
    """What is written in a version of a match: nobody who looks at it changes it.

    Raises `Moved` if somebody wrote between one question to the database and the next. What is asked last
    says so; where nothing was ever changed it says nothing, and there is nothing that could have moved.
    """
    book = version.book
    seats, rounds, changes = book.seats, book.rounds, book.changes
    if any(vars(change)[VERSION] != version.of_match for change in changes):
        raise Moved
    return seats, rounds, changes, book.replay


def found_by(word: str) -> str:
    """What is the same for words that a reader takes for one another, with hyphens and spaces or without."""
    return alike("".join(word_letters(word)))


def take_pencil(club: Club, match_id: int, by: Device) -> None:
    """From now on `by` is the phone that enters; raises Match.DoesNotExist."""
    if not Match.objects.filter(club=club, pk=match_id).update(pencil=by):
        raise Match.DoesNotExist


class Book:
    """One match in the scorebook."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.game = GAMES[match.game]
        self._done: dict[tuple[str, Act], Change | None] = {}

    @cached_property
    def seats(self) -> list[Seat]:
        return list(self.match.seats.select_related("player"))

    @cached_property
    def rounds(self) -> list[Round]:
        """All rounds, the struck ones too, by position."""
        return list(self.match.rounds.all())

    @cached_property
    def changes(self) -> list[Change]:
        """The changes that can be undone or redone, and those that are more than a deal recorded."""
        standing = Change.objects.filter(match=self.match, undone_at=None)
        last = standing.order_by("-number").values("number")[:1]
        more = ~Q(act=Act.RECORD) | Q(undone_at__isnull=False)
        found = self.match.changes.filter(more | Q(number=Subquery(last)))
        return list(found.annotate(**{VERSION: F("match__version")}))

    @property
    def states(self) -> States:
        return {round.position: State.of(round) for round in self.rounds}

    @property
    def live(self) -> list[Round]:
        """The rounds that are played; the first of them is deal 1."""
        return [round for round in self.rounds if not round.struck]

    @cached_property
    def replay(self) -> Replay:
        return self.replay_of(self.states)

    @property
    def told(self) -> records.Told:
        """What the match adds to the records as it stands."""
        if self.match.ending in (Ending.LIVE, Ending.ABANDONED):
            return records.NOTHING
        scores = self.replay.scores
        deals = ((round.entry, scores[round.position]) for round in self.rounds if round.position in scores)
        sitting = {seat.key: seat.player_id for seat in self.seats}
        return records.told(self.match.ending, sitting, self.replay.sheet, deals)

    def new_sheet(self) -> Sheet:
        return self.game([seat.key for seat in self.seats], str(self.match.first_dealer), self.match.rules)

    def replay_of(self, states: States) -> Replay:
        """Play a list of rounds; one that does not fit is left out and said, and the rest go on."""
        replay = Replay(self.new_sheet())
        for position, state in states.items():
            if state.struck:
                continue
            try:
                replay.scores[position] = replay.sheet.play(state.entry)
            except Refused as refused:
                replay.refused[position] = refused
        return replay

    def sheet_before(self, position: int) -> Sheet:
        """The sheet as it stood when the round at `position` was to be played."""
        return self.replay_of({at: state for at, state in self.states.items() if at < position}).sheet

    def sheet_at(self, number: int) -> Sheet:
        """The sheet as it stood when deal `number` was to be played; as it stands, if that is to come."""
        live = self.live
        if number <= len(live):
            return self.sheet_before(live[number - 1].position)
        return copy.deepcopy(self.replay.sheet)

    def sheet_told_on(self, number: int, key: str) -> Sheet:
        """The sheet that deal `number` is told on.

        Of a deal that is written by this key already it is the sheet as it stood then, whatever was done to
        those before it since.
        """
        change = self._by(key, Act.RECORD)
        if change is None:
            return self.sheet_at(number)
        stood = dict(self.states)
        for later in reversed(self.changes):
            if later.number > change.number:
                stood |= states_of(later.before)
        position = min(states_of(change.after))
        return self.replay_of({at: state for at, state in stood.items() if at < position}).sheet

    def round(self, pk: int) -> Round:
        """A round of this match; raises Round.DoesNotExist."""
        for round in self.rounds:
            if round.pk == pk:
                return round
        raise Round.DoesNotExist

    def number_of(self, round: Round) -> int:
        """Which deal a round is (or would be, were it not struck): struck ones do not count."""
        return 1 + sum(1 for other in self.live if other.position < round.position)

    @property
    def undoable(self) -> Change | None:
        """The change that undo would take back."""
        return next((change for change in reversed(self.changes) if not change.undone_at), None)

    @property
    def redoable(self) -> Change | None:
        """The change that redo would make again: the last undone, if nothing was written since."""
        undone = takewhile(lambda change: change.undone_at, reversed(self.changes))
        return max(undone, key=lambda change: change.undone_at or change.at, default=None)

    def record(self, *, number: int, entry: Deal, key: str, by: Device | None) -> Change | None:
        """Write deal `number`.

        An entry equal to the one that has the number already is the same deal told twice, and
        changes nothing (None). Raises `Taken` or `Moved` if the number is not the next, `Refused`
        if the deal cannot have happened or the match is over.
        """
        state = State(entry, struck=False)
        if seen := self._seen(key, Act.RECORD, state):
            return seen
        live = self.live
        if number <= len(live):
            theirs = live[number - 1]
            if theirs.entry == entry:
                return None
            raise Taken(number, theirs)
        if number > len(live) + 1:
            raise Moved
        self._play_on()
        self.match.pencil = by
        return self._write(Act.RECORD, {len(self.rounds) + 1: state}, key=key, by=by)

    def correct(self, round: Round, *, entry: Deal, **agreed: Unpack[Agreed]) -> Change | None:
        """Put another entry in a round's place; None if that stands there already.

        What came with the old entry from a file, and is no part of the deal, stays with it. Raises `Refused`
        if the entry cannot have happened there, `Misfits` if later rounds no longer fit and are not to be
        struck with it, `Moved` if the match has another version by now.
        """
        if "about" in round.entry:
            entry = {"about": round.entry["about"], **entry}
        return self._rewrite(Act.CORRECT, round, State(entry, struck=False), **agreed)

    def strike(self, round: Round, **agreed: Unpack[Agreed]) -> Change | None:
        """Leave a round out; returns and raises as `correct`."""
        return self._rewrite(Act.STRIKE, round, State(round.entry, struck=True), **agreed)

    def restore(self, round: Round, **agreed: Unpack[Agreed]) -> Change | None:
        """Put a struck round back in its place; returns and raises as `correct`."""
        return self._rewrite(Act.RESTORE, round, State(round.entry, struck=False), **agreed)

    def undo(self, number: int, *, by: Device | None, version: int | None = None) -> Change:
        """Take back change `number`, the last that stands.

        Raises `Moved` if it is not that, or if the match has another `version` by now.
        """
        change = self._change(number)
        if change.undone_at:
            return change
        self._be_at(version)
        if change != self.undoable:
            raise Moved
        return self._put(change, change.before, by)

    def redo(self, number: int, *, by: Device | None, version: int | None = None) -> Change:
        """Make change `number`, the last undone one, again; raises `Moved` as `undo`."""
        change = self._change(number)
        if not change.undone_at:
            return change
        self._be_at(version)
        if change != self.redoable:
            raise Moved
        return self._put(change, change.after, by)

    def finish_early(self, *, key: str, by: Device | None) -> Change:
        """End a match that is not over: it counts as it stands, and nothing is owed."""
        return self._end(Act.FINISH_EARLY, Ending.EARLY, key, by)

    def abandon(self, *, key: str, by: Device | None) -> Change:
        """End a match that is not over, and count it for nothing."""
        return self._end(Act.ABANDON, Ending.ABANDONED, key, by)

    def reopen(self, *, key: str, by: Device | None, version: int | None = None) -> Change:
        """Let an ended match go on: one that was played to its end loses its last round.

        Raises `Moved` if it goes on already, or has another `version` by now.
        """
        if seen := self._seen(key, Act.REOPEN):
            return seen
        self._be_at(version)
        if self.match.ending == Ending.LIVE:
            raise Moved
        if self.match.ending == Ending.PLAYED:
            last = self.live[-1]
            return self._write(Act.REOPEN, {last.position: State(last.entry, struck=True)}, key=key, by=by)
        return self._write(Act.REOPEN, {}, ending=Ending.LIVE, key=key, by=by)

    def _be_at(self, version: int | None) -> None:
        """Refuse what was looked at by another version of the match than it has now."""
        if version not in (None, self.match.version):
            raise Moved

    def _play_on(self) -> None:
        if self.match.ending != Ending.LIVE:
            raise Refused("match-over")

    def _end(self, act: Act, ending: Ending, key: str, by: Device | None) -> Change:
        if seen := self._seen(key, act):
            return seen
        self._play_on()
        return self._write(act, {}, ending=ending, key=key, by=by)

    def _seen(self, key: str, act: Act, state: State | None = None, at: int | None = None) -> Change | None:
        """The change that came by this key before, if it is the same one and has not been taken back.

        The same change put the round at position `at`, or the one that it recorded, in `state`.
        """
        change = self._by(key, act)
        if change is None or state is None:
            return change
        states = states_of(change.after)
        position = min(states) if at is None else at
        same = states.get(position) == state and self.states[position].struck == state.struck
        return change if same else None

    def _by(self, key: str, act: Act) -> Change | None:
        """What was done by a key, and has not been taken back."""
        if (key, act) not in self._done:
            self._done[key, act] = self.match.changes.filter(key=key, act=act, undone_at=None).first()
        return self._done[key, act]

    def _change(self, number: int) -> Change:
        for change in self.changes:
            if change.number == number:
                return change
        raise Moved

    def after(self, round: Round, state: State) -> tuple[Replay, list[Misfit]]:
        """What a round in another state would come to; raises `Refused` if it cannot be there itself."""
        states = {**self.states, round.position: state}
        replay = self.replay_of(states)
        if refused := replay.refused.pop(round.position, None):
            raise refused
        by_position = {other.position: other for other in self.rounds}
        misfits = [
            Misfit(position, self.number_of(by_position[position]), refused)
            for position, refused in replay.refused.items()
        ]
        return replay, misfits

    def _rewrite(
        self,
        act: Act,
        round: Round,
        state: State,
        *,
        key: str,
        by: Device | None,
        version: int | None = None,
        strike_misfits: bool = False,
    ) -> Change | None:
        if seen := self._seen(key, act, state, round.position):
            return seen
        self._be_at(version)
        states = self.states
        if states[round.position] == state:
            return None
        _, misfits = self.after(round, state)
        if misfits and not strike_misfits:
            raise Misfits(misfits)
        left_out = {one.position: State(states[one.position].entry, struck=True) for one in misfits}
        return self._write(act, {round.position: state, **left_out}, key=key, by=by)

    def _write(
        self,
        act: Act,
        states: dict[int, State],
        *,
        key: str,
        by: Device | None,
        ending: Ending | None = None,
    ) -> Change:
        """Make a change: put `states` in place, replay, and keep what was before and after.

        Raises `Moved` if the key came with another change.
        """
        made = self.match.changes.aggregate(last=Max("number"), by_key=Count("pk", filter=Q(key=key)))
        if made["by_key"]:
            raise Moved
        number = (made["last"] or 0) + 1
        written = self.states
        before = {
            position: written.get(position, State(state.entry, struck=True))
            for position, state in states.items()
        }
        change = Change(
            club_id=self.match.club_id, match=self.match, number=number, key=key, act=act, device=by
        )
        change.at = timezone.now()
        change.before = _stood(self.match.ending, before)
        won = {seat.key: seat.units for seat in self.seats}
        self._apply(states, ending, at=change.at, by=by)
        change.after = _stood(self.match.ending, states)
        moved = {seat.key: seat.units - won[seat.key] for seat in self.seats}
        change.units = moved if any(moved.values()) else None
        change.save()
        return change

    def _put(self, change: Change, stood: Mapping[str, Any], by: Device | None) -> Change:
        """Take a change back or make it again: its rounds are as they `stood` before or after it."""
        change.turn(by)
        self._apply(states_of(stood), Ending(stood["ending"]), at=timezone.now(), by=change.device)
        change.save(update_fields=["undone_at", "turns", "turned_at", "turned_by"])
        return change

    def _apply(self, states: States, ending: Ending | None, *, at: datetime, by: Device | None) -> None:
        """Put rounds in a state, and bring what is kept beside them to what the replay says."""
        rounds = {round.position: round for round in self.rounds}
        rewritten = states.keys() & rounds.keys()
        added = self.told
        for position, state in states.items():
            round = rounds.get(position) or Round(
                club_id=self.match.club_id, match=self.match, position=position, device=by, entered_at=at
            )
            round.entry, round.struck = state.entry, state.struck
            round.save()
            rounds[position] = round
        self.rounds = [rounds[position] for position in sorted(rounds)]
        self.replay = self.replay_of(self.states)
        self.__dict__.pop("changes", None)
        self._done.clear()
        for refused in self.replay.refused.values():
            raise refused
        self._keep_ending(ending, at)
        if rewritten:
            kept.drop_scores(self.match, since=min(rewritten))
        if states:
            changed = [round for round in self.rounds if round.position >= min(states)]
            kept.keep_scores(changed, self.seats, self.replay.scores)
        kept.keep_standing(self.seats, self.replay.sheet)
        records.follow(self.match, self.seats, added, self.told)
        touch(self.match.evening_id, at)

    def _keep_ending(self, ending: Ending | None = None, at: datetime | None = None) -> None:
        """Write how the match stands: played out if the replay says so, else as `ending` says or as it was."""
        match = self.match
        if self.replay.sheet.finished:
            match.ending = Ending.PLAYED
        elif ending is not None:
            match.ending = ending
        elif match.ending == Ending.PLAYED:
            match.ending = Ending.LIVE
        match.ended_at = None if match.ending == Ending.LIVE else match.ended_at or at or timezone.now()
        match.version += 1
        match.save(update_fields=["ending", "ended_at", "version", "pencil"])
        move_on(match.club)

    def rebuild(self) -> None:
        """Write all that is kept beside the entries anew."""
        self.match.word = found_by(self.match.rules.get("word", ""))
        self.match.save(update_fields=["word"])
        kept.drop_scores(self.match, since=1)
        kept.keep_scores(self.rounds, self.seats, self.replay.scores)
        self._keep_ending()
        kept.keep_standing(self.seats, self.replay.sheet)
        records.keep_figures(self.seats, self.told)

    def recordings(self) -> Iterator[Change]:
        """The changes by which the rounds, as they stand, were recorded one after the other."""
        match, last = self.match, len(self.rounds)
        for round in self.rounds:
            at = round.position
            ending = match.ending if at == last else Ending.LIVE
            change = Change(club_id=match.club_id, match=match, number=at, key=f"{match.key}-{at}")
            change.act, change.at = Act.RECORD, round.entered_at
            change.before, change.after = recording(at, round.entry, ending)
            yield change

    def earlier_entries(self) -> dict[int, list[Deal]]:
        """What was written in rounds before they were corrected, by position, oldest first."""
        earlier: dict[int, list[Deal]] = {}
        for change in self.changes:
            if change.act == Act.CORRECT and not change.undone_at:
                after = states_of(change.after)
                for position, before in states_of(change.before).items():
                    if before.entry != after[position].entry:
                        earlier.setdefault(position, []).append(before.entry)
        return earlier

    def scores_in_place(self, entries: Mapping[int, Sequence[Deal]]) -> dict[int, list[Score | None]]:
        """What other entries would have come to in rounds' places, by position; None for what cannot be there."""
        sheet, scores = self.new_sheet(), {}
        for round in self.rounds:
            if round.position in entries:
                scores[round.position] = [_tried(sheet, entry) for entry in entries[round.position]]
            if round.position in self.replay.scores:
                sheet.play(round.entry)
        return scores

    def score_in_place(self, round: Round, entry: Deal) -> Score | None:
        """What an entry would have come to in a round's place; None if it cannot have been there."""
        return self.scores_in_place({round.position: [entry]})[round.position][0]


def _tried(sheet: Sheet, entry: Deal) -> Score | None:
    try:
        return copy.deepcopy(sheet).play(entry)
    except Refused:
        return None


def states_of(stood: Mapping[str, Any]) -> dict[int, State]:
    """The rounds, by position, in what a `Change` keeps of what it led from or to."""
    return {int(position): State(**state) for position, state in stood["rounds"].items()}


def recording(position: int, entry: Deal, ending: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """The states from and to which the recording of a round led, as a `Change` keeps them."""
    before = _stood(Ending.LIVE, {position: State(entry, struck=True)})
    return before, _stood(ending, {position: State(entry, struck=False)})


def _stood(ending: str, states: States) -> dict[str, Any]:
    """What a change led from or to, as a `Change` keeps it."""
    rounds = {str(position): state._asdict() for position, state in states.items()}
    return {"ending": ending, "rounds": rounds}
