"""The translations' sources: how sentences are found, kept, looked over and compiled."""

import gettext
import os
from concurrent.futures import ThreadPoolExecutor
from io import StringIO

import pytest
from babel.messages.catalog import Catalog
from django.core.management import CommandError, call_command

from scorekeeper.catalogs import faults, read, renewed, sentences, written
from scorekeeper.compiled import compile_changed, is_compiled, sources

MODULE = """
from django.utils.translation import gettext as _, gettext_lazy, gettext_noop, ngettext_lazy, pgettext

# Translators: above the cards
# of the table
TITLE = _("Cards")
LATER = [gettext_lazy("The " "whole of it"), gettext_noop("Kept"), unmarked("Not this")]
TRICKS = ngettext_lazy("%(number)d trick", "%(number)d tricks", "number")

def last():
    return pgettext("the last trick", "last")
"""
TEMPLATE = """<h1 title='{% translate "It's a heading" %}'>{{ name }}</h1>
    {# Translators: who deals #}
  {% blocktranslate with name=player.name %}<b>{{ name }}</b> deals, 100% sure{% endblocktranslate %}
{% blocktranslate count number=tricks %}one trick{% plural %}{{ number }} tricks{% endblocktranslate %}
{% firstof name _("Nobody") %}{{ name|default:_("Somebody") }}{% translate "fine" context "a letter" %}
"""


@pytest.fixture
def tree(tmp_path, settings):
    """A tree with one module and one template, and translations into Ukrainian that have not begun."""
    for name, text in {
        "games/words.py": MODULE,
        "scorekeeper/empty.py": "",
        "templates/page.html": TEMPLATE,
    }.items():
        path = tmp_path / name
        path.parent.mkdir()
        path.write_text(text)
    settings.BASE_DIR = tmp_path
    settings.LOCALE_PATHS = [tmp_path / "locale"]
    settings.LANGUAGES = [("en", "English"), ("uk", "Українська")]
    return tmp_path


@pytest.fixture
def source(tree):
    return sources()["uk"]


def update(*options):
    said = StringIO()
    call_command("translations", *options, stdout=said)
    return said.getvalue()


def translate(source, **told):
    """Translate sentences, by their first words; what is a list has plural forms."""
    catalog = read("uk", source)
    for message in catalog:
        for begins, string in told.items():
            if str(message.id).strip("(')").startswith(begins.replace("_", " ")):
                message.string = string
    source.write_text(written(catalog))


def ids(catalog):
    return [(message.id, message.context) for message in catalog if message.id]


# Found


def test_every_marked_sentence_is_found_in_modules_and_templates(tree):
    assert ids(sentences()) == [
        ("Cards", None),
        ("The whole of it", None),
        ("Kept", None),
        (("%(number)d trick", "%(number)d tricks"), None),
        ("last", "the last trick"),
        ("It's a heading", None),
        ("<b>%(name)s</b> deals, 100%% sure", None),
        (("one trick", "%(number)s tricks"), None),
        ("Nobody", None),
        ("Somebody", None),
        ("fine", "a letter"),
    ]


def test_what_is_said_to_translators_comes_along(tree):
    found = sentences()
    assert found.get("Cards").auto_comments == ["above the cards", "of the table"]
    assert found.get("<b>%(name)s</b> deals, 100%% sure").auto_comments == ["who deals"]


def test_the_sentences_of_the_house_are_found():
    found = ids(sentences())
    assert ("Paper or slate", None) in found
    assert (("%(player)s has %(points)d point.", "%(player)s has %(points)d points."), None) in found


# Kept


def test_the_source_names_files_but_neither_lines_nor_days(source):
    update()
    text = source.read_text()
    assert "#: games/words.py\n" in text
    assert "Plural-Forms: nplurals=3; plural=n % 10 == 1" in text
    assert "Date" not in text
    update()
    assert source.read_text() == text


def test_a_translation_is_kept_and_that_of_a_changed_sentence_is_put_aside(tree, source):
    update()
    translate(source, Cards="Карти", Kept="Лишено")
    module = tree / "games" / "words.py"
    module.write_text(MODULE.replace('_("Cards")', '_("All cards")'))
    update()
    catalog = read("uk", source)
    assert catalog.get("Kept").string == "Лишено"
    assert (catalog.get("All cards").string, catalog.get("All cards").fuzzy) == ("", False)
    assert '#~ msgid "Cards"' in source.read_text()
    module.write_text(MODULE)
    update()
    assert read("uk", source).get("Cards").string == "Карти"
    assert "#~" not in source.read_text()


def test_what_a_translator_noted_stays(source):
    update()
    source.write_text(source.read_text().replace('msgid "Kept"', '# one word\n#, fuzzy\nmsgid "Kept"'))
    translate(source, Kept="Лишено")
    update()
    kept = read("uk", source).get("Kept")
    assert (kept.user_comments, kept.fuzzy) == (["one word"], True)


# Looked over


def with_one(code, sentence, told, flags=()):
    catalog = Catalog(code, fuzzy=False)
    catalog.add(sentence, told, flags=flags)
    return [fault.what for fault in faults(catalog)]


PENNIES = ("%(player)s has one card", "%(player)s has %(off)d cards")


