"""A round's page: why, and correcting, striking and restoring it with a preview."""

import pytest
from django.urls import reverse

from games import scorebook
from games.models import Change, Round
from games.scorebook import State
from games.views.preview import Preview
from tests.pages.test_table import address, deal, played, said, tallies
from tests.tables import lowest, new_match


@pytest.fixture
def match(club):
    return new_match(club, lives=2)


def of_round(match, name, number):
    round = Round.objects.get(match=match, position=number)
    return reverse(name, args=[match.club_id, match.pk, round.pk])


def correction(*losers, knocker=1):
    form = deal(1, *losers, knocker=knocker)
    return {name: form[name] for name in ("way", "knocker", "lowest")}


def agreed(match, form, **more):
    """The form by which somebody agrees to what is shown to him now."""
    version = scorebook.read(match.club, match.pk).match.version
    return form | {"version": version, "agreed": "1", "key": "agreed to this"} | more


def test_a_round_says_why_for_everybody(keeper, match):
    played(match, 2)
    page = keeper.get(of_round(match, "round", 1)).content.decode()
    assert "Bo had the lowest hand" in page
    assert "<b>Ann</b> dealt" in page
    assert "Entered at " in page


def test_a_correction_opens_with_what_was_written(keeper, match):
    played(match, 2)
    page = keeper.get(of_round(match, "correct", 1)).content.decode()
    assert "Correct deal 1" in page
    assert 'name="lowest" value="2" checked' in page


def test_a_correction_shows_what_it_would_change_and_writes_nothing_yet(keeper, match):
    played(match, 2, 3)
    response = keeper.post(of_round(match, "correct", 1), correction(3))
    assert response.status_code == 200
    page = response.content.decode()
    assert "Correct deal 1?" in page
    shifts = response.context["preview"].shifts
    assert [(shift.name, shift.before, shift.after) for shift in shifts if shift.moves] == [
        ("Bo", "1", "2"),
        ("Cy", "1", "on the dole"),
    ]
    assert tallies(match) == [2, 1, 1]


def test_a_correction_that_was_agreed_to_is_made_and_shown_struck_out(keeper, match):
    played(match, 2, 3)
    keeper.post(of_round(match, "correct", 1), agreed(match, correction(3)))
    assert tallies(match) == [2, 2, 0]
    table = keeper.get(address(match, "table")).content.decode()
    assert "<s>" in table
    assert "Undo <small>correction of deal 1</small>" in table
    page = keeper.get(of_round(match, "round", 1)).content.decode()
    assert "Corrected at " in page


def test_a_correction_sent_twice_is_made_once(keeper, match):
    played(match, 2, 3)
    form = agreed(match, correction(3))
    for _ in range(2):
        assert keeper.post(of_round(match, "correct", 1), form).status_code == 302
    assert Change.objects.filter(act="correct").count() == 1


def test_what_was_agreed_to_while_another_phone_wrote_is_shown_anew(keeper, match):
    played(match, 2, 3)
    form = agreed(match, correction(3))
    with scorebook.write(match.club, match.pk) as book:
        book.record(number=3, entry=lowest(3), key="another phone", by=None)
    response = keeper.post(of_round(match, "correct", 1), form)
    assert response.status_code == 409
    page = response.content.decode()
    assert "Something else was written" in page
    assert tallies(match) == [2, 1, 0]
    version = response.context["board"].match.version
    assert f'name="version" value="{version}"' in page
    key = response.context["key"]
    keeper.post(of_round(match, "correct", 1), form | {"version": version, "key": key})
    assert tallies(match) == [2, 2, 0]


def test_a_correction_is_not_made_before_it_was_seen_what_it_changes(keeper, match):
    played(match, 2, 3)
    form = agreed(match, correction(3))
    del form["version"]
    assert "Correct deal 1?" in keeper.post(of_round(match, "correct", 1), form).content.decode()
    assert tallies(match) == [2, 1, 1]


def test_a_correction_says_how_the_match_would_have_ended(keeper, club):
    match = new_match(club, "smoking-cat", players=4, word="аб")
    for number, loser in enumerate("323", start=1):
        with scorebook.write(club, match.pk) as book:
            book.record(number=number, entry={"verdict": loser}, key=f"deal-{number}", by=None)
    book = scorebook.read(club, match.pk)
    [line] = Preview.of(book, book.rounds[0], State({"verdict": "1"}, struck=False)).lines[:1]
    assert line == "The match would not be over and would go on."
    with scorebook.write(club, match.pk) as book:
        book.correct(book.rounds[2], entry={"verdict": "2"}, key="Bo it was", by=None)
    book = scorebook.read(club, match.pk)
    [line] = Preview.of(book, book.rounds[2], State({"verdict": "3"}, struck=False)).lines
    assert line.startswith("It would have ended so: Ann and Di won. Cy ")


def test_a_correction_that_cannot_have_happened_is_refused_beside_its_field(keeper, match):
    played(match, 1, 1, 1, 2)
    with scorebook.write(match.club, match.pk) as book:
        assert book.replay.sheet.still_in == ("2", "3")
    response = keeper.post(of_round(match, "correct", 4), correction(1, knocker=2))
    assert response.status_code == 422
    assert tallies(match) == [0, 1, 2]


def test_deals_that_no_longer_fit_are_named_and_struck_only_if_agreed(keeper, match):
    played(match, 1, 1, 2, 1, 2)
    response = keeper.post(of_round(match, "correct", 3), correction(1, knocker=2))
    page = response.content.decode()
    assert "Deal 4: " in page
    assert "Correct it and strike those" in page
    told = keeper.post(of_round(match, "correct", 3), agreed(match, correction(1, knocker=2)))
    assert told.status_code == 409
    assert tallies(match) == [0, 0, 2]
    keeper.post(of_round(match, "correct", 3), agreed(match, correction(1, knocker=2), strike_misfits="1"))
    assert tallies(match) == [0, 1, 2]
    assert [round.struck for round in Round.objects.all()] == [False, False, False, True, False]


