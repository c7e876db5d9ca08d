"""Write the whole database into one new file, while the server runs."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand
from django.utils import timezone

from scorekeeper import backups


class Command(BaseCommand):
    help = "Write the whole database into one new file, and look through what was written."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "file", nargs="?", type=Path, help="a new file (without it: a dated one in the data folder)"
        )

    def handle(self, *, file: Path | None, **options: Any) -> None:
        target = file or dated("scorekeeper")
        backups.write(target)
        self.stdout.write(f"{target} is a whole copy of the database, and was looked through.")


def dated(name: str) -> Path:
    """A name of this second for a copy among the backups in the data folder."""
    folder: Path = settings.DATA_DIR / "backups"
    folder.mkdir(parents=True, exist_ok=True)
    return folder / f"{name}-{timezone.now():%Y-%m-%d-%H%M%S}{backups.suffix()}"
