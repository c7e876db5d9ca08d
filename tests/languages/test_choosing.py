"""Each browser has its own language: the one it asks for, until another is chosen by hand."""

import re
from html import unescape

import pytest
from django.db.models import F
from django.test import Client
from django.urls import reverse
from django.utils.translation import get_language

from games import players, scorebook
from games.access import COOKIE
from games.models import Seat
from tests.pages.paper import form_with, press
from tests.tables import lowest, new_match

SAID = {
    "en": "Save deal 1",
    "uk": "Записати роздачу 1",
    "ru": "Записать сдачу 1",
    "ka": "ჩაწერა: დარიგება 1",
}
"""The button of the first deal."""


@pytest.fixture
def table(club):
    match = new_match(club)
    return reverse("table", args=[club.pk, match.pk])


def asking(client, language):
    """A browser of the club that asks for a language."""
    other = Client(headers={"accept-language": language})
    other.cookies[COOKIE] = client.cookies[COOKIE].value
    return other


def language_of(page):
    return re.search(r'<html lang="(\w+)"', page.content.decode())[1]


@pytest.mark.parametrize("language", SAID)
def test_a_page_is_in_the_language_that_the_browser_asks_for(keeper, table, language):
    page = asking(keeper, language).get(table)
    assert language_of(page) == page.headers["Content-Language"] == language
    assert [code for code, said in SAID.items() if said in page.content.decode()] == [language]


@pytest.mark.parametrize(
    ("asked", "shown"),
    [
        ("", "en"),
        ("*", "en"),
        ("de-AT, de;q=0.9", "en"),
        ("uk-UA", "uk"),
        ("de, ka;q=0.3, ru;q=0.7", "ru"),
        ("be-BY, ru;q=0.8, en;q=0.7", "ru"),
        ("KA-ge", "ka"),
        ("uk;q=lots", "en"),
        ("x" * 5000, "en"),
        ("ru\0", "en"),
    ],
)
def test_of_what_a_browser_asks_for_the_first_that_there_is(db, asked, shown):
    assert language_of(Client(headers={"accept-language": asked}).get("/")) == shown


def test_what_was_chosen_by_hand_counts_more_and_lasts(keeper, table):
    russian = asking(keeper, "ru")
    page = press(russian, russian.get(table), "language", "ka")
    assert page.redirect_chain == [(table, 302)]
    assert SAID["ka"] in page.content.decode()
    cookie = russian.cookies["language"]
    assert (cookie.value, cookie["max-age"], cookie["samesite"]) == ("ka", 400 * 24 * 60 * 60, "Lax")
    assert language_of(russian.get("/")) == "ka"
    assert language_of(press(russian, russian.get("/"), "language", "en")) == "en"


def test_two_phones_at_one_table_speak_two_languages(keeper, club):
    match = new_match(club)
    table, record = (reverse(name, args=[club.pk, match.pk]) for name in ("table", "record"))
    ukrainian, georgian = asking(keeper, "uk"), asking(keeper, "ka")
    deal = {"way": "quick", "number": 1, "key": "the first key", "knocker": 1, "lowest": [2]}
    saved = ukrainian.post(record, deal, follow=True).content.decode()
    assert "Роздачу 1 записано. Bo платить 1." in saved
    heard = georgian.get(table).content.decode()
    assert "დარიგება 2" in heard
    assert "კნუტი 1" in heard


@pytest.mark.parametrize("cookie", ["", "xx", "uk-UA-x", "en\0", "../uk", "k" * 4000])
def test_a_cookie_that_is_none_of_ours_is_no_language(db, cookie):
    client = Client(headers={"accept-language": "ru"})
    client.cookies["language"] = cookie
    assert language_of(client.get("/")) in {"ru", "uk"}
    assert client.get("/").status_code == 200


@pytest.mark.parametrize("language", ["", "xx", "uk\r\nSet-Cookie: a=b", "uk-UA"])
def test_what_is_no_language_cannot_be_chosen(client, db, language):
    answer = client.post("/language", {"language": language, "next": "/join"})
    assert (answer.status_code, answer.url) == (302, "/join")
    assert "language" not in answer.cookies


