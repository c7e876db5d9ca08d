"""The players of a club: what each has to show for; adding, renaming, archiving, bringing back, merging."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from games import merging, players
from games.access import Action, club_page, may
from games.forms.players import MergeForm, NewPlayerForm, PlayerForm
from games.merging import BothSat
from games.models import Device, Player
from games.people import People
from games.players import Namesakes, told_apart
from games.views.offline import may_be_kept
from games.views.record import ShownRecord, briefly
from games.words.sentences import isolated


@require_GET
@club_page(Action.LOOK)
@may_be_kept
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


@require_GET
@club_page(Action.LOOK)
@may_be_kept
def page(request: HttpRequest, device: Device, player_id: int) -> HttpResponse:
    """What somebody has to show for. Its address may say which entry was just merged into it."""
    people, player = _among_people(device, player_id)
    if player.merged_into_id:
        return redirect("player", device.club_id, people.person(player.pk))
    record = ShownRecord.of(device.club, people, player.pk)
    _own, *merged = (people.entries[entry] for entry in people.entries_of(player.pk))
    context = {
        "club": device.club,
        "player": player,
        "mine": device.person and device.person.pk,
        "total": record.total,
        "beside": record.total.beside(people),
        "games": [(game, figures, figures.beside(people)) for game, figures in record.games],
        "merged": merged,
        "just_merged": next((entry for entry in merged if str(entry.pk) == request.GET.get("merged")), None),
        "may_keep": may(device, Action.KEEP),
    }
    return render(request, "players/record.html", context)


def _among_people(device: Device, player_id: int) -> tuple[People, Player]:
    """The people of the club, and one of them by any entry; what is not the club's does not exist."""
    people = People(device.club)
    if player_id not in people.entries:
        raise Http404
    return people, people.entries[player_id]


@require_http_methods(["GET", "POST"])
@club_page(Action.KEEP)
def edit(request: HttpRequest, device: Device, player_id: int) -> HttpResponse:
    """Rename and mark a player; whether he is to be called as somebody else is asked once."""
    people, player = _among_people(device, player_id)
    if player.merged_into_id:
        return redirect("edit-player", device.club_id, people.person(player.pk))
    if request.method == "GET":
        context = {"club": device.club, "player": player, "form": PlayerForm(player, [])}
        return render(request, "players/edit.html", context)
    with players.alone_at(device.club):
        player = _player(device, player_id)
        others = list(Player.objects.filter(club=device.club).exclude(pk=player.pk))
        form = PlayerForm(player, others, request.POST)
        if form.is_valid():
            form.save()
            return redirect("player", device.club_id, player.pk)
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


@require_http_methods(["GET", "POST"])
@club_page(Action.KEEP)
def merge(request: HttpRequest, device: Device, player_id: int) -> HttpResponse:
    """Make another entry one with a player's: who it is is chosen, what it means is shown, and it is asked once."""
    people, player = _among_people(device, player_id)
    if player.merged_into_id:
        return redirect("player", device.club_id, people.person(player.pk))
    others = sorted((one for one in people.persons.values() if one != player), key=players.by_name)
    asked = request.POST if request.method == "POST" else request.GET
    form = MergeForm(told_apart(others), asked if "other" in asked or request.method == "POST" else None)
    other = people.entries[int(form.cleaned_data["other"])] if form.is_valid() else None
    if other and request.method == "POST":
        try:
            merging.merge(player, other)
        except BothSat:
            pass  # the page says it
        except Player.DoesNotExist:
            return redirect("merge-players", device.club_id, player.pk)
        else:
            address = reverse("player", args=[device.club_id, player.pk])
            return redirect(f"{address}?{urlencode({'merged': other.pk})}")
    return _ask_to_merge(request, device, people, player, form, other)


def _both_sat(player: Player, other: Player) -> str:
    names = {"one": isolated(player.name), "other": isolated(other.name)}
    return _("%(one)s and %(other)s sat in one match: they are two people.") % names


def _ask_to_merge(
    request: HttpRequest,
    device: Device,
    people: People,
    player: Player,
    form: MergeForm,
    other: Player | None,
) -> HttpResponse:
    if other and merging.both_sat(people, player, other):
        form.add_error("other", _both_sat(player, other))
    brief: dict[int, str] = briefly(device.club, people)
    asked = other if other and form.is_valid() else None
    context: dict[str, Any] = {
        "club": device.club,
        "player": player,
        "other": asked,
        "form": form,
        "both": [(one, brief.get(one.pk, "")) for one in (player, asked) if one],
    }
    return render(request, "players/merge.html", context, status=422 if form.errors else 200)


@require_POST
@club_page(Action.KEEP)
def part(request: HttpRequest, device: Device, player_id: int) -> HttpResponse:
    """Undo a merge; the page of the person from whom an entry was parted comes again."""
    people, entry = _among_people(device, player_id)
    if entry.merged_into_id:
        merging.part(entry)
    return redirect("player", device.club_id, people.person(player_id))


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
    people = People(device.club)
    everybody = sorted(people.persons.values(), key=players.by_name)
    brief = briefly(device.club, people)
    for player in everybody:
        player.brief = brief.get(player.pk, "")  # type: ignore[attr-defined]
    context = {
        "club": device.club,
        "may_score": may(device, Action.SCORE),
        "may_keep": may(device, Action.KEEP),
        "mine": device.person and device.person.pk,
        "playing": [player for player in everybody if not player.archived_at],
        "archived": [player for player in everybody if player.archived_at],
        "form": form,
        "namesakes": namesakes,
    }
    return render(request, "players/page.html", context, status=status)
