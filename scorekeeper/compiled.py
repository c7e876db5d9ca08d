"""The translations as they are read: compiled from their sources, anew when those have changed.

In the tree are the sources alone, `locale/*/LC_MESSAGES/django.po`; what Django reads is made beside them by
whatever starts first, the server, a command or the tests, so that nobody has to think of it, no tool
has to be installed, and what is shown is always what the source says.
"""

import os
import tempfile
from pathlib import Path

from django.conf import settings


def sources() -> dict[str, Path]:
    """By language, the file of its translations. The language of the code has none."""
    (folder,) = settings.LOCALE_PATHS
    languages = (code for code, _ in settings.LANGUAGES if code != settings.LANGUAGE_CODE)
    return {code: Path(folder, code, "LC_MESSAGES", "django.po") for code in languages}


def compile_changed() -> None:
    """Compile the translations that are not compiled, or were changed since."""
    for code, source in sources().items():
        if source.exists() and not is_compiled(source):
            compile_source(code, source)


def is_compiled(source: Path) -> bool:
    compiled = source.with_suffix(".mo")
    return compiled.exists() and compiled.stat().st_mtime_ns == source.stat().st_mtime_ns


def compile_source(code: str, source: Path) -> None:
    """Compile the translations of a language. Processes that do so at once are not in each other's way."""
    from babel.messages.mofile import write_mo  # noqa: PLC0415 - seldom needed, and slow to load
    from babel.messages.pofile import read_po  # noqa: PLC0415 - as above

    with source.open("rb") as told:
        changed = os.fstat(told.fileno())
        catalog = read_po(told, locale=code)
    with tempfile.NamedTemporaryFile(dir=source.parent, delete=False) as draft:
        write_mo(draft, catalog)
    Path(draft.name).chmod(source.stat().st_mode)
    os.utime(draft.name, ns=(changed.st_atime_ns, changed.st_mtime_ns))
    Path(draft.name).replace(source.with_suffix(".mo"))
