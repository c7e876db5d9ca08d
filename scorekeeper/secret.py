"""The secret key: made at the first start, and kept."""

import contextlib
import os
import secrets
import tempfile
from pathlib import Path


def kept_secret(folder: Path) -> str:
    """The key in `folder`, made there if there is none; only its owner can read the file."""
    path = folder / "secret-key"
    try:
        return path.read_text()
    except FileNotFoundError:
        return _make_secret(path)


def _make_secret(path: Path) -> str:
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile("w", dir=path.parent) as draft:
        draft.write(secrets.token_urlsafe(50))
        draft.flush()
        with contextlib.suppress(FileExistsError):  # another process was first
            os.link(draft.name, path)
    return path.read_text()
