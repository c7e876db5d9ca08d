"""The tally: a column a player, a row a match, sums running on from evening to evening."""

import re

import pytest
from django.urls import reverse

from games.models import Evening, Player, Role
from tests.money.tables import corrected, paid, partia, phone, played_for, undone, won_by
from tests.pages.test_settling import closed, show, text
from tests.scorebook.test_book import recorded
from tests.tables import lowest, new_match, new_players


@pytest.fixture
def club(club):
    played_for(club)
    return club


CELLS = re.compile(r'<span role="(?:rowheader|cell)"')


def rows(answer):
    """The rows as they are read: what leads them, then the cells."""
    page = answer.content.decode().split('role="table"')[1].split("</section>")[0]
    return [
        [" ".join(re.sub(r"<[^>]+>", " ", f"<i{part}<i>").split()) for part in CELLS.split(row)[1:]]
        for row in page.split('role="row"')[2:]
    ]


def totals(answer):
    """The running sums, row by row, by names."""
    tally = answer.context["tally"]
    return [{cell.name: cell.total for cell in row.cells} for row in tally.rows]


def test_every_match_has_a_row_and_sums_run_on(watcher, club):
    partia(club, winner=1, key="the first one")
    partia(club, winner=2, passed=[3], key="the second one")
    answer = show(watcher, club, "tally")
    assert totals(answer) == [
        {"Ann": "+10.00", "Bo": "−5.00", "Cy": "−5.00"},
        {"Ann": "+5.00", "Bo": "+2.50", "Cy": "−7.50"},
    ]
    second = answer.context["tally"].rows[1]
    assert [(cell.change, cell.units) for cell in second.cells] == [
        ("−5.00", "−10"),
        ("+7.50", "+15"),
        ("−2.50", "−5"),
    ]
    assert [cell.total for cell in answer.context["tally"].won] == ["+5.00", "+2.50", "−7.50"]


def test_a_number_is_not_said_twice(watcher, club):
    played_for(club, currency="", none=1)
    partia(club, key="the first one")
    partia(club, key="the second one")
    first, second, _evening = rows(show(watcher, club, "tally"))
    assert first[1:] == ["Ann +20", "Bo −10", "Cy −10"]
    assert second[1:] == ["Ann +40 +20", "Bo −20 −10", "Cy −20 −10"]


def test_a_row_leads_to_its_match(watcher, club):
    match = partia(club)
    page = show(watcher, club, "tally").content.decode()
    assert f'href="{reverse("table", args=[club.pk, match.pk])}"' in page


def test_without_money_the_units_are_the_figures(watcher, club):
    played_for(club, currency="", none=1)
    partia(club)
    recorded(new_match(club, key="a-scat", lives=1, free_ride=False), lowest(1), lowest(3))
    answer = show(watcher, club, "tally")
    assert totals(answer) == [{"Ann": "−1", "Bo": "+2", "Cy": "−1"}]
    evening = Evening.objects.get()
    poens = show(watcher, club, "evening-tally", "?coin=poen", evening_id=evening.pk)
    assert totals(poens) == [{"Ann": "+20", "Bo": "−10", "Cy": "−10"}]
    assert not any(cell.units for row in poens.context["tally"].rows for cell in row.cells)


def test_what_was_open_is_brought_forward(watcher, club):
    partia(club, key="the first evening")
    first = closed(club)
    partia(club, winner=2, key="the second one")
    answer = show(watcher, club, "tally")
    assert [cell.total for cell in answer.context["tally"].before] == ["+10.00", "−5.00", "−5.00"]
    assert totals(answer) == [{"Ann": "+5.00", "Bo": "+5.00", "Cy": "−10.00"}]
    earlier = show(watcher, club, "evening-tally", evening_id=first.pk)
    assert earlier.context["tally"].before == []
    assert totals(earlier) == [{"Ann": "+10.00", "Bo": "−5.00", "Cy": "−5.00"}]
    assert (answer.context["tally"].earlier, earlier.context["tally"].earlier) == (first, None)
    assert earlier.context["tally"].later == answer.context["tally"].evening


def test_evenings_that_began_at_once_are_all_found_and_sums_run_on_through_them(watcher, club):
    for number in range(3):
        partia(club, key=f"evening {number}")
        closed(club)
    began_at = Evening.objects.order_by("pk")[0].began_at
    Evening.objects.update(began_at=began_at)
    found, page = [], show(watcher, club, "tally")
    while page:
        tally = page.context["tally"]
        found.append((tally.evening.pk, totals(page)[-1]["Ann"]))
        before = tally.earlier
        page = before and watcher.get(reverse("evening-tally", args=[club.pk, before.pk]))
        assert not before or page.context["tally"].later == tally.evening
    first, second, third = Evening.objects.order_by("pk").values_list("pk", flat=True)
    assert found == [(third, "+30.00"), (second, "+20.00"), (first, "+10.00")]


def test_payments_are_rows_and_what_is_settled_reads_so(watcher, club):
    partia(club)
    paid(club, "Bo", "Ann", 500)
    answer = show(watcher, club, "tally")
    assert totals(answer)[1] == {"Ann": "+5.00", "Bo": "0.00", "Cy": "−5.00"}
    assert [cell.settled for cell in answer.context["tally"].rows[1].cells] == [False, True, False]
    assert rows(answer)[1][0].startswith("Paid")
    assert "settled" in rows(answer)[1][2]


