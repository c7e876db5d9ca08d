"""A match looked back at: how it ended, its chart, every deal with its why, and who did what when."""

from datetime import datetime
from xml.etree import ElementTree as ET

import pytest
from django.urls import reverse

from games import matches, scorebook
from games.models import Device, Role
from games.scoring import GAMES
from tests.evenings import HOUR
from tests.pages.conftest import phone_of
from tests.tables import lowest, new_match, new_players

SVG = "{http://www.w3.org/2000/svg}"


def shown(client, match):
    return client.get(reverse("history", args=[match.club_id, match.pk]))


def text_of(client, match):
    return shown(client, match).content.decode()


def record(match, *entries, by=None):
    with scorebook.write(match.club, match.pk) as book:
        first = len(book.rounds) + 1
        for number, entry in enumerate(entries, start=first):
            book.record(number=number, entry=entry, key=f"deal number {number}", by=by)


@pytest.fixture
def by(keeper, club):
    """The keeper's phone."""
    return Device.objects.get(club=club, role=Role.KEEPER)


@pytest.fixture
def match(club, clock, by):
    """A Scat between Ann and Bo that Ann has won: one deal was corrected, one struck, and one undone."""
    players = new_players(club, 2)
    match = matches.start(
        club,
        game="scat",
        players=players,
        first_dealer=1,
        rules={name: option.default for name, option in GAMES["scat"].options.items()} | {"lives": 2},
        key="the first match",
        by=by,
    )
    clock.pass_by(0.5)
    record(match, lowest(2, knocker=1), lowest(1), lowest(1), by=by)
    with scorebook.write(club, match.pk) as book:
        book.correct(book.rounds[1], entry=lowest(2), key="the correction", by=by)
    with scorebook.write(club, match.pk) as book:
        book.strike(book.rounds[2], key="the striking", by=by)
    clock.pass_by(1)
    with scorebook.write(club, match.pk) as book:
        book.record(number=3, entry=lowest(2), key="the last deal", by=by)
    match.refresh_from_db()
    return match


def test_it_says_how_the_match_ended_and_who_came_where(keeper, match):
    context = shown(keeper, match).context
    assert context["board"].over.headline == "Ann won the kitty."
    assert [(seat.name, seat.place) for seat in context["history"].places] == [("Ann", "1"), ("Bo", "2")]


def test_it_says_when_it_was_played_how_long_that_took_and_on_which_phone_it_was_begun(
    keeper, watcher, match
):
    facts = dict(shown(keeper, match).context["history"].facts)
    assert facts == {
        "Began": "Saturday 29 November 2025, 20:00",
        "Begun on": "this phone",
        "Ended": "21:30",
        "Took": "1 h 30 min",
        "Deals": "3",
    }
    assert dict(shown(watcher, match).context["history"].facts)["Begun on"] == "Ann's phone"


def test_every_deal_has_its_why_and_who_entered_corrected_and_struck_it(keeper, match):
    first, second, third, last = shown(keeper, match).context["history"].deals
    assert (first.number, second.number, third.number, last.number) == ("1", "2", "–", "3")
    assert first.why == ["Ann knocked (k).", "Bo had the lowest hand. That costs 1 penny."]
    assert second.log == [
        "Entered at 20:30 on this phone.",
        "Corrected at 20:30 on this phone.",
    ]
    assert "<s>" in second.figures
    assert third.struck
    assert third.log[1] == "Struck at 20:30 on this phone."
    assert last.log == ["Entered at 21:30 on this phone."]


def test_a_deal_that_was_taken_back_is_not_told(keeper, match, clock):
    with scorebook.write(match.club, match.pk) as book:
        book.undo(book.undoable.number, by=None)
    assert len(shown(keeper, match).context["history"].deals) == 3


def test_a_correction_days_later_says_on_which_day(keeper, match, clock, by):
    clock.pass_by(72)
    with scorebook.write(match.club, match.pk) as book:
        book.correct(book.rounds[0], entry=lowest(2), key="days later", by=by)
    first, *_ = shown(keeper, match).context["history"].deals
    assert first.log[1] == "Corrected at 21:30 on 2 December 2025 on this phone."


@pytest.mark.parametrize(
    ("end", "said"),
    [
        ("finish_early", "Ended early at 20:30 on this phone."),
        ("abandon", "Abandoned at 20:30 on this phone."),
    ],
)
def test_who_ended_it_by_hand_or_reopened_it_is_told(keeper, club, clock, by, end, said):
    match = new_match(club)
    clock.pass_by(0.5)
    with scorebook.write(club, match.pk) as book:
        getattr(book, end)(key="end it", by=by)
    assert said in text_of(keeper, match)
    with scorebook.write(club, match.pk) as book:
        book.reopen(key="go on", by=by)
    assert "Reopened at 20:30 on this phone." in text_of(keeper, match)


