"""The parameters of the search that apply to every game and every tree policy."""
from typing import Annotated, NamedTuple

from gopy.base.parameters import MAX_PRIOR, Constructor, Parameter, number, truth, whole

# Bits of the field `proofs`, which is 0 where no proof numbers are kept.
KEPT = 1        #: proof numbers are kept
FINAL = 2       #: F: a move that is proven to win is played, and the search ends at once
SOLVER = 4      #: S: solved children are skipped
RANKED = 8      #: U: a bonus for a child's rank by proof numbers is added to its value
ENDING = 16     #: E: the search ends when the root is proven to be won, whichever move is played then

_LETTERS = {"F": FINAL, "S": SOLVER, "U": RANKED, "E": ENDING, "x": 0}


def proof_bits(text) -> int:
    """The field `proofs` for a text such as "FxU". Raises ValueError for a text of another form."""
    if set(text) - set(_LETTERS) or any(text.count(letter) > 1 for letter in "FSUE"):
        raise ValueError(f"proofs: {text!r} is not made of F, S, U, E and x")
    return KEPT | sum(_LETTERS[letter] for letter in text) if text else 0


def proof_letters(bits) -> str:
    """The text that `proof_bits` reads as these bits."""
    if not bits:
        return ""
    return "".join(letter if bits & _LETTERS[letter] else "x" for letter in "FSU") + ("E" if bits & ENDING else "")


#: More simulations or visits than any search makes.
_MANY = 10**9

#: Larger values of a child are cut to this, so that they tie; it is also the largest first-play urgency.
MAX_VALUE = 100.0


class SearchParams(NamedTuple):
    """The parameters of a search. Only `new_search_params` makes this record."""

    # Where the defaults come from: leaves are expanded at 3 visits as in Fuego (Pachi and michi wait for 8). The even prior
    # of 10 is michi's (Pachi has 14). Priors enter the mean alone, which gained 44 Elo on 9x9 in Pachi's tests. AMAF weights
    # are Fuego's. With even_for_all off and the same size M for all priors, every move has the confidence M of MC-RAVE's
    # section 5.1.
    #
    # Algorithm 2 of Gelly and Silver (2011) is expansion_threshold 0 with amaf_own_first. A simulation that reaches a leaf
    # then gives it children, starts its playout there at once, and counts for these children: as a visit of the move that the
    # playout began with, and as AMAF experience of the others. "The first play on an intersection" is the first by the player
    # who is credited.
    expansion_threshold: Annotated[int, whole(3, 0, _MANY, "simulations through a leaf before it gets children; 0: the first "
                                                           "plays out from it")]
    virtual_loss: Annotated[int, whole(1, 0, 1000, "visits that a descent adds to its path until its result is known")]
    even_prior: Annotated[int, whole(10, 0, MAX_PRIOR, "simulations of prior experience of value 1/2 for a new child")]
    even_for_all: Annotated[int, truth(True, "whether every new child gets the even prior, or only those without another one")]
    priors_in_amaf: Annotated[int, truth(False, "whether priors enter the AMAF statistics too, or only the mean")]
    amaf_weighted: Annotated[int, truth(True, "whether the AMAF weight of a move falls from 2 to 1 over the rest of the "
                                              "simulation")]
    amaf_own_first: Annotated[int, truth(False, "whether AMAF credits a player's own first play of a move, or only the first "
                                                "play of all")]
    playout_limit: Annotated[int, whole(0, 0, _MANY, "plies after which a playout counts as a draw; 0 for no limit")]
    proofs: Annotated[int, Parameter(int, 0, "uses of proof numbers, letters of FSUE (x for one left out); none are kept without",
                                     0, 31, read=proof_bits, write=proof_letters, form="letters of FSUEx")]
    layers: Annotated[int, whole(1, 1, 2, "1 for proofs of a win, 2 for proofs of not losing as well")]
    solver_threshold: Annotated[int, whole(5, 0, _MANY, "visits up to which a solved child is not skipped (proofs S)")]
    solve_draws: Annotated[int, truth(False, "whether the solver with two layers goes on until the result is known (proofs S)")]
    pn_exploration: Annotated[float, number(0.5, 0.0, 1e6, "what the best rank by proof numbers adds to a child's value "
                                                           "(proofs U)")]
    pn_by_count: Annotated[int, truth(False, "whether ranks are divided by the number of children, or by the largest rank "
                                             "(proofs U)")]
    contempt: Annotated[float, number(0.0, -1e6, 1e6, "score of the root, from -1 to 1, below which a proven draw is played "
                                                      "(proofs F)")]


new_search_params = Constructor(SearchParams, "What the search does, whatever the game and the tree policy.")
