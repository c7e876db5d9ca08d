"""What every answer carries, whoever gives it: a page, a file, a refusal, an error."""

import logging
from wsgiref.util import setup_testing_defaults

import pytest
from django.conf import settings
from django.test import Client

from games import codes
from games.models import Role
from scorekeeper.wsgi import application

SAFE = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Resource-Policy": "same-origin",
}
REFERRERS = {"same-origin", "strict-origin"}


def lacking(headers):
    """The headers that an answer should have, and has not."""
    told = {name: headers.get(name) for name in SAFE}
    missing = [name for name, value in SAFE.items() if told[name] != value]
    policy = headers.get("Content-Security-Policy", "")
    if not policy.startswith("default-src 'none'; ") or "unsafe" in policy:
        missing.append("Content-Security-Policy")
    if "camera=()" not in headers.get("Permissions-Policy", ""):
        missing.append("Permissions-Policy")
    if headers.get("Referrer-Policy") not in REFERRERS:
        missing.append("Referrer-Policy")
    if not headers.get("Cache-Control"):
        missing.append("Cache-Control")
    return missing


@pytest.fixture
def broken(monkeypatch):
    """A page that breaks."""

    def breaks(_request):
        raise ZeroDivisionError

    monkeypatch.setattr("games.views.clubs.own_devices", breaks)
    return Client(raise_request_exception=False)


@pytest.mark.parametrize("policy", [None, "same-origin"])
def test_a_window_that_opens_a_page_is_kept_apart_where_browsers_heed_it(db, settings, policy):
    settings.SECURE_CROSS_ORIGIN_OPENER_POLICY = policy
    assert Client().get("/").headers.get("Cross-Origin-Opener-Policy") == policy


def test_pages_and_refusals_have_them_all(keeper, watcher, club):
    strict = Client(enforce_csrf_checks=True)
    answers = {
        "a page": (200, keeper.get(f"/club/{club.pk}/")),
        "a way on": (302, keeper.post("/", {"name": "Saturday"})),
        "a form that is wrong": (422, keeper.post("/", {"name": ""})),
        "what is not there": (404, keeper.get("/nothing")),
        "what is not for this phone": (403, watcher.get(f"/club/{club.pk}/phones/")),
        "what cannot be done there": (405, keeper.post(f"/club/{club.pk}/")),
        "an old form": (403, strict.post("/", {"name": "Saturday"})),
        "too much": (400, keeper.post("/", {"name": "x" * 300_000})),
        "a wrong code": (404, keeper.get("/join/zzzzzz")),
    }
    assert {what: answer.status_code for what, (_, answer) in answers.items()} == {
        what: status for what, (status, _) in answers.items()
    }
    assert {what: lacking(answer) for what, (_, answer) in answers.items()} == {what: [] for what in answers}


def test_so_has_a_page_that_broke(broken, db):
    answer = broken.get("/")
    assert answer.status_code == 500
    assert lacking(answer) == []


def test_so_has_what_is_refused_for_its_host(client, db, settings):
    settings.ALLOWED_HOSTS = ["cards.test"]
    answer = client.get("/", headers={"Host": "elsewhere.test"})
    assert answer.status_code == 400
    assert lacking(answer) == []


@pytest.mark.parametrize(("path", "status"), [("app.css", "200 OK"), ("nothing.css", "404 Not Found")])
def test_so_have_files_from_the_server(db, path, status):
    told = from_the_server(f"/static/{path}")
    assert told[0] == status
    assert lacking(dict(told[1])) == []
    assert "Access-Control-Allow-Origin" not in dict(told[1])


def test_so_has_what_the_server_turns_away_before_it_is_read(db):
    status, headers = from_the_server("/", CONTENT_TYPE="text/plain; charset=rot13")
    assert status == "400 Bad Request"
    assert lacking(dict(headers)) == []


def from_the_server(path, **environment):
    environ = {"PATH_INFO": path, "REQUEST_METHOD": "GET"} | environment
    setup_testing_defaults(environ)
    told = []
    answer = application(environ, lambda *start: told.extend(start[:2]))
    b"".join(answer)
    answer.close()
    return told


def test_a_page_takes_nothing_from_elsewhere_and_nothing_that_is_written_in_it():
    policy = settings.SECURE_CSP
    assert policy["default-src"] == ["'none'"]
    for name in ("script-src", "style-src", "connect-src", "form-action"):
        assert policy[name] == ["'self'"]
    assert policy["base-uri"] == policy["frame-ancestors"] == ["'none'"]


@pytest.mark.parametrize("status", [200, 404, 429])
def test_no_code_comes_into_the_log(client, club, caplog, capsys, status):
    code = codes.of_club(club)[Role.KEEPER].text if status != 404 else "zzzzzz"
    with caplog.at_level(logging.DEBUG):
        for _ in range(12 if status == 429 else 1):
            answer = client.get(f"/join/{code if status == 200 else 'zzzzzz'}")
        Client(enforce_csrf_checks=True).post(f"/join/{code}")
        client.post("/join", {"code": code})
    assert answer.status_code == status
    written = caplog.text + "".join(capsys.readouterr())
    assert "/join/…" in written
    assert code not in written.lower()
    assert "zzzzzz" not in written


def test_what_the_servers_own_log_says_of_a_link_is_without_its_code(caplog):
    (console,) = (one for one in logging.getLogger().handlers if one.filters and one.formatter)
    record = logging.LogRecord(
        "django.server", logging.INFO, "", 1, '"%s" %s', ("GET /join/abc234?x HTTP/1.1", 200), None
    )
    assert console.filter(record)
    assert record.getMessage() == '"GET /join/…?x HTTP/1.1" 200'
