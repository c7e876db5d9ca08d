"""Who finds what: every address of the app, asked by everybody who may have it and everybody who may not."""

import re
from contextlib import contextmanager
from html import unescape

import pytest
from django.apps import apps
from django.db import transaction
from django.db.models import F, ForeignKey
from django.test import Client
from django.urls import URLPattern, get_resolver, resolve, reverse
from django.utils import timezone

from games import codes, scorebook
from games.access import COOKIE, MAY, Action, token_hash
from games.models import Club, Device, Payment, Player, Preset, Role, Round
from tests.pages.conftest import phone_of
from tests.pages.test_club import play_to_the_end
from tests.tables import lowest, new_club, new_match, new_players

LOOK, SCORE, KEEP = Action
ANYBODY = {"home", "code", "come-in", "language", "rules", "blank-sheet", "offline", "worker", "manifest"}
"""Addresses that belong to no club."""
OF_A_CLUB = {
    # name: (who may open it, who may write to it), None where nobody can
    "club": (LOOK, None),
    "club-since": (LOOK, None),
    "matches": (LOOK, None),
    "bring-in": (KEEP, KEEP),
    "whole-club": (KEEP, KEEP),
    "club-file": (KEEP, None),
    "rounds": (LOOK, None),
    "match-paper": (LOOK, None),
    "match-file": (LOOK, None),
    "match-rounds": (LOOK, None),
    "balances": (LOOK, None),
    "evenings": (LOOK, None),
    "evening": (LOOK, None),
    "evening-text": (LOOK, None),
    "evening-picture": (LOOK, None),
    "name-evening": (None, SCORE),
    "close-evening": (None, SCORE),
    "open-evening": (None, SCORE),
    "join-evenings": (SCORE, SCORE),
    "split-evening": (SCORE, SCORE),
    "stakes": (KEEP, KEEP),
    "share-purse": (None, KEEP),
    "tally": (LOOK, None),
    "evening-tally": (LOOK, None),
    "settling": (LOOK, None),
    "settling-since": (LOOK, None),
    "settling-text": (LOOK, None),
    "settling-picture": (LOOK, None),
    "evening-settling": (LOOK, None),
    "evening-settling-since": (LOOK, None),
    "evening-settling-text": (LOOK, None),
    "evening-settling-picture": (LOOK, None),
    "carry": (None, SCORE),
    "payments": (LOOK, None),
    "pay": (SCORE, SCORE),
    "payment": (LOOK, SCORE),
    "players": (LOOK, None),
    "add-player": (None, SCORE),
    "player": (LOOK, None),
    "edit-player": (KEEP, KEEP),
    "merge-players": (KEEP, KEEP),
    "part-players": (None, KEEP),
    "archive-player": (None, KEEP),
    "bring-back-player": (None, KEEP),
    "this-phone": (LOOK, LOOK),
    "leave": (LOOK, LOOK),
    "phones": (KEEP, None),
    "renew-code": (KEEP, KEEP),
    "recovery": (KEEP, KEEP),
    "phone": (KEEP, KEEP),
    "remove-phone": (KEEP, KEEP),
    "start": (SCORE, SCORE),
    "delete-mix": (KEEP, KEEP),
    "table": (LOOK, None),
    "history": (LOOK, None),
    "match-rules": (LOOK, None),
    "match-rules-text": (LOOK, None),
    "since": (LOOK, None),
    "lying": (LOOK, None),
    "lying-since": (LOOK, None),
    "record": (SCORE, SCORE),
    "check": (None, SCORE),
    "undo": (SCORE, SCORE),
    "redo": (SCORE, SCORE),
    "take-pencil": (SCORE, SCORE),
    "end": (SCORE, SCORE),
    "reopen": (SCORE, SCORE),
    "rematch": (None, SCORE),
    "round": (LOOK, None),
    "correct": (SCORE, SCORE),
    "check-correction": (None, SCORE),
    "strike": (None, SCORE),
    "restore": (None, SCORE),
}
OWN = {"this-phone", "leave"}
"""What a watcher may write: of himself."""
OF_ONESELF = {"pay", "payment"}
"""What a role alone is not enough for: it has to be known whose phone it is, and to be about him."""
FORBIDDEN, NOT_FOUND, NOT_TAKEN = 403, 404, 405


