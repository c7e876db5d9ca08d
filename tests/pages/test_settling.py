"""Settling up: what is open, who pays whom, what waits; to be shared; carried over."""

import re

import pytest
from django.urls import reverse
from django.utils.html import escape

from games.models import Device, Evening, Payment, Player, Role
from tests.money.tables import corrected, paid, partia, phone, played_for, won_by
from tests.pages.conftest import phone_of
from tests.pages.paper import forms

UAH = "UAH\N{NO-BREAK SPACE}"


@pytest.fixture
def club(club):
    played_for(club)
    return club


def text(answer):
    return " ".join(re.sub(r"<[^>]+>", " ", answer.content.decode()).split()).replace(" .", ".")


def show(client, club, name="settling", query="", **named):
    return client.get(reverse(name, kwargs={"club": club.pk} | named) + query)


def closed(club):
    evening = Evening.objects.get(club=club, closed_at=None)
    evening.closed_at = evening.last_at
    evening.save()
    return evening


def of_ann(club):
    """A scorer's phone that says it is Ann's."""
    client = phone_of(club, Role.SCORER)
    Device.objects.filter(club=club, role=Role.SCORER).update(
        player=Player.objects.get(club=club, name="Ann")
    )
    return client


def press_paid(client, answer, number=0, **typed):
    """Press "Paid" beside one of the dues."""
    form = [form for form in forms(answer) if form.get("payer")][number]
    return client.post(form.action, dict(form.fields) | typed, follow=True)


def test_it_says_what_is_open_and_who_pays_whom(watcher, club):
    partia(club, winner=2, passed=[3])
    page = text(show(watcher, club))
    assert f"Bo gets {UAH}7.50 Ann owes {UAH}5.00 Cy owes {UAH}2.50".replace(UAH, "UAH ") in page
    assert "2 payments settle everybody." in page
    assert "Ann pays Bo UAH 5.00" in page
    assert "Cy pays Bo UAH 2.50" in page


def test_without_money_it_is_said_in_units(watcher, club):
    played_for(club, currency="", none=1)
    partia(club)
    page = text(show(watcher, club))
    assert "Bo pays Ann 10 poens" in page
    assert "Ann gets 20 poens" in page


def test_nothing_open_reads_settled(watcher, club):
    assert "Everybody is settled." in text(show(watcher, club))
    partia(club)
    paid(club, "Bo", "Ann", 500)
    paid(club, "Cy", "Ann", 500, key="the other one")
    page = text(show(watcher, club))
    assert "Everybody is settled." in page
    assert "0.00" not in page


def test_paid_writes_what_was_shown_though_balances_moved(keeper, club):
    partia(club)
    answer = show(keeper, club)
    partia(club, winner=2, key="played meanwhile")
    told = press_paid(keeper, answer)
    payment = Payment.objects.get()
    assert (payment.payer.name, payment.payee.name, payment.amount) == ("Bo", "Ann", 500)
    assert "Bo paid Ann UAH 5.00." in text(told)
    assert "Bo gets UAH 10.00" in text(told)


def test_a_scorer_offers_and_the_other_side_agrees(club):
    partia(club, winner=2)
    anns, keeper = of_ann(club), phone_of(club, Role.KEEPER)
    answer = show(anns, club)
    assert len([form for form in forms(answer) if form.get("payer")]) == 1
    told = press_paid(anns, answer)
    assert "Ann paid Bo UAH 5.00. Bo has not agreed yet." in text(told)
    assert Payment.objects.get().agreed_at is None
    waiting = show(keeper, club)
    agreeing = next(form for form in forms(waiting) if "agree" in form.values("act"))
    told = keeper.post(agreeing.action, dict(agreeing.fields) | {"act": "agree"}, follow=True)
    assert "has not agreed yet" not in text(told)
    assert Payment.objects.get().agreed_at


def test_who_has_not_said_who_he_is_is_told_to(scorer, watcher, club):
    partia(club)
    assert "Say who you are" in text(show(scorer, club))
    assert not [form for form in forms(show(scorer, club)) if form.get("payer")]
    assert "Say who you are" not in text(show(watcher, club))


