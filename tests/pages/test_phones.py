"""The phones of a club: the codes by which they come in, who they are, and how they go."""

import re
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta

import pytest
import segno
from django.db import connection
from django.test import Client
from django.utils import timezone

from games import codes, phones
from games.access import COOKIE
from games.models import Club, Code, Device, Player, Role, Round
from games.phones import LastKeeper
from scorekeeper import address
from tests.pages.conftest import phone_of
from tests.pages.paper import forms
from tests.pages.test_table import played
from tests.tables import new_club, new_device, new_match, new_players


def listing(client, club, query=""):
    return client.get(f"/club/{club.pk}/phones/{query}")


def device(club, role):
    return Device.objects.get(club=club, role=role)


def sends(client, page, **told):
    """The answer to the form of a page, filled in."""
    form = forms(client.get(page))[0]
    return client.post(form.action, dict(form.fields) | told)


def test_a_keeper_finds_the_code_of_each_role_its_link_and_its_picture(keeper, club):
    page = listing(keeper, club).content.decode()
    for code in Code.objects.filter(club=club):
        link = f"http://testserver/join/{code.text}"
        assert code.text.upper() in page
        assert f'value="{link}"' in page
        assert address.qr_svg(link) in page
    assert Code.objects.filter(club=club).count() == page.count("<svg viewBox") == len(Role)


def test_the_picture_is_the_code_and_needs_no_style(club):
    link = "http://192.168.1.20:8000/join/abc234"
    picture = address.qr_svg(link)
    drawn = set()
    y = 0.0
    for path in re.findall(r'stroke="#000" d="([^"]+)"', picture):
        x = 0
        for step, across, down in re.findall(r"([Mmh])(-?[\d.]+)(?: (-?[\d.]+))?", path):
            if step == "h":
                drawn |= {(x + one, int(y)) for one in range(int(across))}
                x += int(across)
            else:
                x, y = (int(across), float(down)) if step == "M" else (x + int(across), y + float(down or 0))
    rows = list(segno.make(link, micro=False).matrix_iter(border=3))
    assert drawn == {(x, y) for y, row in enumerate(rows) for x, dark in enumerate(row) if dark}
    assert "style" not in picture


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ("http://localhost:8000/join/a", "http://192.168.1.20:8000/join/a"),
        ("http://127.0.0.1/join/a", "http://192.168.1.20/join/a"),
        ("http://[::1]:80/join/a", "http://192.168.1.20:80/join/a"),
        ("http://cards.localhost/join/a", "http://192.168.1.20/join/a"),
        ("http://localhost:99999/join/a", "http://192.168.1.20:99999/join/a"),
        ("http://192.168.1.30:8000/join/a", "http://192.168.1.30:8000/join/a"),
        ("https://cards.example/join/a", "https://cards.example/join/a"),
    ],
)
def test_no_phone_is_led_to_itself(monkeypatch, asked, told):
    monkeypatch.setattr(address, "network_addresses", lambda: ["192.168.1.20", "10.0.0.3"])
    assert address.from_the_network(asked) == told


def test_where_there_is_no_network_that_is_said(monkeypatch, keeper, club):
    monkeypatch.setattr(address, "network_addresses", list)
    page = keeper.get(f"/club/{club.pk}/phones/", headers={"Host": "localhost"})
    assert "http://localhost/join/" in page.content.decode()
    assert "only this computer can open the link" in page.content.decode()
    assert "only this computer" not in listing(keeper, club).content.decode()


def test_a_code_is_renewed_after_it_was_asked_once(keeper, club):
    listing(keeper, club)
    old = Code.objects.get(club=club, role=Role.SCORER).text
    page = f"/club/{club.pk}/phones/renew/scorer"
    assert old.upper() in keeper.get(page).content.decode()
    assert Code.objects.get(club=club, role=Role.SCORER).text == old
    form = forms(keeper.get(page))[0]
    for _ in range(2):
        answer = keeper.post(form.action, dict(form.fields))
    new = Code.objects.get(club=club, role=Role.SCORER).text
    assert new != old
    shown = keeper.get(answer.url).content.decode()
    assert new.upper() in shown
    assert old not in shown.lower()
    assert Client().get(f"/join/{old}").status_code == 404


