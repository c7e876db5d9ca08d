"""All matches of a club, and finding some of them: combined, in the address, a page at a time."""

from itertools import chain
from urllib.parse import quote

import pytest
from django.urls import reverse

from games import players, scorebook
from games.models import Match, Player
from tests.evenings import HOUR, SATURDAY, played_scat
from tests.tables import new_club, new_match, new_players


def asked(client, club, query=""):
    return client.get(reverse("matches", args=[club.pk]) + query)


def found(client, club, query=""):
    """The matches on the page, as they are listed."""
    return [match.id for match in asked(client, club, query).context["matches"]]


@pytest.fixture
def friends(club):
    return new_players(club, 5)


@pytest.fixture
def years(club, clock, friends):
    """Matches of several games, people and evenings, by what they are called here."""
    ann, bo, cy, di, eve = friends
    matches = {}

    def play(name, game, *people, **rules):
        matches[name] = new_match(club, game, players=list(people), key=f"the match {name}", **rules).pk
        clock.pass_by(1)

    play("salo", "smoking-cat", ann, bo, cy, di, word="СА-ЛО")
    play("ox", "smoking-cat", ann, bo, cy, eve, word="Ox")
    clock.now = SATURDAY + 24 * HOUR
    play("scat", "scat", ann, bo)
    play("petukh", "petukh", bo, cy)
    clock.now = SATURDAY + 14 * 24 * HOUR
    play("late", "scat", cy, ann)
    with scorebook.write(club, matches["scat"]) as book:
        book.abandon(key="abandon it", by=None)
    return matches


@pytest.fixture
def finds(keeper, club, years):
    """What a query finds, newest first, by the names of `years`."""
    names = {pk: name for name, pk in years.items()}
    return lambda query: [names[pk] for pk in found(keeper, club, query)]


def test_without_a_question_all_are_listed_newest_first(finds):
    assert finds("") == ["late", "petukh", "scat", "ox", "salo"]


def test_by_who_played(finds, friends):
    ann, bo, cy, di, _ = (player.pk for player in friends)
    assert finds(f"?player={ann}") == ["late", "scat", "ox", "salo"]
    assert finds(f"?player={di}") == ["salo"]
    assert finds(f"?player={bo}&player={cy}") == ["petukh", "ox", "salo"]
    assert finds(f"?player={bo}&player={cy}&player={di}") == ["salo"]


def test_by_game(finds):
    assert finds("?game=scat") == ["late", "scat"]
    assert finds("?game=alley-cat") == []


@pytest.mark.parametrize(
    ("typed", "names"),
    [
        ("САЛО", ["salo"]),
        ("с а л о", ["salo"]),
        ("СА-ЛО", ["salo"]),
        ("са", ["salo"]),
        ("CA", ["salo"]),  # in Latin letters that look alike
        ("ox", ["ox"]),
        (" OX ", ["ox"]),
        ("о", ["ox", "salo"]),
        ("%x", ["ox"]),
        ("сало!", ["salo"]),
        ("slo", []),
    ],
)
def test_by_a_word_or_a_part_of_it_however_it_is_written(finds, typed, names):
    assert finds(f"?word={quote(typed)}") == names


def test_by_date(finds):
    assert finds("?since=2025-11-30") == ["late", "petukh", "scat"]
    assert finds("?until=2025-11-29") == ["ox", "salo"]
    assert finds("?since=2025-11-30&until=2025-11-30") == ["petukh", "scat"]
    assert finds("?since=2025-12-14") == []
    assert finds("?until=2025-11-28") == []
    assert finds("?since=13.12.2025") == ["late"]


def test_what_goes_on(finds, friends):
    ann, *_ = friends
    assert finds("?unfinished=yes") == ["late", "petukh", "ox", "salo"]
    assert finds(f"?unfinished=yes&player={ann.pk}&game=scat") == ["late"]


def test_all_of_it_together(finds, friends):
    ann, bo, *_ = friends
    assert finds(f"?player={ann.pk}&game=scat&until=2025-12-01") == ["scat"]
    assert finds(f"?player={ann.pk}&player={bo.pk}&game=smoking-cat&word=ox") == ["ox"]
    assert finds(f"?player={bo.pk}&game=scat&since=2025-12-01") == []
    assert finds(f"?player={ann.pk}&word=ox&since=2025-11-30") == []


@pytest.mark.parametrize(
    ("zone", "until"),
    [("Asia/Tokyo", "2025-11-30"), ("America/New_York", "2025-11-29"), ("UTC", "2025-11-29")],
)
def test_a_match_after_midnight_is_found_by_the_date_of_its_evening(keeper, club, clock, zone, until):
    club.zone = zone
    club.save()
    clock.now = SATURDAY + 3 * HOUR
    before = played_scat(club, clock, *"2222", hours=0.5)
    clock.pass_by(5)
    after = played_scat(club, clock, *"2222", hours=0.5)
    clock.pass_by(30)
    played_scat(club, clock, *"2222", hours=0.5)
    assert found(keeper, club, f"?until={until}") == [after.pk, before.pk]
    assert found(keeper, club, f"?since={until}&until={until}") == [after.pk, before.pk]


def test_what_was_looked_for_stands_in_the_form_and_above_the_list(keeper, club, years, friends):
    ann, *_ = friends
    shown = asked(keeper, club, f"?player={ann.pk}&game=scat&since=2025-11-30&word=%3Cox%3E")
    text = shown.content.decode()
    assert shown.context["finding"].called == ["Ann", "Scat", "“<ox>”", "from 30 November 2025"]
    assert f'name="player" value="{ann.pk}" checked' in text
    assert 'name="game" value="scat" checked' in text
    assert 'value="2025-11-30"' in text
    assert "&lt;ox&gt;" in text
    assert "There is no such match." in text


