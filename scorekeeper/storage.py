"""Static files as they are served: found by their hashed names, and without what is only there to be read."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from django.core.files.base import ContentFile, File
from rcssmin import cssmin
from rjsmin import jsmin
from whitenoise.storage import CompressedManifestStaticFilesStorage

SLIM = {".css": cssmin, ".js": jsmin}
"""What takes comments and blanks out of a file, by how its name ends."""


class HashedFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc] # it is not typed
    """A hashed name does not change while a server runs: each is made once, not for every page."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.url = cache(super().url)

    def _save(self, name: str, content: File[bytes]) -> str:
        slim = SLIM.get(Path(name).suffix)
        if slim and ".min." not in name:
            text = b"".join(content.chunks()).decode()
            content = ContentFile(slim(text).encode())
        saved: str = super()._save(name, content)
        return saved
