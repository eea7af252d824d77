"""Time in tests that a busy machine cannot break: clocks of another kind, and waiting for what is to happen."""
import time

#: Seconds after which what has not happened never will: a guard against hanging, and no measure of speed.
NEVER = 120.0


class StandingClock:
    """A clock that goes on by what is slept by it, and by nothing else."""

    def __init__(self):
        self._seconds = 1000.0

    def now(self):
        return self._seconds

    def sleep(self, seconds):
        self._seconds += seconds


def wait_for(condition):
    """Return what `condition()` comes to once it is true."""
    until = time.monotonic() + NEVER
    while not (found := condition()):
        assert time.monotonic() < until, "it never happened"
        time.sleep(0.01)
    return found


def process_cpu_seconds(pid):
    """Processor time of a process so far (Linux), which stands still while others have the processors."""
    return time.clock_gettime(~pid << 3 | 2)
