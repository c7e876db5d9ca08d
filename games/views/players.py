"""The players of a club: adding, renaming, archiving, bringing back."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from games import players
from games.access import Action, club_page, may
from games.forms.players import NewPlayerForm, PlayerForm
from games.models import Device, Player
from games.players import Namesakes


@require_GET
@club_page(Action.LOOK)
def listing(request: HttpRequest, device: Device) -> HttpResponse:
    return _show(request, device, NewPlayerForm())


@require_POST
@club_page(Action.SCORE)
def add(request: HttpRequest, device: Device) -> HttpResponse:
    """Add a player; whether it is to be another one of the same name is asked once."""
    form = NewPlayerForm.told(request.POST)
    if not form.is_valid():
        return _show(request, device, form, status=422)
    try:
        players.add(device.club, form.cleaned_data["name"], beside=form.cleaned_data["beside"])
    except Namesakes as namesakes:
        return _show(request, device, form, namesakes, status=422)
    return redirect("players", device.club_id)


@require_http_methods(["GET", "POST"])
@club_page(Action.KEEP)
def edit(request: HttpRequest, device: Device, player_id: int) -> HttpResponse:
    """Rename and mark a player; whether he is to be called as somebody else is asked once."""
    if request.method == "GET":
        player = _player(device, player_id)
        context = {"club": device.club, "player": player, "form": PlayerForm(player, [])}
        return render(request, "players/edit.html", context)
    with players.alone_at(device.club):
        player = _player(device, player_id)
        others = list(Player.objects.filter(club=device.club).exclude(pk=player.pk))
        form = PlayerForm(player, others, request.POST)
        if form.is_valid():
            form.save()
            return redirect("players", device.club_id)
    context = {"club": device.club, "player": player, "form": form, "namesakes": form.namesakes}
    return render(request, "players/edit.html", context, status=422)


@require_POST
@club_page(Action.KEEP)
def archive(request: HttpRequest, device: Device, player_id: int) -> HttpResponse:
    players.archive(_player(device, player_id))
    return redirect("players", device.club_id)


@require_POST
@club_page(Action.KEEP)
def bring_back(request: HttpRequest, device: Device, player_id: int) -> HttpResponse:
    players.bring_back(_player(device, player_id))
    return redirect("players", device.club_id)


def _player(device: Device, player_id: int) -> Player:
    """A player of the club; what is not the club's does not exist."""
    try:
        return Player.objects.select_related("club").get(club=device.club, pk=player_id)
    except Player.DoesNotExist:
        raise Http404 from None


def _show(
    request: HttpRequest,
    device: Device,
    form: NewPlayerForm,
    namesakes: Namesakes | None = None,
    status: int = 200,
) -> HttpResponse:
    everybody = sorted(Player.objects.filter(club=device.club), key=players.by_name)
    context = {
        "club": device.club,
        "may_score": may(device, Action.SCORE),
        "may_keep": may(device, Action.KEEP),
        "playing": [player for player in everybody if not player.archived_at],
        "archived": [player for player in everybody if player.archived_at],
        "form": form,
        "namesakes": namesakes,
    }
    return render(request, "players/page.html", context, status=status)
