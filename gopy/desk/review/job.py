"""The review of one record: read, analysed, and written as a page and as a record with comments."""
import sys
from pathlib import Path

from gopy.base.errors import UserError
from gopy.base.files import write_whole
from gopy.base.numbers import duration
from gopy.desk.review.findings import mistakes
from gopy.desk.review.page import page
from gopy.desk.review.plan import EFFORT, Plan, default_visits
from gopy.desk.review.record import annotated
from gopy.desk.review.turns import KeptAnswers, analyse
from gopy.desk.review.words import COLOURS
from gopy.go.record.header import said
from gopy.go.record.write import record_bytes
from gopy.go.sgf import SgfError, read_file
from gopy.lab.match.results.progress import StatusLine


class Job:
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

    def run(self, options, positions, most_mistakes) -> None:
        """Analyse the game and write the results."""
        visits = options.simulations(self.game.size)
        if visits is None and options.seconds is None:
            visits = default_visits(self.game.size)
        plan = Plan(self.game, self.turns)
        answers = KeptAnswers(self.lines, self.game, visits, options.seconds, options)
        progress = _Progress(self.path.name, sys.stderr)
        try:
            analyse(plan, answers, visits, options.seconds, options.changed(size=self.game.size), positions, progress.show)
        finally:
            progress.close()
        found = mistakes(plan, most_mistakes)
        write_whole(self._file("sgf"), record_bytes(annotated(self.found, plan, found)))
        limits = " and ".join([*([f"{visits} simulations"] if visits else ()),
                               *([f"{options.seconds:g} seconds"] if options.seconds is not None else ())])
        summary = f"Reviewed by gopy with {limits} a position, and {EFFORT} times as long where moves lost most."
        write_whole(self._file("html"), page(self.path.name, self._about(), plan, found, summary))
        print(self._file("sgf"), self._file("html"), sep="\n", flush=True)

    def _about(self):
        """What the record says of the game: players with their ranks, date, result."""
        root = self.found.record.root
        players = [f"{name or colour}{f' ({rank})' if (rank := said(root, key)) else ''}"
                   for name, colour, key in zip(self.found.names(), COLOURS, ("BR", "WR"))]
        date, result = said(root, "DT"), said(root, "RE")
        return [" – ".join(players), *filter(None, [date, f"result {result}" if result else ""])]

    @property
    def lines(self) -> Path:
        """The file of what was found so far."""
        return self._file("jsonl")

    def _file(self, kind):
        return self.stem.with_name(f"{self.stem.name}.review.{kind}")


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
