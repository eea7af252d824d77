"""Named engines: which tree policy, search parameters and Go parameters a preset stands for.

Importing this costs nothing; `build` imports the kernels.
"""

from difflib import get_close_matches

from gopy.number_text import parse_number, shown
from gopy.search.params import check_search_params, proof_bits

#: What each preset is, by name. `uct` to `minimum_mse` are rows of a table of tree policies: the default's playouts
#: with no priors but the even one that AMAF needs.
PRESETS = {
    "default": "the strongest settings measured so far",
    "handcrafted": "the default with priors set by hand instead of learnt ones",
    "criticality": "the default with criticality in its AMAF statistics, after Pachi",
    "mogo2007": "MoGo of 2007: its playout rules and priors, hand-selected schedule, nothing later",
    "mogo2007_learnt": "the same with learnt priors in place of its handcrafted ones",
    "mogo2007_rave": "the same without priors: MC-RAVE alone",
    "mogo2007_uct": "its UCT before RAVE: the same playout rules, its first-play urgency",
    "uct": "plain UCT: no AMAF, no priors",
    "rave": "AMAF values alone choose the moves",
    "hand_selected": "MC-RAVE with the hand-selected schedule",
    "minimum_mse": "MC-RAVE with the minimum mean squared error schedule",
    "aoap": "ranking and selection by asymptotically optimal allocation: no AMAF, no priors",
    "ocba": "the same by optimal computing budget allocation",
    "ttts": "the same by top-two Thompson sampling",
}

#: Presets of gopy.search.ranking.
RANKING = ("aoap", "ocba", "ttts")

#: Presets that one process alone can search with: what they keep of a move is more than processes tell each other.
ONE_PROCESS = (*RANKING, "criticality")

#: Parameters of RANKING. The paper's n0 = 10 would be 820 simulations of a node on an empty 9x9 board. But the variance of two
#: samples says little, and two wins are no sure thing: hence a floor for it, and a prior that counts as much as they do.
#: The largest of 82 means of two samples says nothing of a node: results are backed up, not the maximum.
RANKING_PARAMETERS = {"n0": 2, "epsilon": 0.1, "prior_mean": 0.5, "prior_variance": 0.05, "maximum": 0}

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


def parse_changes(text):
    """{parameter: number} of a text like "equivalence=2000,proofs=FSU"; ValueError if it is none.

    The letters of `proofs` (gopy.search.params) become the number that stands for them.
    """
    changes = {}
    for item in filter(None, (part.strip() for part in (text or "").split(","))):
        name, equals, value = (word.strip() for word in item.partition("="))
        if name == "proofs":
            changes[name] = proof_bits(value)
            continue
        try:
            changes[name] = parse_number(value)
        except ValueError:
            raise ValueError(f"set: {shown(item)} is not NAME=NUMBER") from None
    return changes


def build(preset, size, changes=()):
    """(tree policy, SearchParams, GoParams) of a preset on a board size, with some parameters changed.

    changes: {parameter of any of the three: number}. ValueError for a name that none of them has, or a number that
    is none for it.
    """
    records = list(_records(preset, size))
    for name, value in dict(changes).items():
        owners = [i for i, record in enumerate(records) if name in record._fields]
        if not owners:
            known = sorted(field for record in records for field in record._fields)
            close = get_close_matches(name, known, 1)
            raise ValueError(f"unknown parameter {name!r}" + (f"; did you mean {close[0]!r}?" if close else ""))
        for i in owners:
            kind = type(getattr(records[i], name))
            records[i] = records[i]._replace(**{name: kind(value)})
    check_search_params(records[1])
    return tuple(records)


def _records(preset, size):
    from gopy.go.params import GoParams, new_go_params
    from gopy.search.params import new_search_params
    from gopy.search.policies import HAND_SELECTED, MINIMUM_MSE, RAVE_ONLY, new_uct, new_uct_rave

    if preset in ("default", "handcrafted"):
        return new_uct_rave(MINIMUM_MSE, _equivalence(size)), new_search_params(), new_go_params(size, preset)
    if preset == "criticality":
        from gopy.search.criticality import new_critical_rave

        return new_critical_rave(_equivalence(size)), new_search_params(), new_go_params(size, "default")
    no_priors = {name: 0 for name in GoParams._fields if name.startswith("prior_")}
    if preset == "mogo2007_uct":
        return (new_uct(MOGO_UCT_EXPLORATION, MOGO_URGENCY), new_search_params(expansion_threshold=1, even_prior=0),
                new_go_params(size, "mogo2007", **no_priors))
    mogo_priors = {"mogo2007": {}, "mogo2007_learnt": dict(no_priors, prior_move=MOGO_LEARNT_PRIOR),
                   "mogo2007_rave": no_priors}
    if preset in mogo_priors:
        return (new_uct_rave(HAND_SELECTED, MOGO_EQUIVALENCE, MOGO_EXPLORATION),
                new_search_params(expansion_threshold=1, priors_in_amaf=True, amaf_weighted=False),
                new_go_params(size, "mogo2007", **mogo_priors[preset]))
    go_params = new_go_params(size, **no_priors)
    if preset in RANKING:
        from gopy.search import ranking

        policy = getattr(ranking, f"new_{preset}")()._replace(**RANKING_PARAMETERS)
        return policy, ranking.search_params_for(policy), go_params
    if preset == "uct":
        return new_uct(), new_search_params(even_prior=0), go_params
    policy = {"rave": lambda: new_uct_rave(RAVE_ONLY),
              "hand_selected": lambda: new_uct_rave(HAND_SELECTED, MOGO_EQUIVALENCE),
              "minimum_mse": lambda: new_uct_rave(MINIMUM_MSE, _equivalence(size))}[preset]()
    return policy, new_search_params(), go_params


def _equivalence(size):
    # Pachi's values by board size.
    return 3000.0 if size < 15 else 4000.0
