"""What is kept.

A round's entry is the only thing that is typed in; round scores, and what stands beside a seat
or a match about how it goes, are always what a replay of the entries gives. In an entry players
are called by their seat's number ("1" is the first seat), so that a renamed or merged player
changes no entry. A club stands on every row that belongs to it, so that one club's rows can be
found, moved or kept apart together.
"""

from __future__ import annotations

import secrets
from datetime import datetime
from typing import ClassVar
from zoneinfo import ZoneInfo

from django.db import models
from django.db.models import Q
from django.db.models.functions import Now
from django.utils import timezone

SPOKEN_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""No look-alikes: addresses and codes are read aloud."""
CLUB_ID_LENGTH = 10
CODE_LENGTH = 6
COIN_LENGTH = 6
LONGEST_NAME = 60
"""Code points of what a club, a person, a phone or an evening is called."""
DEAREST = 10**9
"""What a unit of a game is worth at most, in minor units of a currency."""
MOST_PAID = 10**15
"""In minor units: more than any table plays for in its life."""
SEATS = 9
"""As many as any game takes."""
COLOURS = 9


def new_club_id() -> str:
    return "".join(secrets.choice(SPOKEN_LETTERS) for _ in range(CLUB_ID_LENGTH))


class Club(models.Model):
    """A circle of people who play together. Nothing is seen across clubs."""

    id = models.CharField(primary_key=True, max_length=CLUB_ID_LENGTH, default=new_club_id, editable=False)
    name = models.CharField(max_length=LONGEST_NAME)
    zone = models.CharField(max_length=60, default="UTC")
    """The time zone in which its evenings are dated."""
    key = models.CharField(max_length=64, unique=True, default=secrets.token_urlsafe, editable=False)
    """Made where the club was opened: the same key again opens no second one."""
    recovery_hash = models.CharField(max_length=64, unique=True, null=True, editable=False)  # noqa: DJ001 - "" is no code
    """Of the code on paper that makes a phone a keeper, if one was printed: only its hash is kept."""
    version = models.PositiveIntegerField(default=0)
    """How many changes were written in all: what a phone that looks at the club compares."""
    currency = models.CharField(max_length=3, blank=True, default="")
    """What it plays for, by its code in ISO 4217; "" where poens and pennies are counted as such."""
    prices = models.JSONField(default=dict)
    """What a unit is worth in the currency's minor units, by unit; one that is not here is counted as such."""
    coming_back_at = models.DateTimeField(null=True, editable=False)
    """When something of it was last written while it comes back from a file; null as soon as all of it is there."""

    class Meta:
        constraints: ClassVar = [models.CheckConstraint(condition=~Q(name=""), name="club_has_a_name")]

    def __str__(self) -> str:
        return self.name

    @property
    def clock(self) -> ZoneInfo:
        """What the clock on its wall goes by."""
        return ZoneInfo(self.zone)

    def stake(self, unit: str) -> tuple[str, int]:
        """The coin in which a match that starts now is counted, and what one of its game's units is worth."""
        if unit in self.prices:
            return self.currency, self.prices[unit]
        return unit, int(bool(unit))


class OfClub(models.Model):
    """A row that belongs to a club."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="+")

    class Meta:
        abstract = True


class Role(models.TextChoices):
    KEEPER = "keeper"
    SCORER = "scorer"
    WATCHER = "watcher"


class Device(OfClub):
    """One browser that has joined a club. Its token is in a cookie; only the token's hash is kept."""

    token_hash = models.CharField(max_length=64)
    role = models.CharField(max_length=7, choices=Role)
    name = models.CharField(max_length=LONGEST_NAME, blank=True)
    player = models.ForeignKey("Player", models.SET_NULL, null=True, related_name="+")
    """Whose it is, if it was said."""
    seen_at = models.DateTimeField(db_default=Now())

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["token_hash", "club"], name="device_joins_a_club_once"),
            models.CheckConstraint(condition=Q(role__in=Role.values), name="device_has_a_role"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def person(self) -> Player | None:
        """Whose it is, by the entry that counts for him now."""
        return self.player and self.player.person


class Code(OfClub):
    """The spoken code by which phones come in for a role. A renewed one cuts off the old at once."""

    role = models.CharField(max_length=7, choices=Role)
    text = models.CharField(max_length=CODE_LENGTH, unique=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["club", "role"], name="role_has_one_code"),
            models.CheckConstraint(condition=Q(role__in=Role.values), name="code_is_for_a_role"),
        ]

    def __str__(self) -> str:
        return self.text


