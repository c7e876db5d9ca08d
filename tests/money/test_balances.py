"""What is open: won and lost, paid and got, by evening and in all; and who is to pay whom."""

import pytest

from games import players, scorebook
from games.accounts import Account
from games.models import Evening, Player
from games.payments import agree, put_back, take_back
from games.settlement import EXACT
from tests.money.tables import balances, corrected, dues, paid, partia, phone, played_for, undone, won_by
from tests.scorebook.test_book import recorded
from tests.tables import FRIENDS, lowest, new_club, new_match, new_players


@pytest.fixture
def club(db):
    club = new_club()
    played_for(club)
    return club


def test_the_winner_has_what_the_others_lose(club):
    partia(club, winner=2, passed=[3])
    assert balances(club) == {"Ann": -500, "Bo": 750, "Cy": -250}
    assert dues(club) == [("Ann", "Bo", 500), ("Cy", "Bo", 250)]


def test_it_runs_on_from_match_to_match(club):
    partia(club, winner=1, key="the first one")
    partia(club, winner=2, key="the second one")
    partia(club, winner=2, key="the third one")
    assert balances(club) == {"Bo": 1500, "Cy": -1500}


def test_the_kitty_is_money_too(club):
    match = new_match(club, lives=1, free_ride=False)
    recorded(match, lowest(1), lowest(3))
    assert balances(club) == {"Ann": -100, "Bo": 200, "Cy": -100}


def test_without_a_price_units_are_counted_each_by_themselves(db):
    club = new_club()
    partia(club, winner=2)
    recorded(new_match(club, key="a-scat", lives=1, free_ride=False), lowest(1), lowest(3))
    assert balances(club, "poen") == {"Ann": -10, "Bo": 20, "Cy": -10}
    assert balances(club, "penny") == {"Ann": -1, "Bo": 2, "Cy": -1}
    assert Account(club).coins == ["penny", "poen"]


def test_a_unit_without_a_price_is_counted_beside_the_money(db):
    club = new_club()
    played_for(club, poen=50)
    partia(club)
    recorded(new_match(club, key="a-scat", lives=1, free_ride=False), lowest(1), lowest(3))
    assert Account(club).coins == ["UAH", "penny"]


def test_games_without_stakes_move_nothing(club):
    match = new_match(club, "alley-cat", players=2)
    assert (match.coin, match.price) == ("", 0)
    recorded(match, {"points": {"1": 47, "2": 12}})
    assert Account(club).balances == {}


@pytest.mark.parametrize("how", ["finish_early", "abandon"])
def test_a_match_that_was_not_played_out_moves_nothing(club, how):
    match = new_match(club, lives=1, free_ride=False)
    recorded(match, lowest(1))
    with scorebook.write(club, match.pk) as book:
        getattr(book, how)(key="enough for tonight", by=None)
    assert balances(club) == {}


def test_a_changed_price_alters_no_match_that_has_begun(club):
    partia(club, key="over by then")
    begun = new_match(club, "petukh", key="begun by then", start=5)
    played_for(club, "EUR", poen=7, penny=9)
    recorded(begun, won_by(2))
    partia(club, winner=3, key="begun since")
    assert balances(club) == {"Ann": 500, "Bo": 500, "Cy": -1000}
    assert balances(club, "EUR") == {"Ann": -70, "Bo": -70, "Cy": 140}


def test_a_correction_follows_through(club):
    match = partia(club)
    corrected(match, won_by(1, passed=[2]))
    assert balances(club) == {"Ann": 750, "Bo": -250, "Cy": -500}
    undone(match)
    assert balances(club) == {"Ann": 1000, "Bo": -500, "Cy": -500}
    undone(match)
    assert balances(club) == {}


def test_a_payment_counts_once_the_other_side_agreed(club):
    partia(club)
    payment = paid(club, "Bo", "Ann", 500, by=phone(club, "Bo"))
    assert balances(club) == {"Ann": 1000, "Bo": -500, "Cy": -500}
    agree(payment, phone(club, "Ann"))
    assert balances(club) == {"Ann": 500, "Cy": -500}
    take_back(payment, phone(club, "Ann"))
    assert balances(club) == {"Ann": 1000, "Bo": -500, "Cy": -500}
    put_back(payment, phone(club, "Ann"))
    assert balances(club) == {"Ann": 500, "Cy": -500}


def test_what_waits_is_not_proposed_again(club):
    partia(club)
    payment = paid(club, "Bo", "Ann", 500, by=phone(club, "Bo"))
    assert dues(club) == [("Cy", "Ann", 500)]
    take_back(payment, phone(club, "Ann"))
    assert dues(club) == [("Bo", "Ann", 500), ("Cy", "Ann", 500)]


def test_a_part_leaves_the_rest_and_no_more_payments(club):
    partia(club)
    paid(club, "Bo", "Ann", 123)
    assert balances(club) == {"Ann": 877, "Bo": -377, "Cy": -500}
    assert dues(club) == [("Bo", "Ann", 377), ("Cy", "Ann", 500)]


