"""What a user can set about the engine: one field per command-line flag and key of the TOML file."""
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from gopy.base.fields import check_fields, option, parameters_of, read_value
from gopy.base.parameters import name_values, number, text, truth, unknown_name, whole, word
from gopy.engine.levels import LEVELS, RANKS, level_of
from gopy.engine.weaker_play import Weakness
from gopy.games.players.presets import PRESETS, changes_on, check, preset_on
from gopy.go.geometry import MAX_SIZE, MIN_SIZE
from gopy.go.rules import MAX_KOMI, parse_rules
from gopy.network.params import network_file

#: Seconds a move if neither simulations, seconds, a level nor a clock limits the move.
DEFAULT_SECONDS = 3.0


@dataclass(frozen=True)
class Options:
    """The settings of an engine, checked when they are made; `changed` makes changed copies. None stands for: not set."""
    size: int = option(whole(19, MIN_SIZE, MAX_SIZE, "board size"))
    komi: float = option(number(7.5, -MAX_KOMI, MAX_KOMI, "points White gets"))
    rules: str = option(text("chinese", "chinese, japanese, tromp-taylor, aga, new-zealand, cgos, chinese-ogs ..., a "
                                         "JSON object or KataGo's compact text"))
    preset: str = option(word("default", PRESETS, "which engine plays"))
    policy: str | None = option(text(None, "the tree policy, in the place of the preset's (`gopy parameters` lists them)"))
    set: str | None = option(text(None, "change parameters of search, playout and priors: NAME=VALUE,... (`gopy "
                                         "parameters` lists them)"))
    move_model: str | None = option(text(None, "file of a move model, made by `gopy learn moves` (gopy's own for the board size)"))
    network: str | None = option(text(None, "file of a network, made by `gopy learn network`, for a preset that judges by one "
                                            "(gopy's own for the board size)"))
    sims: int | None = option(whole(None, 1, 10**9, "simulations a move; a clock may end the search sooner"))
    as_needed: bool = option(truth(False, "let sims or a level say what a move takes as a rule: fewer if its choice is "
                                          "settled, more if it is unclear"))
    seconds: float | None = option(number(None, 0.0, 1e6, f"seconds a move, at most so many if a clock runs ({DEFAULT_SECONDS:g} "
                                                         "without a clock)"))
    level: int | None = option(whole(None, min(LEVELS), max(LEVELS), f"playing strength: people's moves, from about {RANKS[1]} on"))
    temperature: float | None = option(number(None, 0.0, 100.0, "plays weaker by drawing moves at random: 0 plays the best, 1 "
                                                                 "and more ever weaker (0; a level draws people's moves)"))
    threads: int | None = option(whole(None, 1, 256, "threads that search (all processors; in a cluster shared out)"))
    memory: int = option(whole(256, 1, 1 << 20, "MiB for the search tree, of each worker in a cluster"))
    cluster: int | None = option(whole(None, 1, 4096, "processes that search together, each with its own tree, --threads "
                                                       "and --memory"))
    cluster_merge: str = option(word("tree", ("tree", "root"), "what these merge: all that is much visited near the root, "
                                                                "or the root alone"))
    cluster_seconds: float = option(number(0.2, 0.001, 60.0, "seconds between two merges of these"))
    ray: str | None = option(text(None, "run these on the Ray cluster at this address, or local"))
    seed: int | None = option(whole(None, 0, 2**63 - 1, "seed of the random numbers; with one thread and --sims the same "
                                                         "moves every time"))
    ponder: bool = option(truth(False, "think on the opponent's time"))
    lag: float = option(number(0.1, 0.0, 60.0, "seconds lost to the network at each move"))
    resign: bool = option(truth(True, "resign lost games"))
    resign_threshold: float = option(number(0.01, 0.0, 1.0, "chance of winning below which a game counts as lost"))
    resign_turns: int = option(whole(3, 1, 1000, "for so many own turns in a row"))
    for_points: bool = option(truth(True, "play for points once a game is won, with moves that are as safe"))
    gtp_name: str = option(text("gopy", "name given to GTP clients"))
    gtp_version: str | None = option(text(None, "version given to GTP clients"))
    log: str | None = option(text(None, "log searches and commands to FILE, or to stderr with -"))

    def __post_init__(self) -> None:
        check_fields(self)
        _check_together(self)

    def changed(self, **changes: Any) -> "Options":
        """A copy with some fields changed. ValueError for unknown fields and impossible values."""
        for name in changes:
            if name not in PARAMETERS:
                raise unknown_name("option", name, PARAMETERS)
        return replace(self, **changes)

    def simulations(self, size: int | None = None) -> int | None:
        """The simulations a move that `sims` or `level` fixes on boards of `size` (that of the options); None if neither is set."""
        if self.sims is not None:
            return self.sims
        return None if self.level is None else level_of(self.level, size or self.size).simulations

    def weakness(self, size: int) -> Weakness | None:
        """How moves are drawn that `temperature` or `level` makes weaker on boards of `size`; None if the best one is played."""
        if self.temperature is not None:
            return Weakness(None, temperature=self.temperature) if self.temperature else None
        if self.level is None:
            return None
        _, temperature, reading = level_of(self.level, size)
        return Weakness(RANKS[self.level], reading, temperature) if temperature else None

    def plays_by_network(self, size: int) -> bool:
        """Whether a network, if the engine has one on boards of `size`, judges its own moves: not where a level or a temperature makes them
        weaker, which was measured without one, unless the preset asks for the network."""
        weaker = self.level is not None or bool(self.temperature)
        return self.network_on(size) is None or not weaker or self.preset != "default"

    def network_on(self, size: int) -> Path | None:
        """The file of the network that judges on boards of `size`; None where the engine has none."""
        chosen = preset_on(self.preset, size, self.parameters, self.policy, self.network)
        if chosen.go != "network":
            return None
        return network_file(size) if self.network is None else Path(self.network)

    @cached_property
    def parameters(self) -> dict[str, Any]:
        """{name: checked value} of what `set` changes, on this board size or others. ValueError for what preset or policy refuse."""
        if not (self.set or self.policy or self.move_model or self.network):
            return {}
        return check(self.preset, self.size, name_values(self.set), self.policy, move_model=self.move_model,
                     network=self.network)

    def parameters_on(self, size: int) -> dict[str, Any]:
        """Those of the `parameters` that the engine has on boards of `size`."""
        return changes_on(self.preset, size, self.parameters, self.policy, self.network)


#: {name of an option: its gopy.base.parameters.Parameter}, in the order in which they are shown.
PARAMETERS = parameters_of(Options)


def read_option(name: str, given: str) -> int | float | bool | str:
    """The value that a text gives to the option `name`. ValueError for an unknown name or an impossible text."""
    return read_value(PARAMETERS, name, given)


def _check_together(options: Options) -> None:
    parse_rules(options.rules)
    _ = options.parameters      # refused here, before anything is loaded
    if options.ray is not None and options.cluster is None:
        raise ValueError("ray: for a search by several processes, give cluster as well")
    if options.as_needed and options.cluster is not None:
        raise ValueError("as_needed: a search by several processes takes as many simulations as it is given")
    if options.sims is not None and options.level is not None:
        raise ValueError("sims and level both fix the simulations of a move: give one")