@pytest.mark.parametrize("old", ["", "\0", "zzzzzz", "x" * 1000])
def test_what_is_not_the_code_is_not_renewed(keeper, club, old):
    listing(keeper, club)
    before = list(Code.objects.values())
    assert keeper.post(f"/club/{club.pk}/phones/renew/scorer", {"old": old}).status_code == 302
    assert list(Code.objects.values()) == before


@pytest.mark.parametrize("role", ["king", "KEEPER", "0"])
def test_there_is_no_code_for_a_role_that_is_none(keeper, club, role):
    assert keeper.get(f"/club/{club.pk}/phones/renew/{role}").status_code == 404


def test_the_role_that_is_asked_for_stands_open(keeper, club):
    for query, role in (("", "Scorer"), ("?open=watcher", "Watcher")):
        page = listing(keeper, club, query).content.decode()
        assert re.findall(r"<details[^>]* open>\s*<summary><span>(\w+)", page) == [role]


def test_phones_are_listed_with_what_they_are_called_and_may_whose_they_are_and_when_they_were_seen(
    keeper, club
):
    Device.objects.filter(club=club).update(seen_at=timezone.now())
    bo = new_players(club, 2)[1]
    seen_at = timezone.now() - timedelta(days=40)
    Device.objects.create(
        club=club, role=Role.WATCHER, name="Brick & Co", player=bo, token_hash="x", seen_at=seen_at
    )
    Device.objects.create(club=club, role=Role.SCORER, token_hash="y")
    new_device(new_club("Others"), token="theirs")
    own, brick, nameless = listing(keeper, club).context["phones"]
    assert (own.own, own.name, own.facts) == (True, "Ann's phone", ["Keeper"])
    assert (brick.own, brick.name, brick.facts[:2]) == (False, "Brick & Co", ["Watcher", "Bo"])
    assert brick.facts[2].startswith("seen on ")
    assert nameless.name == "A phone without a name"


def test_when_a_phone_was_seen_is_told_by_the_clubs_clock(keeper, club, monkeypatch):
    now = datetime(2026, 11, 30, 21, 30, tzinfo=UTC)
    monkeypatch.setattr("django.utils.timezone.now", lambda: now)
    Club.objects.filter(pk=club.pk).update(zone="Asia/Tbilisi")
    for ago in (1, 2):
        seen_at = now - timedelta(hours=ago)
        Device.objects.create(club=club, role=Role.WATCHER, token_hash=f"{ago}", seen_at=seen_at)
    _own, *others = listing(keeper, club).context["phones"]
    assert [phone.facts[-1] for phone in others] == ["seen today at 00:30", "seen on 30 November 2026"]


def test_a_keeper_says_what_a_phone_is_called_whose_it_is_and_what_it_may(keeper, scorer, club):
    bo = new_players(club, 2)[1]
    page = f"/club/{club.pk}/phones/{device(club, Role.SCORER).pk}/"
    answer = sends(keeper, page, name="Bo's brick", player=bo.pk, role="watcher")
    assert answer.url == f"/club/{club.pk}/phones/"
    phone = device(club, Role.WATCHER)
    assert (phone.name, phone.player) == ("Bo's brick", bo)
    assert scorer.get(f"/club/{club.pk}/start/scat/").status_code == 403


def test_who_was_said_to_have_a_phone_stays_said_when_he_is_archived(keeper, scorer, club):
    player = new_players(club, 1)[0]
    phone = device(club, Role.SCORER)
    Device.objects.filter(pk=phone.pk).update(player=player)
    Player.objects.update(archived_at=timezone.now())
    sends(keeper, f"/club/{club.pk}/phones/{phone.pk}/", name="Other")
    assert Device.objects.get(pk=phone.pk).player == player


