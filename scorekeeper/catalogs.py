"""The sources of the translations: kept in step with the sentences of the tree, and looked over."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from gettext import c2py
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract
from babel.messages.pofile import read_po, write_po
from django.conf import settings
from django.utils.translation.template import templatize

FOLDERS = ("games", "scorekeeper", "templates")
"""Where sentences are."""
MARKS = {
    **dict.fromkeys(("_", "gettext", "gettext_lazy", "gettext_noop")),
    **dict.fromkeys(("ngettext", "ngettext_lazy"), (1, 2)),
    **dict.fromkeys(("pgettext", "pgettext_lazy"), ((1, "c"), 2)),
    **dict.fromkeys(("npgettext", "npgettext_lazy"), ((1, "c"), 2, 3)),
}
"""The functions that mark a sentence, and at which of their places it stands; c is its context."""
NOTE = "Translators:"
"""How a comment begins that is meant for them."""
WIDTH = 110

_GAP = re.compile(r"%(?:\(\w*\))?\S?")
_TAG = re.compile(r"</?\w[^>]*>")


class Fault(NamedTuple):
    """A sentence that cannot be shown as its translation stands."""

    sentence: str
    what: str

    def __str__(self) -> str:
        return f"{self.what}: {self.sentence}"


def sentences() -> Catalog:
    """Every sentence that is marked in the tree, in the order of the files."""
    found = Catalog(fuzzy=False)
    for path in _files():
        name = path.relative_to(settings.BASE_DIR).as_posix()
        for line, message, notes, context in extract(
            "python", BytesIO(_as_python(path)), MARKS, [NOTE], strip_comment_tags=True
        ):
            found.add(message, locations=[(name, line)], auto_comments=notes, context=context)
    return found


def _files() -> list[Path]:
    """The modules and templates of the tree."""
    return sorted(
        path
        for folder in FOLDERS
        for path in Path(settings.BASE_DIR, folder).rglob("*")
        if path.is_file() and (path.suffix == ".py" or folder == "templates")
    )


def _as_python(path: Path) -> bytes:
    """A file as the extractor can read it: of a template, what it marks. In brackets no indent matters."""
    text = path.read_text()
    return (text if path.suffix == ".py" else f"({templatize(text)}\n)").encode()


def read(code: str, path: Path) -> Catalog:
    """The translations that a file has; none, if it is not there."""
    if not path.exists():
        return Catalog(code, fuzzy=False)
    with path.open("rb") as source:
        return read_po(source, locale=code, abort_invalid=True)


def renewed(known: Catalog, found: Catalog) -> Catalog:
    """The sentences of the tree with the translations there are of them.

    A sentence that was changed has none. Translations whose sentence is gone are kept at the end.
    """
    fresh = Catalog(known.locale_identifier, fuzzy=False)
    fresh.mime_headers = [("Plural-Forms", known.plural_forms)]
    told: dict[str | tuple[str, str], Message] = {
        _key(one): one for one in [*known.obsolete.values(), *known] if one.id and any(_forms(one.string))
    }
    for sentence in found:
        if sentence.id:
            fresh[sentence.id] = _translated(sentence, told.pop(_key(sentence), None))
    fresh.obsolete.update(told)
    return fresh


def _key(message: Message) -> tuple[str, str]:
    return "\0".join(_forms(message.id)), message.context or ""


def _translated(sentence: Message, told: Message | None) -> Message:
    """A sentence of the tree as it was translated, with what its translators noted."""
    return Message(
        sentence.id,
        told.string if told else "",
        sentence.locations,
        sentence.flags | (told.flags & {"fuzzy"} if told else set()),
        sentence.auto_comments,
        told.user_comments if told else (),
        context=sentence.context,
    )


def written(catalog: Catalog) -> str:
    """The file of a catalog: no dates and no numbers of lines, so that only what was meant to change changes."""
    told = BytesIO()
    write_po(told, catalog, width=WIDTH, omit_header=True, include_lineno=False)
    head = f"""msgid ""
msgstr ""
"Language: {catalog.locale_identifier}\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Plural-Forms: {catalog.plural_forms}\\n"
"""
    return f"{head}\n{told.getvalue().decode().strip()}\n"


def faults(catalog: Catalog) -> Iterator[Fault]:
    """What is wrong with the translations of a language."""
    for message in catalog:
        if message.id and (what := _wrong(message, catalog)):
            yield Fault(_forms(message.id)[0], what)


def _wrong(message: Message, catalog: Catalog) -> str:
    """Why a translation cannot stand; nothing if it can."""
    asked, told = _forms(message.id), _forms(message.string)
    if message.fuzzy:
        return "marked as doubtful"
    if not any(told):
        return "not translated"
    if message.pluralizable and (len(told) != catalog.num_plurals or not all(told)):
        return "plural forms are missing"
    alone = _form_of_one_alone(catalog)
    for number, form in enumerate(told):
        # In a language where the first form is also that of 21 it needs the number, if English needs none.
        those = asked if number == alone else asked[-1:]
        if _gaps(form) not in map(_gaps, those):
            return "other gaps than in English"
        if _tags(form) not in map(_tags, those):
            return "other tags than in English"
    return ""


def _forms(text: str | Iterable[str] | None) -> list[str]:
    return [text] if isinstance(text, str) else list(text or ())


def _form_of_one_alone(catalog: Catalog) -> int | None:
    """Which plural form is that of 1 and of no other number."""
    form = c2py(catalog.plural_expr)
    return form(1) if [n for n in range(200) if form(n) == form(1)] == [1] else None


def _gaps(text: str) -> set[str]:
    return set(_GAP.findall(text))


def _tags(text: str) -> list[str]:
    return sorted(_TAG.findall(text))
