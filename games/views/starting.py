"""Starting a match: line-up, first dealer, rules.

What was chosen so far stands in the form, and after each button in the address too, so that reload
and back keep it. Every button but the one that starts the match changes what stands there and shows
the page again.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Sequence
from hashlib import sha256

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST
from django_htmx.http import replace_url

from games import matches, players
from games.access import Action, club_page, may
from games.forms.line_up import move, toggle
from games.forms.players import NewPlayerForm
from games.forms.rules import MixForm, Rules, RulesForm
from games.forms.sending import new_key
from games.models import Device, Ending, Match, Player, Preset
from games.players import Namesakes, alike, alone_at
from games.scoring import GAMES
from games.views.books import read, table_url
from games.views.offer import Mix, Offer
from games.views.played import ShownGame
from games.words.sentences import isolated


@require_http_methods(["GET", "POST"])
@club_page(Action.SCORE)
def page(request: HttpRequest, device: Device, game: str) -> HttpResponse:
    if game not in GAMES:
        raise Http404
    offer = Offer(device, game, request.POST if request.method == "POST" else request.GET)
    if "start" in request.POST:
        return _start(request, offer)
    if "save" in request.POST:
        return _save(request, offer)
    if "another" in request.POST or ("add" in request.POST and request.POST.get("name", "").strip()):
        return _add(request, offer)
    if request.method == "POST":
        _choose(offer)
        return _again(request, offer)
    return _show(request, offer, asked=bool(offer.away))


def _choose(offer: Offer) -> None:
    """Do what a button says that changes nothing but what was chosen."""
    told = offer.told
    if seat := told.get("toggle"):
        toggle(told, seat)
    elif seat := told.get("move"):
        move(told, seat)
    elif mix := told.get("preset"):
        offer.choose_mix(mix)
    elif "draw" in told and (people := offer.line_up().players):
        told["dealer"] = told["drawn"] = str(secrets.choice(people).pk)


def _add(request: HttpRequest, offer: Offer) -> HttpResponse:
    """Add a new player to the club, and seat him."""
    told = offer.told
    form = NewPlayerForm.told(told)
    if not form.is_valid():
        return _show(request, offer, new_player=form, status=422)
    try:
        player = players.add(offer.club, form.cleaned_data["name"], beside=form.cleaned_data["beside"])
    except Namesakes as namesakes:
        return _show(request, offer, new_player=form, namesakes=namesakes, status=422)
    told.appendlist("seat", str(player.pk))
    told["name"] = ""
    return _again(request, offer)


def _save(request: HttpRequest, offer: Offer) -> HttpResponse:
    """Save the rules chosen as a mix of the club's; whether it replaces one of that name is asked once."""
    if not may(offer.device, Action.KEEP):
        raise PermissionDenied
    form, rules = MixForm(offer.told), offer.rules()
    if not form.is_valid() or not rules.mixed:
        return _show(request, offer, mix_form=form, status=422)
    name = form.cleaned_data["mix"]
    same = next((mix for mix in offer.mixes if alike(mix.title) == alike(name)), None)
    if same and not same.saved:
        form.add_error("mix", _("The game has rules of that name already."))
        return _show(request, offer, mix_form=form, status=422)
    if same and same.rules != rules.mix and same.code != offer.told["save"]:
        return _show(request, offer, mix_form=form, replaces=same, status=422)
    name = same.title if same else name
    with alone_at(offer.club):
        Preset.objects.update_or_create(
            club=offer.club, game=offer.code, name=name, defaults={"rules": rules.mix}
        )
    offer.told["mix"] = ""
    return _again(request, offer)


def _start(request: HttpRequest, offer: Offer) -> HttpResponse:
    if name := offer.told.get("name", "").strip():
        form = NewPlayerForm.told(offer.told)
        form.add_error(
            "name",
            _("%(name)s is not at the table yet. Add the name, or clear it.") % {"name": isolated(name)},
        )
        return _show(request, offer, new_player=form, asked=True, status=422)
    line_up, rules = offer.line_up(), offer.rules(asked=True)
    if line_up.errors or not rules.is_valid():
        return _show(request, offer, asked=True, status=422)
    people, dealer = line_up.players, line_up.first_dealer
    match = _begin(offer.device, offer.code, people, dealer, rules.cleaned_data, offer.told.get("key"))
    return redirect(table_url(match))


