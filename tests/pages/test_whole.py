"""The club whole: out as one file, and back into an empty club to the same results."""

import json
import re
import tracemalloc
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from io import BytesIO, StringIO
from unittest import mock

import pytest
from django.apps import apps
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.db import connection
from django.urls import reverse
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games import archive, codes, merging, players, records, restoring, returning, scorebook
from games.access import token_hash
from games.accounts import Account
from games.management.commands.rebuild import differences_of
from games.models import Club, Device, Evening, Match, OfClub, Payment, Player, Preset, Role
from games.scorebook import Book
from games.scoring.refusal import Refused
from games.views import whole
from games.views.whole import why
from tests.pages.conftest import phone_of
from tests.pages.test_club import play_to_the_end
from tests.tables import lowest, new_club, new_device, new_match, new_players

LISTS = ("devices", "players", "presets", "evenings", "matches", "payments")
PHONE = "the token of Bo's phone"


@pytest.fixture
def full(db):
    """A club with something of everything in it."""
    club = new_club("Friday 🐈‍⬛ & Co")
    Club.objects.filter(pk=club.pk).update(currency="EUR", prices={"penny": 50}, zone="Europe/Kyiv")
    club.refresh_from_db()
    phone = new_device(club, Role.SCORER, PHONE)
    codes.of_club(club)
    new_players(club, 5)
    scat = new_match(club, players=3, key="a scat")
    with scorebook.write(club, scat.pk) as book:
        for number, loser in enumerate((2, 3, 1), start=1):
            book.record(number=number, entry=lowest(loser), key=f"the deal {number}", by=phone)
        book.correct(book.rounds[0], entry=lowest(3), key="a correction", by=phone)
        book.strike(book.rounds[1], key="a striking", by=phone)
        book.undo(5, by=phone)
    play_to_the_end(club, new_match(club, players=2, key="an ended one"))
    cat = new_match(club, "smoking-cat", players=4, key="a cat", word="САЛО")
    with scorebook.write(club, cat.pk) as book:
        book.record(
            number=1, entry={"verdict": "2", "about": {"a": [1, None, "ї"]}}, key="the deal 1", by=None
        )
        book.abandon(key="the abandoning", by=phone)
    new_match(club, "alley-cat", players=2, key="an alley cat")
    new_match(club, "petukh", players=3, key="a petukh")
    ann, bo, cy, di = Player.objects.filter(club=club).order_by("pk")[:4]
    players.share_purse(cy, ann)
    guest = players.add(club, "Guest")
    merging.merge(guest, di)
    players.archive(di)
    Preset.objects.create(club=club, game="scat", name="Ours", rules={"lives": 4})
    evening = Evening.objects.get(club=club)
    now = timezone.now()
    for key, agreed in (("one payment", now), ("two payments", None)):
        Payment.objects.create(
            club=club,
            payer=bo,
            payee=ann,
            coin="EUR",
            amount=50,
            key=key,
            evening=evening,
            offered_at=now,
            offered_by=phone,
            agreed_at=agreed,
        )
    return Club.objects.get(pk=club.pk)


def out(club):
    return "".join(archive.written(club))


def read(text):
    """The club of a file, checked wholly."""
    told = restoring.read(BytesIO(text.encode()))
    assert list(told.check()) == list(range(1, told.most + 1))
    return told


def back(text, name="New"):
    """The club of a file, in a new one."""
    club = new_club(name)
    told = read(text)
    *_, last = returning.returned(club, told)
    assert last == told.most
    return Club.objects.get(pk=club.pk)


def ranked(text):
    """A file with each id replaced by its rank, so that two of one club are the same."""
    told = json.loads(text)
    ranks = {name: {row["id"]: rank for rank, row in enumerate(told[name])} for name in LISTS}
    leads = {
        "payer": "players",
        "payee": "players",
        "merged_into": "players",
        "evening": "evenings",
        "started_by": "devices",
        "device": "devices",
        "turned_by": "devices",
        "offered_by": "devices",
        "agreed_by": "devices",
        "taken_back_by": "devices",
    }

    def led(row):
        return {
            key: ranks[leads[key]].get(value) if key in leads else value
            for key, value in row.items()
            if key != "id"
        }

    for name in LISTS:
        told[name] = [led(row) for row in told[name]]
    for match in told["matches"]:
        match["seats"] = [ranks["players"][seat] for seat in match["seats"]]
        for key in ("rounds", "changes"):
            match[key] = [led(row) for row in match[key]]
    return told