def test_everybody_can_pay_one(watcher, club):
    partia(club, winner=1, key="the first one", players=4)
    bo = Player.objects.get(name="Bo").pk
    page = show(watcher, club, query=f"?one={bo}")
    assert [due.text for due in page.context["settling"].dues] == [
        f"Cy pays Bo {UAH}5.00",
        f"Di pays Bo {UAH}5.00",
        f"Bo pays Ann {UAH}15.00",
    ]
    assert show(watcher, club, query="?one=999999").context["settling"].one is None


def test_each_coin_is_settled_by_itself(watcher, club):
    partia(club)
    played_for(club, currency="", none=1)
    partia(club, key="for poens")
    page = show(watcher, club)
    assert [name for _, name, _ in page.context["settling"].coins] == ["Ukrainian Hryvnia", "Poens"]
    poens = show(watcher, club, query="?coin=poen")
    assert "Bo pays Ann 10 poens" in text(poens)
    assert "UAH" not in {due.said for due in poens.context["settling"].dues}


def test_a_purse_is_told(watcher, club):
    partia(club)
    Player.objects.filter(name__in=["Bo", "Cy"]).update(purse=1)
    page = text(show(watcher, club))
    assert "Bo one purse with Cy owes" in page
    assert "1 payment settles everybody." in page
    assert "Bo pays Ann UAH 10.00" in page


def test_with_more_than_fourteen_it_says_that_fewer_might_do(watcher, club):
    people = [Player.objects.create(club=club, name=f"P{n}", mark=f"{n}", colour=1) for n in range(18)]
    for low in range(0, 18, 3):
        partia(club, players=people[low : low + 3], key=f"match number {low}")
    assert "With more than 14 people perhaps fewer would do." in text(show(watcher, club))


def test_what_is_open_again_says_why(watcher, club):
    match = partia(club)
    paid(club, "Bo", "Ann", 500)
    paid(club, "Cy", "Ann", 500, key="the other one")
    corrected(match, won_by(1, passed=[2]), by=phone(club, role=Role.KEEPER))
    page = text(show(watcher, club))
    assert re.search(r"Petukh \(.*\) was changed at \d\d:\d\d on a keeper&#x27;s phone:", page)
    assert "Ann −5 (−UAH 2.50), Bo +5 (+UAH 2.50)." in page.replace("\N{NO-BREAK SPACE}", " ")
    assert "Money had been paid on it: the difference is open again." in page


def test_an_evening_that_is_over_proposes_to_settle_or_to_carry_over(keeper, club):
    partia(club)
    going_on = Evening.objects.get()
    assert "Carry it over" not in text(show(keeper, club, "evening-settling", evening_id=going_on.pk))
    evening = closed(club)
    answer = show(keeper, club, "evening-settling", evening_id=evening.pk)
    assert "2 payments settle everybody." in text(answer)
    carrying = next(form for form in forms(answer) if form.action.endswith("/carry"))
    told = keeper.post(carrying.action, dict(carrying.fields), follow=True)
    assert "What this evening left open is settled with the rest." in text(told)
    alone = next(form for form in forms(told) if form.values("alone"))
    told = keeper.post(alone.action, dict(alone.fields) | {"alone": "1"}, follow=True)
    assert "Carry it over" in text(told)


def test_an_evening_that_is_paid_on_account_is_not_proposed_again(keeper, club):
    partia(club)
    evening = closed(club)
    press_paid(keeper, show(keeper, club))
    answer = show(keeper, club, "evening-settling", evening_id=evening.pk)
    assert "Carried over" in text(answer)
    assert "after all" not in text(answer)
    assert "owes" not in text(answer)
    assert not [form for form in forms(answer) if form.get("payer")]
    sent = show(keeper, club, "evening-settling-text", evening_id=evening.pk).content.decode()
    assert sent.endswith("What this evening left open is settled with the rest.")


def outcomes(client, evening):
    """What the evening's page says was won, and how it is settled, coin by coin."""
    told = show(client, evening.club, "evening", evening_id=evening.pk).context["outcomes"]
    return [(one.won.replace("\N{NO-BREAK SPACE}", " "), one.settled) for one in told]


WON = "Ann +UAH 10.00, Bo −UAH 5.00, Cy −UAH 5.00"
WITH_THE_REST = "What this evening left open is settled with the rest."


