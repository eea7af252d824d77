"""Plays the match of study.toml with each kind of player against itself and splits the processor time.

    python scripts/studies/performance/runner_overhead/measure.py [--games N]

Each match runs in a process of its own. The runner's own time is what its process took, less what players in it spent
on commands; making such a player (its tree) counts as the runner's. Compiling and loading the search is left out by
warming it up first; the thinking time is that which the records hold. results.jsonl and report.md are written anew.
"""
import contextlib
import multiprocessing
import os
import sys
import tempfile
import threading
from pathlib import Path

from gopy.lab.match.programs.inprocess import InProcess
from gopy.lab.match.programs.players import open_player
from gopy.lab.match.results.file import ResultsFile
from gopy.lab.match.run import play_with_progress
from gopy.lab.match.settings import Settings
from gopy.lab.study.measured import record_or_try

HERE = Path(__file__).parent
LIMIT = 0.02


class Meter:
    """Adds up the CPU time that players in this process spent on commands, as they are closed."""

    def __init__(self):
        self.seconds = 0.0
        self._lock = threading.Lock()
        self._close = InProcess.close

    def __enter__(self):
        def close(player):
            with self._lock:
                self.seconds += player.cpu_seconds()
            self._close(player)
        InProcess.close = close
        return self

    def __exit__(self, *exception):
        InProcess.close = self._close


def measure(study):
    """Yield what `play` returns of each kind of player, each in a process of its own."""
    with multiprocessing.get_context("spawn").Pool(1, maxtasksperchild=1) as pool:
        for kind, player in study["players"].items():
            yield pool.apply(play, (kind, player, study["match"]))


def play(kind, player, match):
    """Play the match and return a dict: CPU seconds of the runner, of the engines, and the runner's share."""
    jobs = match.pop("jobs")
    settings = Settings(player, player, **match)
    with open_player(player, 1, size=settings.size) as warm:
        warm.send("genmove b", 600.0)
    with tempfile.TemporaryDirectory() as folder, Meter() as meter, contextlib.redirect_stdout(sys.stderr):
        before = os.times()
        play_with_progress(settings, ResultsFile(Path(folder) / "games.jsonl"), Path(folder) / "sgf", jobs)
        after = os.times()
        records = ResultsFile(Path(folder) / "games.jsonl").read()
    own = (after.user - before.user) + (after.system - before.system) - meter.seconds
    children = (after.children_user - before.children_user) + (after.children_system - before.children_system)
    thinking = sum(map(thinking_seconds, records))
    return {"id": kind, "games": len(records), "moves": sum(record["moves"] for record in records),
            "void": sum(record["winner"] is None for record in records), "runner_cpu": round(own, 2),
            "thinking_cpu": round(thinking, 2), "other_cpu": round(meter.seconds + children - thinking, 2),
            "wall": round(after.elapsed - before.elapsed, 1), "share": own / (own + thinking)}


def thinking_seconds(record):
    """CPU seconds of a game's moves; a record leaves each player's first out, which is taken for an average one."""
    return sum(seconds * record["chosen"][name] / (record["chosen"][name] - 1)
               for name, seconds in record["cpu"].items() if seconds is not None and record["chosen"][name] > 1)


def report(study, lines):
    """The report in Markdown."""
    rows = "\n".join(f"| {line['id']} | {line['games']} | {line['moves'] / line['games']:.1f} | "
                     f"{line['runner_cpu']:.2f} | {line['thinking_cpu']:.1f} | {line['other_cpu']:.1f} | "
                     f"{100 * line['share']:.2f} % |"
                     for line in lines)
    met = all(line["share"] < LIMIT for line in lines)
    return f"""# {HERE.name}

{study["question"].strip()}

Decided by: {study["rule"].strip()}

| players | games | moves a game | runner CPU s | thinking CPU s | other CPU s | runner's share |
| --- | --- | --- | --- | --- | --- | --- |
{rows}

The share is of the runner's and the thinking time. Other time is the referee's and that of engines starting up in
processes of their own; making a player in the runner's process counts as the runner's.
The rule is {"met" if met else "NOT met"}.
"""


if __name__ == "__main__":
    record_or_try(HERE, __doc__, measure, report, section="match")
