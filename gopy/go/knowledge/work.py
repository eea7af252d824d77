"""The work areas of playouts and priors: one record for each thread, of fields that the modules that use them declare.

It holds nothing between calls, and has room for every board size. Kernels get it as `work`, from `GoParams.work`.
"""
import numpy as np

from gopy.go.knowledge import features, fights, prior, shapes

WORK = np.dtype([*fights.WORK_FIELDS, *prior.WORK_FIELDS, *shapes.WORK_FIELDS, *features.WORK_FIELDS], align=True)


def new_work() -> np.ndarray:
    """An empty work record, in an array of one. Each thread needs its own."""
    return np.zeros(1, WORK).view(np.recarray)