def test_what_all_dues_leave_is_nothing(club):
    partia(club, winner=3, players=5, passed=[2])
    for number, told in enumerate(dues(club)):
        paid(club, *told, key=f"payment {number}")
    account = Account(club)
    assert account.settled
    assert account.coins == []
    assert dues(club) == []


def test_an_evening_has_an_account_of_its_own(club):
    first = partia(club, key="the first evening").evening
    first.closed_at = first.last_at
    first.save()
    second = partia(club, winner=2, key="the second one").evening
    paid(club, "Cy", "Ann", 500, evening=first)
    assert balances(club, evening=first) == {"Ann": 500, "Bo": -500}
    assert balances(club, evening=second) == {"Ann": -500, "Bo": 1000, "Cy": -500}
    assert balances(club) == {"Bo": 500, "Cy": -500}


def test_what_came_since_an_evening_began(club):
    first = partia(club, key="the first evening").evening
    first.closed_at = first.last_at
    first.save()
    paid(club, "Cy", "Ann", 500)
    second = partia(club, winner=2, key="the second one").evening
    ids = dict(Player.objects.values_list("name", "pk"))
    since = Account(club).since(Evening.objects.filter(pk=second.pk), second.began_at)
    assert since == {"UAH": {ids["Ann"]: -500, ids["Bo"]: 1000, ids["Cy"]: -500}}


def test_two_entries_of_one_person_are_one(club):
    partia(club)
    Player.objects.filter(name="Cy").update(merged_into=Player.objects.get(name="Bo"))
    assert balances(club) == {"Ann": 1000, "Bo": -1000}
    Player.objects.filter(name="Cy").update(merged_into=None)
    assert balances(club) == {"Ann": 1000, "Bo": -500, "Cy": -500}


def test_a_payment_between_two_entries_of_one_person_is_nothing(club):
    partia(club)
    paid(club, "Cy", "Bo", 300)
    Player.objects.filter(name="Cy").update(merged_into=Player.objects.get(name="Bo"))
    assert balances(club) == {"Ann": 1000, "Bo": -1000}


def test_who_share_a_purse_pay_together(club):
    partia(club, winner=1, players=4)
    bo, cy, di = (Player.objects.get(name=name) for name in ("Bo", "Cy", "Di"))
    players.share_purse(di, bo)
    assert dues(club) == [("Bo", "Ann", 1000), ("Cy", "Ann", 500)]
    assert dues(club, one="Di") == [("Cy", "Bo", 500), ("Bo", "Ann", 1500)]
    players.share_purse(cy, Player.objects.get(name="Di"))
    assert dues(club) == [("Bo", "Ann", 1500)]
    players.share_purse(bo, None)
    assert dues(club) == [("Bo", "Ann", 500), ("Cy", "Ann", 1000)]
    assert balances(club) == {"Ann": 1500, "Bo": -500, "Cy": -500, "Di": -500}


def test_a_new_purse_is_nobody_elses(club):
    people = new_players(club, 4)
    players.share_purse(people[0], people[1])
    players.share_purse(people[0], None)
    players.share_purse(people[0], people[2])
    purses = dict(Player.objects.values_list("name", "purse"))
    assert purses["Ann"] == purses["Cy"] != purses["Bo"]


def test_everybody_can_pay_one(club):
    partia(club, winner=1, key="the first one")
    partia(club, winner=2, passed=[1], key="the second one")
    assert dues(club, one="Cy") == [("Cy", "Ann", 750), ("Cy", "Bo", 250)]
    assert dues(club, one="Bo") == [("Cy", "Bo", 1000), ("Bo", "Ann", 750)]


def test_more_than_fourteen_with_a_balance_are_settled_without_certainty(club):
    people = [
        Player.objects.create(club=club, name=f"{name} {number}", mark=f"{name[0]}{number}", colour=1)
        for number in (1, 2)
        for name in FRIENDS
    ]
    for number, low in enumerate(range(0, 15, 5)):
        partia(club, players=people[low : low + 5], key=f"match number {number}")
    assert Account(club).settlement("UAH").exact is False
    Player.objects.filter(pk=people[14].pk).update(merged_into=people[13])
    assert len(people) > EXACT
    assert Account(club).settlement("UAH").exact is True


@pytest.mark.parametrize("number", [2, 12])
def test_balances_take_two_queries_whatever_was_played(club, number, django_assert_num_queries):
    for match in range(number):
        partia(club, winner=match % 3 + 1, passed=[(match + 1) % 3 + 1], key=f"match number {match}")
        paid(club, "Bo", "Ann", 1 + match, key=f"payment number {match}")
    with django_assert_num_queries(2):
        assert sum(Account(club).balances["UAH"].values()) == 0


def test_a_payment_is_told_in_its_own_coin(club):
    partia(club)
    paid(club, "Bo", "Ann", 5, coin="poen")
    assert balances(club) == {"Ann": 1000, "Bo": -500, "Cy": -500}
    assert balances(club, "poen") == {"Ann": -5, "Bo": 5}
