"""Settling up: the pages of who pays whom, for an evening or for all that is open, also to be shared."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_GET, require_POST

from games import payments
from games.access import Action, club_page, may
from games.models import Device, Evening
from games.views.payments import as_number, everything, settling_url
from games.views.recap import as_picture, as_text
from games.views.who_pays import Settling


def _settling(request: HttpRequest, device: Device, evening_id: int | None) -> Settling:
    evening = None
    if evening_id is not None:
        evening = get_object_or_404(Evening, club=device.club, pk=evening_id)
    written = as_number(request.GET.get("payment", ""))
    done = everything(device).filter(pk=written).first() if written else None
    return Settling(device, evening, request.GET.get("coin"), request.GET.get("one", ""), done)


@require_GET
@club_page(Action.LOOK)
def page(request: HttpRequest, device: Device, evening_id: int | None = None) -> HttpResponse:
    """Who pays whom. `?coin=` asks for a coin, `?one=` for everybody to pay one; `?payment=` was written last."""
    return render(request, "money/settling.html", shown(request, device, evening_id))


def shown(request: HttpRequest, device: Device, evening_id: int | None) -> dict[str, Any]:
    """What the page shows a device."""
    settling = _settling(request, device, evening_id)
    return {
        "club": device.club,
        "settling": settling,
        "evening": settling.evening,
        "done": settling.done,
        "may_score": may(device, Action.SCORE),
        "may_keep": may(device, Action.KEEP),
    }


@require_GET
@club_page(Action.LOOK)
def text(request: HttpRequest, device: Device, evening_id: int | None = None) -> HttpResponse:
    """The same to be sent to others."""
    return as_text(_settling(request, device, evening_id).lines())


@require_GET
@club_page(Action.LOOK)
def picture(request: HttpRequest, device: Device, evening_id: int | None = None) -> HttpResponse:
    """The same as a picture, for chats that take no more."""
    return as_picture(request, _settling(request, device, evening_id).lines())


@require_POST
@club_page(Action.SCORE)
def carry(request: HttpRequest, device: Device, evening_id: int) -> HttpResponse:
    """What an evening left open is settled with the rest, or by itself after all (`alone`)."""
    evening = get_object_or_404(Evening.objects.select_related("club"), club=device.club, pk=evening_id)
    if "alone" in request.POST:
        payments.settle_alone(evening)
    else:
        payments.carry(evening)
    return redirect(settling_url(evening, device))
