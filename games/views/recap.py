"""An evening as it is sent to those who were there: as text, and as a picture.

The picture is an SVG of the server's, with the words in the phone's own fonts; where there is a script
the phone makes a PNG of it. It is paper and ink in every theme, as it goes to others.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.utils.translation import ngettext
from django.views.decorators.http import require_GET

from games.access import Action, club_page
from games.models import Device
from games.people import People
from games.views.played import of_game
from games.views.sitting import Sitting, evenings_of
from games.words.sentences import isolated

MOST = 40
"""So many matches are told one by one: the last ones."""

WIDTH, MARGIN = 720, 44
LETTER = 0.6
"""A usual letter is so wide, as a part of its height: a little more than it is, so that lines fit."""
UNWRITABLE = dict.fromkeys((0xFFFE, 0xFFFF))
"""What no XML may have in it."""


@dataclass(frozen=True)
class Style:
    """How a line of the picture is written: its height, its pen, and the room above it."""

    size: int
    weight: str
    pen: str
    above: int


INK, FAINT, RED = "#182650", "#525d7c", "#b1231c"
STYLES = {
    "club": Style(22, "600", RED, 0),
    "title": Style(40, "800", INK, 14),
    "quiet": Style(22, "400", FAINT, 12),
    "match": Style(25, "600", INK, 20),
    "standing": Style(25, "800", RED, 26),
}


@dataclass(frozen=True)
class Written:
    """A line of the picture in its place; numbers as they stand in the SVG."""

    text: str
    y: str
    size: str
    weight: str
    pen: str


def told(sitting: Sitting, club: str) -> Iterator[tuple[str, str]]:
    """What is told of an evening: lines, each with its style."""
    yield "club", isolated(club)
    yield "title", isolated(sitting.title)
    if sitting.date:
        yield "quiet", sitting.date
    yield "quiet", sitting.hours
    yield "quiet", sitting.players
    if earlier := len(sitting.matches[:-MOST]):
        sentence = ngettext("%(number)d match before these", "%(number)d matches before these", earlier)
        yield "quiet", sentence % {"number": earlier}
    for match in sitting.matches[-MOST:]:
        yield "match", match.result
    for one in sitting.games:
        if len(one.counted) > 1:
            yield "standing", of_game(one.game, one.outcome)
    for line in sitting.sums:
        yield "standing", line


def written(lines: Iterable[tuple[str, str]]) -> list[Written]:
    """The lines as the picture has them, each broken where it would not fit, from above."""
    placed, y = [], MARGIN / 2
    for kind, text in lines:
        style = STYLES[kind]
        y += style.above
        for part in wrapped(text.translate(UNWRITABLE), (WIDTH - 2 * MARGIN) / (style.size * LETTER)):
            y += style.size * 1.25
            placed.append(Written(part, f"{y:.0f}", str(style.size), style.weight, style.pen))
    return placed


def wrapped(text: str, width: float) -> Iterator[str]:
    """A text in lines of at most so many letters; a longer word is broken, and nothing left out."""
    line = ""
    for word in text.split(" "):
        if line and letters(f"{line} {word}") > width:
            yield line
            line = ""
        line = f"{line} {word}" if line else word
        while letters(line) > width:
            fits = next(end for end in range(len(line), 0, -1) if end == 1 or letters(line[:end]) <= width)
            yield line[:fits]
            line = line[fits:]
    yield line


def letters(text: str) -> int:
    """How wide a text is, in letters: one of the far East is two, a sign that stands over another none."""
    return sum(
        0 if unicodedata.combining(one) else 2 if unicodedata.east_asian_width(one) in "WF" else 1
        for one in text
    )


@require_GET
@club_page(Action.LOOK)
def text(request: HttpRequest, device: Device, evening_id: int) -> HttpResponse:
    return as_text(told(_sitting(device, evening_id), device.club.name))


@require_GET
@club_page(Action.LOOK)
def picture(request: HttpRequest, device: Device, evening_id: int) -> HttpResponse:
    return as_picture(request, told(_sitting(device, evening_id), device.club.name))


def as_text(lines: Iterable[tuple[str, str]]) -> HttpResponse:
    """Lines with styles, without them."""
    return HttpResponse("\n".join(line for _style, line in lines), content_type="text/plain; charset=utf-8")


def as_picture(request: HttpRequest, lines: Iterable[tuple[str, str]]) -> HttpResponse:
    """Lines with styles, as a picture."""
    placed = written(lines)
    height = str(int(placed[-1].y) + MARGIN)
    context = {"lines": placed, "width": str(WIDTH), "height": height, "x": str(MARGIN)}
    return render(request, "evenings/picture.svg", context, content_type="image/svg+xml")


def _sitting(device: Device, evening_id: int) -> Sitting:
    evening = get_object_or_404(evenings_of(device.club), pk=evening_id)
    return Sitting(evening, device.club.clock, timezone.now(), People(device.club))
