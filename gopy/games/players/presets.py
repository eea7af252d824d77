"""Presets: names that stand for a tree policy and for the parameters of policy, search and game, in any game.

A player names a preset, a tree policy, or both: the policy then takes the place of the preset's, and has its own defaults.
Importing this module and `check` load no kernel; `build` does.
"""
from collections.abc import Collection, Iterable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from gopy.base.parameters import Draft, check_all, make_all, unknown_name
from gopy.go.knowledge.params import GO_PARAMETERS, UNIFORM
from gopy.network.params import NETWORK_PARAMETERS, NetworkParams, network_draft, network_file
from gopy.papers.draft import PAPER_PARAMETERS, paper_draft
from gopy.search.catalogue import POLICIES, policy_drafts, policy_named
from gopy.search.params import SearchParams

_NOTHING: Mapping[str, Any] = MappingProxyType({})


class Preset(NamedTuple):
    """What a preset stands for. Parameters that it does not name have their defaults."""

    summary: str
    policy: str                     #: a name of gopy.search.catalogue.POLICIES
    policy_values: dict[str, Any] = {}
    search_values: dict[str, Any] = {}
    priors: bool = True             #: whether a game's prior knowledge of moves is used
    go: str = "default"             #: a preset of gopy.go.knowledge.params; with another than the default it is for Go alone
    go_values: dict[str, Any] = {}


#: Equivalence parameter E with learnt priors, a tenth of what it is without them: AMAF has less to add where the priors say
#: which moves to try first. STUDY: scripts/studies/parameters/amaf_and_prior.
LEARNT_EQUIVALENCE = 300.0

#: Width, in standard errors, of the lower bound that moves are chosen by with learnt priors: the visits follow these priors, and
#: lag behind what the simulations have shown. STUDY: scripts/studies/parameters/choice_bound.
LEARNT_CHOICE_BOUND = 4.0

_BESIDE_LEARNT_PRIORS = {"equivalence": LEARNT_EQUIVALENCE, "choice_bound": LEARNT_CHOICE_BOUND}

#: The exploration constant c beside a network, whose values have less noise than playouts to try moves by. On 300 positions of 9x9 the
#: moves chosen with 0.1 gave away 1.1 % by KataGo's judgement (0.7-1.4), with 0.3 1.8 % (1.3-2.3).
NETWORK_EXPLORATION = 0.1

#: `prior_network` while a network learns from its own games: 200 simulations must find better moves than the network knows, and with the
#: 240 of a network that has learnt they follow its prior. With the first network of a run from zero and 200 simulations, 30 won 31 of 40
#: games from 240, 60 won 15 of 40 from 30, and 10 won 23 of 40 from 30.
LEARNING_PRIOR = 20

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
    "default": Preset("the strongest settings measured so far: `network` on 9x9, 13x13 and 19x19, `classical` elsewhere", "uct_rave"),
    "classical": Preset("the engine without a network, whatever the default is", "uct_rave"),
    "network": Preset("a network judges each new node beside the playout, and its policy is the prior experience", "uct_rave",
                      {"exploration": NETWORK_EXPLORATION}, {"expansion_threshold": 1}, go="network"),
    "network_alone": Preset("a network, and nothing else that knows Go: uniform playouts, no other priors; networks learn from zero so",
                            "uct_rave", {"exploration": NETWORK_EXPLORATION}, {"expansion_threshold": 1}, go="network",
                            go_values={**UNIFORM, "prior_network": LEARNING_PRIOR}),
    "handcrafted": Preset("the default with priors set by hand instead of learnt ones", "uct_rave", go="handcrafted"),
    "mogo2007": Preset("MoGo of 2007: its playout rules and priors, hand-selected schedule, nothing later", "uct_rave",
                       _MOGO_POLICY, _MOGO_SEARCH, go="mogo2007"),
    "mogo2007_learnt": Preset("the same with learnt priors in place of its handcrafted ones", "uct_rave", _MOGO_POLICY,
                              _MOGO_SEARCH, False, "mogo2007", {"prior_move": MOGO_LEARNT_PRIOR}),
    "mogo2007_local_shape": Preset("the same with the values of learnt local shapes, as RLGO's were in MoGo", "uct_rave",
                                   _MOGO_POLICY, {**_MOGO_SEARCH, "even_for_all": False}, False, "mogo2007",
                                   {"prior_local_shape": MOGO_LEARNT_PRIOR}),
    "mogo2007_association": Preset("the same with association rules, as MoGo had them later", "uct_rave", _MOGO_POLICY,
                                   _MOGO_SEARCH, False, "mogo2007", {"prior_association": MOGO_LEARNT_PRIOR}),
    "mogo2007_rave": Preset("the same without priors: MC-RAVE alone", "uct_rave", _MOGO_POLICY, _MOGO_SEARCH, False,
                            "mogo2007"),
    "mogo2007_uct": Preset("its UCT before RAVE: the same playout rules, its first-play urgency", "uct",
                           {"exploration": MOGO_UCT_EXPLORATION, "first_play_urgency": MOGO_URGENCY}, {}, False, "mogo2007"),
    "uct": Preset("plain UCT: no AMAF, no priors", "uct", {}, {"expansion_threshold": 3}, False),
    "rave": Preset("AMAF values alone choose the moves", "uct_rave", {"schedule": "rave_only"}, priors=False),
    "hand_selected": Preset("MC-RAVE with the hand-selected schedule", "uct_rave", _HAND_SELECTED, priors=False),
    "minimum_mse": Preset("MC-RAVE with the minimum mean squared error schedule", "uct_rave", priors=False),
    **{name: Preset(f"{POLICIES[name].summary}: no AMAF, no priors", name, _RANKING, priors=False)
       for name in ("aoap", "ocba", "ttts")},
}

