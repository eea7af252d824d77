"""Selection keys: the values of a node's children as integers; the child of the largest key is selected.

Values become integer keys because the compiler turns a maximum of integers into vector code, but not a maximum of floats.
All arithmetic is float32: vector code then works on sixteen children at a time, and float32 is still finer than the noise of
any mean. Logarithms do not come from the C library, so results are the same on every machine.
"""
import math

import numpy as np

from gopy.compiled.jit import kernel
from gopy.search.params import MAX_VALUE

#: The key of the value 1 is 1 << KEY_BITS.
KEY_BITS = 24
KEY_SCALE = np.float32(1 << KEY_BITS)
_LIMIT = np.float32(MAX_VALUE)

_TABLE_SIZE = 2048
#: ln n, rounded to the digits on which all C libraries agree.
_LOG = np.array([0.0] + [round(math.log(n), 12) for n in range(1, _TABLE_SIZE)])
_LOG_2 = round(math.log(2.0), 12)


@kernel
def natural_log(n):
    """ln n for an int n >= 1, accurate to 0.1 %."""
    halvings = 0
    while n >= _TABLE_SIZE:
        n >>= 1
        halvings += 1
    return _LOG[n] + halvings * _LOG_2


#: ln n as float32 for selection, up to more visits than most nodes have.
_LOG_32 = np.round(np.log(np.maximum(np.arange(1 << 14), 1)), 12).astype(np.float32)


@kernel(entry=False)
def log_32(n):
    """ln n for an int n >= 1, as float32."""
    return _LOG_32[n] if n < _LOG_32.shape[0] else np.float32(natural_log(n))


@kernel(entry=False)
def largest_key(keys, n):
    """The maximum of keys[:n]."""
    best = keys[np.uint64(0)]
    for i in range(np.uint64(1), n):
        best = max(best, keys[i])
    return best


@kernel(entry=False)
def index_of_key(keys, key):
    """Index of the first of `keys` that equals `key`; one of them has to."""
    i = np.uint64(0)
    while keys[i] != key:
        i += np.uint64(1)
    return i


@kernel(entry=False)
def child_of_largest_key(begin, end, keys):
    """The first child of largest key among the children begin..end, both uint64, end excluded."""
    return np.int64(begin + index_of_key(keys, largest_key(keys, end - begin)))


@kernel(entry=False)
def key_of(value):
    """The key of `value`, a float32."""
    return np.int32(min(value, _LIMIT) * KEY_SCALE)


@kernel(entry=False)
def add_exploration(tree, begin, end, exploration, keys):
    """Add c sqrt(ln S / N) to the keys of children with visits."""
    total = np.int64(0)
    for c in range(begin, end):
        total += tree.visits[c]
    scale = np.float32(exploration * math.sqrt(natural_log(max(total, 1))))
    for c in range(begin, end):
        visits = np.float32(tree.visits[c])
        if visits > np.float32(0.0):
            bonus = scale / np.float32(math.sqrt(visits))
            keys[c - begin] = key_of(np.float32(keys[c - begin]) / KEY_SCALE + bonus)