def _begin(
    device: Device, game: str, people: list[Player], first_dealer: int, rules: Rules, sent: str | None
) -> Match:
    """Start a match. Sent again as it was it starts no second one; with another dealer, say, it does."""
    content = [sent or new_key(), game, [player.pk for player in people], first_dealer, rules]
    key = sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()
    return matches.start(
        device.club,
        game=game,
        players=people,
        first_dealer=first_dealer,
        rules=rules,
        key=key,
        by=device,
    )


def _again(request: HttpRequest, offer: Offer) -> HttpResponse:
    """The page again with what was chosen, at an address that keeps it."""
    if not request.headers.get("HX-Request"):
        return redirect(offer.url)
    fresh = Offer(offer.device, offer.code, offer.told)
    return replace_url(_show(request, fresh), offer.url)


def _show(
    request: HttpRequest,
    offer: Offer,
    *,
    new_player: NewPlayerForm | None = None,
    namesakes: Namesakes | None = None,
    mix_form: MixForm | None = None,
    replaces: Mix | None = None,
    asked: bool = False,
    status: int = 200,
) -> HttpResponse:
    """The page, or the form alone to a script; `asked` is whether to say what a start still lacks."""
    rules, line_up = offer.rules(asked=asked), offer.line_up()
    new_player = new_player or NewPlayerForm(initial=offer.told.dict())
    context = {
        "club": offer.club,
        "game": ShownGame.of(offer.code),
        "offer": offer,
        "line_up": line_up,
        "rules": rules,
        "chosen": offer.chosen_mix(rules),
        "new_player": new_player,
        "refused": _refused(rules, new_player, line_up.errors if asked else ()),
        "namesakes": namesakes,
        "mix_form": mix_form or MixForm(initial=offer.told.dict()),
        "replaces": replaces,
        "may_keep": may(offer.device, Action.KEEP),
        "asked": asked,
        "key": new_key(),
    }
    template = "start/_form.html" if request.headers.get("HX-Request") else "start/page.html"
    return render(request, template, context, status=status)


def _refused(rules: RulesForm, new_player: NewPlayerForm, seating: Sequence[str]) -> str:
    """What is refused, in a sentence: the first on the page; "" where nothing is."""
    refusals = [
        *(rule.wrong for rule in rules.agreed),
        *new_player.errors.get("name", ()),
        *seating,
        *(rule.wrong for rule in rules.others),
    ]
    return next(filter(None, refusals), "")


@require_POST
@club_page(Action.SCORE)
def rematch(request: HttpRequest, device: Device, match_id: int) -> HttpResponse:
    """The same people, rules and game again; the game says who deals.

    Whoever at the table is second to ask for it comes to the match that the first one started. Where
    somebody was archived since, the start page says who, and offers the rest.
    """
    book = read(device.club, match_id)
    if book.match.ending == Ending.LIVE:
        return redirect(table_url(book.match))
    people = players.persons([seat.player for seat in book.seats])
    if away := [str(player.pk) for player in people if player.archived_at]:
        told = QueryDict(mutable=True)
        told.setlist("away", away)
        offer = Offer(device, book.match.game, told)
        offer.repeat(book.match)
        return redirect(offer.url)
    dealer = int(book.replay.sheet.rematch_dealer)
    match = _begin(device, book.match.game, people, dealer, book.match.rules, f"after {match_id}")
    return redirect(table_url(match))


@require_http_methods(["GET", "POST"])
@club_page(Action.KEEP)
def delete_mix(request: HttpRequest, device: Device, game: str, preset_id: int) -> HttpResponse:
    """Forget a mix of rules: asked once. What was chosen on the start page comes along in the address."""
    back = f"{reverse('start', args=[device.club_id, game])}?{request.GET.urlencode()}"
    mixes = Preset.objects.filter(club=device.club, game=game, pk=preset_id)
    if request.method == "POST":
        if preset := mixes.first():
            with alone_at(device.club):
                preset.delete()
        return redirect(back)
    context = {"club": device.club, "preset": get_object_or_404(mixes), "back": back}
    return render(request, "start/delete_mix.html", context)
