"""The run of a search in slices of some tens of milliseconds, so that a clock, a stop or a report never waits long."""
from collections.abc import Callable

from gopy.base.watch import Watch

#: Intended length of a slice; the first slice has FIRST_QUOTA simulations.
SLICE_SECONDS = 0.02
FIRST_QUOTA = 32


class Slices:
    """Runs simulations a slice at a time, and remembers from run to run how fast they were."""

    def __init__(self, now: Watch) -> None:
        self._now = now
        self._rate = 0.0        # simulations a second of the last slice

    def run(self, work: Callable[[int], int], goal: int, deadline: float | None = None,
            ended: Callable[[], bool] | None = None) -> int:
        """Call work(quota), which returns how many simulations it made, until there are `goal`; returns how many there are.

        deadline: the time at which the run ends. ended(), called after each slice, ends it by returning true.
        """
        done = 0
        quota = max(FIRST_QUOTA, int(self._rate * SLICE_SECONDS))
        while done < goal:
            began = self._now()
            if deadline is not None:
                left = deadline - began
                if left <= 0:
                    break
                quota = min(quota, max(1, int(self._rate * left)) if self._rate else quota)
            quota = min(quota, goal - done)
            made = work(quota)
            done += made
            self._rate = made / max(self._now() - began, 1e-6)
            if ended is not None and ended():
                break
            quota = min(4 * quota, max(1, int(self._rate * SLICE_SECONDS)))
        return done
