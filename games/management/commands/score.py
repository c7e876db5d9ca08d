"""Score match files: one JSON object a line in, one result object a line out."""

from __future__ import annotations

import json
import os
import sys
from argparse import ArgumentParser
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.scoring.match_file import RESULT_FORMAT, decoded, match, parsed, replay, result
from games.scoring.refusal import Refused
from games.words.files import of_file

STANDARD_INPUT = "-"
BYTE_ORDER_MARK = b"\xef\xbb\xbf"
BLANK = b" \t\r\n"


class Command(BaseCommand):
    help = "Read match files, one JSON object a line, and write their results, a line each, in order."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "file",
            nargs="?",
            default=STANDARD_INPUT,
            help="a file of match files (standard input without it)",
        )

    def handle(self, *, file: str, **options: Any) -> None:
        try:
            if file == STANDARD_INPUT:
                write_results(sys.stdin.buffer, at_once=True)
            else:
                with Path(file).open("rb") as lines:
                    write_results(lines)
        except BrokenPipeError:  # whoever reads has seen enough
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        except OSError as refusal:
            raise CommandError(f"{file} can't be read: {refusal.strerror}.") from refusal


def write_results(lines: Iterable[bytes], *, at_once: bool = False) -> None:
    """Write each line's result to standard output; `at_once` for somebody who waits for each."""
    out = sys.stdout.buffer
    for result_of_line in results(lines):
        out.write(json.dumps(result_of_line, ensure_ascii=False).encode() + b"\n")
        if at_once:
            out.flush()
    out.flush()


def results(lines: Iterable[bytes]) -> Iterator[dict[str, Any]]:
    """The result, or the error, of each line that is not blank."""
    for number, line in enumerate(lines):
        if number == 0:
            line = line.removeprefix(BYTE_ORDER_MARK)
        if line.strip(BLANK):
            yield scored(line)


def scored(line: bytes) -> dict[str, Any]:
    """The result of the match file in a line, or its error with a sentence for a person."""
    told: dict[str, Any] = {}
    try:
        told = parsed(decoded(line))
        return result(*replay(match(told)))
    except Refused as refused:
        error = {"deal": refused.deal, "code": refused.code, "message": of_file(refused, told.get("game"))}
        return {"format": RESULT_FORMAT, "error": error}
