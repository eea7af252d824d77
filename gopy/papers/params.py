"""Parameters of Go with those that only papers describe. A record of a type of its own holds them, and only when one of them is on.

The search of Go is compiled for the type of its parameters. So what stands here costs a search without it nothing: the kernels
for GoParams have no call of it and no branch for it, and they are not compiled again when it changes. Importing this loads no kernel.
"""
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

from gopy.base.package_files import find_pattern_file
from gopy.base.parameters import MAX_PRIOR, Constructor, choice, declared_parameters, number, truth, whole
from gopy.go.knowledge.params import GO_PARAMETERS, GoParams
from gopy.go.knowledge.pattern_points import follows_rules

if TYPE_CHECKING:       # see gopy.go.knowledge.params
    import numpy as np

#: Value of the parameter `softmax` -> file of weights in `patterns/`; without a file all log-weights are 0.
SOFTMAX_SOURCES = {"off": None, "even": None, "likelihood": "playout_likelihood.txt", "balanced": "playout_balanced.txt"}

#: Values of the parameter `mogo_rule_1`.
MOGO_RULE_1 = ("off", "save", "save_or_take")


class OfPapers(NamedTuple):
    """The fields that PaperParams has and GoParams has not."""

    grandfather_prior: Annotated[int, whole(0, 0, MAX_PRIOR, "simulations of prior experience worth the same move's mean two plies "
                                                             "up")]
    softmax: Annotated[int, choice("off", tuple(SOFTMAX_SOURCES), "weights by which playouts draw each move, in place of the rules")]
    prior_local_shape: Annotated[float, number(0.0, 0.0, MAX_PRIOR, "of the value that learnt local shapes give the position after "
                                                                    "the move")]
    prior_association: Annotated[float, number(0.0, 0.0, MAX_PRIOR, "times the root of how often a move was played where its "
                                                                    "largest known shape was: a win")]
    mogo_rule_1: Annotated[int, choice("off", MOGO_RULE_1, "MoGo's playout to the letter, in place of the rules: what its first rule does "
                                                           "with chains in atari")]
    mogo_captures_first: Annotated[int, truth(False, "whether its captures come before its patterns")]
    mogo_two_moves: Annotated[int, truth(False, "whether its patterns are sought around the last move but one too")]
    rate: "np.ndarray"              # float32[features]: see association.py
    shape_weights: "np.ndarray"     # float32[places + 2]: see local_shape.py
    shape_codes: "np.ndarray"       # int16[windows], likewise; a work area of one thread
    softmax_table: "np.ndarray"     # uint32[]: see playout_weights.py
    softmax_work: "np.ndarray"      # one record of SOFTMAX_WORK, see softmax_playout.py: work areas of one thread


#: The fields of GoParams, and after them those that papers add.
PaperParams = NamedTuple("PaperParams", [
    *GoParams.__annotations__.items(), *OfPapers.__annotations__.items()])      # type: ignore[misc]  # mypy reads no fields from there

PAPER_PARAMETERS = Constructor(PaperParams, GO_PARAMETERS.help)

#: The names of the parameters that GoParams has not.
PAPER_NAMES = tuple(declared_parameters(OfPapers))


def local_shape_file(size: int) -> Path:
    """The file of the local shapes that come with gopy for a board size. ValueError if there are none."""
    path = find_pattern_file(f"local_shape{size}.npz")
    if path is None:
        raise ValueError(f"no local shapes were learnt for {size}x{size}; `gopy learn local-shape --size {size}` learns them")
    return path


def _unless_softmax(game_params):
    return bool(game_params.heavy) and not game_params.softmax


follows_rules.register(PaperParams, _unless_softmax)
