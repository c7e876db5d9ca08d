"""What phones keep for when there is no network: the app itself, and the pages that may be kept."""

import re
import struct
from itertools import pairwise
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.urls import reverse

from games import codes, scorebook
from games.views import offline
from tests.tables import lowest, new_match

MAY_BE_KEPT = {"home", "club", "matches", "players", "table", "lying", "round"}


@pytest.fixture
def match(club):
    match = new_match(club)
    with scorebook.write(club, match.pk) as book:
        book.record(number=1, entry=lowest(2), key="the first deal", by=None)
    return match


def loaded(page):
    """The files of the app that a page names."""
    return set(re.findall(r'="(/static/[^"]+\.(?:js|css|svg))"', page))


def test_the_worker_is_for_everything_below_the_root_and_asked_for_anew(client):
    response = client.get("/sw.js")
    assert response.headers["Content-Type"].startswith("text/javascript")
    assert response.headers["Cache-Control"] == "no-cache"


def test_the_worker_brings_along_whatever_the_pages_load(keeper, club, match):
    worker = keeper.get("/sw.js").content.decode()
    pages = [reverse("club", args=[club.pk]), reverse("table", args=[club.pk, match.pk]), "/", "/offline"]
    for page in pages:
        files = loaded(keeper.get(page).content.decode())
        assert len(files) > 3
        assert [file for file in files if f'"{file}"' not in worker] == []


def test_a_version_is_the_same_until_something_that_it_brings_along_is_another(rf, monkeypatch, tmp_path):
    request = rf.get("/sw.js")
    file = tmp_path / "new.js"
    file.write_text("one")
    monkeypatch.setattr(offline, "app_files", lambda: [("new.js", file)])
    versions = [offline.version(request)]
    for text in ("one", "two", "one"):
        file.write_text(text)
        versions.append(offline.version(request))
    assert [earlier == later for earlier, later in pairwise(versions)] == [True, False, False]
    assert versions[0] == versions[3]


def test_the_worker_names_its_version(client, monkeypatch):
    monkeypatch.setattr(offline, "version", lambda _request: "the second")
    assert 'const VERSION = "the second";' in client.get("/sw.js").content.decode()


def test_the_manifest_says_how_the_app_is_installed(client):
    response = client.get(reverse("manifest"))
    told = response.json()
    assert response.headers["Content-Type"] == "application/manifest+json"
    assert (told["start_url"], told["scope"], told["display"]) == ("/", "/", "standalone")
    assert reverse("manifest") in client.get("/").content.decode()
    for icon in told["icons"]:
        file = Path(finders.find(icon["src"].removeprefix(settings.STATIC_URL)))
        width, height = struct.unpack(">II", file.read_bytes()[16:24])
        assert icon["sizes"] == f"{width}x{height}"
        assert file.stat().st_size < 6000
    assert "maskable" in {icon["purpose"] for icon in told["icons"]}


def pages_of(club, match):
    """Every page that can be opened, by its name."""
    of_a_match = [club.pk, match.pk]
    of_a_round = [*of_a_match, match.rounds.get().pk]
    of_a_club = ["club", "matches", "players", "phones", "this-phone", "leave"]
    return {
        **{name: reverse(name) for name in ("home", "code", "offline")},
        **{name: reverse(name, args=[club.pk]) for name in of_a_club},
        **{name: reverse(name, args=of_a_match) for name in ("table", "lying", "end", "since")},
        **{name: reverse(name, args=of_a_round) for name in ("round", "correct")},
        "start": reverse("start", args=[club.pk, "scat"]),
    }


def test_a_page_is_kept_only_if_everybody_in_the_club_may_see_it(keeper, watcher, club, match):
    kept = {
        name
        for name, address in pages_of(club, match).items()
        if offline.MAY_BE_KEPT in keeper.get(address).headers
    }
    assert kept == MAY_BE_KEPT
    for name in kept:
        assert watcher.get(pages_of(club, match)[name]).status_code == 200


def test_no_page_that_is_kept_has_a_code_in_it(keeper, club, match):
    spoken = [code.text for code in codes.of_club(club).values()]
    assert spoken[0] in keeper.get(reverse("phones", args=[club.pk])).content.decode().replace(" ", "")
    for name in MAY_BE_KEPT:
        page = keeper.get(pages_of(club, match)[name]).content.decode()
        assert [code for code in spoken if code in page] == []


def test_what_was_refused_leaves_nothing_to_keep(stranger, watcher, club, match):
    pages = pages_of(club, match)
    assert offline.MAY_BE_KEPT not in stranger.get(pages["table"]).headers
    assert offline.MAY_BE_KEPT not in watcher.get(pages["end"]).headers