def test_a_running_match_says_which_deal_comes(keeper, club):
    match = new_match(club)
    page = text_of(keeper, match)
    assert "It goes on with deal 1" in page
    assert '<svg class="chart"' not in page
    assert "Every deal" not in page
    record(match, lowest(2))
    page = text_of(keeper, match)
    assert "It goes on with deal 2" in page
    assert '<svg class="chart"' in page


def test_the_rules_that_it_was_played_by_are_there_in_words(keeper, club):
    match = new_match(club, "smoking-cat", players=4, word="ox", odd_tie="replay")
    page = shown(keeper, match)
    sentences = [sentence for part in page.context["rules"].parts for sentence in part.sentences]
    assert sentences
    assert all(sentence in page.content.decode() for sentence in map(str, sentences))


@pytest.mark.parametrize("zone", ["Asia/Tokyo", "America/New_York"])
def test_a_match_that_ends_shortly_before_midnight_is_dated_so(keeper, club, clock, zone):
    club.zone = zone
    club.save()
    midnight = datetime.fromisoformat(
        {"Asia/Tokyo": "2025-11-29T15:00Z", "America/New_York": "2025-11-30T05:00Z"}[zone]
    )
    clock.now = midnight - HOUR
    match = new_match(club, players=2, lives=1)
    clock.now = midnight - HOUR / 6
    record(match, lowest(2), lowest(2))
    facts = dict(shown(keeper, match).context["history"].facts)
    assert facts["Began"] == "Saturday 29 November 2025, 23:00"
    assert facts["Ended"] == "23:50"


def test_the_counts_are_there_as_a_table_too(keeper, match):
    assert shown(keeper, match).context["history"].counts == [
        ("0", ["2", "2"]),
        ("1", ["2", "1"]),
        ("2", ["2", "0"]),
        ("3", ["2", "0"]),
    ]


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_a_chart_that_needs_no_colour(keeper, club, game):
    deals = {
        "scat": lowest(2),
        "petukh": {"tricks": {"1": 2, "2": 2, "3": 1}},
        "smoking-cat": {"verdict": "1"},
        "alley-cat": {"points": {"1": 5, "2": -1}},
    }
    players = {"alley-cat": 2, "smoking-cat": 4}.get(game, 3)
    match = new_match(club, game, players=players, **({"word": "сало"} if game == "smoking-cat" else {}))
    record(match, deals[game], deals[game])
    page = text_of(keeper, match)
    drawing = page[page.index('<svg class="chart"') : page.index("</figure>")]
    assert "style=" not in drawing
    chart = ET.fromstring(drawing.replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg"'))
    assert chart.get("role") == "img"
    assert chart.get("aria-label").endswith("deal by deal")
    lines = [line for line in chart.iter(f"{SVG}path") if line.get("class") == "line"]
    assert len({line.get("stroke-dasharray") for line in lines}) == len(lines) == players
    marks = [text.text for text in chart.iter(f"{SVG}text") if text.get("class") == "of"]
    assert {seat.player.mark for seat in match.seats.all()} <= set(marks)


@pytest.mark.parametrize("deals", [2, 60])
def test_the_page_asks_as_often_however_long_the_match(keeper, club, by, deals, django_assert_num_queries):
    match = new_match(club, "petukh", players=3, start=999)
    record(match, *[{"tricks": {"1": 2, "2": 2, "3": 1}}] * deals, by=by)
    with django_assert_num_queries(6):
        shown(keeper, match)


def test_the_table_leads_to_it_and_it_to_the_table_and_the_evening(keeper, match):
    table = keeper.get(reverse("table", args=[match.club_id, match.pk])).content.decode()
    assert reverse("history", args=[match.club_id, match.pk]) in table
    page = text_of(keeper, match)
    assert f'href="{reverse("table", args=[match.club_id, match.pk])}"' in page
    assert f'href="{reverse("evening", args=[match.club_id, match.evening_id])}"' in page


def test_a_watcher_sees_all_of_it_and_is_led_nowhere_to_correct_it(watcher, match):
    page = text_of(watcher, match)
    assert "Bo had the lowest hand." in page
    assert "Correct or strike it" not in page


def test_a_phone_that_has_left_is_called_so(club, match, by):
    by.delete()
    page = text_of(phone_of(club, "watcher"), match)
    assert "Entered at 20:30 on a phone that has left." in page
    assert "Begun on" not in page
