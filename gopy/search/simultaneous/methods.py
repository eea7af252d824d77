"""The methods for simultaneous moves by name: their records, with the parameters that M. Lanctot, V. Lisy and M. H. M. Winands (2013,
table 1) tuned for Goofspiel, once for payoffs of win and loss and once for payoffs in points."""
from typing import Annotated, Any, NamedTuple

from gopy.base.parameters import Constructor, number, unknown_name


class UniformRandom(NamedTuple):
    """Every move as likely as any other."""

    nothing: int            #: not used; a record needs a field


class Duct(NamedTuple):
    """Upper confidence bounds of each player's own moves."""

    exploration: Annotated[float, number(1.5, 0.0, 1e9, "C of the bounds, in units of utility")]
    mixed: int              #: 1: plays in proportion to visits; 0: the best mean


class Exp3(NamedTuple):
    """Exponential weights for exploration and exploitation (P. Auer, N. Cesa-Bianchi, Y. Freund, R. Schapire 1995)."""

    gamma: Annotated[float, number(0.2, 1e-9, 1.0, "share of exploration")]


class RegretMatching(NamedTuple):
    """Regret matching on the estimated matrix (S. Hart, A. Mas-Colell 2000)."""

    gamma: Annotated[float, number(0.025, 1e-9, 1.0, "share of exploration")]


class OutcomeSampling(NamedTuple):
    """Online outcome sampling."""

    gamma: Annotated[float, number(0.5, 1e-9, 1.0, "the exploring player's share of exploration")]


class OutcomeSamplingPlus(NamedTuple):
    """Online outcome sampling that uses the cells' means for the moves that were not sampled."""

    gamma: Annotated[float, number(0.55, 1e-9, 1.0, "the exploring player's share of exploration")]


_JOINT, _REGRET = "gopy.search.simultaneous.joint_policies", "gopy.search.simultaneous.regret_policies"

#: {name: Constructor} of the methods; the defaults suit payoffs in [0, 1].
METHODS = {
    "random": Constructor(UniformRandom, "Uniformly random moves, without a search.", kernels=_JOINT, fixed={"nothing": 0}),
    "duct_max": Constructor(Duct, "DUCT that plays the best mean.", kernels=_JOINT, fixed={"mixed": 0}),
    "duct_mix": Constructor(Duct, "DUCT that plays in proportion to visits.", kernels=_JOINT, fixed={"mixed": 1}),
    "exp3": Constructor(Exp3, "Exp3.", kernels=_JOINT),
    "rm": Constructor(RegretMatching, "Regret matching.", kernels=_REGRET),
    "oos": Constructor(OutcomeSampling, "Online outcome sampling.", kernels=_REGRET),
    "oos_plus": Constructor(OutcomeSamplingPlus, "Online outcome sampling with the cells' means for what was not sampled.",
                            kernels=_REGRET),
}

#: The defaults that differ where the payoffs are differences of points.
TUNED_FOR_POINTS = {"duct_max": {"exploration": 150.0}, "duct_mix": {"exploration": 150.0}, "exp3": {"gamma": 0.01},
                    "oos_plus": {"gamma": 0.4}}


def new_method(name: str, points: bool = False, **parameters: Any) -> NamedTuple:
    """The method of that name, a policy record. Parameters that are not given are the paper's; points: whether payoffs are
    differences of points.

    Raises ValueError for an unknown name, an unknown parameter or a value out of range.
    """
    if name not in METHODS:
        raise unknown_name("method", name, METHODS)
    tuned = TUNED_FOR_POINTS.get(name, {}) if points else {}
    return METHODS[name](**{**tuned, **parameters})
