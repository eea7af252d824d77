"""The generations of a network: games against itself, learning from them, a match against the network before, and again.

A run lives in a folder: generation1, generation2, ... each with its games (as `gopy learn positions` writes positions), its network and the
match that decided about it; progress.jsonl with a line for each generation; and best.npz, the best network so far. What is there
is not made again, so that the same command goes on after a stop.
"""
import json
import os
import sys
import time
from argparse import Namespace
from pathlib import Path
from typing import Any

from gopy.base.documents import json_text
from gopy.base.errors import UserError
from gopy.base.files import make_folder, read_bounded, write_whole
from gopy.base.numbers import duration
from gopy.base.outputs import sole_use
from gopy.base.watch import WATCH
from gopy.lab.learn.description import fix_description
from gopy.lab.learn.generations.own_games import PART, Making, play_part
from gopy.lab.learn.network.labelled import file_of, write_labelled
from gopy.lab.learn.network.learning import learn_network
from gopy.lab.match.programs.processes import play_in_processes
from gopy.lab.match.ray_games import play_on_ray
from gopy.lab.match.results.statistics import elo
from gopy.lab.match.run import play_in_folder
from gopy.lab.match.schedule import scheduler
from gopy.lab.match.settings import Settings
from gopy.network.file import read_network

#: The sequential test of a new network against the one before, in Elo. If it has not decided at the end of the match, the new network is
#: taken when it has won half of the points.
_TEST = "0,40"

#: First moves of a game of the match that are random.
_OPENING = 4

_MOST_BYTES = 1 << 24

#: What decides the result of a run. A folder holds one run; it may have more generations later.
_FIXED = ("size", "from_zero", "simulations", "quick", "games", "steps", "batch", "rate", "window", "seed", "blocks", "channels",
          "bfloat16")


def learn_generations(arguments) -> int:
    """Make the generations that are missing, with progress on stderr; returns the exit status. UserError says what is wrong."""
    try:
        with sole_use(arguments.out, f"another run is learning in {arguments.out}"):
            fix_description(arguments.out, {name: getattr(arguments, name) for name in _FIXED} | {"start": str(arguments.start or "")})
            _Run(arguments).go_on()
    except KeyboardInterrupt:
        print("\nstopped; the same command goes on", file=sys.stderr)
        return 130
    except ValueError as error:
        raise UserError(str(error)) from None
    return 0


