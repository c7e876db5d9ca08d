"""An evening as it is sent to others: as text, and as a picture in which everything fits."""

from xml.etree import ElementTree as ET

import pytest
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

from games import players
from games.models import Evening
from games.views.recap import MARGIN, MOST, WIDTH, letters, wrapped, written
from tests.evenings import played_scat
from tests.pages.test_names import NAMES
from tests.tables import new_match, new_players

SVG = "{http://www.w3.org/2000/svg}"


def sent(client, evening, name):
    return client.get(reverse(f"evening-{name}", args=[evening.club_id, evening.pk]))


def text_of(client, evening):
    return sent(client, evening, "text").content.decode()


def lines_of(client, evening):
    """The lines of the picture, as an XML parser reads them."""
    return [text.text for text in ET.fromstring(sent(client, evening, "picture").content).iter(f"{SVG}text")]


@pytest.fixture
def evening(club, clock):
    new_players(club, 2)
    for losers in ("2222", "1111", "2222"):
        match = played_scat(club, clock, *losers)
    new_match(club, "alley-cat", players=2)
    return match.evening


def test_the_text_says_when_who_what_and_how_it_ended(keeper, evening):
    assert text_of(keeper, evening).splitlines() == [
        "Friday",
        "Saturday 29 November 2025",
        "since 20:00",
        "Ann, Bo",
        "Scat: Ann won.",
        "Scat: Bo won.",
        "Scat: Ann won.",
        "Alley Cat: It goes on.",
        "Scat: 3 matches, won: Ann\N{NO-BREAK SPACE}2, Bo\N{NO-BREAK SPACE}1",
        "Ann\N{NO-BREAK SPACE}+3 pennies, Bo\N{NO-BREAK SPACE}−3 pennies",
    ]


def test_what_was_won_and_lost_is_told_a_line_a_coin(keeper, club, clock):
    new_players(club, 2)
    club.currency, club.prices = "UAH", {"penny": 100}
    club.save()
    played_scat(club, clock, *"2222")
    club.prices = {}
    club.save()
    match = played_scat(club, clock, *"1111")
    sums = text_of(keeper, match.evening).splitlines()[-2:]
    assert all(line.count("Ann\N{NO-BREAK SPACE}") == 1 for line in sums)
    assert ["UAH" in line for line in sums] == [True, False]
    assert sums[0].startswith("Ann\N{NO-BREAK SPACE}+")
    assert sums[1].startswith("Bo\N{NO-BREAK SPACE}+")


def test_the_picture_says_the_same(keeper, evening):
    picture = sent(keeper, evening, "picture")
    assert picture["Content-Type"] == "image/svg+xml"
    assert lines_of(keeper, evening) == text_of(keeper, evening).splitlines()


def test_the_text_is_plain_text(keeper, evening):
    assert sent(keeper, evening, "text")["Content-Type"] == "text/plain; charset=utf-8"


def test_names_of_every_kind_are_the_same_in_both(keeper, club, clock):
    club.name = "O'Neil & <Sons> 🃏"
    club.save()
    people = [players.add(club, name) for name in NAMES]
    match = new_match(club, "scat", players=people)
    Evening.objects.update(name="Tom's & \uffff <b>party</b>")
    text = text_of(keeper, match.evening)
    drawn = " ".join(lines_of(keeper, match.evening))
    for name in (*NAMES, "O'Neil & <Sons> 🃏"):
        assert name in text
        assert name in drawn
    assert "<b>party</b>" in drawn


def test_of_a_very_long_evening_the_last_matches_are_told(keeper, club, clock):
    new_players(club, 2)
    for number in range(MOST + 3):
        match = new_match(club, "alley-cat", players=2, key=f"match number {number}")
    text = text_of(keeper, match.evening)
    assert text.count("It goes on.") == MOST
    assert "3 matches before these" in text


def test_an_evening_with_a_name_says_its_date_too(keeper, evening):
    Evening.objects.update(name="Birthday")
    assert text_of(keeper, evening).splitlines()[1:3] == ["Birthday", "Saturday 29 November 2025"]


TEXTS = st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs"]), max_size=200)


@given(TEXTS, st.integers(2, 40))
def test_no_line_is_too_long_and_nothing_is_left_out(text, width):
    lines = list(wrapped(text, width))
    assert all(letters(line) <= width for line in lines)
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")


@given(
    st.lists(st.tuples(st.sampled_from(["club", "title", "quiet", "match", "standing"]), TEXTS), min_size=1)
)
def test_lines_stand_under_one_another(lines):
    placed = written(lines)
    heights = [int(line.y) for line in placed]
    assert heights == sorted(set(heights))
    assert all(letters(line.text) * int(line.size) * 0.6 <= WIDTH - 2 * MARGIN + 1 for line in placed)
