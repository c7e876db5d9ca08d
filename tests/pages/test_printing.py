"""Sheets for paper: a match as it was played, and a blank one of each game."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games import scorebook
from games.models import Device, Match, Player
from games.scoring import GAMES
from games.words import words
from tests.pages.test_club import play_to_the_end
from tests.tables import lowest, new_match, new_players

every_game = pytest.mark.parametrize("game", GAMES)


def rows(page):
    """The table of a page, row by row, as text."""
    (table,) = re.findall(r"(?s)<table.*?</table>", page)
    return [
        [re.sub(r"<[^>]+>", "", cell).strip() for cell in re.findall(r"(?s)<t[hd].*?</t[hd]>", row)]
        for row in re.findall(r"(?s)<tr.*?</tr>", table)
    ]


def paper(client, match):
    return client.get(reverse("match-paper", args=[match.club_id, match.pk])).content.decode()


def test_a_match_on_paper_has_every_deal_its_rules_and_how_it_ended(watcher, club):
    match = new_match(club, players=2, minimum_knock=20)
    play_to_the_end(club, match)
    page = paper(watcher, match)
    heads, opening, *deals, places = rows(page)
    assert heads == ["Deal", "Dealer", "Ann A", "Bo B"]
    assert opening == ["At the start", "", "", "3", "", "3"]
    assert [deal[0] for deal in deals] == list("1234")
    assert deals[0][2:] == ["", "3", "−1", "2"]
    assert places == ["Place", "1", "2"]
    assert "Ann won" in page
    for sentence in words("scat").agreed("minimum_knock", scorebook.read(club, match.pk).match.rules):
        assert sentence in page


def test_paper_names_the_phone_on_which_a_match_was_begun(keeper, club):
    match = new_match(club, players=2)
    Match.objects.update(started_by=Device.objects.get(club=club))
    page = paper(keeper, match)
    assert "<dt>Begun on</dt><dd>Ann&#x27;s phone</dd>" in page


def test_what_was_struck_and_corrected_is_seen_on_paper(watcher, club):
    match = new_match(club, players=2)
    with scorebook.write(club, match.pk) as book:
        for number in (1, 2):
            book.record(number=number, entry=lowest(2), key=f"the deal {number}", by=None)
        book.strike(book.rounds[0], key="the striking", by=None)
    _heads, _opening, struck, deal, _places = rows(paper(watcher, match))
    assert (struck[0], struck[5]) == ("Struck deal –", "")
    assert (deal[0], deal[5]) == ("1", "2")


def test_names_are_written_as_they_are(watcher, club):
    new_players(club, 2)
    Player.objects.filter(club=club, name="Ann").update(name="O'Neil <b>&")
    assert "O&#x27;Neil &lt;b&gt;&amp;" in paper(watcher, new_match(club, players=2))


def test_a_match_on_paper_costs_as_many_queries_however_long_it_is(watcher, club, django_assert_num_queries):
    match = new_match(club, players=2, lives=10)
    play_to_the_end(club, match, deals=1)
    with CaptureQueriesContext(connection) as few:
        paper(watcher, match)
    for number in range(2, 10):
        with scorebook.write(club, match.pk) as book:
            book.record(number=number, entry=lowest(2), key=f"another deal {number}", by=None)
    with django_assert_num_queries(len(few)):
        paper(watcher, match)


@every_game
def test_a_blank_sheet_needs_no_club_and_has_a_column_for_each_player(client, game):
    address = reverse("blank-sheet", args=[game])
    for players in map(str, GAMES[game].seats):
        answer = client.get(address, {"players": players})
        heads, opening, *lines = rows(answer.content.decode())
        assert len(heads) == 2 + int(players)
        assert {len(line) for line in [opening, *lines]} == {2 + 2 * int(players)}
        assert len(lines) > 20
        assert not answer.cookies


@pytest.mark.parametrize("players", ["", "0", "1", "99", "-2", "x", "²"])
@every_game
def test_a_number_that_cannot_play_gives_the_usual_sheet(client, game, players):
    answer = client.get(reverse("blank-sheet", args=[game]), {"players": players})
    assert answer.status_code == 200
    assert len(rows(answer.content.decode())[0]) == 2 + (4 if 4 in GAMES[game].seats else 2)


def test_a_blank_sheet_begins_where_the_game_does(client):
    opening = {"scat": "3", "petukh": "15", "alley-cat": "0", "smoking-cat": "0"}
    for game, count in opening.items():
        lines = rows(client.get(reverse("blank-sheet", args=[game])).content.decode())
        assert lines[1][3] == count


def test_a_game_that_is_none_has_no_sheet(client, db):
    assert client.get(reverse("blank-sheet", args=["poker"])).status_code == 404
