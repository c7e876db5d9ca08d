"""Payments: who may write them, agree to them, take them back; once, and as they were shown."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import IntegrityError, connection, transaction

from games import evenings, players
from games.accounts import Account
from games.models import Evening, Payment, Player, Role
from games.payments import (
    Claim,
    Speaker,
    Written,
    agree,
    carry,
    put_back,
    settle_alone,
    take_back,
)
from games.people import People
from tests.money.tables import balances, claim, dues, paid, partia, phone, played_for
from tests.tables import new_club, new_match


@pytest.fixture
def club(db):
    club = new_club()
    played_for(club)
    partia(club, players=4)
    return club


def speaker(club, who):
    """A phone that speaks: a keeper's, a watcher's, a scorer's of nobody, or one of a friend."""
    role = {"keeper": Role.KEEPER, "watcher": Role.WATCHER}.get(who, Role.SCORER)
    device = phone(club, who if who in {"Ann", "Bo", "Cy", "Di"} else None, role)
    return Speaker(device, People(club))


@pytest.mark.parametrize(
    ("who", "write", "agrees", "takes_back"),
    [
        ("watcher", False, False, False),
        ("nobody", False, False, False),
        ("Cy", False, False, False),
        ("Bo", True, False, True),
        ("Di", True, False, True),
        ("Ann", True, True, True),
        ("keeper", True, True, True),
    ],
)
def test_who_may_do_what(club, who, write, agrees, takes_back):
    """Bo, who shares a purse with Di, says that he paid Ann."""
    players.share_purse(Player.objects.get(name="Di"), Player.objects.get(name="Bo"))
    payment = paid(club, "Bo", "Ann", 500, by=phone(club, "Bo"))
    one = speaker(club, who)
    assert one.may_write(payment.payer_id, payment.payee_id) is write
    assert one.may_agree(payment) is agrees
    assert one.may_take_back(payment) is takes_back


def test_a_watcher_speaks_for_nobody_whoever_he_says_he_is(club):
    device = phone(club, "Ann", Role.WATCHER)
    payment = paid(club, "Bo", "Ann", 500, by=phone(club, "Bo"))
    one = Speaker(device, People(club))
    assert not one.may_write(payment.payer_id, payment.payee_id)
    assert not one.may_agree(payment)


def test_what_the_payee_says_the_payer_agrees_to(club):
    payment = paid(club, "Bo", "Ann", 500, by=phone(club, "Ann"))
    assert payment.by_payee
    assert speaker(club, "Bo").may_agree(payment)
    assert not speaker(club, "Ann").may_agree(payment)


def test_the_phone_that_said_so_does_not_agree_whoever_it_belongs_to_by_then(club):
    bos = phone(club, "Bo")
    payment = paid(club, "Bo", "Ann", 500, by=bos)
    bos.player = Player.objects.get(name="Ann")
    bos.save()
    assert not Speaker(bos, People(club)).may_agree(payment)


def test_two_who_share_a_purse_speak_each_for_himself_between_them(club):
    players.share_purse(Player.objects.get(name="Ann"), Player.objects.get(name="Bo"))
    payment = paid(club, "Bo", "Ann", 500, by=phone(club, "Bo"))
    assert not payment.by_payee
    assert speaker(club, "Ann").may_agree(payment)


def test_a_merged_entry_speaks_for_the_person(club):
    Player.objects.filter(name="Cy").update(merged_into=Player.objects.get(name="Ann"))
    payment = paid(club, "Bo", "Ann", 500, by=phone(club, "Bo"))
    assert speaker(club, "Cy").may_agree(payment)


def test_who_took_it_back_or_a_keeper_puts_it_back(club):
    payment = paid(club, "Bo", "Ann", 500, by=phone(club, "Bo"))
    take_back(payment, phone(club, "Bo"))
    payment.refresh_from_db()
    may = [speaker(club, who).may_put_back(payment) for who in ("Bo", "keeper", "Ann", "Cy", "nobody")]
    assert may == [True, True, False, False, False]
    put_back(payment, phone(club, "Bo"))
    payment.refresh_from_db()
    assert (payment.taken_back_at, payment.agreed_at) == (None, None)


