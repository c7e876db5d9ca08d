"""What goes out as a file: a match as a match file; rounds and balances for spreadsheets."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from decimal import Decimal

from babel.numbers import get_decimal_symbol
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from games import money, spreadsheet
from games.access import Action, club_page
from games.accounts import Account
from games.models import Club, Device, Match, RoundScore
from games.people import People
from games.scoring import GAMES
from games.spreadsheet import Cell
from games.transfer import match_file, names
from games.views.books import read
from games.views.downloads import as_file
from games.views.finding import Finding
from games.views.played import ShownGame
from games.words import words
from games.words.money import language, named

AT_ONCE = 2000
"""So many rows are in memory, however many there are."""
ROW = (
    "round__match_id",
    "round__match__evening__began_at",
    "round__match__evening__name",
    "round__match__game",
    "round__match__started_at",
    "round__position",
    "round__entered_at",
    "seat__player_id",
    "points",
    "change",
    "tally",
    "marks",
)


@require_GET
@club_page(Action.LOOK)
def as_match_file(request: HttpRequest, device: Device, match_id: int) -> HttpResponseBase:
    """A match as `manage.py score` reads it: one line."""
    book = read(device.club, match_id)
    text = json.dumps(match_file(book), ensure_ascii=False) + "\n"
    response = HttpResponse(text, content_type="application/json")
    return as_file(response, device.club.name, *_called(book.match), ending="json")


@require_GET
@club_page(Action.LOOK)
def rounds_of_match(request: HttpRequest, device: Device, match_id: int) -> HttpResponseBase:
    match = read(device.club, match_id).match
    rounds = _rounds(device.club, Match.objects.filter(pk=match.pk))
    return _spreadsheet(rounds, device.club.name, *_called(match))


@require_GET
@club_page(Action.LOOK)
def rounds(request: HttpRequest, device: Device) -> HttpResponseBase:
    """The rounds of all matches that are looked for, in the words of the page that finds them."""
    found = _rounds(device.club, Finding(device.club, request.GET).all)
    return _spreadsheet(found, device.club.name, _("rounds"), _today(device.club))


@require_GET
@club_page(Action.LOOK)
def balances(request: HttpRequest, device: Device) -> HttpResponseBase:
    """What is open in the club: who is to receive, and who owes."""
    return _spreadsheet(_balances(device.club), device.club.name, _("balances"), _today(device.club))


def _called(match: Match) -> tuple[str, str]:
    """A match in the name of a file."""
    began = match.started_at.astimezone(match.club.clock)
    return ShownGame.of(match.game).title, f"{began:%Y-%m-%d-%H%M}"


def _today(club: Club) -> str:
    return f"{timezone.now().astimezone(club.clock):%Y-%m-%d}"


def _spreadsheet(rows: Iterable[Iterable[Cell]], *name: str) -> HttpResponseBase:
    """A table, sent as it is read."""
    decimal_comma = get_decimal_symbol(language()) == ","
    lines = spreadsheet.lines(rows, decimal_comma=decimal_comma)
    response = StreamingHttpResponse(lines, content_type="text/csv; charset=utf-8")
    return as_file(response, *name, ending="csv")


def _rounds(club: Club, matches: QuerySet[Match]) -> Iterator[Iterable[Cell]]:
    """What each deal came to, a line a player; an evening, and so a match, is of the date on which it began.

    What is said in a language is said here, before any line is sent.
    """
    heads = (
        _("Date"),
        _("Evening"),
        _("Match"),
        _("Game"),
        _("Began"),
        _("Deal"),
        _("Entered"),
        _("Player"),
        _("Points"),
        _("Change"),
        _("Count"),
        _("Crosses or circles"),
    )
    games = {code: str(words(code).title) for code in GAMES}
    return _lines_of_rounds(club, heads, games, matches)


def _lines_of_rounds(
    club: Club, heads: Iterable[str], games: dict[str, str], matches: QuerySet[Match]
) -> Iterator[Iterable[Cell]]:
    zone = club.clock
    people = People(club)
    called = names(people.persons.values())
    scores = RoundScore.objects.filter(club=club, round__match__in=matches.order_by().values("pk"))
    ordered = scores.order_by("-round__match__started_at", "-round__match", "round__position", "seat__number")
    yield heads
    last, deal = (0, 0), 0
    for row in ordered.values_list(*ROW).iterator(chunk_size=AT_ONCE):
        match, evening, evening_name, game, began, position, entered, player, points, *counts = row
        if (match, position) != last:
            deal = deal + 1 if match == last[0] else 1
            last = (match, position)
        yield (
            evening.astimezone(zone).date(),
            evening_name,
            match,
            games[game],
            began.astimezone(zone),
            deal,
            entered.astimezone(zone),
            called[people.person(player)],
            _exact(points),
            *counts,
        )


def _exact(points: Decimal | None) -> Cell:
    """A half is told as a half, and a whole number without one."""
    return int(points) if points is not None and points == int(points) else points


def _balances(club: Club) -> Iterator[Iterable[Cell]]:
    account = Account(club)
    called = names(account.people.persons.values())
    heads = (_("Player"), _("Counted in"), _("To receive, or owed (below 0)"))
    coins = {coin: named(coin) for coin in account.balances}
    rows = [
        (called[person], coins[coin], _amount(amount, coin))
        for coin, balances in account.balances.items()
        for person, amount in balances.items()
    ]
    return iter([heads, *rows])


def _amount(amount: int, coin: str) -> Cell:
    """In whole units of the coin."""
    return Decimal(f"{amount}E-{money.DECIMALS[coin]}") if money.DECIMALS.get(coin) else amount
