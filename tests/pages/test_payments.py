"""Payments: written as they are read, asked about where that is more than is open, agreed to and taken back."""

from urllib.parse import parse_qsl, urlsplit

import pytest
from django.urls import reverse

from games.models import Device, Payment, Player, Role
from games.payments import agree, take_back
from tests.money.tables import paid, partia, phone, played_for
from tests.pages.conftest import phone_of
from tests.pages.paper import forms
from tests.pages.test_settling import show, text
from tests.tables import new_club, new_players


@pytest.fixture
def club(club):
    played_for(club)
    partia(club)
    return club


def ids():
    return dict(Player.objects.values_list("name", "pk"))


def told(payer="Bo", payee="Ann", amount="5.00", coin="UAH", key="a key of the form", **more):
    people = ids()
    return {"payer": people[payer], "payee": people[payee], "amount": amount, "coin": coin, "key": key} | more


def pay(client, club, **more):
    return client.post(reverse("pay", args=[club.pk]), told(**more))


def press(client, answer, name="key", **typed):
    form = next(form for form in forms(answer) if form.get(name) is not None)
    return client.post(form.action, dict(form.fields) | typed)


def friend(club, name):
    client = phone_of(club, Role.SCORER)
    Device.objects.filter(club=club, role=Role.SCORER, token_hash__isnull=False).update(
        player=Player.objects.get(club=club, name=name)
    )
    return client


def test_what_stands_there_is_written_at_once(keeper, club):
    answer = pay(keeper, club, shown="500")
    assert answer.status_code == 302
    assert Payment.objects.get().amount == 500


def test_a_part_of_it_is_written_at_once_and_told(keeper, club):
    answer = pay(keeper, club, amount="3,5", shown="500")
    assert answer.status_code == 302
    assert Payment.objects.get().amount == 350
    assert "Bo paid Ann UAH 3.50." in text(keeper.get(answer.url))


def test_more_than_is_open_is_shown_as_it_was_read_first(keeper, club):
    answer = pay(keeper, club, amount="35", shown="500")
    assert answer.status_code == 200
    assert "Bo pays Ann UAH 35.00" in text(answer)
    assert "Yes, write it down" in text(answer)
    assert not Payment.objects.exists()
    assert press(keeper, answer, "shown").status_code == 302
    assert Payment.objects.get().amount == 3500


def test_it_can_be_changed_instead(keeper, club):
    answer = pay(keeper, club, amount="35", shown="500")
    query = dict(parse_qsl(urlsplit(answer.context["paying"].url).query))
    assert query == {name: str(value) for name, value in told(amount="3500").items() if name != "key"}
    again = keeper.get(answer.context["paying"].url)
    form = again.context["form"]
    assert [form[name].value() for name in ("payer", "payee", "amount", "shown")] == [
        str(ids()["Bo"]),
        str(ids()["Ann"]),
        "35.00",
        "3500",
    ]


def test_a_dinar_has_three_decimals_and_a_thousandth_is_no_thousand(keeper, club):
    played_for(club, "KWD")
    answer = pay(keeper, club, amount="1,234", coin="KWD")
    assert "Bo pays Ann KWD 1.234" in text(answer)
    press(keeper, answer, "shown")
    assert Payment.objects.get().amount == 1234


@pytest.mark.parametrize(
    ("typed", "field", "sentence"),
    [
        ({"amount": "1,234"}, "amount", "is that thousands?"),
        ({"amount": ""}, "amount", "How much?"),
        ({"amount": "0"}, "amount", "That would be nothing."),
        ({"amount": "9" * 17}, "amount", "That is more than any table plays for."),
        ({"amount": "5,5", "coin": "poen"}, "amount", "5,5: this goes by whole numbers only."),
        ({"payee": "Bo"}, "payee", "Who pays and who gets it are one person."),
    ],
)
def test_what_cannot_be_is_said_beside_its_field_and_the_typing_kept(keeper, club, typed, field, sentence):
    played_for(club, "UAH", penny=100)
    answer = pay(keeper, club, **typed)
    assert answer.status_code == 422
    assert sentence in answer.context["form"].errors[field][0]
    assert sentence in text(answer)
    assert not Payment.objects.exists()
    if "amount" in typed:
        assert answer.context["form"]["amount"].value() == typed["amount"]


