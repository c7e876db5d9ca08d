"""A file of one JSON object that is too long to be in memory whole, walked part by part.

However it is written, there is never more of it in memory than one row of one list, of a length that has a bound.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from io import TextIOWrapper
from typing import IO, Any

from games.scoring.match_file import value_at
from games.scoring.refusal import Refused

PIECE = 64 * 1024
"""So many characters are read at a time, and as many more as a long row goes on."""
LONGEST = 2 * 1024 * 1024
"""Characters of a row: more than those of a match of 2000 deals."""
MOST = 100_000
"""Rows of all lists together: more than a club has whose file is of the size that is taken."""
GOES_ON = 2
"""Characters that a number which seems to be at its end may need to go on, as in "1e+9"."""

_BLANKS = re.compile(r"[ \t\n\r]*")


def parts(file: IO[bytes]) -> Iterator[tuple[str, Any]]:
    """The parts of the object in a file from its beginning, each with its key.

    Instead of a list there are its rows, to be walked before the next part is asked for. Raises `Refused` as
    soon as it comes to what is no JSON, or is too much.
    """
    file.seek(0)
    text = TextIOWrapper(file, encoding="utf-8-sig", newline="")
    try:
        yield from _parts(_Walk(text))
    except UnicodeDecodeError:
        raise Refused("not-utf8") from None
    finally:
        if not file.closed:
            text.detach()


def _parts(walk: _Walk) -> Iterator[tuple[str, Any]]:
    if walk.sign() == "[":
        raise Refused("not-json-object")
    known: set[str] = set()
    for _ in walk.inside("{", "}"):
        key = walk.value()
        if type(key) is not str:
            raise Refused("not-json")
        if key in known:
            raise Refused("key-twice", key=key)
        known.add(key)
        walk.take(":")
        if walk.sign() == "[":
            rows = walk.rows()
            yield key, rows
            for _row in rows:
                pass
        else:
            yield key, walk.value()
    if walk.sign():
        raise Refused("not-json")


class _Walk:
    """Where in a text one is, with what was read of it from there on."""

    def __init__(self, text: IO[str]) -> None:
        self.text = text
        self.piece = ""
        self.at = 0
        self.values = 0

    def sign(self) -> str:
        """The next character that is no blank; "" at the end."""
        while True:
            blanks = _BLANKS.match(self.piece, self.at)
            assert blanks is not None
            self.at = blanks.end()
            if self.at < len(self.piece) or not self._read_on():
                return self.piece[self.at : self.at + 1]

    def take(self, signs: str) -> str:
        """Go on behind the next sign, which has to be one of these."""
        sign = self.sign()
        if not sign or sign not in signs:
            raise Refused("not-json")
        self.at += 1
        return sign

    def inside(self, opening: str, closing: str) -> Iterator[None]:
        """Once for each of what stands between two brackets, with commas; whoever asks takes it."""
        self.take(opening)
        if self.sign() == closing:
            self.take(closing)
            return
        while True:
            yield
            if self.take(f",{closing}") == closing:
                return

    def rows(self) -> Iterator[Any]:
        for _ in self.inside("[", "]"):
            yield self.value()

    def value(self) -> Any:
        """The next value, whole."""
        self.values += 1
        if self.values > MOST:
            raise Refused("too-much")
        self.sign()
        all_there = False
        while True:
            try:
                value, end = value_at(self.piece, self.at)
            except Refused as refused:
                if all_there or refused.code != "not-json":
                    raise
                value, end = None, len(self.piece)
            if all_there or end + GOES_ON < len(self.piece):
                self.at = end
                return value
            if len(self.piece) - self.at >= LONGEST:
                raise Refused("too-much")
            all_there = not self._read_on()

    def _read_on(self) -> bool:
        """Whether there was more."""
        rest = self.piece[self.at :]
        came = self.text.read(max(PIECE, len(rest)))
        self.piece, self.at = rest + came, 0
        return bool(came)
