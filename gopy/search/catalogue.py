"""The tree policies by name, and the search parameters that each needs. Importing this loads no kernel.

A user's own policy needs no entry here. It is named by the Python file that holds it: policy=my_policy.py.
"""
from typing import NamedTuple

from gopy.base.own_file import is_own_file, load_own_file
from gopy.base.parameters import Constructor, Draft, unknown_name
from gopy.search.params import new_search_params
from gopy.search.policy_params import new_first_rave, new_uct, new_uct_rave
from gopy.search.sampling.params import new_aoap, new_ocba, new_ttts, new_uct_max, new_uniform


class Policy(NamedTuple):
    """A tree policy, as the catalogue lists it."""

    constructor: Constructor    #: makes the record of its parameters
    summary: str                #: what it is, for people
    search: dict = {}           #: {name: default} of search parameters whose usual default it replaces
    expands_at: str = ""        #: name of the parameter of its own that is also the expansion threshold; "": none is
    priors: bool = False        #: whether a game's prior knowledge of moves is used unless the user says otherwise


#: As in textbooks: a leaf gets children at its second visit, and there is no prior experience.
TEXTBOOK = {"even_prior": 0, "expansion_threshold": 1}

#: As MoGo's search before it had priors.
_FIRST_RAVE = {"expansion_threshold": 1, "even_prior": 0, "amaf_weighted": False}

#: No prior experience. The parameter that `expands_at` names makes a leaf get children after as many visits as each of them
#: will get before the policy decides.
_SAMPLED = {"even_prior": 0}

POLICIES = {
    "uct": Policy(new_uct, "plain upper confidence bounds", TEXTBOOK),
    "uct_rave": Policy(new_uct_rave, "upper confidence bounds on the mean blended with AMAF", {}, priors=True),
    "first_rave": Policy(new_first_rave, "UCT-RAVE as first published: the AMAF count has an exploration bonus too", _FIRST_RAVE),
    "uct_max": Policy(new_uct_max, "UCT with the maximum backed up", _SAMPLED, "n0"),
    "aoap": Policy(new_aoap, "ranking and selection by asymptotically optimal allocation", _SAMPLED, "n0"),
    "ocba": Policy(new_ocba, "the same by optimal computing budget allocation", _SAMPLED, "n0"),
    "ttts": Policy(new_ttts, "the same by top-two Thompson sampling", _SAMPLED, "n0"),
    "uniform": Policy(new_uniform, "every move as often as any other, the maximum backed up", _SAMPLED, "n0"),
}


#: Name of the player that does not search but moves at random; it stands in the place of a tree policy.
RANDOM = "random"


def policy_named(name) -> Policy:
    """The Policy of that name, or the POLICY of a Python file. Raises ValueError if there is none."""
    if name == RANDOM:
        raise ValueError(f"policy {RANDOM} plays without a search: it is for the games of `gopy games` alone")
    if is_own_file(name):
        found = getattr(load_own_file(name), "POLICY", None)
        if not isinstance(found, Policy):
            raise ValueError(f"{name} holds no policy: POLICY = gopy.search.catalogue.Policy(...) is missing")
        return found
    if name not in POLICIES:
        raise unknown_name("policy", name, [RANDOM, *POLICIES])
    return POLICIES[name]


def policy_drafts(name, changes, policy=None, search=None) -> tuple[Draft, Draft]:
    """(Draft of the policy's record, Draft of the SearchParams) for the policy `name`.

    policy, search: {name: value} that replace their defaults. changes: {name: value} that will be made to them later; the
    expansion threshold of some policies follows one of these. Raises ValueError for an unknown name.
    """
    entry = policy_named(name)
    draft = entry.constructor.draft(**(policy or {}))
    follows = {}
    if entry.expands_at:
        named = draft.constructor.parameters[entry.expands_at]
        given = changes.get(entry.expands_at, draft.values.get(entry.expands_at, named.default))
        follows = {"expansion_threshold": named.value(entry.expands_at, given)}
    return draft, new_search_params.draft(**{**entry.search, **follows, **(search or {})})
