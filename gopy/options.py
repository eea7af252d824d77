"""What a user can set about the engine: one field per command-line flag and key of the TOML file."""
from dataclasses import dataclass, fields, replace
from difflib import get_close_matches

from gopy.go.geometry import MAX_SIZE, MIN_SIZE
from gopy.go.rules import check_komi, parse_rules
from gopy.levels import LEVELS
from gopy.presets import ONE_PROCESS, PRESETS, parse_changes

#: Seconds a move when neither simulations, seconds, a level nor a clock say otherwise.
DEFAULT_SECONDS = 3.0


@dataclass(frozen=True)
class Options:
    """Settings of an engine, checked when they are made; change them with `changed`."""
    size: int = 19
    komi: float = 7.5
    rules: str = "chinese"              # a name or a JSON object, see gopy.go.rules
    preset: str = "default"             # which engine: see gopy.presets
    set: str | None = None              # parameters that differ from the preset's: "name=number,..."
    sims: int | None = None             # simulations a move
    seconds: float | None = None        # seconds a move
    level: int | None = None            # 1 to 10, see gopy.levels
    threads: int | None = None          # None: as many as this process may use
    memory_mb: int = 256                # MiB for the tree, of each worker in a cluster
    cluster: int | None = None          # processes that search together, each with a tree; None: this one alone
    cluster_merge: str = "tree"         # what they merge: "tree", all that is much visited near the root, or "root"
    ray: str | None = None              # address of the Ray cluster they run on, or "local"; None: this machine
    seed: int | None = None             # None: a new one each start (it is logged)
    ponder: bool = False                # think on the opponent's time
    lag: float = 0.1                    # seconds lost to the network at each move
    resign: bool = True
    resign_threshold: float = 0.10      # expected share of wins below which a game counts as lost
    resign_turns: int = 3               # for so many own turns in a row
    gtp_name: str = "gopy"
    gtp_version: str | None = None
    log: str | None = None              # file of the log, "-" for stderr

    def __post_init__(self):
        for field in fields(self):
            value = getattr(self, field.name)
            object.__setattr__(self, field.name, _coerced(field.name, field.type, value))
        _check(self)

    def changed(self, **changes):
        """A copy with some fields changed. ValueError for unknown fields and impossible values."""
        known = [field.name for field in fields(self)]
        for name in changes:
            if name not in known:
                close = get_close_matches(name, known, 1)
                raise ValueError(f"unknown option {name!r}" + (f"; did you mean {close[0]!r}?" if close else ""))
        return replace(self, **changes)

    def simulations(self):
        """Simulations a move that `sims` or `level` fix, or None."""
        if self.sims is not None:
            return self.sims
        return None if self.level is None else LEVELS[self.level]


def _coerced(name, annotation, value):
    """`value` as the field's type: an int serves as a float; nothing else is converted."""
    wanted = annotation if isinstance(annotation, type) else annotation.__args__[0]
    if value is None and wanted is not annotation:
        return None
    if type(value) is int and value.bit_length() > 64:      # TOML has whole numbers of any length
        raise ValueError(f"{name}: the number is too large")
    if wanted is float and type(value) is int:
        return float(value)
    if type(value) is not wanted:
        raise ValueError(f"{name}: expected {_KIND[wanted]}, not {value!r}")
    return value


_KIND = {int: "a whole number", float: "a number", str: "text", bool: "true or false"}


def _check(options):
    _within("size", options.size, MIN_SIZE, MAX_SIZE)
    check_komi(options.komi)
    parse_rules(options.rules)
    if options.preset not in PRESETS:
        raise ValueError(f"preset: {options.preset!r} is not one of {', '.join(PRESETS)}")
    parse_changes(options.set)
    _within("sims", options.sims, 1, 10**9)
    _within("seconds", options.seconds, 0.0, 1e6)
    _within("level", options.level, min(LEVELS), max(LEVELS))
    _within("threads", options.threads, 1, 256)
    _within("memory_mb", options.memory_mb, 1, 1 << 20)
    _within("cluster", options.cluster, 1, 4096)
    if options.cluster is not None and options.preset in ONE_PROCESS:
        raise ValueError(f"cluster: preset {options.preset} searches in one process alone")
    if options.cluster_merge not in ("tree", "root"):
        raise ValueError(f"cluster_merge: {options.cluster_merge!r} is not tree or root")
    if options.ray is not None and options.cluster is None:
        raise ValueError("ray: for a search by several processes, give cluster as well")
    _within("seed", options.seed, 0, 2**63 - 1)
    _within("lag", options.lag, 0.0, 60.0)
    _within("resign_threshold", options.resign_threshold, 0.0, 1.0)
    _within("resign_turns", options.resign_turns, 1, 1000)
    if options.sims is not None and options.level is not None:
        raise ValueError("sims and level both fix the simulations of a move: give one")


def _within(name, value, low, high):
    if value is not None and not low <= value <= high:      # a NaN fails too
        raise ValueError(f"{name}: {value} is not between {low} and {high}")
