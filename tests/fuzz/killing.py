"""Processes killed at random moments, and started again until their work is done."""
import os
import random
import time
from dataclasses import dataclass, field

from fuzz.targets import TARGETS, lost

#: Nobody waits longer for a run.
_PATIENCE = 600.0

#: Of two kills by the clock and by what is kept, so many are of the second kind.
_AFTER_RECORDS = 0.7


@dataclass
class Killed:
    """What came of the kills: how many, how many of them before anything new was kept, works that were done, what was wrong."""
    kills: int = 0
    early: int = 0
    finished: int = 0
    games: int = 0
    wrong: list = field(default_factory=list)


def kill_often(number, seed, folder, say, kinds=("match", "study"), working=False):
    """Kill `number` runs, each at a random moment; all work is then done to its end. Returns Killed.

    kinds     names of TARGETS, which take turns
    working   kill only runs that have begun to work: that have kept something new
    """
    rng, killed = random.Random(seed), Killed()
    seconds = dict.fromkeys(kinds, 5.0)      # how long a run of each kind may last; learnt from those that end
    sound = {kind: _sound(kind, folder, seconds) for kind in kinds if TARGETS[kind].NEEDS_SOUND}
    target = None
    while (killed.kills < number or target) and not killed.wrong:
        kind = kinds[killed.finished % len(kinds)]
        target = target or TARGETS[kind](folder / f"{killed.finished}", sound.get(kind))
        if _run(target, kind, rng if killed.kills < number else None, seconds, killed, working):
            killed.finished += 1
            killed.games += sum(map(len, target.ids().values())) if hasattr(target, "ids") else 0
            killed.wrong += target.faults()
            target = None
        say(f"{killed.kills} kills, {killed.early} of them before anything new was kept; {killed.finished} times to the end")
    return killed


def _sound(kind, folder, seconds):
    """The work of a kind, done without a kill. OSError if it cannot be done."""
    target, began = TARGETS[kind](folder / f"sound_{kind}"), time.monotonic()
    status, said = target.start().wait(_PATIENCE), target.said()
    if status != 0:
        raise OSError(f"the {kind} could not be done: {said[1].decode()}")
    seconds[kind] = time.monotonic() - began
    return target


def _run(target, kind, rng, seconds, killed, working):
    """One run, killed at a moment that `rng` chooses (None: not at all); whether it came to its end."""
    before, began = target.recorded(), time.monotonic()
    runner = target.start()
    if rng is not None and _wait(runner, target, before, rng, seconds[kind], working):
        runner.kill()
        runner.wait()
        said = target.said()
        killed.kills += 1
        killed.early += target.recorded() == before
        done = False
    else:
        status, said = runner.wait(_PATIENCE), target.said()
        seconds[kind] = 0.5 * (seconds[kind] + time.monotonic() - began)
        done = status == 0
        if not done:
            killed.wrong.append(f"{target.folder}: exit code {status}: {said[1].decode()}")
    if lost(before, target.recorded()):
        killed.wrong.append(f"{target.folder}: what was kept has changed")
    if b"Traceback" in said[1]:
        killed.wrong.append(f"{target.folder}: {said[1].decode()}")
    killed.wrong += target.broken(said[0])
    return done


def _wait(runner, target, before, rng, seconds, working):
    """Wait for a random moment, of the clock or just after something was kept; whether the runner is still there to be killed."""
    deadline, changes = time.monotonic() + rng.uniform(0.0, seconds), None
    if working or rng.random() < _AFTER_RECORDS:
        changes = rng.randint(1, 8)
        deadline = time.monotonic() + _PATIENCE
    while time.monotonic() < deadline and runner.poll() is None:
        if changes is not None and (now := target.recorded()) != before:
            before, changes = now, changes - 1
            if changes == 0:
                time.sleep(rng.uniform(0.0, 0.05 if not working else 0.3))
                break
        time.sleep(0.005)
    return runner.poll() is None


def environment(root):
    """Let child processes find this gopy."""
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [str(root), os.environ.get("PYTHONPATH")]))
