"""What goes out: a match as a match file, rounds and balances for spreadsheets."""

import csv
import io
import json
from decimal import Decimal
from urllib.parse import unquote

import pytest
from django.urls import reverse
from hypothesis import given, settings
from hypothesis import strategies as st

from games import matches, scorebook, spreadsheet
from games.forms.sending import new_key
from games.management.commands.score import scored
from games.models import Club, Player
from games.scoring import GAMES
from games.scoring.match_file import match as match_of
from games.scoring.match_file import renamed, replay, result
from games.transfer import match_file
from tests.pages.test_club import play_to_the_end
from tests.scoring.test_laws import every_game, played
from tests.tables import FRIENDS, lowest, new_club, new_match, new_players


def kept(head):
    """A club's match of the deals of a match file, between players of its names; the match, and the names."""
    told = match_of(head)
    here = Club.objects.create(name="Kept")
    players = [
        Player.objects.create(club=here, name=name[:60], mark=str(number), colour=1)
        for number, name in enumerate(told.players, start=1)
    ]
    keys = {name: str(number) for number, name in enumerate(told.players, start=1)}
    match = matches.start(
        here,
        game=head["game"],
        players=players,
        first_dealer=int(keys[told.first_dealer]),
        rules=told.options,
        key="kept",
    )
    for number, deal in enumerate(told.deals, start=1):
        with scorebook.write(here, match.pk) as book:
            book.record(number=number, entry=renamed(deal, keys), key=new_key(), by=None)
    return scorebook.read(Club.objects.get(pk=here.pk), match.pk)


@every_game
@pytest.mark.django_db
@settings(max_examples=12)
@given(data=st.data())
def test_a_match_goes_out_as_a_file_that_scores_to_the_same(code, data):
    head, _sheet, _scores = data.draw(played(code))
    calls = dict(zip(head["players"], FRIENDS, strict=False))
    head["deals"] = [renamed(deal, calls) for deal in head["deals"]]
    head["first_dealer"] = calls[head["first_dealer"]]
    head["players"] = list(calls.values())
    book = kept(head)
    line = json.dumps(match_file(book), ensure_ascii=False)
    assert scored(line.encode()) == json.loads(json.dumps(result(*replay(match_of(head)))))


@pytest.mark.parametrize("code", GAMES)
def test_names_that_are_words_of_the_game_stay_names(code):
    deal = {
        "smoking-cat": {"fine": "heim", "reason": "heim"},
        "petukh": {"tricks": {"simple": 5}, "passed": ["heim"], "boys": {"simple": "simple"}},
        "alley-cat": {"tricks": [["AC", "KC"]]},
        "scat": {"hands": {"heim": ["AS", "KS", "QS"], "AS": 20}, "knocker": None},
    }[code]
    there = {"heim": "1", "simple": "2", "AS": "3"}
    back = {key: name for name, key in there.items()}
    seated = renamed(deal, there)
    assert renamed(seated, back) == deal
    if code == "petukh":
        assert seated == {"tricks": {"2": 5}, "passed": ["1"], "boys": {"2": "simple"}}


@pytest.mark.django_db
def test_two_of_one_name_are_two_in_the_file():
    here = new_club()
    players = [Player.objects.create(club=here, name="Ann", mark=mark, colour=1) for mark in ("A", "An")]
    players.append(Player.objects.create(club=here, name="Ann (A)", mark="(", colour=1))
    new = new_match(here, players=players)
    told = match_file(scorebook.read(here, new.pk))
    assert len(set(told["players"])) == 3
    assert match_of(told).players == told["players"]


@pytest.mark.parametrize(
    "name",
    ["🎴 Friday 🐈‍⬛", "Пʼятниця", "O'Neil & <Co>", 'a/b\\c:*?"<>|', "پنج‌شنبه", "100% = +", "...", "ა"],
)
@pytest.mark.django_db
def test_a_file_is_called_by_the_club_whatever_its_name(watcher, club, name):
    Club.objects.filter(pk=club.pk).update(name=name)
    match = new_match(club, players=2)
    for address in ("match-file", "match-rounds"):
        head = watcher.get(reverse(address, args=[club.pk, match.pk])).headers["Content-Disposition"]
        plain, _, full = head.removeprefix("attachment; filename=").partition("; filename*=UTF-8''")
        assert plain.isascii()
        assert plain[0] == plain[-1] == '"'
        assert not set(plain[1:-1]) & set('"\\/%;')
        assert not set(unquote(full)) & set('"\\/:*?<>|%')
        assert unquote(full).endswith((".json", ".csv"))
        for letter in name:
            assert letter in unquote(full) or not letter.isalpha()


