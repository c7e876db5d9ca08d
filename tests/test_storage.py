"""What only people read is not sent: the served style sheets and scripts are the written ones without it."""

from pathlib import Path

import pytest
from django.core.files.base import ContentFile

from scorekeeper.storage import HashedFiles

STATIC = Path(__file__).resolve().parent.parent / "static"
WRITTEN = sorted(path for path in STATIC.rglob("*") if path.suffix in {".css", ".js"})


@pytest.fixture
def served(tmp_path):
    """What is sent of a file with this name and text."""
    storage = HashedFiles(location=tmp_path, base_url="/static/")

    def served(name, text):
        content = ContentFile(text.encode())
        content.read()  # as after its hash was made
        return (tmp_path / storage.save(name, content)).read_text()

    return served


def test_comments_and_blanks_are_left_out_and_what_means_something_stays(served):
    css = "/* A chip. */\n.chip :checked + span { width: calc(100% - 16px) }\n"
    script = "// A name.\nconst name = `a  b`; // and\nconst like = /[^ /]  x/;\n"

    assert served("one.css", css) == ".chip :checked + span{width:calc(100% - 16px)}"
    assert served("one.js", script) == "const name=`a  b`;const like=/[^ /]  x/;"


def test_what_is_small_already_stays_as_it_is(served):
    assert served("one.min.js", "let a = 1; // b") == "let a = 1; // b"


@pytest.mark.parametrize("path", WRITTEN, ids=lambda path: path.name)
def test_every_file_gets_smaller(served, path):
    text = path.read_text()

    assert 0 < len(served(path.name, text)) < len(text)
