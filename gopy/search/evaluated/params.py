"""The parameters of a search with an evaluator of the user's own. Its formulas are in selection.py."""
from typing import Annotated, NamedTuple

from gopy.base.parameters import Constructor, choice, number, whole

RULES = ("puct", "gumbel")
PUCT, GUMBEL = range(len(RULES))

#: With `noise_concentration` 0, the concentration of the noise is this divided by the number of legal moves.
NOISE_TOTAL = 10.0


class EvaluatedParams(NamedTuple):
    """What decides which moves a search with an evaluator follows."""

    # exploration and exploration_base are c1 and c2 of Silver and others (2018, A general reinforcement learning algorithm that
    # masters chess, shogi, and Go through self-play). considered, visit_offset and value_scale are m, c_visit and c_scale of
    # Danihelka and others (2022, Policy improvement by planning with Gumbel).
    rule: Annotated[int, choice("puct", RULES, "how moves are selected")]
    exploration: Annotated[float, number(1.25, 0.0, 1e3, "c1 of the bonus by priors (puct)")]
    exploration_base: Annotated[float, number(19652.0, 1.0, 1e9, "c2 of the bonus, which grows by ln((N + c2 + 1) / c2) (puct)")]
    first_play_reduction: Annotated[float, number(0.25, -2.0, 2.0, "how much less than its node a move without visits is worth (puct)")]
    noise: Annotated[float, number(0.0, 0.0, 1.0, "share of Dirichlet noise in the priors of the root (puct)")]
    noise_concentration: Annotated[float, number(0.0, 0.0, 1e3, "its concentration; 0: 10 divided by the number of moves (puct)")]
    virtual_loss: Annotated[float, number(1.0, 0.0, 1e3, "losses that a simulation counts as until its leaf is judged")]
    considered: Annotated[int, whole(16, 1, 10**6, "moves of the root among which the search decides (gumbel)")]
    visit_offset: Annotated[float, number(50.0, 0.0, 1e6, "c_visit: how soon values outweigh logits (gumbel)")]
    value_scale: Annotated[float, number(1.0, 0.0, 1e6, "c_scale: by how much (gumbel)")]


new_evaluated_params = Constructor(EvaluatedParams, "A search whose leaves are judged by an evaluator.",
                                   kernels="gopy.search.evaluated.selection")
