"""All matches of a club, and finding some of them: by who played, what, when, by a word, and what goes on.

What is looked for stands in the address, so that it can be sent to somebody.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, date, datetime, time, timedelta
from functools import reduce
from operator import or_
from typing import Any
from urllib.parse import urlencode

from django.db.models import Exists, OuterRef, Prefetch, Q, QuerySet, Subquery, Value
from django.db.models.functions import Coalesce
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from games.access import Action, club_page
from games.forms.finding import BESIDE, FindingForm
from games.models import Club, Device, Evening, Match, Seat, Streak
from games.people import People
from games.players import by_name, told_apart
from games.scorebook import found_by
from games.streaks import in_a_row
from games.views.offline import may_be_kept
from games.views.paging import Leaf, Leaves
from games.views.played import SEATED, ShownMatch, matches_of
from games.words import words
from games.words.sentences import isolated

PAGE = 20
DAY = timedelta(days=1)
NEVER = Value(datetime(3000, 1, 1, tzinfo=UTC))
"""No evening begins as late."""


class Finding:
    """What is looked for in a club.

    Rows are taken in the order in which they are shown, by an index that has them so, and the rest is
    looked at row by row: no page needs more than it shows where one thing is looked for.
    """

    def __init__(self, club: Club, asked: QueryDict) -> None:
        self.club = club
        self.zone = club.clock
        self.people = People(club)
        self.names = told_apart(sorted(self.people.persons.values(), key=by_name))
        self.form = FindingForm(self.names, self._of_persons(asked))
        self.told = self.form.cleaned_data if self.form.is_valid() else {}
        self.who = [self.people.entries_of(int(pk)) for pk in self.told.get("player", ())]

    def _of_persons(self, asked: QueryDict) -> QueryDict:
        """What is asked of an entry that was merged since is asked of the person that it is."""
        person = {str(entry): str(self.people.person(entry)) for entry in self.people.entries}
        asked = asked.copy()
        asked.setlist("player", dict.fromkeys(person.get(one, one) for one in asked.getlist("player")))
        what, colon, other = asked.get("figure", "").partition(":")
        if what in BESIDE:
            asked["figure"] = f"{what}{colon}{person.get(other, other)}"
        return asked

    @property
    def called(self) -> list[str]:
        """What is looked for, in words."""
        told = self.told
        called = [self.names[one] for one, *_merged in self.who]
        if told.get("game"):
            called.append(str(words(told["game"]).title))
        if told.get("figure"):
            called.append(self.form.figure_called)
        if told.get("word"):
            called.append(_("“%(word)s”") % {"word": isolated(told["word"])})
        if told.get("since"):
            called.append(_("from %(date)s") % {"date": date_format(told["since"], _("j F Y"))})
        if told.get("until"):
            called.append(_("to %(date)s") % {"date": date_format(told["until"], _("j F Y"))})
        if told.get("unfinished"):
            called.append(_("not finished yet"))
        return called

    def leaf(self, asked: QueryDict) -> tuple[Leaf[Any], list[Match]]:
        """The page of them that an address asks for."""
        if not self.form.is_valid():
            return Leaf([], "", ""), []
        if self.who and not (self.told["word"] or self.told["unfinished"]):
            leaf = Leaves(self._seats(), PAGE, "started_at", "match_id").leaf(asked)
            return leaf, [seat.match for seat in leaf]
        found = Leaves(self._matches(), PAGE, "started_at").leaf(asked)
        return found, list(found)

    @property
    def all(self) -> QuerySet[Match]:
        """Every match that is looked for; none where what is looked for cannot be read."""
        return self._matches() if self.form.is_valid() else Match.objects.none()

    def _matches(self) -> QuerySet[Match]:
        """The matches that are looked for."""
        matches = matches_of(self.club).filter(**self._when_and_what())
        if word := self.told["word"]:
            matches = matches.filter(word__contains=found_by(word)).exclude(word="")
        if self.told["unfinished"]:
            matches = matches.filter(ended_at=None)
        for entries in self.who:
            beside = Seat.objects.filter(self._figure(entries), match=OuterRef("pk"), player__in=entries)
            matches = matches.filter(Exists(beside))
        return matches

    def _seats(self) -> QuerySet[Seat]:
        """The seats of the first of those who are looked for, in the matches that are looked for."""
        first, *others = self.who
        asked = {**_one_of(first), **self._when_and_what()}
        seats = Seat.objects.filter(self._figure(first), club=self.club, **asked)
        for entries in others:
            beside = Seat.objects.filter(self._figure(entries), match=OuterRef("match"), player__in=entries)
            seats = seats.filter(Exists(beside))
        return seats.select_related("match__evening").prefetch_related(Prefetch("match__seats", SEATED))

    def _figure(self, entries: Sequence[int]) -> Q:
        """What is asked of the seats of one who is looked for; of another person, by any entry of his."""
        what, colon, other = self.told["figure"].partition(":")
        if not what:
            return Q()
        if what == "row":
            return Q(pk__in=self._in_a_row(other, entries))
        if what == "level":
            return reduce(or_, map(_level_with, self.people.entries_of(int(other))))
        told = self.people.entries_of(int(other)) if what in BESIDE else [other]
        return reduce(or_, (_has(f"{what}{colon}{one}") for one in told))

    def _in_a_row(self, which: str, entries: Sequence[int]) -> QuerySet[Seat, Any]:
        streaks = Streak.objects.filter(club=self.club, player=entries[0], game=self.told["game"])
        streak = streaks.select_related("won_last", "lost_last").first()
        return in_a_row(streak, which, entries).values("pk") if streak else Seat.objects.none()

    def _when_and_what(self) -> dict[str, Any]:
        """What is asked of a match and stands beside its seats too.

        A match is of the date on which its evening began: those of an evening start before the next begins.
        """
        told = self.told
        asked: dict[str, Any] = {"game": told["game"]} if told["game"] else {}
        if told["since"]:
            asked["started_at__gte"] = self._beginning(told["since"])
        if told["until"]:
            asked["started_at__lt"] = Coalesce(self._beginning(told["until"] + DAY), NEVER)
        return asked

    def _beginning(self, day: date) -> Subquery:
        """When the first evening of that day or later began."""
        midnight = datetime.combine(day, time.min, self.zone)
        evenings = Evening.objects.filter(club=self.club, began_at__gte=midnight).order_by("began_at")
        return Subquery(evenings.values("began_at")[:1])


def _has(code: str) -> Q:
    return Q(figures__contains=f",{code},")


def _level_with(entry: int) -> Q:
    """Played with an entry, and neither in front of it nor behind."""
    return _has(f"met:{entry}") & ~_has(f"ahead:{entry}") & ~_has(f"behind:{entry}")


def _one_of(entries: Sequence[int]) -> dict[str, Any]:
    """A player by his entries; one is asked for as such, so that the index gives the order too."""
    return {"player": entries[0]} if len(entries) == 1 else {"player__in": entries}


@require_GET
@club_page(Action.LOOK)
@may_be_kept
def matches(request: HttpRequest, device: Device) -> HttpResponse:
    """The matches of the club that are looked for, newest first, a page at a time."""
    if any("" in values for _name, values in request.GET.lists()):
        return redirect(_address(device.club, request.GET))
    finding = Finding(device.club, request.GET)
    leaf, found = finding.leaf(request.GET)
    context = {
        "club": device.club,
        "finding": finding,
        "form": finding.form,
        "leaf": leaf,
        "matches": [ShownMatch(match, finding.zone) for match in found],
    }
    return render(request, "matches/list.html", context, status=200 if finding.form.is_valid() else 422)


def _address(club: Club, asked: QueryDict) -> str:
    """The list with what was told in its address, and nothing that was left blank."""
    told = {name: list(filter(None, values)) for name, values in asked.lists()}
    return f"{reverse('matches', args=[club.pk])}?{urlencode(told, doseq=True)}"
