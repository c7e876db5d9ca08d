"""Match files that come in: looked at first, scored, and written once."""

import json
from datetime import timedelta

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from django.utils import timezone
from hypothesis import given, settings
from hypothesis import strategies as st

from games import scorebook
from games.bringing_in import bring_in
from games.incoming import looked_at
from games.management.commands.rebuild import differences_of
from games.management.commands.score import scored
from games.models import Change, Club, Ending, Evening, Match, Player, Record, Role, Round, Seat
from games.named import Named
from games.players import add
from games.scorebook import Book
from games.scoring.match_file import FORMAT, renamed
from games.transfer import match_file
from tests.pages.conftest import phone_of
from tests.scoring.test_laws import every_game, played
from tests.tables import FRIENDS, lowest, new_club, new_match

SCAT = {
    "format": FORMAT,
    "game": "scat",
    "players": ["Ann", "Bo"],
    "options": {"lives": 1, "free_ride": False},
    "deals": [{"lowest": ["Bo"], "knocker": None, "about": {"note": "late"}}],
    "about": {"started_at": "2019-05-03T23:30:00+02:00", "ended_at": "2019-05-04T00:20:00+02:00"},
}
BAD = SCAT | {"deals": [{"lowest": ["Bo"], "knocker": "Zed"}]}


def address(club):
    return reverse("bring-in", args=[club.pk])


def text(*matches):
    return "\n".join(json.dumps(match, ensure_ascii=False) for match in matches)


def send(client, club, told, **also):
    return client.post(address(club), {"text": told, **also})


def bring(client, club, told, **also):
    answer = send(client, club, told, agreed="1", **also)
    assert answer.status_code == 302, answer.content.decode()
    return answer


def whole(club):
    """That what is kept of the club's matches is what a replay gives."""
    for match in Match.objects.filter(club=club).select_related("evening", "club"):
        assert list(differences_of(Book(match))) == []


def test_what_would_come_in_is_shown_and_nothing_is_written(keeper, club):
    page = send(keeper, club, text(SCAT, BAD, {"format": "x"})).content.decode()
    assert "1 match can be brought in" in page
    assert "2 are left out" in page
    assert "Pasted, no. 2, deal 1" in page
    assert "&quot;Zed&quot; does not play here" in page
    assert "Pasted, no. 3" in page
    assert "Ann" in page
    assert not Match.objects.exists()
    assert not Player.objects.exists()


def test_each_match_that_would_come_in_is_shown_and_of_many_the_first(keeper, club):
    early = SCAT | {"deals": [], "about": {"ending": "early"}}
    page = send(keeper, club, text(SCAT, early)).content.decode()
    assert "<li>Scat: Ann won. <small>Friday 3 May 2019</small></li>" in page
    assert "<li>Scat: Ended early; in front: Ann and Bo.</li>" in page
    many = [SCAT | {"about": {"number": number}} for number in range(25)]
    page = send(keeper, club, text(*many)).content.decode()
    assert page.count("Scat: Ann won.") == 20
    assert "and 5 more" in page


def test_what_is_there_already_is_said_before_and_not_counted(keeper, club):
    bring(keeper, club, text(SCAT))
    other = SCAT | {"about": {"number": 2}}
    page = send(keeper, club, text(SCAT, other)).content.decode()
    assert "1 match can be brought in" in page
    assert "1 match is there already" in page
    nothing_new = send(keeper, club, text(SCAT))
    assert nothing_new.status_code == 200
    assert "1 match is there already" in nothing_new.content.decode()
    assert "can be brought in" not in nothing_new.content.decode()
    assert "Bring them in" not in nothing_new.content.decode()


def test_what_was_played_here_is_said_to_be_there_before_anything_comes_in(keeper, club):
    match = new_match(club, players=3)
    with scorebook.write(club, match.pk) as book:
        book.record(number=1, entry=lowest(2), key="the first deal", by=None)
    told = match_file(scorebook.read(club, match.pk))
    assert "1 match is there already" in send(keeper, club, text(told)).content.decode()
    went_otherwise = told | {"deals": []}
    assert "1 match can be brought in" in send(keeper, club, text(went_otherwise)).content.decode()


def test_a_match_comes_in_with_its_dates_its_abouts_and_an_evening_of_its_own(keeper, club):
    running = new_match(club, players=2)
    bring(keeper, club, text(SCAT))
    match = Match.objects.get(club=club, key__startswith="file-")
    assert (match.started_at.isoformat(), match.ending) == ("2019-05-03T21:30:00+00:00", "played")
    assert match.ended_at - match.started_at == timedelta(minutes=50)
    assert (match.coin, match.price) == ("", 0)
    assert match.evening != running.evening
    assert match.evening.closed_at == match.ended_at
    assert Evening.objects.get(pk=running.evening_id).closed_at is None
    assert Round.objects.get(match=match).entry["about"] == {"note": "late"}
    assert [seat.player.name for seat in match.seats.all()] == ["Ann", "Bo"]
    assert Player.objects.filter(club=club).count() == 2
    whole(club)


