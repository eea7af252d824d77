"""What the search can be told, whatever the game and the tree policy."""
from typing import NamedTuple

# bits of `proofs`
KEPT = 1        #: proof numbers are kept
FINAL = 2       #: F: a move that is proven to win is played, and then the search ends
SOLVER = 4      #: S: solved children are skipped
RANKED = 8      #: U: the rank by proof numbers adds to a child's value

_LETTERS = {"F": FINAL, "S": SOLVER, "U": RANKED, "x": 0}


class SearchParams(NamedTuple):
    """Built by `new_search_params` alone: an int where a float belongs would compile another kernel."""

    expansion_threshold: int    #: simulations through a leaf before it gets children; 0: the first plays out from it
    virtual_loss: int           #: visits a descent adds until its result is known
    even_prior: int             #: simulations of prior experience of value 1/2 for a new child
    even_for_all: int           #: 1: for every new child; 0: for those that no other prior values
    grandfather_prior: int      #: simulations of prior experience worth the same move's mean two plies up
    priors_in_amaf: int         #: 1: priors enter the AMAF pair too; 0: only the mean
    amaf_weighted: int          #: 1: AMAF weight falls from 2 to 1 over the rest of the simulation; 0: always 1
    amaf_own_first: int         #: 1: AMAF credits a player's own first play; 0: only where no player had played before
    playout_limit: int          #: plies after which a playout counts as a draw; 0: it never does
    proofs: int                 #: KEPT and what is done with the numbers; 0: none are kept
    layers: int                 #: 1: proofs of a win; 2: and of not losing
    solver_threshold: int       #: S: visits up to which a solved child is not skipped
    solve_draws: int            #: S with two layers goes on 1: until the result is known, 0: less
    pn_exploration: float       #: U: C_pn, what rank 0 would add
    pn_by_count: int            #: U: ranks are divided by 0: the largest, 1: the number of children
    contempt: float             #: F: with the root's score in -1..1 below it, a proven draw is played


def new_search_params(expansion_threshold=3, virtual_loss=1, even_prior=10, even_for_all=True,
                      grandfather_prior=0, priors_in_amaf=False, amaf_weighted=True, amaf_own_first=False,
                      playout_limit=0, proofs="", layers=1, solver_threshold=5, solve_draws=False, pn_exploration=0.5,
                      pn_by_count=False, contempt=0.0):
    """Search parameters of the types the kernels are compiled for.

    Defaults: expansion at 3 visits (Fuego; Pachi and michi wait for 8); even prior 10 (michi; Pachi 14), priors
    in the mean alone (Pachi's tests: +44 Elo on 9x9); AMAF weights as Fuego. With even_for_all off and all sizes one M,
    every move has the confidence M of MC-RAVE's section 5.1.

    Algorithm 2 of Gelly and Silver (2011) is expansion_threshold 0 with amaf_own_first. A simulation that comes to a leaf
    gives it children, plays out from it at once, and counts for them: as a visit of the move that the playout began with
    and as AMAF experience of the others. And "the first play on an intersection" is the first by the player who is credited.

    playout_limit: for peers that do not play long games out; a playout that is longer is lost time here as there.
    proofs: "FSU" or some of these letters, "x" for one left out ("FxU"); "xxx" keeps proof numbers and makes no use of
    them; "" keeps none. See gopy.search.pn_mcts, also for the other parameters of proofs.
    """
    params = SearchParams(int(expansion_threshold), int(virtual_loss), int(even_prior), int(even_for_all),
                        int(grandfather_prior), int(priors_in_amaf), int(amaf_weighted), int(amaf_own_first),
                        int(playout_limit), proof_bits(proofs), int(layers), int(solver_threshold), int(solve_draws),
                        float(pn_exploration), int(pn_by_count), float(contempt))
    check_search_params(params)
    return params


def check_search_params(params):
    """Raise ValueError, one sentence, for numbers that no search can use."""
    if params.expansion_threshold < 0:
        raise ValueError("expansion_threshold must not be negative")
    if params.virtual_loss < 0 or params.even_prior < 0 or params.grandfather_prior < 0:
        raise ValueError("virtual_loss and priors must not be negative")
    if params.playout_limit < 0:
        raise ValueError("playout_limit must not be negative")
    if params.layers not in (1, 2):
        raise ValueError("layers must be 1 or 2")
    if not 0.0 <= params.pn_exploration <= 1e6 or params.solver_threshold < 0:
        raise ValueError("pn_exploration must be between 0 and 1e6, solver_threshold not negative")


def proof_bits(text):
    """The field `proofs` of a text like "FxU". ValueError."""
    if set(text) - set(_LETTERS) or any(text.count(letter) > 1 for letter in "FSU"):
        raise ValueError(f"proofs: {text!r} is not made of F, S, U and x")
    return KEPT | sum(_LETTERS[letter] for letter in text) if text else 0
