"""The parameters of UCT-RAVE as it was first published. Its formula and kernels are in first_rave.py."""
from typing import Annotated, NamedTuple

from gopy.base.parameters import Constructor, number
from gopy.search.params import MAX_VALUE


class FirstRave(NamedTuple):
    """UCT-RAVE of 2007: mean and AMAF mean have an exploration bonus each, by their own counts."""

    equivalence: Annotated[float, number(1000.0, 1e-6, 1e9, "simulations at which mean and AMAF count alike: k")]
    exploration: Annotated[float, number(0.1, 0.0, MAX_VALUE, "c of both exploration bonuses")]
    first_play_urgency: Annotated[float, number(1.1, 0.0, MAX_VALUE, "value of a child without visits, AMAF ones included")]


new_first_rave = Constructor(FirstRave, "UCT-RAVE as first published: the AMAF count has an exploration bonus too.",
                             kernels="gopy.papers.first_rave")
