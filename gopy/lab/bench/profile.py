"""Searches for `perf`: `gopy bench --profile`. A file of its own, since the map has to begin before any kernel is loaded."""
import os
from collections.abc import Iterable
from typing import NamedTuple

from gopy.compiled.perf_map import PerfMap
from gopy.engine.options import Options


class Profile(NamedTuple):
    """What was searched, and the map of it."""

    map: str                            #: path of the map
    process: int                        #: number of the process, which is in the path
    functions: int                      #: lines of the map
    simulations_per_s: dict[int, int]   #: by the board size, per second of processor time


def profiled(sizes: Iterable[int], seconds: float, middle_game: bool, options: Options) -> Profile:
    """Search for `seconds` on each board size, from the empty board or from five middle-game positions, with a map of the kernels.

    options   their preset and changed parameters are those of the search
    """
    symbols = PerfMap()
    from gopy.go.history import Game
    from gopy.lab.bench import measure

    speeds = {}
    for size in sizes:
        games = measure.middle_games(size) if middle_game else [Game(size)]
        speeds[size] = round(measure.simulations_per_second(measure.new_search(size, 1, options.preset, options.set), games, seconds)[0])
    symbols.close()
    return Profile(symbols.path, os.getpid(), symbols.functions, speeds)


def profile_text(profile: Profile) -> str:
    """A Profile as a text for people."""
    lines = [f"{speed} simulations/s on {size}x{size}" for size, speed in profile.simulations_per_s.items()]
    return "\n".join([*lines, f"{profile.functions} compiled functions in {profile.map}", "",
                      "if perf recorded this command, as in", "    perf record -o perf.data scripts/gopy bench --profile --sizes 9",
                      "then this shows where the time went:", "    perf report -i perf.data --sort symbol"])