def patterns(resolver=None, named=()):
    """The addresses of the app: each by its name, with what it calls for."""
    for one in (resolver or get_resolver()).url_patterns:
        calls_for = {*named, *one.pattern.converters}
        if isinstance(one, URLPattern):
            yield one.name, calls_for
        else:
            yield from patterns(one, calls_for)


CALLS_FOR = dict(patterns())
WITH_IDS = [
    (name, key) for name, calls_for in CALLS_FOR.items() for key in sorted(calls_for) if key.endswith("_id")
]


def rows_of(club):
    """What addresses can name: a row of each kind, of one club; two matches, one of them played out."""
    new_players(club, 3)
    play_to_the_end(club, new_match(club, players=2, key=f"ended of {club.pk}"))
    match = new_match(club, key=f"running of {club.pk}")
    with scorebook.write(club, match.pk) as book:
        for number in (1, 2):
            book.record(number=number, entry=lowest(2), key=f"deal-{number}", by=None)
        book.strike(book.rounds[1], by=None, key="the striking")
    first, second = Player.objects.filter(club=club)[:2]
    return {
        "club": club.pk,
        "game": "scat",
        "role": "watcher",
        "evening_id": match.evening_id,
        "match_id": match.pk,
        "round_id": Round.objects.filter(match=match).first().pk,
        "player_id": Player.objects.filter(club=club).first().pk,
        "payment_id": Payment.objects.create(
            club=club, payer=first, payee=second, coin="EUR", amount=100, offered_at=timezone.now()
        ).pk,
        "preset_id": Preset.objects.create(club=club, game="scat", name="Our mix", rules={}).pk,
        "device_id": Device.objects.create(club=club, role=Role.WATCHER, token_hash="another").pk,
        "number": 1,
    }


@pytest.fixture
def rows(club):
    return rows_of(club)


def address(name, rows):
    return reverse(name, kwargs={key: rows[key] for key in CALLS_FOR[name]})


def answers(client, name, rows):
    """How an address answers to being opened and to being written to."""
    return client.get(address(name, rows)).status_code, client.post(address(name, rows)).status_code