class Guesses(models.Model):
    """How many wrong codes were tried from an address in a stretch of time; "" is every address together."""

    address = models.CharField(max_length=64)
    """Its hash: no address is kept."""
    since = models.DateTimeField()
    number = models.PositiveIntegerField(default=0)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["address", "since"], name="guesses_are_counted_once")
        ]

    def __str__(self) -> str:
        return f"{self.number}"


class Player(OfClub):
    """A person in a club: renamed freely, archived, never deleted once there is history."""

    name = models.CharField(max_length=LONGEST_NAME)
    mark = models.CharField(max_length=8)
    """One or two letters that tell the person apart where the name has no room."""
    colour = models.PositiveSmallIntegerField()
    archived_at = models.DateTimeField(null=True, blank=True)
    merged_into = models.ForeignKey("self", models.PROTECT, null=True, related_name="+")
    """The entry that is the same person, and counts for both."""
    purse = models.PositiveIntegerField(null=True)
    """Who have the same number share a purse."""

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["club", "mark"], condition=Q(archived_at=None), name="mark_tells_players_apart"
            ),
            models.CheckConstraint(condition=~Q(name="") & ~Q(mark=""), name="player_has_a_name_and_a_mark"),
            models.CheckConstraint(condition=Q(colour__range=(1, COLOURS)), name="player_has_a_known_colour"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def person(self) -> Player:
        """The entry that counts for whoever it is now."""
        entry = self
        while entry.merged_into:
            entry = entry.merged_into
        return entry


class Evening(OfClub):
    """What was played in one sitting. It belongs to the date, in the club's zone, on which it began."""

    name = models.CharField(max_length=LONGEST_NAME, blank=True)
    began_at = models.DateTimeField()
    last_at = models.DateTimeField()
    """When something was last written in one of its matches."""
    closed_at = models.DateTimeField(null=True, blank=True)
    carried_at = models.DateTimeField(null=True, blank=True)
    """Since when what it left open is settled with the rest in every coin, and not by itself: somebody said so."""

    class Meta:
        indexes: ClassVar = [models.Index(fields=["club", "-began_at"], name="evenings_newest_first")]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(last_at__gte=models.F("began_at")), name="evening_ends_after_it_began"
            ),
            models.UniqueConstraint(
                fields=["club"], condition=Q(closed_at=None), name="club_has_one_evening_going_on"
            ),
        ]

    def __str__(self) -> str:
        return self.name or f"{self.began_at:%Y-%m-%d}"


class Preset(OfClub):
    """A mix of rules that the club has saved under a name, to start matches by."""

    game = models.CharField(max_length=20)
    name = models.CharField(max_length=40)
    rules = models.JSONField()
    """The options that differ from the game's defaults, as in a match file."""

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["club", "game", "name"], name="preset_name_is_the_clubs_own"),
            models.CheckConstraint(condition=~Q(name=""), name="preset_has_a_name"),
        ]

    def __str__(self) -> str:
        return self.name


class Ending(models.TextChoices):
    """How a match stands: it goes on, was played to its end, or was ended by hand."""

    LIVE = ""
    PLAYED = "played"
    EARLY = "early"
    ABANDONED = "abandoned"


class Result(models.TextChoices):
    """What a match counts as for whoever sat in it: nothing while it goes on, or if it was abandoned."""

    NOTHING = ""
    WON = "won"
    LOST = "lost"
    BETWEEN = "between"
    EARLY = "early"
    """It was ended early: its places count, and nobody has won or lost."""


