"""Names of every kind are the same on every page."""

import re
from html import escape, unescape

import pytest

from games import players, scorebook
from games.models import Preset
from games.words.sentences import isolated
from tests.pages.paper import press
from tests.tables import lowest, new_match

NAMES = [
    "O'Neil",
    "Tom & <b>Jerry</b>",
    "Олена",
    "გიორგი",
    "חיים",
    "🦊 Fox",
    "=1+1",
    "{{ name }}",
    "%(player)s",
]


@pytest.fixture
def people(club):
    return [players.add(club, name) for name in NAMES]


@pytest.fixture
def pages(keeper, club, people):
    """Every page on which players are named."""
    club.name = "O'Neil & <Sons> 🃏 ნარდი"
    club.save()
    Preset.objects.create(club=club, game="scat", name="Tom's & <Bo's>", rules={"lives": 5})
    match = new_match(club, players=people)
    running = keeper.get(f"/club/{club.pk}/")
    with scorebook.write(club, match.pk) as book:
        book.record(number=1, entry=lowest(9), key="first deal", by=None)
        book.finish_early(key="end it early", by=None)
    return {
        "home": keeper.get("/"),
        "running": running,
        "ended": keeper.get(f"/club/{club.pk}/"),
        "matches": keeper.get(f"/club/{club.pk}/matches/"),
        "evenings": keeper.get(f"/club/{club.pk}/evenings/"),
        "evening": keeper.get(f"/club/{club.pk}/evenings/{match.evening_id}/"),
        "history": keeper.get(f"/club/{club.pk}/matches/{match.pk}/history"),
        "players": keeper.get(f"/club/{club.pk}/players/"),
        "start": keeper.get(f"/club/{club.pk}/start/scat/"),
        "delete": keeper.get(f"/club/{club.pk}/start/scat/mixes/{Preset.objects.get().pk}/delete"),
        **{f"player {one.pk}": keeper.get(f"/club/{club.pk}/players/{one.pk}/") for one in people},
        **{f"changing {one.pk}": keeper.get(f"/club/{club.pk}/players/{one.pk}/edit") for one in people},
    }


def test_no_page_escapes_a_name_twice_or_not_at_all(pages):
    for name, page in pages.items():
        text = page.content.decode()
        assert "&amp;#" not in text, name
        assert "&amp;amp;" not in text, name
        assert "<b>Jerry" not in text, name
        assert "<Sons>" not in text, name


def test_every_name_is_on_every_page_that_lists_players(pages):
    for page in ("running", "ended", "matches", "evenings", "evening", "history", "players", "start"):
        text = pages[page].content.decode()
        assert [name for name in NAMES if escape(name) not in text] == [], page


def test_the_clubs_name_is_in_the_title(pages):
    title = pages["ended"].content.decode().partition("<title>")[2].partition("</title>")[0]
    assert unescape(title) == "O'Neil & <Sons> 🃏 ნარდი"


def test_a_mixs_name_is_where_it_is_chosen_and_where_it_is_deleted(pages):
    assert all(escape("Tom's & <Bo's>") in pages[page].content.decode() for page in ("start", "delete"))


def test_a_name_in_a_field_is_what_was_typed(keeper, people, pages):
    for player in people:
        assert f'value="{escape(player.name)}"' in pages[f"changing {player.pk}"].content.decode()


def test_a_question_about_a_name_says_it_as_it_is(keeper, club, people):
    asked = press(keeper, keeper.get(f"/club/{club.pk}/players/"), "add", name="tom & <b>jerry</b>")
    text = asked.content.decode()
    assert escape("Tom & <b>Jerry</b>") in text
    assert escape("tom & <b>jerry</b>") in text
    press(keeper, asked, "another")
    assert "tom & <b>jerry</b>" in [player.name for player in players.of_club(club)]