@contextmanager
def taken_back():
    """What is written within is not kept, so that each address is asked as if it were the first."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def may_not(told):
    return set(told) - {NOT_TAKEN}


def test_every_address_is_in_the_table_of_who_may_what():
    named = [name for name, _ in patterns()]
    assert len(named) == len(set(named))
    assert set(named) == ANYBODY | set(OF_A_CLUB)
    assert {name for name, calls_for in CALLS_FOR.items() if "club" in calls_for} == set(OF_A_CLUB)


@pytest.mark.parametrize("action", Action)
@pytest.mark.parametrize("role", Role)
def test_which_role_may_what(role, action):
    can = {Role.KEEPER: {LOOK, SCORE, KEEP}, Role.SCORER: {LOOK, SCORE}, Role.WATCHER: {LOOK}}
    assert (action in MAY[role]) is (action in can[role])


def told_to(role, action, status):
    """What an answer says to a role: done, refused, or not to be done by anybody."""
    if action is None:
        return status == NOT_TAKEN
    return status in ({200, 204, 302, 422} if action in MAY[role] else {FORBIDDEN})


@pytest.mark.parametrize("role", Role)
def test_a_phone_may_what_its_role_may_and_is_refused_the_rest(club, rows, role):
    client = phone_of(club, role)
    for name, (read, write) in OF_A_CLUB.items():
        with taken_back():
            opened, written = answers(client, name, rows)
        refused = name in OF_ONESELF and FORBIDDEN
        assert told_to(role, read, opened) or opened == refused, (name, opened)
        assert told_to(role, write, written) or written == refused, (name, written)


def test_who_has_not_joined_the_club_finds_nothing(stranger, client, club, rows):
    guessing, empty = Client(), Client()
    guessing.cookies[COOKIE] = "a guess"
    empty.cookies[COOKIE] = ""
    before = kept(club.pk)
    for name in OF_A_CLUB:
        for phone in (stranger, client, guessing, empty):
            assert (name, may_not(answers(phone, name, rows))) == (name, {NOT_FOUND})
    assert kept(club.pk) == before


def test_a_club_that_is_none_has_no_pages(keeper, rows):
    for name in OF_A_CLUB:
        for club in ("nothing", "a" * 300, "-_0"):
            assert (name, may_not(answers(keeper, name, rows | {"club": club}))) == (name, {NOT_FOUND})


@pytest.fixture
def theirs():
    """The rows of another club, whose names stand nowhere else."""
    club = new_club("Rivals")
    rows = rows_of(club)
    for player in Player.objects.filter(club=club):
        Player.objects.filter(pk=player.pk).update(name=f"Rival {player.name}")
    codes.of_club(club)
    codes.new_recovery(club, "a key of a form")
    return rows


def kept(club_id):
    """All that is kept of a club."""
    models = apps.get_app_config("games").get_models()
    return {
        model.__name__: list(
            model.objects.filter(**{"pk" if model is Club else "club": club_id}).order_by("pk").values()
        )
        for model in models
        if model is Club or hasattr(model, "club")
    }


def across_clubs():
    """Rows that name a row of another club."""
    return [
        (row, field.name)
        for model in apps.get_app_config("games").get_models()
        if hasattr(model, "club")
        for field in model._meta.get_fields()
        if isinstance(field, ForeignKey) and hasattr(field.related_model, "club")
        for row in model.objects.exclude(**{field.name: None}).exclude(**{f"{field.name}__club": F("club")})
    ]


def test_a_row_that_names_one_of_another_club_would_be_found(rows, theirs):
    Device.objects.filter(pk=rows["device_id"]).update(player=theirs["player_id"])
    assert [(row.pk, name) for row, name in across_clubs()] == [(rows["device_id"], "player")]


def test_what_is_another_clubs_is_not_found_under_ones_own(keeper, rows, theirs):
    before = kept(theirs["club"]), kept(rows["club"])
    for name, key in WITH_IDS:
        told = may_not(answers(keeper, name, rows | {key: theirs[key]}))
        # Deleting what is not there any more is done already.
        assert (name, key, told) == (name, key, {NOT_FOUND, 302} if name == "delete-mix" else {NOT_FOUND})
    assert (kept(theirs["club"]), kept(rows["club"])) == before


def test_a_number_that_nothing_has_is_not_found(keeper, rows):
    for name, key in WITH_IDS:
        for number in (0, 10**9, 10**30):
            told = may_not(answers(keeper, name, rows | {key: number}))
            assert (name, key, told) == (name, key, {NOT_FOUND, 302} if name == "delete-mix" else {NOT_FOUND})


def test_a_deal_of_another_match_is_not_found_at_this_one(keeper, club, rows):
    other = new_match(club, players=2, key="another match")
    for name, key in WITH_IDS:
        if key == "round_id":
            assert may_not(answers(keeper, name, rows | {"match_id": other.pk})) == {NOT_FOUND}


def filled_in(theirs):
    """Forms whose every field that takes an id has one of another club, sent by each of their buttons."""
    player, preset, club = str(theirs["player_id"]), str(theirs["preset_id"]), theirs["club"]
    buttons = {"toggle": player, "move": player, "preset": preset, "save": preset, "start": "1"}
    of_others = {
        "seat": [player, player],
        "dealer": player,
        "drawn": player,
        "away": player,
        "player": player,
        "other": player,
        "payer": player,
        "payee": player,
        "evening": str(theirs["evening_id"]),
        "club": club,
        "club_id": club,
        "match": str(theirs["match_id"]),
        "match_id": str(theirs["match_id"]),
        "round_id": str(theirs["round_id"]),
        "device": str(theirs["device_id"]),
        "pencil": str(theirs["device_id"]),
        "old": codes.of_club(Club.objects.get(pk=club))[Role.WATCHER].text,
    }
    along = {
        "key": "a key of a form",
        "number": "2",
        "version": "3",
        "role": "watcher",
        "name": "",
        "mix": "Mix",
    }
    yield along | of_others
    for button, value in buttons.items():
        yield along | of_others | {button: value}


def test_nothing_of_another_club_is_reached_by_any_field_of_a_form(keeper, rows, theirs):
    before = kept(theirs["club"])
    for name in (name for name, (_, write) in OF_A_CLUB.items() if write):
        for told in filled_in(theirs):
            with taken_back():
                answer = keeper.post(address(name, rows), told, follow=True)
                assert (name, across_clubs()) == (name, [])
                assert (name, kept(theirs["club"])) == (name, before)
            assert (name, answer.status_code < 500) == (name, True)
            assert (name, "Rival" in answer.getvalue().decode()) == (name, False)


def test_a_player_of_another_club_is_seated_by_no_form(keeper, club, rows, theirs):
    own = str(rows["player_id"])
    for told in (
        {"seat": [own, str(theirs["player_id"])]},
        {"seat": [own], "toggle": str(theirs["player_id"])},
    ):
        before = kept(club.pk)
        answer = keeper.post(
            address("start", rows), told | {"start": "1", "dealer": own, "key": "a form's key"}
        )
        assert answer.status_code == 422
        assert kept(club.pk) == before


def test_nothing_of_another_club_is_shown_for_any_query_of_an_address(keeper, rows, theirs):
    before = kept(theirs["club"])
    for name in (name for name, (read, _) in OF_A_CLUB.items() if read):
        for told in filled_in(theirs):
            answer = keeper.get(address(name, rows), told, follow=True)
            assert (name, answer.status_code < 500) == (name, True)
            assert (name, "Rival" in answer.getvalue().decode()) == (name, False)
    assert kept(theirs["club"]) == before


LEADING = re.compile(r'(?:href|action|formaction|src|hx-get|hx-post|hx-put|hx-delete|hx-patch)="([^"]+)"')


OF_THE_BROWSER = re.compile(r'(?s)<form class="language.*?</form>')
"""What a browser chooses for itself, of which no club knows."""


def led_to(answer, path):
    """The names of the club's addresses that a page leads to."""
    found = set()
    for link in map(unescape, LEADING.findall(answer.getvalue().decode())):
        target = path if link.startswith("?") else link.partition("#")[0].partition("?")[0]
        if target.startswith("/club/"):
            found.add((resolve(target).url_name, target))
    return found


