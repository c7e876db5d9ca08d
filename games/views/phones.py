"""The phones of a club, and the codes by which they come in; what a phone says of itself."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods

from games import codes
from games.access import Action, club_page
from games.forms.phones import DUTIES, ROLES, KeptPhoneForm, PhoneForm
from games.forms.sending import Sending, new_key
from games.models import Code, Device, Role
from games.phones import LastKeeper, remove, still_kept
from games.views.naming import time_of
from scorekeeper.address import from_the_network, is_own, qr_svg


@dataclass(frozen=True)
class Door:
    """A way in for one role: the code to say, the link to send, and its picture for a camera."""

    role: str
    title: Promise
    duty: Promise
    code: str
    link: str
    picture: SafeString

    @classmethod
    def of(cls, code: Code, request: HttpRequest) -> Door:
        role = Role(code.role)
        link = from_the_network(request.build_absolute_uri(reverse("come-in", args=[code.text])))
        picture = mark_safe(qr_svg(link))  # noqa: S308 - drawn here
        return cls(role.value, ROLES[role], DUTIES[role], code.text, link, picture)


@dataclass(frozen=True)
class ShownPhone:
    """A phone in the list."""

    id: int
    name: str
    own: bool
    facts: list[str]


@require_GET
@club_page(Action.KEEP)
def listing(request: HttpRequest, device: Device) -> HttpResponse:
    """Who is in, and how others come in. `?open=watcher` shows that role's code first."""
    club, zone = device.club, device.club.clock
    doors = [Door.of(code, request) for code in codes.of_club(club).values()]
    there = Device.objects.filter(club=club).select_related("player").order_by("pk")
    context = {
        "club": club,
        "doors": doors,
        "open": request.GET.get("open", Role.SCORER),
        "only_here": is_own(doors[0].link),
        "phones": [_shown(phone, device, zone) for phone in there],
        "printed": club.recovery_hash is not None,
    }
    return render(request, "phones/page.html", context)


def _shown(phone: Device, own: Device, zone: ZoneInfo) -> ShownPhone:
    facts = [str(ROLES[Role(phone.role)])]
    if phone.player:
        facts.append(phone.player.name)
    if phone.pk != own.pk:
        facts.append(_seen(phone.seen_at, zone))
    return ShownPhone(phone.pk, _called(phone), phone.pk == own.pk, facts)


def _called(phone: Device) -> str:
    return phone.name or _("A phone without a name")


def _seen(at: datetime, zone: ZoneInfo) -> str:
    """When a phone was seen, for people of today."""
    day = at.astimezone(zone).date()
    if day == timezone.now().astimezone(zone).date():
        return _("seen today at %(time)s") % {"time": time_of(at, zone)}
    # Translators: how a date is written, in Django's letters for parts of a date.
    date = date_format(day, _("j F Y"))
    return _("seen on %(date)s") % {"date": date}


@require_http_methods(["GET", "POST"])
@club_page(Action.KEEP)
def renew(request: HttpRequest, device: Device, role: str) -> HttpResponse:
    """A new code for a role: asked once. The form names the code that it replaces."""
    if role not in Role.values:
        raise Http404
    club, of_role = device.club, Role(role)
    if request.method == "POST":
        if codes.is_spoken(old := request.POST.get("old", "")):
            codes.renew(club, of_role, old)
        return redirect(f"{reverse('phones', args=[club.pk])}?open={role}")
    context = {"club": club, "code": codes.of_club(club)[of_role].text, "title": ROLES[of_role], "role": role}
    return render(request, "phones/renew.html", context)


@require_http_methods(["GET", "POST"])
@club_page(Action.KEEP)
def recovery(request: HttpRequest, device: Device) -> HttpResponse:
    """A new recovery code, shown this once; the form sent again shows the same one."""
    club, sending = device.club, Sending(request.POST)
    if request.method == "POST" and sending.is_valid():
        code = codes.new_recovery(club, sending.cleaned_data["key"])
        address = from_the_network(request.build_absolute_uri(reverse("home")))
        return render(request, "phones/paper.html", {"club": club, "code": code, "address": address})
    context = {"club": club, "printed": club.recovery_hash is not None, "key": new_key()}
    return render(request, "phones/recovery.html", context, status=200 if request.method == "GET" else 422)


@require_http_methods(["GET", "POST"])
@club_page(Action.KEEP)
def edit(request: HttpRequest, device: Device, device_id: int) -> HttpResponse:
    """What a phone is called, whose it is, and what it may do."""
    phone = _phone(device, device_id)
    own = phone.pk == device.pk
    form = KeptPhoneForm(device.club, phone, request.POST if request.method == "POST" else None)
    if form.is_valid():
        try:
            with still_kept(device.club):
                form.save(phone)
        except LastKeeper:
            form.add_error("role", _last_keeper())
        else:
            keeps = not own or form.cleaned_data["role"] == Role.KEEPER
            return redirect("phones" if keeps else "club", device.club_id)
    context = {"club": device.club, "phone": phone, "called": _called(phone), "form": form, "own": own}
    return render(request, "phones/edit.html", context, status=422 if form.is_bound else 200)


@require_http_methods(["GET", "POST"])
@club_page(Action.KEEP)
def take_out(request: HttpRequest, device: Device, device_id: int) -> HttpResponse:
    """Remove a phone from the club: asked once."""
    if device_id == device.pk:
        return redirect("leave", device.club_id)
    phone = _phone(device, device_id)
    return _removed(request, device, phone, "phones")


@require_http_methods(["GET", "POST"])
@club_page(Action.LOOK)
def leave(request: HttpRequest, device: Device) -> HttpResponse:
    """The own phone leaves the club: asked once."""
    return _removed(request, device, device, "this-phone")


def _removed(request: HttpRequest, device: Device, phone: Device, back: str) -> HttpResponse:
    """Ask whether a phone is to be removed, or remove it."""
    own = phone.pk == device.pk
    context = {"club": device.club, "called": _called(phone), "own": own, "back": back}
    if request.method == "POST":
        try:
            remove(phone)
        except LastKeeper:
            context["wrong"] = _last_keeper()
            return render(request, "phones/remove.html", context, status=422)
        return redirect("home") if own else redirect("phones", device.club_id)
    return render(request, "phones/remove.html", context)


@require_http_methods(["GET", "POST"])
@club_page(Action.LOOK)
def this_phone(request: HttpRequest, device: Device) -> HttpResponse:
    """What the own phone is called, and whose it is."""
    form = PhoneForm(device.club, device, request.POST if request.method == "POST" else None)
    if form.is_valid():
        form.save(device)
        return redirect("club", device.club_id)
    context = {
        "club": device.club,
        "form": form,
        "role": ROLES[Role(device.role)],
        "duty": DUTIES[Role(device.role)],
    }
    return render(request, "phones/this.html", context, status=422 if form.is_bound else 200)


def _phone(device: Device, device_id: int) -> Device:
    """A phone of the club; what is not the club's does not exist."""
    return get_object_or_404(Device.objects.select_related("player"), club=device.club, pk=device_id)


def _last_keeper() -> str:
    return _("Somebody has to keep the club. Make another phone a keeper first.")
