"""Presets: names that stand for an engine's tree policy and for its parameters of policy, search and Go.

Importing this module is quick; `build` imports the kernels.
"""
from typing import TYPE_CHECKING, Any, NamedTuple

from gopy.inputs.parameters import make_all, unknown_name
from gopy.search.catalogue import POLICIES, policy_drafts

if TYPE_CHECKING:
    from gopy.go.knowledge.params import GoParams
    from gopy.inputs.parameters import Draft
    from gopy.search.params import SearchParams


class Preset(NamedTuple):
    """What a preset stands for. Parameters that it does not name have their defaults."""

    summary: str
    policy: str                     #: a name of gopy.search.catalogue.POLICIES
    policy_values: dict = {}
    search_values: dict = {}
    go: str = "default"             #: a preset of gopy.go.knowledge.params
    go_values: dict = {}


#: Equivalence parameter of the hand-selected schedule: the best value that MoGo was tested with on 9x9.
MOGO_EQUIVALENCE = 1000.0

#: Equivalent experience M of MoGo's learnt heuristic, local shape: the best value that it was tested with.
MOGO_LEARNT_PRIOR = 50

#: First-play urgency of MoGo's UCT before RAVE (Gelly, Wang, Munos and Teytaud 2006): a move that wins is tried again
#: before all others were tried once.
MOGO_URGENCY = 1.1

#: The exploration constants c of MoGo's UCT, which the papers do not state, and of its UCT-RAVE, for which they found 0 to
#: be best. Here no other value that was tried on 9x9 was found to be better than these, and 0 is worse.
#: STUDY: scripts/studies/mc_rave/mc_rave_exploration.
MOGO_UCT_EXPLORATION = 0.3
MOGO_EXPLORATION = 0.1

_NO_PRIORS = {f"prior_{name}": 0 for name in (
    "capture", "capture_more", "two_liberties", "pattern", "self_atari", "ladder", "eye", "near1", "near2", "near3", "line",
    "ko", "move", "local_shape")}

_HAND_SELECTED = {"schedule": "hand_selected", "equivalence": MOGO_EQUIVALENCE}
_MOGO_POLICY = {**_HAND_SELECTED, "exploration": MOGO_EXPLORATION}
_MOGO_SEARCH = {"expansion_threshold": 1, "priors_in_amaf": True, "amaf_weighted": False}

#: The paper's n0 = 10 would mean 820 simulations of each node on an empty 9x9 board, so n0 is 2. But the variance of two
#: samples says little, and two wins do not make a move certain to win: hence a floor for the variance, and a prior that
#: counts as much as the two samples. The largest of 82 means of two samples says nothing about a node: the results of
#: simulations are backed up, not the maximum.
_RANKING = {"n0": 2, "epsilon": 0.1, "prior_mean": 0.5, "prior_variance": 0.05, "maximum": False}

#: `uct` to `minimum_mse` are there to compare tree policies: they have the default's playouts, and no priors but the even
#: one that AMAF needs.
PRESETS = {
    "default": Preset("the strongest settings measured so far", "uct_rave"),
    "handcrafted": Preset("the default with priors set by hand instead of learnt ones", "uct_rave", go="handcrafted"),
    "criticality": Preset("the default with criticality in its AMAF statistics, after Pachi", "critical_rave"),
    "mogo2007": Preset("MoGo of 2007: its playout rules and priors, hand-selected schedule, nothing later", "uct_rave",
                       _MOGO_POLICY, _MOGO_SEARCH, "mogo2007"),
    "mogo2007_learnt": Preset("the same with learnt priors in place of its handcrafted ones", "uct_rave", _MOGO_POLICY,
                              _MOGO_SEARCH, "mogo2007", {**_NO_PRIORS, "prior_move": MOGO_LEARNT_PRIOR}),
    "mogo2007_local_shape": Preset("the same with the values of learnt local shapes, as RLGO's were in MoGo", "uct_rave",
                                   _MOGO_POLICY, {**_MOGO_SEARCH, "even_for_all": False}, "mogo2007",
                                   {**_NO_PRIORS, "prior_local_shape": MOGO_LEARNT_PRIOR}),
    "mogo2007_rave": Preset("the same without priors: MC-RAVE alone", "uct_rave", _MOGO_POLICY, _MOGO_SEARCH, "mogo2007",
                            _NO_PRIORS),
    "mogo2007_uct": Preset("its UCT before RAVE: the same playout rules, its first-play urgency", "uct",
                           {"exploration": MOGO_UCT_EXPLORATION, "first_play_urgency": MOGO_URGENCY}, {}, "mogo2007",
                           _NO_PRIORS),
    "uct": Preset("plain UCT: no AMAF, no priors", "uct", {}, {"expansion_threshold": 3}, go_values=_NO_PRIORS),
    "rave": Preset("AMAF values alone choose the moves", "uct_rave", {"schedule": "rave_only"}, go_values=_NO_PRIORS),
    "hand_selected": Preset("MC-RAVE with the hand-selected schedule", "uct_rave", _HAND_SELECTED, go_values=_NO_PRIORS),
    "minimum_mse": Preset("MC-RAVE with the minimum mean squared error schedule", "uct_rave", go_values=_NO_PRIORS),
    **{name: Preset(f"{POLICIES[name].summary}: no AMAF, no priors", name, _RANKING, go_values=_NO_PRIORS)
       for name in ("aoap", "ocba", "ttts")},
}

#: The presets whose tree policies are in gopy.search.sampling.ranking.
RANKING = ("aoap", "ocba", "ttts")

#: Presets that only one process can search with: they keep more about a move than processes tell each other.
ONE_PROCESS = (*RANKING, "criticality")


def build(preset, size, changes=()) -> "tuple[Any, SearchParams, GoParams]":
    """(tree policy, SearchParams, GoParams) of a preset on a board size, with some parameters changed.

    changes: {name of a parameter of any of the three: its value, or that as text}. ValueError for a name that none of them
    has, or for an impossible value.
    """
    changes = dict(changes)
    return make_all(preset_drafts(preset, size, changes), changes)


def preset_drafts(preset, size, changes=()) -> list["Draft"]:
    """The Drafts of the records that `build` makes, before the changes are made. ValueError for an unknown preset."""
    from gopy.go.knowledge.params import go_draft

    if preset not in PRESETS:
        raise unknown_name("preset", preset, PRESETS)
    chosen = PRESETS[preset]
    values = chosen.policy_values
    if chosen.policy in ("uct_rave", "critical_rave"):
        # Pachi's values, which depend on the board size.
        values = {"equivalence": 3000.0 if size < 15 else 4000.0, **values}
    drafts = policy_drafts(chosen.policy, dict(changes), values, chosen.search_values)
    return [*drafts, go_draft(size, chosen.go, **chosen.go_values)]
