"""Shows the progress of a running match: on a terminal one line that is overwritten, otherwise a line per game."""
import shutil
import sys

from gopy.base.numbers import duration
from gopy.base.watch import WATCH
from gopy.lab.match.results.statistics import elo
from gopy.lab.match.results.tally import tally


class StatusLine:
    """A line on a terminal that is overwritten again and again; elsewhere lines of text. `stream` is stderr by default."""

    def __init__(self, stream=None) -> None:
        self._stream = stream or sys.stderr
        self._terminal = self._stream.isatty()

    def show(self, short, elsewhere=None) -> None:
        """Show the text `short` on a terminal, and the text `elsewhere`, if there is one, on anything else."""
        if self._terminal:
            width = shutil.get_terminal_size().columns
            self._stream.write("\r" + short[:width - 1] + "\x1b[K")
            self._stream.flush()
        elif elsewhere is not None:
            print(elsewhere, file=self._stream, flush=True)

    def close(self) -> None:
        """End the line on a terminal, so that it stays."""
        if self._terminal:
            self._stream.write("\n")
            self._stream.flush()


class Progress:
    """Shows the games of a match as they end.

    records   the records of games played before
    test      the match's SequentialTest, to which the caller adds the games, or None
    stream    the text stream to write to (default stderr)
    now       the gopy.base.watch.Watch that it tells the time left by
    """

    def __init__(self, settings, records=(), test=None, stream=None, now=WATCH) -> None:
        self._status = StatusLine(stream)
        self._test = test
        self._now = now
        self._started = now()
        self._before = len(records)
        self._tally = tally(records, settings.names, settings.games)
        if self._before < settings.games:
            self._status.show(self.short_line())

    def show(self, record) -> None:
        """Show that one more game was recorded."""
        self._tally.add(record)
        self._status.show(self.short_line(), f"{self.line()}; game {record['id']}: {record['result']} ({record['end']}), "
                                             f"{record['moves']} moves")

    def line(self) -> str:
        """A text with games played, score, Elo with its interval, the state of the test and an estimate of the time left."""
        total = self._tally
        parts = [f"{total.recorded}/{total.planned} {total.summary()}"]
        if self._test:
            parts.append(self._test.summary())
        left = self.seconds_left()
        if left is not None:
            parts.append(f"{duration(left)} left{' at most' if self._test else ''}")
        return "; ".join(parts)

    def short_line(self) -> str:
        """A shorter form of `line` for a terminal, which puts the most important things into 80 columns."""
        total, left = self._tally, self.seconds_left()
        low, high = total.elo_interval()
        return (f"{total.recorded}/{total.planned}{'' if left is None else f', {duration(left)} left'}: "
                f"{total.names[0]} {total.points:g} of {total.games}, Elo {elo(total.share):+.0f} ({low:+.0f} to "
                f"{high:+.0f}){', ' + self._test.summary() if self._test else ''}")

    def seconds_left(self) -> float | None:
        """Seconds that the remaining games take at the pace of this run; None before its first game and at the end."""
        played = self._tally.recorded - self._before
        to_come = self._tally.planned - self._tally.recorded
        if self._test and self._test.decision:
            to_come = 0
        return (self._now() - self._started) / played * to_come if played and to_come else None

    def close(self) -> None:
        """End the line on a terminal, so that it stays."""
        self._status.close()