def balances(club):
    account = Account(club)
    return {
        coin: sorted((account.people.persons[person].name, amount) for person, amount in amounts.items())
        for coin, amounts in account.balances.items()
    }


def test_a_club_comes_back_to_the_same_results(full):
    new = back(out(full))
    assert ranked(out(new)) == ranked(out(full))
    assert balances(new) == balances(full)
    assert (new.name, new.zone, new.currency) == (full.name, full.zone, full.currency)
    for match in Match.objects.filter(club=new).select_related("evening", "club"):
        assert list(differences_of(Book(match))) == []
    old_ones = set(Match.objects.filter(club=full).values_list("pk", flat=True))
    assert not old_ones & set(Match.objects.filter(club=new).values_list("pk", flat=True))


def test_what_came_back_goes_on_and_is_taken_back_as_before(full):
    new = back(out(full))
    scat = Match.objects.get(club=new, key="a scat")
    with scorebook.write(new, scat.pk) as book:
        assert book.redoable.act == "strike"
        book.redo(5, by=None)
        book.record(number=3, entry=lowest(2), key="another deal", by=None)
    assert balances(new) == balances(full)


def test_an_older_file_says_when_a_change_was_taken_back_and_not_when_it_was_made_again(full):
    scat = Match.objects.get(club=full, key="a scat")
    told = json.loads(out(full))
    turned = [change for match in told["matches"] for change in match["changes"] if "turns" in change]
    assert len(turned) == 1
    del turned[0]["turns"]
    new = back(json.dumps(told))
    assert ranked(out(new)) == ranked(out(full))
    for wrong in (["soon"], "soon", [turned[0]["undone_at"]] * 2):
        turned[0]["turns"] = wrong
        with pytest.raises(Refused, match="match-of-archive"):
            back(json.dumps(told))
    assert scat.changes.exclude(turned_at=None).count() == 1


def test_no_token_and_no_code_is_in_the_file_and_no_phone_comes_in_by_it(full):
    text = out(full).lower()
    for secret in (
        PHONE,
        token_hash(PHONE),
        *(code.text for code in codes.of_club(full).values()),
        full.key.lower(),
    ):
        assert secret not in text
    new = back(out(full))
    (phone,) = Device.objects.filter(club=new)
    assert (phone.name, phone.role) == ("Ann's phone", Role.WATCHER)
    assert phone.token_hash != token_hash(PHONE)


def send(client, club, text):
    told = text if isinstance(text, bytes) else text.encode()
    return client.post(reverse("whole-club", args=[club.pk]), {"file": SimpleUploadedFile("club.json", told)})


def test_a_keeper_takes_a_club_out_and_brings_it_back_by_hand(full, keeper, club):
    theirs = phone_of(full, Role.KEEPER)
    answer = theirs.get(reverse("club-file", args=[full.pk]))
    assert "filename*=UTF-8''Friday" in answer.headers["Content-Disposition"]
    assert "Bring it back" in keeper.get(reverse("whole-club", args=[club.pk])).content.decode()
    answer = send(keeper, club, answer.getvalue())
    page = answer.getvalue().decode()
    assert answer.status_code == 200
    assert '<progress max="5" value="5">' in page
    assert "The club is restored." in page
    assert "</html>" in page
    assert Match.objects.filter(club=club).count() == 5
    assert keeper.get(f"/club/{club.pk}/").status_code == 200
    for match in Match.objects.filter(club=club):
        assert keeper.get(f"/club/{club.pk}/matches/{match.pk}/history").status_code == 200


@pytest.mark.parametrize("times", [1, 99])
def test_what_is_entered_while_a_club_is_read_makes_no_file_that_cannot_come_back(full, monkeypatch, times):
    written, late = archive.written, iter(range(times))

    def interrupted(club):
        for piece in written(club):
            yield piece
            if '"evenings"' in piece and (number := next(late, None)) is not None and not waits():
                zoe = players.add(full, f"Zoe {number}")
                new_match(full, players=[zoe, Player.objects.get(club=full, name="Bo")], key=f"late {number}")

    def waits():
        """Whether everybody who would write has to wait."""
        return locked.called

    locked = mock.Mock(wraps=archive.alone_at)
    monkeypatch.setattr(archive, "alone_at", locked)
    monkeypatch.setattr(archive, "written", interrupted)
    text = b"".join(archive.snapshot(full)).decode()
    new = back(text)
    assert Match.objects.filter(club=new).count() == Match.objects.filter(club=full).count()
    assert ranked(text) == ranked("".join(written(full)))