class _Run:
    """A run of `gopy learn generations` with the arguments of the command (gopy/lab/learn/cli.py)."""

    def __init__(self, arguments) -> None:
        self._given, self._folder = arguments, arguments.out
        self._progress = self._folder / "progress.jsonl"
        self._lines: list[dict[str, Any]] = _read_lines(self._progress)
        self._stopwatch = _Stopwatch(self._folder / "hours.json")

    def go_on(self):
        for generation in range(len(self._lines) + 1, self._given.generations + 1):
            line = self._make(generation)
            self._lines.append(line)
            write_whole(self._progress, "".join(json_text(each) + "\n" for each in self._lines).encode())
            print(_told(line), file=sys.stderr, flush=True)
            write_whole(self._folder / "best.npz", self._best().read_bytes())

    def _best(self):
        """The network that plays: the last one that was taken, or the one to begin with; None: none yet."""
        taken = [line["generation"] for line in self._lines if line["taken"]]
        return self._of(taken[-1]) / "network.npz" if taken else self._given.start

    def _of(self, generation):
        return self._folder / f"generation{generation}"

    def _make(self, generation):
        """The line of a generation, which is made here as far as it is missing."""
        folder = self._of(generation)
        make_folder(folder)
        network = folder / "network.npz"
        self._play(generation)
        if not network.exists():
            self._learn(generation, network)
        decided = self._decide(generation, network)
        hours = self._stopwatch.lap()
        elo = (self._lines[-1]["elo"] if self._lines else 0.0) + (decided["by"] if decided["taken"] else 0.0)
        return {"generation": generation, **hours, "elo": round(elo, 1), **decided,
                "figures": read_network(network)[0].figures}

    def _play(self, generation):
        given, folder, best = self._given, self._of(generation), self._best()
        making = Making(given.size, str(best) if best else None, given.from_zero, given.simulations, given.quick, given.seed, generation)
        parts = -(-given.games // PART)
        missing = [number for number in range(parts) if not file_of(folder, number).exists()]
        started = WATCH()
        played = (play_in_processes(play_part, making, missing, given.jobs) if given.ray is None
                  else play_on_ray(play_part, making, missing, given.jobs, address=given.ray))
        for done, (about, labels) in enumerate(played, start=1):
            write_labelled(file_of(folder, about["id"]), labels)
            self._stopwatch.lap()
            left = (WATCH() - started) / done * (len(missing) - done)
            print(f"generation {generation}: {PART * (parts - len(missing) + done)} of {PART * parts} games, {duration(left)} left",
                  file=sys.stderr, flush=True)

    def _learn(self, generation, network):
        given, best = self._given, self._best()
        status = learn_network(Namespace(
            positions=[self._of(number) for number in range(max(1, generation - given.window + 1), generation + 1)], start=best,
            blocks=None if best else given.blocks, channels=None if best else given.channels, form=given.form, steps=given.steps,
            batch=given.batch, rate=given.rate, threads=given.threads, bfloat16=given.bfloat16, seed=given.seed + generation,
            value_slope=1.0, patience=None, out=network,
            teacher=f"games against itself{' from zero' if given.from_zero else ''}, generation {generation}"))
        self._stopwatch.lap()
        if status:
            raise KeyboardInterrupt

    def _decide(self, generation, network):
        """Whether a new network takes the place of the best one, by a match, and by how many Elo it has won. The first one does."""
        best, given = self._best(), self._given
        if best is None:
            return {"taken": True, "by": 0.0}
        preset = "network_alone" if given.from_zero else "network"
        new, before = (f"gopy:preset={preset},network={path},sims={given.simulations}" for path in (network, best))
        settings = Settings(a=new, b=before, names=("new", "before"), games=given.match_games, size=given.size,
                            openings=f"random:{_OPENING}", referee="count", seed=given.seed + generation, sprt=_TEST)
        settings.check()
        folder = self._of(generation) / "match"
        play_in_folder(settings, folder, given.jobs, scheduler(given.ray))
        result = json.loads(read_bounded(folder / "result.json", _MOST_BYTES))
        decision = result["sprt"]["decision"]
        points, games = result["points"], result["games"]
        # Half a point more for either side, so that a match that is won by all points is worth a number too.
        return {"taken": decision == "H1" or decision is None and points >= games / 2, "by": round(elo((points + 0.5) / (games + 1)), 1),
                "points": points, "of": games}


class _Stopwatch:
    """How long a run has taken in all its parts between stops, by the clock and in processor time; kept in a file.

    The processor time is that of this process and of those that it has started and seen end: games on other machines are left out.
    """

    def __init__(self, path) -> None:
        self._path = path
        known = json.loads(read_bounded(path, _MOST_BYTES)) if path.exists() else {}
        self._hours = {name: float(known.get(name, 0.0)) for name in ("hours", "processor_hours")}
        self._since = self._now()

    @staticmethod
    def _now() -> dict[str, float]:
        """Seconds, from some moment on."""
        return {"hours": time.monotonic(), "processor_hours": sum(os.times()[:4])}

    def lap(self) -> dict[str, float]:
        """Keep the times so far; returns them, in hours."""
        now = self._now()
        for name, seconds in now.items():
            self._hours[name] += (seconds - self._since[name]) / 3600
        self._since = now
        write_whole(self._path, (json_text(self._hours) + "\n").encode())
        return {name: round(hours, 6) for name, hours in self._hours.items()}


def _read_lines(path: Path) -> list[dict[str, Any]]:
    """The lines of a run so far. UserError for a damaged file."""
    if not path.exists():
        return []
    try:
        return [json.loads(line) for line in read_bounded(path, _MOST_BYTES).splitlines()]
    except (OSError, ValueError) as error:
        raise UserError(f"cannot read {path}: {error}") from None


def _told(line):
    """A line of progress as a sentence."""
    match = f", {line['points']:g} of {line['of']} points from the one before" if "of" in line else ""
    verdict = "is the best now" if line["taken"] else "is not taken"
    return (f"generation {line['generation']}, after {line['hours']:.2f} hours: the new network {verdict}{match}; "
            f"{line['elo']:+.0f} Elo in all")