def test_the_switch_offers_every_language_by_its_own_name_and_marks_the_one_that_is_shown(
    client, db, settings
):
    page = client.get("/", headers={"accept-language": "uk"})
    assert form_with(page, "language").values("language") == [code for code, _ in settings.LANGUAGES]
    text = page.content.decode()
    assert all(f">{name}</button>" in text for _, name in settings.LANGUAGES)
    assert re.findall(r'value="(\w+)" lang="\w+" aria-current="true"', text) == ["uk"]


def test_wherever_somebody_lands_another_language_can_be_chosen(keeper, club):
    match = new_match(club)
    with scorebook.write(club, match.pk) as book:
        book.record(number=1, entry=lowest(2), key="the first deal", by=None)
    of_match = [club.pk, match.pk]
    addresses = [
        "/",
        "/join",
        reverse("club", args=[club.pk]),
        reverse("this-phone", args=[club.pk]),
        reverse("start", args=[club.pk, "scat"]),
        reverse("table", args=of_match),
        reverse("correct", args=[*of_match, book.rounds[0].pk]),
        reverse("match-rules", args=of_match),
    ]
    for address in addresses:
        page = press(keeper, keeper.get(address), "language", "ka")
        assert (page.redirect_chain, language_of(page)) == ([(address, 302)], "ka")
        press(keeper, page, "language", "en")


@pytest.mark.parametrize(
    ("language", "order"),
    [("en", ["Ann", "Zoe", "Ганна", "Яна"]), ("uk", ["Ганна", "Яна", "Ann", "Zoe"])],
)
def test_people_are_chosen_from_in_the_order_of_the_language(keeper, club, language, order):
    people = [players.add(club, name) for name in ("Яна", "Zoe", "Ганна", "Ann")]
    match = new_match(club, "scat", people)
    Seat.objects.filter(match=match).update(coin="EUR", worth=F("number") * 100 - 250)
    reader = asking(keeper, language)
    for name in ("stakes", "pay"):
        page = reader.get(reverse(name, args=[club.pk])).content.decode()
        offered = [re.findall(r"<option[^>]*>(Яна|Zoe|Ганна|Ann)<", one) for one in page.split("<select")]
        assert [names for names in offered if names] == [order, order]
    page = reader.get(reverse("settling", args=[club.pk])).content.decode()
    through = page.partition('<nav class="through"')[2].partition("</nav>")[0]
    assert re.findall(r"<bdi>(.*?)</bdi>", through) == order


# The rules, which have no form


def test_the_rules_are_read_in_another_language_by_a_link_that_can_be_sent(client, settings):
    page = client.get("/rules/petukh/", {"language": "ka"}, headers={"accept-language": "ru"})
    assert language_of(page) == page.headers["Content-Language"] == "ka"
    assert "language" not in page.cookies
    links = re.findall(r'href="(\?language=\w+)[^"]*" lang="(\w+)"', page.content.decode())
    assert links == [(f"?language={code}", code) for code, _ in settings.LANGUAGES]
    for link, code in links:
        assert language_of(client.get(f"/rules/petukh/{link}")) == code


@pytest.mark.parametrize("language", ["", "xx", "uk-UA", "ka\0", "../ka"])
def test_a_link_to_a_language_that_is_none_shows_the_browsers_own(client, language):
    page = client.get("/rules/petukh/", {"language": language}, headers={"accept-language": "ru"})
    assert (page.status_code, language_of(page), page.headers["Content-Language"]) == (200, "ru", "ru")


def test_the_way_back_from_the_rules_is_kept_in_another_language(client):
    came_from = {"referer": "http://testserver/club/abc/matches/5/?way=cards&number=2"}
    page = client.get("/rules/scat/", headers=came_from)
    (link,) = re.findall(r'href="([^"]*)" lang="uk"', page.content.decode())
    page = client.get(f"/rules/scat/{unescape(link)}", headers={"referer": "http://testserver/rules/scat/"})
    assert '<a class="home" href="/club/abc/matches/5/?way=cards&amp;number=2"' in page.content.decode()
    elsewhere = client.get("/rules/scat/", {"back": "//elsewhere.example/club/"})
    assert '<a class="home" href="/"' in elsewhere.content.decode()