def walked(client, rows):
    """All pages that a phone may open, whole and as scripts ask for them, and those that they lead to."""
    role = Device.objects.get(token_hash=token_hash(client.cookies[COOKIE].value)).role
    readable = {name for name, (read, _) in OF_A_CLUB.items() if read in MAY[Role(role)]}
    to_come = {(name, address(name, rows)) for name in readable}
    seen = set()
    while to_come - seen:
        name, path = (to_come - seen).pop()
        seen.add((name, path))
        for script in ({}, {"HX-Request": "true"}):
            answer = client.get(path, headers=script)
            assert answer.status_code in {200, 204, 302} or name in OF_ONESELF
            yield name, path, answer
            to_come |= {one for one in led_to(answer, path) if OF_A_CLUB[one[0]][0]}


@pytest.mark.parametrize("role", Role)
def test_no_page_leads_a_phone_where_it_may_not_go(club, rows, role):
    client = phone_of(club, role)
    names = set()
    for name, path, answer in walked(client, rows):
        names.add(name)
        for other, _ in led_to(answer, path):
            read, write = OF_A_CLUB[other]
            assert {read, write} & MAY[role], (path, other)
    assert names == {name for name, (read, _) in OF_A_CLUB.items() if read in MAY[role]}


def test_no_page_of_a_watcher_has_anything_that_writes(club, rows):
    watcher = phone_of(club, Role.WATCHER)
    for name, path, answer in walked(watcher, rows):
        page = OF_THE_BROWSER.sub("", answer.getvalue().decode())
        assert {OF_A_CLUB[other][0] for other, _ in led_to(answer, path)} <= {LOOK}, path
        assert re.search(r"hx-(post|put|patch|delete)|formaction|contenteditable", page) is None, path
        if name not in OWN:
            assert 'method="post"' not in page, path
            assert "csrfmiddlewaretoken" not in page, path