def test_a_keeper_enters_for_both(club):
    payment = paid(club, "Bo", "Ann", 500)
    assert payment.agreed_at == payment.offered_at
    assert balances(club) == {"Ann": 1000, "Cy": -500, "Di": -500}


def test_the_same_key_writes_once(club):
    first = paid(club, "Bo", "Ann", 500)
    assert paid(club, "Bo", "Ann", 500) == first
    take_back(first, phone(club, "Bo"))
    assert paid(club, "Bo", "Ann", 500) == first
    assert Payment.objects.get().taken_back_at


@pytest.mark.parametrize(
    "other", [("Bo", "Ann", 499), ("Cy", "Ann", 500), ("Bo", "Cy", 500)], ids=["amount", "payer", "payee"]
)
def test_the_same_key_with_something_else_is_refused(club, other):
    first = paid(club, "Bo", "Ann", 500)
    with pytest.raises(Written) as written:
        paid(club, *other)
    assert written.value.payment == first
    assert Payment.objects.count() == 1


def test_the_same_key_for_another_evening_is_refused(club):
    paid(club, "Bo", "Ann", 500)
    with pytest.raises(Written):
        paid(club, "Bo", "Ann", 500, evening=Evening.objects.get())


def test_the_same_from_another_phone_is_asked_about(club):
    first = paid(club, "Bo", "Ann", 500, by=phone(club, "Bo"))
    with pytest.raises(Written) as written:
        paid(club, "Bo", "Ann", 500, by=phone(club, "Ann"), key="on the other phone")
    assert written.value.payment == first
    second = paid(club, "Bo", "Ann", 500, by=phone(club, "Ann"), key="on the other phone", another=True)
    assert second != first


def test_the_same_on_account_and_for_an_evening_is_asked_about(club):
    first = paid(club, "Bo", "Ann", 500)
    with pytest.raises(Written) as written:
        paid(club, "Bo", "Ann", 500, evening=Evening.objects.get(), key="of the evening's page")
    assert written.value.payment == first


def test_what_was_taken_back_is_not_in_the_way(club):
    take_back(paid(club, "Bo", "Ann", 500), phone(club, "Ann"))
    paid(club, "Bo", "Ann", 500, key="once more")
    assert Payment.objects.count() == 2


def test_agreed_to_twice_is_once(club):
    payment = paid(club, "Bo", "Ann", 500, by=phone(club, "Bo"))
    agree(payment, phone(club, "Ann"))
    first = Payment.objects.get()
    agree(payment, phone(club, role=Role.KEEPER))
    assert Payment.objects.get().agreed_by == first.agreed_by
    assert Payment.objects.get().agreed_at == first.agreed_at


def test_what_is_taken_back_is_not_agreed_to(club):
    payment = paid(club, "Bo", "Ann", 500, by=phone(club, "Bo"))
    take_back(payment, phone(club, "Ann"))
    agree(payment, phone(club, "Ann"))
    assert Payment.objects.get().agreed_at is None


def test_everything_that_is_written_is_seen_by_other_phones(club):
    def version():
        club.refresh_from_db()
        return club.version

    seen = [version()]
    payment = paid(club, "Bo", "Ann", 500, by=phone(club, "Bo"))
    seen.append(version())
    for act in (agree, take_back, put_back):
        act(payment, phone(club, "Ann"))
        seen.append(version())
    carry(Evening.objects.get())
    seen.append(version())
    assert seen == sorted(set(seen))


def carried(evening, coin="UAH"):
    evening.refresh_from_db()
    return Account(evening.club, evening).carried(coin)