def test_into_a_club_that_has_something_nothing_comes(full, keeper, club):
    players.add(club, "Zoe")
    answer = send(keeper, club, out(full))
    assert answer.status_code == 422
    assert "There is something in this club already" in answer.content.decode()
    with pytest.raises(Refused, match="club-not-empty"):
        list(returning.returned(club, read(out(full))))
    assert Player.objects.filter(club=club).count() == 1


def here(club):
    """What there is of a club, by kind."""
    return {
        model.__name__: model.objects.filter(club=club).count()
        for model in apps.get_app_config("games").get_models()
        if issubclass(model, OfClub)
    }


def test_who_goes_away_before_the_end_has_written_nothing(full, club, keeper, monkeypatch):
    monkeypatch.setattr(returning, "AT_ONCE", 1)
    codes.of_club(club)
    clubs, before = Club.objects.count(), here(club)
    steps = returning.returned(club, read(out(full)))
    assert [next(steps), next(steps)] == [1, 2]
    steps.close()
    assert (here(club), Club.objects.count()) == (before, clubs)
    assert Club.objects.get(pk=club.pk).name == "Friday"
    assert keeper.get(f"/club/{club.pk}/").status_code == 200


def test_nobody_sees_a_club_before_it_is_whole_and_then_all_who_were_in_it_do(
    full, club, keeper, watcher, monkeypatch
):
    monkeypatch.setattr(returning, "AT_ONCE", 1)
    made = codes.of_club(club)
    codes.new_recovery(club, "a key")
    code = Club.objects.get(pk=club.pk).recovery_hash
    steps = returning.returned(club, read(out(full)))
    next(steps)
    assert keeper.get(f"/club/{club.pk}/").status_code == 404
    assert codes.invitation(made[Role.KEEPER].text, "here").club != club
    assert list(steps)[-1] == 5
    for phone in (keeper, watcher):
        assert phone.get(f"/club/{club.pk}/").status_code == 200
    assert codes.invitation(made[Role.KEEPER].text, "here").club == club
    assert Club.objects.get(pk=club.pk).recovery_hash == code


def test_what_is_entered_meanwhile_stays_and_the_file_does_not_come(full, club, keeper, monkeypatch):
    monkeypatch.setattr(returning, "AT_ONCE", 1)
    steps = returning.returned(club, read(out(full)))
    next(steps)
    (waiting,) = Club.objects.exclude(pk__in=(full.pk, club.pk))
    players.add(waiting, "Zoe")
    with pytest.raises(Refused, match="club-not-empty"):
        list(steps)
    assert not Club.objects.filter(pk=club.pk).exists()
    assert "Zoe" in keeper.get(f"/club/{waiting.pk}/players/").content.decode()


def half_written(full, monkeypatch):
    """A club that comes back, and the steps that would go on with it."""
    monkeypatch.setattr(returning, "AT_ONCE", 1)
    club = new_club("Half")
    steps = returning.returned(club, read(out(full)))
    assert [next(steps), next(steps)] == [1, 2]
    return club, steps


def passed(club, ago):
    """As if nothing of a club had been written for so long."""
    Club.objects.filter(pk=club.pk).update(coming_back_at=timezone.now() - ago)


def test_what_a_killed_server_has_half_written_is_forgotten_when_a_club_comes_back(full, monkeypatch):
    club, steps = half_written(full, monkeypatch)
    passed(club, returning.LEFT * 1.01)
    call_command("rebuild", check=True, stdout=StringIO())
    new = back(out(full))
    assert not Club.objects.filter(pk=club.pk).exists()
    assert set(here(club).values()) == {0}
    assert people_shown(new) == people_shown(full)
    assert Club.objects.filter(coming_back_at__isnull=False).count() == 0
    with pytest.raises(Refused, match="left-too-long"):
        next(steps)