def test_an_evening_tells_what_was_won_whatever_is_paid_for_it(keeper, club):
    evening = partia(club).evening
    assert outcomes(keeper, evening) == [(WON, "")]
    paid(club, "Bo", "Ann", 500, evening=evening)
    [(won, settled)] = outcomes(keeper, evening)
    assert won == WON
    left = "Ann +UAH 5.00, Cy −UAH 5.00"
    assert settled.replace("\N{NO-BREAK SPACE}", " ") == f"Still open: {left}"
    paid(club, "Cy", "Ann", 500, evening=evening, key="the rest of it")
    assert outcomes(keeper, evening) == [(WON, "Nothing is open.")]


def test_an_evening_tells_what_was_won_though_a_part_of_it_was_paid_on_account(keeper, club):
    evening = partia(club).evening
    closed(club)
    carry = reverse("carry", args=[club.pk, evening.pk])
    before = outcomes(keeper, evening)
    payment = paid(club, "Bo", "Ann", 100)
    assert outcomes(keeper, evening) == [(WON, WITH_THE_REST)]
    assert carry not in show(keeper, club, "evening", evening_id=evening.pk).content.decode()
    keeper.post(reverse("payment", args=[club.pk, payment.pk]), {"act": "take-back"})
    assert outcomes(keeper, evening) == before
    assert carry in show(keeper, club, "evening", evening_id=evening.pk).content.decode()


def test_a_coin_in_which_nothing_was_paid_on_account_is_settled_by_itself(keeper, club):
    partia(club)
    played_for(club, currency="", none=1)
    evening = partia(club, key="for poens").evening
    paid(club, "Bo", "Ann", 100)
    assert [settled for _, settled in outcomes(keeper, evening)] == [WITH_THE_REST, ""]
    page = show(keeper, club, "evening-settling", evening_id=evening.pk)
    assert "Bo pays Ann 10 poens" in text(page)
    page = show(keeper, club, "evening-settling", "?coin=UAH", evening_id=evening.pk)
    assert WITH_THE_REST in text(page)


@pytest.mark.parametrize("query", ["?payment=", "?one=", "?coin="])
@pytest.mark.parametrize("asked", ["9" * 20, "9" * 5000, "²"])
def test_what_an_address_asks_for_and_is_not_there_changes_nothing(watcher, club, query, asked):
    partia(club)
    assert "2 payments settle everybody." in text(show(watcher, club, query=query + asked))


def test_what_is_paid_for_an_evening_is_kept_with_it(keeper, club):
    partia(club)
    evening = closed(club)
    answer = show(keeper, club, "evening-settling", evening_id=evening.pk)
    press_paid(keeper, answer)
    assert Payment.objects.get().evening == evening
    assert "1 payment settles everybody." in text(
        show(keeper, club, "evening-settling", evening_id=evening.pk)
    )


def test_it_can_be_sent_as_text(watcher, club):
    partia(club, winner=2)
    answer = show(watcher, club, "settling-text")
    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    name, _date, *lines = answer.content.decode().split("\n")
    assert name == "Friday"
    assert lines == [
        "2 payments settle everybody.",
        f"Ann pays Bo {UAH}5.00",
        f"Cy pays Bo {UAH}5.00",
    ]


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("uk", "5,00\N{NO-BREAK SPACE}₴"),
        ("ru", "5,00\N{NO-BREAK SPACE}₴"),
        ("ka", "5,00\N{NO-BREAK SPACE}UAH"),
    ],
)
def test_text_and_picture_are_in_the_language_of_the_phone(watcher, club, language, line):
    partia(club, winner=2)
    for name in ("settling-text", "settling-picture", "settling"):
        address = reverse(name, args=[club.pk])
        answer = watcher.get(address, headers={"accept-language": language})
        assert line in answer.content.decode(), name


def test_it_can_be_sent_as_a_picture(watcher, club):
    Player.objects.create(club=club, name="<Ann> & Bo", mark="A", colour=1)
    Player.objects.create(club=club, name="محمد", mark="M", colour=2)
    partia(club, players=list(Player.objects.filter(club=club)))
    evening = Evening.objects.get()
    for answer in (
        show(watcher, club, "settling-picture"),
        show(watcher, club, "evening-settling-picture", evening_id=evening.pk),
    ):
        picture = answer.content.decode()
        assert answer["Content-Type"] == "image/svg+xml"
        assert escape("<Ann> & Bo") in picture
        assert "style=" not in picture
        assert "<style" not in picture


