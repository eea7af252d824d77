"""Trains docs/examples/alphazero.py on each game of study.toml and plays matches on the way.

    python scripts/studies/learning/alphazero/measure.py [--games N]

A run that is stopped goes on when the same command is given again: the weights and the results so far lie in the folder that the variable
ALPHAZERO_WORK names (a folder of its own among the temporary ones without it). A game whose lines are all in results.jsonl is not
trained again. Give the process one thread of the library that multiplies matrices: OPENBLAS_NUM_THREADS=1.
"""
import json
import os
import sys
import tempfile
import time
from pathlib import Path

from gopy.base.files import write_whole
from gopy.lab.match.results.file import ResultsFile
from gopy.lab.match.results.statistics import wilson
from gopy.lab.study.document import read_notes
from gopy.lab.study.measured import record_or_try

HERE = Path(__file__).parent
ROOT = HERE.parents[3]
WORK = Path(os.environ.get("ALPHAZERO_WORK", Path(tempfile.gettempdir()) / "alphazero"))

sys.path.insert(0, str(ROOT / "docs" / "examples"))
import alphazero  # noqa: E402


class Progress:
    """A training under way: its seconds of processor time without those of matches, and the lines of the matches so far."""

    def __init__(self, name, study):
        self.name, self.study, self.trained = name, study, study["trained"][name]
        self.game = str(ROOT / self.trained["game"]) if self.trained["game"].endswith(".py") else self.trained["game"]
        self.network, self.lines, self.seconds, self.rounds = alphazero.new_network(self.game), [], 0.0, 0
        self.work = WORK / name
        self.work.mkdir(parents=True, exist_ok=True)
        if (self.work / "progress.json").exists():
            self.network.load(self.work / "weights.npz")
            told = json.loads((self.work / "progress.json").read_text())
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
        minutes, done = self.trained["minutes"], len(self.lines)
        due = done < len(minutes) and self.seconds >= 60 * minutes[done]
        if due:
            points = alphazero.match(self.game, self.network, self.study["games"], self.study["simulations"], seed=done)
            self.lines.append({"game": self.name, "minutes": minutes[done], "rounds": self.rounds, "points": points, "of": self.study["games"]})
            self._began = time.process_time() - self.seconds
        if due or self.seconds > self._written + 20:
            self.network.save(self.work / "weights.npz")
            write_whole(self.work / "progress.json", json.dumps({"lines": self.lines, "seconds": self.seconds, "rounds": self.rounds}))
            self._written = self.seconds

    def train(self):
        """Train until the last match has been played; returns the lines of all."""
        # a second more, so that the last match is due
        alphazero.train(self.game, self.network, 60 * self.trained["minutes"][-1] + 1, seed=self.rounds, report=self.after_round,
                        clock=self.clock, begun=self.seconds, **self.trained["settings"])
        return self.lines


def measure(study):
    """Yield a dict for each match."""
    known = ResultsFile(HERE / "results.jsonl").read()
    for name, trained in study["trained"].items():
        lines = [line for line in known if line["game"] == name]
        yield from lines if len(lines) == len(trained["minutes"]) else Progress(name, study).train()


def report(study, lines):
    """report.md as text."""
    rows = []
    for line in lines:
        low, high = wilson(line["points"], line["of"])
        rows.append(f"| {line['game']} | {line['minutes']} | {line['rounds']} | {line['points']:g} of {line['of']} | "
                    f"{line['points'] / line['of']:.0%} ({low:.0%}-{high:.0%}) |")
    return "\n".join(["# alphazero", "", study["question"].strip(), "", f"Decided by: {study['rule'].strip()}", "",
                      "| game | minutes of processor time | rounds of self-play | points | 95 % |", "|---|---|---|---|---|", *rows, "",
                      read_notes(HERE).strip(), ""])


if __name__ == "__main__":
    record_or_try(HERE, __doc__, measure, report)