def test_a_club_that_is_being_written_elsewhere_is_left_alone(full, monkeypatch):
    club, steps = half_written(full, monkeypatch)
    passed(club, returning.LEFT * 0.99)
    before = here(club)
    back(out(full))
    assert here(club) == before
    steps.close()


def test_each_row_that_is_written_says_that_it_goes_on(full, monkeypatch):
    club, steps = half_written(full, monkeypatch)
    at = Club.objects.get(pk=club.pk).coming_back_at
    next(steps)
    assert Club.objects.get(pk=club.pk).coming_back_at > at
    assert list(steps)[-1] == 5
    assert Club.objects.get(pk=club.pk).coming_back_at is None


def test_who_was_taken_for_dead_writes_nothing_more_and_his_phones_stay_where_they_wait(
    full, keeper, club, monkeypatch
):
    monkeypatch.setattr(returning, "AT_ONCE", 1)
    steps = returning.returned(club, read(out(full)))
    next(steps)
    (waiting,) = Club.objects.exclude(pk__in=(full.pk, club.pk))
    passed(club, returning.LEFT * 2)
    returning.forget_left()
    gone = Club(pk=club.pk)
    with pytest.raises(Refused, match="left-too-long"):
        next(steps)
    assert set(here(gone).values()) == {0}
    assert keeper.get(f"/club/{waiting.pk}/").status_code == 200


def test_phones_do_not_come_home_into_a_club_that_is_just_being_forgotten(full, keeper, club, monkeypatch):
    monkeypatch.setattr(returning, "AT_ONCE", 1)
    steps = returning.returned(club, read(out(full)))
    next(steps)
    (waiting,) = Club.objects.exclude(pk__in=(full.pk, club.pk))
    forget = returning._forget

    def forgotten_meanwhile(left):
        monkeypatch.setattr(returning, "_forget", forget)
        with pytest.raises(Refused, match="left-too-long"):
            next(steps)
        forget(left)

    passed(club, returning.LEFT * 2)
    monkeypatch.setattr(returning, "_forget", forgotten_meanwhile)
    returning.forget_left()
    assert keeper.get(f"/club/{waiting.pk}/").status_code == 200
    assert not Club.objects.filter(pk=club.pk).exists()


def test_a_club_without_phones_is_not_one_that_was_half_written(full):
    Device.objects.filter(club=full).delete()
    Club.objects.filter(pk=full.pk).update(recovery_hash=None)
    returning.forget_left()
    assert here(full)["Match"] == 5


@pytest.mark.django_db(transaction=True)
def test_others_write_while_a_club_comes_back(full, club, monkeypatch):
    def elsewhere():
        with closing(connection):
            new_club("Elsewhere")

    monkeypatch.setattr(returning, "AT_ONCE", 1)
    with ThreadPoolExecutor(1) as others:
        for _number in returning.returned(club, read(out(full))):
            others.submit(elsewhere).result(timeout=5)
    assert Club.objects.filter(name="Elsewhere").count() == 5


def people_shown(club):
    """The records and streaks of a club, by names in place of ids."""
    names = {str(player.pk): player.name for player in Player.objects.filter(club=club)}
    sums, runs = records.kept_of(club)
    of_others = {
        (names[str(player)], game): sorted(
            (what, of if what == "won" else names.get(of), times)
            for (what, _colon, of), times in ((code.partition(":"), times) for code, times in counts.items())
        )
        for (player, game), counts in sums.items()
    }
    keys = {match.pk: match.key for match in Match.objects.filter(club=club)} | {None: None}
    in_a_row = {
        (names[str(player)], game): (run.now, run.won, run.lost, keys[run.won_last], keys[run.lost_last])
        for (player, game), run in runs.items()
    }
    return of_others, in_a_row


def test_what_everybody_has_to_show_for_comes_back(full):
    new = back(out(full))
    assert people_shown(new)[0]
    assert people_shown(new) == people_shown(full)
    call_command("rebuild", check=True, stdout=StringIO())


