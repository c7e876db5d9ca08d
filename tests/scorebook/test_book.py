"""Writing in the scorebook: what each act does, and what it refuses."""

import pytest

from games import scorebook
from games.management.commands.rebuild import differences_of
from games.models import Act, Change, Ending, Match, Round, RoundScore
from games.scorebook import Misfits, Moved, Taken
from games.scoring.refusal import Refused
from tests.tables import lowest, new_club, new_device, new_match, new_players

pytestmark = pytest.mark.django_db


@pytest.fixture
def club():
    return new_club()


@pytest.fixture
def device(club):
    return new_device(club)


@pytest.fixture
def match(club):
    return new_match(club, lives=2)


def recorded(match, *entries, since=1):
    """The match's book after these deals."""
    for number, entry in enumerate(entries, start=since):
        with scorebook.write(match.club, match.pk) as book:
            book.record(number=number, entry=entry, key=f"deal-{match.pk}-{number}", by=None)
    return scorebook.read(match.club, match.pk)


def tallies(book):
    return [seat.tally for seat in book.seats]


def changed(match, act, *args, **kwargs):
    """The book after an act, read anew and proved."""
    with scorebook.write(match.club, match.pk) as book:
        getattr(book, act)(*args, **kwargs)
    book = scorebook.read(match.club, match.pk)
    assert list(differences_of(book)) == []
    return book


def test_a_match_starts_with_everybody_at_the_opening_count(match):
    book = scorebook.read(match.club, match.pk)
    assert tallies(book) == [2, 2, 2]
    assert list(differences_of(book)) == []


def test_the_same_key_starts_no_second_match(club):
    first = new_match(club, key="once-and-no-more")
    assert new_match(club, key="once-and-no-more") == first
    assert Match.objects.count() == 1


def test_a_recorded_deal_is_kept_as_told_and_as_scored(match, device):
    with scorebook.write(match.club, match.pk) as book:
        book.record(number=1, entry=lowest(2, knocker=1), key="first-deal", by=device)
    round = Round.objects.get()
    assert (round.position, round.entry, round.struck, round.device) == (
        1,
        lowest(2, knocker=1),
        False,
        device,
    )
    assert [(row.change, row.tally, row.points) for row in RoundScore.objects.order_by("seat__number")] == [
        (0, 2, None),
        (-1, 1, None),
        (0, 2, None),
    ]
    assert tallies(scorebook.read(match.club, match.pk)) == [2, 1, 2]


def test_the_same_key_records_no_second_deal(match):
    recorded(match, lowest(2))
    with scorebook.write(match.club, match.pk) as book:
        change = book.record(number=1, entry=lowest(2), key=f"deal-{match.pk}-1", by=None)
    assert change.act == Act.RECORD
    assert Round.objects.count() == 1


def test_the_same_deal_told_by_two_phones_is_one_deal(match):
    recorded(match, lowest(2))
    with scorebook.write(match.club, match.pk) as book:
        assert book.record(number=1, entry=lowest(2), key="another-phone", by=None) is None
    assert Round.objects.count() == 1


def test_another_entry_for_a_taken_number_is_told_and_replaces_nothing(match):
    recorded(match, lowest(2))
    with pytest.raises(Taken) as caught, scorebook.write(match.club, match.pk) as book:
        book.record(number=1, entry=lowest(3), key="another-phone", by=None)
    assert (caught.value.number, caught.value.theirs.entry) == (1, lowest(2))
    assert Round.objects.get().entry == lowest(2)


def test_a_number_past_the_next_is_not_written(match):
    with pytest.raises(Moved), scorebook.write(match.club, match.pk) as book:
        book.record(number=2, entry=lowest(2), key="too-early", by=None)
    assert not Round.objects.exists()


def test_a_deal_that_cannot_have_happened_writes_nothing(match):
    with pytest.raises(Refused), scorebook.write(match.club, match.pk) as book:
        book.record(number=1, entry={"lowest": ["7"], "knocker": None}, key="a-stranger", by=None)
    assert not Round.objects.exists()
    assert not Change.objects.exists()


def test_the_last_deal_ends_the_match_and_says_who_won(match):
    book = recorded(match, lowest(1), lowest(1), lowest(1), lowest(2), lowest(2), lowest(2))
    assert book.match.ending == Ending.PLAYED
    assert book.match.ended_at
    assert [(seat.won, seat.lost, seat.place, seat.units) for seat in book.seats] == [
        (False, True, 3, -2),
        (False, True, 2, -2),
        (True, False, 1, 4),
    ]


def test_a_finished_match_takes_no_more_deals(match):
    recorded(match, lowest(1), lowest(1), lowest(1), lowest(2), lowest(2), lowest(2))
    with pytest.raises(Refused, match="match-over"), scorebook.write(match.club, match.pk) as book:
        book.record(number=7, entry=lowest(3), key="one-too-many", by=None)


def test_a_correction_is_as_if_it_had_been_entered_so(match, club):
    book = recorded(match, lowest(1), lowest(2))
    book = changed(match, "correct", book.rounds[0], entry=lowest(3), key="corrected", by=None)
    straight = new_match(club, lives=2, key="the-straight-one")
    assert tallies(book) == tallies(recorded(straight, lowest(3), lowest(2)))


