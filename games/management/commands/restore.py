"""Put a backup in the place of the database, and keep the database beside."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand

from games.management.commands.backup import dated
from scorekeeper import backups


class Command(BaseCommand):
    help = "Put a backup in the place of the database. The server has to be stopped, and started anew."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="what `backup` wrote")

    def handle(self, *, file: Path, **options: Any) -> None:
        kept = dated("before-restoring")
        backups.restore(file, kept)
        call_command("migrate", verbosity=0)
        self.stdout.write(
            f"{file} is the database now. Start the server anew: one that runs has the old one."
        )
        if kept.exists():
            self.stdout.write(f"What was there before is {kept}.")