@pytest.mark.parametrize(
    ("told", "said"),
    [
        ({"role": "king"}, "cannot be chosen here"),
        ({"name": "x" * 61}, "60 characters are the most"),
        ({"player": "999"}, "cannot be chosen here"),
    ],
)
def test_what_a_phone_cannot_be_is_said_beside_the_field(keeper, scorer, club, told, said):
    answer = sends(keeper, f"/club/{club.pk}/phones/{device(club, Role.SCORER).pk}/", **told)
    assert answer.status_code == 422
    assert said in answer.content.decode()
    assert device(club, Role.SCORER).name == "Ann's phone"


def test_a_removed_phone_finds_nothing_at_once_and_what_it_entered_stays(keeper, scorer, club):
    match = new_match(club, lives=2)
    played(match, 2)
    phone = device(club, Role.SCORER)
    Round.objects.update(device=phone)
    page = f"/club/{club.pk}/phones/{phone.pk}/remove"
    assert "Ann&#x27;s phone" in keeper.get(page).content.decode()
    assert scorer.get(f"/club/{club.pk}/").status_code == 200
    assert sends(keeper, page).url == f"/club/{club.pk}/phones/"
    assert scorer.get(f"/club/{club.pk}/").status_code == 404
    assert scorer.get("/").context["clubs"] == []
    round = Round.objects.get()
    assert round.device is None
    assert (
        "a phone that has left"
        in keeper.get(f"/club/{club.pk}/matches/{match.pk}/rounds/{round.pk}/").content.decode()
    )


def test_a_removed_phone_that_comes_in_again_is_a_new_one(keeper, scorer, club):
    token = scorer.cookies[COOKIE].value
    device(club, Role.SCORER).delete()
    form = forms(scorer.get(f"/join/{codes.of_club(club)[Role.WATCHER].text}"))[0]
    scorer.post(form.action, dict(form.fields))
    assert scorer.cookies[COOKIE].value != token
    assert scorer.get(f"/club/{club.pk}/").status_code == 200


def test_the_last_keeper_cannot_leave_nor_become_less(keeper, scorer, club):
    own = device(club, Role.KEEPER)
    leaving = sends(keeper, f"/club/{club.pk}/phone/leave")
    lowering = sends(keeper, f"/club/{club.pk}/phones/{own.pk}/", role="scorer", name="Other")
    for answer in (leaving, lowering):
        assert answer.status_code == 422
        assert "Somebody has to keep the club" in answer.content.decode()
    assert (device(club, Role.KEEPER).pk, device(club, Role.KEEPER).name) == (own.pk, "Ann's phone")


def test_where_another_keeps_it_a_keeper_can_leave_or_become_less(club):
    ann, bo, cy = (phone_of_keeper(club, name) for name in ("Ann", "Bo", "Cy"))
    assert sends(ann, f"/club/{club.pk}/phone/leave").url == "/"
    own = Device.objects.get(club=club, name="Bo")
    assert sends(bo, f"/club/{club.pk}/phones/{own.pk}/", role="scorer").url == f"/club/{club.pk}/"
    assert listing(bo, club).status_code == 403
    assert sends(cy, f"/club/{club.pk}/phone/leave").status_code == 422


def phone_of_keeper(club, name):
    new_device(club, Role.KEEPER, f"token of {name}")
    Device.objects.filter(name="Ann's phone").update(name=name)
    client = Client()
    client.cookies[COOKIE] = f"token of {name}"
    return client


def test_to_remove_the_own_phone_is_to_leave(keeper, club):
    own = device(club, Role.KEEPER)
    for ask in (keeper.get, keeper.post):
        assert ask(f"/club/{club.pk}/phones/{own.pk}/remove").url == f"/club/{club.pk}/phone/leave"
    assert Device.objects.filter(pk=own.pk).exists()


@pytest.mark.django_db(transaction=True)
def test_keepers_who_remove_one_another_at_once_leave_one():
    club = new_club()
    keepers = [new_device(club, Role.KEEPER, f"token {number}") for number in range(6)]

    def removed(phone):
        try:
            phones.remove(phone)
        except LastKeeper:
            return False
        finally:
            connection.close()
        return True

    with ThreadPoolExecutor(len(keepers)) as at_once:
        told = list(at_once.map(removed, keepers))
    assert told.count(False) == 1
    assert Device.objects.filter(club=club, role=Role.KEEPER).count() == 1


