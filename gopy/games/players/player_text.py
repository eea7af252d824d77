"""The text that describes a player of any game, such as `gopy:sims=1000,policy=uct,exploration=0.7`.

`preset` and `policy` mean the same as in the text of a player of Go over GTP (gopy.lab.match.programs.inprocess).
"""
from dataclasses import dataclass, field
from typing import Any

from gopy.base.parameters import name_values, number, text, truth, whole

#: Every such text begins with this.
PREFIX = "gopy:"


@dataclass(frozen=True)
class PlayerText:
    """What a player's text says. The parameters of its tree policy or method are kept as text.

    sims      simulations a move, or None if `seconds` limits the move
    memory    MiB for the tree, or None for as much as the limit of a move needs
    threads   threads that search
    cluster   processes that search together, each with a tree and threads of its own
    cluster_seconds     seconds between two merges of these
    reuse     whether what the tree knows of the moves played is kept for the next search
    preset, policy      their names, None if the text names none
    method    the name of the method for simultaneous moves, None if the text names none
    options   {name: text of its value} of all other parameters
    """
    sims: int | None = None
    seconds: float | None = None
    memory: float | None = None
    threads: int = 1
    cluster: int = 1
    cluster_seconds: float = 0.2
    reuse: bool = True
    preset: str | None = None
    policy: str | None = None
    method: str | None = None
    options: dict[str, str] = field(default_factory=dict)


def parse_player(written: str, sims: int | None = None, seconds: float | None = None) -> PlayerText:
    """The PlayerText of a text; `sims` or `seconds` is the limit if it has none. ValueError if it is no such text."""
    if not written.startswith(PREFIX):
        raise ValueError(f"players of other games than Go over GTP are written {PREFIX}sims=1000,policy=uct")
    found: dict[str, Any] = {}
    options: dict[str, str] = {}
    for name, value in name_values(written.removeprefix(PREFIX)).items():
        if name in OWN:
            found[name] = OWN[name].value(name, value)
        else:
            options[name] = value
    if found.get("sims") is None and found.get("seconds") is None:
        found.update(sims=sims, seconds=None if sims is not None else seconds)
    elif "sims" in found and "seconds" in found:
        raise ValueError("sims and seconds both limit a move: give one")
    return PlayerText(**found, options=options)


def without_limit(written: str) -> str:
    """A player's text without its parameters `sims` and `seconds`."""
    items = written.removeprefix(PREFIX).split(",")
    return PREFIX + ",".join(item for item in items if item.partition("=")[0].strip() not in ("sims", "seconds"))


#: The parameters that every player has, whatever its tree policy.
OWN = {
    "sims": whole(None, 1, 10**9, "simulations a move"),
    "seconds": number(None, 1e-6, 1e6, "seconds a move"),
    "memory": number(None, 0.01, 1 << 20, "MiB for the search tree"),
    "threads": whole(1, 1, 256, "threads that search"),
    "cluster": whole(1, 1, 256, "processes that search together, each with its own tree"),
    "cluster_seconds": number(0.2, 0.001, 60.0, "seconds between two merges of these"),
    "reuse": truth(True, "keep what the tree knows of the moves played"),
    "preset": text(None, "policy and parameters by one name"),
    "policy": text(None, "the tree policy, in the place of the preset's; random moves without a search"),
    "method": text(None, "the method, in games whose players move at the same time"),
}
