"""Score match files: one JSON object a line in, one result object a line out."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from collections.abc import Iterable, Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import Any, BinaryIO

from django.core.management.base import BaseCommand

from games.scoring.match_file import RESULT_FORMAT, match, parsed, replay, result
from games.scoring.refusal import Refused
from games.words import words
from games.words.game import GameWords

BYTE_ORDER_MARK = b"\xef\xbb\xbf"
BLANK = b" \t\r\n"


class Command(BaseCommand):
    help = "Read match files, one JSON object a line, and write their results, a line each, in order."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "file", nargs="?", type=Path, help="a file of match files (standard input without it)"
        )

    def handle(self, *, file: Path | None, **options: Any) -> None:
        out = sys.stdout.buffer
        with file.open("rb") if file else nullcontext(sys.stdin.buffer) as lines:
            for scored in results(lines):
                out.write(json.dumps(scored, ensure_ascii=False).encode() + b"\n")
                if lines is sys.stdin.buffer:
                    out.flush()
        out.flush()


def results(lines: Iterable[bytes] | BinaryIO) -> Iterator[dict[str, Any]]:
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
        told = parsed(_text(line))
        return result(*replay(match(told)))
    except Refused as refused:
        error = {"deal": refused.deal, "code": refused.code, "message": _message(refused, told.get("game"))}
        return {"format": RESULT_FORMAT, "error": error}


def _text(line: bytes) -> str:
    try:
        return line.decode()
    except UnicodeDecodeError:
        raise Refused("not-utf8") from None


def _message(refused: Refused, game: Any) -> str:
    try:
        known = words(game)
    except (KeyError, TypeError):
        known = GameWords()
    return known.refusal(refused, {})