def test_the_same_file_sent_twice_brings_nothing_in_twice(keeper, club):
    assert bring(keeper, club, text(SCAT)).url.endswith("?came=1&known=0")
    assert bring(keeper, club, json.dumps(dict(reversed(SCAT.items())), indent=2)).url.endswith(
        "came=0&known=1"
    )
    bring(keeper, club, text(SCAT, SCAT), **{"who-0": "new", "who-1": "new"})
    assert Match.objects.filter(club=club).count() == 1
    assert Player.objects.filter(club=club).count() == 2
    page = keeper.get(address(club) + "?came=1&known=2").content.decode()
    assert "1 match came in." in page
    assert "2 were there already." in page


def test_a_match_that_was_played_here_does_not_come_in_a_second_time(keeper, club):
    match = new_match(club, players=3)
    with scorebook.write(club, match.pk) as book:
        for number, loser in enumerate((2, 3, 1), start=1):
            book.record(number=number, entry=lowest(loser), key=f"the deal {number}", by=None)
        book.strike(book.rounds[1], key="the striking", by=None)
    told = match_file(scorebook.read(club, match.pk))
    assert "came=0&known=1" in bring(keeper, club, text(told)).url
    assert (Match.objects.filter(club=club).count(), Evening.objects.filter(club=club).count()) == (1, 1)
    went_otherwise = told | {"deals": told["deals"][:1]}
    assert "came=1&known=0" in bring(keeper, club, text(went_otherwise)).url


def test_a_name_that_is_known_is_asked_about_once(keeper, club):
    ann = add(club, "ann")
    page = send(keeper, club, text(SCAT)).content.decode()
    assert f'<option value="{ann.pk}" selected>ann</option>' in page
    assert "somebody new" in page
    bring(keeper, club, text(SCAT), **{"who-0": "new"})
    assert Player.objects.filter(club=club).count() == 3
    other = SCAT | {"players": ["ANN", "Cy"], "deals": []}
    bring(keeper, club, text(other), **{"who-0": str(ann.pk)})
    assert Seat.objects.filter(player=ann).count() == 1


def test_two_at_one_table_are_never_one_player(keeper, club):
    two = SCAT | {"players": ["Ann", "ann"], "deals": []}
    bring(keeper, club, text(two))
    assert Player.objects.filter(club=club).count() == 2
    again = two | {"about": {"another": 1}}
    ann = str(Player.objects.filter(club=club).first().pk)
    answer = send(keeper, club, text(again), agreed="1", **{"who-0": ann, "who-1": ann})
    assert answer.status_code == 422
    assert "would be the same player" in answer.content.decode()
    assert Match.objects.count() == 1


def test_somebody_of_another_club_is_chosen_by_no_form(keeper, club):
    add(club, "Ann")
    theirs = add(new_club("Others"), "Ann")
    assert send(keeper, club, text(SCAT), agreed="1", **{"who-0": str(theirs.pk)}).status_code == 422
    assert not Match.objects.exists()


def test_several_files_and_a_list_in_one(keeper, club):
    more = [SCAT | {"about": {"number": number}} for number in range(3)]
    files = [
        SimpleUploadedFile("one.json", json.dumps(SCAT, indent=1).encode()),
        SimpleUploadedFile("list.json", b"\xef\xbb\xbf" + json.dumps(more).encode()),
        SimpleUploadedFile("bad.json", b"\xff\xfe"),
    ]
    page = keeper.post(address(club), {"files": files}).content.decode()
    assert "4 matches can be brought in" in page
    assert "bad.json, no. 1" in page


@pytest.mark.parametrize("told", ["", " \n ", "[]"])
def test_where_nothing_is_sent_that_is_said(keeper, club, told):
    answer = send(keeper, club, told)
    assert answer.status_code == 422
    assert "There is nothing in it" in answer.content.decode()


HOSTILE = [
    "[" * 100_000,
    '{"a":' * 5000 + "1" + "}" * 5000,
    "null",
    "[1, null, [], {}]",
    '[{"all": 1}], "all": [{}]',
    json.dumps(SCAT)[:-1] + ', "about": 1}',
    json.dumps(SCAT).replace('"late"', "NaN"),
    json.dumps(SCAT).replace('"late"', "1e999"),
    json.dumps(SCAT).replace('"late"', "9" * 5000),
    json.dumps(SCAT).replace('"late"', '"\\u0000"'),
    json.dumps(SCAT).replace('"late"', '"\\ud800"'),
    json.dumps(SCAT).replace('"late"', "[" * 150 + "]" * 150),
    json.dumps(SCAT | {"players": ["a" * 61, "Bo"], "deals": []}),
    json.dumps(SCAT | {"players": ["a\nb", "Bo"], "deals": []}),
    json.dumps(SCAT | {"players": ["\u202eab", "Bo"], "deals": []}),
    json.dumps(SCAT | {"game": ["scat"]}),
    json.dumps(SCAT | {"deals": [{"drawn": True}] * 3000}),
]


