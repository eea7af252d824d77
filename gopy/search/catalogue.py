"""The tree policies there are, by name: where each is, and what it wants of the search. Importing this compiles nothing.

A policy of one's own needs no line here. It is written as the Python file that holds it: policy=my_policy.py.
"""
import importlib
from typing import Any, NamedTuple

from gopy.inputs.own_file import is_own_file, load_own_file
from gopy.inputs.parameters import Constructor, unknown_name
from gopy.search.params import new_search_params


class Policy(NamedTuple):
    """A tree policy."""

    constructor: Any            #: its gopy.inputs.parameters.Constructor, or "module:name" of it
    summary: str
    search: dict = {}           #: parameters of the search that it wants other than by default
    expands_at: str = ""        #: name of its own parameter that is the expansion threshold too
    priors: bool = False        #: whether a game's prior knowledge of moves is used unless the user says otherwise


#: New nodes at the second visit of a leaf and no virtual experience, as the textbook has it.
TEXTBOOK = {"even_prior": 0, "expansion_threshold": 1}

#: New nodes when a leaf was visited as often as each of them will be before the policy decides.
_SAMPLED = {"even_prior": 0}

POLICIES = {
    "uct": Policy("gopy.search.uct:new_uct", "plain upper confidence bounds", TEXTBOOK),
    "uct_rave": Policy("gopy.search.rave:new_uct_rave", "upper confidence bounds on the mean blended with AMAF", {},
                       priors=True),
    "critical_rave": Policy("gopy.search.criticality:new_critical_rave", "the same with criticality in its AMAF statistics", {},
                            priors=True),
    "uct_max": Policy("gopy.search.sampling.ranking:new_uct_max", "UCT with the maximum backed up", _SAMPLED, "n0"),
    "aoap": Policy("gopy.search.sampling.ranking:new_aoap", "ranking and selection by asymptotically optimal allocation", _SAMPLED,
                   "n0"),
    "ocba": Policy("gopy.search.sampling.ranking:new_ocba", "the same by optimal computing budget allocation", _SAMPLED, "n0"),
    "ttts": Policy("gopy.search.sampling.ranking:new_ttts", "the same by top-two Thompson sampling", _SAMPLED, "n0"),
}


def policy_named(name):
    """The Policy of a name, or of a Python file that has it as POLICY. ValueError if there is none."""
    if is_own_file(name):
        found = getattr(load_own_file(name), "POLICY", None)
        if not isinstance(found, Policy):
            raise ValueError(f"{name} holds no policy: POLICY = gopy.search.catalogue.Policy(...) is missing")
        return found
    if name not in POLICIES:
        raise unknown_name("policy", name, ["random", *POLICIES])
    return POLICIES[name]


def constructor_of(policy):
    """The Constructor of a Policy's record."""
    if isinstance(policy.constructor, Constructor):
        return policy.constructor
    module, _, name = policy.constructor.partition(":")
    return getattr(importlib.import_module(module), name)


def policy_drafts(name, changes, policy=None, search=None):
    """(Draft of the policy, Draft of the SearchParams) of a name, with other defaults where `policy` and `search` say so.

    changes: {name: value} that will be made to them; the expansion threshold of some policies follows one of these.
    ValueError for an unknown name.
    """
    entry = policy_named(name)
    draft = constructor_of(entry).draft(**(policy or {}))
    follows = {}
    if entry.expands_at:
        named = draft.constructor.parameters[entry.expands_at]
        given = changes.get(entry.expands_at, draft.values.get(entry.expands_at, named.default))
        follows = {"expansion_threshold": named.value(entry.expands_at, given)}
    return draft, new_search_params.draft(**{**entry.search, **follows, **(search or {})})