def test_what_is_paid_on_account_carries_evenings_over_until_it_is_taken_back(club):
    evening = Evening.objects.get()
    paid(club, "Bo", "Ann", 500, evening=evening)
    assert not carried(evening)
    on_account = paid(club, "Cy", "Ann", 100, key="on account")
    assert carried(evening)
    settle_alone(evening)
    assert carried(evening)
    take_back(on_account, phone(club, "Ann"))
    assert not carried(evening)
    assert balances(club, evening=evening) == {"Ann": 1000, "Cy": -500, "Di": -500}
    put_back(on_account, phone(club, "Ann"))
    assert carried(evening)


def test_what_was_carried_by_two_payments_stays_so_until_both_are_taken_back(club):
    evening = Evening.objects.get()
    both = [paid(club, payer, "Ann", 100, key=f"{payer} pays a part") for payer in ("Bo", "Cy")]
    for payment in both:
        assert carried(evening)
        take_back(payment, phone(club, "Ann"))
    assert not carried(evening)


def test_what_waits_to_be_agreed_to_carries_over_too(club):
    paid(club, "Bo", "Ann", 100, by=phone(club, "Bo"))
    assert carried(Evening.objects.get())


def test_what_is_paid_on_account_carries_over_only_its_own_coin(club):
    played_for(club, currency="", none=1)
    partia(club, players=4, key="for poens")
    evening = Evening.objects.get()
    paid(club, "Bo", "Ann", 500)
    assert carried(evening)
    assert not carried(evening, "poen")
    assert len(dues(club, "poen", evening=evening)) == 3


def test_what_is_carried_over_by_hand_is_so_in_every_coin_whatever_is_taken_back(club):
    evening = Evening.objects.get()
    carry(evening)
    take_back(paid(club, "Bo", "Ann", 500), phone(club, "Ann"))
    assert carried(evening)
    assert carried(evening, "poen")


def test_what_is_paid_on_account_leaves_alone_an_evening_in_which_nothing_was_won_yet(club):
    first = Evening.objects.get()
    evenings.close(first, first.last_at)
    running = new_match(club, "petukh", key="it has just begun").evening
    paid(club, "Bo", "Ann", 300, key="on account")
    partia(club, key="played out in it")
    paid(club, "Bo", "Ann", 300, key="in poens", coin="poen")
    assert [carried(first), carried(running)] == [True, False]
    paid(club, "Bo", "Ann", 400, key="on account again")
    assert carried(running)


def test_a_payment_put_back_carries_no_evening_over_that_began_since(club):
    keeper = phone(club, role=Role.KEEPER)
    payment = paid(club, "Bo", "Ann", 500)
    take_back(payment, keeper)
    first = Evening.objects.get()
    evenings.close(first, first.last_at)
    later = partia(club, key="played since").evening
    put_back(payment, keeper)
    assert not carried(later)


def test_putting_back_what_stands_changes_nothing(club):
    payment = paid(club, "Bo", "Ann", 500, by=phone(club, "Bo"))
    agree(payment, phone(club, "Ann"))
    put_back(payment, phone(club, "Bo"))
    payment.refresh_from_db()
    assert payment.agreed_at


def test_an_evening_that_was_carried_over_can_be_settled_alone_after_all(club):
    paid(club, "Cy", "Ann", 500)
    evening = Evening.objects.get()
    evening.closed_at = evening.last_at
    evening.save()
    later = partia(club, key="the next evening").evening
    carry(later)
    later.refresh_from_db()
    first = later.carried_at
    carry(later)
    later.refresh_from_db()
    assert later.carried_at == first
    settle_alone(later)
    later.refresh_from_db()
    assert later.carried_at is None


@pytest.mark.parametrize(
    "wrong", [{"amount": 0}, {"amount": 10**15 + 1}, {"coin": ""}, {"payee_id": None}], ids=str
)
def test_the_database_keeps_no_payment_that_cannot_be(club, wrong):
    told = claim(club, "Bo", "Ann", 500)
    told = told._replace(**wrong | ({"payee_id": told.payer_id} if "payee_id" in wrong else {}))
    with pytest.raises(IntegrityError), transaction.atomic():
        paid_anyhow(club, told)