#: The parameters that papers describe and the search with a network does not have, and those that it alone has.
_OF_PAPERS = PAPER_PARAMETERS.parameters.keys() - NETWORK_PARAMETERS.parameters.keys()
_OF_NETWORK = NETWORK_PARAMETERS.parameters.keys() - GO_PARAMETERS.parameters.keys()

#: The policy of a player of another game than Go that names neither preset nor policy.
DEFAULT_POLICY = "uct"


def preset_named(name: str) -> Preset:
    """The Preset of that name. ValueError for an unknown one."""
    if name not in PRESETS:
        raise unknown_name("preset", name, PRESETS)
    return PRESETS[name]


def preset_on(preset: str, size: int, changes: Iterable[str] = (), policy: str | None = None, network: str | None = None) -> Preset:
    """The Preset that plays Go on a board size. ValueError for an unknown name.

    The default is `network` where a network comes with gopy or is named (STUDY: scripts/studies/strength/network_9x9). It is
    `classical` with a tree policy of its own, and if `changes` name a parameter that only papers describe: the search with a network
    has none of these.
    """
    if (preset == "default" and policy is None and (network is not None or network_file(size) is not None)
            and not any(name in _OF_PAPERS for name in changes)):
        return PRESETS["network"]
    return preset_named("classical" if preset == "default" else preset)


def policy_of(preset: str, policy: str | None = None) -> str:
    """The name of the tree policy of a player that names a preset and perhaps a policy. ValueError for an unknown preset."""
    return policy or preset_named(preset).policy


def changes_on(preset: str, size: int, changes: Mapping[str, Any], policy: str | None = None,
               network: str | None = None) -> dict[str, Any]:
    """Those of the changes that `build` makes on a board size. The default engine takes the parameters of a network on any size, and they
    change something where it has one: the size of the next game may be another."""
    elsewhere = _has_elsewhere(preset, size, changes, policy, network)
    return {name: value for name, value in changes.items() if name not in elsewhere}


def _has_elsewhere(preset: str, size: int, changes: Iterable[str], policy: str | None, network: str | None) -> Collection[str]:
    """The parameters that the engine has on other board sizes alone."""
    sized = preset == "default" and policy is None and not any(name in _OF_PAPERS for name in changes)
    return _OF_NETWORK if sized and preset_on(preset, size, changes, policy, network).go != "network" else ()


def check(preset: str, size: int, changes: Mapping[str, Any], policy: str | None = None, also_known: Iterable[str] = (),
          move_model: str | None = None, network: str | None = None) -> dict[str, Any]:
    """{name: checked value} of the changes, as `build` would check them on this size or, those that it leaves out here, on another; refused
    in the same words, without making anything.

    ValueError for a name that there is not, or for an impossible value; it may suggest one of the names `also_known` too.
    """
    here = changes_on(preset, size, changes, policy, network)
    also_known = [*also_known, *_has_elsewhere(preset, size, changes, policy, network)]
    checked = check_all(preset_drafts(preset, size, here, policy, move_model, network), here, also_known)
    known = NETWORK_PARAMETERS.checked({name: value for name, value in changes.items() if name not in here})
    for draft in checked:
        known.update(draft.values)
    return {name: known[name] for name in changes}