@pytest.mark.parametrize("number", [2, 12])
def test_it_takes_the_same_queries_whatever_was_played(keeper, club, number, django_assert_num_queries):
    for one in range(number):
        partia(club, key=f"match number {one}", players=4)
        paid(club, "Bo", "Ann", 1 + one, key=f"payment {one}")
        paid(club, "Bo", "Ann", 1 + one, key=f"offer {one}", by=phone(club, "Bo"), another=True)
    with django_assert_num_queries(6):
        show(keeper, club)


def rows(answer):
    """The list of who pays whom, with what was paid just now in its place."""
    return [row.text.replace("\N{NO-BREAK SPACE}", " ") for row in answer.context["settling"].rows]


def test_the_list_goes_by_who_came_to_the_club_first_whatever_the_amounts(watcher, club):
    partia(club, players=4)
    before = [(due.payer, due.payee) for due in show(watcher, club).context["settling"].dues]
    assert before == [("Bo", "Ann"), ("Cy", "Ann"), ("Di", "Ann")]
    paid(club, "Bo", "Ann", 300)
    after = show(watcher, club).context["settling"].dues
    assert [(due.payer, due.payee) for due in after] == before


def test_what_was_paid_stays_in_its_place_to_be_taken_back_until_the_next_look(keeper, club):
    partia(club, players=4)
    answer = press_paid(keeper, show(keeper, club), 1)
    assert rows(answer) == ["Bo pays Ann UAH 5.00", "Cy paid Ann UAH 5.00.", "Di pays Ann UAH 5.00"]
    assert "Cy is settled" in text(answer)
    answer = press_paid(keeper, answer, 1)
    assert rows(answer) == ["Bo pays Ann UAH 5.00", "Cy paid Ann UAH 5.00.", "Di paid Ann UAH 5.00."]
    assert rows(show(keeper, club)) == ["Bo pays Ann UAH 5.00"]
    taking_back = next(form for form in forms(answer) if "take-back" in form.values("act"))
    told = keeper.post(taking_back.action, dict(taking_back.fields) | {"act": "take-back"}, follow=True)
    assert "Taken back: Cy paid Ann UAH 5.00." in text(told)
    assert "Cy pays Ann UAH 5.00" in rows(told)


def test_a_part_that_was_paid_stands_before_what_is_left_of_it(keeper, club):
    partia(club)
    answer = press_paid(keeper, show(keeper, club), amount="2")
    assert rows(answer) == ["Bo paid Ann UAH 2.00.", "Bo pays Ann UAH 3.00", "Cy pays Ann UAH 5.00"]


def test_what_waits_is_told_of_once(club):
    partia(club, winner=2)
    anns = of_ann(club)
    answer = press_paid(anns, show(anns, club))
    assert rows(answer) == ["Ann paid Bo UAH 5.00.", "Cy pays Bo UAH 5.00"]
    assert text(answer).count("Bo has not agreed yet.") == 1
    assert text(show(anns, club)).count("Bo has not agreed yet.") == 1


def test_whoever_everybody_pays_is_kept_from_payment_to_payment(keeper, club):
    partia(club, players=4)
    bo = Player.objects.get(name="Bo").pk
    answer = press_paid(keeper, show(keeper, club, query=f"?one={bo}"))
    assert rows(answer) == ["Cy paid Bo UAH 5.00.", "Di pays Bo UAH 5.00", "Bo pays Ann UAH 15.00"]


def test_who_paid_in_one_coin_is_not_led_to_another(keeper, club):
    partia(club)
    played_for(club, currency="", none=1)
    partia(club, key="for poens")
    answer = show(keeper, club, query="?coin=poen")
    for _ in range(2):
        answer = press_paid(keeper, answer)
    assert rows(answer) == ["Bo paid Ann 10 poens.", "Cy paid Ann 10 poens."]


def test_the_clubs_page_says_what_is_open(keeper, club):
    assert not show(keeper, club, "club").context["open"]
    partia(club)
    page = text(show(keeper, club, "club"))
    assert "Ann +UAH 10.00, Bo −UAH 5.00, Cy −UAH 5.00" in page.replace("\N{NO-BREAK SPACE}", " ")