def test_nothing_that_a_replay_gives_is_taken_from_the_file(full):
    told = json.loads(out(full))
    told["records"] = [{"player": told["players"][0]["id"], "game": "scat", "counts": {"won:1": 99}}]
    for match in told["matches"]:
        match |= {"word": "САЛАТ", "version": 99, "figures": ",won,", "result": "won"}
        match["rounds"] = [
            {**round, "scores": [{"seat": 1, "tally": 99, "change": 99}]} for round in match["rounds"]
        ]
    new = back(json.dumps(told))
    assert people_shown(new) == people_shown(full)
    assert ranked(out(new)) == ranked(out(full))
    assert (
        Match.objects.get(club=new, game="smoking-cat").word == Match.objects.get(club=full, word__gt="").word
    )
    call_command("rebuild", check=True, stdout=StringIO())


def test_a_large_club_is_checked_and_written_behind_a_page_that_says_how_far_it_is(
    full, keeper, club, monkeypatch
):
    monkeypatch.setattr(whole, "FEW", 1)
    monkeypatch.setattr(returning, "AT_ONCE", 1)
    page = send(keeper, club, out(full)).getvalue().decode()
    far = [
        *(f"Checked: {number} of 5" for number in range(2, 6)),
        *(f"Written: {n} of 5" for n in range(1, 6)),
    ]
    assert re.findall("</progress>([^<]+)<", page) == far
    assert "The club is restored." in page


def test_a_file_that_waits_on_the_disk_is_read_until_all_of_it_is_written(full, keeper, club, settings):
    settings.FILE_UPLOAD_MAX_MEMORY_SIZE = 0
    assert "The club is restored." in send(keeper, club, out(full)).getvalue().decode()
    assert Match.objects.filter(club=club).count() == 5


def test_what_is_wrong_far_behind_is_said_on_the_page_and_nothing_is_written(full, keeper, club, monkeypatch):
    monkeypatch.setattr(whole, "FEW", 1)
    page = send(keeper, club, spoilt(out(full), SPOILT["the last one"])).getvalue().decode()
    assert "Match 5 of the file: " in page
    assert "Nothing was written." in page
    assert returning.empty(club)


def spoilt(text, change):
    told = json.loads(text)
    change(told)
    return json.dumps(told)


def of_match(key, value):
    return lambda told: told["matches"][0].__setitem__(key, value)


SPOILT = {
    "the last one": lambda told: told["matches"][-1].update(ending="played"),
    "another format": lambda told: told.update(format="x"),
    "no players": lambda told: told.pop("players"),
    "no list": lambda told: told.update(matches={}),
    "no row": lambda told: told["players"].append(None),
    "an id twice": lambda told: told["players"].append(told["players"][0]),
    "a seat of nobody": of_match("seats", [1_000_000, 2, 3]),
    "a seat twice": lambda told: told["matches"][0]["seats"].__setitem__(1, told["matches"][0]["seats"][0]),
    "too few seats": of_match("seats", []),
    "another result": of_match("stands", [[3, 1, 0], [3, 1, 0], [3, 1, 0]]),
    "a dealer too many": of_match("first_dealer", 9),
    "an evening of nothing": of_match("evening", None),
    "a game of nothing": of_match("game", "poker"),
    "rules of nothing": of_match("rules", {"lives": 99}),
    "an ending": of_match("ending", "played"),
    "a coin": lambda told: told["matches"][0].update(coin="XXX"),
    "a date": of_match("started_at", "yesterday"),
    "a date without a zone": of_match("started_at", "2020-01-01T00:00:00"),
    "a flag": lambda told: told["matches"][0]["rounds"][0].update(struck=1),
    "an entry": lambda told: told["matches"][0]["rounds"][0].update(entry={"lowest": ["9"], "knocker": None}),
    "an entry of no kind": lambda told: told["matches"][0]["rounds"][0].update(entry=[]),
    "a change of nothing": lambda told: told["matches"][0]["changes"][0].update(after=7),
    "a change of a round too many": lambda told: told["matches"][0]["changes"][0]["after"].update(
        rounds={"99": {"entry": {"drawn": True}, "struck": False}}
    ),
    "units": lambda told: told["matches"][0]["changes"][0].update(units={"1": "x"}),
    "a colour": lambda told: told["players"][0].update(colour=True),
    "a long name": lambda told: told["players"][0].update(name="x" * 61),
    "no name": lambda told: told["players"][0].update(name=""),
    "round and round": lambda told: told["players"][0].update(merged_into=told["players"][0]["id"]),
    "a way without end": lambda told: told["players"].extend(
        told["players"][0] | {"id": number, "merged_into": number + 1 if number < 1200 else None}
        for number in range(1000, 1201)
    ),
    "a zone": lambda told: told["club"].update(zone="Nowhere"),
    "a currency": lambda told: told["club"].update(currency="XXX"),
    "a price": lambda told: told["club"].update(prices={"penny": -1}),
    "an amount": lambda told: told["payments"][0].update(amount=10**400),
    "an amount of nothing": lambda told: told["payments"][0].update(amount=0),
    "paid to oneself": lambda told: told["payments"][0].update(payee=told["payments"][0]["payer"]),
    "a payment twice": lambda told: told["payments"].append(told["payments"][0] | {"id": 10**6}),
    "a match twice": lambda told: told["matches"].append(told["matches"][0]),
    "a key twice": lambda told: told["matches"][0].update(key=told["matches"][1]["key"]),
    "a change twice": lambda told: told["matches"][0]["changes"].append(told["matches"][0]["changes"][0]),
    "a coin without a price": lambda told: told["matches"][0].update(coin="EUR", price=0),
    "a mark twice": lambda told: told["players"][1].update(mark=told["players"][0]["mark"]),
    "an evening that ends first": lambda told: told["evenings"][0].update(
        last_at="1999-01-01T00:00:00+00:00"
    ),
    "a payment to nobody": lambda told: told["payments"][0].update(payee=None),
    "a mix": lambda told: told["presets"][0].update(rules={"lives": 99}),
    "the character nought": lambda told: told["players"][0].update(name="a\0b"),
}


