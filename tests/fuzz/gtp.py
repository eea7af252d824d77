"""Random sessions of GTP with a real engine, held against a slow board that shares no code with it."""
import argparse
import json
import random
import shlex
import sys
import tempfile
import time
from collections import Counter
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, ThreadPoolExecutor, wait
from dataclasses import asdict, dataclass, field
from functools import partial
from itertools import count
from multiprocessing import get_context
from pathlib import Path

from fuzz.framing import Wrong, shortened
from fuzz.gtp_session import ENDS, Session
from fuzz.player import Player
from gopy.lab.match.results.file import ResultsFile

#: Lines of one engine process.
SESSION_LINES = 1500

#: Board sizes, small ones often: more happens on them.
SIZES = (2, 2, 3, 3, 3, 4, 4, 5, 5, 5, 5, 6, 6, 7, 7, 7, 8, 8, 9, 9, 10, 11, 12, 13, 14, 17, 19, 21, 25)

#: How many of the last lines a finding shows.
_LAST_LINES = 12


@dataclass
class Finding:
    """Something that must not happen: its kind, what it was, and the actions up to it."""
    kind: str
    text: str
    seed: int
    session: int
    actions: list
    stderr: list

    def last_lines(self):
        """The last lines that were sent."""
        lines = [line for kind, *values in self.actions if kind == "send" for line in values[0].split("\n") if line]
        return [shortened(line, 200) for line in lines[-_LAST_LINES:]]


