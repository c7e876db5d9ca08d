"""The book of a match as pages open it, and where its table is."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlencode

from django.http import Http404
from django.urls import reverse

from games import scorebook
from games.models import Club, Match
from games.scorebook import Book


def read(club: Club, match_id: int) -> Book:
    """A match of the club to look at; what is not the club's does not exist."""
    try:
        return scorebook.read(club, match_id)
    except Match.DoesNotExist:
        raise Http404 from None


@contextmanager
def write(club: Club, match_id: int) -> Iterator[Book]:
    """A match of the club to change, as `scorebook.write` opens it; what is not the club's does not exist."""
    try:
        with scorebook.write(club, match_id) as book:
            yield book
    except Match.DoesNotExist:
        raise Http404 from None


def table_url(match: Match, /, **query: Any) -> str:
    """The address of the table; in `query`, what it is to show or to say beside (see `table.page`)."""
    address = reverse("table", args=[match.club_id, match.pk])
    return f"{address}?{urlencode(query, doseq=True)}" if query else address
