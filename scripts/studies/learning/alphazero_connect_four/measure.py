"""Trains docs/examples/alphazero.py on Connect Four and plays matches on the way, as study.toml says.

    python scripts/studies/learning/alphazero_connect_four/measure.py [--games N]

A run that is stopped goes on when the same command is given again: the weights and the results so far lie in the folder that the variable
ALPHAZERO_WORK names (a folder of its own among the temporary ones without it). Give the process one thread of the library that
multiplies matrices: OPENBLAS_NUM_THREADS=1.
"""
import json
import os
import sys
import tempfile
import time
from pathlib import Path

from gopy.base.files import write_whole
from gopy.lab.match.results.statistics import wilson
from gopy.lab.study.document import read_notes
from gopy.lab.study.measured import record_or_try

HERE = Path(__file__).parent
ROOT = HERE.parents[3]
GAME = str(ROOT / "docs" / "examples" / "connect_four.py")
WORK = Path(os.environ.get("ALPHAZERO_WORK", Path(tempfile.gettempdir()) / "alphazero_connect_four"))

sys.path.insert(0, str(ROOT / "docs" / "examples"))
import alphazero  # noqa: E402


class Progress:
    """A training under way: its seconds of processor time without those of matches, and the lines of the matches so far."""

    def __init__(self, network, study):
        self.network, self.study, self.lines, self.seconds, self.rounds = network, study, [], 0.0, 0
        WORK.mkdir(parents=True, exist_ok=True)
        if (WORK / "progress.json").exists():
            network.load(WORK / "weights.npz")
            told = json.loads((WORK / "progress.json").read_text())
            self.lines, self.seconds, self.rounds = told["lines"], told["seconds"], told["rounds"]
        self._began = time.process_time() - self.seconds
        self._written = self.seconds

    def clock(self):
        return time.process_time() - self._began

    def after_round(self, text):
        """Play the match that is due, and write what there is now and then."""
        print(text, file=sys.stderr)
        self.rounds += 1
        self.seconds = self.clock()
        done = len(self.lines)
        due = done < len(self.study["minutes"]) and self.seconds >= 60 * self.study["minutes"][done]
        if due:
            points = alphazero.match(GAME, self.network, self.study["games"], self.study["simulations"], seed=done)
            self.lines.append({"minutes": self.study["minutes"][done], "rounds": self.rounds, "points": points, "games": self.study["games"]})
            self._began = time.process_time() - self.seconds
        if due or self.seconds > self._written + 20:
            self.network.save(WORK / "weights.npz")
            write_whole(WORK / "progress.json", json.dumps({"lines": self.lines, "seconds": self.seconds, "rounds": self.rounds}))
            self._written = self.seconds


def measure(study):
    """Yield a dict for each match."""
    network = alphazero.new_network(GAME)
    progress = Progress(network, study)
    # a second more, so that the last match is due
    alphazero.train(GAME, network, 60 * study["minutes"][-1] + 1, mirror=True, seed=progress.rounds, report=progress.after_round,
                    clock=progress.clock, begun=progress.seconds)
    yield from progress.lines


def report(study, lines):
    """report.md as text."""
    rows = []
    for line in lines:
        low, high = wilson(line["points"], line["games"])
        rows.append(f"| {line['minutes']} | {line['rounds']} | {line['points']:g} of {line['games']} | {line['points'] / line['games']:.0%} "
                    f"({low:.0%}-{high:.0%}) |")
    return "\n".join(["# alphazero_connect_four", "", study["question"].strip(), "", f"Decided by: {study['rule'].strip()}", "",
                      "| minutes of processor time | rounds of self-play | points | 95 % |", "|---|---|---|---|", *rows, "", read_notes(HERE).strip(), ""])


if __name__ == "__main__":
    record_or_try(HERE, __doc__, measure, report)
