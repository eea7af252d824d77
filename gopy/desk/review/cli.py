"""`gopy review`: analyses games that were played, and says where they were won and lost."""
import re
from pathlib import Path

from gopy.base.cpus import usable_cpus
from gopy.base.errors import UserError
from gopy.base.files import make_folder
from gopy.base.logs import start_logging
from gopy.base.numbers import whole_number
from gopy.base.outputs import sole_use_of
from gopy.desk.review.job import Job
from gopy.desk.review.plan import DEFAULT_VISITS, EFFORT
from gopy.engine import settings

#: Options that have no meaning here, and those that have another help here.
_LEFT_OUT = ("sims", "seconds", "size", "komi", "rules", "ponder", "lag", "resign", "resign_threshold", "resign_turns",
             "for_points", "temperature", "as_needed", "cluster", "cluster_merge", "cluster_seconds", "ray", "gtp_name", "gtp_version")


def add_arguments(parser) -> None:
    """Add the arguments of `gopy review`."""
    parser.add_argument("games", nargs="+", metavar="GAME.sgf", help="records of games")
    parser.add_argument("--out", metavar="DIR", help="folder for the results (that of each record)")
    parser.add_argument("--moves", metavar="A-B", help="review these moves alone: 20-60, 20- or -60")
    parser.add_argument("--mistakes", type=whole_number(0, 1000), default=10, metavar="N",
                        help="how many of the costliest moves are listed, with reasons (10)")
    defaults = ", ".join(f"{visits} up to {size}x{size}" for size, visits in DEFAULT_VISITS)
    parser.add_argument("--sims", metavar="N", help="simulations of each position in the first pass; the second looks "
                        f"{EFFORT} times as long at the costliest moves (if neither --level nor --seconds is given: {defaults})")
    parser.add_argument("--seconds", metavar="X",
                        help="seconds for each position of the first pass; with --sims or --level, until the first of both limits is "
                             "reached")
    settings.add_flags(parser, leave_out=_LEFT_OUT)


def run(arguments) -> None:
    """Review each game; its results are written beside it, or into --out. UserError."""
    options = settings.read_options(arguments).changed(cluster=None, ray=None)
    start_logging(options.log)
    first, last = _range(arguments.moves)
    jobs = [Job(Path(name), arguments.out, first, last) for name in arguments.games]
    if len({job.stem for job in jobs}) < len(jobs):
        raise UserError("two games would have the same results: give them other names, or review them one by one")
    positions = options.threads or usable_cpus()
    options = options.changed(threads=1, memory=max(1, options.memory // positions))
    for job in jobs:
        make_folder(job.stem.parent)
    with sole_use_of(*(job.lines for job in jobs)):
        for job in jobs:
            job.run(options, positions, arguments.mistakes)


def _range(text):
    """(first move, last move) of a text like "20-60". UserError."""
    if text is None:
        return 1, 10**9
    found = re.fullmatch(r"(\d{0,9})-(\d{0,9})", text, re.ASCII)
    if not found:
        raise UserError(f"--moves {text!r} is not of the form 20-60")
    first, last = int(found[1] or 1), int(found[2] or 10**9)
    if not 1 <= first <= last:
        raise UserError(f"--moves {text!r} is no range of moves")
    return first, last
