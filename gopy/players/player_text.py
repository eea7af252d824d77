"""Players of any game as they are written: `gopy:sims=1000,policy=uct,exploration=0.7`."""
from dataclasses import dataclass, field

from gopy.inputs.parameters import name_values, number, truth, whole

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
    for name, value in name_values(text.removeprefix(PREFIX)).items():
        if name in ("policy", "method"):
            found["choice"] = value
        elif name in OWN:
            found[name] = OWN[name].value(name, value)
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


#: The parameters that every player has, whatever its tree policy.
OWN = {
    "sims": whole(None, 1, 10**9, "simulations a move"),
    "seconds": number(None, 1e-6, 1e6, "seconds a move"),
    "memory": number(None, 0.01, 1 << 20, "MiB for the search tree"),
    "reuse": truth(True, "keep what the tree knows of the moves played"),
}