class Match(OfClub):
    """One game played to its end. Its rules and seating are fixed at its start."""

    evening = models.ForeignKey(Evening, models.PROTECT, related_name="matches")
    game = models.CharField(max_length=20)
    rules = models.JSONField()
    """A value for each of the game's options, as in a match file."""
    first_dealer = models.PositiveSmallIntegerField()
    """The number of a seat."""
    coin = models.CharField(max_length=COIN_LENGTH, blank=True, default="")
    """What it is played for, fixed at the start: a currency, the game's own unit, or "" for nothing."""
    price = models.PositiveBigIntegerField(default=0)
    """What one of the game's units is worth, in minor units of the coin; 1 where the coin is the unit."""
    key = models.CharField(max_length=64)
    """Made where the match was started: the same key again starts no second match."""
    started_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)
    ending = models.CharField(max_length=9, choices=Ending, blank=True, default=Ending.LIVE)
    version = models.PositiveIntegerField(default=0)
    """How many changes were written: what a phone that looks at the match compares."""
    pencil = models.ForeignKey(Device, models.SET_NULL, null=True, related_name="+")
    """The phone that enters now: who saved last, or took the pencil since. A courtesy, not a lock."""
    started_by = models.ForeignKey(Device, models.SET_NULL, null=True, related_name="+")
    word = models.TextField(blank=True, default="")
    """The word that its rules name, if they do, as `scorebook.found_by` reads it."""

    class Meta:
        indexes: ClassVar = [
            models.Index(fields=["club", "-started_at", "-id"], name="matches_newest_first"),
            models.Index(fields=["club", "game", "-started_at", "-id"], name="matches_of_a_game"),
            models.Index(
                fields=["club", "ended_at", "-started_at", "-id"],
                condition=Q(ended_at=None),
                name="matches_that_go_on",
            ),
            models.Index(
                fields=["club", "-started_at", "-id", "word"],
                condition=~Q(word=""),
                name="matches_with_a_word",
            ),
        ]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["club", "key"], name="match_is_started_once"),
            models.CheckConstraint(
                condition=Q(first_dealer__range=(1, SEATS)), name="match_has_a_first_dealer"
            ),
            models.CheckConstraint(condition=Q(ending__in=Ending.values), name="match_ends_in_a_known_way"),
            models.CheckConstraint(
                condition=Q(ending="", ended_at=None) | (~Q(ending="") & Q(ended_at__isnull=False)),
                name="match_that_ended_says_when",
            ),
            models.CheckConstraint(
                condition=Q(coin="", price=0) | (~Q(coin="") & Q(price__range=(1, DEAREST))),
                name="match_has_a_price_in_its_coin",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game} {self.pk}"


class Seat(OfClub):
    """A player's place in a match, clockwise; how the match stands for him is what a replay gives."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, models.PROTECT, related_name="seats")
    tally = models.IntegerField(default=0)
    """The game's running count: letters, poens still to write off, points, pennies."""
    place = models.PositiveSmallIntegerField(default=1)
    won = models.BooleanField(default=False)
    lost = models.BooleanField(default=False)
    units = models.IntegerField(default=0)
    """Poens or pennies won (above nought) or lost, once the match was played to its end."""
    coin = models.CharField(max_length=COIN_LENGTH, blank=True, default="")
    """The match's."""
    worth = models.BigIntegerField(default=0)
    """What the units are worth, in minor units of the coin."""
    game = models.CharField(max_length=20)
    started_at = models.DateTimeField()
    """The match's, both of them, by which a player's matches are found."""
    result = models.CharField(max_length=7, choices=Result, blank=True, default=Result.NOTHING)
    figures = models.TextField(blank=True, default="")
    """What the match adds to the record of whoever sat here: the codes, with commas around each."""

    class Meta:
        ordering: ClassVar = ["number"]
        indexes: ClassVar = [
            models.Index(
                fields=["club", "player", "coin", "worth"], condition=~Q(worth=0), name="worth_of_players"
            ),
            models.Index(fields=["club", "player", "-started_at", "-match"], name="matches_of_players"),
            models.Index(fields=["club", "player", "game", "-started_at", "-match"], name="games_of_players"),
        ]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["match", "number"], name="seat_is_taken_once"),
            models.UniqueConstraint(fields=["match", "player"], name="player_sits_once"),
            models.CheckConstraint(condition=Q(number__range=(1, SEATS)), name="seat_is_at_the_table"),
            models.CheckConstraint(condition=Q(place__range=(1, SEATS)), name="seat_has_a_place"),
            models.CheckConstraint(condition=~Q(won=True, lost=True), name="nobody_wins_and_loses"),
        ]

    def __str__(self) -> str:
        return f"{self.number}"

    @property
    def key(self) -> str:
        """What entries call whoever sits here."""
        return str(self.number)


