"""A chip: one of a few things to tap, in HTML. Not a template, since an entry has dozens."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape

from django.utils.safestring import SafeString, mark_safe

from games.words.sentences import Text


@dataclass(frozen=True, slots=True)
class Chip:
    """A radio button or a checkbox (`type`) under a `label`, with a small word more (`note`)."""

    type: str
    name: str
    value: str
    label: Text
    selected: bool
    note: Text = ""

    def __str__(self) -> SafeString:
        return mark_safe(self.html)  # noqa: S308 - its texts are escaped

    @property
    def html(self) -> str:
        checked = " checked" if self.selected else ""
        note = f"<small>{escape(str(self.note))}</small>" if self.note else ""
        label = self.label if isinstance(self.label, SafeString) else escape(str(self.label))
        return (
            f'<label class="chip"><input type="{self.type}" name="{escape(self.name)}"'
            f' value="{escape(self.value)}"{checked}><span>{label}{note}</span></label>'
        )
