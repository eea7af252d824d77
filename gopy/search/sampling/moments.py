"""A tree whose edges keep the first two moments of what was backed up through them.

A sample of an edge is the value of its node for the player who chose it, in [0, 1]. A simulation under way has already
counted its visit, but not yet its sample. To other threads this is a sample of 0, which is a loss, as is the virtual loss of
the plain tree. Prior experience (prior visits and wins) is no sample.
"""
from typing import NamedTuple

import numpy as np

from gopy.compiled.jit import kernel
from gopy.search.tree import Tree, real_visits, register_layout

#: The largest variance of values in [0, 1]; it is used for fewer than two samples.
LARGEST_VARIANCE = 0.25


MomentTree = NamedTuple("MomentTree", [
    *Tree.__annotations__.items(),      # type: ignore[misc]    # all fields of a Tree, and two more
    ("sums", np.ndarray),      # float64[capacity], sum of the samples
    ("squares", np.ndarray),   # float64[capacity], sum of their squares
])
MomentTree.__doc__ = "The fields of gopy.search.tree.Tree, and the moments."

register_layout(MomentTree, np.float64, np.float64)


@kernel(entry=False)
def add_sample(tree, node, sample):
    """Add a sample to the edge that leads to `node`."""
    tree.sums[node] += sample
    tree.squares[node] += sample * sample


@kernel(entry=False)
def sample_mean(tree, node):
    """Mean of the samples of an edge with at least one."""
    return tree.sums[node] / real_visits(tree, node)


@kernel(entry=False)
def sample_variance(tree, node, least):
    """(sum x^2 - (sum x)^2 / n) / (n - 1), at least `least`; LARGEST_VARIANCE for n < 2."""
    n = real_visits(tree, node)
    if n < 2:
        return LARGEST_VARIANCE
    total = tree.sums[node]
    return max((n * tree.squares[node] - total * total) / (np.float64(n) * np.float64(n - 1)), least)
