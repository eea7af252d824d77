"""Runners of a cheap match and a cheap study, killed at any moment and started again until they are done."""
import json
import os
import random
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

ENGINE = f"{sys.executable} -I -S {Path(__file__).with_name('quick_engine.py')} %SEED"

#: Games of a match, and of each match of the study.
GAMES = 30

STUDY = f"""
question = "Is every game recorded once?"
rule = "By the lines."
[players]
one = '{ENGINE}'
two = '{ENGINE} two'
three = '{ENGINE} three'
[defaults]
games = {GAMES}
size = 9
komi = 0.5
referee = "count"
[round_robin]
"""

#: Nobody waits longer for a run.
_PATIENCE = 300.0


@dataclass
class Killed:
    """What came of the kills: how many, how many of them before the first line, runs that ended, what was wrong."""
    kills: int = 0
    early: int = 0
    finished: int = 0
    games: int = 0
    wrong: list = field(default_factory=list)


class Target:
    """A match or a study in a folder: the command that plays it, and its file of lines."""

    def __init__(self, kind, folder):
        folder.mkdir()
        self.kind, self.folder = kind, folder
        if kind == "match":
            self.words = ["match", ENGINE, f"{ENGINE} two", "--games", str(GAMES), "--size", "9", "--komi", "0.5", "--referee",
                          "count", "--jobs", "2", "--out", str(folder)]
            self.lines = folder / "games.jsonl"
            self.matches = [None]
        else:
            (folder / "study.toml").write_text(STUDY)
            self.words = ["study", "run", str(folder), "--jobs", "2"]
            self.lines = folder / "results.jsonl"
            self.matches = ["one_v_two", "one_v_three", "two_v_three"]

    def start(self):
        """A process that plays what is missing."""
        return subprocess.Popen([sys.executable, "-m", "gopy", *self.words], stdout=subprocess.DEVNULL,
                                stderr=subprocess.PIPE, stdin=subprocess.DEVNULL)

    def recorded(self):
        """The bytes up to the end of the last whole line."""
        data = self.lines.read_bytes() if self.lines.exists() else b""
        return data[:data.rfind(b"\n") + 1]

    def ids(self):
        """{match: list of the ids that its lines have}."""
        found = {match: [] for match in self.matches}
        for line in self.recorded().splitlines():
            record = json.loads(line)
            found[record.get("match")].append(record["id"])
        return found

    def faults(self):
        """What is wrong with a run that says that it is done."""
        for match, ids in self.ids().items():
            if sorted(ids) != list(range(GAMES)):
                yield f"{self.folder}: ids of {match} are {sorted(ids)}"
            sgf = self.folder / "sgf" / (match or "")
            missing = [number for number in range(GAMES) if not (sgf / f"{number}.sgf").read_text().rstrip().endswith(")")]
            if missing:
                yield f"{self.folder}: games without SGF: {missing}"
        if self.kind == "study":
            before = (self.folder / "report.md").read_text()
            subprocess.run([sys.executable, "-m", "gopy", "study", "report", str(self.folder)], check=True,
                           stdout=subprocess.DEVNULL)
            if (self.folder / "report.md").read_text() != before:
                yield f"{self.folder}: the report is not that of the lines"


def kill_often(number, seed, folder, say):
    """Kill `number` runs, each at a random moment; every match and study is played to its end. Returns Killed."""
    rng, killed, targets = random.Random(seed), Killed(), []
    seconds = {"match": 5.0, "study": 8.0}      # how long a run of each kind may last; learnt from those that end
    while killed.kills < number or targets:
        if not targets:
            kind = ("match", "study")[killed.finished % 2]
            targets.append(Target(kind, folder / f"{killed.finished}"))
        target = targets[0]
        if _run(target, rng if killed.kills < number else None, seconds, killed):
            killed.finished += 1
            killed.games += sum(map(len, target.ids().values()))
            killed.wrong += target.faults()
            targets.pop()
            say(f"{killed.kills} kills, {killed.finished} matches and studies played to the end")
        if killed.wrong:
            break
    return killed


def _run(target, rng, seconds, killed):
    """One run, killed at a moment that `rng` chooses (None: not at all); whether it came to its end."""
    before, began = target.recorded(), time.monotonic()
    runner = target.start()
    if rng is not None and _wait(runner, target, rng, seconds[target.kind]):
        runner.kill()
        runner.communicate()
        killed.kills += 1
        killed.early += target.recorded() == before
        done = False
    else:
        said = runner.communicate(timeout=_PATIENCE)[1].decode()
        seconds[target.kind] = 0.5 * (seconds[target.kind] + time.monotonic() - began)
        done = runner.returncode == 0
        if not done:
            killed.wrong.append(f"{target.folder}: exit code {runner.returncode}: {said}")
    after = target.recorded()
    if not after.startswith(before):
        killed.wrong.append(f"{target.folder}: lines that were recorded have changed")
    if any(len(set(ids)) != len(ids) for ids in target.ids().values()):
        killed.wrong.append(f"{target.folder}: an id comes twice: {target.ids()}")
    return done


def _wait(runner, target, rng, seconds):
    """Wait for a random moment, of the clock or just after a line; whether the runner is still there to be killed."""
    deadline, lines = time.monotonic() + rng.uniform(0.0, seconds), None
    if rng.random() < 0.7:
        lines = target.recorded().count(b"\n") + rng.randint(1, 8)
        deadline = time.monotonic() + _PATIENCE
    while time.monotonic() < deadline and runner.poll() is None:
        if lines is not None and target.recorded().count(b"\n") >= lines:
            time.sleep(rng.uniform(0.0, 0.05))
            break
        time.sleep(0.005)
    return runner.poll() is None


def environment(root):
    """Let child processes find this gopy."""
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [str(root), os.environ.get("PYTHONPATH")]))