@pytest.mark.parametrize("told", HOSTILE)
def test_what_cannot_be_read_or_kept_is_left_out_with_a_sentence(keeper, club, told):
    for also in ({}, {"agreed": "1"}):
        answer = send(keeper, club, told, **also)
        assert answer.status_code in {302, 422}
        assert not Match.objects.exists()
    assert not Player.objects.exists()


@pytest.mark.parametrize(
    "about", [None, 1, "x", [], {"started_at": 5}, {"started_at": "0001-01-01"}, {"started_at": "9999-12-31"}]
)
def test_a_match_that_does_not_say_when_it_was_is_of_the_day_it_came(keeper, club, about):
    bring(keeper, club, text(SCAT | {"about": about}))
    match = Match.objects.get()
    assert timezone.now() - match.started_at < timedelta(minutes=5)
    assert match.evening.closed_at is not None


def test_too_much_at_once_is_refused(keeper, club, monkeypatch):
    monkeypatch.setattr("games.views.coming_in.MOST", 1)
    answer = send(keeper, club, text(SCAT, SCAT | {"about": 2}), agreed="1")
    assert answer.status_code == 422
    assert not Match.objects.exists()


def test_a_body_has_a_bound_of_its_own_at_this_address_only(keeper, club, settings):
    many = text(*(SCAT | {"about": "x" * 3000 + str(number)} for number in range(200)))
    assert len(many) > settings.LARGEST_FORM
    assert "200 matches" in send(keeper, club, many).content.decode()
    assert keeper.post(reverse("add-player", args=[club.pk]), {"name": many}).status_code == 400
    assert keeper.post("/nowhere", {"name": many}).status_code == 400
    assert send(keeper, club, "x" * settings.LARGEST_FILES["bring-in"]).status_code == 400


def test_only_a_keeper_brings_in(club):
    for role in (Role.SCORER, Role.WATCHER):
        assert send(phone_of(club, role), club, text(SCAT), agreed="1").status_code == 403


@every_game
@pytest.mark.django_db
@settings(max_examples=8)
@given(data=st.data())
def test_what_goes_out_comes_in_elsewhere_to_the_same_result(code, data):
    head, _sheet, _scores = data.draw(played(code))
    calls = dict(zip(head["players"], FRIENDS, strict=False))
    head = head | {
        "players": list(calls.values()),
        "first_dealer": calls[head["first_dealer"]],
        "deals": [renamed(deal, calls) for deal in head["deals"]],
    }
    club = Club.objects.create(name="There")
    (one,) = looked_at(json.dumps(head))
    seats = Named(club, [one]).seated({})
    assert bring_in(club, one, seats)
    match = Match.objects.get(club=club)
    out = match_file(scorebook.read(Club.objects.get(pk=club.pk), match.pk))
    assert scored(json.dumps(out).encode()) == scored(json.dumps(head).encode())
    whole(club)
    assert Change.objects.filter(match=match).count() == len(head["deals"])


def test_a_deal_that_came_in_is_taken_back_as_one_that_was_recorded(keeper, club):
    two = SCAT | {"options": {}, "deals": [SCAT["deals"][0]] * 2}
    bring(keeper, club, text(two))
    match = Match.objects.get()
    with scorebook.write(club, match.pk) as book:
        book.undo(2, by=None)
        assert len(book.live) == 1
    whole(club)


def test_a_correction_keeps_what_came_with_the_deal(keeper, club):
    bring(keeper, club, text(SCAT | {"options": {}}))
    match = Match.objects.get()
    with scorebook.write(club, match.pk) as book:
        book.correct(book.rounds[0], entry=lowest(1), key="a correction", by=None)
        again = book.correct(book.rounds[0], entry=lowest(1), key="a correction", by=None)
    assert again is not None
    assert Round.objects.get().entry == {**lowest(1), "about": {"note": "late"}}
    with scorebook.write(club, match.pk) as book:
        assert book.correct(book.rounds[0], entry=lowest(1), key="the same again", by=None) is None


def test_a_match_that_was_not_over_counts_as_ended_early_and_is_gone_on_with_by_reopening(keeper, club):
    bring(keeper, club, text(SCAT | {"options": {"lives": 3}}))
    match = Match.objects.get(club=club)
    assert match.ending == Ending.EARLY
    assert {seat.result for seat in match.seats.all()} == {"early"}
    with scorebook.write(club, match.pk) as book:
        book.reopen(key="the reopening", by=None)
        book.record(number=2, entry=lowest(1), key="the next deal", by=None)
    assert Match.objects.get(club=club).ending == Ending.LIVE
    assert not Record.objects.exclude(counts={}).exists()
    whole(club)
