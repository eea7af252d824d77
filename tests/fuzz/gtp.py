"""Random sessions of GTP with a real engine, held against a slow board that shares no code with it."""
import argparse
import json
import random
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from fuzz.framing import Wrong, shortened
from fuzz.gtp_session import ENDS, Session
from fuzz.player import Player

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
        tally = fuzz(arguments.engine, arguments.lines, arguments.seed, arguments.findings, arguments.patience)
    out = arguments.out
    for number, finding in enumerate(tally.findings):
        out = out or Path(tempfile.mkdtemp(prefix="gopy-fuzz-"))
        out.mkdir(parents=True, exist_ok=True)
        path = out / f"seed{finding.seed}_session{finding.session}_{number}.jsonl"
        path.write_text("".join(json.dumps(action) + "\n" for action in finding.actions), encoding="utf-8")
        _show(finding, path)
    print(summary(tally))
    return 1 if tally.findings else 0


def fuzz(engine, lines, seed, most_findings=20, patience=1.0, sizes=SIZES, say=partial(print, file=sys.stderr, flush=True)):
    """Sessions with new engine processes until so many lines are sent, or so much is found; returns the Tally."""
    tally = Tally()
    while tally.lines < lines and len(tally.findings) < most_findings:
        tally.sessions += 1
        rng = random.Random(f"{seed} {tally.sessions}")
        wanted = min(rng.randrange(SESSION_LINES // 5, 2 * SESSION_LINES), lines - tally.lines)
        started = time.monotonic()
        _play_session(tally, engine, rng, seed, wanted, patience, sizes)
        say(f"seed {seed}, session {tally.sessions}: {tally.lines} lines, "
            f"{len(tally.findings)} findings, {time.monotonic() - started:.0f} s")
    return tally


def _play_session(tally, engine, rng, seed, wanted, patience, sizes):
    with tempfile.TemporaryDirectory(prefix="gopy-fuzz-") as folder:
        (Path(folder) / "folder").mkdir()
        player = Player(engine, Path(folder), patience)
        session = Session(rng, player.judge, sizes, wanted, ENDS[(tally.sessions - 1) % len(ENDS)])
        actions = []
        finding = _perform(player, session, actions)
        if finding is not None:
            tally.findings.append(Finding(*finding, seed, tally.sessions, actions, list(player.process.stderr)[-20:]))
        tally.lines += session.sent
        tally.questions += session.asked
        tally.genmoves += player.judge.genmoves
        tally.accepted += player.accepted
        tally.refused += player.refused
        tally.listed |= player.judge.commands


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
