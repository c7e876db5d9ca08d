"""What only Petukh asks of the pages."""

from typing import Any

import pytest
from django.urls import reverse

from games import scorebook
from tests.tables import new_match

ANN_TAKES_ALL: dict[str, Any] = {"tricks": {"1": 5}, "passed": ["2", "3"]}


def test_a_finish_that_no_longer_fits_can_still_be_seen_and_corrected(club, keeper):
    """Its way is no longer offered: with the deal before it struck, nobody has so little left."""
    match = new_match(club, game="petukh", players=3)
    for number, entry in enumerate([ANN_TAKES_ALL, ANN_TAKES_ALL, {"finished_with_boys": "1"}], start=1):
        with scorebook.write(club, match.pk) as book:
            book.record(number=number, entry=entry, key=f"deal-number-{number}", by=None)
    with scorebook.write(club, match.pk) as book:
        _, second, _ = book.rounds
        book.strike(second, key="strike-the-second", by=None, strike_misfits=True)
    last = scorebook.read(club, match.pk).rounds[-1]
    assert last.struck
    page = keeper.get(reverse("correct", args=[club.pk, match.pk, last.pk]))
    assert page.status_code == 200
    assert page.context["form"].way == "unplayed"
    [(_, [chip])] = page.context["form"].kinds
    assert chip.selected


@pytest.mark.parametrize("tricks", [(2, 3, 0), (2, "", "")])
def test_an_entry_for_a_number_that_is_no_more_is_for_the_next_deal(club, keeper, tricks):
    """Complete or not: with its number, and asked in the order from whoever deals now."""
    match = new_match(club, game="petukh", players=3)
    typed = {f"tricks-{seat}": taken for seat, taken in enumerate(tricks, start=1)}
    sending = {"number": 2, "key": "the second deal", "way": "tricks", **typed}
    told = keeper.post(reverse("record", args=[club.pk, match.pk]), sending, headers={"HX-Request": "true"})
    assert told.status_code == 409
    assert told.context["number"] == 1
    page = told.content.decode()
    assert "Save deal 1" in page
    places = [page.index(f'name="tricks-{seat}"') for seat in (2, 3, 1)]
    assert places == sorted(places)
    assert told.context["form"]["tricks-1"].value() == "2"
