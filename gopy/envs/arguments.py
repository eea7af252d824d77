"""Checks the arguments of the environments: numbers are never guessed from text, fractions or truth values.

Integers may be Python's, numpy's of any integer type, and integer arrays without dimensions. A truth value is not accepted
as an integer: somebody who passes one as an action probably forgot to choose an action from a mask.
"""
import operator
from typing import Any

import numpy as np
from gymnasium.error import InvalidAction

#: No board has this action. It replaces integers that do not fit into 64 bits, which then lose like any illegal action.
_NO_ACTION = -1


def _integer(value: Any) -> int:
    """`value` as an int. TypeError if it is no integer."""
    if isinstance(value, (bool, np.bool_)) or getattr(value, "dtype", None) == np.bool_:
        raise TypeError
    return operator.index(value)


def integer_option(name: str, value: object, least: int | None = None) -> int:
    """The value of an option or argument as an int. ValueError of one sentence if it is no integer or less than `least`."""
    try:
        found = _integer(value)
    except TypeError:
        raise ValueError(f"{name} {value!r} is not an integer") from None
    if least is not None and found < least:
        raise ValueError(f"{name} {value!r} is less than {least}")
    return found


def truth_option(name: str, value: object) -> bool:
    """The value of an option as a bool. ValueError if it is not True or False."""
    if not isinstance(value, (bool, np.bool_)):
        raise ValueError(f"{name} {value!r} is not True or False")
    return bool(value)


def one_action(action: object, whose: str = "the action") -> int:
    """An action, which may be illegal, as an int. gymnasium.error.InvalidAction if it is no integer."""
    try:
        found = _integer(action)
    except TypeError:
        raise InvalidAction(f"{whose} {action!r} is not an integer") from None
    return found if -1 << 63 <= found < 1 << 63 else _NO_ACTION


def action_array(actions: object, count: int, whose: str = "the actions") -> np.ndarray:
    """The actions on `count` boards as int64[count]. gymnasium.error.InvalidAction for another shape or type."""
    try:
        array = np.asarray(actions)
    except (ValueError, TypeError):         # for example lists of different lengths
        raise InvalidAction(f"{whose} are no array of integers") from None
    if array.shape != (count,):
        raise InvalidAction(f"{whose} have the shape {array.shape}, the boards ({count},)")
    if array.dtype.kind not in "iu":
        raise InvalidAction(f"{whose} are of the type {array.dtype}, not integers")
    return np.ascontiguousarray(array, np.int64)
