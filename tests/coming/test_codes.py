"""Codes: how they are written and read, made, renewed, and where they lead."""

import hashlib
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection
from hypothesis import given
from hypothesis import strategies as draw

from games import codes
from games.models import CODE_LENGTH, SPOKEN_LETTERS, Club, Code, Role
from tests.tables import new_club

ADDRESS = "192.168.1.7"
KEY = "a key made for the form"


@pytest.mark.parametrize(
    "typed",
    ["abc234", "ABC234", " ABC 234\n", "abc-234", "A‑B–C 2 3 4", "ab\u200bc234", "АВС234", "ＡＢＣ２３４"],
    ids=["small", "capitals", "spaced", "hyphen", "other hyphens", "unseen", "Cyrillic", "wide"],
)
def test_a_code_is_read_however_it_is_typed(typed):
    assert codes.read(typed) == "abc234"


@pytest.mark.parametrize("link", ["http://192.168.1.20:8000/join/abc234", "cards.test/join/ABC234/"])
def test_a_code_is_read_from_the_link_that_has_it(link):
    assert codes.read(link) == "abc234"


@given(draw.text())
def test_whatever_is_typed_is_read_as_a_code_or_as_none(typed):
    code = codes.read(typed)
    assert codes.is_spoken(code) is (len(code) == CODE_LENGTH and all(one in SPOKEN_LETTERS for one in code))


@pytest.mark.parametrize("lookalike", "0O1IL")
def test_no_code_has_a_character_that_could_be_another(lookalike):
    assert lookalike.lower() not in SPOKEN_LETTERS
    assert not codes.is_spoken(codes.read(f"abc23{lookalike}"))


def test_each_role_has_a_code_that_is_made_once(db):
    club = new_club()
    assert not Code.objects.exists()
    made = {role: code.text for role, code in codes.of_club(club).items()}
    assert list(made) == [Role.KEEPER, Role.SCORER, Role.WATCHER]
    assert len(set(made.values())) == len(Role)
    assert all(map(codes.is_spoken, made.values()))
    assert {role: code.text for role, code in codes.of_club(club).items()} == made


def test_a_code_leads_into_its_club_in_its_role(db):
    clubs = new_club("Friday"), new_club("Saturday")
    for club in clubs:
        for role, code in codes.of_club(club).items():
            assert codes.invitation(code.text, ADDRESS) == (club, role)


def test_a_renewed_code_leads_nowhere_at_once_and_the_others_stay(db):
    club, other = new_club(), new_club("Others")
    before = {
        (code.club_id, code.role): code.text for one in (club, other) for code in codes.of_club(one).values()
    }
    old = before[club.pk, Role.WATCHER]
    codes.renew(club, Role.WATCHER, old)
    assert codes.invitation(old, ADDRESS) is None
    after = {(code.club_id, code.role): code.text for code in Code.objects.all()}
    assert {what for what in before if before[what] != after[what]} == {(club.pk, Role.WATCHER)}
    assert codes.invitation(after[club.pk, Role.WATCHER], ADDRESS) == (club, Role.WATCHER)


def test_a_code_is_renewed_once_however_often_that_is_sent(db):
    club = new_club()
    old = codes.of_club(club)[Role.SCORER].text
    codes.renew(club, Role.SCORER, old)
    new = codes.of_club(club)[Role.SCORER].text
    codes.renew(club, Role.SCORER, old)
    assert codes.of_club(club)[Role.SCORER].text == new != old


def test_nobody_renews_the_code_of_another_club_or_role(db):
    club, other = new_club(), new_club("Others")
    codes.of_club(club)
    theirs = codes.of_club(other)[Role.SCORER].text
    codes.renew(club, Role.SCORER, theirs)
    codes.renew(other, Role.WATCHER, theirs)
    assert codes.of_club(other)[Role.SCORER].text == theirs


def test_a_text_that_is_taken_is_not_given_again(db, monkeypatch):
    club, other = new_club(), new_club("Others")
    drawn = iter("aaaaaabbbbbbccccccaaaaaaddddddbbbbbbeeeeeeffffff")
    monkeypatch.setattr(codes.secrets, "choice", lambda _letters: next(drawn))
    first, second = ([code.text for code in codes.of_club(one).values()] for one in (club, other))
    assert first == ["aaaaaa", "bbbbbb", "cccccc"]
    assert second == ["dddddd", "eeeeee", "ffffff"]


def test_a_recovery_code_is_long_and_makes_a_keeper(db):
    club = new_club()
    printed = codes.new_recovery(club, KEY)
    code = codes.read(printed)
    assert codes.is_recovery(code)
    assert not codes.is_spoken(code)
    assert [len(group) for group in printed.split("-")] == [codes.GROUP] * 5
    assert codes.invitation(code, ADDRESS) == (club, Role.KEEPER)


def test_of_a_recovery_code_only_the_hash_is_kept(db):
    club = new_club()
    code = codes.read(codes.new_recovery(club, KEY))
    kept = Club.objects.filter(pk=club.pk).values().get()
    assert kept["recovery_hash"] == hashlib.sha256(code.encode()).hexdigest()
    assert not any(code in str(value).replace("-", "") for value in kept.values())


def test_a_new_recovery_code_cuts_off_the_old_one(db):
    club = new_club()
    old, new = (codes.read(codes.new_recovery(club, key)) for key in (KEY, "the key of another form"))
    assert old != new
    assert codes.invitation(old, ADDRESS) is None
    assert codes.invitation(new, ADDRESS) == (club, Role.KEEPER)


def test_the_same_form_sent_twice_prints_one_recovery_code(db):
    club, other = new_club(), new_club("Others")
    assert codes.new_recovery(club, KEY) == codes.new_recovery(club, KEY) != codes.new_recovery(other, KEY)


@pytest.mark.django_db(transaction=True)
def test_codes_asked_for_by_many_at_once_are_the_same():
    club = new_club()

    def ask(_):
        try:
            return {role: code.text for role, code in codes.of_club(club).items()}
        finally:
            connection.close()

    with ThreadPoolExecutor(8) as phones:
        told = list(phones.map(ask, range(8)))
    assert all(one == told[0] for one in told)
    assert Code.objects.count() == len(Role)
