"""The learnt strengths of move features: the files `patterns/moves9.txt` and `moves19.txt`, read into arrays.

Lines of the file are `feature STRENGTH NAME` and `shape STRENGTH CODE`, a code being the four hex digits of a
shape in its smallest symmetric form (features.py); shapes that are not in the file share the strength of `rare`.
"""
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from gopy.go.knowledge.features import NUM_PLAIN, PLAIN_NAMES
from gopy.go.knowledge.patterns import pattern_file

#: The eight neighbours, counted from the lower left in rows, as (row, column).
_PLACES = [(row, column) for row in range(3) for column in range(3) if (row, column) != (1, 1)]


class MoveModel(NamedTuple):
    """Strengths by feature; a feature of which nothing was learnt has strength 1."""
    shape_class: np.ndarray      # uint16[65536]: class of a shape index, 0 the rare ones
    shape_strength: np.ndarray   # float32[classes]
    plain_strength: np.ndarray   # float32[NUM_PLAIN]


@lru_cache(maxsize=None)
def smallest_forms() -> np.ndarray:
    """uint16[65536]: the smallest index among the eight turns and mirrors of each shape index."""
    index = np.arange(1 << 16)
    smallest = index.copy()
    for turn in range(8):
        moved = np.zeros_like(index)
        for source, (row, column) in enumerate(_PLACES):
            if turn & 1:
                row = 2 - row
            if turn & 2:
                column = 2 - column
            if turn & 4:
                row, column = column, row
            target = _PLACES.index((row, column))
            moved |= ((index >> source) & 1) << target | ((index >> (8 + source)) & 1) << (8 + target)
        smallest = np.minimum(smallest, moved)
    return smallest.astype(np.uint16)


def shape_classes(codes) -> np.ndarray:
    """uint16[65536]: 1 + the index of a shape's smallest form in `codes`, 0 if it is not there."""
    by_form = np.zeros(1 << 16, np.uint16)
    by_form[np.asarray(codes, np.int64)] = 1 + np.arange(len(codes))
    return by_form[smallest_forms()]


#: Up to this board size the model learnt from 9x9 games is used, beyond it the model learnt from 19x19 games.
LARGEST_SMALL_BOARD = 11


def move_model(size) -> MoveModel:
    """The `MoveModel` for a board size."""
    return read_model("moves9.txt" if size <= LARGEST_SMALL_BOARD else "moves19.txt")


@lru_cache(maxsize=None)
def read_model(name) -> MoveModel:
    """The model in a file of the folder `patterns/`. ValueError for a line that cannot be read."""
    plain, codes, strengths = np.ones(NUM_PLAIN, np.float32), [], [1.0]
    for line in pattern_file(name).read_text().splitlines():
        if not line.strip() or line.startswith(";"):
            continue
        kind, strength, what = line.split(maxsplit=2)
        if kind == "feature" and what == "rare":
            strengths[0] = float(strength)
        elif kind == "feature" and what in PLAIN_NAMES:
            plain[PLAIN_NAMES.index(what)] = float(strength)
        elif kind == "shape":
            codes.append(int(what, 16))
            strengths.append(float(strength))
        else:
            raise ValueError(f"{name}: {line!r} cannot be read")
    return MoveModel(shape_classes(codes), np.array(strengths, np.float32), plain)
