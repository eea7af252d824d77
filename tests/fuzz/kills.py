"""Commands killed while they really work, and started again: nothing that was kept may be lost, and the end must be the same."""
import json
import sys
import tempfile
from pathlib import Path

from fuzz.killing import environment, kill_often
from fuzz.targets import TARGETS

ROOT = Path(__file__).resolve().parents[2]


def add_arguments(parser):
    """The command line of `scripts/fuzz kills`."""
    parser.add_argument("kinds", nargs="*", metavar="KIND", choices=[[], *TARGETS], default=[], help=f"of {', '.join(TARGETS)} (all)")
    parser.add_argument("--kills", type=int, default=30, help="runs of each kind to kill; the work is then done to its end (30)")
    parser.add_argument("--seed", type=int, default=1, help="seed of all that is random; the moments also depend on the machine (1)")
    parser.add_argument("--out", metavar="FOLDER", type=Path, help="where the files are kept (a new one in /tmp)")


def run(arguments):
    """Kill runs of each kind, say what was found; returns the exit code."""
    wrong = 0
    for line in measure(arguments.kinds or list(TARGETS), arguments.kills, arguments.seed, arguments.out):
        print(json.dumps(line), flush=True)
        wrong += len(line["wrong"])
    return int(wrong > 0)


def measure(kinds, kills, seed, out=None):
    """Yield a dict for each kind: what came of the kills. `wrong` lists what must not have happened."""
    environment(ROOT)
    out = Path(tempfile.mkdtemp(prefix="gopy-fuzz-kills-")) if out is None else out
    for kind in kinds:
        folder = out / kind
        folder.mkdir(parents=True)
        killed = kill_often(kills, seed, folder, lambda text, kind=kind: print(f"{kind}: {text}", file=sys.stderr, flush=True),
                            kinds=(kind,), working=True)
        yield {"id": kind, "seed": seed, **vars(killed)}