@pytest.mark.parametrize(
    "wrong",
    [{"payer": ""}, {"payer": "999999"}, {"payee": "x"}, {"coin": "XXX"}, {"key": ""}, {"key": "x" * 65}],
    ids=str,
)
def test_a_form_that_is_none_of_ours_writes_nothing(keeper, club, wrong):
    answer = keeper.post(reverse("pay", args=[club.pk]), told(shown="500") | wrong)
    assert answer.status_code == 422
    assert not Payment.objects.exists()


def test_an_evening_of_another_club_is_not_found(keeper, club):
    other = new_club("Others")
    evening = partia(other).evening
    for asked in (evening.pk, "x", "9" * 30, "9" * 5000):
        assert pay(keeper, club, evening=asked, shown="500").status_code == 404
    assert not Payment.objects.exists()


def test_people_of_another_club_are_not_paid(keeper, club):
    [stranger] = new_players(new_club("Others"), 1)
    answer = keeper.post(reverse("pay", args=[club.pk]), told(shown="500") | {"payee": stranger.pk})
    assert answer.status_code == 422


def test_the_form_sent_twice_writes_once(keeper, club):
    for _ in range(2):
        assert pay(keeper, club, shown="500").status_code == 302
    assert Payment.objects.count() == 1


def test_the_same_from_another_phone_is_asked_about(keeper, club):
    anns = friend(club, "Ann")
    pay(keeper, club, shown="500")
    answer = pay(anns, club, shown="500", key="another key altogether")
    assert answer.status_code == 409
    assert "It is there already" in text(answer)
    assert Payment.objects.count() == 1
    assert press(anns, answer, "shown", another="1").status_code == 302
    assert Payment.objects.count() == 2


def test_who_has_not_said_who_he_is_writes_nothing(scorer, club):
    for answer in (show(scorer, club, "pay"), pay(scorer, club, shown="500")):
        assert answer.status_code == 403
        assert "Say first whose phone this is" in text(answer)
    assert not Payment.objects.exists()


def test_a_scorer_writes_only_what_he_paid_or_got(club):
    bos = friend(club, "Bo")
    answer = pay(bos, club, payer="Cy", shown="500")
    assert answer.status_code == 403
    assert "only what you paid or got yourself" in text(answer)
    assert pay(bos, club, payer="Bo", shown="500").status_code == 302
    assert pay(bos, club, payer="Cy", payee="Bo", shown="500", key="the other key").status_code == 302


@pytest.mark.parametrize(
    ("who", "statuses"),
    [
        ("watcher", {"agree": 403, "take-back": 403, "put-back": 403}),
        ("nobody", {"agree": 403, "take-back": 403, "put-back": 403}),
        ("Cy", {"agree": 403, "take-back": 403, "put-back": 403}),
        ("Bo", {"agree": 403, "take-back": 302, "put-back": 302}),
        ("Ann", {"agree": 302, "take-back": 302, "put-back": 302}),
        ("keeper", {"agree": 302, "take-back": 302, "put-back": 302}),
    ],
)
def test_who_may_do_what_with_a_payment(club, who, statuses):
    """Bo says on a phone of his that he paid Ann."""
    role = {"watcher": Role.WATCHER, "keeper": Role.KEEPER}.get(who, Role.SCORER)
    client = friend(club, who) if who in ids() else phone_of(club, role)
    payment = paid(club, "Bo", "Ann", 500, by=phone(club, "Bo"))
    address = reverse("payment", args=[club.pk, payment.pk])
    assert client.get(address).status_code == 200
    shown = {act for form in forms(client.get(address)) for act in form.values("act")}
    assert shown == {act for act in ("agree", "take-back") if statuses[act] == 302}
    for act, status in statuses.items():
        assert client.post(address, {"act": act}).status_code == status, act
    assert client.post(address, {"act": "burn"}).status_code == 403


