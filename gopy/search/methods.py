"""The methods for simultaneous moves by name, with the parameters that M. Lanctot, V. Lisy and M. H. M. Winands (2013,
table 1) tuned for Goofspiel by win and loss and by points."""
from gopy.search.joint_policies import Duct, Exp3, UniformRandom
from gopy.search.regret_policies import OutcomeSampling, OutcomeSamplingPlus, RegretMatching


def new_random():
    """Uniformly random moves, without a search."""
    return UniformRandom(0)


def new_duct_max(exploration=1.5):
    """DUCT that plays the best mean; exploration is C in units of utility."""
    return Duct(_not_negative("exploration", exploration), 0)


def new_duct_mix(exploration=1.5):
    """DUCT that plays in proportion to visits."""
    return Duct(_not_negative("exploration", exploration), 1)


def new_exp3(gamma=0.2):
    """Exp3 with a share `gamma` of exploration."""
    return Exp3(_share(gamma))


def new_rm(gamma=0.025):
    """Regret matching with a share `gamma` of exploration."""
    return RegretMatching(_share(gamma))


def new_oos(gamma=0.5):
    """Online outcome sampling whose exploring player explores with a share `gamma`."""
    return OutcomeSampling(_share(gamma))


def new_oos_plus(gamma=0.55):
    """OOS+, the same with the cells' means for what was not sampled."""
    return OutcomeSamplingPlus(_share(gamma))


#: Method by name; the defaults of its constructor suit payoffs in [0, 1].
METHODS = {"random": new_random, "duct_max": new_duct_max, "duct_mix": new_duct_mix, "exp3": new_exp3,
           "rm": new_rm, "oos": new_oos, "oos_plus": new_oos_plus}

#: What is tuned otherwise for differences of points.
TUNED_FOR_POINTS = {"duct_max": {"exploration": 150.0}, "duct_mix": {"exploration": 150.0}, "exp3": {"gamma": 0.01},
                    "oos_plus": {"gamma": 0.4}}


def new_method(name, points=False, **parameters):
    """The method of that name; parameters that are not given are the paper's, for differences of points if `points`.

    ValueError for a name or a parameter that there is not, or one out of range.
    """
    if name not in METHODS:
        raise ValueError(f"method must be one of {', '.join(METHODS)}, not {name}")
    if points:
        parameters = {**TUNED_FOR_POINTS.get(name, {}), **parameters}
    try:
        return METHODS[name](**parameters)
    except TypeError:
        known = METHODS[name].__code__.co_varnames[:METHODS[name].__code__.co_argcount]
        unknown = ", ".join(key for key in parameters if key not in known)
        raise ValueError(f"{name} has no parameter {unknown}") from None


def _share(gamma):
    if not 0.0 < gamma <= 1.0:
        raise ValueError(f"gamma must be above 0 and at most 1, not {gamma}")
    return float(gamma)


def _not_negative(name, value):
    if not value >= 0.0:
        raise ValueError(f"{name} must not be negative, not {value}")
    return float(value)
