"""Sentences, lists, dates and names as each language has them."""

from datetime import UTC, date, datetime

import pytest
from django.utils.formats import date_format
from django.utils.translation import gettext, ngettext, override

from games import players
from games.forms.finding import DateField
from games.models import Evening, Player
from games.scoring.match_file import options
from games.scoring.smoking_cat import SmokingCat
from games.views.naming import evening_title, time_of
from games.views.played import ShownGame, how_it_ended, of_game
from games.words import words
from games.words.alphabet import alphabetical
from games.words.sentences import average, capital, listed, share

LANGUAGES = ["en", "uk", "ru", "ka"]


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", ["1 penny", "2 pennies", "5 pennies", "11 pennies", "21 pennies", "0 pennies"]),
        ("uk", ["1 монета", "2 монети", "5 монет", "11 монет", "21 монета", "0 монет"]),
        ("ru", ["1 монета", "2 монеты", "5 монет", "11 монет", "21 монета", "0 монет"]),
        ("ka", ["1 გროში", "2 გროში", "5 გროში", "11 გროში", "21 გროში", "0 გროში"]),
    ],
)
def test_numbers_have_the_forms_of_the_language(language, said):
    with override(language):
        pennies = [
            ngettext("%(number)d penny", "%(number)d pennies", number) % {"number": number}
            for number in (1, 2, 5, 11, 21, 0)
        ]
    assert pennies == said


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "Ann, Bo and Cy"), ("uk", "Ann, Bo та Cy"), ("ru", "Ann, Bo и Cy"), ("ka", "Ann, Bo და Cy")],
)
def test_a_list_ends_as_the_language_ends_it(language, said):
    with override(language):
        assert listed(["Ann", "Bo", "Cy"]) == said
        assert listed(["Ann", "Bo"]) == said.replace(", Bo", "").replace("Cy", "Bo")
        assert listed(["Ann"]) == "Ann"
        assert listed([]) == ""


def test_names_in_a_list_stay_as_they_are():
    assert listed(["%(name)s", "100%", "%s"]) == "%(name)s, 100% and %s"


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "Petukh: It goes on."),
        ("uk", "Півень. Ще триває."),
        ("ru", "Петух. Ещё идёт."),
        ("ka", "მამალი: გრძელდება."),
    ],
)
def test_no_capital_stands_behind_a_colon_where_the_language_has_none_there(language, said):
    with override(language):
        assert of_game(ShownGame.of("petukh"), gettext("It goes on.")) == said


# Dates and times


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_a_date_is_read_as_the_language_writes_it(language):
    with override(language):
        assert DateField().clean("29.11.2025") == DateField().clean("2025-11-29") == date(2025, 11, 29)


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "Saturday 29 November 2025"),
        ("uk", "Субота, 29 листопада 2025"),
        ("ru", "Суббота, 29 ноября 2025"),
        ("ka", "შაბათი, 29 ნოემბერი, 2025"),
    ],
)
def test_an_evening_is_dated_as_the_language_dates(language, said):
    evening = Evening(began_at=datetime(2025, 11, 29, 22, 30, tzinfo=UTC))
    with override(language):
        assert evening_title(evening, UTC) == said
        assert time_of(evening.began_at, UTC) == "22:30"


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_every_month_and_day_has_a_name_in_the_language(language):
    with override(language):
        for month in range(1, 13):
            said = date_format(date(2025, month, month), gettext("l j F Y"))
            assert not any("a" <= letter.lower() <= "z" for letter in said), said


# Names in order

NAMES = [
    "Zoë",
    "Álvaro",
    "bo",
    "Ann",
    "Яна",
    "Ґава",
    "Гай",
    "Ївга",
    "Ігор",
    "Йосип",
    "Ёжик",
    "Ель",
    "Євген",
    "ჯაბა",
    "ანა",
    "חיים",
    "7up",
]


@pytest.mark.parametrize(
    ("language", "first", "last"),
    [
        ("en", "Álvaro Ann bo Zoë", "ჯაბა חיים"),
        ("uk", "Гай Ґава Ёжик Ель Євген Ігор Ївга Йосип Яна", "ჯაბა חיים"),
        ("ru", "Гай Ґава Ёжик Ель Євген Ігор Ївга Йосип Яна", "ჯაბა חיים"),
        ("ka", "ანა ჯაბა", "Яна חיים"),
    ],
)
def test_names_are_in_the_order_of_the_language_its_own_letters_first(language, first, last):
    with override(language):
        told = " ".join(sorted(NAMES, key=alphabetical))
    assert told.startswith(f"7up {first}")
    assert told.endswith(last)


