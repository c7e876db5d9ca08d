"""What the club plays for, and who shares a purse."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from games import players
from games.access import Action, club_page
from games.forms.money import PurseForm, StakesForm
from games.models import Device
from games.people import People
from games.players import told_apart
from games.words.sentences import listed


@require_http_methods(["GET", "POST"])
@club_page(Action.KEEP)
def page(request: HttpRequest, device: Device) -> HttpResponse:
    """The currency and the prices by which matches start from now on."""
    if request.method == "GET":
        return _show(request, device, StakesForm(device.club))
    form = StakesForm(device.club, request.POST)
    if not form.is_valid():
        return _show(request, device, form, status=422)
    form.save()
    return redirect("settling", device.club_id)


@require_POST
@club_page(Action.KEEP)
def share_purse(request: HttpRequest, device: Device) -> HttpResponse:
    """Two pay out of one purse from now on, or somebody out of his own again."""
    people = People(device.club)
    form = PurseForm(_named(people), request.POST)
    if not form.is_valid():
        return _show(request, device, StakesForm(device.club), form, status=422)
    player, other = (people.persons.get(form.cleaned_data[one]) for one in ("player", "other"))
    assert player is not None
    player.club = device.club
    players.share_purse(player, other)
    return redirect("stakes", device.club_id)


def _named(people: People) -> dict[int, str]:
    """What everybody is called, by name."""
    return told_apart(sorted(people.persons.values(), key=players.by_name))


def _show(
    request: HttpRequest,
    device: Device,
    form: StakesForm,
    purse_form: PurseForm | None = None,
    status: int = 200,
) -> HttpResponse:
    people = People(device.club)
    names = _named(people)
    purses = {tuple(people.sharing(one)) for one in people.purses}
    context = {
        "club": device.club,
        "form": form,
        "purse_form": purse_form or PurseForm(names),
        "several": len(names) > 1,
        "purses": [listed([names[one] for one in sharing]) for sharing in sorted(purses) if len(sharing) > 1],
    }
    return render(request, "money/stakes.html", context, status=status)
