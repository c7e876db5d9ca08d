"""The rules at hand: how each game is played, and what one match is played by."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple
from urllib.parse import urlsplit, urlunsplit

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import select_template
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, override
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import conditional_page, require_GET

from games.access import Action, club_page
from games.models import Device
from games.scoring import GAMES
from games.scoring.options import AGREE, Choice, Flag, Option, Several, Whole
from games.views.board import Board
from games.views.books import read
from games.views.offline import may_be_kept
from games.views.played import ShownGame
from games.words import words
from games.words.game import OptionWords
from games.words.sentences import Text

WRITTEN_IN = "en"
"""The language of the rules of a game that are in no other."""

_SECTION = re.compile(r'<section id="([a-z0-9-]+)"><h2>(.*?)</h2>')


@require_GET
@may_be_kept
@cache_control(no_cache=True)
@conditional_page
def page(request: HttpRequest, game: str) -> HttpResponse:
    """How a game is played. It belongs to no club: whoever has the address may read it.

    It has no form in it and so is the same each time, and a phone that has it is told so. Links lead to
    the same page in another language, which can be sent to a friend who reads that; what the browser
    shows elsewhere stays as it was chosen.
    """
    if game not in GAMES:
        raise Http404
    language = request.GET.get("language")
    with override(language if language in dict(settings.LANGUAGES) else get_language()):
        context = {"game": ShownGame.of(game), "prose": Prose.of(game), "back": way_back(request)}
        response = render(request, "rules/page.html", context | {"languages": settings.LANGUAGES})
        response.headers["Content-Language"] = get_language()
    return response


def way_back(request: HttpRequest) -> str:
    """The page of a club that led here, or to the page in another language; else where one's clubs are."""
    came_from, home = request.GET.get("back", request.headers.get("Referer", "")), reverse("home")
    if url_has_allowed_host_and_scheme(came_from, {request.get_host()}):
        address = urlsplit(came_from)
        if address.path.startswith(f"{home}club/"):
            return urlunsplit(("", "", address.path, address.query, ""))
    return home


class Prose(NamedTuple):
    """The rules of a game as they are written, with the id and the heading of each section."""

    language: str
    html: SafeString
    headings: Sequence[tuple[str, SafeString]]

    @classmethod
    def of(cls, game: str) -> Prose:
        """In the language that is spoken, if they are written in it."""
        spoken = [f"games/{game}/rules/{language}.html" for language in (get_language(), WRITTEN_IN)]
        template = select_template(spoken)
        said = words(game)
        mixes = [title for title, _rules in said.presets.values()]
        html = template.render({"choices": choices(game), "mixes": mixes})
        headings = [(section, mark_safe(heading)) for section, heading in _SECTION.findall(html)]  # noqa: S308 - ours
        return cls(template.template.name.rpartition("/")[2].removesuffix(".html"), html, headings)


class ShownChoice(NamedTuple):
    """Something that a table agrees on; the usual value comes first."""

    title: Text
    about: Text
    values: Sequence[str]


def choices(game: str) -> list[ShownChoice]:
    """What the rules of a game leave to the table."""
    said = words(game).options
    return [
        ShownChoice(said[key].title, said[key].about, _values(option, said[key]))
        for key, option in GAMES[game].options.items()
    ]


def _values(option: Option, said: OptionWords) -> list[str]:
    match option:
        case Choice():
            return [said.called(value) for value in option.values]
        case Flag():
            return [said.called(option.default), said.called(not option.default)]
        case Whole():
            return [
                said.called(option.default),
                _("%(low)s to %(high)s") % {"low": option.low, "high": option.high},
            ]
        case Several():
            return [_("none of these"), *(said.called(value) for value in option.values)]
        case _:
            return []


@require_GET
@club_page(Action.LOOK)
@may_be_kept
def of_match(request: HttpRequest, device: Device, match_id: int) -> HttpResponse:
    """What a match is played by, in sentences."""
    board = Board(read(device.club, match_id))
    return render(request, "rules/match.html", {"board": board, "rules": MatchRules(board)})


@require_GET
@club_page(Action.LOOK)
def of_match_as_text(request: HttpRequest, device: Device, match_id: int) -> HttpResponse:
    """The same, to be sent."""
    lines = MatchRules(Board(read(device.club, match_id))).lines
    return HttpResponse("\n".join(lines), content_type="text/plain; charset=utf-8")


class Agreements(NamedTuple):
    """Some of the rules of a match, and what sets them apart: "agreed", "different" or "usual"."""

    kind: str
    title: str
    sentences: Sequence[str]


class MatchRules:
    """The rules of a match in sentences: what was agreed for it, what differs from the usual, and the rest."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.words = board.words
        self.rules = board.match.rules
        self.options = GAMES[board.game].options

    @property
    def parts(self) -> list[Agreements]:
        titles = {"agreed": _("Agreed for this match"), "different": self._different, "usual": _("As usual")}
        said: dict[str, list[str]] = {kind: [] for kind in titles}
        for key in self.options:
            said[self._kind(key)] += self.words.agreed(key, self.rules)
        return [Agreements(kind, titles[kind], sentences) for kind, sentences in said.items() if sentences]

    @property
    def lines(self) -> Iterator[str]:
        """All of it, line by line: the game, who plays, and each part under its title."""
        yield self.board.title
        yield ", ".join(self.board.names.values())
        for part in self.parts:
            yield ""
            yield part.title
            yield from (f"– {sentence}" for sentence in part.sentences)

    def _kind(self, key: str) -> str:
        """A rule is different too where only another one gives it another meaning."""
        if self.options[key].default is AGREE:
            return "agreed"
        usual = {**self.rules, **{key: option.default for key, option in self.options.items()}}
        return "usual" if self.words.agreed(key, self.rules) == self.words.agreed(key, usual) else "different"

    @property
    def _different(self) -> str:
        """By the name that the mix has, if it has one."""
        different = {
            key: value for key, value in self.rules.items() if self.options[key].default not in (AGREE, value)
        }
        for title, rules in self.words.presets.values():
            if different == rules:
                return _("Different from the usual: %(mix)s") % {"mix": title}
        return _("Different from the usual")