class Record(OfClub):
    """What an entry of somebody has to show for at a game: the sum of what each match that counts adds to it."""

    player = models.ForeignKey(Player, models.CASCADE, related_name="+")
    game = models.CharField(max_length=20)
    counts = models.JSONField()
    """How often, by figure, as `records.told` has them; what came to nought is not there."""

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["club", "player", "game"], name="player_has_one_record_a_game")
        ]

    def __str__(self) -> str:
        return f"{self.player_id} {self.game}"


class Streak(OfClub):
    """How often in a row somebody has won or lost, by all entries that are his; `game` is "" for all games."""

    player = models.ForeignKey(Player, models.CASCADE, related_name="+")
    game = models.CharField(max_length=20, blank=True)
    run = models.IntegerField()
    """As it stands: above nought won, below it lost."""
    won = models.PositiveIntegerField()
    """The longest, as `lost` is."""
    lost = models.PositiveIntegerField()
    won_last = models.ForeignKey(Match, models.SET_NULL, null=True, related_name="+")
    """With which match the longest ended, or has got to; the first of them, of several as long."""
    lost_last = models.ForeignKey(Match, models.SET_NULL, null=True, related_name="+")

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["club", "player", "game"], name="player_has_one_streak_a_game")
        ]

    def __str__(self) -> str:
        return f"{self.run:+}"


class Round(OfClub):
    """One deal as the table told it. A struck round keeps its place, but is not played."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="rounds")
    position = models.PositiveIntegerField()
    """Its place among all rounds of the match, struck ones too; deals are counted without those."""
    entry = models.JSONField()
    """A deal of a match file, with the seats' numbers for names."""
    struck = models.BooleanField(default=False)
    device = models.ForeignKey(Device, models.SET_NULL, null=True, related_name="+")
    entered_at = models.DateTimeField()

    class Meta:
        ordering: ClassVar = ["position"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["match", "position"], name="round_has_its_own_place"),
            models.CheckConstraint(condition=Q(position__gte=1), name="round_counts_from_one"),
        ]

    def __str__(self) -> str:
        return f"{self.position}"


class RoundScore(OfClub):
    """What a round came to for one seat: always what a replay of the entries gives."""

    round = models.ForeignKey(Round, models.CASCADE, related_name="scores")
    seat = models.ForeignKey(Seat, models.CASCADE, related_name="scores")
    points = models.DecimalField(max_digits=4, decimal_places=1, null=True)
    """Penalty points, tricks, points or the hand's value; null where the table did not say."""
    change = models.IntegerField()
    tally = models.IntegerField()
    marks = models.PositiveIntegerField(default=0)
    """Petukh's crosses or circles so far."""

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["round", "seat"], name="seat_scores_once_a_round")
        ]

    def __str__(self) -> str:
        return f"{self.change:+}"


class Act(models.TextChoices):
    """What a change did."""

    RECORD = "record"
    CORRECT = "correct"
    STRIKE = "strike"
    RESTORE = "restore"
    FINISH_EARLY = "finish-early"
    ABANDON = "abandon"
    REOPEN = "reopen"


MOVED = Q(units__isnull=False)
"""Of changes that moved what was won and lost."""


