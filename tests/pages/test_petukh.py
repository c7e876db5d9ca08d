"""What only Petukh asks of the pages."""

from typing import Any

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