@pytest.mark.parametrize("role", [Role.SCORER, Role.WATCHER])
def test_nobody_but_a_keeper_sees_a_code(club, rows, role):
    texts = [code.text for code in codes.of_club(club).values()]
    texts.append(codes.new_recovery(club, "a key of a form"))
    client = phone_of(club, role)
    for _name, path, answer in walked(client, rows):
        told = (answer.getvalue().decode() + str(answer.headers) + str(answer.cookies)).lower()
        assert not [text for text in texts if text in told], path
        assert "/join/" not in told, path


def test_after_a_form_that_stood_open_too_long_there_is_a_way_on(keeper, club, rows):
    strict = Client(enforce_csrf_checks=True)
    strict.cookies = keeper.cookies
    codes.of_club(club)
    before = kept(club.pk)
    for name in OF_A_CLUB:
        response = strict.post(address(name, rows))
        if response.status_code == FORBIDDEN:
            assert (name, keeper.get(response.context["back"], follow=True).status_code) == (name, 200)
        else:
            at_the_table = name in {"record", "check", "check-correction", "undo", "redo"}
            assert (name, response.status_code) == (name, 422 if at_the_table else NOT_TAKEN)
    assert kept(club.pk) == before


def test_no_form_outside_of_a_club_is_taken_without_its_token(club):
    strict = Client(enforce_csrf_checks=True)
    code = codes.of_club(club)[Role.WATCHER].text
    for path in ("/", "/join", f"/join/{code}"):
        answer = strict.post(path, {"name": "Saturday", "code": code})
        assert answer.status_code == FORBIDDEN
        assert strict.get(answer.context["back"]).status_code == 200
    assert (Club.objects.count(), Device.objects.count()) == (1, 0)


def test_no_cache_keeps_a_page_of_a_club(keeper, rows):
    for name in OF_A_CLUB:
        response = keeper.get(address(name, rows))
        if response.status_code != NOT_TAKEN:
            assert (name, "no-store" in response.get("Cache-Control", "")) == (name, True)


def test_a_phone_keeps_no_copy_of_a_page_with_a_code(keeper, client, club, rows):
    code = codes.of_club(club)[Role.KEEPER].text
    for answer in (
        *(keeper.get(address(name, rows)) for name in ("phones", "renew-code", "recovery")),
        keeper.post(address("recovery", rows), {"key": "a key of a form"}),
        client.get(f"/join/{code}"),
    ):
        assert answer.status_code == 200
        assert "Offline-Copy" not in answer.headers


def test_a_token_that_somebody_put_into_the_cookie_opens_no_club(db, client):
    client.cookies[COOKIE] = "planted"
    client.post("/", {"name": "Friday"})
    assert not Device.objects.filter(token_hash=token_hash("planted")).exists()
    assert client.get("/").context["clubs"] == [Device.objects.get(role=Role.KEEPER).club]


def test_a_browser_keeps_its_token_from_club_to_club(db, client):
    for name in ("Friday", "Saturday"):
        client.post("/", {"name": name})
    assert [club.name for club in client.get("/").context["clubs"]] == ["Saturday", "Friday"]
    assert len(set(Device.objects.values_list("token_hash", flat=True))) == 1


@pytest.mark.parametrize("https", [True, False])
def test_the_cookie_is_out_of_the_reach_of_scripts_and_other_sites(db, client, settings, https):
    settings.HTTPS = https
    cookie = client.post("/", {"name": "Friday"}).cookies[COOKIE]
    assert cookie["httponly"]
    assert cookie["samesite"] == "Lax"
    assert bool(cookie["secure"]) is https
    assert cookie["max-age"] == 400 * 24 * 60 * 60
    assert len(cookie.value) >= 43
    assert cookie.value not in str(Device.objects.values().get())