def table(answer, delimiter=","):
    text = answer.getvalue().decode()
    assert text.startswith("\ufeff")
    return list(csv.reader(io.StringIO(text[1:], newline=""), delimiter=delimiter))


@pytest.mark.django_db
def test_rounds_come_line_by_line_with_numbers_and_dates(watcher, club):
    match = new_match(club, players=2)
    play_to_the_end(club, match)
    heads, *lines = table(watcher.get(reverse("match-rounds", args=[club.pk, match.pk])))
    assert len(lines) == 8
    first = dict(zip(heads, lines[1], strict=True))
    assert (first["Game"], first["Deal"], first["Player"]) == ("Scat", "1", "Bo")
    assert (first["Change"], first["Count"], first["Points"]) == ("-1", "2", "")
    assert first["Date"] == f"{match.started_at:%Y-%m-%d}"
    assert [line[heads.index("Deal")] for line in lines] == list("11223344")


@pytest.mark.django_db
def test_struck_rounds_are_no_deals_and_what_is_not_found_is_not_there(watcher, club):
    match = new_match(club, players=2)
    with scorebook.write(club, match.pk) as book:
        for number in (1, 2):
            book.record(number=number, entry=lowest(2), key=f"the deal {number}", by=None)
        book.strike(book.rounds[0], key="the striking", by=None)
    address = reverse("rounds", args=[club.pk])
    heads, *lines = table(watcher.get(address, {"game": "scat"}))
    assert [line[heads.index("Deal")] for line in lines] == ["1", "1"]
    assert table(watcher.get(address, {"game": "petukh"})) == [heads]
    assert table(watcher.get(address, {"since": "rubbish"})) == [heads]


@pytest.mark.django_db
def test_where_the_comma_stands_before_decimals_the_semicolon_parts(watcher, club):
    match = new_match(club, players=2, three_of_a_kind=30.5)
    with scorebook.write(club, match.pk) as book:
        book.record(
            number=1, entry={"hands": {"1": 30.5, "2": 20}, "knocker": None}, key="the deal 1", by=None
        )
    address = reverse("match-rounds", args=[club.pk, match.pk])
    assert "30.5" in table(watcher.get(address))[1]
    assert "30,5" in table(watcher.get(address, headers={"Accept-Language": "uk"}), ";")[1]


@pytest.mark.django_db
def test_balances_are_amounts_that_sum_to_zero(watcher, club):
    Club.objects.filter(pk=club.pk).update(currency="EUR", prices={"penny": 50})
    club.refresh_from_db()
    play_to_the_end(club, new_match(club, players=2))
    _heads, *lines = table(watcher.get(reverse("balances", args=[club.pk])))
    assert [(name, amount) for name, _coin, amount in lines] == [("Ann", "1.50"), ("Bo", "-1.50")]


@pytest.mark.parametrize("name", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "＝1"])
def test_a_name_that_would_run_is_made_harmless(name):
    (_mark, line) = spreadsheet.lines([[name, "O'Neil"]], decimal_comma=False)
    assert next(csv.reader(io.StringIO(line, newline=""))) == [f"'{name}", "O'Neil"]


def test_numbers_stay_numbers_and_names_whole():
    rows = [[-3, Decimal("-1.50"), None, 'a "b", c; d', "10"]]
    assert list(spreadsheet.lines(rows, decimal_comma=True))[1] == '-3;-1,50;;"a ""b"", c; d";10\r\n'


@pytest.mark.django_db
def test_a_spreadsheet_of_many_rounds_costs_as_many_queries(watcher, club, django_assert_num_queries):
    new_players(club, 2)
    for one in range(6):
        play_to_the_end(club, new_match(club, players=2, key=f"match {one}"))
    address = reverse("rounds", args=[club.pk])
    with django_assert_num_queries(4):
        assert len(table(watcher.get(address))) == 6 * 8 + 1
