"""How the figures of a sheet are written in HTML. Not in a template, since a sheet has hundreds."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from games.words.game import Cell


@dataclass(frozen=True)
class Column:
    """A cell of the sheet, and the texts that stood in it before it was corrected, oldest first."""

    cell: Cell
    was: Sequence[str] = ()

    @property
    def figure(self) -> SafeString:
        """The figure, circled if it is, behind what was struck out, with its note."""
        cell = self.cell
        text = escape(cell.text)
        figure = f'<b class="ring">{text}</b>' if cell.ring else text
        if self.was:
            figure = "".join(_struck_out(text) for text in self.was) + figure
        if cell.note:
            figure = f"{figure} <small>{escape(cell.note)}</small>"
        return mark_safe(figure)  # noqa: S308 - its texts are escaped


def _struck_out(text: str) -> str:
    return f'<s><span class="unseen">{escape(_("was"))} </span>{escape(text)}</s> '


def figures(columns: Iterable[Column]) -> SafeString:
    """The cells of a row."""
    cells = []
    for column in columns:
        tone = f' data-tone="{column.cell.tone}"' if column.cell.tone else ""
        cells.append(f'<span role="cell"{tone}>{column.figure}</span>')
    return mark_safe("".join(cells))  # noqa: S308 - its texts are escaped
