"""The people of a club: how they come and go, and what tells them apart."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import chain, count
from typing import Any
from unicodedata import normalize

import regex
from django.db.models import F, Max
from django.utils import timezone

from games.models import COLOURS, Club, Player
from games.turns import in_turn
from games.words.alphabet import alphabetical
from games.words.sentences import isolated

MARK = 2
"""A mark has so many characters, as a reader counts them."""
LONGEST_MARK = 8
"""And so many code points at most: an emoji is several, and a longer one has no room."""

_CHARACTER = regex.compile(r"\X")
_LETTER = regex.compile(r"[\p{L}\p{N}]")
_SAME_SHAPE = str.maketrans("авекмнорстухіјѕ" + "’ʼ‘`´", "abekmhopctyxijs" + "'" * 5)
"""Cyrillic letters whose capitals look like Latin ones, as at one table both are written; apostrophes."""
_BETWEEN_WORDS = regex.compile(r"[\p{White_Space}\p{Pd}]+")


class Namesakes(Exception):
    """Others have the `name` already."""

    def __init__(self, name: str, players: list[Player]) -> None:
        super().__init__(name)
        self.name = name
        self.players = players


def characters(text: str) -> list[str]:
    """The characters of a text as a reader counts them."""
    found: list[str] = _CHARACTER.findall(text)
    return found


def alike(text: str) -> str:
    """What is the same for names and marks that a reader takes for one another."""
    return " ".join(normalize("NFKC", text).casefold().translate(_SAME_SHAPE).split())


def of_club(club: Club) -> list[Player]:
    """The players of a club who are not archived, by name as the reader's language has it."""
    return sorted(Player.objects.filter(club=club, archived_at=None, merged_into=None), key=by_name)


def by_name(player: Player) -> tuple[Any, int]:
    return alphabetical(player.name), player.pk


def told_apart(players: Iterable[Player]) -> dict[int, str]:
    """What players are called in sentences, by their ids. Two of one name are told apart by their marks."""
    people = list(players)
    names = [player.name for player in people]
    return {
        player.pk: isolated(f"{player.name} ({player.mark})" if names.count(player.name) > 1 else player.name)
        for player in people
    }


def namesakes(name: str, players: Iterable[Player]) -> list[Player]:
    return [player for player in players if alike(player.name) == alike(name)]


@contextmanager
def alone_at(club: Club) -> Iterator[None]:
    """Nobody else starts matches of the club, or adds or changes players, meanwhile."""
    with in_turn():
        move_on(club)
        yield


def move_on(club: Club) -> None:
    """Something of the club is written, which phones that look at it are to see. Others who write wait."""
    Club.objects.filter(pk=club.pk).update(version=F("version") + 1)


def add(club: Club, name: str, *, beside: int = 0) -> Player:
    """A new player, with a mark and a colour that nobody has yet.

    Raises `Namesakes` when more than `beside` others have the name, archived ones too: then it was
    not known that they are there, or the same was sent twice.
    """
    with alone_at(club):
        everybody = list(Player.objects.filter(club=club))
        if len(same := namesakes(name, everybody)) > beside:
            raise Namesakes(name, same)
        playing = [player for player in everybody if not player.archived_at]
        mark, colour = free_mark(name, marks(playing)), _free_colour(playing)
        return Player.objects.create(club=club, name=name, mark=mark, colour=colour)


def archive(player: Player) -> None:
    """A player plays no more; his matches stay, and his mark is free."""
    with alone_at(player.club):
        Player.objects.filter(pk=player.pk, archived_at=None).update(archived_at=timezone.now())


def bring_back(player: Player) -> None:
    """An archived player plays again, by another mark if his is taken meanwhile."""
    with alone_at(player.club):
        player.refresh_from_db()
        taken = marks(Player.objects.filter(club=player.club, archived_at=None).exclude(pk=player.pk))
        if alike(player.mark) in taken:
            player.mark = free_mark(player.name, taken)
        player.archived_at = None
        player.save(update_fields=["mark", "archived_at"])


def persons(people: Sequence[Player]) -> list[Player]:
    """These, each by the entry that counts for him now; everybody once."""
    return list({person.pk: person for person in (player.person for player in people)}.values())


def share_purse(player: Player, other: Player | None) -> None:
    """A player pays and gets out of the purse of another from now on, or out of his own again."""
    with alone_at(player.club):
        purse = None
        if other:
            purse = Player.objects.get(pk=other.pk).purse or _new_purse(player.club)
            Player.objects.filter(pk=other.pk).update(purse=purse)
        Player.objects.filter(pk=player.pk).update(purse=purse)


def _new_purse(club: Club) -> int:
    last: int | None = Player.objects.filter(club=club).aggregate(last=Max("purse"))["last"]
    return (last or 0) + 1


def marks(players: Iterable[Player]) -> set[str]:
    """Which marks these have, as `alike` reads them."""
    return {alike(player.mark) for player in players}


def free_mark(name: str, taken: Collection[str]) -> str:
    """A mark for a name that is not among those `taken`.

    The first letter; else the initials, the first letter with another of the name, or with a digit;
    and where all those are taken or too long, a number.
    """
    for mark in chain(_of_letters(name), map(str, count(1))):
        if len(mark) <= LONGEST_MARK and alike(mark) not in taken:
            return mark
    raise AssertionError  # there is always one more number


def _of_letters(name: str) -> Iterator[str]:
    words = [letters for word in _BETWEEN_WORDS.split(name) if (letters := _letters(word))]
    (first, *rest), *others = words or [characters(name)]
    yield first.title()
    yield from (first.title() + other[0].title() for other in others)
    yield from (first.title() + letter for letter in rest)
    yield from (first.title() + str(digit) for digit in range(2, 10))


def _letters(word: str) -> list[str]:
    return [character for character in characters(word) if _LETTER.search(character)]


def _free_colour(others: Iterable[Player]) -> int:
    """The colour that fewest have, the first of them."""
    worn = [player.colour for player in others]
    return min(range(1, COLOURS + 1), key=worn.count)