def test_two_of_one_name_are_told_apart_wherever_they_are_named(keeper, club):
    both = [players.add(club, "Ann"), players.add(club, "Ann", beside=1)]
    new_match(club, players=both)
    page = keeper.get(f"/club/{club.pk}/").content.decode()
    assert "Ann (A)" in page
    assert "Ann (An)" in page


# Names from right to left, beside figures


@pytest.mark.parametrize(
    "name", ["Ann", "O'Neil", "Олена", "გიორგი", "🦊 Fox", "=1+1", "李", "Z\u0301", "1st"]
)
def test_a_name_from_left_to_right_stays_plain(name):
    assert isolated(name) == name


@pytest.mark.parametrize("name", ["חיים", "محمد", "Tom חיים", "Ann (ח)", "٣", "\u202eAnn", "a\u2067b"])
def test_a_name_that_turns_the_line_keeps_that_to_itself(name):
    assert isolated(name) == f"\u2068{name}\u2069"


def test_in_a_sentence_the_figure_stays_behind_a_name_from_right_to_left(keeper, club):
    both = [players.add(club, "שלמה"), players.add(club, "Bo"), players.add(club, "Cy")]
    match = new_match(club, players=both)
    form = {"way": "quick", "number": 1, "key": "the first key", "knocker": 2, "lowest": ["1", "3"]}
    said = keeper.post(f"/club/{club.pk}/matches/{match.pk}/record", form, follow=True).context["notice"].text
    assert said == "Deal 1 saved: \u2068שלמה\u2069 and Cy pay 1 each."
    assert "Go on: Scat with \u2068שלמה\u2069, Bo, Cy" in keeper.get(f"/club/{club.pk}/").content.decode()


def test_a_line_of_several_names_does_not_turn_round_with_the_first(keeper, club):
    """Each name is isolated by itself; an element of its own would take its direction from the first."""
    both = [players.add(club, "שלמה"), players.add(club, "Bo")]
    players.share_purse(*both)
    match = new_match(club, players=both)
    with scorebook.write(club, match.pk) as book:
        book.finish_early(key="end it early", by=None)
    evening = new_match(club, players=both, key="the second").evening_id
    for page in ("", "matches/", "evenings/", f"evenings/{evening}/", f"evenings/{evening}/split", "stakes/"):
        text = keeper.get(f"/club/{club.pk}/{page}").content.decode()
        assert re.search("\u2068שלמה\u2069(, | and )Bo", text), page
        assert re.findall("<bdi>[^<]*\u2068שלמה\u2069(?:, | and )Bo[^<]*</bdi>", text) == [], page


@pytest.mark.parametrize(
    ("name", "said"),
    [
        *((f"a{turning}b", "turn the direction of writing") for turning in "\u202a\u202b\u202c\u202d\u202e"),
        *((f"a{turning}b", "turn the direction of writing") for turning in "\u2066\u2067\u2068\u2069\u061c"),
        *((f"a{turning}b", "turn the direction of writing") for turning in "\u200e\u200f"),
        ("\ue000", "can be seen"),
        ("\U000f0000", "can be seen"),
        ("\u00ad", "can be seen"),
        ("\u3164", "can be seen"),
        ("\u2800", "can be seen"),
        ("\ufe0f\u034f", "can be seen"),
        ("\u0301", "can be seen"),
    ],
)
def test_a_name_that_turns_the_line_or_shows_nothing_is_refused(keeper, club, name, said):
    asked = press(keeper, keeper.get(f"/club/{club.pk}/players/"), "add", name=name)
    assert asked.status_code == 422
    assert said in asked.content.decode()
    assert not players.of_club(club)


@pytest.mark.parametrize("name", ["حسین\u200cعلی", "👨\u200d👩", "A\u00adB", "\ue000 Ann"])
def test_joiners_within_a_name_are_part_of_it(keeper, club, name):
    press(keeper, keeper.get(f"/club/{club.pk}/players/"), "add", name=name)
    assert [player.name for player in players.of_club(club)] == [name]