@pytest.mark.parametrize(
    ("code", "sentence", "told"),
    [
        ("uk", "Cards", "Карти"),
        ("uk", "%(player)s and %(player)s won", "%(player)s"),
        ("uk", "<b>%(dealer)s</b> deals", "роздає <b>%(dealer)s</b>"),
        (
            "uk",
            PENNIES,
            ("%(player)s: %(off)d карта", "%(player)s: %(off)d карти", "%(player)s: %(off)d карт"),
        ),
        ("ka", PENNIES, ("%(player)s: ერთი კარტი", "%(player)s: %(off)d კარტი")),
        ("ka", PENNIES, ("%(player)s: %(off)d კარტი", "%(player)s: %(off)d კარტი")),
        ("ka", "100%% sure", "100%% ნამდვილად"),
    ],
)
def test_a_good_translation_has_no_fault(code, sentence, told):
    assert with_one(code, sentence, told) == []


@pytest.mark.parametrize(
    ("code", "sentence", "told", "what"),
    [
        ("uk", "Cards", "", "not translated"),
        ("uk", PENNIES, ("", "", ""), "not translated"),
        (
            "uk",
            PENNIES,
            ("%(player)s: %(off)d карта", "", "%(player)s: %(off)d карт"),
            "plural forms are missing",
        ),
        (
            "uk",
            PENNIES,
            ("%(player)s: %(off)d карта", "%(player)s: %(off)d карти"),
            "plural forms are missing",
        ),
        (
            "uk",
            PENNIES,
            ("%(player)s: одна карта", *["%(player)s: %(off)d карт"] * 2),
            "other gaps than in English",
        ),
        ("ka", PENNIES, ("ერთი კარტი", "%(player)s: %(off)d კარტი"), "other gaps than in English"),
        ("ka", PENNIES, ("%(player)s: ერთი კარტი", "%(player)s: კარტი"), "other gaps than in English"),
        ("ru", "%(player)s won", "%(players)s", "other gaps than in English"),
        ("ru", "%(number)d", "%(number)s", "other gaps than in English"),
        ("ru", "%(player)s won", "% (player)s", "other gaps than in English"),
        ("ru", "half", "50%", "other gaps than in English"),
        ("ru", "<b>%(dealer)s</b> deals", "<b>%(dealer)s<b> сдаёт", "other tags than in English"),
        ("ru", "<bdi>%(name)s</bdi>", "%(name)s", "other tags than in English"),
    ],
)
def test_what_cannot_be_shown_is_a_fault(code, sentence, told, what):
    assert with_one(code, sentence, told) == [what]


def test_what_a_translator_was_not_sure_of_is_a_fault():
    assert with_one("ka", "Cards", "კარტი", flags=["fuzzy"]) == ["marked as doubtful"]


def test_the_check_fails_until_everything_is_translated_and_in_step(tree, source):
    with pytest.raises(CommandError, match="12 to mend"):
        update("--check")
    assert not source.exists()
    assert "uk: 0 of 11 sentences" in update()
    catalog = read("uk", source)
    for message in catalog:
        if message.id:
            message.string = (message.id[-1],) * 3 if message.pluralizable else message.id
    source.write_text(written(catalog))
    assert update("--check") == "uk: 11 of 11 sentences\n"
    (tree / "templates" / "other.html").write_text('{% translate "Cards" %}')
    with pytest.raises(CommandError, match="1 to mend"):
        update("--check")


def test_a_source_that_cannot_be_read_is_said_to_be_none(source):
    update()
    source.write_text(source.read_text() + '\nmsgid "Cards\n')
    with pytest.raises(CommandError, match=r"django\.po"):
        update()


# Compiled


def shown(source, sentence):
    with source.with_suffix(".mo").open("rb") as compiled:
        return gettext.GNUTranslations(compiled).gettext(sentence)


def test_translations_are_compiled_when_they_were_changed(source):
    update()
    assert is_compiled(source)
    translate(source, Cards="Карти", Kept="Лишено")
    assert not is_compiled(source)
    compile_changed()
    assert is_compiled(source)
    assert shown(source, "Cards") == "Карти"
    os.utime(source, (1, 1))  # an older one that was put back
    translate(source, Cards="Картки")
    compile_changed()
    assert shown(source, "Cards") == "Картки"


def test_what_is_compiled_already_is_left_alone(source):
    update()
    before = source.with_suffix(".mo").stat().st_ino
    compile_changed()
    assert source.with_suffix(".mo").stat().st_ino == before


def test_what_is_doubtful_is_not_shown(source):
    update()
    source.write_text(
        source.read_text().replace('msgid "Kept"\nmsgstr ""', '#, fuzzy\nmsgid "Kept"\nmsgstr "Лишено"')
    )
    compile_changed()
    assert shown(source, "Kept") == "Kept"


def test_processes_that_start_at_once_compile_without_harm(source):
    update()
    translate(source, Cards="Карти")
    with ThreadPoolExecutor(4) as starters:
        list(starters.map(lambda _: compile_changed(), range(8)))
    assert shown(source, "Cards") == "Карти"
    assert {path.name for path in source.parent.iterdir()} == {"django.po", "django.mo"}


def test_without_translations_all_starts_too(tree):
    compile_changed()
    assert not (tree / "locale").exists()


def test_every_language_is_compiled_by_the_time_the_app_runs():
    assert all(map(is_compiled, sources().values()))


def test_the_same_words_in_another_context_are_another_sentence():
    known, found = Catalog("uk", fuzzy=False), Catalog(fuzzy=False)
    known.add("Cards", "Карти", context="a way to enter")
    found.add("Cards")
    assert [message.string for message in renewed(known, found) if message.id] == [""]