def test_a_corrected_entry_keeps_what_stood_there_before(match):
    book = recorded(match, lowest(1))
    changed(match, "correct", book.rounds[0], entry=lowest(3), key="corrected-once", by=None)
    book = changed(match, "correct", book.rounds[0], entry=lowest(2), key="corrected-twice", by=None)
    assert book.earlier_entries() == {1: [lowest(1), lowest(3)]}


def test_a_correction_that_cannot_have_happened_is_refused(match):
    recorded(match, lowest(1))
    with pytest.raises(Refused), scorebook.write(match.club, match.pk) as book:
        book.correct(book.rounds[0], entry={"lowest": [], "knocker": None}, key="nobody-lost", by=None)


def test_rounds_that_no_longer_fit_are_named_and_left_alone(match):
    book = recorded(match, lowest(1), lowest(1), lowest(2), lowest(1), lowest(2))
    third = book.rounds[2]
    with pytest.raises(Misfits) as caught, scorebook.write(match.club, match.pk) as book:
        book.correct(third, entry=lowest(1), key="out-earlier", by=None)
    assert [(misfit.number, misfit.position) for misfit in caught.value.misfits] == [(4, 4)]
    assert tallies(scorebook.read(match.club, match.pk)) == [0, 0, 2]


def test_rounds_that_no_longer_fit_are_struck_if_the_table_says_so(match):
    book = recorded(match, lowest(1), lowest(1), lowest(2), lowest(1), lowest(2))
    act = {"entry": lowest(1), "key": "out-earlier", "by": None, "strike_misfits": True}
    book = changed(match, "correct", book.rounds[2], **act)
    assert [round.struck for round in book.rounds] == [False, False, False, True, False]
    assert tallies(book) == [0, 1, 2]
    book = changed(match, "undo", book.undoable.number, by=None)
    assert [round.struck for round in book.rounds] == [False] * 5
    assert tallies(book) == [0, 0, 2]


def test_striking_the_last_round_equals_never_having_played_it(match, club):
    book = recorded(match, lowest(1), lowest(2))
    book = changed(match, "strike", book.rounds[1], key="struck-it", by=None)
    straight = new_match(club, lives=2, key="the-straight-one")
    assert tallies(book) == tallies(recorded(straight, lowest(1)))
    assert book.replay.sheet.dealer == "2"


def test_striking_a_round_moves_the_later_ones_up(match):
    book = recorded(match, lowest(1), lowest(2), lowest(3))
    book = changed(match, "strike", book.rounds[0], key="struck-it", by=None)
    assert [book.number_of(round) for round in book.live] == [1, 2]
    assert tallies(book) == [2, 1, 1]


def test_a_struck_round_is_restored_to_its_place(match):
    book = recorded(match, lowest(1), lowest(2), lowest(3))
    changed(match, "strike", book.rounds[0], key="struck-it", by=None)
    book = changed(match, "restore", book.rounds[0], key="restored-it", by=None)
    assert [round.entry for round in book.live] == [lowest(1), lowest(2), lowest(3)]


def test_undo_and_redo_bring_back_the_winner_and_the_dealer(match):
    book = recorded(match, lowest(1), lowest(1), lowest(1), lowest(2), lowest(2), lowest(2))
    end = tallies(book)
    book = changed(match, "undo", 6, by=None)
    assert book.match.ending == Ending.LIVE
    assert book.match.ended_at is None
    assert not any(seat.won or seat.lost or seat.units for seat in book.seats)
    assert book.replay.sheet.dealer == "2"
    book = changed(match, "redo", 6, by=None)
    assert book.match.ending == Ending.PLAYED
    assert tallies(book) == end


def test_undo_goes_back_to_the_beginning_and_redo_to_the_end(match):
    recorded(match, lowest(1), lowest(2), lowest(3))
    for number in (3, 2, 1):
        book = changed(match, "undo", number, by=None)
    assert tallies(book) == [2, 2, 2]
    assert book.undoable is None
    for number in (1, 2, 3):
        assert book.redoable.number == number
        book = changed(match, "redo", number, by=None)
    assert tallies(book) == [1, 1, 1]
    assert book.redoable is None


def test_the_same_undo_sent_twice_takes_back_one_change(match):
    recorded(match, lowest(1), lowest(2))
    changed(match, "undo", 2, by=None)
    book = changed(match, "undo", 2, by=None)
    assert tallies(book) == [1, 2, 2]


def test_an_undo_of_what_is_no_longer_last_is_not_done(match):
    recorded(match, lowest(1), lowest(2))
    with pytest.raises(Moved), scorebook.write(match.club, match.pk) as book:
        book.undo(1, by=None)