def test_neither_capitals_nor_accents_nor_how_they_are_typed_matter():
    assert max(["Éva", "eva", "Eve", "E\u0301va", "EVA"], key=alphabetical) == "Eve"
    assert alphabetical("E\u0301va") == alphabetical("Éva")


def test_a_shorter_name_comes_before_the_longer():
    assert min(["Anna", "Ann-Marie", "Ann B", "Ann"], key=alphabetical) == "Ann"


def test_the_players_of_a_club_are_in_the_order_of_the_reader(club):
    for name in ("Bo", "Яна", "Ann", "Ганна"):
        players.add(club, name)
    with override("uk"):
        assert [player.name for player in players.of_club(club)] == ["Ганна", "Яна", "Ann", "Bo"]
    assert [player.name for player in players.of_club(club)] == ["Ann", "Bo", "Ганна", "Яна"]


def test_names_that_read_alike_keep_their_order(club):
    twins = [Player.objects.create(club=club, name="Ann", mark=mark, colour=1) for mark in ("Z", "A")]
    assert players.of_club(club) == twins


# Words that are played for


@pytest.mark.parametrize(
    ("word", "letters"),
    [
        ("ПОЇЗД", ["П", "О", "Ї", "З", "Д"]),
        ("І\u0308жак", ["І\u0308", "ж", "а", "к"]),
        ("П’ЯТНИЦЯ", ["П", "Я", "Т", "Н", "И", "Ц", "Я"]),
        ("კატა", ["კ", "ა", "ტ", "ა"]),
        ("שָׁלוֹם", ["שָׁ", "ל", "וֹ", "ם"]),
        ("ЁЛКА-2", ["Ё", "Л", "К", "А", "2"]),
    ],
)
def test_a_word_has_the_letters_that_a_reader_counts(word, letters):
    sheet = SmokingCat(list("1234"), "1", options(SmokingCat, {"word": word}))
    assert list(sheet.word) == letters


def test_a_word_from_right_to_left_keeps_that_to_itself():
    sheet = SmokingCat(list("1234"), "1", options(SmokingCat, {"word": "שלום"}))
    said, names = words("smoking-cat"), dict.fromkeys("1234", "Ann")
    deal = {"verdict": "1"}
    outcome = said.outcome(deal, sheet.play(deal), sheet, names)
    assert outcome == "Ann takes \u2068ש\u2069."
    assert said.subtitle(sheet) == "word \u2068שלום\u2069"
    assert said.count(sheet, "1")["short"] == "\u2068ש · · ·\u2069"


@pytest.mark.parametrize(
    ("text", "begins"),
    [("a phone", "A phone"), ("телефон", "Телефон"), ("ტელეფონი", "ტელეფონი"), ("", "")],
)
def test_a_line_begins_with_a_capital_where_the_script_has_such(text, begins):
    assert capital(text) == begins


@pytest.mark.parametrize(
    ("language", "said"), [("en", "4.33"), ("uk", "4,33"), ("ru", "4,33"), ("ka", "4,33")]
)
def test_a_fraction_is_written_as_the_language_has_it(language, said):
    with override(language):
        assert average(13, 3) == said


def test_a_fraction_is_rounded_and_not_cut_off():
    assert (average(14, 3), average(-5, 3), average(2, 1)) == ("4.67", "−1.67", "2.00")


@pytest.mark.parametrize(
    ("language", "said"), [("en", "67%"), ("uk", "67\xa0%"), ("ru", "67\xa0%"), ("ka", "67%")]
)
def test_a_share_is_written_as_the_language_has_it(language, said):
    with override(language):
        assert share(2, 3) == said


@pytest.mark.parametrize(
    ("language", "one", "several"),
    [
        ("uk", "Перемагає Ann.", "Перемагають Ann та Bo."),
        ("ru", "Побеждает Ann.", "Побеждают Ann и Bo."),
        ("ka", "იმარჯვებს Ann.", "იმარჯვებენ Ann და Bo."),
    ],
)
def test_a_list_says_of_several_winners_that_they_are_several(language, one, several):
    with override(language):
        assert how_it_ended("played", ahead=[], won=["Ann"], lost=["Cy"], everybody=2) == one
        assert how_it_ended("played", ahead=[], won=["Ann", "Bo"], lost=["Cy"], everybody=3) == several
