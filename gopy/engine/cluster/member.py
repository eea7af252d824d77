"""One place in a cluster search: its worker, and the calls and statistics that the worker is still to be sent."""
from gopy.search.exchange import add_to

#: Seconds after the planned end of its step for which an answer is waited for, and after which a worker counts as hanging.
PATIENCE, HANG_SECONDS = 0.25, 10.0

#: Seconds in which a new worker must be ready: it may have to compile.
LOADING_SECONDS = 900.0


class Member:
    """Keeps a worker's calls in order and sends them together, one list at a time.

    index       number that no other worker of the search has had
    worker      a gopy.engine.cluster.local.LocalWorker or a gopy.engine.cluster.ray_workers.RayWorker
    due         when its answer should be there
    """

    def __init__(self, index, worker, due) -> None:
        self.index = index
        self.worker = worker
        self.ready = False
        self.busy = True                # until the worker says that it is ready
        self.due = due
        self.granted = 0                # simulations of the step under way
        self.step = self.run = self.root = None      # numbers of the step under way, and of its run and root
        self.progress = None            # the last Progress from the present root
        self.cpu_seconds = 0.0
        self._calls = []
        self._heard = {}                # statistics of the others, not sent yet

    def later(self, name, *arguments) -> None:
        """Keep a call of a method of the worker; it is sent with the next step and made before it."""
        self._flush()
        self._calls.append((name, arguments))

    def hear(self, statistics) -> None:
        """Keep statistics of other workers; the worker adds them before its next step or change of root."""
        add_to(self._heard, statistics)

    def begin_step(self, number, simulations, seconds, max_moves, due) -> None:
        """Send all that was kept, and a step (see Worker.step) whose answer is due then."""
        self.later("step", number, simulations, seconds, max_moves)
        calls, self._calls = self._calls, []
        self.step, self.granted, self.busy, self.due = number, simulations, True, due
        self.worker.send(calls)

    def late(self, now) -> bool:
        """Whether the worker's answer is overdue."""
        return self.busy and now > self.due + PATIENCE

    def hangs(self, now) -> bool:
        """Whether the worker's answer is so long overdue that none will come."""
        return self.busy and now > self.due + HANG_SECONDS

    def _flush(self):
        if self._heard:
            self._calls.append(("add", (self._heard,)))
            self._heard = {}
