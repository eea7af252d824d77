"""Named engines for Go: which tree policy, and which parameters of policy, search and Go, a preset stands for.

Importing this costs nothing; `build` imports the kernels.
"""
from typing import NamedTuple

from gopy.inputs.parameters import make_all, unknown_name
from gopy.search.catalogue import POLICIES, policy_drafts


class Preset(NamedTuple):
    """What a preset stands for; what it does not say is as by default."""

    summary: str
    policy: str                     #: a name of gopy.search.catalogue.POLICIES
    policy_values: dict = {}
    search_values: dict = {}
    go: str = "default"             #: a preset of gopy.go.knowledge.params
    go_values: dict = {}


#: Equivalence parameter of the hand-selected schedule: the best of those MoGo was tested with on 9x9.
MOGO_EQUIVALENCE = 1000.0

#: Equivalent experience M of its learnt heuristic, the best of those it was tested with.
MOGO_LEARNT_PRIOR = 50

#: First-play urgency of MoGo's UCT before RAVE (Gelly, Wang, Munos and Teytaud 2006): a move that wins is tried again
#: before all others were tried once.
MOGO_URGENCY = 1.1

#: c of MoGo's UCT, which the papers do not state, and of its UCT-RAVE, for which they found 0 best: here none of those
#: tried on 9x9 was seen to be better, and 0 is worse. STUDY: scripts/studies/mc_rave_exploration.
MOGO_UCT_EXPLORATION = 0.3
MOGO_EXPLORATION = 0.1

_NO_PRIORS = {f"prior_{name}": 0 for name in (
    "capture", "capture_more", "two_liberties", "pattern", "self_atari", "ladder", "eye", "near1", "near2", "near3", "line",
    "ko", "move")}

_HAND_SELECTED = {"schedule": "hand_selected", "equivalence": MOGO_EQUIVALENCE}
_MOGO_POLICY = {**_HAND_SELECTED, "exploration": MOGO_EXPLORATION}
_MOGO_SEARCH = {"expansion_threshold": 1, "priors_in_amaf": True, "amaf_weighted": False}

#: The paper's n0 = 10 would be 820 simulations of a node on an empty 9x9 board. But the variance of two samples says
#: little, and two wins are no sure thing: hence a floor for it, and a prior that counts as much as they do. The largest
#: of 82 means of two samples says nothing of a node: results are backed up, not the maximum.
_RANKING = {"n0": 2, "epsilon": 0.1, "prior_mean": 0.5, "prior_variance": 0.05, "maximum": False}

#: `uct` to `minimum_mse` are rows of a table of tree policies: the default's playouts with no priors but the even one
#: that AMAF needs.
PRESETS = {
    "default": Preset("the strongest settings measured so far", "uct_rave"),
    "handcrafted": Preset("the default with priors set by hand instead of learnt ones", "uct_rave", go="handcrafted"),
    "criticality": Preset("the default with criticality in its AMAF statistics, after Pachi", "critical_rave"),
    "mogo2007": Preset("MoGo of 2007: its playout rules and priors, hand-selected schedule, nothing later", "uct_rave",
                       _MOGO_POLICY, _MOGO_SEARCH, "mogo2007"),
    "mogo2007_learnt": Preset("the same with learnt priors in place of its handcrafted ones", "uct_rave", _MOGO_POLICY,
                              _MOGO_SEARCH, "mogo2007", {**_NO_PRIORS, "prior_move": MOGO_LEARNT_PRIOR}),
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

#: Presets of gopy.search.sampling.ranking.
RANKING = ("aoap", "ocba", "ttts")

#: Presets that one process alone can search with: what they keep of a move is more than processes tell each other.
ONE_PROCESS = (*RANKING, "criticality")


def build(preset, size, changes=()):
    """(tree policy, SearchParams, GoParams) of a preset on a board size, with some parameters changed.

    changes: {parameter of any of the three: value or its text}. ValueError for a name that none of them has, or a value
    that is none for it.
    """
    changes = dict(changes)
    return make_all(preset_drafts(preset, size, changes), changes)


def preset_drafts(preset, size, changes=()):
    """Drafts of what `build` makes, before the changes are made. ValueError for an unknown preset."""
    from gopy.go.knowledge.params import go_draft

    if preset not in PRESETS:
        raise unknown_name("preset", preset, PRESETS)
    chosen = PRESETS[preset]
    values = chosen.policy_values
    if chosen.policy in ("uct_rave", "critical_rave"):
        # Pachi's values by board size.
        values = {"equivalence": 3000.0 if size < 15 else 4000.0, **values}
    drafts = policy_drafts(chosen.policy, dict(changes), values, chosen.search_values)
    return [*drafts, go_draft(size, chosen.go, **chosen.go_values)]
