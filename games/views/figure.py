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
    def tone(self) -> str:
        """What stands in the tag of the cell, where it is good or bad."""
        return f' data-tone="{self.cell.tone}"' if self.cell.tone else ""

    @property
    def figure(self) -> SafeString:
        return mark_safe(self.html)  # noqa: S308 - its texts are escaped

    @property
    def html(self) -> str:
        """The figure, circled if it is, behind what was struck out, with its note."""
        cell = self.cell
        text = escape(cell.text)
        figure = f'<b class="ring">{text}</b>' if cell.ring else text
        if self.was:
            figure = "".join(_struck_out(text) for text in self.was) + figure
        if cell.note:
            figure = f"{figure} <small>{escape(cell.note)}</small>"
        return figure


def _struck_out(text: str) -> str:
    # Translators: before a figure that was corrected and is struck out, for who cannot see that
    was = escape(_("was"))
    return f'<s><span class="unseen">{was} </span>{escape(text)}</s> '


@dataclass(frozen=True, slots=True)
class Row:
    """A round as a row of the sheet: its number leads to `url`, and `label` says so to who cannot see it."""

    number: str
    struck: bool
    url: str
    label: str
    figures: SafeString

    def __str__(self) -> SafeString:
        struck = " struck" if self.struck else ""
        return mark_safe(  # noqa: S308 - its texts are escaped
            f'<div class="round{struck}" role="row"><span role="rowheader">'
            f'<a href="{self.url}" aria-label="{escape(self.label)}">{self.number}</a></span>{self.figures}</div>\n'
        )


def figures(columns: Iterable[Column]) -> SafeString:
    """The cells of a row."""
    cells = (f'<span role="cell"{column.tone}>{column.html}</span>' for column in columns)
    return mark_safe("".join(cells))  # noqa: S308 - its texts are escaped