def test_what_was_left_blank_is_not_in_the_address_that_is_sent_on(keeper, club, friends):
    ann, *_ = friends
    shown = asked(keeper, club, f"?player={ann.pk}&game=&since=&until=&word=&unfinished=yes")
    assert shown.url == reverse("matches", args=[club.pk]) + f"?player={ann.pk}&unfinished=yes"


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ("?since=2025-31-31", "since"),
        ("?until=yesterday", "until"),
        ("?since=0001-01-01", "since"),
        ("?until=9999-12-31", "until"),
        ("?since=2025-12-02&until=2025-12-01", "until"),
        ("?game=bridge", "game"),
        ("?player=999999", "player"),
        ("?player=Ann", "player"),
        ("?word=a%E2%80%AEb", "word"),
        ("?word=a%00b", "word"),
        ("?word=%25", "word"),
    ],
)
def test_what_cannot_be_looked_for_is_refused_beside_its_field_and_stays_typed(
    keeper, club, friends, query, field
):
    refused = asked(keeper, club, query)
    assert refused.status_code == 422
    assert list(refused.context["form"].errors) == [field]
    text = refused.content.decode()
    assert "<details open" in text.replace('class="every" ', "")
    assert "Nothing has been played yet." not in text


def test_nobody_of_another_club_is_looked_for(keeper, club, friends):
    (zoe,) = new_players(new_club("Others"), 1)
    assert asked(keeper, club, f"?player={zoe.pk}").status_code == 422


def test_who_is_archived_is_found_all_the_same(finds, friends):
    players.archive(friends[3])
    assert finds(f"?player={friends[3].pk}") == ["salo"]


def test_a_renamed_player_keeps_what_he_played(keeper, club, years, friends):
    ann, *_ = friends
    Player.objects.filter(pk=ann.pk).update(name="Anna")
    shown = asked(keeper, club, f"?player={ann.pk}")
    assert len(shown.context["matches"]) == 4
    assert "Anna" in shown.content.decode()


def test_who_was_merged_into_somebody_is_found_as_that_person(finds, friends):
    ann, _bo, _cy, di, eve = friends
    Player.objects.filter(pk=eve.pk).update(merged_into=di)
    assert finds(f"?player={di.pk}") == ["ox", "salo"]
    assert finds(f"?player={ann.pk}&player={di.pk}") == ["ox", "salo"]


@pytest.mark.parametrize(
    "query",
    [
        "",
        "?player={ann}",
        "?game=scat",
        "?player={ann}&game=scat",
        "?until=2030-01-01",
        "?word=o",
        "?unfinished=yes",
    ],
)
@pytest.mark.parametrize("number", [1, 15])
def test_a_page_asks_four_times_whatever_is_looked_for_and_however_much_was_played(
    keeper, club, clock, friends, number, query, django_assert_num_queries
):
    ann = friends[0].pk
    for round in range(number):
        new_match(club, "scat", players=3, key=f"scat {round}")
        new_match(club, "smoking-cat", players=4, word="ox", key=f"cat {round}")
        clock.pass_by(24)
    with django_assert_num_queries(4):
        assert asked(keeper, club, query.format(ann=ann)).context["matches"]


def test_twenty_a_page_and_what_was_looked_for_goes_from_page_to_page(keeper, club, clock, friends):
    ann, *_ = friends
    for number in range(45):
        new_match(club, "scat" if number % 9 else "petukh", players=2, key=f"match {number}")
        clock.pass_by(number % 3)  # some begin at the same time
    newest_first = list(Match.objects.order_by("-started_at", "-pk").values_list("pk", flat=True))
    for query in ("", f"?player={ann.pk}"):
        leaves, address = [], query
        while True:
            context = asked(keeper, club, address).context
            leaves.append([match.id for match in context["matches"]])
            if not context["leaf"].older:
                break
            address = context["leaf"].older
        assert [len(leaf) for leaf in leaves] == [20, 20, 5]
        assert [*chain(*leaves)] == newest_first
    shown = asked(keeper, club, f"?player={ann.pk}&game=scat").context
    assert shown["leaf"].older.startswith(f"?player={ann.pk}&game=scat&older=")


def test_a_club_that_has_played_nothing_says_so(keeper, club):
    assert "Nothing has been played yet." in asked(keeper, club).content.decode()


def test_an_ended_match_leads_to_what_there_is_to_look_back_at_and_a_running_one_to_the_table(
    keeper, club, years
):
    text = asked(keeper, club).content.decode()
    assert f'href="{reverse("history", args=[club.pk, years["scat"]])}"' in text
    assert f'href="{reverse("table", args=[club.pk, years["late"]])}"' in text


def test_an_address_of_an_entry_that_was_merged_leads_to_the_person(keeper, club, finds, friends):
    _ann, bo, _cy, di, eve = friends
    finn = players.add(club, "Finn")
    Player.objects.filter(pk=di.pk).update(merged_into=eve)
    Player.objects.filter(pk=eve.pk).update(merged_into=finn)
    page = asked(keeper, club, f"?player={di.pk}&player={finn.pk}")
    assert page.status_code == 200
    assert page.context["finding"].called == ["Finn"]
    assert finds(f"?player={di.pk}") == finds(f"?player={finn.pk}") == ["ox", "salo"]
    beside = asked(keeper, club, f"?player={bo.pk}&figure=met:{di.pk}").context["finding"]
    assert beside.called == ["Bo", "at a table with Finn"]
