"""In what order names are listed: by the alphabets of the languages, that of the reader's own first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from unicodedata import combining, normalize

from django.utils.translation import get_language

LATIN = "abcdefghijklmnopqrstuvwxyz"
CYRILLIC = "абвгґдеєжзиіїйклмнопрстуфхцчшщъыьэюя"
"""The letters of several languages, in an order that is right in each; Russian ё counts as е."""
GEORGIAN = "აბგდევზთიკლმნოპჟრსტუფქღყშჩცძწჭხჯჰ"
OWN = {"uk": CYRILLIC, "ru": CYRILLIC, "ka": GEORGIAN}
"""The alphabets of languages that do not write in Latin letters."""

OTHERS = 4
"""Where letters of other alphabets come."""

Place = tuple[int, int]


def alphabetical(name: str) -> tuple[list[Place], str]:
    """What names are sorted by: signs and digits first, letters of no alphabet here last.

    Neither capitals nor accents matter, except between names that are the same without.
    """
    places = _places(get_language() or "")
    plain = normalize("NFC", name.casefold())
    return [place for letter in plain for place in _place(letter, places)], plain


@cache
def _places(language: str) -> Mapping[str, Place]:
    own = OWN.get(language, LATIN)
    others = [alphabet for alphabet in (LATIN, CYRILLIC, GEORGIAN) if alphabet != own]
    return {
        letter: (number, at)
        for number, alphabet in enumerate((own, *others), start=1)
        for at, letter in enumerate(alphabet)
    }


def _place(letter: str, places: Mapping[str, Place]) -> Iterator[Place]:
    """The place of a letter, of which there are several where it is taken apart; an accent has none."""
    if letter in places:
        yield places[letter]
    else:
        for part in normalize("NFKD", letter):
            if not combining(part):
                yield places.get(part, (OTHERS if part.isalpha() else 0, ord(part)))
