"""Evenings that were played for something."""

from games import scorebook
from games.access import token_hash
from games.accounts import Account
from games.corrections import Paid, corrections, since_paid
from games.models import Device, Match, Player, Role
from games.payments import Claim, Speaker, write
from games.people import People
from tests.tables import new_match

PRICES = {"poen": 50, "penny": 100}
START = 5
"""So much is written off in one deal, by five tricks; who stays in without one has 10 left, who passes 5."""


def played_for(club, currency="UAH", **prices):
    """From now on the club plays for a currency."""
    club.currency, club.prices = currency, prices or PRICES
    club.save()


def partia(club, winner=1, passed=(), key="the-first-match", players=3):
    """A match of Petukh that is over after one deal: whoever wins gets 10 of each other, 5 of who passed."""
    match = new_match(club, "petukh", players, key=key, start=START)
    with scorebook.write(club, match.pk) as book:
        book.record(number=1, entry=won_by(winner, passed, len(book.seats)), key=f"deal-of-{key}", by=None)
    match.refresh_from_db()
    return match


def won_by(winner, passed=(), players=3):
    """The deal that it takes."""
    tricks = {str(seat): 5 if seat == winner else 0 for seat in range(1, players + 1) if seat not in passed}
    return {"tricks": tricks, "passed": [str(seat) for seat in passed]} if passed else {"tricks": tricks}


def corrected(match, entry, key="a-correction", by=None):
    with scorebook.write(match.club, match.pk) as book:
        return book.correct(book.rounds[0], entry=entry, key=key, by=by)


def undone(match, name="undo", by=None):
    with scorebook.write(match.club, match.pk) as book:
        change = book.undoable if name == "undo" else book.redoable
        getattr(book, name)(change.number, by=by)


def balances(club, coin="UAH", evening=None):
    """What is open, by names."""
    account = Account(club, evening)
    return {
        account.people.persons[one].name: amount
        for one, amount in account.balances.get(coin, {}).items()
        if amount
    }


def dues(club, coin="UAH", evening=None, one=None):
    """Who is to pay whom, by names."""
    account = Account(club, evening)
    names = {pk: player.name for pk, player in account.people.persons.items()}
    one = one and Player.objects.get(club=club, name=one).pk
    return [
        (names[payer], names[payee], amount) for payer, payee, amount in account.settlement(coin, one).dues
    ]


def phone(club, player=None, role=Role.SCORER):
    """A phone, of a friend if one is named."""
    token = token_hash(f"the phone of {player} ({role})")
    device, _ = Device.objects.get_or_create(club=club, token_hash=token, role=role)
    device.player = player and Player.objects.get(club=club, name=player)
    device.save()
    return device


def claim(club, payer, payee, amount, coin="UAH", evening=None):
    ids = dict(Player.objects.filter(club=club).values_list("name", "pk"))
    return Claim(ids[payer], ids[payee], coin, amount, evening)


def paid(club, *told, by=None, key="a-payment", another=False, **more):
    """Somebody, a keeper if not said otherwise, says that something was paid."""
    speaker = Speaker(by or phone(club, role=Role.KEEPER), People(club))
    return write(club, claim(club, *told, **more), key=key, speaker=speaker, another=another)


def open_again(club, coin="UAH", evening=None):
    """What corrections moved since money was paid, by seats."""
    matches = Match.objects.filter(club=club, coin=coin)
    if evening:
        matches = matches.filter(evening=evening)
    found = since_paid(matches.prefetch_related("seats"), Paid(club, coin), evening and evening.pk)
    return [correction.units for correction in found]


def changed(match):
    """What corrections of a match moved, by seats, and whether money had been paid."""
    return [(one.units, one.paid) for one in corrections([match], Paid(match.club, match.coin))]
