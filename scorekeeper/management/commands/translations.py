"""`manage.py translations`: brings the translations' sources in step with the tree, compiles them, says what is missing."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog
from babel.messages.pofile import PoFileError
from django.core.management import BaseCommand, CommandError

from scorekeeper.catalogs import faults, read, renewed, sentences, written
from scorekeeper.compiled import compile_changed, sources


class Command(BaseCommand):
    help = "Bring the sources of the translations in step with the sentences of the tree, and compile them."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--check",
            action="store_true",
            help="write nothing; exit with 1 if a translation is missing or wrong, or a source not in step",
        )

    def handle(self, *args: Any, check: bool, **options: Any) -> None:
        found, wrong = sentences(), 0
        for code, source in sources().items():
            try:
                catalog = renewed(read(code, source), found)
            except PoFileError as error:
                raise CommandError(f"{source}: {error}") from error
            wrong += self.look_over(code, catalog)
            if not check:
                source.parent.mkdir(parents=True, exist_ok=True)
                source.write_text(written(catalog))
            elif not in_step(source, catalog):
                self.stdout.write(f"{code}: not in step with the tree; run manage.py translations")
                wrong += 1
        if not check:
            compile_changed()
        elif wrong:
            raise CommandError(f"{wrong} to mend.")

    def look_over(self, code: str, catalog: Catalog) -> int:
        """Say what is wrong with a language; how much that is."""
        wrong = list(faults(catalog))
        for fault in wrong:
            self.stdout.write(f"{code}: {fault}")
        self.stdout.write(f"{code}: {len(catalog) - len(wrong)} of {len(catalog)} sentences")
        return len(wrong)


def in_step(source: Path, catalog: Catalog) -> bool:
    """Whether a source is written as it is to be: with the sentences of the tree and no others."""
    return source.exists() and source.read_text() == written(catalog)
