"""The club whole: out as one file, and back into an empty club to the same results."""

import json
from contextlib import suppress

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games import archive, codes, players, restoring, scorebook
from games.access import token_hash
from games.accounts import Account
from games.management.commands.rebuild import differences_of
from games.models import Club, Device, Evening, Match, Payment, Player, Preset, Role
from games.scorebook import Book
from games.scoring.refusal import Refused
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
    players.merge(guest, di)
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


def back(text, name="New"):
    """The club of a file, in a new one."""
    club = new_club(name)
    told = restoring.read(text)
    assert list(restoring.restored(club, told)) == list(range(1, len(told.matches) + 1))
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
        "undone_by": "devices",
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


def test_into_a_club_that_has_something_nothing_comes(full, keeper, club):
    players.add(club, "Zoe")
    answer = send(keeper, club, out(full))
    assert answer.status_code == 422
    assert "There is something in this club already" in answer.content.decode()
    with pytest.raises(Refused, match="club-not-empty"):
        list(restoring.restored(club, restoring.read(out(full))))
    assert Player.objects.filter(club=club).count() == 1


def test_who_goes_away_before_the_end_has_written_nothing(full, club):
    steps = restoring.restored(club, restoring.read(out(full)))
    assert next(steps) == 1
    steps.close()
    assert restoring.empty(club)
    assert Club.objects.get(pk=club.pk).name == "Friday"


def spoilt(text, change):
    told = json.loads(text)
    change(told)
    return json.dumps(told)


def of_match(key, value):
    return lambda told: told["matches"][0].__setitem__(key, value)


SPOILT = {
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
    "a zone": lambda told: told["club"].update(zone="Nowhere"),
    "a currency": lambda told: told["club"].update(currency="XXX"),
    "a price": lambda told: told["club"].update(prices={"penny": -1}),
    "an amount": lambda told: told["payments"][0].update(amount=10**400),
    "a payment to nobody": lambda told: told["payments"][0].update(payee=None),
    "a mix": lambda told: told["presets"][0].update(rules={"lives": 99}),
    "the character nought": lambda told: told["players"][0].update(name="a\0b"),
}


@pytest.mark.parametrize("name", SPOILT)
def test_what_is_not_whole_is_refused_with_a_sentence_and_nothing_written(full, keeper, club, name):
    answer = send(keeper, club, spoilt(out(full), SPOILT[name]))
    assert answer.status_code == 422, name
    assert 'class="wrong" id="wrong-file"></p>' not in answer.content.decode()
    assert restoring.empty(club)


@pytest.mark.parametrize(
    "change",
    [
        lambda told: told["payments"][0].update(payee=told["payments"][0]["payer"]),
        lambda told: told["matches"][0].update(key=told["matches"][1]["key"]),
        lambda told: told["players"][1].update(mark=told["players"][0]["mark"]),
        lambda told: told["evenings"][0].update(last_at="1999-01-01T00:00:00+00:00"),
    ],
)
def test_what_the_database_does_not_take_leaves_nothing_behind(full, keeper, club, change):
    page = send(keeper, club, spoilt(out(full), change)).getvalue().decode()
    assert "Nothing was written." in page
    assert restoring.empty(club)


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
        restoring.read(json.dumps(told))


def test_a_refusal_of_a_match_says_which_it_is(full):
    with pytest.raises(Refused) as caught:
        restoring.read(spoilt(out(full), SPOILT["an entry"]))
    assert why(caught.value).startswith("Match 1 of the file: ")