def test_every_phone_says_what_it_is_called_and_whose_it_is(club):
    bo = new_players(club, 2)[1]
    for role in Role:
        client = phone_of(club, role)
        page = f"/club/{club.pk}/phone/"
        assert sends(client, page, name=f"A {role}'s brick", player=bo.pk).url == f"/club/{club.pk}/"
        assert (device(club, role).name, device(club, role).player) == (f"A {role}'s brick", bo)
        assert sends(client, page, player="").url == f"/club/{club.pk}/"
        assert device(club, role).player is None


def test_no_phone_says_of_itself_that_it_may_do_more(watcher, club):
    sends(watcher, f"/club/{club.pk}/phone/", role="keeper", name="Mine")
    assert (device(club, Role.WATCHER).name, Device.objects.count()) == ("Mine", 1)


def test_a_phone_leaves_one_club_and_stays_in_the_others(watcher, club):
    other = new_club("Others")
    new_device(other, Role.WATCHER, watcher.cookies[COOKIE].value)
    page = f"/club/{club.pk}/phone/leave"
    assert club.name in watcher.get(page).content.decode()
    assert sends(watcher, page).url == "/"
    assert watcher.get("/").context["clubs"] == [other]
    assert watcher.get(f"/club/{club.pk}/").status_code == 404


def test_the_recovery_code_is_shown_once_to_be_printed(keeper, club):
    page = f"/club/{club.pk}/phones/recovery"
    asked = keeper.get(page)
    assert "cuts it off" not in asked.content.decode()
    form = forms(asked)[0]
    paper, again = (keeper.post(form.action, dict(form.fields)) for _ in range(2))
    printed = paper.context["code"]
    assert printed.upper() in paper.content.decode()
    assert "http://testserver/" in paper.content.decode()
    assert again.context["code"] == printed
    for address_of_page in (page, f"/club/{club.pk}/phones/", f"/club/{club.pk}/"):
        assert printed not in keeper.get(address_of_page).content.decode().lower()
    assert "cuts it off" in keeper.get(page).content.decode()
    assert codes.invitation(codes.read(printed), "") == (club, Role.KEEPER)


def test_no_recovery_code_is_printed_by_a_form_that_came_incomplete(keeper, club):
    assert keeper.post(f"/club/{club.pk}/phones/recovery").status_code == 422
    assert Club.objects.get(pk=club.pk).recovery_hash is None


def test_whose_the_phone_is_is_marked_in_the_list_and_at_the_table(keeper, scorer, club):
    match = new_match(club)
    bo = Player.objects.get(name="Bo")
    Device.objects.filter(club=club, role=Role.SCORER).update(player=bo)
    for page in (f"/club/{club.pk}/", f"/club/{club.pk}/players/"):
        marked = re.findall(
            r'<bdi>(\w+)</bdi>(?:</a>)? <i class="mine">you</i>', scorer.get(page).content.decode()
        )
        assert marked == ["Bo"]
        assert 'class="mine"' not in keeper.get(page).content.decode()
    table = f"/club/{club.pk}/matches/{match.pk}/"
    (seat,) = re.findall(r'(?s)<li class="seat mine">.*?</li>', scorer.get(table).content.decode())
    assert 'title="Bo"' in seat
    assert '<span class="unseen">you </span>' in seat
    assert "mine" not in keeper.get(table).content.decode()


def test_the_page_of_phones_costs_the_same_however_many_there_are(keeper, club, django_assert_num_queries):
    listing(keeper, club)
    with django_assert_num_queries(3):
        listing(keeper, club)
    for number, player in enumerate(new_players(club, 9)):
        Device.objects.create(club=club, role=Role.WATCHER, token_hash=f"{number}", player=player)
    with django_assert_num_queries(3):
        listing(keeper, club)


def test_a_club_leads_a_phone_to_what_it_may_see_of_phones(keeper, scorer, watcher, club):
    for client, led in ((keeper, True), (scorer, False), (watcher, False)):
        page = client.get(f"/club/{club.pk}/").content.decode()
        assert (f'href="/club/{club.pk}/phones/"' in page) is led
        assert f'href="/club/{club.pk}/phone/"' in page
