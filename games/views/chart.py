"""A chart of a running count, drawn as SVG: a line a player, told apart without colour.

Each line has a dash and a sign of its own, and ends at the player's mark. Looks come from the style
sheet by classes and attributes; the drawing has none of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape

from django.utils.safestring import SafeString, mark_safe

from games.words.sentences import number

WIDTH, HEIGHT = 340, 232
LEFT, RIGHT, TOP, BOTTOM = 34, 42, 22, 26
"""Beside the field: for the scale, the marks, what is counted, and the deals."""
APART = 14
"""Marks at the ends of lines stand so far from one another at the least."""
BESIDE = 1.2
"""Lines stand so far beside one another, so that those of equal counts are all seen."""
STEPS = 5
"""So many lines of the scale at the most, and twice as many deals."""
SIGNS_AT_MOST = 24
"""With more deals not each has its sign."""

DASHES = ("", "7 3", "2 3", "10 3 2 3", "5 2", "1 4", "12 4", "4 2 1 2", "8 2 2 2 2 2")
SIGNS = (
    "m-3.5 0a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0-7 0",  # a dot
    "m-3-3h6v6h-6z",  # a square
    "m0-4.2l4 7.2h-8z",  # a triangle
    "m0-4.5l4.5 4.5l-4.5 4.5l-4.5-4.5z",  # a diamond
    "m0 4.2l4-7.2h-8z",  # a triangle on its head
    "m-4 0h8m-4-4v8",  # a cross
    "m-3-3l6 6m0-6l-6 6",  # a cross that lies
    "m-4-2.5h8m-8 5h8",  # two strokes
    "m-2.5-4v8m5-8v8",  # two strokes upright
)
"""A dash and a sign for each of nine seats; a sign is drawn from its middle."""


@dataclass(frozen=True)
class Line:
    """What a player's count was before the first deal, and after each."""

    mark: str
    colour: str
    counts: Sequence[int]


def steps(low: int, high: int, most: int) -> range:
    """Round numbers from `low` or below to `high` or above, in at most so many steps."""
    size = next(size for size in _sizes() if -(-high // size) - low // size <= most)
    return range(low // size * size, (-(-high // size) + 1) * size, size)


def _sizes() -> Iterator[int]:
    power = 1
    while True:
        yield from (power, 2 * power, 5 * power)
        power *= 10


def chart(lines: Sequence[Line], title: str, counts: str, deals: str) -> SafeString:
    """The chart: `title` is read aloud in its place, `counts` and `deals` are what its scales count."""
    return Chart(lines).drawn(title, counts, deals)


class Chart:
    """The field of a chart, and what is drawn in it."""

    def __init__(self, lines: Sequence[Line]) -> None:
        self.lines = lines
        self.deals = len(lines[0].counts) - 1
        every = [count for line in lines for count in line.counts]
        self.scale = steps(min(every), max(*every, min(every) + 1), STEPS)

    def drawn(self, title: str, counts: str, deals: str) -> SafeString:
        parts = [*self._field(), *self._legend(counts, deals), *self._lines(), *self._marks()]
        return mark_safe(  # noqa: S308 - its texts are escaped
            f'<svg class="chart" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{escape(title)}">'
            f"{''.join(parts)}</svg>"
        )

    def _x(self, deal: int) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * deal / max(self.deals, 1)

    def _y(self, count: float) -> float:
        low, high = self.scale[0], self.scale[-1]
        return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * (count - low) / (high - low)

    def _field(self) -> Iterator[str]:
        """The scale: a rule for each round number, and the deals below."""
        for count in self.scale:
            y = self._y(count)
            nought = ' class="nought"' if count == 0 else ""
            yield f'<path{nought} d="M{LEFT} {y:.1f}H{WIDTH - RIGHT}"/>'
            yield f'<text x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{number(count)}</text>'
        for deal in steps(0, self.deals, 2 * STEPS):
            if deal <= self.deals:
                x = self._x(deal)
                yield f'<path d="M{x:.1f} {HEIGHT - BOTTOM}v4"/>'
                yield f'<text x="{x:.1f}" y="{HEIGHT - BOTTOM + 16}" text-anchor="middle">{deal}</text>'

    def _legend(self, counts: str, deals: str) -> Iterator[str]:
        yield f'<text class="of" x="0" y="12">{escape(counts)}</text>'
        yield (
            f'<text class="of" x="{WIDTH}" y="{HEIGHT - BOTTOM + 16}" text-anchor="end">{escape(deals)}</text>'
        )

    def _lines(self) -> Iterator[str]:
        every = -(-self.deals // SIGNS_AT_MOST) or 1
        for seat, line in enumerate(self.lines):
            points = self._points(seat)
            path = "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
            signs = [point for deal, point in enumerate(points) if deal % every == 0 or deal == self.deals]
            drawn = "".join(_sign_at(SIGNS[seat], x, y) for x, y in signs)
            dash = f' stroke-dasharray="{DASHES[seat]}"' if DASHES[seat] else ""
            yield (
                f'<g data-colour="{line.colour}"><path class="line" d="M{path}"{dash}/>'
                f'<path class="sign" d="{drawn}"/></g>'
            )

    def _points(self, seat: int) -> list[tuple[float, float]]:
        beside = BESIDE * (seat - (len(self.lines) - 1) / 2)
        return [
            (self._x(deal), self._y(count) + beside) for deal, count in enumerate(self.lines[seat].counts)
        ]

    def _marks(self) -> Iterator[str]:
        """The mark of each player at the end of his line, with its sign."""
        ends = {seat: self._points(seat)[-1] for seat in range(len(self.lines))}
        order = sorted(ends, key=lambda seat: (ends[seat][1], seat))
        right = WIDTH - RIGHT
        for seat, place in zip(order, spread([ends[seat][1] for seat in order]), strict=True):
            line = self.lines[seat]
            yield (
                f'<g data-colour="{line.colour}"><path class="leads" d="M{right + 1} {ends[seat][1]:.1f}L{right + 8}'
                f' {place:.1f}"/><path class="sign" d="{_sign_at(SIGNS[seat], right + 13, place)}"/></g>'
                f'<text class="of" x="{right + 20}" y="{place + 4:.1f}">{escape(line.mark)}</text>'
            )


def spread(places: Sequence[float]) -> list[float]:
    """These heights, from above, moved until they stand `APART` and within the drawing."""
    low, high = TOP / 2, HEIGHT - BOTTOM - 2
    settled: list[float] = []
    for place in places:
        settled.append(max(place, settled[-1] + APART if settled else low))
    for at in reversed(range(len(settled))):
        below = settled[at + 1] - APART if at + 1 < len(settled) else high
        settled[at] = min(settled[at], below)
    return settled


def _sign_at(sign: str, x: float, y: float) -> str:
    """A sign, drawn about a point."""
    return f"M{x:.1f} {y:.1f}{sign}"
