"""The static files as they are served: hashed, compressed, and collected anew when they have changed."""

from pathlib import Path

from django.contrib.staticfiles.apps import StaticFilesConfig
from django.contrib.staticfiles.finders import get_finders
from django.contrib.staticfiles.storage import ManifestFilesMixin, staticfiles_storage
from django.core.management import call_command


def collect_changed() -> None:
    """Collect the static files, unless those collected are the ones there are."""
    if not is_collected():
        call_command("collectstatic", interactive=False, verbosity=0)


def is_collected() -> bool:
    """Whether the manifest of the hashed files names every source, and none is newer than it."""
    if not isinstance(staticfiles_storage, ManifestFilesMixin):
        return True  # while developing they are served from where they lie
    manifest = Path(staticfiles_storage.path(staticfiles_storage.manifest_name))
    if not manifest.exists():
        return False
    collected_at = manifest.stat().st_mtime
    named = staticfiles_storage.hashed_files
    return all(name in named and path.stat().st_mtime <= collected_at for name, path in sources())


def sources() -> list[tuple[str, Path]]:
    """Each static file: the name that it is asked for by, and where it lies."""
    return [
        (name, Path(storage.path(name)))
        for finder in get_finders()
        for name, storage in finder.list(StaticFilesConfig.ignore_patterns)
    ]