def test_a_deal_after_an_undo_leaves_nothing_to_redo(match):
    recorded(match, lowest(1), lowest(2))
    changed(match, "undo", 2, by=None)
    with scorebook.write(match.club, match.pk) as book:
        book.record(number=2, entry=lowest(3), key="instead", by=None)
    book = scorebook.read(match.club, match.pk)
    assert tallies(book) == [1, 2, 1]
    assert book.redoable is None
    with pytest.raises(Moved), scorebook.write(match.club, match.pk) as book:
        book.redo(2, by=None)


def test_what_was_taken_back_last_is_made_again_first(match):
    recorded(match, lowest(1))
    changed(match, "undo", 1, by=None)
    with scorebook.write(match.club, match.pk) as book:
        book.record(number=1, entry=lowest(3), key="instead", by=None)
    book = changed(match, "undo", 2, by=None)
    assert book.redoable.number == 2
    with pytest.raises(Moved), scorebook.write(match.club, match.pk) as book:
        book.redo(1, by=None)
    book = changed(match, "redo", 2, by=None)
    assert tallies(book) == [2, 2, 1]
    assert book.redoable is None


def test_the_book_that_took_a_deal_back_offers_the_one_before(match):
    recorded(match, lowest(1), lowest(2))
    with scorebook.write(match.club, match.pk) as book:
        book.undo(2, by=None)
    assert (book.undoable.number, book.redoable.number) == (1, 2)


@pytest.mark.parametrize(("act", "ending"), [("finish_early", Ending.EARLY), ("abandon", Ending.ABANDONED)])
def test_a_match_ended_by_hand_owes_nothing_and_can_go_on(match, act, ending):
    recorded(match, lowest(1))
    book = changed(match, act, key="ended-by-hand", by=None)
    assert book.match.ending == ending
    assert [seat.units for seat in book.seats] == [0, 0, 0]
    with pytest.raises(Refused, match="match-over"), scorebook.write(match.club, match.pk) as book:
        book.record(number=2, entry=lowest(2), key="after-the-end", by=None)
    book = changed(match, "reopen", key="on-we-go", by=None)
    assert book.match.ending == Ending.LIVE
    book = changed(match, "undo", book.undoable.number, by=None)
    assert book.match.ending == ending


def test_reopening_a_finished_match_strikes_its_last_round(match):
    recorded(match, lowest(1), lowest(1), lowest(1), lowest(2), lowest(2), lowest(2))
    book = changed(match, "reopen", key="on-we-go", by=None)
    assert [round.struck for round in book.rounds] == [False] * 5 + [True]
    assert book.match.ending == Ending.LIVE
    book = changed(match, "undo", book.undoable.number, by=None)
    assert book.match.ending == Ending.PLAYED


def test_a_tally_that_no_cards_reach_is_refused(club):
    match = new_match(club, "petukh", players=new_players(club, 3))
    entry = {"tricks": {"1": 5, "2": 0, "3": 0}, "revokes": {"1": 10**9}}
    with pytest.raises(Refused, match="number-too-large"), scorebook.write(match.club, match.pk) as book:
        book.record(number=1, entry=entry, key="a-slip-of-the-thumb", by=None)
    assert not Round.objects.exists()


def test_a_match_of_another_club_is_not_found(match):
    other = new_club("Saturday")
    with pytest.raises(Match.DoesNotExist):
        scorebook.read(other, match.pk)
    with pytest.raises(Match.DoesNotExist), scorebook.write(other, match.pk):
        pass


def test_every_write_raises_the_version(match):
    recorded(match, lowest(1), lowest(2))
    book = changed(match, "undo", 2, by=None)
    assert book.match.version == 3


def test_an_undo_that_comes_late_does_not_take_a_redone_change_back_again(match):
    recorded(match, lowest(1), lowest(2))
    version = scorebook.read(match.club, match.pk).match.version
    changed(match, "undo", 2, by=None, version=version)
    changed(match, "redo", 2, by=None, version=version + 1)
    with pytest.raises(Moved), scorebook.write(match.club, match.pk) as book:
        book.undo(2, by=None, version=version)
    assert tallies(scorebook.read(match.club, match.pk)) == [1, 1, 2]


def test_reopening_by_an_old_version_of_the_match_is_asked_anew(match):
    recorded(match, lowest(1), lowest(1), lowest(1), lowest(2), lowest(2), lowest(2))
    version = scorebook.read(match.club, match.pk).match.version
    changed(match, "undo", 6, by=None)
    changed(match, "redo", 6, by=None)
    with pytest.raises(Moved), scorebook.write(match.club, match.pk) as book:
        book.reopen(key="on-we-go", by=None, version=version)


def test_a_correction_of_many_rounds_is_shown_with_what_stood_there(match):
    book = recorded(match, lowest(1), lowest(2), lowest(3))
    for round in book.rounds:
        changed(match, "correct", round, entry=lowest(2, 3), key=f"corrected {round.pk}", by=None)
    book = scorebook.read(match.club, match.pk)
    scores = book.scores_in_place(book.earlier_entries())
    assert [scores[at][0].change for at in (1, 2, 3)] == [
        {"1": -1, "2": 0, "3": 0},
        {"1": 0, "2": -1, "3": 0},
        {"1": 0, "2": 0, "3": 0},
    ]