def paid_anyhow(club, told):
    from django.utils import timezone

    return Payment.objects.create(club=club, key="anyhow", offered_at=timezone.now(), **told._asdict())


def test_a_claim_is_what_a_payment_says(club):
    payment = paid(club, "Bo", "Ann", 500)
    assert Claim.of(payment) == claim(club, "Bo", "Ann", 500)


@pytest.mark.django_db(transaction=True)
def test_written_by_many_at_once_it_is_there_once():
    club = new_club()
    partia(club)
    told, by = claim(club, "Bo", "Ann", 5, coin="poen"), speaker(club, "Bo")

    def write(_):
        from games.payments import write

        try:
            return write(club, told, key="sent eight times", speaker=by).pk
        finally:
            connection.close()

    with ThreadPoolExecutor(8) as phones:
        assert len(set(phones.map(write, range(8)))) == 1
    assert Payment.objects.count() == 1


def test_an_evening_that_was_paid_and_is_split_proposes_nothing_twice(club):
    evening = Evening.objects.get()
    second = partia(club, winner=2, key="the second match", players=4)
    for number, (payer, payee, amount) in enumerate(dues(club, evening=evening)):
        paid(club, payer, payee, amount, evening=evening, key=f"payment {number}")
    other = evenings.split(evening, second)
    assert balances(club) == {}
    assert balances(club, evening=evening) != {}
    assert [one.carried_at is None for one in Evening.objects.all()] == [False, False]
    assert set(Payment.objects.values_list("evening", flat=True)) == {other.pk}


def test_evenings_that_are_split_and_joined_again_are_as_they_were(club):
    evening = Evening.objects.get()
    second = partia(club, winner=2, key="the second match", players=4)
    for number, (payer, payee, amount) in enumerate(dues(club, evening=evening)):
        paid(club, payer, payee, amount, evening=evening, key=f"payment {number}")
    evenings.join(evening, evenings.split(evening, second))
    assert Evening.objects.get().carried_at is None
    assert balances(club, evening=evening) == {}


def test_evenings_that_are_split_and_joined_again_stay_carried_over_if_they_were(club):
    evening = Evening.objects.get()
    second = partia(club, winner=2, key="the second match", players=4)
    carry(evening)
    evening.refresh_from_db()
    before = evening.carried_at
    evenings.join(evening, evenings.split(evening, second))
    assert Evening.objects.get().carried_at == before


def test_what_is_paid_on_account_between_splitting_and_joining_carries_them_over(club):
    evening = Evening.objects.get()
    second = partia(club, winner=2, key="the second match", players=4)
    paid(club, "Cy", "Bo", 200, evening=evening)
    other = evenings.split(evening, second)
    paid(club, "Cy", "Ann", 100, key="on account")
    evenings.join(evening, other)
    assert carried(evening)


def test_evenings_that_were_settled_are_joined_and_split_again_without_being_carried_over(club):
    first = Evening.objects.get()
    for payer in ("Bo", "Cy", "Di"):
        paid(club, payer, "Ann", 500, evening=first, key=f"{payer} pays")
    evenings.close(first, first.last_at)
    match = partia(club, winner=2, key="the next evening")
    paid(club, "Cy", "Bo", 500, evening=match.evening, key="of the next")
    evenings.join(first, match.evening)
    other = evenings.split(first, match)
    assert [one.carried_at for one in Evening.objects.all()] == [None, None]
    assert balances(club, evening=first) == {}
    assert balances(club, evening=other) == {"Ann": -500, "Bo": 500}


def test_evenings_that_are_joined_keep_what_was_paid_for_them(club):
    first = Evening.objects.get()
    paid(club, "Bo", "Ann", 500, evening=first)
    first.closed_at = first.last_at
    first.save()
    second = partia(club, winner=2, key="the next evening", players=4).evening
    paid(club, "Ann", "Bo", 500, evening=second, key="the other one")
    evenings.join(first, second)
    assert (
        balances(club, evening=first) == balances(club) == {"Ann": 1000, "Bo": 1000, "Cy": -1000, "Di": -1000}
    )
