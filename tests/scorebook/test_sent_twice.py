"""What is sent again by one key: the same answer, and nothing lost where it was not the same after all."""

import pytest

from games import scorebook
from games.models import Change, Ending
from games.scorebook import Moved, Taken
from games.scoring.refusal import Refused
from tests.scorebook.test_book import changed, recorded, tallies
from tests.tables import lowest, new_club, new_match

pytestmark = pytest.mark.django_db

KEY = "the key of the form"


@pytest.fixture
def match(db):
    return new_match(new_club(), lives=2)


def write(match, act, *args, **kwargs):
    with scorebook.write(match.club, match.pk) as book:
        return getattr(book, act)(*args, key=KEY, by=None, **kwargs)


def test_another_deal_by_the_key_of_one_that_is_written_is_not_lost(match):
    write(match, "record", number=1, entry=lowest(2))
    with pytest.raises(Taken):
        write(match, "record", number=1, entry=lowest(3))
    assert tallies(scorebook.read(match.club, match.pk)) == [2, 1, 2]


def test_a_deal_that_was_taken_back_is_not_said_to_be_written(match):
    write(match, "record", number=1, entry=lowest(2))
    changed(match, "undo", 1, by=None)
    with pytest.raises(Moved):
        write(match, "record", number=1, entry=lowest(2))
    assert tallies(scorebook.read(match.club, match.pk)) == [2, 2, 2]


def test_a_deal_that_was_struck_is_not_said_to_be_written(match):
    write(match, "record", number=1, entry=lowest(2))
    book = scorebook.read(match.club, match.pk)
    changed(match, "strike", book.rounds[0], key="struck-since", by=None)
    with pytest.raises(Moved):
        write(match, "record", number=1, entry=lowest(2))


def test_a_deal_that_was_corrected_since_is_the_same_deal_when_it_comes_again(match):
    first = write(match, "record", number=1, entry=lowest(2))
    book = scorebook.read(match.club, match.pk)
    changed(match, "correct", book.rounds[0], entry=lowest(3), key="corrected-since", by=None)
    assert write(match, "record", number=1, entry=lowest(2)) == first


def test_a_key_that_ended_a_match_one_way_does_not_pass_for_the_other(match):
    write(match, "finish_early")
    assert write(match, "finish_early").number == 1
    with pytest.raises(Refused, match="match-over"):
        write(match, "abandon")
    changed(match, "undo", 1, by=None)
    for act in ("finish_early", "abandon"):
        with pytest.raises(Moved):
            write(match, act)
    assert scorebook.read(match.club, match.pk).match.ending == Ending.LIVE


def test_a_key_that_corrected_one_way_does_not_pass_for_another(match):
    book = recorded(match, lowest(2), lowest(3))
    first = write(match, "correct", book.rounds[0], entry=lowest(1))
    assert write(match, "correct", book.rounds[0], entry=lowest(1)) == first
    for act, round, told in (
        ("correct", book.rounds[0], {"entry": lowest(3)}),
        ("correct", book.rounds[1], {"entry": lowest(1)}),
        ("strike", book.rounds[0], {}),
        ("reopen", None, {}),
    ):
        with pytest.raises(Moved):
            write(match, act, *([round] if round else []), **told)
    assert Change.objects.count() == 3


@pytest.mark.parametrize(("act", "told"), [("correct", {"entry": lowest(2)}), ("restore", {})])
def test_what_stands_already_is_no_change(match, act, told):
    book = recorded(match, lowest(2))
    assert write(match, act, book.rounds[0], **told) is None
    assert Change.objects.count() == 1


def test_a_round_that_two_phones_strike_is_struck_once(match):
    book = recorded(match, lowest(2))
    changed(match, "strike", book.rounds[0], key="the other phone", by=None)
    assert write(match, "strike", book.rounds[0]) is None
    assert Change.objects.count() == 2


@pytest.mark.parametrize(("act", "told"), [("correct", {"entry": lowest(1)}), ("strike", {})])
def test_what_was_agreed_to_before_the_match_went_on_is_not_changed(match, act, told):
    book = recorded(match, lowest(2))
    recorded(match, lowest(3), since=2)
    with pytest.raises(Moved):
        write(match, act, book.rounds[0], version=book.match.version, **told)
    now = scorebook.read(match.club, match.pk).match.version
    first = write(match, act, book.rounds[0], version=now, **told)
    assert write(match, act, book.rounds[0], version=now, **told) == first
