"""Which device may see or do what.

A device shows its token in a cookie. What it may not see does not exist for it (404); what it may
see but not do is refused (403).
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable
from datetime import timedelta
from enum import Enum
from functools import wraps
from typing import Any

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.cache import add_never_cache_headers

from games.models import Club, Device, Role

COOKIE = "device"
COOKIE_AGE = timedelta(days=400)
"""As long as browsers keep one; renewed on the way."""
SEEN_EVERY = timedelta(minutes=10)
"""How exactly it is known when a device was last seen; a page looked at more often writes nothing."""


class Action(Enum):
    LOOK = "look"
    SCORE = "score"
    """Record, correct, strike, restore, undo, redo; start and end matches."""
    KEEP = "keep"
    """Players, presets, and what else the club is."""


MAY = {
    Role.KEEPER: frozenset(Action),
    Role.SCORER: frozenset({Action.LOOK, Action.SCORE}),
    Role.WATCHER: frozenset({Action.LOOK}),
}


def may(device: Device, action: Action) -> bool:
    return action in MAY[Role(device.role)]


def token_hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def own_devices(request: HttpRequest) -> list[Device]:
    """What this browser is in each club that it has joined."""
    token = request.COOKIES.get(COOKIE)
    if not token:
        return []
    return list(
        Device.objects.select_related("club").filter(token_hash=token_hash(token)).order_by("-seen_at")
    )


def join(request: HttpRequest, response: HttpResponse, club: Club, role: Role) -> Device:
    """Make this browser a device of the club; its cookie is set on `response`.

    A token is kept only if it is one of ours: what else is in the cookie, somebody may have put there.
    """
    token = request.COOKIES[COOKIE] if own_devices(request) else secrets.token_urlsafe(32)
    device, _ = Device.objects.get_or_create(club=club, token_hash=token_hash(token), defaults={"role": role})
    remember(response, token)
    return device


def remember(response: HttpResponse, token: str) -> None:
    response.set_cookie(
        COOKIE, token, max_age=COOKIE_AGE, httponly=True, samesite="Lax", secure=settings.HTTPS
    )


View = Callable[..., HttpResponse]


def club_page(action: Action) -> Callable[[View], View]:
    """A view of one club: called with the device that asks in place of the club's id.

    Its pages are kept by no cache: they are for this device, and a part of one, for htmx, has the
    same address as the whole.
    """

    def guard(view: View) -> View:
        @wraps(view)
        def guarded(request: HttpRequest, club: str, **asked: Any) -> HttpResponse:
            token = request.COOKIES.get(COOKIE, "")
            device = (
                Device.objects.select_related("club").filter(club=club, token_hash=token_hash(token)).first()
            )
            if device is None:
                raise Http404
            if not may(device, action):
                raise PermissionDenied
            seen = _see(device)
            response = view(request, device, **asked)
            if seen:
                remember(response, token)
            add_never_cache_headers(response)
            return response

        return guarded

    return guard


def _see(device: Device) -> bool:
    """Note that a device was here; whether that was worth noting."""
    now = timezone.now()
    if now - device.seen_at < SEEN_EVERY:
        return False
    Device.objects.filter(pk=device.pk).update(seen_at=now)
    return True