@dataclass
class Tally:
    """What a run did: lines sent, questions about the engine's state among them, answers by command, findings."""
    lines: int = 0
    questions: int = 0
    sessions: int = 0
    genmoves: int = 0
    accepted: Counter = field(default_factory=Counter)
    refused: Counter = field(default_factory=Counter)
    listed: set = field(default_factory=set)
    findings: list = field(default_factory=list)

    def add(self, other):
        """Take in what another run did."""
        for name in ("lines", "questions", "sessions", "genmoves"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.accepted += other.accepted
        self.refused += other.refused
        self.listed |= other.listed
        self.findings += other.findings

    @property
    def answers(self):
        return sum(self.accepted.values()) + sum(self.refused.values())

    @property
    def missing(self):
        """Listed commands that were never answered."""
        return sorted(self.listed - set(self.accepted) - set(self.refused))


def add_arguments(parser):
    """The command line of `scripts/fuzz gtp`."""
    parser.add_argument("--lines", type=int, default=3000, help="lines to send (3000)")
    parser.add_argument("--seed", type=int, default=1, help="seed of all that is random (1)")
    parser.add_argument("--instances", type=int, default=1, help="sessions at a time, each with an engine of its own (1)")
    parser.add_argument("--with", dest="more", metavar="OPTIONS", default="", help="options that every engine gets beside those of its "
                        "session, which they overrule: --with='--memory 1 --threads 8 --ponder --sims 20'")
    parser.add_argument("--journal", metavar="FILE", type=Path, help="keep each session that has ended here; those of the same seed "
                        "that are there already are not played again")
    parser.add_argument("--replay", metavar="FILE", type=Path, help="perform the session in this file again, and no other")
    parser.add_argument("--out", metavar="FOLDER", type=Path, help="where sessions with findings are kept (a new one in /tmp)")
    parser.add_argument("--findings", type=int, default=20, help="stop after so many (20)")
    parser.add_argument("--patience", type=float, default=1.0, help="factor of the time that an answer may take")
    parser.add_argument("--engine", nargs=argparse.REMAINDER, default=[sys.executable, "-m", "gopy", "gtp"],
                        help="the engine's command line, last (gopy gtp)")


def run(arguments):
    """Fuzz, or replay one session; returns the exit code."""
    if arguments.replay:
        actions = [json.loads(line) for line in arguments.replay.read_text(encoding="utf-8").splitlines()]
        tally = Tally(findings=replay(actions, arguments.engine, arguments.patience))
    else:
        tally = fuzz(arguments.engine, arguments.lines, arguments.seed, arguments.findings, arguments.patience,
                     more=tuple(shlex.split(arguments.more)), instances=arguments.instances, journal=arguments.journal)
    out = arguments.out
    for number, finding in enumerate(tally.findings):
        out = out or Path(tempfile.mkdtemp(prefix="gopy-fuzz-"))
        out.mkdir(parents=True, exist_ok=True)
        path = out / f"seed{finding.seed}_session{finding.session}_{number}.jsonl"
        path.write_text("".join(json.dumps(action) + "\n" for action in finding.actions), encoding="utf-8")
        _show(finding, path)
    print(summary(tally))
    return 1 if tally.findings else 0


def fuzz(engine, lines, seed, most_findings=20, patience=1.0, sizes=SIZES, say=partial(print, file=sys.stderr, flush=True), more=(),
         instances=1, journal=None):
    """Sessions with new engine processes until so many lines are sent, or so much is found; returns the Tally.

    more        words that the engines of all sessions get as well
    instances   how many sessions are played at a time
    journal     the path of a file that keeps the sessions that have ended; those of this seed are not played again, or None
    """
    kept = Journal(journal, seed, more)
    tally, done = kept.read()
    numbers = (number for number in count(1) if number not in done)
    with ThreadPoolExecutor(instances) as pool:         # each only waits for a process, which plays the session
        running = {}
        while running or (tally.lines < lines and len(tally.findings) < most_findings):
            while (len(running) < instances and len(tally.findings) < most_findings
                   and tally.lines + sum(running.values()) < lines):
                number = next(numbers)
                wanted = min(_length(_rng(seed, number)), lines - tally.lines - sum(running.values()))
                call = play_session if instances == 1 else _in_a_process
                running[pool.submit(call, engine, seed, number, wanted, patience, sizes, more)] = wanted
            for ended in wait(running, return_when=FIRST_COMPLETED).done:
                del running[ended]
                session = ended.result()
                kept.append(session)
                tally.add(session.tally)
                say(f"seed {seed}, session {session.number}: {tally.lines} lines, {len(tally.findings)} findings, "
                    f"{session.seconds:.0f} s")
    return tally


@dataclass
class Played:
    """A session that has ended."""
    number: int
    tally: Tally
    seconds: float


class Journal:
    """The sessions of a seed and of the engine's options that have ended, a line each in a file; without a file nothing is kept."""

    def __init__(self, path, seed, more) -> None:
        self._file = None if path is None else ResultsFile(path)
        self._key = {"seed": seed, "more": list(more)}

    def read(self):
        """(Tally of all, the set of their numbers)."""
        tally, numbers = Tally(), set()
        for line in self._file.read() if self._file else ():
            if line["key"] == self._key:
                values = line["tally"]
                values["findings"] = [Finding(**finding) for finding in values["findings"]]
                tally.add(Tally(**{**values, "accepted": Counter(values["accepted"]), "refused": Counter(values["refused"]),
                                   "listed": set(values["listed"])}))
                numbers.add(line["session"])
        return tally, numbers

    def append(self, played):
        """Keep one more session."""
        if self._file:
            self._file.append({"key": self._key, "session": played.number, "seconds": round(played.seconds, 1),
                               "tally": {**vars(played.tally), "listed": sorted(played.tally.listed),
                                         "findings": [asdict(finding) for finding in played.tally.findings]}})


def _rng(seed, number):
    return random.Random(f"{seed} {number}")


def _length(rng):
    """How many lines a session has; it is the first that is drawn."""
    return rng.randrange(SESSION_LINES // 5, 2 * SESSION_LINES)


def _in_a_process(*arguments):
    """`play_session` in a process of its own: the slow board would keep the sessions beside it from going on."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        return pool.submit(play_session, *arguments).result()


def play_session(engine, seed, number, wanted, patience, sizes, more):
    """Play one session of at most `wanted` lines; returns it as Played."""
    rng, tally, started = _rng(seed, number), Tally(sessions=1), time.monotonic()
    wanted = min(_length(rng), wanted)
    with tempfile.TemporaryDirectory(prefix="gopy-fuzz-") as folder:
        (Path(folder) / "folder").mkdir()
        player = Player(engine, Path(folder), patience)
        session = Session(rng, player.judge, sizes, wanted, ENDS[(number - 1) % len(ENDS)], more)
        actions = []
        finding = _perform(player, session, actions)
        if finding is not None:
            tally.findings.append(Finding(*finding, seed, number, actions, list(player.process.stderr)[-20:]))
        tally.lines, tally.questions, tally.genmoves = session.sent, session.asked, player.judge.genmoves
        tally.accepted, tally.refused, tally.listed = player.accepted, player.refused, player.judge.commands
    return Played(number, tally, time.monotonic() - started)


def replay(actions, engine, patience=1.0):
    """Perform recorded actions; returns the list of findings, of which there is at most one."""
    with tempfile.TemporaryDirectory(prefix="gopy-fuzz-") as folder:
        (Path(folder) / "folder").mkdir()
        player, done = Player(engine, Path(folder), patience), []
        finding = _perform(player, actions, done)
        return [Finding(*finding, 0, 0, done, list(player.process.stderr)[-20:])] if finding else []


def _perform(player, actions, done):
    """Perform actions, adding each to `done`; returns (kind, text) of what went wrong, or None."""
    try:
        for action in actions:
            done.append(action)
            player.perform(action)
    except Wrong as wrong:
        return wrong.kind, wrong.text
    finally:
        player.stop()
    return None


def _show(finding, path):
    print(f"{finding.kind}: {finding.text}")
    print(f"  seed {finding.seed}, session {finding.session}; its last lines:")
    for line in finding.last_lines():
        print(f"    {line}")
    for line in finding.stderr:
        print(f"  stderr: {line}")
    print(f"  again: scripts/fuzz gtp --replay {path}\n")


def summary(tally):
    """The report of a run."""
    kinds = Counter(finding.kind for finding in tally.findings)
    lines = [f"{tally.lines} lines, {tally.questions} of them questions about the state, in {tally.sessions} sessions: {tally.answers} answers, "
             f"{sum(tally.refused.values())} of them refusals, {tally.genmoves} moves chosen",
             f"commands listed: {len(tally.listed)}; never answered: {' '.join(tally.missing) or 'none'}; "
             f"never accepted: {' '.join(sorted(tally.listed - set(tally.accepted))) or 'none'}",
             "findings: " + (", ".join(f"{count} {kind}" for kind, count in sorted(kinds.items())) or "none")]
    return "\n".join(lines)
