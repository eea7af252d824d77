"""Shapes: what the values in a JSON or TOML file have to be, and one sentence about a value that is something else.

A shape is a `Kind` of plain values, a `Table`, an `Each` or a `Several`; its `check(value, where)` raises ValueError,
whose text begins with `where` and the keys that lead to what is wrong: "line 3: moves wants a whole number, not 'four'".
The words are those of gopy.base.parameters.
"""
import math
from dataclasses import dataclass
from typing import Any

from gopy.base.numbers import LONGEST, shown
from gopy.base.parameters import Parameter, unknown_name

_HUGE = 10**19


class Kind:
    """Plain values: `name` is what messages call one, `holds(value)` tells whether a value is one."""

    def __init__(self, name, holds) -> None:
        self.name = name
        self._holds = holds

    def check(self, value, where) -> None:
        """Raise ValueError unless `value` is one of the kind."""
        if not self._holds(value):
            raise ValueError(f"{where} wants {self.name}, not {shown(value)}")

    def or_none(self) -> "Kind":
        """A Kind that takes these values and None."""
        return Kind(f"{self.name} or null", lambda value: value is None or self._holds(value))


class Number(Kind):
    """Numbers of a Parameter, which words what is wrong with their range; true and false do not count as numbers."""

    def __init__(self, parameter) -> None:
        kinds = (int,) if parameter.kind is int else (int, float)
        super().__init__("a whole number" if parameter.kind is int else "a number", lambda value: self._fits(value))
        self._of_kind = lambda value: type(value) in kinds and value == value and abs(value) != math.inf
        self._parameter = parameter

    def check(self, value, where) -> None:
        """Raise ValueError unless `value` is such a number."""
        if not self._fits(value):
            if self._of_kind(value):
                self._parameter.value(where, value)     # says which numbers fit
            super().check(value, where)

    def _fits(self, value):
        return self._of_kind(value) and self._parameter.low <= value <= self._parameter.high


def whole(low=1 - _HUGE, high=_HUGE - 1) -> Kind:
    """The Kind of whole numbers from `low` to `high`."""
    return Number(Parameter(int, None, "", low, high))


def number(low=-1e15, high=1e15) -> Kind:
    """The Kind of finite numbers from `low` to `high`, whole ones included."""
    return Number(Parameter(float, None, "", low, high))


def one_of(*values) -> Kind:
    """The Kind whose values are exactly these texts."""
    return Kind(" or ".join(map(repr, values)), lambda value: isinstance(value, str) and value in values)


def is_text(value) -> bool:
    """Whether a value is text that a file can hold: it has no NUL, and UTF-8 can express it."""
    if not isinstance(value, str) or "\0" in value:
        return False
    try:
        value.encode()
    except UnicodeEncodeError:
        return False
    return True


TEXT = Kind("text", is_text)
FLAG = Kind("true or false", lambda value: isinstance(value, bool))
ANYTHING = Kind("anything", lambda value: True)


@dataclass(frozen=True)
class Table:
    """A table (in JSON: an object).

    keys    dict from each key to the shape of its value
    needed  the keys that must be there
    others  the shape of the values of all other keys; None if there may be no others
    """
    keys: dict
    needed: tuple = ()
    others: Any = None

    def check(self, value, where="") -> None:
        """Raise ValueError unless `value` is such a table."""
        _check_table(value, where)
        if self.others is None:
            for key in value:
                if key not in self.keys:
                    raise ValueError(f"{_before(where)}{unknown_name('key', key, self.keys)}")
        for key in self.needed:
            if key not in value:
                raise ValueError(f"{_before(where)}no {key!r}")
        for key, item in value.items():
            self.keys.get(key, self.others).check(item, f"{_before(where)}{_key(key)}")


@dataclass(frozen=True)
class Each:
    """A table whose keys are all of the Kind `keys` and whose values all have the shape `values`."""
    values: Any
    keys: Kind = TEXT

    def check(self, value, where) -> None:
        """Raise ValueError unless `value` is such a table."""
        _check_table(value, where)
        for key, item in value.items():
            self.keys.check(key, f"{_before(where)}a key")
            self.values.check(item, f"{_before(where)}{_key(key)}")


@dataclass(frozen=True)
class Several:
    """A list of at most `most` items of the shape `items`; with `alone`, also a single item that is not in a list."""
    items: Any
    alone: bool = False
    most: int = 10**6

    def check(self, value, where) -> None:
        """Raise ValueError unless `value` is such a list, or such an item."""
        if not isinstance(value, list):
            if not self.alone:
                raise ValueError(f"{where} wants a list, not {shown(value)}")
            self.items.check(value, _called(where, value) or where)
            return
        if len(value) > self.most:
            raise ValueError(f"{where} has more than {self.most} items")
        for position, item in enumerate(value, start=1):
            self.items.check(item, _called(where, item) or f"{where} {position}")


def _check_table(value, where):
    if not isinstance(value, dict):
        raise ValueError(f"{where or 'this'} wants a table, not {shown(value)}")


def _called(where, item):
    """What messages call an item of a list: a table by its name, if it has one; "" for any other item."""
    name = item.get("name") if isinstance(item, dict) else None
    return f"{where} {shown(name)}" if isinstance(name, str) else ""


def _before(where):
    return f"{where}: " if where else ""


def _key(key):
    return key if key.isidentifier() and len(key) <= LONGEST else shown(key)
