"""The parameters of the search of games with several players, chance or hidden information."""
from typing import Annotated, NamedTuple

from gopy.base.parameters import Constructor, choice, number

RULES = ("ucb", "smooth")
UCB, SMOOTH = range(len(RULES))


class SeveralParams(NamedTuple):
    """What decides which moves a simulation follows."""

    # mixing_start, mixing_fall and mixing_least are eta, d and gamma of Heinrich and Silver (2015, Smooth UCT search in computer poker).
    rule: Annotated[int, choice("ucb", RULES, "how moves are selected")]
    exploration: Annotated[float, number(0.7, 0.0, 1e3, "c of the exploration bonus")]
    mixing_start: Annotated[float, number(0.9, 0.0, 1.0, "share of bounds at first, the rest being the average strategy (smooth)")]
    mixing_fall: Annotated[float, number(0.002, 0.0, 1e3, "how soon this share falls with visits (smooth)")]
    mixing_least: Annotated[float, number(0.1, 0.0, 1.0, "the least share of bounds (smooth)")]


new_several_params = Constructor(SeveralParams, "A search of games with several players, chance or hidden information.",
                                 kernels="gopy.search.several.simulation")
