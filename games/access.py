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
from typing import Any, TypeVar

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.db import DatabaseError
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.utils import timezone
from django.utils.cache import add_never_cache_headers
from django.utils.crypto import salted_hmac

from games.models import Club, Device, Role
from scorekeeper.faults import fault_of

COOKIE = "device"
COOKIE_AGE = timedelta(days=400)
"""As long as browsers keep one; renewed on the way."""
SEEN_EVERY = timedelta(minutes=10)
"""How exactly it is known when a device was last seen; a page looked at more often writes nothing."""


class Action(Enum):
    LOOK = "look"
    """See all that is played; say what the own phone is called and whose it is, and leave."""
    SCORE = "score"
    """Record, correct, strike, restore, undo, redo; start and end matches."""
    KEEP = "keep"
    """Players, presets, phones and their codes, and what else the club is. Nobody else sees a code."""


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


def device_in(request: HttpRequest, club: Club | str) -> Device | None:
    """What this browser is in a club, given itself or by its id."""
    hashed = token_hash(request.COOKIES.get(COOKIE, ""))
    return Device.objects.select_related("club", "player").filter(club=club, token_hash=hashed).first()


def join(request: HttpRequest, response: HttpResponse, club: Club, role: Role, key: str) -> Device:
    """Make this browser a device of the club, or lift it to a higher role; its cookie is set on `response`.

    The form sent twice, before any cookie came, makes one device by its `key`.
    """
    token = _token(request, key)
    device, _ = Device.objects.get_or_create(club=club, token_hash=token_hash(token), defaults={"role": role})
    Device.objects.filter(pk=device.pk, role__in=below(role)).update(role=role)
    remember(response, token)
    return device


def come_back(request: HttpRequest, response: HttpResponse, key: str) -> None:
    """Set the cookie of a browser that sent the form of its `key` again: it may what it may by now."""
    remember(response, _token(request, key))


def below(role: Role) -> list[Role]:
    """The roles that may do less."""
    return [other for other in Role if MAY[other] < MAY[role]]


def _token(request: HttpRequest, key: str) -> str:
    """A browser's token is kept only if it is one of ours: what else is in its cookie, somebody may have put there.

    A new one is made of the form's key, which nobody else has seen.
    """
    if own_devices(request):
        return request.COOKIES[COOKIE]
    return salted_hmac("games.device", key or secrets.token_urlsafe(32), algorithm="sha256").hexdigest()


def remember(response: HttpResponseBase, token: str) -> None:
    response.set_cookie(
        COOKIE, token, max_age=COOKIE_AGE, httponly=True, samesite="Lax", secure=settings.HTTPS
    )


View = Callable[..., HttpResponse]
Answer = TypeVar("Answer", bound=HttpResponseBase)


def club_page(action: Action) -> Callable[[Callable[..., Answer]], Callable[..., Answer]]:
    """A view of one club: called with the device that asks in place of the club's id.

    Its pages are kept by no cache: they are for this device, and a part of one, for htmx, has the
    same address as the whole.
    """

    def guard(view: Callable[..., Answer]) -> Callable[..., Answer]:
        @wraps(view)
        def guarded(request: HttpRequest, club: str, **asked: Any) -> Answer:
            device = device_in(request, club)
            if device is None:
                raise Http404
            if not may(device, action):
                raise PermissionDenied
            seen = _see(device)
            response = view(request, device, **asked)
            if seen:
                remember(response, request.COOKIES[COOKIE])
            add_never_cache_headers(response)
            return response

        return guarded

    return guard


def _see(device: Device) -> bool:
    """Note that a device was here; whether that was worth noting."""
    now = timezone.now()
    if now - device.seen_at < SEEN_EVERY:
        return False
    try:
        Device.objects.filter(pk=device.pk).update(seen_at=now)
    except DatabaseError as raised:
        if fault_of(raised) is None:
            raise
        return False  # where nothing can be written, one can still look
    return True
