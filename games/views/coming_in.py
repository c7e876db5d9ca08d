"""Match files that come in: what would come in is shown first, and written once that is agreed to."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Self
from zoneinfo import ZoneInfo

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from games.access import Action, club_page
from games.bringing_in import bring_in, there_already
from games.forms.files import WhoForm
from games.incoming import Incoming, looked_at
from games.models import Club, Device, Ending, Match
from games.named import Named, check_seats
from games.players import alone_at
from games.scoring.match_file import decoded, replay
from games.scoring.refusal import Refused
from games.views.naming import date_of
from games.views.played import ShownGame, how_it_ended, of_game
from games.words.files import of_file
from games.words.sentences import isolated

MOST = 500
"""So many matches are brought in at once."""
AT_ONCE = 20
"""So many are written before others who write have their turn."""
SHOWN = 20
"""So many are shown before they come in."""
TOLD = 100
"""So many are named one by one."""


@dataclass(frozen=True)
class Sent:
    """One file of those that were sent, or what was pasted (no name)."""

    name: str
    incoming: Sequence[Incoming]

    @property
    def bad(self) -> Iterator[tuple[str, str]]:
        """Where something stands that is left out, and why it is."""
        for one in self.incoming:
            if one.refused:
                yield self._place(one, one.refused), of_file(one.refused, one.game)

    def _place(self, one: Incoming, refused: Refused) -> str:
        facts = {"file": self.name or _("Pasted"), "number": one.place, "deal": refused.deal}
        if refused.deal:
            # Translators: where something stands in a file of many matches: the third of them, its second deal
            return _("%(file)s, no. %(number)d, deal %(deal)d") % facts
        return _("%(file)s, no. %(number)d") % facts


@dataclass(frozen=True)
class Shown:
    """A match of a file in a line: how it ended, and on what day it began, if the file says it."""

    result: str
    date: str

    @classmethod
    def of(cls, one: Incoming, zone: ZoneInfo) -> Self:
        assert one.told is not None
        sheet = replay(one.told)[0]
        places, names = sheet.places(), {name: isolated(name) for name in sheet.players}
        outcome = how_it_ended(
            one.ending or (Ending.PLAYED if sheet.finished else Ending.EARLY),
            ahead=[names[player] for player in sheet.players if places[player] == 1],
            won=[names[player] for player in sheet.winners()],
            lost=[names[player] for player in sheet.losers()],
            everybody=len(names),
        )
        began = one.began(zone)
        return cls(of_game(ShownGame.of(sheet.code), outcome), date_of(began, zone) if began else "")


class Coming:
    """What would come in, of all that was sent."""

    def __init__(self, club: Club, sent: Sequence[Sent]) -> None:
        self.club = club
        self.good = list({one.key: one for file in sent for one in file.incoming if one.told}.values())
        self.bad = [sentence for file in sent for sentence in file.bad]
        self.there: list[Incoming] = []
        """What the club has already, once that is set aside."""

    def set_aside(self) -> None:
        """Count only what the club does not have yet as what would come in."""
        self.there = there_already(self.club, self.good, Named(self.club, self.good))
        self.good = [one for one in self.good if one not in self.there]

    @cached_property
    def people(self) -> Named:
        return Named(self.club, self.good)

    @property
    def too_many(self) -> bool:
        return len(self.good) > MOST

    @property
    def text(self) -> str:
        """What would come in, to be sent again when it is agreed to."""
        return "\n".join(json.dumps(one.written, ensure_ascii=False) for one in self.good)

    @property
    def headline(self) -> str:
        good = len(self.good)
        if not good:
            return "" if self.there else _("Nothing of this can be brought in.")
        sentence = ngettext(
            "%(number)d match can be brought in", "%(number)d matches can be brought in", good
        )
        return sentence % {"number": good}

    @property
    def known(self) -> str:
        there = len(self.there)
        sentence = ngettext(
            "%(number)d match is there already", "%(number)d matches are there already", there
        )
        return sentence % {"number": there}

    def shown(self, matches: Sequence[Incoming]) -> tuple[list[Shown], str]:
        """The first of these matches, and how many more there are."""
        zone = self.club.clock
        return [Shown.of(one, zone) for one in matches[:SHOWN]], _more(len(matches[SHOWN:]))

    @property
    def left_out(self) -> str:
        bad = len(self.bad)
        sentence = ngettext("%(number)d is left out", "%(number)d are left out", bad)
        return sentence % {"number": bad}

    @property
    def not_told(self) -> str:
        """How many more of those that are left out there are than are named."""
        return _more(len(self.bad[TOLD:]))


def _more(number: int) -> str:
    return (
        ngettext("and %(number)d more", "and %(number)d more", number) % {"number": number} if number else ""
    )


@require_http_methods(["GET", "POST"])
@club_page(Action.KEEP)
def page(request: HttpRequest, device: Device) -> HttpResponse:
    if request.method == "GET":
        return render(request, "files/bring_in.html", {"club": device.club, "done": _done(request)})
    coming = Coming(device.club, list(_sent(request)))
    if not coming.good and not coming.bad:
        wrong = _("There is nothing in it. Choose a file, or paste what is in one.")
        return render(request, "files/bring_in.html", {"club": device.club, "wrong": wrong}, status=422)
    if coming.too_many:
        wrong = ngettext(
            "That is too much at once: %(most)d match is the most.",
            "That is too much at once: %(most)d matches are the most.",
            MOST,
        ) % {"most": MOST}
        return render(request, "files/bring_in.html", {"club": device.club, "wrong": wrong}, status=422)
    if "agreed" not in request.POST or not coming.good:
        coming.set_aside()
        return _asking(request, coming, WhoForm(coming.people.names, coming.people.namesakes))
    return _agreed(request, coming)


def _sent(request: HttpRequest) -> Iterator[Sent]:
    if text := request.POST.get("text", ""):
        yield Sent("", looked_at(text))
    for file in request.FILES.getlist("files"):
        name = (file.name or "")[:60]
        try:
            incoming = looked_at(decoded(file.read()))
        except Refused as refused:
            incoming = [Incoming(1, refused=refused)]
        yield Sent(name, incoming)


def _asking(
    request: HttpRequest, coming: Coming, form: WhoForm, wrong: str = "", status: int = 200
) -> HttpResponse:
    context = {
        "club": coming.club,
        "coming": coming,
        "shown": coming.shown(coming.good),
        "there": coming.shown(coming.there),
        "bad": coming.bad[:TOLD],
        "new": coming.people.new,
        "form": form,
        "wrong": wrong,
    }
    return render(
        request, "files/coming.html", context, status=status if coming.good or coming.there else 422
    )


def _agreed(request: HttpRequest, coming: Coming) -> HttpResponse:
    """Write what is not there yet, each match by itself."""
    club, good = coming.club, coming.good
    try:
        with alone_at(club):
            form = WhoForm(coming.people.names, coming.people.namesakes, request.POST)
            if not form.is_valid():
                return _asking(request, coming, form, status=422)
            keys = Match.objects.filter(club=club, key__in=[one.key for one in good])
            there = set(keys.values_list("key", flat=True))
            to_come = [one for one in good if one.key not in there]
            seats = Named(club, to_come).seated(form.chosen)
            for one in to_come:
                check_seats(one, seats)
        came = 0
        for start in range(0, len(to_come), AT_ONCE):
            with alone_at(club):
                came += sum(bring_in(club, one, seats) for one in to_come[start : start + AT_ONCE])
    except Refused as refused:
        return _asking(request, coming, form, of_file(refused, None), 422)
    return redirect(f"{reverse('bring-in', args=[club.pk])}?came={came}&known={len(good) - came}")


def _done(request: HttpRequest) -> list[str]:
    """What was brought in, as the address says it."""
    came, known = (request.GET.get(name, "") for name in ("came", "known"))
    if not (came.isdecimal() and known.isdecimal() and len(came + known) < 9):
        return []
    sentence = ngettext("%(number)d match came in.", "%(number)d matches came in.", int(came))
    lines = [sentence % {"number": int(came)}]
    if int(known):
        sentence = ngettext("%(number)d was there already.", "%(number)d were there already.", int(known))
        lines.append(sentence % {"number": int(known)})
    return lines
