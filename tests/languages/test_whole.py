"""Every language is whole: each sentence is translated, and no page has an English word left."""

from itertools import chain

import pytest
from django.conf import settings
from django.http import QueryDict
from django.test import Client
from django.urls import reverse

from games import codes
from games.access import COOKIE
from games.forms import ways
from games.models import Club, Code, Device, Player, Preset
from games.scoring import GAMES
from scorekeeper.catalogs import faults, read, renewed, sentences, written
from scorekeeper.compiled import sources
from tests.languages.english import left_over
from tests.pages.test_access import CALLS_FOR, address, rows_of
from tests.tables import new_match

OTHERS = [code for code, _ in settings.LANGUAGES if code != settings.LANGUAGE_CODE]
GREEKS = ["Άννα", "Βασίλης", "Γιώργος", "Δήμητρα", "Ελένη", "Ζωή"]
"""Nobody types a Latin letter here: whatever is left of them, the app said."""


@pytest.fixture
def greeks(club, keeper):
    """A club in which everything that was typed is in Greek: the rows that addresses can name."""
    rows = rows_of(club)
    for number, player in enumerate(Player.objects.filter(club=club)):
        Player.objects.filter(pk=player.pk).update(name=GREEKS[number], mark=GREEKS[number][0])
    Club.objects.update(name="Παρασκευή")
    Preset.objects.update(name="Δικοί μας")
    for number, code in enumerate(codes.of_club(club).values()):
        Code.objects.filter(pk=code.pk).update(text=f"23456{number}")
    for device in Device.objects.filter(club=club):
        Device.objects.filter(pk=device.pk).update(name=f"Φορητό {device.pk}")
    return rows


def speaking(client, language):
    other = Client(headers={"accept-language": language}, raise_request_exception=False)
    other.cookies[COOKIE] = client.cookies[COOKIE].value
    return other


def opened(client, rows):
    """Every address that can be opened, as it is and as a script asks for it."""
    for name in CALLS_FOR:
        told = rows | {"code": "abcdef"}
        for headers in ({}, {"HX-Request": "true"}):
            answer = client.get(address(name, told), headers=headers)
            if answer.status_code != 302:
                yield f"{name} {headers}", answer


def written_to(client, rows):
    """Every address that can be written to, with nothing told, and with what cannot be."""
    for name in CALLS_FOR:
        told = rows | {"code": "abcdef"}
        for data in (
            {},
            {"name": "\0", "mark": "ΑΒΓ", "code": "\0" * 6, "amount": "1,234", "when": "ω"},
            {
                "name": "ω" * 300,
                "mark": "\0",
                "code": "ω" * 300,
                "amount": "−1",
                "mix": "ω" * 300,
                "save": "new",
            },
            {"name": "", "mark": "", "code": "1", "start": "1", "save": "new", "mix": "", "act": "what"},
        ):
            answer = client.post(address(name, told), data)
            if answer.status_code not in {302, 405}:
                yield f"{name} {data}", answer


def tables(club):
    """A match of each game, with the tables' own word."""
    people = list(Player.objects.filter(club=club).order_by("pk"))
    people += [
        Player.objects.create(club=club, name=name, mark=name[0], colour=1) for name in GREEKS[len(people) :]
    ]
    for code, game in GAMES.items():
        rules = {"word": "ΓΑΤΑ"} if code == "smoking-cat" else {}
        yield new_match(club, code, people[: min(game.seats[-1], 4)], key=f"a match of {code}", **rules)


def tried(client, match):
    """Each way to enter a deal: empty, half told, and told wrong."""
    for way in ways(match.game):
        table, check = (reverse(name, args=[match.club_id, match.pk]) for name in ("table", "check"))
        page = client.get(table, {"way": way.way})
        yield f"{match.game} {way.way}", page
        form = page.context["form"]
        for value in ("", "1", "99", "2S", "K♠ K♠"):
            data = QueryDict(mutable=True)
            data.update({"way": way.way, "number": "1", "key": f"{way.way} {value}"})
            for field in form:
                data[field.html_name] = value
            yield f"{match.game} {way.way} {value}", client.post(check, data)
    yield f"start {match.game}", client.get(reverse("start", args=[match.club_id, match.game]))
    yield (
        f"start {match.game} wrong",
        client.post(reverse("start", args=[match.club_id, match.game]), {"start": "1"}),
    )
    yield f"rules of {match.game}", client.get(reverse("rules", args=[match.game]))
    yield f"rules of a {match.game}", client.get(reverse("match-rules", args=[match.club_id, match.pk]))


@pytest.mark.parametrize("language", OTHERS)
def test_every_sentence_is_translated(language):
    source = sources()[language]
    catalog = renewed(read(language, source), sentences())
    assert list(map(str, faults(catalog))) == []
    assert source.read_text() == written(catalog), "run manage.py translations"


@pytest.mark.parametrize("language", OTHERS)
def test_no_english_is_left_on_any_page(keeper, greeks, club, language):
    client = speaking(keeper, language)
    matches = [answer for match in tables(club) for answer in tried(client, match)]
    left = {
        name: english
        for name, answer in chain(matches, opened(client, greeks), written_to(client, greeks))
        if (english := left_over(answer, language))
    }
    assert left == {}
