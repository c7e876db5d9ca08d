"""Coming into a club: by a code that was said or printed, or by the link with one in it."""

from __future__ import annotations

from functools import wraps
from math import ceil

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games import codes
from games.access import View, below, device_in, join
from games.forms.coming import CodeForm
from games.forms.phones import DUTIES, PhoneForm
from games.forms.sending import new_key
from games.guesses import TooMany
from scorekeeper.caller import caller

ONLY_THE_HOST = "strict-origin"
"""No path with a code in it is told on, not even to this server, which may write it into a log."""


def at_the_door(view: View) -> View:
    """A page that codes are tried on: kept by no cache, told on to nobody, and closed to who tries too many."""

    @never_cache
    @require_http_methods(["GET", "HEAD", "POST"])
    @wraps(view)
    def guarded(request: HttpRequest, **asked: str) -> HttpResponse:
        try:
            response = view(request, **asked)
        except TooMany as refused:
            seconds = ceil(refused.wait.total_seconds())
            response = _ask(request, CodeForm(), _too_many(ceil(seconds / 60)), status=429)
            response["Retry-After"] = str(seconds)
        response["Referrer-Policy"] = ONLY_THE_HOST
        return response

    return guarded


@at_the_door
def code(request: HttpRequest) -> HttpResponse:
    """The field for a code. A spoken one leads to the page that says where it leads; the recovery code in."""
    if request.method != "POST":
        return _ask(request, CodeForm())
    form = CodeForm(request.POST)
    if not form.is_valid():
        return _ask(request, form, status=422)
    typed = form.cleaned_data["code"]
    found = codes.invitation(typed, caller(request))
    if found is None:
        form.add_error("code", _wrong())
        return _ask(request, form, status=422)
    if not codes.is_recovery(typed):
        return redirect("come-in", typed)
    response = redirect("club", found.club.pk)
    join(request, response, found.club, found.role, form.cleaned_data["key"])
    return response


@at_the_door
def come_in(request: HttpRequest, code: str) -> HttpResponse:
    """Which club a code leads into, and as what; the phone comes in by a button, as looking is not coming.

    A phone that may do as much already is led on.
    """
    spoken = codes.read(code)
    found = codes.invitation(spoken, caller(request)) if codes.is_spoken(spoken) else None
    if found is None:
        return _ask(request, CodeForm(initial={"code": code}), _wrong(), status=404)
    device = device_in(request, found.club)
    if device and device.role not in below(found.role):
        return redirect("club", found.club.pk)
    form = PhoneForm(found.club, device, request.POST if request.method == "POST" else None)
    if form.is_valid():
        response = redirect("club", found.club.pk)
        form.save(join(request, response, found.club, found.role, request.POST.get("key", "")))
        return response
    context = {
        "club": found.club,
        "duty": DUTIES[found.role],
        "lifted": device is not None,
        "form": form,
        "key": new_key(),
    }
    return render(request, "coming/in.html", context, status=422 if form.is_bound else 200)


def _ask(request: HttpRequest, form: CodeForm, wrong: str = "", status: int = 200) -> HttpResponse:
    context = {"code_form": form, "wrong": wrong, "key": new_key()}
    return render(request, "coming/code.html", context, status=status)


def _wrong() -> str:
    return _("That is no code, or not any more. Look at it again, or ask for a new one.")


def _too_many(minutes: int) -> str:
    return ngettext(
        "Too many wrong codes were tried. In %(minutes)d minute the next one can be.",
        "Too many wrong codes were tried. In %(minutes)d minutes the next one can be.",
        minutes,
    ) % {"minutes": minutes}
