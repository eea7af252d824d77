"""Make a network wider and deeper without changing what it says, so that a large one need not begin anew.

This is Net2Net (Chen, Goodfellow and Shlens 2016), with new channels in place of doubled ones: what is new sees all that there was, and
nothing that there was sees what is new. Learning changes both.
"""
import math

import numpy as np

from gopy.network.form import GLOBALS, pools, shapes

#: How small the weights of what a new block adds are, beside those of a new layer; at 0 they could not be normalised.
_FAINT = 0.02

#: How small other new weights than those of convolutions are.
_SMALL = 0.3


def can_grow(form: tuple[int, int], larger: tuple[int, int]) -> bool:
    """Whether a network of one form (blocks, channels) can be made one of another. A single block pools, the first of several does not."""
    return (form[0] <= larger[0] and form[1] <= larger[1]
            and all(pools(block, form[0]) == pools(block, larger[0]) for block in range(form[0])))


def grown(weights: dict[str, np.ndarray], form: tuple[int, int], larger: tuple[int, int], seed) -> dict[str, np.ndarray]:
    """The weights by name of a network that says nearly the same.

    weights   those of a network of the form (blocks, channels)
    larger    the new form; `can_grow` says whether it may be that
    """
    rng = np.random.default_rng(seed)
    found = {}
    for name, shape in shapes(*larger).items():
        array = np.zeros(shape, np.float32)
        if len(shape) == 4:
            array += rng.normal(0, math.sqrt(2 / math.prod(shape[:3])), shape)
            if name not in weights and name.endswith("conv2"):
                array *= _FAINT
        elif len(shape) == 2 and name != "stem_global":
            array += rng.normal(0, _SMALL / math.sqrt(shape[0]), shape)
        if name == "value":
            array[-len(GLOBALS):] = 0       # inputs that learning may never see have no effect
        if name in weights:
            old = weights[name]
            array[..., :old.shape[-1]] = 0
            if old.ndim == 1:
                array[:old.shape[0]] = old
            else:
                array[..., _rows(name, old.shape[-2], form[1], larger[1])[:, None], np.arange(old.shape[-1])] = old
        found[name] = array
    return found


def _rows(name, count, channels, wider):
    """Where the inputs of an array of weights are among those of the wider one: what is pooled are the means of all channels, then the
    largest of each, and the value sees more numbers after these."""
    rows = np.arange(count)
    if name.endswith("pool") or name in ("pass", "value"):
        rows[channels:] += wider - channels
        rows[2 * channels:] += wider - channels
    return rows
