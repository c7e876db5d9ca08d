"""Opening a club, and its pages: what goes on, what was played."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from zoneinfo import ZoneInfo

from django.core.paginator import Paginator
from django.db.models import Prefetch, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods

from games import players
from games.access import Action, club_page, join, may, own_devices
from games.forms.club import ClubForm
from games.forms.sending import new_key
from games.models import Club, Device, Ending, Match, Role, Seat
from games.scoring import GAMES
from games.views.naming import evening_title, names_of
from games.words import words
from games.words.sentences import listed, number

RUNNING = 9
"""So many running matches stand on the club's page; all of them are among the matches."""
LATELY = 5
PAGE = 20


@dataclass(frozen=True)
class ShownGame:
    """A game as it is chosen."""

    code: str
    title: str
    tagline: str
    mark: str

    @classmethod
    def of(cls, code: str) -> ShownGame:
        said = words(code)
        return cls(code, str(said.title), str(said.tagline), f"games/{code}/mark.html")


class ShownMatch:
    """A match in a list: who played, and how it stands or ended."""

    def __init__(self, match: Match, zone: ZoneInfo) -> None:
        self.id = match.pk
        self.game = ShownGame.of(match.game)
        self.live = match.ending == Ending.LIVE
        self.evening = evening_title(match.evening, zone)
        self.ending = match.ending
        self.seats = list(match.seats.all())
        self.names = names_of(self.seats)

    @property
    def players(self) -> str:
        return ", ".join(self.names.values())

    @property
    def called(self) -> str:
        """The game, and with whom."""
        return _("%(game)s with %(players)s") % {"game": self.game.title, "players": self.players}

    @property
    def standing(self) -> list[tuple[str, str]]:
        return [(self.names[seat.key], number(seat.tally)) for seat in self.seats]

    @property
    def outcome(self) -> str:
        """Who won and, where that does not say it, who lost."""
        if self.ending == Ending.ABANDONED:
            return _("Abandoned.")
        if self.ending == Ending.EARLY:
            ahead = [self.names[seat.key] for seat in self.seats if seat.place == 1]
            return _("Ended early; in front: %(players)s.") % {"players": listed(ahead)}
        won = [self.names[seat.key] for seat in self.seats if seat.won]
        lost = [self.names[seat.key] for seat in self.seats if seat.lost]
        if len(won) + len(lost) == len(self.seats):
            return _("%(players)s won.") % {"players": listed(won)}
        return _("%(winners)s won, %(losers)s lost.") % {"winners": listed(won), "losers": listed(lost)}


def matches_of(club: Club) -> QuerySet[Match]:
    """The matches of a club, newest first, with all that a list shows of them."""
    seats = Prefetch("seats", Seat.objects.select_related("player"))
    return (
        Match.objects.filter(club=club)
        .select_related("evening")
        .prefetch_related(seats)
        .order_by("-started_at", "-pk")
    )


@never_cache
@require_http_methods(["GET", "POST"])
def home(request: HttpRequest) -> HttpResponse:
    """The clubs that this browser has joined, and the form that opens one."""
    devices = own_devices(request)
    form = ClubForm(request.POST if request.method == "POST" else None, label_suffix="")
    if form.is_bound and form.is_valid():
        club = _opened(**form.cleaned_data)
        response = redirect("club", club.pk)
        join(request, response, club, Role.KEEPER)
        return response
    context = {"clubs": [device.club for device in devices], "form": form, "key": new_key()}
    return render(request, "club/home.html", context, status=422 if form.is_bound else 200)


def _opened(key: str, name: str, zone: str) -> Club:
    """A new club; the one that it opened if the same form is sent again as it was."""
    key = sha256(f"{key or new_key()} {name}".encode()).hexdigest()
    club, _created = Club.objects.get_or_create(key=key, defaults={"name": name, "zone": zone})
    return club


@require_GET
@club_page(Action.LOOK)
def page(request: HttpRequest, device: Device) -> HttpResponse:
    club = device.club
    matches = matches_of(club)
    zone = ZoneInfo(club.zone)
    running = [ShownMatch(match, zone) for match in matches.filter(ending=Ending.LIVE)[:RUNNING]]
    ended = [ShownMatch(match, zone) for match in matches.exclude(ending=Ending.LIVE)[:LATELY]]
    context = {
        "club": club,
        "may_score": may(device, Action.SCORE),
        "running": running,
        "last": ended[0] if ended else None,
        "games": [ShownGame.of(code) for code in GAMES],
        "ended": ended,
        "players": players.of_club(club),
    }
    return render(request, "club/page.html", context)


@require_GET
@club_page(Action.LOOK)
def matches(request: HttpRequest, device: Device) -> HttpResponse:
    """All matches of the club, a page at a time."""
    shown = Paginator(matches_of(device.club), PAGE).get_page(request.GET.get("page"))
    zone = ZoneInfo(device.club.zone)
    context = {"club": device.club, "page": shown, "matches": [ShownMatch(match, zone) for match in shown]}
    return render(request, "club/matches.html", context)