# Back to where it was chosen


def chosen(client, following="", referer=""):
    answer = client.post("/language", {"language": "uk", "next": following}, headers={"referer": referer})
    assert answer.status_code == 302
    return answer.url


def test_it_leads_back_to_what_the_browser_shows_which_scripts_may_have_changed(client, db):
    referer = "http://testserver/club/abc/matches/1/?way=cards"
    assert chosen(client, "/club/abc/matches/1/", referer) == "/club/abc/matches/1/?way=cards"


def test_where_the_browser_keeps_a_code_to_itself_the_page_says_where_it_was(client, db):
    assert chosen(client, "/join/abcdef", "http://testserver/") == "/join/abcdef"
    assert form_with(client.get("/join?a=b&c=d"), "language").get("next") == "/join?a=b&c=d"


@pytest.mark.parametrize(
    "elsewhere",
    [
        "http://elsewhere.example/",
        "//elsewhere.example/",
        "http://[",
        "javascript:alert(1)",
        "///elsewhere",
        "",
    ],
)
def test_it_leads_nowhere_else(client, db, elsewhere):
    assert chosen(client, elsewhere, elsewhere) == "/"
    assert chosen(client, "", f"http://testserver//{elsewhere}") == "/"


def test_what_answers_a_form_leads_back_to_the_page_that_the_form_stands_on(keeper, club):
    match = new_match(club)
    round_page = reverse("players", args=[club.pk])
    refused = keeper.post(reverse("add-player", args=[club.pk]), {"name": ""})
    assert refused.status_code == 422
    assert press(keeper, refused, "language", "ka").redirect_chain[-1] == (round_page, 302)
    asked = keeper.post(reverse("end", args=[club.pk, match.pk]), {"act": "what"})
    assert press(keeper, asked, "language", "uk").status_code == 200


def test_a_form_without_its_token_changes_nothing_and_says_so(db):
    strict = Client(enforce_csrf_checks=True, headers={"accept-language": "ru"})
    answer = strict.post("/language", {"language": "uk", "next": "/join"})
    assert answer.status_code == 403
    assert "language" not in answer.cookies
    assert strict.get(answer.context["back"]).status_code == 200


# Whatever is said is said in it


@pytest.mark.parametrize("way", ["not found", "too large", "another host"])
def test_refusals_are_in_it_too(client, db, settings, way):
    asked = {"accept-language": "ka"}
    if way == "not found":
        answer = client.get("/nowhere", headers=asked)
    elif way == "too large":
        answer = client.post("/", {"name": "x" * settings.DATA_UPLOAD_MAX_MEMORY_SIZE}, headers=asked)
    else:
        settings.ALLOWED_HOSTS = ["testserver"]
        answer = client.get("/", headers=asked | {"host": "elsewhere.example"})
    assert answer.status_code in {400, 404}
    assert language_of(answer) == answer.headers["Content-Language"] == "ka"


def test_no_language_stays_behind_in_the_thread_that_answered(keeper, table):
    asking(keeper, "ka").get(table)
    assert get_language() == "en"


def test_answers_say_what_they_depend_on(keeper, club):
    for address in ("/", "/nowhere", reverse("club", args=[club.pk])):
        varies = {one.strip().lower() for one in keeper.get(address).headers["Vary"].split(",")}
        assert {"accept-language", "cookie"} <= varies


def test_a_static_file_is_the_same_in_every_language(client, db):
    answer = client.get("/static/icon.svg", headers={"accept-language": "ka"})
    answer.close()
    assert answer.status_code == 200
    assert "Content-Language" not in answer.headers
    assert "language" not in answer.headers.get("Vary", "").lower()


def test_what_changes_by_itself_comes_in_the_language_of_the_page(keeper, club):
    match = new_match(club)
    checked = asking(keeper, "ru").post(
        reverse("check", args=[club.pk, match.pk]),
        {"way": "quick", "number": 1, "key": "the first key", "lowest": [2]},
        headers={"HX-Request": "true"},
    )
    assert "Кто постучал?" in checked.content.decode()
