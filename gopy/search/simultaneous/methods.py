"""The methods for simultaneous moves by name, with the parameters that M. Lanctot, V. Lisy and M. H. M. Winands (2013,
table 1) tuned for Goofspiel, once for payoffs of win and loss and once for payoffs in points."""
from typing import NamedTuple

from gopy.inputs.parameters import Constructor, number, unknown_name
from gopy.search.simultaneous.joint_policies import Duct, Exp3, UniformRandom
from gopy.search.simultaneous.regret_policies import OutcomeSampling, OutcomeSamplingPlus, RegretMatching


def _duct(mixed, help):
    return Constructor(Duct, help, fixed={"mixed": mixed},
                       exploration=number(1.5, 0.0, 1e9, "C of the bounds, in units of utility"))


def _exploring(record, gamma, help):
    return Constructor(record, help, gamma=number(gamma, 1e-9, 1.0, "share of exploration"))


#: {name: Constructor} of the methods; the defaults suit payoffs in [0, 1].
METHODS = {
    "random": Constructor(UniformRandom, "Uniformly random moves, without a search.", fixed={"nothing": 0}),
    "duct_max": _duct(0, "DUCT that plays the best mean."),
    "duct_mix": _duct(1, "DUCT that plays in proportion to visits."),
    "exp3": _exploring(Exp3, 0.2, "Exp3."),
    "rm": _exploring(RegretMatching, 0.025, "Regret matching."),
    "oos": _exploring(OutcomeSampling, 0.5, "Online outcome sampling."),
    "oos_plus": _exploring(OutcomeSamplingPlus, 0.55, "Online outcome sampling with the cells' means for what was not "
                           "sampled."),
}

#: The defaults that differ where the payoffs are differences of points.
TUNED_FOR_POINTS = {"duct_max": {"exploration": 150.0}, "duct_mix": {"exploration": 150.0}, "exp3": {"gamma": 0.01},
                    "oos_plus": {"gamma": 0.4}}


def new_method(name, points=False, **parameters) -> NamedTuple:
    """The method of that name, a policy record. Parameters that are not given are the paper's; points: whether payoffs are
    differences of points.

    Raises ValueError for an unknown name, an unknown parameter or a value out of range.
    """
    if name not in METHODS:
        raise unknown_name("method", name, METHODS)
    tuned = TUNED_FOR_POINTS.get(name, {}) if points else {}
    return METHODS[name](**{**tuned, **parameters})
