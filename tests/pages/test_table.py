"""The table screen by its answers: what is written, what is refused, and what is told to two at once."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from games import scorebook
from games.models import Ending, Round
from tests.pages.paper import forms
from tests.tables import lowest, new_match

SCRIPT = {"headers": {"HX-Request": "true"}}
"""What a request has that htmx sends."""
MANY = 60


@pytest.fixture
def match(club):
    return new_match(club, lives=2)


@pytest.fixture
def table(match):
    return address(match, "table")


def address(match, name, *args):
    return reverse(name, args=[match.club_id, match.pk, *args])


def deal(number, *losers, knocker=1, key=None):
    """The form of a Scat deal, as a phone sends it."""
    return {
        "way": "quick",
        "number": number,
        "key": key or f"the key of deal {number}",
        "knocker": knocker,
        "lowest": losers,
    }


def turn(client, match, name, number, **script):
    """An undo or a redo, as the page offers it."""
    match.refresh_from_db()
    return client.post(address(match, name, number), {"version": match.version}, **script)


def tallies(match):
    return [seat.tally for seat in scorebook.read(match.club, match.pk).seats]


def played(match, *losers):
    for number, loser in enumerate(losers, start=1):
        with scorebook.write(match.club, match.pk) as book:
            book.record(number=number, entry=lowest(loser), key=f"deal-{number}", by=None)


def test_the_table_says_who_deals_who_leads_and_which_deal_is_next(keeper, table):
    page = keeper.get(table).content.decode()
    assert "<b>Ann</b> deals" in page
    assert "<b>Bo</b> leads" in page
    assert "Save deal 1" in page


def test_a_deal_is_saved_and_the_way_back_cannot_send_it_again(keeper, match, table):
    response = keeper.post(address(match, "record"), deal(1, 2))
    assert response.status_code == 302
    assert response.url == f"{table}?done=1"
    assert tallies(match) == [2, 1, 2]


def test_a_script_gets_the_fresh_table_and_hears_what_the_deal_came_to(keeper, match):
    response = keeper.post(address(match, "record"), deal(1, 2), **SCRIPT)
    assert response.status_code == 200
    page = response.content.decode()
    assert "<html" not in page
    assert "Save deal 2" in page
    assert "Deal 1 saved: " in page
    assert "Undo <small>deal 1</small>" in page


def test_the_same_sending_twice_is_one_round_and_the_same_answer(keeper, match):
    first = keeper.post(address(match, "record"), deal(1, 2), **SCRIPT)
    second = keeper.post(address(match, "record"), deal(1, 2), **SCRIPT)
    assert (first.status_code, second.status_code) == (200, 200)
    assert Round.objects.count() == 1


@pytest.mark.parametrize("act", ["strike", "correct"])
def test_a_late_double_is_answered_as_at_first_though_deals_before_it_were_changed(keeper, club, act):
    match = new_match(club, players=4, lives=1, free_ride=False, key="soon over")
    keeper.post(address(match, "record"), deal(1, 2, key="the first deal"))
    first = keeper.post(address(match, "record"), deal(2, 3), **SCRIPT)
    told = {"entry": lowest(4)} if act == "correct" else {}
    with scorebook.write(club, match.pk) as book:
        getattr(book, act)(book.rounds[0], key="in between", by=None, **told)
    late = keeper.post(address(match, "record"), deal(2, 3), **SCRIPT)
    assert late.status_code == first.status_code == 200
    assert f"Deal {2 if act == 'correct' else 1} saved: " in late.content.decode()
    assert Round.objects.count() == 2


def test_two_keys_for_equal_deals_are_one_round(keeper, match):
    keeper.post(address(match, "record"), deal(1, 2), **SCRIPT)
    again = keeper.post(address(match, "record"), deal(1, 2, key="another key"), **SCRIPT)
    assert again.status_code == 200
    assert "was saved already" in again.content.decode()
    assert Round.objects.count() == 1


def test_another_deal_for_a_taken_number_shows_both_and_asks(keeper, scorer, match):
    keeper.post(address(match, "record"), deal(1, 2), **SCRIPT)
    told = scorer.post(address(match, "record"), deal(1, 3, key="another key"), **SCRIPT)
    assert told.status_code == 409
    page = told.content.decode()
    assert "Deal 1 is written already" in page
    assert "Add mine as deal 2" in page
    assert "Correct theirs with mine" in page
    assert '<input type="hidden" name="lowest" value="3">' in page
    assert tallies(match) == [2, 1, 2]


def test_another_deal_in_a_form_that_was_sent_before_is_not_lost(keeper, match):
    keeper.post(address(match, "record"), deal(1, 2))
    told = keeper.post(address(match, "record"), deal(1, 3), follow=True)
    assert "Add mine as deal 2" in told.content.decode()


@pytest.mark.parametrize("script", [{}, SCRIPT], ids=["plain", "script"])
def test_both_entries_are_at_an_address_of_their_own_which_a_reload_asks_again(keeper, scorer, match, script):
    keeper.post(address(match, "record"), deal(1, 2))
    told = scorer.post(address(match, "record"), deal(1, 3, key="another key"), **script)
    again = scorer.get(told.headers["HX-Replace-Url"] if script else told.url)
    assert again.status_code == 200
    assert "Deal 1 is written already" in again.content.decode()
    mine = next(form for form in forms(again) if form.action == address(match, "record"))
    assert (mine.all("lowest"), mine.get("way"), mine.get("number")) == (["3"], "quick", "2")
    saved = scorer.post(mine.action, dict(mine.fields), **script)
    assert (saved.headers["HX-Replace-Url"] if script else saved.url.partition("?")[0]) == address(
        match, "table"
    )
    assert tallies(match) == [2, 1, 1]


def test_a_deal_in_the_address_is_filled_in_where_its_number_is_free_again(keeper, match):
    keeper.post(address(match, "record"), deal(1, 2))
    asked = keeper.post(address(match, "record"), deal(1, 3)).url
    turn(keeper, match, "undo", 1)
    page = keeper.get(asked).content.decode()
    assert "Save deal 1" in page
    assert 'value="3" checked' in page
    assert tallies(match) == [2, 2, 2]


def test_a_deal_in_the_address_that_was_written_as_it_is_is_done_with(keeper, match):
    keeper.post(address(match, "record"), deal(1, 3))
    page = keeper.get(address(match, "table"), deal(1, 3))
    assert "conflict" not in page.context
    assert 'value="3" checked' not in page.content.decode()


@pytest.mark.parametrize("number", ["0", "first", "9" * 30, "2"])
def test_an_address_with_any_number_shows_the_table(keeper, match, number):
    played(match, 2)
    page = keeper.get(address(match, "table"), {"number": number, "way": "none", "lowest": ["3", "nobody"]})
    assert page.status_code == 200
    assert "Save deal 2" in page.content.decode()


def test_a_watcher_is_asked_nothing_by_an_address(keeper, watcher, match):
    played(match, 2)
    page = watcher.get(address(match, "table"), {"number": 1, "way": "quick", "lowest": 3}).content.decode()
    assert "Deal 1 is written already" not in page
    assert "<form" not in page.partition("<main")[2]


@pytest.mark.parametrize("name", ["record", "undo", "redo"])
def test_who_only_opens_an_address_that_is_written_to_is_led_to_the_table(keeper, match, name):
    opened = address(match, name, *([] if name == "record" else [1]))
    query = {"way": "cards", "match": "1"}
    assert keeper.get(opened, query).url == f"{address(match, 'table')}?way=cards&match=1"


# What is said of what was done


def said(page):
    """The notice on a page, if there is one."""
    return page.context["notice"] and page.context["notice"].text


def test_a_deal_saved_without_a_script_is_told_of_as_long_as_nothing_else_was_done(keeper, scorer, match):
    there = keeper.post(address(match, "record"), deal(1, 2)).url
    assert said(keeper.get(there)) == said(scorer.get(there)) == "Deal 1 saved: Bo pays 1."
    scorer.post(address(match, "record"), deal(2, 3))
    assert said(keeper.get(there)) is None
    turn(scorer, match, "undo", 2)
    assert said(keeper.get(there)) == "Deal 1 saved: Bo pays 1."


def test_what_was_taken_back_and_made_again_without_a_script_is_told_of(keeper, match):
    played(match, 2)
    back = turn(keeper, match, "undo", 1).url
    assert said(keeper.get(back)) == "Taken back: deal 1."
    again = turn(keeper, match, "redo", 1).url
    assert said(keeper.get(again)) == "Deal 1 saved: Bo pays 1."
    assert said(keeper.get(back)) is None


@pytest.mark.parametrize(
    ("act", "sentence"),
    [
        ("finish-early", "The match is ended early. Undo takes this back."),
        ("abandon", "The match is abandoned. Undo takes this back."),
    ],
)
def test_an_end_by_hand_and_going_on_are_told_of(keeper, match, act, sentence):
    ended = keeper.post(address(match, "end"), {"act": act, "key": "ended by hand"}, follow=True)
    assert said(ended) == sentence
    assert sentence in ended.content.decode()
    form = {"key": "on we go", "version": 1}
    assert said(keeper.post(address(match, "reopen"), form, follow=True)) == "The match goes on."


def test_reopening_a_match_that_was_played_out_tells_what_was_struck(keeper, match):
    played(match, 1, 1, 1, 2, 2, 2)
    form = {"key": "on we go", "version": 6}
    page = keeper.post(address(match, "reopen"), form, follow=True)
    assert said(page) == "Deal 6 struck, and the match goes on."


@pytest.mark.parametrize("query", ["done=7", "done=", "done=first", "undone=1", "done=0"])
def test_an_address_that_names_no_last_change_says_nothing(keeper, match, table, query):
    played(match, 2)
    assert said(keeper.get(f"{table}?{query}")) is None


def test_a_deal_that_was_taken_back_and_comes_again_late_is_kept_and_told(keeper, match):
    keeper.post(address(match, "record"), deal(1, 2))
    turn(keeper, match, "undo", 1)
    told = keeper.post(address(match, "record"), deal(1, 2), **SCRIPT)
    assert told.status_code == 409
    assert 'value="2" checked' in told.content.decode()
    assert tallies(match) == [2, 2, 2]
    again = keeper.post(address(match, "record"), deal(1, 2, key=told.context["key"]), **SCRIPT)
    assert "Deal 1 saved" in again.content.decode()


def test_mine_can_be_added_as_the_next_deal(keeper, scorer, match):
    keeper.post(address(match, "record"), deal(1, 2))
    scorer.post(address(match, "record"), deal(1, 3, key="another key"))
    scorer.post(address(match, "record"), deal(2, 3, key="a third key"))
    assert tallies(match) == [2, 1, 1]


def test_a_deal_for_a_number_that_was_taken_back_is_kept_and_told(keeper, scorer, match):
    keeper.post(address(match, "record"), deal(1, 2))
    turn(keeper, match, "undo", 1)
    told = scorer.post(address(match, "record"), deal(2, 3), **SCRIPT)
    assert told.status_code == 409
    page = told.content.decode()
    assert "Save deal 1" in page
    assert 'value="3" checked' in page
    assert tallies(match) == [2, 2, 2]


def test_what_is_missing_is_said_the_typing_kept_and_nothing_written(keeper, match):
    response = keeper.post(address(match, "record"), deal(1, knocker=2), **SCRIPT)
    assert response.status_code == 422
    page = response.content.decode()
    assert "Who had the lowest hand, or 31?" in page
    assert 'value="2" checked' in page
    assert not Round.objects.exists()


@pytest.mark.parametrize("spoilt", [{"key": ""}, {"number": "first"}, {"number": "-1"}, {"number": "9" * 30}])
def test_a_form_without_its_key_or_number_writes_nothing(keeper, match, spoilt):
    response = keeper.post(address(match, "record"), deal(1, 2) | spoilt, **SCRIPT)
    assert response.status_code == 422
    assert "nothing was saved" in response.content.decode()
    assert not Round.objects.exists()


def test_an_expired_form_says_so_keeps_the_typing_and_the_next_try_works(keeper, match):
    strict = Client(enforce_csrf_checks=True)
    strict.cookies = keeper.cookies
    response = strict.post(address(match, "record"), deal(1, 2), **SCRIPT)
    assert response.status_code == 422
    page = response.content.decode()
    assert "stood open too long" in page
    assert 'value="2" checked' in page
    token = response.context["csrf_token"]
    assert (
        strict.post(address(match, "record"), deal(1, 2) | {"csrfmiddlewaretoken": str(token)}).status_code
        == 302
    )
    assert Round.objects.count() == 1


def test_a_check_says_what_comes_of_a_deal_and_writes_nothing(keeper, match):
    response = keeper.post(address(match, "check"), deal(1, 2, knocker=2), **SCRIPT)
    assert response.status_code == 200
    page = response.content.decode()
    assert 'data-state="ready"' in page
    assert "Bo" in page
    assert not Round.objects.exists()


def test_undo_names_what_it_takes_back_and_redo_makes_it_again(keeper, match):
    played(match, 2)
    page = turn(keeper, match, "undo", 1, **SCRIPT).content.decode()
    assert "Taken back: deal 1." in page
    assert "Redo <small>deal 1</small>" in page
    assert "Undo <small>" not in page
    page = turn(keeper, match, "redo", 1, **SCRIPT).content.decode()
    assert "Made again: deal 1." in page
    assert tallies(match) == [2, 1, 2]


def test_after_an_undo_the_deal_before_can_be_taken_back_too(keeper, match):
    played(match, 2, 3)
    page = turn(keeper, match, "undo", 2, **SCRIPT).content.decode()
    assert "Undo <small>deal 1</small>" in page


def test_ending_by_a_form_that_was_used_before_is_asked_anew(keeper, match):
    form = {"act": "finish-early", "key": "ended by hand"}
    keeper.post(address(match, "end"), form)
    turn(keeper, match, "undo", 1)
    told = keeper.post(address(match, "end"), form | {"act": "abandon"})
    assert told.url == address(match, "end")
    match.refresh_from_db()
    assert match.ending == Ending.LIVE


def test_an_undo_of_something_that_is_not_the_last_is_told(keeper, match):
    played(match, 2, 3)
    assert turn(keeper, match, "undo", 1, **SCRIPT).status_code == 409
    assert tallies(match) == [2, 1, 1]


def test_the_end_says_who_won_and_takes_no_more_deals(keeper, match, table):
    played(match, 1, 1, 1, 2, 2)
    page = keeper.post(address(match, "record"), deal(6, 2, knocker=3), **SCRIPT).content.decode()
    assert "Cy" in page
    assert "won" in page
    assert "Play again" in page
    assert 'id="entry"' not in page
    refused = keeper.post(address(match, "record"), deal(7, 3), **SCRIPT)
    assert refused.status_code == 422
    assert "takes no more deals. Reopen it to go on." in refused.content.decode()
    assert "Reopen the match" in refused.content.decode()
    assert Round.objects.count() == 6
    assert keeper.get(table).status_code == 200


def test_the_last_round_of_a_finished_match_can_be_taken_back(keeper, match):
    played(match, 1, 1, 1, 2, 2, 2)
    page = turn(keeper, match, "undo", 6, **SCRIPT).content.decode()
    assert "Save deal 6" in page
    match.refresh_from_db()
    assert match.ending == Ending.LIVE


@pytest.mark.parametrize(("act", "ending"), [("finish-early", Ending.EARLY), ("abandon", Ending.ABANDONED)])
def test_ending_by_hand_is_asked_once_and_can_be_taken_back(keeper, match, table, act, ending):
    played(match, 2)
    page = keeper.get(address(match, "end")).content.decode()
    assert "Undo takes this back" in page
    keeper.post(address(match, "end"), {"act": act, "key": "ended by hand"})
    match.refresh_from_db()
    assert match.ending == ending
    said = {Ending.EARLY: "The match was ended early.", Ending.ABANDONED: "The match was abandoned."}
    assert said[ending] in keeper.get(table).content.decode()
    assert "The match would go on." in keeper.get(address(match, "reopen")).content.decode()
    turn(keeper, match, "undo", 2)
    match.refresh_from_db()
    assert match.ending == Ending.LIVE


def test_reopening_shows_what_it_would_change_first(keeper, match):
    played(match, 1, 1, 1, 2, 2, 2)
    page = keeper.get(address(match, "reopen")).content.decode()
    assert "The match would not be over" in page
    assert tallies(match) == [0, 0, 2]
    keeper.post(address(match, "reopen"), {"key": "on we go", "version": 6})
    match.refresh_from_db()
    assert match.ending == Ending.LIVE


def test_the_first_paint_waits_for_nothing_that_never_comes(watcher, match, table):
    page = watcher.get(table).content.decode()
    [awaited] = re.findall(r'<link rel="expect" href="#(\w+)"', page)
    assert f'id="{awaited}"' in page


def test_a_watcher_sees_the_table_and_nothing_that_writes(watcher, match, table):
    page = watcher.get(table).content.decode()
    assert "Bo" in page
    assert 'method="post"' not in page.partition("<main")[2]
    assert 'id="entry"' not in page
    for name in ("record", "check", "end", "reopen"):
        assert watcher.post(address(match, name), deal(1, 2)).status_code == 403
    assert watcher.post(address(match, "undo", 1)).status_code == 403
    assert not Round.objects.exists()


@pytest.mark.parametrize("rounds", [2, MANY])
def test_the_table_takes_the_same_queries_however_long_the_match(
    keeper, club, rounds, django_assert_num_queries
):
    match = new_match(club, "petukh", players=3, start=999)
    for number in range(1, rounds + 1):
        with scorebook.write(club, match.pk) as book:
            entry = {"tricks": {"1": 2, "2": 2, "3": 1}}
            book.record(number=number, entry=entry, key=f"deal-{number}", by=None)
    with django_assert_num_queries(5):
        keeper.get(address(match, "table"))
    with django_assert_num_queries(2):  # nothing was written since
        assert said(keeper.get(address(match, "table"), {"done": rounds}))
    with django_assert_num_queries(2):
        keeper.post(address(match, "check"), {"way": "tricks", "number": rounds + 1, "key": "unsaved yet"})
    with django_assert_num_queries(16):
        form = {"way": "tricks", "number": rounds + 1, "key": "the last of them"}
        form |= {"tricks-1": 2, "tricks-2": 2, "tricks-3": 1}
        assert keeper.post(address(match, "record"), form, **SCRIPT).status_code == 200


@pytest.mark.parametrize("rounds", [4, 10])
def test_the_pages_beside_the_table_take_the_same_queries_however_long_the_match(
    keeper, club, rounds, django_assert_num_queries
):
    match = new_match(club, "alley-cat", players=2, target=99)
    for number in range(1, rounds + 1):
        with scorebook.write(club, match.pk) as book:
            entry = {"points": {"1": 5, "2": 4}}
            book.record(number=number, entry=entry, key=f"deal-{number}", by=None)
    for name, queries in {"lying": 5, "end": 2}.items():
        with django_assert_num_queries(queries):
            assert keeper.get(address(match, name)).status_code == 200
    keeper.post(address(match, "end"), {"act": "finish-early", "key": "ended by hand"})
    with django_assert_num_queries(5):
        assert keeper.get(address(match, "reopen")).status_code == 200
    round = reverse("strike", args=[club.pk, match.pk, match.rounds.first().pk])
    with django_assert_num_queries(2):
        assert keeper.post(round, {}).status_code == 200
