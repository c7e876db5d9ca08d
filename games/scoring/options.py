"""The kinds of agreement that a game's rules leave to the table.

A game lists its options as `{key: option}`. An option knows the value that holds when nothing
was agreed (`default`, or `AGREE` where the table must say) and which values of a match file it
takes. Types are exact, as in the match file: `True`, `1` and `1.0` are three different things.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Protocol

AGREE = object()
"""The default of an option that has none: the table must say."""


class Option(Protocol):
    @property
    def default(self) -> Any: ...

    def takes(self, value: object) -> bool:
        """Whether `value`, as read from a match file, is one of this option's."""


@dataclass(frozen=True)
class Choice:
    """One of a few values; the first one holds by default."""

    values: tuple[Any, ...]

    @property
    def default(self) -> Any:
        return self.values[0]

    def takes(self, value: object) -> bool:
        return any(type(value) is type(known) and value == known for known in self.values)


@dataclass(frozen=True)
class Flag:
    """On or off."""

    default: bool

    def takes(self, value: object) -> bool:
        return type(value) is bool


@dataclass(frozen=True)
class Whole:
    """A whole number from `low` to `high`; `off`, where given, is a further value: not played.

    `usual` are the values that tables mostly choose.
    """

    default: int
    low: int
    high: int
    off: int | None = None
    usual: tuple[int, ...] = ()

    def takes(self, value: object) -> bool:
        return type(value) is int and (self.low <= value <= self.high or value == self.off)


@dataclass(frozen=True)
class Several:
    """Any of some values, each at most once; none by default."""

    values: tuple[str, ...]
    default: list[str] = field(default_factory=list)

    def takes(self, value: object) -> bool:
        return (
            type(value) is list
            and all(type(one) is str and one in self.values for one in value)
            and len(set(value)) == len(value)
        )
