"""One place of a cluster search: the worker that holds it, and what it is still to be told."""
import time

from gopy.search.exchange import add_to

#: Seconds after the end of its step from which a worker is no longer waited for, and from which it counts as hanging.
PATIENCE, HANG_SECONDS = 0.25, 10.0

#: The same for one that loads: it may have to compile.
LOADING_SECONDS = 900.0


class Member:
    """Keeps a worker's calls in order and sends them together, one list at a time.

    index       number that no other worker of the search has had
    worker      a gopy.engine.cluster.local.LocalWorker or the like
    """

    def __init__(self, index, worker):
        self.index = index
        self.worker = worker
        self.ready = False
        self.busy = True                # until it says that it is ready
        self.due = time.perf_counter() + LOADING_SECONDS     # when its answer should be there
        self.granted = 0                # simulations of the step under way
        self.step = self.run = self.root = None      # numbers of the step under way, and of its run and root
        self.progress = None            # the last Progress from the present root
        self.cpu_seconds = 0.0
        self._calls = []
        self._heard = {}                # statistics of the others, not sent yet

    def later(self, name, *arguments):
        """Have a method called before the next step."""
        self._flush()
        self._calls.append((name, arguments))

    def hear(self, statistics):
        """Have others' statistics added before the next step or change of root."""
        add_to(self._heard, statistics)

    def begin_step(self, number, simulations, seconds, max_moves):
        """Send all that is to be told, and a step (see Worker.step)."""
        self.later("step", number, simulations, seconds, max_moves)
        calls, self._calls = self._calls, []
        self.step, self.granted, self.busy = number, simulations, True
        self.due = time.perf_counter() + seconds
        self.worker.send(calls)

    @property
    def late(self):
        """Whether its answer is overdue."""
        return self.busy and time.perf_counter() > self.due + PATIENCE

    @property
    def hangs(self):
        """Whether its answer is so long overdue that none will come."""
        return self.busy and time.perf_counter() > self.due + HANG_SECONDS

    def _flush(self):
        if self._heard:
            self._calls.append(("add", (self._heard,)))
            self._heard = {}
