"""A hint that memory will be read changes nothing, wherever it points."""
import numpy as np
from numba import njit

from gopy.compiled.prefetch import prefetch


@njit
def read(array, index, hinted):
    prefetch(array, hinted)
    return array[index]


def test_a_hint_changes_nothing():
    for dtype in (np.int16, np.int32, np.uint64):
        array = np.arange(100, dtype=dtype)
        for hinted in (0, 7, 99, 100, 1 << 40):
            assert read(array, 7, np.uint64(hinted)) == 7 and read(array, 7, hinted) == 7
        assert (array == np.arange(100)).all()
