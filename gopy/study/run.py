"""Plays the matches of a study: `python -m gopy.study.run FOLDER [--jobs J] [--only MATCH]`.

What results.jsonl holds already is not played again, so the same command goes on after any interruption.
"""
import argparse
import subprocess
import sys
from pathlib import Path

import gopy
from gopy.filelock import locked
from gopy.study.game import SetupFailed
from gopy.study.match import play_with_progress
from gopy.study.report import write_report
from gopy.study.study import load_study


def run_study(study, jobs=1, only=None):
    """Play the missing games of each match (of the one named `only`), then remake the report."""
    commit = _commit()
    for match in study.matches:
        if only in (None, match.name):
            tags = {"match": match.name, "commit": commit}
            print(f"{study.folder.name}, {match.name}: ", end="", flush=True)
            play_with_progress(match.settings, study.results, study.folder / "sgf" / match.name, jobs, tags)
            write_report(study)


def _commit():
    """The commit of this source, with "+" if files differ from it; None outside a checkout."""
    here = Path(gopy.__file__).parent
    try:
        commit = subprocess.run(["git", "-C", here, "rev-parse", "--short", "HEAD"], check=True,
                                capture_output=True, text=True).stdout.strip()
        changed = subprocess.run(["git", "-C", here, "status", "--porcelain", "--untracked-files=no", "."],
                                 check=True, capture_output=True, text=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return None
    return commit + ("+" if changed else "")


def main(argv=None):
    """Run a study; returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m gopy.study.run", description=__doc__.partition("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--jobs", type=int, default=1, help="games at a time")
    parser.add_argument("--only", help="name of the one match to play")
    args = parser.parse_args(argv)
    try:
        study = load_study(args.folder)
        if args.only is not None and args.only not in {match.name for match in study.matches}:
            raise ValueError(f"no match {args.only!r} in {args.folder}")
        with locked(args.folder / "lock", timeout=0):
            run_study(study, args.jobs, args.only)
    except KeyboardInterrupt:
        print("\nstopped; the same command goes on", file=sys.stderr)
        return 130
    except (OSError, ValueError, SetupFailed) as error:
        print(f"gopy.study.run: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
