"""The parameters of the tree policies UCT and UCT-RAVE. Their formulas and kernels are in uct.py, rave.py and gopy/papers/first_rave.py."""
from typing import Annotated, NamedTuple

from gopy.base.parameters import Constructor, choice, number
from gopy.search.params import MAX_VALUE


class UCT(NamedTuple):
    """Plain upper confidence bounds."""

    # With the default urgency every child is visited once before any is visited again.
    exploration: Annotated[float, number(0.5, 0.0, MAX_VALUE, "c of the exploration bonus")]
    first_play_urgency: Annotated[float, number(10.0, 0.0, MAX_VALUE, "value of a child without visits")]


new_uct = Constructor(UCT, "Plain upper confidence bounds.", kernels="gopy.search.uct")

SCHEDULES = ("rave_only", "hand_selected", "minimum_mse")
RAVE_ONLY, HAND_SELECTED, MINIMUM_MSE = range(len(SCHEDULES))


class UCTRave(NamedTuple):
    """Upper confidence bounds on the mean blended with AMAF. Without exploration the policy is MC-RAVE, with it UCT-RAVE."""

    # E = 3000 is Pachi's on small boards (b = 0.0091).
    schedule: Annotated[int, choice("minimum_mse", SCHEDULES, "how the share of AMAF falls with visits")]
    equivalence: Annotated[float, number(3000.0, 1e-6, 1e9, "simulations at which mean and AMAF count alike: k or E")]
    exploration: Annotated[float, number(0.0, 0.0, MAX_VALUE, "c of the exploration bonus")]
    first_play_urgency: Annotated[float, number(1.1, 0.0, MAX_VALUE, "value of a child without visits, AMAF ones included")]
    choice_bound: Annotated[float, number(0.0, 0.0, 100.0, "the move played has the best mean less so many standard errors; 0: "
                                                           "the most visits")]


new_uct_rave = Constructor(UCTRave, "MC-RAVE: upper confidence bounds on the mean blended with AMAF.",
                           kernels="gopy.search.rave")


class FirstRave(NamedTuple):
    """UCT-RAVE of 2007: mean and AMAF mean have an exploration bonus each, by their own counts."""

    equivalence: Annotated[float, number(1000.0, 1e-6, 1e9, "simulations at which mean and AMAF count alike: k")]
    exploration: Annotated[float, number(0.1, 0.0, MAX_VALUE, "c of both exploration bonuses")]
    first_play_urgency: Annotated[float, number(1.1, 0.0, MAX_VALUE, "value of a child without visits, AMAF ones included")]


new_first_rave = Constructor(FirstRave, "UCT-RAVE as first published: the AMAF count has an exploration bonus too.",
                             kernels="gopy.papers.first_rave")