@pytest.mark.parametrize("name", SPOILT)
def test_what_is_not_whole_is_refused_with_a_sentence_and_nothing_written(full, keeper, club, name):
    answer = send(keeper, club, spoilt(out(full), SPOILT[name]))
    assert answer.status_code == 422, name
    assert 'class="wrong" id="wrong-file"></p>' not in answer.content.decode()
    assert returning.empty(club)


def test_what_the_database_does_not_take_leaves_nothing_behind(full, keeper, club, monkeypatch):
    monkeypatch.setattr(restoring, "_check_once", lambda *_told: None)
    change = SPOILT["a mark twice"]
    page = send(keeper, club, spoilt(out(full), change)).getvalue().decode()
    assert "Nothing was written." in page
    assert returning.empty(club)


@pytest.mark.parametrize(
    "told",
    [
        b"",
        b"\xff",
        "[" * 100_000,
        '{"a":' * 3000 + "1" + "}" * 3000,
        "[]",
        "null",
        "{}",
        '{"format": NaN}',
        '{"format": "scorekeeper-club/1", "format": 1}',
        '{"format": "scorekeeper-club/1", "club": ' + "9" * 5000 + "}",
    ],
)
def test_what_is_no_club_is_refused(keeper, club, told):
    assert send(keeper, club, told).status_code == 422
    assert keeper.post(reverse("whole-club", args=[club.pk])).status_code == 422


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_whatever_stands_in_place_of_a_part_is_read_or_refused(full, data):
    told = json.loads(out(full))
    here = told
    while True:
        key = data.draw(st.sampled_from(list(here) if isinstance(here, dict) else list(range(len(here)))))
        if not (isinstance(here[key], dict | list) and here[key]) or data.draw(st.booleans()):
            break
        here = here[key]
    here[key] = data.draw(JSON)
    with suppress(Refused):
        read(json.dumps(told))


def test_a_refusal_of_a_match_says_which_it_is(full):
    with pytest.raises(Refused) as caught:
        read(spoilt(out(full), SPOILT["an entry"]))
    assert why(caught.value).startswith("Match 1 of the file: ")


def test_a_club_of_any_length_is_read_and_checked_without_being_in_memory(full):
    told = json.loads(out(full))
    told["matches"] = [match | {"key": str(key)} for key, match in enumerate(told["matches"] * 300)]
    text = json.dumps(told).encode()
    tracemalloc.start()
    try:
        archive = restoring.read(BytesIO(text))
        assert [*archive.check()][-1] == archive.most == 1500
        assert sum(1 for _match in archive.matches()) == 1500
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < len(text)
