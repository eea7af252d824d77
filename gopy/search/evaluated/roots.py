"""The positions from which a search with an evaluator starts, as bytes: one compiled call goes through the trees of all of them.

Compiled code knows one position record by its type, not a list of them. So there is one record, `Descent.start`, to which the bytes of a
root's position are copied when its turn comes.
"""
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np

from gopy.compiled.jit import kernel
from gopy.game import clone_state
from gopy.search.mcts import new_history


class Roots(NamedTuple):
    """R positions and their histories."""

    positions: np.ndarray   #: uint8[R, bytes of a position], the parts of each, one after the other, see `parts_of`
    histories: np.ndarray   #: uint64, hashes of the positions of each game, one table after the other, see gopy.search.mcts.new_history
    begins: np.ndarray      #: int64[R + 1], where the tables begin


def parts_of(states: Sequence[Any]) -> list[tuple[np.ndarray, ...]]:
    """The memory of each position, all of one type, that changes, as uint8 arrays: what a copy of it shares is left out, and so is an
    array within another."""
    own = _own_arrays(states[0])
    found = []
    for state in states:
        arrays = _arrays(state)
        found.append(tuple(arrays[number].view(np.ndarray).reshape(-1).view(np.uint8) for number in own))
    return found


def _own_arrays(state: Any) -> list[int]:
    """The numbers, among all arrays of a position, of those that are its own and lie in no other."""
    arrays = _arrays(state)
    own = [number for number, (mine, other) in enumerate(zip(arrays, _arrays(clone_state(state)))) if not np.may_share_memory(mine, other)]
    outer, end = [], 0
    for number in sorted(own, key=lambda number: (_address(arrays[number]), -arrays[number].nbytes)):
        if _address(arrays[number]) + arrays[number].nbytes > end:
            outer.append(number)
            end = _address(arrays[number]) + arrays[number].nbytes
    # in the order of the fields: that of the addresses differs from copy to copy
    return sorted(outer)


def _address(array: np.ndarray) -> int:
    """Where an array begins in memory."""
    return int(array.__array_interface__["data"][0])


def _arrays(record: Any) -> list[np.ndarray]:
    """The arrays of a record and of the records in it."""
    return [array for field in record for array in (_arrays(field) if isinstance(field, tuple) else [field])]


def new_roots(parts: Sequence[Sequence[np.ndarray]], histories: Iterable[Iterable[int]] | None) -> Roots:
    """The Roots of positions with these parts, and with the position hashes of their games so far (None: of no game any)."""
    tables = [new_history(())] * len(parts) if histories is None else [new_history(hashes) for hashes in histories]
    return Roots(np.stack([np.concatenate(each) for each in parts]), np.concatenate(tables), np.cumsum([0, *map(len, tables)]))


@kernel(entry=False, inline=True)
def to_root(roots, root, parts):
    """Make the position with these `parts` that of a root."""
    at = 0
    for part in parts:
        for i in range(part.shape[0]):
            part[i] = roots.positions[root, at + i]
        at += part.shape[0]
