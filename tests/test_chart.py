"""How a chart is laid out: round scales, and marks that do not stand on one another."""

from itertools import pairwise
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.models import SEATS
from games.views.chart import APART, DASHES, HEIGHT, SIGNS, WIDTH, Line, chart, spread, steps


def test_every_seat_has_a_dash_and_a_sign_of_its_own():
    assert len(set(DASHES)) == len(set(SIGNS)) == SEATS


@pytest.mark.parametrize(
    ("low", "high", "scale"),
    [
        (0, 1, [0, 1]),
        (0, 7, [0, 2, 4, 6, 8]),
        (-4, 44, [-10, 0, 10, 20, 30, 40, 50]),
        (0, 999, [0, 200, 400, 600, 800, 1000]),
    ],
)
def test_a_scale_has_round_numbers(low, high, scale):
    assert list(steps(low, high, 6)) == scale


@given(st.integers(-1000, 1000), st.integers(1, 1_000_000), st.integers(3, 12))
def test_a_scale_holds_all_that_it_is_for_in_few_steps(low, span, most):
    scale = steps(low, low + span, most)
    assert scale[0] <= low
    assert low + span <= scale[-1]
    assert len(scale) - 1 <= most


@given(st.lists(st.floats(0, HEIGHT), min_size=1, max_size=SEATS))
def test_marks_never_stand_on_one_another_and_keep_their_order(places):
    placed = spread(sorted(places))
    assert all(below - above >= APART - 1e-9 for above, below in pairwise(placed))
    assert placed[0] > 0
    assert placed[-1] < HEIGHT


@given(
    st.lists(st.lists(st.integers(-50, 1000), min_size=31, max_size=31), min_size=2, max_size=SEATS),
    st.integers(2, 31),
)
def test_whatever_was_played_is_drawn_within_the_drawing(counts, deals):
    lines = [Line(f"<{seat}>", "1", played[:deals]) for seat, played in enumerate(counts)]
    drawn = str(chart(lines, "Points & more", counts="points", deals="deal"))
    tree = ET.fromstring(drawn)
    assert tree.get("aria-label") == "Points & more"
    lines = [one.get("d") for one in tree.iter("path") if one.get("class") == "line"]
    points = [tuple(map(float, point.split())) for line in lines for point in line[1:].split("L")]
    assert len(points) == len(counts) * deals
    assert all(0 <= x <= WIDTH and 0 <= y <= HEIGHT for x, y in points)


def test_more_on_the_paper_is_more_in_the_count():
    drawn = str(chart([Line("A", "1", [0, 5]), Line("B", "2", [0, 1])], "", counts="", deals=""))
    one, other = (path.get("d") for path in ET.fromstring(drawn).iter("path") if path.get("class") == "line")
    assert float(one.split()[-1]) < float(other.split()[-1])