class Playing(NamedTuple):
    """The records that `build` makes: what a search of Go is made with."""

    policy: Any
    search_params: SearchParams
    game_params: Any                #: GoParams or what takes their place


def build(preset: str, size: int, changes: Mapping[str, Any] = _NOTHING, policy: str | None = None,
          move_model: str | None = None, network: str | None = None) -> Playing:
    """Tree policy, SearchParams and GoParams of a preset on a board size, with some parameters changed.

    changes     {name of a parameter of any of the three: its value, or that as text}
    policy      the name of a tree policy in the place of the preset's
    move_model  path of a packed move model, None for gopy's own
    network     path of a network, for a preset that has one; None for gopy's own

    ValueError for a name that there is not, for an impossible value, or for a file that cannot be read.
    """
    changes = changes_on(preset, size, changes, policy, network)
    return Playing(*make_all(preset_drafts(preset, size, changes, policy, move_model, network), changes))


def without_network(playing: Playing, size: int, changes: Mapping[str, Any] = _NOTHING, policy: str | None = None,
                    move_model: str | None = None) -> Playing:
    """The records with which a search that was made with `playing` is that of `classical`; the others are as for `build`.

    Their types stay, so that nothing else is compiled for them and one search serves both.
    """
    params = playing.game_params
    if not isinstance(params, NetworkParams):
        return playing
    classical = build("classical", size, {name: value for name, value in changes.items() if name not in _OF_NETWORK}, policy, move_model)
    return classical._replace(game_params=params._replace(rules=classical.game_params, prior_network=0.0, value_share=0.0))


def preset_drafts(preset: str, size: int, changes: Mapping[str, Any] = _NOTHING, policy: str | None = None,
                  move_model: str | None = None, network: str | None = None) -> list[Draft]:
    """The Drafts of the records that `build` makes, before the changes are made. ValueError for an unknown name, and for a
    network that the preset has no use for."""
    chosen = preset_on(preset, size, changes, policy, network)
    if network is not None and chosen.go != "network":
        raise ValueError(f"network: preset {preset} plays without one")
    learnt_priors = chosen.go in ("default", "network") and (chosen.priors if policy is None else policy_named(policy).priors)
    values = _NOTHING
    if learnt_priors and policy_of(preset, policy) == "uct_rave":
        values = _BESIDE_LEARNT_PRIORS
    draft = network_draft(size, network, move_model) if chosen.go == "network" else paper_draft(size, chosen.go, move_model)
    return _drafts(chosen, policy, changes, draft, chosen.go_values, values)


def game_drafts(preset: str | None, policy: str | None, changes: Mapping[str, Any], game_draft: Draft | None) -> list[Draft]:
    """The Drafts of tree policy, search and game for a player of another game than Go, before the changes are made.

    preset, policy   their names, or None; with neither the policy is DEFAULT_POLICY
    changes          {name: value} that will be made to them later
    game_draft       the Draft of the game's parameters, or None if it has none

    ValueError for an unknown name, and for a preset that is for Go alone.
    """
    if preset is None:
        return _drafts(None, policy, changes, game_draft)
    chosen = preset_named(preset)
    if chosen.go != "default":
        others = ", ".join(name for name, each in PRESETS.items() if each.go == "default")
        raise ValueError(f"preset {preset} is made of Go's playouts; for other games there are {others}")
    return _drafts(chosen, policy, changes, game_draft)


def _drafts(chosen: Preset | None, policy: str | None, changes: Mapping[str, Any], game_draft: Draft | None,
            game_values: Mapping[str, Any] = _NOTHING, policy_values: Mapping[str, Any] = _NOTHING) -> list[Draft]:
    """The Drafts of a Preset whose policy is replaced by `policy` (None: it is not), or without a preset of a policy alone."""
    if policy is None and chosen is not None:
        name, values, search, priors = chosen.policy, chosen.policy_values, chosen.search_values, chosen.priors
    else:
        name = policy or DEFAULT_POLICY
        values, search, priors = {}, {}, policy_named(name).priors
    drafts = list(policy_drafts(name, changes, {**policy_values, **values}, search))
    if game_draft is not None:
        known = [each for each in game_draft.constructor.parameters if each.startswith("prior_")]
        without = {} if priors else dict.fromkeys(known, 0)
        drafts.append(game_draft.changed({**without, **(game_values if policy is None else {})}))
    return drafts
