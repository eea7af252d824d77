"""The memory of one engine process that plays games and analyses positions in turn, for hours, over the Go Text Protocol."""
import argparse
import json
import random
import sys
import tempfile
import time
from pathlib import Path

from fuzz.process import Process
from gopy.lab.match.results.file import ResultsFile

#: The memory may grow or shrink by this part of its mean over the second half.
BAR = 0.01

#: How often, in seconds, an analysis writes a line (here in hundredths of one), and how many positions follow a game.
_INTERVAL = 25
_POSITIONS = 8


def add_arguments(parser):
    """The command line of `scripts/fuzz memory`."""
    parser.add_argument("--minutes", type=float, default=120.0, help="how long (120)")
    parser.add_argument("--every", type=float, default=10.0, metavar="SECONDS", help="between two samples of the memory (10)")
    parser.add_argument("--size", type=int, default=9, help="board size (9)")
    parser.add_argument("--sims", type=int, default=1000, help="simulations of a move (1000)")
    parser.add_argument("--analyse", type=float, default=2.0, metavar="SECONDS", help="for each position after a game (2)")
    parser.add_argument("--rest", type=float, default=0.0, metavar="SECONDS", help="after each move and analysis, to leave the "
                        "processor to others (0)")
    parser.add_argument("--seed", type=int, default=1, help="of the engine (1)")
    parser.add_argument("--out", metavar="FILE", type=Path, help="the samples, a line each; the file's earlier lines stay (a new one in /tmp)")
    parser.add_argument("--report", action="store_true", help="play nothing: judge the last run in --out")
    parser.add_argument("--engine", nargs=argparse.REMAINDER, default=[sys.executable, "-m", "gopy", "gtp"],
                        help="the engine's command line, last (gopy gtp)")


def run(arguments):
    """Play and sample, then judge; returns the exit code."""
    path = arguments.out or Path(tempfile.mkdtemp(prefix="gopy-fuzz-memory-")) / "samples.jsonl"
    samples = ResultsFile(path)
    if not arguments.report:
        measure(arguments, samples)
    lines = samples.read()
    last = [line for line in lines if line["run"] == lines[-1]["run"]]
    growth, mean = growth_of([(line["seconds"], line["bytes"]) for line in last])
    print(json.dumps({"file": str(path), "minutes": round(last[-1]["seconds"] / 60, 1), "samples": len(last), "games": last[-1]["games"],
                      "moves": last[-1]["moves"], "analyses": last[-1]["analyses"], "mean_mib": round(mean / (1 << 20), 1),
                      "growth_percent": round(100 * growth, 3)}))
    enough = last[-1]["seconds"] >= 60 * arguments.minutes - arguments.every
    return int(not enough or abs(growth) > BAR)


def growth_of(samples):
    """(the growth over the second half as a part of its mean, this mean) of [(seconds, bytes)], by a line of least squares."""
    half = [sample for sample in samples if sample[0] >= samples[-1][0] / 2]
    times, sizes = zip(*half)
    mean_time, mean = sum(times) / len(times), sum(sizes) / len(sizes)
    spread = sum((one - mean_time) ** 2 for one in times)
    slope = sum((one - mean_time) * (size - mean) for one, size in half) / spread if spread else 0.0
    return slope * (times[-1] - times[0]) / mean, mean


def measure(arguments, samples):
    """Play and analyse in turn for so many minutes, and append a sample to the ResultsFile every few seconds."""
    earlier = samples.read()
    number = earlier[-1]["run"] + 1 if earlier else 0
    with tempfile.TemporaryDirectory(prefix="gopy-fuzz-") as folder:
        words = [*arguments.engine, "--size", str(arguments.size), "--sims", str(arguments.sims), "--seed", str(arguments.seed)]
        user = _User(Process(words, folder), arguments, samples, number)
        try:
            user.use()
        finally:
            user.process.kill()


class _User:
    """Plays with one engine process."""

    def __init__(self, process, arguments, samples, number):
        self.process, self._arguments, self._samples, self._number = process, arguments, samples, number
        self._rng = random.Random(arguments.seed)
        self._done = {"games": 0, "moves": 0, "analyses": 0}
        self._ask("genmove b")              # it is compiled and loaded when the time begins
        self._began = time.monotonic()
        self._next = 0.0

    def use(self):
        """Games and analyses in turn until the time is over."""
        while self._goes_on():
            self._game()
            self._analyses()

    def _goes_on(self):
        """Whether there is time left; takes a sample if one is due."""
        now = time.monotonic() - self._began
        if now >= self._next:
            self._next += self._arguments.every
            self._samples.append({"run": self._number, "seconds": round(now, 1), "bytes": self.process.memory(), **self._done})
        return now < 60 * self._arguments.minutes

    def _game(self):
        self._ask("clear_board")
        passes, colours = 0, "bw"
        for move in range(2 * self._arguments.size ** 2):
            if passes == 2 or not self._goes_on():
                break
            answer = self._ask(f"genmove {colours[move % 2]}")
            self._done["moves"] += 1
            passes = passes + 1 if answer == "pass" else 0
            if answer == "resign":
                break
        self._done["games"] += 1

    def _analyses(self):
        for _ in range(_POSITIONS):
            for _ in range(self._rng.randint(1, 6)):
                self._send("undo")
                self.process.answer("undo")             # refused on the empty board
            if not self._goes_on():
                break
            self._send(f"kata-analyze {_INTERVAL}")
            time.sleep(self._arguments.analyse)
            self._ask("name", "kata-analyze")
            self._done["analyses"] += 1

    def _send(self, command):
        self.process.send(f"{command}\n".encode())

    def _ask(self, command, *before):
        """The answer to a command, after the answers to those before it, which have begun."""
        self._send(command)
        for other in before:
            self._answer(other)
        answer = self._answer(command)
        time.sleep(self._arguments.rest)
        return answer

    def _answer(self, command):
        answer = self.process.answer(command).decode()
        if not answer.startswith("="):
            raise OSError(f"{command} was answered {answer!r}")
        return answer[1:].strip()
