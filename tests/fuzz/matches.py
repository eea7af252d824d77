"""Runners of matches and studies killed at random moments, and their files damaged in random ways."""
import json
import random
import sys
import tempfile
from pathlib import Path

from fuzz.damage import damage_often
from fuzz.killing import environment, kill_often
from fuzz.targets import GAMES, TARGETS

ROOT = Path(__file__).resolve().parents[2]


def add_arguments(parser):
    """The command line of `scripts/fuzz matches`."""
    parser.add_argument("--kills", type=int, default=10, help="runners to kill; all matches are then played to the end (10)")
    parser.add_argument("--damaged", type=int, default=12, help="files to damage (12)")
    parser.add_argument("--seed", type=int, default=1, help="seed of all that is random; the moments of kills also depend "
                                                            "on the machine (1)")
    parser.add_argument("--out", metavar="FOLDER", type=Path, help="where the files are kept (a new one in /tmp)")


def run(arguments):
    """Kill and damage, say what was found; returns the exit code."""
    lines = list(measure(arguments.kills, arguments.damaged, arguments.seed, arguments.out, _say))
    for line in lines:
        print(json.dumps(line))
    return int(any(line["wrong"] for line in lines))


def measure(kills, damaged, seed, out=None, say=lambda text: None):
    """Yield two dicts: what came of the kills and of the damaged files. `wrong` lists what must not have happened."""
    environment(ROOT)
    out = Path(tempfile.mkdtemp(prefix="gopy-fuzz-matches-")) if out is None else out
    out.mkdir(parents=True, exist_ok=True)
    killed = kill_often(kills, seed, out, say)
    yield {"id": "kills", "seed": seed, **vars(killed), "games_each": GAMES}
    targets = []
    for kind in ("match", "study"):
        targets.append(TARGETS[kind](out / f"sound_{kind}"))
        if targets[-1].start().wait() != 0:
            raise OSError(f"the sound {kind} was not played")
    found = damage_often(damaged, random.Random(seed), *targets, out, say)
    yield {"id": "damaged", "seed": seed, **vars(found)}


def _say(text):
    print(text, file=sys.stderr, flush=True)
