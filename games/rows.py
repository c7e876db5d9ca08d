"""Rows as a file tells them: each field of its own kind and within its bounds, and leading to what is there.

What is otherwise raises `Refused`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, TypeVar

from django.core.exceptions import ValidationError
from django.db import models

from games.scoring.refusal import Refused

EARLIEST, LATEST = datetime(1900, 1, 1, tzinfo=UTC), datetime(2900, 1, 1, tzinfo=UTC)

Row = TypeVar("Row", bound=models.Model)


def check_kept(written: Mapping[str, Any], deepest: int) -> None:
    """Refuse what no database takes: what is nested without end, halves of numbers, and the character nought."""
    level: list[Any] = [written]
    for _depth in range(deepest):
        level = [
            inner
            for one in level
            if isinstance(one, dict | list)
            for inner in (one.values() if isinstance(one, dict) else one)
        ]
    if level:
        raise Refused("too-deep")
    try:
        text = json.dumps(written, allow_nan=False)
    except ValueError:
        raise Refused("not-kept") from None
    if "\\u0000" in text:
        raise Refused("not-kept")


def list_of(told: Mapping[str, Any], key: str) -> list[Any]:
    value = told.get(key)
    if type(value) is not list:
        raise Refused("broken-part", key=key)
    return value


def object_of(told: Any, key: str) -> dict[str, Any]:
    if type(told) is not dict:
        raise Refused("broken-part", key=key)
    return told


def one_of(told: Any, among: Iterable[int], key: str) -> int:
    """The id that was told of a row that is there."""
    if type(told) is not int or told not in among:
        raise Refused("broken-part", key=key)
    return told


def rows_of(
    told: Iterable[Mapping[str, Any]],
    key: str,
    model: Callable[[], Row],
    names: Sequence[str],
    check: Callable[[Row], None] | None = None,
) -> dict[int, Row]:
    """The rows of a list, by their ids, each checked; they may lead to what is not there (`check_led`)."""
    rows: dict[int, Row] = {}
    for one in told:
        number = one.get("id")
        if type(number) is not int or number in rows:
            raise Refused("broken-part", key=key)
        rows[number] = filled(model(), one, names, None)
        if check:
            check(rows[number])
    return rows


def check_led(rows: Iterable[models.Model], named: Mapping[str, Iterable[int]]) -> None:
    """Refuse rows that name others, by the names of fields, which are not there."""
    for row in rows:
        for name, among in named.items():
            told = getattr(row, column_of(row, name).attname)
            if told is not None:
                one_of(told, among, name)


def filled(
    row: Row, told: Mapping[str, Any], names: Sequence[str], named: Mapping[str, Iterable[int]] | None
) -> Row:
    """A row with its fields as they were told, each of its own kind and within its bounds.

    `named` has the ids of rows that a field may lead to; without it any id may stand there.
    """
    for name in names:
        column = column_of(row, name)
        value = told.get(name)
        if value is None:
            if not column.null:
                raise Refused("missing-key", key=name)
        elif isinstance(column, models.ForeignKey):
            one_of(value, (value,) if named is None else named[name], name)
        else:
            value = _cleaned(column, value)
        setattr(row, column.attname, value)
    return row


def column_of(row: models.Model, name: str) -> Any:
    """The field of a row by its name."""
    return type(row)._meta.get_field(name)  # noqa: SLF001 - a name that Django keeps for all its users


def _cleaned(column: Any, value: Any) -> Any:
    """A value as its column keeps it: of its kind, and within its bounds."""
    match column:
        case models.JSONField():
            return value
        case models.BooleanField() if type(value) is bool:
            return value
        case models.DateTimeField() if type(value) is str:
            return moment(column, value)
        case models.IntegerField() if type(value) is int:
            return _bounded(column, value)
        case models.CharField() | models.TextField() if type(value) is str:
            return _bounded(column, value)
        case _:
            raise Refused("broken-part", key=column.name)


def moment(column: Any, told: str) -> datetime:
    """A time that a file tells of a field."""
    try:
        at = datetime.fromisoformat(told)
    except ValueError:
        at = None
    if at is None or at.tzinfo is None or not EARLIEST <= at <= LATEST:
        raise Refused("broken-part", key=column.name)
    return at


def _bounded(column: Any, value: Any) -> Any:
    try:
        return column.clean(value, None)
    except ValidationError:
        raise Refused("broken-part", key=column.name) from None
