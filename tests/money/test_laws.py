"""Whatever is played, corrected, paid and merged: balances are what replays and payments come to, and sum to zero."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games import evenings, payments, players
from games.accounts import Account
from games.evenings import Another
from games.management.commands.rebuild import differences_of
from games.models import Ending, Evening, Match, Payment, Player, Role
from games.payments import Claim, Speaker, Written
from games.people import People
from games.scorebook import Book, Misfits, Moved, write
from games.scoring.refusal import Refused
from tests.money.tables import START, partia, phone, played_for, won_by
from tests.scorebook.test_paths import act
from tests.tables import new_club, new_match, new_players

STEPS = 12
PEOPLE = 5
COINS = ["UAH", "EUR", "JPY", ""]
GAMES = ["petukh", "scat", "alley-cat"]


class Evenings:
    """A club, and what may happen in it."""

    def __init__(self, draw):
        self.draw = draw
        self.club = new_club()
        self.people = new_players(self.club, PEOPLE)
        played_for(self.club)
        self.number = 0

    def key(self):
        self.number += 1
        return f"step number {self.number}"

    def one_of(self, rows):
        rows = list(rows.filter(club=self.club).order_by("pk"))
        if not rows:
            raise Moved
        row = self.draw(st.sampled_from(rows))
        row.club = self.club
        return row

    def two(self):
        return self.draw(st.permutations(self.people))[:2]

    def win(self):
        """A match of Petukh from its beginning to its end."""
        seats = self.draw(st.permutations(self.people))[:3]
        passed = self.draw(st.lists(st.sampled_from([2, 3]), unique=True, max_size=1))
        partia(self.club, passed=passed, players=seats, key=self.key())

    def start(self):
        game = self.draw(st.sampled_from(GAMES))
        rules = {"petukh": {"start": START}, "scat": {"lives": 1, "free_ride": False}}.get(game, {})
        new_match(self.club, game, self.two(), key=self.key(), **rules)

    def correct(self):
        match = self.one_of(Match.objects.filter(game="petukh", ending=Ending.PLAYED))
        passed = self.draw(st.lists(st.sampled_from(range(2, match.seats.count() + 1)), unique=True))
        with write(self.club, match.pk) as book:
            entry = won_by(1, passed[:-1], len(book.seats))
            book.correct(book.live[0], entry=entry, key=self.key(), by=None)

    def play(self):
        """Anything that can be done to a match."""
        acts = ["record"] * 3 + ["strike", "restore", "undo", "undo", "redo", "reopen", "finish_early"]
        match = self.one_of(Match.objects.all())
        with write(self.club, match.pk) as book:
            act(self.draw, book, self.draw(st.sampled_from(acts)), self.key())

    def reprice(self):
        coin = self.draw(st.sampled_from(COINS))
        price = st.integers(1, 10**9)
        prices = self.draw(st.fixed_dictionaries({}, optional={"poen": price, "penny": price}))
        self.club.currency, self.club.prices = coin, prices if coin else {}
        self.club.save(update_fields=["currency", "prices"])

    def pay(self):
        """What is proposed, or a part of it, or anything; by a keeper or by one of the two."""
        evening = self.draw(st.sampled_from([None, *Evening.objects.filter(club=self.club)]))
        account = Account(self.club, evening)
        coin = self.draw(st.sampled_from(account.coins or ["poen"]))
        dues = account.settlement(coin).dues
        if dues and self.draw(st.booleans()):
            payer, payee, amount = self.draw(st.sampled_from(dues))
            amount = self.draw(st.sampled_from([amount, max(amount // 2, 1)]))
        else:
            payer, payee = (player.pk for player in self.two())
            amount = self.draw(st.integers(1, 10**15))
        claim = Claim(payer, payee, coin, min(amount, 10**15), evening)
        by = self.draw(st.sampled_from([phone(self.club, role=Role.KEEPER), self.phone_of(payer)]))
        payments.write(self.club, claim, key=self.key(), speaker=Speaker(by, People(self.club)))

    def phone_of(self, player):
        return phone(self.club, Player.objects.get(pk=player).name)

    def settle(self):
        """Everything that is proposed is paid."""
        evening = self.draw(st.sampled_from([None, *Evening.objects.filter(club=self.club)]))
        account = Account(self.club, evening)
        keeper = Speaker(phone(self.club, role=Role.KEEPER), account.people)
        for coin in account.coins:
            dues = account.settlement(coin).dues
            for payer, payee, amount in dues:
                claim = Claim(payer, payee, coin, amount, evening)
                payments.write(self.club, claim, key=self.key(), speaker=keeper, another=True)
            if dues and evening is None:
                each = [Account(self.club, one) for one in Evening.objects.filter(club=self.club)]
                alone = [one for one in each if not one.carried(coin)]
                assert not any(any(one.balances.get(coin, {}).values()) for one in alone), (
                    "it would be proposed twice"
                )
        left = Account(self.club, evening)
        assert all(not left.settlement(coin).dues for coin in left.coins)

    def agree(self):
        payments.agree(self.one_of(Payment.objects.all()), phone(self.club, role=Role.KEEPER))

    def take_back(self):
        payments.take_back(self.one_of(Payment.objects.all()), phone(self.club, role=Role.KEEPER))

    def put_back(self):
        payments.put_back(self.one_of(Payment.objects.all()), phone(self.club, role=Role.KEEPER))

    def purse(self):
        one, other = self.two()
        players.share_purse(one, self.draw(st.sampled_from([other, None])))

    def merge(self):
        """One becomes an entry of another, who is nobody's himself."""
        one, other = self.two()
        merged = set(
            Player.objects.filter(club=self.club).exclude(merged_into=None).values_list("pk", flat=True)
        )
        into = set(Player.objects.filter(club=self.club, pk__in=merged).values_list("merged_into", flat=True))
        if other.pk in merged or one.pk in into:
            raise Moved
        Player.objects.filter(pk=one.pk).update(merged_into=other)

    def part(self):
        Player.objects.filter(pk=self.two()[0].pk).update(merged_into=None)

    def close(self):
        for evening in Evening.objects.filter(club=self.club, closed_at=None):
            evening.closed_at = evening.last_at
            evening.save()

    def join(self):
        evening = self.one_of(Evening.objects.all())
        if other := evenings.following(evening):
            evenings.join(evening, other)

    def split(self):
        """An evening is split, and as likely as not joined again."""
        match = self.one_of(Match.objects.select_related("evening"))
        evening, before = match.evening, list(Evening.objects.filter(club=self.club).order_by("pk").values())
        other = evenings.split(evening, match)
        if self.draw(st.booleans()):
            evenings.join(evening, other)
            assert list(Evening.objects.filter(club=self.club).order_by("pk").values()) == before

    def carry(self):
        payments.carry(self.one_of(Evening.objects.all()))

    def alone(self):
        payments.settle_alone(self.one_of(Evening.objects.exclude(carried_at=None)))

    def naive(self, evening=None):
        """What everything comes to by replays and by payments, one by one."""
        persons = {
            player.pk: player.merged_into_id or player.pk for player in Player.objects.filter(club=self.club)
        }
        sums = Counter()
        for match in Match.objects.filter(club=self.club).select_related("evening", "club"):
            book = Book(match)
            assert list(differences_of(book)) == []
            if evening in (None, match.evening):
                ledger = book.replay.sheet.ledger()
                for seat in book.seats:
                    sums[match.coin, persons[seat.player_id]] += ledger.get(seat.key, 0) * match.price
        for payment in Payment.objects.filter(club=self.club):
            stands = payment.agreed_at and not payment.taken_back_at
            if stands and evening in (None, payment.evening):
                sums[payment.coin, persons[payment.payer_id]] += payment.amount
                sums[payment.coin, persons[payment.payee_id]] -= payment.amount
        return {what: amount for what, amount in sums.items() if amount}

    def told(self, evening=None):
        return {
            (coin, one): amount
            for coin, balances in Account(self.club, evening).balances.items()
            for one, amount in balances.items()
            if amount
        }


ACTS = ["win"] * 4 + [
    "start",
    "play",
    "play",
    "correct",
    "correct",
    "reprice",
    "pay",
    "pay",
    "settle",
    "agree",
]
ACTS += ["take_back", "put_back", "purse", "merge", "part", "close", "carry", "alone", "join", "split"]


@pytest.mark.django_db
@settings(max_examples=25)
@given(data=st.data())
def test_balances_are_what_was_played_and_paid_and_sum_to_zero(data):
    club = Evenings(data.draw)
    for _ in range(STEPS):
        try:
            getattr(club, data.draw(st.sampled_from(ACTS)))()
        except (Another, Misfits, Moved, Refused, Written):
            continue
        for evening in (None, *Evening.objects.filter(club=club.club)):
            assert club.told(evening) == club.naive(evening)
            account = Account(club.club, evening)
            for coin, balances in account.balances.items():
                assert sum(balances.values()) == 0
                settled = account.settlement(coin)
                assert all(payer != payee and amount > 0 for payer, payee, amount in settled.dues)
