"""Workers that are processes of this machine. Messages to and from them go through pipes."""
import pickle
import queue
import subprocess
import threading
from contextlib import suppress

from gopy.base.own_process import module_command
from gopy.engine.cluster.child import FAILED


class LocalWorker:
    """A worker process.

    answers     a queue that gets (this worker, kind, value): "ready" once, "done" with the value after each `send`,
                and "failed" with the reason, once, when the worker cannot be used any more
    arguments   those of gopy.engine.cluster.worker.Worker

    No method waits, not even for a process that has stopped reading. OSError if no process can be started.
    """

    def __init__(self, answers, arguments) -> None:
        self._answers = answers
        self._process = subprocess.Popen(module_command("gopy.engine.cluster.child"), stdin=subprocess.PIPE,
                                         stdout=subprocess.PIPE)
        self.pid = self._process.pid
        self._outbox = queue.SimpleQueue()
        self._outbox.put(arguments)
        for work in (self._write, self._read):
            threading.Thread(target=work, daemon=True).start()

    def send(self, calls) -> None:
        """Have the worker carry out calls, a list of (method name, arguments)."""
        self._outbox.put(calls)

    def stop(self, number) -> None:
        """End the step with this number."""
        self._outbox.put(number)

    def kill(self) -> None:
        """End the process at once."""
        self._process.kill()
        self._outbox.put(None)

    def _write(self):
        with suppress(OSError), self._process.stdin as pipe:
            while (message := self._outbox.get()) is not None:
                pickle.dump(message, pipe, pickle.HIGHEST_PROTOCOL)
                pipe.flush()

    def _read(self):
        kind, value = None, None
        with self._process.stdout as pipe:
            while kind != FAILED:
                try:
                    kind, value = pickle.load(pipe)
                except (EOFError, OSError, pickle.UnpicklingError):
                    kind, value = FAILED, f"process {self.pid} ended"
                self._answers.put((self, kind, value))
        self._process.kill()
        self._process.wait()


def local_threads(workers, cpus) -> int:
    """Number of threads of each worker if the options name none: an equal share of the processors."""
    return max(1, cpus // workers)
