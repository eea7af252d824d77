"""Parameters of Go with those that only papers describe. A record of a type of its own holds them, and only when one of them is on.

The search of Go is compiled for the type of its parameters. So what stands here costs a search without it nothing: the kernels
for GoParams have no call of it and no branch for it, and they are not compiled again when it changes.
"""
from typing import NamedTuple

import numpy as np

from gopy.go.knowledge.params import GO_PARAMETERS, GoParams
from gopy.go.knowledge.pattern_points import follows_rules
from gopy.inputs.parameters import MAX_PRIOR, Constructor, choice, number, whole

#: Value of the parameter `softmax` -> file of weights in `patterns/`; without a file all log-weights are 0.
SOFTMAX_SOURCES = {"off": None, "even": None, "likelihood": "playout_likelihood.txt", "balanced": "playout_balanced.txt"}

#: The parameters that GoParams has not.
OF_PAPERS = {
    "grandfather_prior": whole(0, 0, MAX_PRIOR, "simulations of prior experience worth the same move's mean two plies up"),
    "softmax": choice("off", tuple(SOFTMAX_SOURCES), "weights by which playouts draw each move, in place of the rules"),
    "prior_local_shape": number(0.0, 0.0, MAX_PRIOR, "of the value that learnt local shapes give the position after the move"),
    "prior_association": number(0.0, 0.0, MAX_PRIOR, "times the root of how often a move was played where its largest known "
                                                     "shape was: a win"),
}

#: GoParams and what papers add. A thread has a record of its own, since `shape_codes` and `softmax_work` are work areas.
PaperParams = NamedTuple("PaperParams", [
    *GoParams.__annotations__.items(),      # type: ignore[misc]  # mypy reads no fields from another record
    ("grandfather_prior", int), ("softmax", int), ("prior_local_shape", float), ("prior_association", float),
    ("rate", np.ndarray),               # float32[features]: see association.py
    ("shape_weights", np.ndarray),      # float32[places + 2]: see local_shape.py
    ("shape_codes", np.ndarray),        # int16[windows], likewise
    ("softmax_table", np.ndarray),      # uint32[]: see playout_weights.py
    ("softmax_work", np.ndarray)])      # one record of SOFTMAX_WORK: see softmax_playout.py

PAPER_PARAMETERS = Constructor(PaperParams, GO_PARAMETERS.help, **GO_PARAMETERS.parameters, **OF_PAPERS)


def _unless_softmax(params):
    return bool(params.heavy) and not params.softmax


follows_rules.register(PaperParams, _unless_softmax)
