"""What is kept as a file: its name has the club's in it, whatever is written there."""

from __future__ import annotations

from unicodedata import normalize
from urllib.parse import quote

import regex
from django.http import HttpResponseBase

PLAIN = "scorekeeper"
"""What a file is called for a browser that knows only ASCII, where nothing else is left."""
_NOT_IN_NAMES = regex.compile(r'[\p{Cc}\p{Cs}\p{Bidi_Control}\p{Z}/\\:*?"<>|%]+')
_PLAIN = regex.compile(r"[^A-Za-z0-9.-]+")


def as_file(response: HttpResponseBase, *parts: str, ending: str) -> HttpResponseBase:
    """An answer that is kept as a file, whose name is made of `parts`."""
    name = "-".join(filter(None, (_NOT_IN_NAMES.sub("-", part).strip("-.") for part in parts)))
    plain = _PLAIN.sub("-", normalize("NFKD", name).encode("ascii", "ignore").decode()).strip("-.")
    response.headers["Content-Disposition"] = (
        f'attachment; filename="{plain or PLAIN}.{ending}"; '
        f"filename*=UTF-8''{quote(f'{name or PLAIN}.{ending}', safe='')}"
    )
    return response