def test_who_presses_what_is_not_his_any_more_reads_why_and_how_it_stands(keeper, club):
    bo = friend(club, "Bo")
    payment = paid(club, "Bo", "Ann", 500, by=phone(club, "Bo"))
    address = reverse("payment", args=[club.pk, payment.pk])
    bo.post(address, {"act": "take-back"})
    assert "Put it back" in text(bo.get(address))
    keeper.post(address, {"act": "put-back"})
    keeper.post(address, {"act": "take-back"})
    answer = bo.post(address, {"act": "put-back"})
    assert answer.status_code == 403
    assert "Only the phone that took it back can put it back" in text(answer)
    assert "Taken back at" in text(answer)
    assert "Put it back" not in text(answer)
    assert Payment.objects.get().taken_back_at


def test_another_clubs_payment_is_not_found(stranger, club):
    payment = paid(club, "Bo", "Ann", 500)
    for address in (
        reverse("payment", args=[club.pk, payment.pk]),
        reverse("payment", args=[Device.objects.exclude(club=club).get().club_id, payment.pk]),
    ):
        assert stranger.get(address).status_code == 404
        assert stranger.post(address, {"act": "take-back"}).status_code == 404
    assert Payment.objects.get().taken_back_at is None


def test_what_is_taken_back_stays_in_the_list_and_can_be_put_back(keeper, club):
    pay(keeper, club, shown="500")
    address = reverse("payment", args=[club.pk, Payment.objects.get().pk])
    told = keeper.post(address, {"act": "take-back"}, follow=True)
    assert "Taken back: Bo paid Ann UAH 5.00." in text(told)
    page = keeper.get(reverse("payments", args=[club.pk])).content.decode()
    assert "<s>Bo paid Ann" in page
    told = keeper.post(address, {"act": "put-back"}, follow=True)
    assert "Bo paid Ann UAH 5.00." in text(told)
    assert Payment.objects.get().taken_back_at is None


def test_a_payment_says_who_wrote_and_who_agreed(club, keeper):
    payment = paid(club, "Bo", "Ann", 500, by=phone(club, "Bo"))
    Device.objects.filter(pk=payment.offered_by_id).update(name="Bo's phone")
    page = text(show(keeper, club, "payment", payment_id=payment.pk))
    assert "Ann has not agreed yet. Until then it does not count." in page
    agree(payment, phone(club, "Ann"))
    page = text(show(keeper, club, "payment", payment_id=payment.pk))
    assert "on Bo&#x27;s phone." in page
    assert "Agreed at" in page
    assert "On account" in page


def test_payments_are_listed_twenty_a_page_newest_first(watcher, club, django_assert_num_queries):
    for number in range(22):
        paid(club, "Bo", "Ann", number + 1, key=f"payment {number}")
    with django_assert_num_queries(3):
        first = show(watcher, club, "payments")
    assert [payment.payment.amount for payment in first.context["payments"]] == list(range(22, 2, -1))
    second = watcher.get(reverse("payments", args=[club.pk]) + first.context["leaf"].older)
    assert [payment.payment.amount for payment in second.context["payments"]] == [2, 1]


def test_a_watcher_finds_no_form(watcher, club):
    payment = paid(club, "Bo", "Ann", 500, by=phone(club, "Bo"))
    take_back(paid(club, "Cy", "Ann", 500, key="the other one"), phone(club, "Ann"))
    for name, named in (("payments", {}), ("payment", {"payment_id": payment.pk}), ("settling", {})):
        assert [form.action for form in forms(show(watcher, club, name, **named))] == ["/language"]