class Change(OfClub):
    """Who recorded, corrected, struck, restored or ended what, and when.

    `before` and `after` are the states that it led from and to: `{"ending": "", "rounds":
    {POSITION: {"entry": DEAL, "struck": BOOL}}}` with the rounds that it touched. Undoing a change
    puts `before` back, redoing it `after`. `units` is what it moved in what was won and lost, by seat;
    null where that was nothing.
    """

    match = models.ForeignKey(Match, models.CASCADE, related_name="changes")
    number = models.PositiveIntegerField()
    key = models.CharField(max_length=64)
    """Made where it was sent from: the same key again changes nothing a second time."""
    act = models.CharField(max_length=12, choices=Act)
    before = models.JSONField()
    after = models.JSONField()
    units = models.JSONField(null=True)
    device = models.ForeignKey(Device, models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField()
    undone_at = models.DateTimeField(null=True, blank=True)
    turns = models.JSONField(null=True)
    """Each time at which it was taken back, made again, taken back; null where it never was."""
    turned_at = models.DateTimeField(null=True, blank=True)
    """The last of them."""
    turned_by = models.ForeignKey(Device, models.SET_NULL, null=True, related_name="+")

    class Meta:
        ordering: ClassVar = ["number"]
        indexes: ClassVar = [
            models.Index(fields=["club", "at"], condition=MOVED, name="changes_that_moved_units"),
            models.Index(fields=["club", "turned_at"], condition=MOVED, name="changes_that_were_turned"),
        ]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["match", "number"], name="change_has_its_own_number"),
            models.UniqueConstraint(fields=["match", "key"], name="change_is_made_once"),
            models.CheckConstraint(condition=Q(act__in=Act.values), name="change_is_a_known_act"),
        ]

    def __str__(self) -> str:
        return f"{self.number} {self.act}"

    @property
    def touched_at(self) -> datetime:
        """When it was made, or last taken back or made again."""
        return self.turned_at or self.at

    @property
    def touched_by(self) -> Device | None:
        """By which phone that was."""
        return self.turned_by if self.turned_at else self.device

    def wrote(self, round: Round) -> bool:
        """Whether the round is one of those that it touched."""
        return str(round.position) in self.after["rounds"]

    def turn(self, by: Device | None) -> None:
        """Take it back, or make it again."""
        self.turned_at, self.turned_by = timezone.now(), by
        self.turns = [*(self.turns or ()), self.turned_at.isoformat()]
        self.undone_at = None if self.undone_at else self.turned_at

    def stood(self, at: datetime) -> bool:
        """Whether it was made by then, and not taken back."""
        turns = [turn for turn in self.turns or () if datetime.fromisoformat(turn) <= at]
        return self.at <= at and len(turns) % 2 == 0


STANDS = Q(agreed_at__isnull=False, taken_back_at=None)
"""Of payments that count."""
WAITS = Q(agreed_at=None, taken_back_at=None)
"""Of payments that the other side has not agreed to."""


class Payment(OfClub):
    """What changed hands, as it was shown when it was written; it counts once the other side agreed.

    One that is taken back is kept, and can be put back as it was.
    """

    payer = models.ForeignKey(Player, models.PROTECT, related_name="+")
    payee = models.ForeignKey(Player, models.PROTECT, related_name="+")
    coin = models.CharField(max_length=COIN_LENGTH)
    amount = models.PositiveBigIntegerField()
    """In minor units of the coin."""
    evening = models.ForeignKey(Evening, models.PROTECT, null=True, related_name="+")
    """The evening that it settles by itself; null: it is on account."""
    key = models.CharField(max_length=64)
    """Made where it was written: the same key again writes no second one."""
    by_payee = models.BooleanField(default=False)
    """Whether it is the payee who says so, and the payer who is to agree."""
    offered_at = models.DateTimeField()
    offered_by = models.ForeignKey(Device, models.SET_NULL, null=True, related_name="+")
    agreed_at = models.DateTimeField(null=True, blank=True)
    agreed_by = models.ForeignKey(Device, models.SET_NULL, null=True, related_name="+")
    taken_back_at = models.DateTimeField(null=True, blank=True)
    taken_back_by = models.ForeignKey(Device, models.SET_NULL, null=True, related_name="+")

    class Meta:
        indexes: ClassVar = [
            models.Index(
                fields=["club", "payer", "coin", "amount"], condition=STANDS, name="paid_by_players"
            ),
            models.Index(
                fields=["club", "payee", "coin", "amount"], condition=STANDS, name="paid_to_players"
            ),
            models.Index(fields=["club", "offered_at"], condition=WAITS, name="payments_that_wait"),
            models.Index(fields=["club", "-offered_at"], name="payments_newest_first"),
        ]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["club", "key"], name="payment_is_written_once"),
            models.CheckConstraint(condition=~Q(payer=models.F("payee")), name="nobody_pays_himself"),
            models.CheckConstraint(condition=~Q(coin=""), name="payment_is_in_a_coin"),
            models.CheckConstraint(
                condition=Q(amount__range=(1, MOST_PAID)), name="payment_is_more_than_nothing"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.amount} {self.coin}"
