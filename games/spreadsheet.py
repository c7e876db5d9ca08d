"""Tables as spreadsheets open them, by a double click and without a question.

A spreadsheet takes the separator of a CSV file, and the sign before decimals, from the language it is set
to: Excel above all, which asks nothing. Where the comma stands before decimals, that is a semicolon; the
others find out by themselves. A byte-order mark says that the text is UTF-8. (Excel also has a first line
`sep=;`, but then it overlooks the mark, and everybody else shows the line.)
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator
from datetime import date, datetime
from decimal import Decimal

Cell = str | int | Decimal | date | datetime | None

BYTE_ORDER_MARK = "\ufeff"
RUNS = tuple("=+-@\t\r\n＝＋－＠")
"""What begins so, a spreadsheet takes for a formula and runs it."""


class _Line:
    """Where the writer of a line leaves it."""

    text = ""

    def write(self, text: str) -> None:
        self.text = text


def lines(rows: Iterable[Iterable[Cell]], *, decimal_comma: bool) -> Iterator[str]:
    """A table as the lines of a CSV file, row by row."""
    line = _Line()
    writer = csv.writer(line, delimiter=";" if decimal_comma else ",", lineterminator="\r\n")
    yield BYTE_ORDER_MARK
    for row in rows:
        writer.writerow([_written(cell, decimal_comma=decimal_comma) for cell in row])
        yield line.text


def _written(cell: Cell, *, decimal_comma: bool) -> str:
    match cell:
        case None:
            return ""
        case str():
            return f"'{cell}" if cell.startswith(RUNS) else cell
        case Decimal():
            figures = f"{cell:f}"
            return figures.replace(".", ",") if decimal_comma else figures
        case datetime():
            return cell.strftime("%Y-%m-%d %H:%M:%S")
        case _:
            return str(cell)
