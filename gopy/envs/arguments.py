"""What callers hand to the environments, checked: numbers are never guessed from text, fractions or truth values.

Integers are Python's, numpy's of any integer type, and arrays of one integer without a dimension. A truth value is none:
where one stands in the place of an action, a mask was meant to be searched first.
"""
import operator

import numpy as np
from gymnasium.error import InvalidAction

#: What no board has as an action; integers that 64 bits do not hold become it, and lose as every illegal action does.
_NO_ACTION = -1


def _integer(value):
    """The int that `value` is. TypeError if it is none."""
    if isinstance(value, (bool, np.bool_)) or getattr(value, "dtype", None) == np.bool_:
        raise TypeError
    return operator.index(value)


def integer_option(name, value, least=None) -> int:
    """The int of an option or argument. ValueError, one sentence, for anything else or less than `least`."""
    try:
        found = _integer(value)
    except TypeError:
        raise ValueError(f"{name} {value!r} is not an integer") from None
    if least is not None and found < least:
        raise ValueError(f"{name} {value!r} is less than {least}")
    return found


def truth_option(name, value) -> bool:
    """The bool of an option. ValueError for what is not True or False."""
    if not isinstance(value, (bool, np.bool_)):
        raise ValueError(f"{name} {value!r} is not True or False")
    return bool(value)


def one_action(action, whose="the action") -> int:
    """The int of one action, which may be illegal. gymnasium.error.InvalidAction for what is no integer."""
    try:
        found = _integer(action)
    except TypeError:
        raise InvalidAction(f"{whose} {action!r} is not an integer") from None
    return found if -1 << 63 <= found < 1 << 63 else _NO_ACTION


def action_array(actions, count, whose="the actions") -> np.ndarray:
    """int64[count] of the actions on `count` boards. gymnasium.error.InvalidAction for another shape or type."""
    try:
        array = np.asarray(actions)
    except (ValueError, TypeError):         # lists of different lengths, say
        raise InvalidAction(f"{whose} are no array of integers") from None
    if array.shape != (count,):
        raise InvalidAction(f"{whose} have the shape {array.shape}, the boards ({count},)")
    if array.dtype.kind not in "iu":
        raise InvalidAction(f"{whose} are of the type {array.dtype}, not integers")
    return np.ascontiguousarray(array, np.int64)
