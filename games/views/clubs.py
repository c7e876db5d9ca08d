"""The clubs of a browser, opening one, and the page of a club: what goes on, what was played."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods

from games import players
from games.access import Action, club_page, come_back, join, may, own_devices
from games.accounts import Account
from games.forms.club import ClubForm
from games.forms.coming import CodeForm
from games.forms.sending import new_key
from games.models import Club, Device, Role
from games.scoring import GAMES
from games.turns import in_turn
from games.views.came_to import left_open
from games.views.offline import may_be_kept
from games.views.payments import to_agree
from games.views.played import ShownGame, ShownMatch, matches_of

RUNNING = 9
"""So many running matches stand on the club's page; all of them are among the matches."""
LATELY = 5


@never_cache
@require_http_methods(["GET", "POST"])
@may_be_kept
def home(request: HttpRequest) -> HttpResponse:
    """The clubs that this browser has joined, the field for a code, and the form that opens another one."""
    devices = own_devices(request)
    form = ClubForm(request.POST if request.method == "POST" else None, label_suffix="")
    if form.is_bound and form.is_valid():
        return _open(request, **form.cleaned_data)
    context = {
        "clubs": [device.club for device in devices],
        "code_form": CodeForm(),
        "form": form,
        "key": new_key(),
    }
    return render(request, "club/home.html", context, status=422 if form.is_bound else 200)


@in_turn()
def _open(request: HttpRequest, key: str, name: str, zone: str) -> HttpResponse:
    """A new club, which this browser keeps; the same form sent again leads to it, and makes nobody its keeper."""
    key_of_club = sha256(f"{key or new_key()} {name}".encode()).hexdigest()
    club, is_new = Club.objects.get_or_create(key=key_of_club, defaults={"name": name, "zone": zone})
    response = redirect("club", club.pk)
    if is_new:
        join(request, response, club, Role.KEEPER, key)
    else:
        come_back(request, response, key)
    return response


@require_GET
@club_page(Action.LOOK)
@may_be_kept
def page(request: HttpRequest, device: Device) -> HttpResponse:
    return render(request, "club/page.html", shown(device))


def shown(device: Device) -> dict[str, Any]:
    """What the club's page shows a device."""
    club = device.club
    matches, account = matches_of(club), Account(club)
    zone = club.clock
    running = [ShownMatch(match, zone) for match in matches.filter(ended_at=None)[:RUNNING]]
    ended = [ShownMatch(match, zone) for match in matches.exclude(ended_at=None)[:LATELY]]
    return {
        "club": club,
        "may_score": may(device, Action.SCORE),
        "may_keep": may(device, Action.KEEP),
        "mine": device.person and device.person.pk,
        "running": running,
        "last": ended[0] if ended else None,
        "again": _same_people(ended[0]) if ended else "",
        "games": [ShownGame.of(code) for code in GAMES],
        "ended": ended,
        "open": left_open(account),
        "waiting": to_agree(device, account),
        "players": players.of_club(club),
    }


def _same_people(match: ShownMatch) -> str:
    """Who would play if the match were played again."""
    people = players.persons([seat.player for seat in match.seats])
    return ", ".join(players.told_apart(people).values())
