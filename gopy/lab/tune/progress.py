"""What a running tune shows: the trials so far, the time left and the last trial's result."""
from gopy.base.numbers import duration
from gopy.base.watch import WATCH
from gopy.lab.match.results.progress import StatusLine


class TuneProgress:
    """Shows a tune while it is played: on a terminal one line that is overwritten, otherwise a line for each trial.

    done    number of trials that were finished before
    stream  the text stream to write to (default stderr)
    now     the gopy.base.watch.Watch that it tells the time left by
    """

    def __init__(self, tune, done, stream=None, now=WATCH) -> None:
        self._trials, self._games_of_trial = tune.trials, tune.games * len(tune.opponents)
        self._status, self._now, self._started = StatusLine(stream), now, now()
        self._done, self._played, self._of_this_trial, self._last = done, 0, 0, ""

    def game(self, trial, record) -> None:
        """Show that one more game was played."""
        self._played += 1
        self._of_this_trial += 1
        self._status.show(self.line())

    def trial(self, trials) -> None:
        """Show that one more trial is finished; `trials` are all of them."""
        self._done, self._of_this_trial, last = len(trials), 0, trials[-1]
        values = ", ".join(f"{name} {value:g}" for name, value in last.values.items())
        self._last = f"{100 * last.share:.1f} % of {last.games} with {values}"
        self._status.show(self.line(), self.line())

    def line(self) -> str:
        """A text with the trials finished, the time left at the pace of this run and the last trial's result."""
        left = self.seconds_left()
        parts = [f"trial {self._done} of {self._trials}", "" if left is None else f"{duration(left)} left", self._last]
        return "; ".join(filter(None, parts))

    def seconds_left(self) -> float | None:
        """Seconds that the remaining games take at the pace of this run; None before its first game and at the end."""
        to_come = (self._trials - self._done) * self._games_of_trial - self._of_this_trial
        return (self._now() - self._started) / self._played * to_come if self._played and to_come > 0 else None

    def close(self) -> None:
        """End the line on a terminal, so that it stays."""
        self._status.close()
