"""How sentences are marked in modules and templates, so that each is found, and shown in the reader's language."""

import ast
import re
from pathlib import Path

import pytest
from django.conf import settings

from scorekeeper.catalogs import MARKS
from tests.languages.english import OURS, WORD, Reader

MODULES = [
    path for folder in ("games", "scorekeeper") for path in Path(settings.BASE_DIR, folder).rglob("*.py")
]
SPEAKING = [path for path in MODULES if path.parent.name in {"views", "forms", "words", "templatetags"}]
"""The modules that say something to those who play."""
SENTENCE = re.compile(r"^[A-Z][a-z]+,? [a-z(%]|^[A-Z].*[a-z]\.$")
TEMPLATES = [
    path for path in Path(settings.BASE_DIR, "templates").rglob("*.html") if path.parent.name != "rules"
]
"""All but the rules of the games, which are written in each language."""
MARKED = re.compile(
    r"{% block body %}.*?{% endblock %}|{% blocktranslate.*?{% endblocktranslate %}|{%.*?%}|{{.*?}}|{#.*?#}",
    re.DOTALL,
)
"""What is no text of a template by itself: what is marked, what is put in, the attributes of a page's body."""


def marks_in(tree):
    """The marks of a module, by the names by which it calls them: whether each is lazy."""
    return {
        name.asname or name.name: name.name.endswith(("_lazy", "_noop"))
        for line in ast.walk(tree)
        if isinstance(line, ast.ImportFrom) and line.module == "django.utils.translation"
        for name in line.names
        if name.name in MARKS
    }


def called(within, marks):
    return [
        call.lineno
        for call in ast.walk(within)
        if isinstance(call, ast.Call) and getattr(call.func, "id", "") in marks
    ]


def outside_functions(tree):
    """What runs when a module is loaded."""
    for one in ast.iter_child_nodes(tree):
        if not isinstance(one, ast.FunctionDef | ast.Lambda):
            yield one
            yield from outside_functions(one)


@pytest.mark.parametrize("path", MODULES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_no_sentence_is_hidden_or_frozen_in_one_language(path):
    tree = ast.parse(path.read_text())
    marks = marks_in(tree)
    for text in ast.walk(tree):
        if isinstance(text, ast.JoinedStr):
            assert called(text, marks) == [], "older Pythons do not find it within an f-string"
    at_once = {name for name, lazy in marks.items() if not lazy}
    loaded = [one for one in outside_functions(tree) if isinstance(one, ast.Call)]
    frozen = [call.lineno for call in loaded if getattr(call.func, "id", "") in at_once]
    assert frozen == [], "it would stay in the language of whoever asked first"


def unmarked(tree):
    """The sentences of a module that no mark stands before; what explains the code is none."""
    marks, spared = marks_in(tree), set()
    for one in ast.walk(tree):
        if isinstance(one, ast.Call) and getattr(one.func, "id", "") in marks:
            spared.update(ast.walk(one))
        elif isinstance(one, ast.Expr):
            spared.add(one.value)
    texts = [one for one in ast.walk(tree) if isinstance(one, ast.Constant) and one not in spared]
    return [text.value for text in texts if isinstance(text.value, str) and SENTENCE.search(text.value)]


@pytest.mark.parametrize("path", SPEAKING, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_no_sentence_in_a_module_is_left_unmarked(path):
    assert unmarked(ast.parse(path.read_text())) == []


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_no_word_in_a_template_is_left_unmarked(path):
    texts = Reader(MARKED.sub("", path.read_text())).texts
    assert [text for text in texts if set(WORD.findall(text)) - OURS] == []


def test_what_is_hidden_or_frozen_would_be_seen():
    module = """
from django.utils.translation import gettext as _, gettext_lazy
FROZEN = {"a": _("frozen")}
LAZY = gettext_lazy("lazy")
class Form:
    label = _("frozen too")
    def clean(self):
        return _("said anew") + f"{_('hidden')}"
"""
    tree = ast.parse(module)
    marks = marks_in(tree)
    assert marks == {"_": False, "gettext_lazy": True}
    loaded = [one for one in outside_functions(tree) if isinstance(one, ast.Call)]
    assert [call.lineno for call in loaded if call.func.id == "_"] == [3, 6]
    assert [called(one, marks) for one in ast.walk(tree) if isinstance(one, ast.JoinedStr)] == [[8]]
    assert Reader('<p title="Said">{{ x }}</p>').texts == ["Said", "{{ x }}"]
    assert unmarked(tree) == []
    assert unmarked(ast.parse(module + "LOST, FOUND = 'It is lost.', 'Found again'")) == [
        "It is lost.",
        "Found again",
    ]
