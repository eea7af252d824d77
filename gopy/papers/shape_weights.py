"""Which local shapes share a weight, and the files in which the weights of a board size are kept.

Each shape has two weights, as in Silver, Sutton and Mueller (IJCAI 2007). A location-dependent weight is shared by the shapes
that a turn or a reflection of the whole board makes of one another; a location-independent weight also by the same shape at
all other places. A shape with its colours exchanged has the same weights with the opposite sign, so a shape that is its own
opposite has none.
"""
import math
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from gopy.base.arrays import packed_arrays, read_arrays
from gopy.go.geometry import turned_place
from gopy.papers.local_shape import LARGEST_WINDOW
from gopy.papers.params import local_shape_file

#: The most bytes that the arrays of a file of weights or of a checkpoint may have.
_MOST_BYTES = 1 << 26


class Sharing(NamedTuple):
    """Which weights a shape has. A weight is named by 1 + its index, negative for the opposite sign; 0 is none."""
    dependent: np.ndarray       #: int32[places]: the location-dependent weight of a place
    independent: np.ndarray     #: int32[1 + dependent weights]: the location-independent weight that goes with it
    count: int                  # type: ignore[assignment]  # hides tuple.count  #: number of location-independent weights


def _codes_with(k, digits_at, digit_of=(0, 1, 2)) -> np.ndarray:
    """int64[3**(k*k)]: the code of each window after its digit i has gone to place digits_at[i] and become digit_of[digit]."""
    codes = np.zeros(1, np.int64)
    for place in digits_at:         # the last digit varies slowest
        codes = np.add.outer(3**place * np.array(digit_of), codes).ravel()
    return codes


def _turned_codes(k) -> np.ndarray:
    """int64[8, 3**(k*k)]: the code of each window after each of the eight turns and reflections."""
    row, column = np.divmod(np.arange(k * k), k)
    places = [turned_place(turn, row, column, k - 1) for turn in range(8)]
    return np.array([_codes_with(k, down * k + across) for down, across in places])


def _classes(turned, opposite) -> tuple[np.ndarray, np.ndarray]:
    """(the smallest code among the forms of each code, the sign that it has to that form, 0 if it is its own opposite)."""
    same, exchanged = turned.min(axis=0), turned.min(axis=0)[opposite]
    return np.minimum(same, exchanged), np.sign(exchanged - same)


def _numbered(forms, signs) -> tuple[np.ndarray, int]:
    """(int32[codes]: the signed weight of each code, number of weights) of the classes of the codes."""
    number = np.zeros(len(forms), np.int32)
    used = np.flatnonzero((forms == np.arange(len(forms))) & (signs != 0))
    number[used] = np.arange(1, len(used) + 1)
    return number[forms] * signs.astype(np.int32), len(used)


@lru_cache(maxsize=2)
def sharing(size) -> Sharing:
    """The `Sharing` of a board size."""
    dependent, independent = [], [np.zeros(1, np.int32)]
    weights = shared = 0
    for k in range(1, min(LARGEST_WINDOW, size) + 1):
        across = size - k + 1
        turned = _turned_codes(k)
        opposite = _codes_with(k, range(k * k), (0, 2, 1))
        everywhere, everywhere_count = _numbered(*_classes(turned, opposite))
        everywhere += np.sign(everywhere) * np.int32(shared)
        windows = np.arange(across * across)
        moved = np.array([down * across + to for down, to in
                          (turned_place(turn, *np.divmod(windows, across), across - 1) for turn in range(8))])
        turn_of, home = moved.argmin(axis=0), moved.min(axis=0)
        at_home = {}
        for corner in np.unique(home):
            fixed = np.flatnonzero(moved[:, corner] == corner)
            numbers, count = _numbered(*_classes(turned[fixed], opposite))
            first = np.zeros(count, np.int64)
            codes = np.flatnonzero(numbers > 0)[::-1]
            first[numbers[codes] - 1] = codes
            independent.append(everywhere[first])
            at_home[corner] = numbers + np.sign(numbers) * np.int32(weights)
            weights += count
        dependent += [at_home[home[i]][turned[turn_of[i]]] for i in windows]
        shared += everywhere_count
    return Sharing(np.concatenate(dependent), np.concatenate(independent), shared)


def weights_by_place(size, dependent, independent, beside) -> np.ndarray:
    """The weights by place, float32[places + 2]: the sum of both weights of each shape, then the two of `beside`.

    dependent, independent   float[weights], whose index 0 is not used
    beside                   the weight of komi and that of the player who has just moved
    """
    shared = sharing(size)
    both = np.asarray(dependent, np.float64).copy()
    both += np.sign(shared.independent) * np.asarray(independent, np.float64)[np.abs(shared.independent)]
    both[0] = 0.0
    signed = np.concatenate([both, -both[:0:-1]]).astype(np.float32)     # index -i is the opposite of index i
    return np.concatenate([signed[shared.dependent], np.asarray(beside, np.float32)])


# ---------------------------------------------------------------- files

def packed(size, komi, games, dependent, independent, beside) -> bytes:
    """The content of a file of weights: whole multiples of a unit, which is the largest weight / 32767."""
    largest = max(np.abs(dependent).max(), np.abs(independent).max(), 1e-6)
    unit = float(largest) / np.iinfo(np.int16).max
    dependent, independent = (np.rint(np.asarray(weights, np.float64) / unit).astype(np.int16)
                              for weights in (dependent, independent))
    return packed_arrays(size=size, komi=komi, games=games, unit=unit, beside=beside, dependent=dependent,
                         independent=independent)


def unpacked(path) -> dict:
    """The arrays of a file of weights or of a checkpoint, by name. ValueError if the file is none."""
    try:
        return read_arrays(path, _MOST_BYTES)
    except OSError as error:
        raise ValueError(f"cannot read {path}: {error.strerror}") from None
    except ValueError as error:
        raise ValueError(f"{path} is no file of local shapes") from error


def read_shape_weights(path, size) -> np.ndarray:
    """The weights by place of a file of weights, see `weights_by_place`. ValueError if it is none, or of another board size."""
    file = unpacked(path)
    shared = sharing(size)
    try:
        right = (int(file["size"]) == size and file["dependent"].shape == shared.independent.shape
                 and file["independent"].shape == (shared.count + 1,) and file["beside"].shape == (2,)
                 and math.isfinite(file["unit"]) and np.isfinite(file["beside"]).all())
    except (KeyError, TypeError, ValueError):
        right = False
    if not right:
        raise ValueError(f"{path} has no local shapes of a {size}x{size} board")
    unit = float(file["unit"])
    return weights_by_place(size, file["dependent"] * unit, file["independent"] * unit, file["beside"])


@lru_cache(maxsize=2)
def shape_weights(size) -> np.ndarray:
    """The weights by place that come with gopy for a board size. ValueError if there are none."""
    return read_shape_weights(local_shape_file(size), size)
