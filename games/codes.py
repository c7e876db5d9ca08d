"""The codes by which phones come into a club: made, renewed, and read as people type them.

A spoken code has six characters and is for one role. Whoever keeps the club can see it, so it is kept as
it is; a renewed one cuts off the old. The recovery code is for a keeper who has lost his phone: it is long,
shown once to be printed, and only its hash is kept.
"""

from __future__ import annotations

import hashlib
import secrets
from typing import NamedTuple

import regex
from django.utils.crypto import salted_hmac

from games.guesses import guess
from games.models import CODE_LENGTH, SPOKEN_LETTERS, Club, Code, Role
from games.players import alike

RECOVERY_LENGTH = 20
"""Ninety-nine bits: more than anybody could try, so that a plain hash of it is enough."""
GROUP = 4
"""Characters of a recovery code that are printed together."""
LONGEST = 200
"""No code is longer, however it is spaced, and no link with one in it."""

_BETWEEN = regex.compile(r"[\p{White_Space}\p{Pd}\p{Cf}]+")


class Invitation(NamedTuple):
    """Which club a code leads into, and as what."""

    club: Club
    role: Role


def read(typed: str) -> str:
    """A code as it is kept, from how it was typed.

    In capitals or not, with spaces and hyphens, with letters of a Cyrillic keyboard that look the same, or
    as the end of a link.
    """
    together: str = _BETWEEN.sub("", alike(typed))
    return together.rstrip("/").rpartition("/")[2]


def is_spoken(code: str) -> bool:
    """Whether spoken codes are written so; what cannot be one is no guess."""
    return len(code) == CODE_LENGTH and set(code) <= set(SPOKEN_LETTERS)


def is_recovery(code: str) -> bool:
    """Whether recovery codes are written so."""
    return len(code) == RECOVERY_LENGTH and set(code) <= set(SPOKEN_LETTERS)


def invitation(code: str, address: str) -> Invitation | None:
    """Where a code leads, for somebody who tries it at an address; None for a wrong one, which is counted.

    Raises `guesses.TooMany` where too many were tried.
    """
    find = _recovered if is_recovery(code) else _spoken
    return guess(address, lambda: find(code))


def _spoken(code: str) -> Invitation | None:
    found = Code.objects.select_related("club").filter(text=code).first()
    return Invitation(found.club, Role(found.role)) if found else None


def _recovered(code: str) -> Invitation | None:
    club = Club.objects.filter(recovery_hash=_hashed(code)).first()
    return Invitation(club, Role.KEEPER) if club else None


def of_club(club: Club) -> dict[Role, Code]:
    """The spoken code of each role; one that was never asked for is made now."""
    there = {Role(code.role): code for code in Code.objects.filter(club=club)}
    return {role: there.get(role) or _made(club, role) for role in Role}


def _made(club: Club, role: Role) -> Code:
    return Code.objects.get_or_create(club=club, role=role, defaults={"text": _new_text()})[0]


def renew(club: Club, role: Role, old: str) -> None:
    """Put a new code in the place of a role's `old` one, which leads nowhere from now on.

    If it is not the code any more, that was done already, and the new one stays.
    """
    Code.objects.filter(club=club, role=role, text=old).update(text=_new_text())


def _new_text() -> str:
    """A text that is no club's code."""
    while True:
        text = "".join(secrets.choice(SPOKEN_LETTERS) for _ in range(CODE_LENGTH))
        if not Code.objects.filter(text=text).exists():
            return text


def new_recovery(club: Club, key: str) -> str:
    """A new recovery code in the place of the club's old one, in groups as it is printed.

    The same `key` gives the same one: sent twice, what the paper says is what counts.
    """
    drawn = int(salted_hmac("games.recovery", f"{club.pk} {key}", algorithm="sha256").hexdigest(), 16)
    letters = []
    for _ in range(RECOVERY_LENGTH):
        drawn, letter = divmod(drawn, len(SPOKEN_LETTERS))
        letters.append(SPOKEN_LETTERS[letter])
    code = "".join(letters)
    Club.objects.filter(pk=club.pk).update(recovery_hash=_hashed(code))
    return "-".join(code[at : at + GROUP] for at in range(0, RECOVERY_LENGTH, GROUP))


def _hashed(code: str) -> str:
    return hashlib.sha256(code.encode()).hexdigest()