def test_a_round_is_struck_once_it_was_seen_what_that_changes(keeper, match):
    played(match, 2, 3)
    page = keeper.post(of_round(match, "strike", 1), {}).content.decode()
    assert "Strike deal 1?" in page
    assert tallies(match) == [2, 1, 1]
    keeper.post(of_round(match, "strike", 1), agreed(match, {}))
    assert tallies(match) == [2, 2, 1]
    table = keeper.get(address(match, "table")).content.decode()
    assert 'class="round struck"' in table


def test_a_struck_round_can_be_restored(keeper, match):
    played(match, 2, 3)
    keeper.post(of_round(match, "strike", 1), agreed(match, {}))
    page = keeper.get(of_round(match, "round", 1)).content.decode()
    assert "Restore deal 1" in page
    keeper.post(of_round(match, "restore", 1), agreed(match, {}, key="restored again"))
    assert tallies(match) == [2, 1, 1]


def test_a_struck_round_has_no_number_but_is_called_by_it(keeper, match):
    played(match, 2, 3)
    keeper.post(of_round(match, "strike", 2), agreed(match, {}))
    keeper.post(address(match, "record"), deal(2, 2))
    rows = keeper.get(address(match, "table")).context["board"].rounds
    assert [(row.number, row.label) for row in rows] == [
        ("2", "Deal 2: why, or correct it"),
        ("–", "Deal 2, struck: why, or restore it"),
        ("1", "Deal 1: why, or correct it"),
    ]


def test_a_struck_round_that_is_corrected_is_asked_to_be_restored(keeper, match):
    played(match, 2, 3)
    keeper.post(of_round(match, "strike", 1), agreed(match, {}))
    assert "Correct and restore deal 1" in keeper.get(of_round(match, "round", 1)).content.decode()
    asked = keeper.post(of_round(match, "correct", 1), correction(3)).content.decode()
    assert "Correct deal 1 and restore it?" in asked
    form = agreed(match, correction(3), key="restored so")
    told = keeper.post(of_round(match, "correct", 1), form, follow=True)
    assert said(told) == "Deal 1 corrected and restored."
    assert tallies(match) == [2, 2, 0]


@pytest.mark.parametrize("act", ["strike", "restore"])
def test_what_was_done_already_can_be_asked_for_again(keeper, match, act):
    played(match, 2)
    if act == "strike":
        keeper.post(of_round(match, "strike", 1), agreed(match, {}))
    assert keeper.post(of_round(match, act, 1), {}).status_code == 200
    again = keeper.post(of_round(match, act, 1), agreed(match, {}, key="once more"))
    assert again.url == address(match, "table")


def test_what_was_done_to_a_round_is_told_at_the_table(keeper, match):
    played(match, 2, 3)
    for act, form, sentence in (
        ("correct", correction(3), "Deal 1 corrected."),
        ("strike", {}, "Deal 1 struck."),
        ("restore", {}, "Deal 1 restored."),
    ):
        form = agreed(match, form, key=f"to {act} it")
        told = keeper.post(of_round(match, act, 1), form, follow=True)
        assert said(told) == sentence
        assert sentence in told.content.decode()


def test_so_is_what_was_struck_with_it(keeper, match):
    played(match, 1, 1, 2, 1, 2)
    form = agreed(match, correction(1, knocker=2), strike_misfits="1")
    told = keeper.post(of_round(match, "correct", 3), form, follow=True)
    assert said(told) == "Deal 3 corrected. 1 deal that no longer fitted was struck."


def test_a_struck_round_that_does_not_fit_any_more_says_why(keeper, match):
    played(match, 1, 1)
    keeper.post(of_round(match, "strike", 2), agreed(match, {}))
    for number, loser in enumerate((1, 1), start=2):
        with scorebook.write(match.club, match.pk) as book:
            book.record(
                number=number, entry={"lowest": [str(loser)], "knocker": None}, key=f"later {number}", by=None
            )
    response = keeper.post(of_round(match, "restore", 2), agreed(match, {}, key="restored again"))
    assert response.status_code == 409
    page = response.content.decode()
    assert "Deal 3: " in page
    assert "Restore it and strike those" in page


def test_a_watcher_sees_why_and_cannot_correct(watcher, match):
    played(match, 2)
    page = watcher.get(of_round(match, "round", 1)).content.decode()
    assert "Bo had the lowest hand" in page
    assert "Correct" not in page
    for name in ("correct", "strike", "restore"):
        assert watcher.post(of_round(match, name, 1), agreed(match, correction(3))).status_code == 403


def test_a_round_of_another_match_is_not_found(keeper, club, match):
    played(match, 2)
    other = new_match(club, key="another match")
    round = Round.objects.get()
    for name in ("round", "correct"):
        assert keeper.get(reverse(name, args=[club.pk, other.pk, round.pk])).status_code == 404


@pytest.mark.parametrize("rounds", [2, 30])
def test_a_rounds_pages_take_the_same_queries_however_long_the_match(
    keeper, club, rounds, django_assert_num_queries
):
    match = new_match(club, "petukh", players=3, start=999)
    for number in range(1, rounds + 1):
        with scorebook.write(club, match.pk) as book:
            entry = {"tricks": {"1": 2, "2": 2, "3": 1}}
            book.record(number=number, entry=entry, key=f"deal-{number}", by=None)
    page, correcting = of_round(match, "round", 1), of_round(match, "correct", 1)
    with django_assert_num_queries(5):
        keeper.get(page)
    with django_assert_num_queries(2):
        keeper.get(correcting)
