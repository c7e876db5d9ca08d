"""What was once a fault, each by itself."""

import pytest

from tests.hostile.calling import call, encoded, filled
from tests.hostile.test_files import as_file, match


@pytest.mark.parametrize(
    "next_one", ["0", "home", "club", "a b", "\ud83d", "http:", "//elsewhere.test", "/\\elsewhere.test"]
)
def test_a_language_is_chosen_on_what_is_no_address_and_leads_home(db, next_one):
    answer = call("POST", "/language", encoded([("language", "uk"), ("next", next_one)]))
    assert (answer.status, answer.headers["Location"]) == (302, "/")


@pytest.mark.parametrize("length", [" ", "-1", "+1", "1.5", "٣", "9" * 5000, "ten"])
def test_a_length_that_is_none_is_refused(db, length):
    assert call("POST", "/", b"name=Zoe", environ={"CONTENT_LENGTH": length}).status == 400


def test_what_is_agreed_to_and_cannot_be_brought_in_is_said_again(rows):
    answer = call("POST", filled("bring-in", rows), **as_file(match(game="skat"), "files"))
    assert (answer.status, "Nothing of this can be brought in" in answer.page) == (422, True)


@pytest.mark.parametrize("told", [b"{}\n" * 2001, b"[" + b"{}," * 2000 + b"{}]"])
def test_of_too_many_matches_in_a_file_none_is_looked_at(rows, told):
    answer = call("POST", filled("bring-in", rows), **as_file(told, "files"))
    assert answer.status == 422
    assert "2000 matches are the most" in answer.page


def test_a_match_that_could_not_come_back_with_its_club_is_not_brought_in(rows):
    told = match(deals=[{"lowest": ["Bo"], "knocker": None, "about": "a" * 1_300_000}])
    answer = call("POST", filled("bring-in", rows), **as_file(told, "files"))
    assert (answer.status, "There is more in it than a match can have." in answer.page) == (422, True)
