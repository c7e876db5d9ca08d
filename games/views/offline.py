"""The app on a phone without a network: its worker, its manifest, and the page in place of one that is not there."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from hashlib import sha256
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.storage import ManifestFilesMixin, staticfiles_storage
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_GET

from scorekeeper.collected import sources

MAY_BE_KEPT = "Offline-Copy"
"""The header of a page of which a phone may keep a copy; of others it never does."""
HTMX = "django_htmx/htmx-2.min.js"
PAPER = "#fdfbf4"
ICONS = [("icon-192", 192, "any"), ("icon-512", 512, "any"), ("icon-maskable", 512, "maskable")]


def may_be_kept(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """A page of which phones keep a copy: it has nothing that only some of the club may see, as codes are."""

    @wraps(view)
    def kept(*args: Any, **asked: Any) -> HttpResponse:
        response = view(*args, **asked)
        response.headers[MAY_BE_KEPT] = "yes"
        return response

    return kept


@require_GET
@cache_control(no_cache=True)
def page(request: HttpRequest) -> HttpResponse:
    """What is shown where nothing answers and there is no copy."""
    return render(request, "offline/page.html")


@require_GET
@cache_control(no_cache=True)
def worker(request: HttpRequest) -> HttpResponse:
    """The service worker. It stands at the root, as it is for all that stands below."""
    script = _worker(request, version(request))
    return HttpResponse(script, content_type="text/javascript; charset=utf-8")


@require_GET
@cache_control(no_cache=True)
def manifest(request: HttpRequest) -> HttpResponse:
    """What a phone needs to know to install the app."""
    told = {
        "id": "/",
        "name": "Scorekeeper",
        "description": _("Keeps the score of card games played with real cards."),
        "lang": get_language(),
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": PAPER,
        "theme_color": PAPER,
        "icons": [
            {"src": static(f"{name}.png"), "sizes": f"{size}x{size}", "type": "image/png", "purpose": purpose}
            for name, size, purpose in ICONS
        ],
    }
    return JsonResponse(told, content_type="application/manifest+json")


def version(request: HttpRequest) -> str:
    """Another one whenever anything is that a worker brings along; the same on every server of one release."""
    digest = sha256(_worker(request, "").encode())
    digest.update(render_to_string("offline/page.html", request=request).encode())
    if not isinstance(staticfiles_storage, ManifestFilesMixin):  # else each name has its file's hash in it
        for _name, path in app_files():
            digest.update(path.read_bytes())
    return digest.hexdigest()[:12]


def app_files() -> list[tuple[str, Path]]:
    """The files of the app itself: each by its name, and where it lies."""
    own = [Path(folder) for folder in settings.STATICFILES_DIRS]
    return sorted(
        (name, path)
        for name, path in sources()
        if name == HTMX or (path.suffix in {".css", ".js", ".svg"} and set(own) & set(path.parents))
    )


def _worker(request: HttpRequest, version: str) -> str:
    files = [static(name) for name, _path in app_files()]
    context = {"version": version, "static": settings.STATIC_URL, "files": files}
    return render_to_string("offline/worker.js", context, request)
