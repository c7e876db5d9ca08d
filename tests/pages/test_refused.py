"""What no page of ours sends is refused with a page of ours, and changes nothing."""

import logging
from io import StringIO
from wsgiref.util import setup_testing_defaults

import pytest
from django.conf import settings
from django.http.multipartparser import MultiPartParser
from django.test import Client
from django.urls import reverse
from django.utils.module_loading import import_string

from games.models import Player, Round
from scorekeeper.wsgi import application
from tests.tables import new_match

FORM = "application/x-www-form-urlencoded"
PARTS = "multipart/form-data; boundary=cards"
PART = b'--cards\r\nContent-Disposition: form-data; name="name"\r\n\r\nBo\r\n--cards--\r\n'


@pytest.fixture(params=[True, False], ids=["checked", "unchecked"])
def phone(request, keeper):
    """A phone with a token for its forms, whether or not that is looked at; what breaks is answered as broken."""
    phone = Client(enforce_csrf_checks=request.param, raise_request_exception=False)
    phone.cookies = keeper.cookies
    phone.cookies[settings.CSRF_COOKIE_NAME] = "a" * 32
    return phone


def test_a_refusal_is_a_line_in_the_log_without_a_traceback(watcher, club):
    log = StringIO()
    handler = logging.StreamHandler(log)
    for told in settings.LOGGING["handlers"]["console"]["filters"]:
        handler.addFilter(import_string(settings.LOGGING["filters"][told]["()"])())
    logger = logging.getLogger("django.request")
    logger.addHandler(handler)
    assert watcher.get(reverse("start", args=[club.pk, "scat"])).status_code == 403
    logger.removeHandler(handler)
    assert log.getvalue().splitlines() == [
        f"Forbidden (Permission denied): {reverse('start', args=[club.pk, 'scat'])}"
    ]


@pytest.fixture
def addresses(club):
    match = new_match(club)
    return [
        reverse("home"),
        reverse("add-player", args=[club.pk]),
        reverse("start", args=[club.pk, "scat"]),
        *(reverse(name, args=[club.pk, match.pk]) for name in ("record", "check", "end")),
    ]


OURS = "<h2>That could not be read</h2>"


def is_ours(response):
    return response.status_code == 400 and OURS in response.content.decode()


@pytest.mark.parametrize("charset", ["utf-16", "utf-7", "latin-1", "idna"])
def test_a_form_in_another_character_set_is_not_read(phone, addresses, charset):
    for address in addresses:
        answer = phone.generic("POST", address, b"name=Bo", content_type=f"{FORM}; charset={charset}")
        assert (address, is_ours(answer)) == (address, True)
    assert Player.objects.count() == 3
    assert not Round.objects.exists()


@pytest.mark.parametrize("charset", ["utf-16", "utf-7", "latin-1", "idna", "zip", '"ROT_13"', "tarot"])
@pytest.mark.parametrize("kind", [FORM, PARTS, "text/plain"])
@pytest.mark.parametrize("method", ["GET", "POST"])
def test_the_server_turns_it_away_whatever_the_form_and_the_address(db, method, kind, charset):
    status, page = from_the_server(method, f"{kind}; charset={charset}")
    assert (status, OURS in page) == ("400 Bad Request", True)


@pytest.mark.parametrize("told", ["; charset*=zip''%41", "; charset=\0"])
def test_what_says_it_in_no_way_that_can_be_read_is_turned_away(db, told):
    status, page = from_the_server("GET", FORM + told)
    assert (status, OURS in page) == ("400 Bad Request", True)


@pytest.mark.parametrize("told", ["", "; charset=utf-8", '; charset="UTF8"'])
def test_utf_8_comes_through(db, told):
    status, page = from_the_server("GET", FORM + told)
    assert status == "200 OK"
    assert "<html" in page


def from_the_server(method, content_type):
    """The status and the body of what a server is given to answer with."""
    environ = {"REQUEST_METHOD": method, "QUERY_STRING": "name=%D0%9E", "CONTENT_TYPE": content_type}
    setup_testing_defaults(environ)
    told = []
    body = b"".join(application(environ, lambda *start: told.append(start[0])))
    return *told, body.decode()


def test_a_file_is_not_even_received_when_it_is_large(phone, addresses, monkeypatch):
    monkeypatch.setattr(MultiPartParser, "parse", lambda _: pytest.fail("it was received"))
    part = PART.replace(b'name="name"', b'name="name"; filename="cards.txt"')
    for address in addresses:
        answer = phone.generic("POST", address, part.replace(b"Bo", b"B" * 300_000), content_type=PARTS)
        assert (address, is_ours(answer)) == (address, True)


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        (FORM, b"name=" + b"B" * 6_000_000),
        (FORM, b"&".join(b"name=Bo" for _ in range(2000))),
        (PARTS, PART.replace(b"Bo", b"B" * 6_000_000)),
        ("multipart/form-data", PART),
    ],
    ids=["too long", "too many", "too long in parts", "without a boundary"],
)
def test_a_form_that_is_too_large_or_in_pieces_is_not_read(phone, addresses, kind, body):
    assert is_ours(phone.generic("POST", addresses[1], body, content_type=kind))
    assert Player.objects.count() == 3


def test_a_host_that_is_not_this_one_is_told_nothing_more(client, db, settings):
    settings.ALLOWED_HOSTS = ["cards.test"]
    assert is_ours(client.get("/", headers={"Host": "elsewhere.test"}))