def test_a_name_from_right_to_left_leaves_the_sentence_as_it_runs(keeper, club):
    """A sentence alone in an element that takes its direction from what it begins with would be turned round."""
    Player.objects.filter(name="Bo").update(name="שרה")
    payment = paid(club, "שרה", "Ann", 300, by=phone(club, "שרה"))
    more = keeper.post(reverse("pay", args=[club.pk]), told("שרה", amount="10"))
    pages = {name: show(keeper, club, name) for name in ("club", "settling", "payments")}
    pages |= {"payment": show(keeper, club, "payment", payment_id=payment.pk), "check": more}
    for name, page in pages.items():
        page = page.content.decode()
        assert "\u2068שרה\u2069 pa" in page, name
        assert "<bdi>\u2068שרה\u2069 pa" not in page, name


@pytest.mark.parametrize(("who", "hears"), [("keeper", True), ("Ann", True), ("Bo", False), ("Cy", False)])
def test_who_has_to_agree_is_told_so_on_the_clubs_page(keeper, club, who, hears):
    payment = paid(club, "Bo", "Ann", 500, by=phone(club, "Bo"))
    client = keeper if who == "keeper" else friend(club, who)
    page = show(client, club, "club")
    assert ("Bo paid Ann UAH 5.00. Ann has not agreed yet." in text(page)) == hears
    address = reverse("payment", args=[club.pk, payment.pk])
    assert (f'href="{address}"' in page.content.decode()) == hears
    agree(payment, phone(club, "Ann"))
    assert "has not agreed yet" not in text(show(client, club, "club"))


def test_of_many_that_wait_the_clubs_page_shows_three(keeper, club, django_assert_num_queries):
    paid(club, "Bo", "Ann", 1, by=phone(club, "Bo"))
    with django_assert_num_queries(8):
        assert "What was paid" not in text(show(keeper, club, "club"))
    for amount in range(2, 6):
        paid(club, "Bo", "Ann", amount, by=phone(club, "Bo"), key=f"payment {amount}")
    with django_assert_num_queries(8):
        page = text(show(keeper, club, "club"))
    assert page.count("has not agreed yet") == 3
    assert "What was paid" in page


def test_more_than_is_open_is_remarked_on(keeper, club):
    sentence = "UAH 5.00 is open between them now: the rest would be owed the other way."
    assert sentence in text(pay(keeper, club, amount="5.01"))


@pytest.mark.parametrize("amount", ["5", "4.99"])
def test_what_is_open_and_less_is_not_remarked_on(keeper, club, amount):
    assert pay(keeper, club, amount=amount).status_code == 302


def test_where_nothing_is_open_all_of_it_is_remarked_on(keeper, club):
    nothing = "Nothing is open between them now: all of it would be owed the other way."
    assert nothing in text(pay(keeper, club, payer="Ann", payee="Bo", amount="1"))
    assert nothing in text(pay(keeper, club, payer="Cy", payee="Bo", amount="1"))


def test_what_waits_is_open_no_more(keeper, club):
    paid(club, "Bo", "Ann", 300, by=phone(club, "Bo"))
    assert "UAH 2.00 is open between them now" in text(pay(keeper, club, amount="2.5"))


def test_who_share_a_purse_owe_together(keeper, club):
    Player.objects.filter(name__in=["Bo", "Cy"]).update(purse=1)
    assert "UAH 10.00 is open between them" in text(pay(keeper, club, payer="Cy", amount="11"))
    assert pay(keeper, club, payer="Cy", amount="10").status_code == 302


def test_agreeing_to_what_was_taken_back_says_that_it_was(club):
    payment = paid(club, "Bo", "Ann", 500, by=phone(club, "Bo"))
    take_back(payment, phone(club, "Bo"))
    address = reverse("payment", args=[club.pk, payment.pk])
    answer = friend(club, "Ann").post(address, {"act": "agree"}, follow=True)
    assert "Taken back: Bo paid Ann UAH 5.00." in text(answer)
    assert Payment.objects.get().agreed_at is None