def test_a_payment_stands_where_it_was_made_whichever_evening_it_is_for(watcher, club):
    partia(club, key="the first evening")
    first = closed(club)
    partia(club, winner=2, key="the second one")
    paid(club, "Bo", "Ann", 500, evening=first)
    assert len(totals(show(watcher, club, "evening-tally", evening_id=first.pk))) == 1
    assert len(totals(show(watcher, club, "tally"))) == 2


def test_columns_are_in_the_seats_of_the_last_match(watcher, club):
    ann, bo, cy, di = new_players(club, 4)
    partia(club, players=[ann, bo, cy], key="the first one")
    partia(club, players=[di, cy, ann], key="the second one")
    assert show(watcher, club, "tally").context["tally"].heads == ["Di", "Cy", "Ann", "Bo"]


def test_who_did_not_sit_in_a_match_keeps_what_he_had(watcher, club):
    ann, bo, cy, di = new_players(club, 4)
    partia(club, players=[ann, bo, cy], key="the first one")
    partia(club, players=[di, cy, ann], key="the second one")
    last = {cell.name: cell for cell in show(watcher, club, "tally").context["tally"].rows[1].cells}
    assert (last["Bo"].total, last["Bo"].change) == ("−5.00", "")


def test_a_match_that_goes_on_has_no_row(watcher, club):
    new_match(club)
    assert "Nothing was played out" in text(show(watcher, club, "tally"))
    partia(club, key="played to its end")
    assert len(totals(show(watcher, club, "tally"))) == 1


def test_a_correction_says_what_it_changed(watcher, club):
    match = partia(club)
    assert "Corrected" not in text(show(watcher, club, "tally"))
    corrected(match, won_by(1, passed=[2]), by=phone(club, role=Role.KEEPER))
    page = text(show(watcher, club, "tally")).replace("\N{NO-BREAK SPACE}", " ")
    assert "Ann −5 (−UAH 2.50), Bo +5 (+UAH 2.50)." in page
    assert "the difference is open again" not in page
    assert "corrected" in rows(show(watcher, club, "tally"))[0][0]


def test_where_money_was_paid_a_correction_says_that_it_is_open_again(watcher, club):
    match = partia(club)
    paid(club, "Bo", "Ann", 500)
    corrected(match, won_by(1, passed=[2]))
    assert "the difference is open again" in text(show(watcher, club, "tally"))
    undone(match)
    assert "the difference is open again" not in text(show(watcher, club, "tally"))


def test_two_entries_of_one_person_are_one_column(watcher, club):
    partia(club)
    Player.objects.filter(name="Cy").update(merged_into=Player.objects.get(name="Bo"))
    assert totals(show(watcher, club, "tally")) == [{"Ann": "+10.00", "Bo": "−10.00"}]


def test_an_evening_without_stakes_says_so(watcher, club):
    evening = new_match(club, "alley-cat", players=2).evening
    answer = show(watcher, club, "evening-tally", evening_id=evening.pk)
    assert answer.status_code == 200
    assert "Nothing was played out" in text(answer)


def test_large_figures_take_more_room_than_columns_have(watcher, club):
    people = new_players(club, 5)
    partia(club, players=people[:3])
    assert show(watcher, club, "tally").context["tally"].seats == "3"
    played_for(club, poen=10**9)
    partia(club, players=people, key="for a fortune")
    assert show(watcher, club, "tally").context["tally"].seats == "many"


@pytest.mark.parametrize("number", [2, 12])
def test_it_takes_the_same_queries_whatever_was_played(watcher, club, number, django_assert_num_queries):
    for evening in range(2):
        for one in range(number):
            match = partia(club, key=f"match number {evening} {one}", players=4)
            corrected(match, won_by(1, passed=[2], players=4))
            paid(club, "Bo", "Ann", 1 + one, key=f"payment {evening} {one}", another=True)
        closed(club)
    with django_assert_num_queries(11):
        show(watcher, club, "tally")
    first = Evening.objects.order_by("began_at").first()
    with django_assert_num_queries(12):
        show(watcher, club, "evening-tally", evening_id=first.pk)


def test_the_table_says_what_a_match_and_the_evening_came_to(watcher, club, django_assert_num_queries):
    first = partia(club, key="the first one")
    page = text(show(watcher, club, "table", match_id=first.pk)).replace("\N{NO-BREAK SPACE}", " ")
    assert "Ann +UAH 10.00, Bo −UAH 5.00, Cy −UAH 5.00" in page
    assert "This evening:" not in page
    second = partia(club, winner=2, key="the second one")
    page = text(show(watcher, club, "table", match_id=second.pk)).replace("\N{NO-BREAK SPACE}", " ")
    assert "This evening: Ann +UAH 5.00, Bo +UAH 5.00, Cy −UAH 10.00" in page
    tally = reverse("evening-tally", args=[club.pk, second.evening_id])
    assert f'href="{tally}?coin=UAH"' in show(watcher, club, "table", match_id=second.pk).content.decode()


def test_a_correction_is_shown_in_money_before_it_is_made(keeper, club):
    match = partia(club)
    address = reverse("strike", args=[club.pk, match.pk, match.rounds.get().pk])
    page = text(keeper.post(address)).replace("\N{NO-BREAK SPACE}", " ")
    assert "What is won and lost would be: Ann 0 (UAH 0.00), Bo 0 (UAH 0.00)" in page
    assert "what changes is open again" not in page
    paid(club, "Bo", "Ann", 500)
    assert "Money was paid on it meanwhile: what changes is open again." in text(keeper.post(address))
