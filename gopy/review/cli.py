"""`gopy review`: analyses games that were played, and says where they were won and lost."""
import re
import sys
from pathlib import Path

from gopy.cpus import usable_cpus
from gopy.engine import settings
from gopy.errors import UserError
from gopy.go.record.write import record_bytes
from gopy.go.sgf import SgfError, read_file
from gopy.inputs.files import make_folder, write_whole
from gopy.inputs.numbers import duration, whole_number
from gopy.logs import start_logging
from gopy.match.results.progress import StatusLine
from gopy.outputs import sole_use_of
from gopy.review.findings import moves_of, swings
from gopy.review.page import page
from gopy.review.record import annotated
from gopy.review.turns import Turns, analyse, query_of

#: Simulations of each position if neither --sims, --level nor --seconds is given.
DEFAULT_VISITS = 1000

#: Options that have no meaning here, and those that have another help here.
_LEFT_OUT = ("sims", "seconds", "size", "komi", "rules", "ponder", "lag", "resign", "resign_threshold", "resign_turns",
             "dynamic_komi", "for_points", "temperature", "as_needed", "cluster", "cluster_merge", "ray", "gtp_name", "gtp_version")


def add_arguments(parser) -> None:
    """Add the arguments of `gopy review`."""
    parser.add_argument("games", nargs="+", metavar="GAME.sgf", help="records of games")
    parser.add_argument("--out", metavar="DIR", help="folder for the results (that of each record)")
    parser.add_argument("--moves", metavar="A-B", help="review these moves alone: 20-60, 20- or -60")
    parser.add_argument("--swings", type=whole_number(0, 1000), default=10, metavar="N",
                        help="how many of the costliest moves are shown with a board (10)")
    parser.add_argument("--sims", metavar="N",
                        help=f"simulations of each position ({DEFAULT_VISITS} if neither --level nor --seconds is given)")
    parser.add_argument("--seconds", metavar="X",
                        help="seconds for each position; with --sims or --level, until the first of both limits is reached")
    settings.add_flags(parser, leave_out=_LEFT_OUT)


def run(arguments) -> None:
    """Review each game; its results are written beside it, or into --out. UserError."""
    options = settings.read_options(arguments).changed(cluster=None, ray=None)
    start_logging(options.log)
    first, last = _range(arguments.moves)
    jobs = [_Job(Path(name), arguments.out, first, last) for name in arguments.games]
    if len({job.stem for job in jobs}) < len(jobs):
        raise UserError("two games would have the same results: give them other names, or review them one by one")
    positions = options.threads or usable_cpus()
    options = options.changed(threads=1, memory=max(1, options.memory // positions))
    for job in jobs:
        make_folder(job.stem.parent)
    with sole_use_of(*(job.lines for job in jobs)):
        for job in jobs:
            job.run(options, positions, arguments.swings)


class _Job:
    """The review of one record. All records are read before the first is analysed."""

    def __init__(self, path, folder, first, last) -> None:
        self.path = path
        self.stem = (path.parent if folder is None else Path(folder)) / path.stem
        try:
            self.found = read_file(path)
        except SgfError as error:
            raise UserError(f"{path}: {error}") from None
        self.game = self.found.game
        for remark in self.found.remarks:
            print(f"{path}: {remark}", file=sys.stderr)
        count = len(self.game.moves)
        self.turns = range(max(first - 1, 0), min(count, last) + 1)
        if not self.turns:
            raise UserError(f"{path} has only {count} moves")

    def run(self, options, positions, most_swings):
        """Analyse the game and write the results."""
        visits = options.simulations(self.game.size)
        if visits is None and options.seconds is None:
            visits = DEFAULT_VISITS
        query = query_of(self.game, self.turns, visits, options.seconds)
        found = Turns(self.lines, query, options)
        progress = _Progress(self.path.name, sys.stderr)
        try:
            analyse(query, found, options.changed(size=self.game.size), positions, progress.show)
        finally:
            progress.close()
        turns = {turn: found.of[turn] for turn in self.turns}
        moves = moves_of(self.game, turns)
        costly = swings(moves, most_swings)
        write_whole(self._file("sgf"), record_bytes(annotated(self.found, turns, moves, costly)))
        limits = " and ".join([*([f"{visits} simulations"] if visits else ()),
                               *([f"{options.seconds:g} seconds"] if options.seconds is not None else ())])
        write_whole(self._file("html"), page(self.path.name, self.found.names(), self.game, turns, moves, costly,
                                             f"Reviewed by gopy with {limits} a position."))
        print(self._file("sgf"), self._file("html"), sep="\n", flush=True)

    @property
    def lines(self) -> Path:
        """The file of what was found so far."""
        return self._file("jsonl")

    def _file(self, kind):
        return self.stem.with_name(f"{self.stem.name}.review.{kind}")


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


class _Progress:
    """Shows on a terminal how far the review is, in a line that is overwritten; elsewhere it tells every tenth part."""

    def __init__(self, name, stream) -> None:
        self._name, self._told = name, -1
        self._status = StatusLine(stream)
        self.close = self._status.close

    def show(self, done, total, left) -> None:
        """Show that `done` of `total` positions are analysed; `left` is the time left in seconds, or None."""
        text = f"{self._name}: {done}/{total} positions" + (f", {duration(left)} left" if left and done < total else "")
        tenth = 10 * done // total
        self._status.show(text, text if tenth > self._told else None)
        self._told = tenth
