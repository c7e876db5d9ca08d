"""The evenings of a club: what was played in each; naming, closing, joining and splitting them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from games import evenings
from games.access import Action, club_page, may
from games.accounts import Account
from games.evenings import Another
from games.forms.evenings import EveningForm, WhereForm
from games.models import Device, Evening, Match
from games.people import People
from games.players import alone_at
from games.turns import in_turn
from games.views.came_to import outcomes
from games.views.offline import may_be_kept
from games.views.paging import Leaves
from games.views.sitting import Sitting, evenings_of

PAGE = 10


@require_GET
@club_page(Action.LOOK)
@may_be_kept
def listing(request: HttpRequest, device: Device) -> HttpResponse:
    """The evenings of the club, newest first, a page at a time."""
    leaf = Leaves(evenings_of(device.club), PAGE, time="began_at").leaf(request.GET)
    zone, now, people = device.club.clock, timezone.now(), People(device.club)
    context = {
        "club": device.club,
        "leaf": leaf,
        "evenings": [Sitting(one, zone, now, people) for one in leaf],
    }
    return render(request, "evenings/list.html", context)


@require_GET
@club_page(Action.LOOK)
@may_be_kept
def page(request: HttpRequest, device: Device, evening_id: int) -> HttpResponse:
    """An evening. Its address may say what was just done to it."""
    return _show(request, device, _evening(device, evening_id))


def _show(
    request: HttpRequest,
    device: Device,
    evening: Evening,
    form: EveningForm | None = None,
    wrong: str = "",
    status: int = 200,
) -> HttpResponse:
    now = timezone.now()
    people = People(device.club)
    sitting = Sitting(evening, device.club.clock, now, people)
    later = evenings.following(evening)
    stakes = any(match.coin for match in evening.matches.all())
    came_to = outcomes(Account(device.club, evening, people)) if stakes else []
    context = {
        "club": device.club,
        "sitting": sitting,
        "earlier": evenings.preceding(evening),
        "later": later,
        "may_score": may(device, Action.SCORE),
        "may_open": evenings.may_open(evening, later, now),
        "stakes": stakes,
        "outcomes": came_to,
        "may_carry": not sitting.goes_on and any(one.open for one in came_to),
        "form": form or EveningForm(evening),
        "wrong": wrong,
        "done": _done(request, sitting, later),
    }
    return render(request, "evenings/page.html", context, status=status)


@dataclass(frozen=True)
class Done:
    """What was just done to an evening, and the form that takes it back: where it goes, and what it tells."""

    text: str
    back: str
    match: int
    called: str


def _done(request: HttpRequest, sitting: Sitting, later: Evening | None) -> Done | None:
    """What the address says was done, if it still is so."""
    club, evening, asked = sitting.evening.club_id, sitting.evening.pk, request.GET
    if "joined" in asked and any(str(match.id) == asked["joined"] for match in sitting.matches[1:]):
        back = reverse("split-evening", args=[club, evening])
        return Done(_("The two are one evening now."), back, int(asked["joined"]), asked.get("called", ""))
    if later and asked.get("split") == str(later.pk):
        begins = evenings.matches_of(later)[0]
        back = reverse("join-evenings", args=[club, evening])
        return Done(_("What came later is an evening of its own now."), back, begins.pk, later.name)
    return None


@require_POST
@club_page(Action.SCORE)
def name(request: HttpRequest, device: Device, evening_id: int) -> HttpResponse:
    evening = _evening(device, evening_id)
    form = EveningForm(evening, request.POST)
    if not form.is_valid():
        return _show(request, device, evening, form=form, status=422)
    with alone_at(device.club):
        Evening.objects.filter(pk=evening.pk).update(name=form.cleaned_data["name"])
    return redirect("evening", device.club_id, evening_id)


@require_POST
@club_page(Action.SCORE)
def close(request: HttpRequest, device: Device, evening_id: int) -> HttpResponse:
    with alone_at(device.club):
        evenings.close(_evening(device, evening_id), timezone.now())
    return redirect("evening", device.club_id, evening_id)


@require_POST
@club_page(Action.SCORE)
def open_again(request: HttpRequest, device: Device, evening_id: int) -> HttpResponse:
    try:
        with alone_at(device.club):
            evenings.open_again(_evening(device, evening_id), timezone.now())
    except Another:
        wrong = _("Another evening has begun meanwhile. The two can be joined.")
        return _show(request, device, _evening(device, evening_id), wrong=wrong, status=409)
    return redirect("evening", device.club_id, evening_id)


@require_http_methods(["GET", "POST"])
@club_page(Action.SCORE)
def join(request: HttpRequest, device: Device, evening_id: int) -> HttpResponse:
    """Join an evening with the next: asked once, and taken back by splitting them where the next began."""
    evening = _evening(device, evening_id)
    form = WhereForm(request.POST)
    if request.method == "GET" or not form.is_valid():
        return _ask_to_join(request, device, evening)
    told = form.cleaned_data
    try:
        with _alone_with(device, evening_id, told["match"]) as (evening, match):
            if match.evening != evening:
                evenings.join(evening, match.evening)
    except Another:
        return _ask_to_join(request, device, evening, status=409)
    return redirect(_url(evening, joined=match.pk, called=told["called"]))


def _ask_to_join(request: HttpRequest, device: Device, evening: Evening, status: int = 200) -> HttpResponse:
    later = evenings.following(evening)
    if later is None:
        return redirect(_url(evening))
    zone, now, people = device.club.clock, timezone.now(), People(device.club)
    one, other = (Sitting(which, zone, now, people) for which in (evening, _evening(device, later.pk)))
    context = {"club": device.club, "sitting": one, "other": other, "again": status == 409}
    return render(request, "evenings/join.html", context, status=status)


@require_http_methods(["GET", "POST"])
@club_page(Action.SCORE)
def split(request: HttpRequest, device: Device, evening_id: int) -> HttpResponse:
    """Split an evening at a match: asked once, and taken back by joining the two."""
    evening = _evening(device, evening_id)
    form = WhereForm(request.POST if request.method == "POST" else None)
    if not form.is_valid():
        return _ask_to_split(request, device, evening, form)
    told = form.cleaned_data
    try:
        with _alone_with(device, evening_id, told["match"]) as (evening, match):
            if match.evening == evening:
                evenings.split(evening, match, told["called"])
    except Another:
        form.add_error("match", _("Nothing would be left of this evening."))
        return _ask_to_split(request, device, evening, form)
    return redirect(_url(evening, split=_match(device, match.pk).evening_id))


def _ask_to_split(request: HttpRequest, device: Device, evening: Evening, form: WhereForm) -> HttpResponse:
    sitting = Sitting(evening, device.club.clock, timezone.now(), People(device.club))
    context = {"club": device.club, "sitting": sitting, "form": form}
    return render(request, "evenings/split.html", context, status=422 if form.is_bound else 200)


def _evening(device: Device, evening_id: int) -> Evening:
    """An evening of the club, with what was played in it; what is not the club's does not exist."""
    return get_object_or_404(evenings_of(device.club), pk=evening_id)


@contextmanager
def _alone_with(device: Device, evening_id: int, match_id: int) -> Iterator[tuple[Evening, Match]]:
    """An evening and a match: nobody else changes the club meanwhile, nor a match that may change its evening.

    The matches are held before the club, as whoever records a deal holds them.
    """
    with in_turn():
        evenings_of_both = [evening_id, _match(device, match_id).evening_id]
        held = Match.objects.filter(club=device.club, evening__in=evenings_of_both).order_by("pk")
        list(held.select_for_update().values_list("pk"))
        with alone_at(device.club):
            yield _evening(device, evening_id), _match(device, match_id)


def _match(device: Device, match_id: int) -> Match:
    return get_object_or_404(Match.objects.select_related("evening"), club=device.club, pk=match_id)


def _url(evening: Evening, **done: Any) -> str:
    """The address of an evening, which may say what was just done."""
    address = reverse("evening", args=[evening.club_id, evening.pk])
    return f"{address}?{urlencode(done)}" if done else address
