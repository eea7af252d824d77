"""What the search can be told, whatever the game and the tree policy."""
from typing import NamedTuple


class SearchParams(NamedTuple):
    """Built by `new_search_params` alone: an int where a float belongs would compile another kernel."""

    expansion_threshold: int    #: simulations through a leaf before it gets children
    virtual_loss: int           #: visits a descent adds until its result is known
    even_prior: int             #: simulations of prior experience of value 1/2 for a new child
    even_for_all: int           #: 1: for every new child; 0: for those that no other prior values
    grandfather_prior: int      #: simulations of prior experience worth the same move's mean two plies up
    priors_in_amaf: int         #: 1: priors enter the AMAF pair too; 0: only the mean
    amaf_weighted: int          #: 1: AMAF weight falls from 2 to 1 over the rest of the simulation; 0: always 1
    criticality_weight: float   #: virtual wins a RAVE simulation gets per unit of criticality; 0: off
    criticality_threshold: int  #: visits of a child before its criticality counts


def new_search_params(expansion_threshold=3, virtual_loss=1, even_prior=10, even_for_all=True,
                      grandfather_prior=0, priors_in_amaf=False, amaf_weighted=True, criticality_weight=0.0,
                      criticality_threshold=2000):
    """Search parameters of the types the kernels are compiled for.

    Defaults: expansion at 3 visits (Fuego; Pachi and michi wait for 8); even prior 10 (michi; Pachi 14), priors
    in the mean alone (Pachi's tests: +44 Elo on 9x9); AMAF weights as Fuego; criticality as Pachi, off until
    measured here. With even_for_all off and all sizes one M, every move has the confidence M of MC-RAVE's section 5.1.
    """
    if expansion_threshold < 1:
        raise ValueError("expansion_threshold must be at least 1")
    if virtual_loss < 0 or even_prior < 0 or grandfather_prior < 0:
        raise ValueError("virtual_loss and priors must not be negative")
    return SearchParams(int(expansion_threshold), int(virtual_loss), int(even_prior), int(even_for_all),
                        int(grandfather_prior), int(priors_in_amaf), int(amaf_weighted), float(criticality_weight),
                        int(criticality_threshold))
