"""Players of any game as they are written: `gopy:sims=1000,policy=uct,exploration=0.7`."""
from dataclasses import dataclass, field
from difflib import get_close_matches

from gopy.number_text import parse_number, shown

#: How such a player begins.
PREFIX = "gopy:"


@dataclass(frozen=True)
class PlayerText:
    """What a player's text says, but for what its tree policy or method has of its own.

    sims      simulations a move, or None: `seconds` a move
    memory    MiB for the tree, None: as much as the limit asks for
    reuse     whether what the tree knows of the moves played is kept for the next search
    choice    value of `policy`, of simultaneous games `method`; None if it names none
    options   {name: text} of all else
    """
    sims: int | None = None
    seconds: float | None = None
    memory: float | None = None
    reuse: bool = True
    choice: str | None = None
    options: dict = field(default_factory=dict)


def parse_player(text, sims=None, seconds=None):
    """PlayerText of a text; `sims` or `seconds` are its limit if it names none. ValueError if it is none."""
    if not text.startswith(PREFIX):
        raise ValueError(f"players of other games than Go over GTP are written {PREFIX}sims=1000,policy=uct")
    found, options = {}, {}
    for item in filter(None, (part.strip() for part in text.removeprefix(PREFIX).split(","))):
        name, equals, value = (part.strip() for part in item.partition("="))
        if not equals:
            raise ValueError(f"{item!r} is not NAME=VALUE")
        if name in ("policy", "method"):
            found["choice"] = value
        elif name in _OWN:
            found[name] = _OWN[name](name, value)
        else:
            options[name] = value
    if found.get("sims") is None and found.get("seconds") is None:
        found.update(sims=sims, seconds=None if sims is not None else seconds)
    elif "sims" in found and "seconds" in found:
        raise ValueError("sims and seconds both limit a move: give one")
    return PlayerText(**found, options=options)


def without_limit(text):
    """A player's text without its simulations and seconds."""
    items = text.removeprefix(PREFIX).split(",")
    return PREFIX + ",".join(item for item in items if item.partition("=")[0].strip() not in ("sims", "seconds"))


def converted(name, value, default):
    """The text `value` of an option as the type of its default. ValueError names the option."""
    if isinstance(default, bool):
        return _truth(name, value)
    if isinstance(default, int):
        return _number(name, value, int)
    if isinstance(default, float):
        return _number(name, value, float)
    return value


def no_such_option(name, known):
    """A ValueError for an option that is not among the names `known`, with the one that was meant."""
    close = get_close_matches(name, known, 1)
    return ValueError(f"unknown option {name!r}; " + (f"did you mean {close[0]!r}?" if close
                                                      else f"there are {', '.join(sorted(known))}"))


def no_such_choice(kind, name, known):
    """The same for a policy or method."""
    close = get_close_matches(name, known, 1)
    return ValueError(f"unknown {kind} {name!r}; " + (f"did you mean {close[0]!r}?" if close
                                                      else f"there are {', '.join(known)}"))


def _number(name, value, kind):
    try:
        number = parse_number(value)
        if kind is int and number != int(number):
            raise ValueError
    except ValueError:
        raise ValueError(f"{name} wants a {'whole number' if kind is int else 'number'}, not {shown(value)}") from None
    return kind(number)


def _truth(name, value):
    known = {"1": True, "true": True, "yes": True, "0": False, "false": False, "no": False}
    if value.lower() not in known:
        raise ValueError(f"{name} wants 1 or 0, not {value!r}")
    return known[value.lower()]


def _within(kind, low, high):
    def convert(name, value):
        number = _number(name, value, kind)
        if not low <= number <= high:
            raise ValueError(f"{name}: {value} is not between {low:g} and {high:g}")
        return number
    return convert


#: The options that every player has, and what makes their values of texts.
_OWN = {"sims": _within(int, 1, 10**9), "seconds": _within(float, 1e-6, 1e6), "memory": _within(float, 0.01, 1 << 20),
        "reuse": _truth}
