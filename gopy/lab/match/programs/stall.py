"""Tells an engine that thinks for too long from a machine that stands still: the game of the one is lost, of the other void.

Three things show that the time of a move was not all the engine's: the runner itself woke late, the engine's process was
stopped, or the engine got far less processor time than its moves usually take. An engine that only sleeps shows none of them.
"""
import threading
import time
from dataclasses import dataclass

#: Seconds between two looks, and by how much a look must be late to count: less is the usual trembling of a busy machine.
INTERVAL, LATE = 0.1, 0.05

#: A move that got less than this share of the usual processor time did not get the processor. What is usual is known after so
#: many seconds of earlier moves, and says something of an engine that uses this share of a processor or more.
STARVED, KNOWN_AFTER, BUSY = 0.5, 1.0, 0.5


class Watch:
    """Watches, as a context, while an engine thinks. `seconds` is the time in which the runner or the engine stood still.

    is_stopped()    whether the engine's process is stopped now
    """

    def __init__(self, is_stopped) -> None:
        self.seconds = 0.0
        self._is_stopped, self._ended = is_stopped, threading.Event()
        self._thread = threading.Thread(target=self._look, daemon=True)

    def __enter__(self) -> "Watch":
        self._thread.start()
        return self

    def __exit__(self, *exception) -> None:
        self._ended.set()
        self._thread.join()

    def note(self, elapsed, stopped) -> None:
        """Count what a look found that came `elapsed` seconds after the one before; `stopped`: what is_stopped() said."""
        late = elapsed - INTERVAL
        self.seconds += elapsed if stopped else late if late > LATE else 0.0

    def _look(self):
        before, ended = time.perf_counter(), False
        while not ended:
            ended = self._ended.wait(INTERVAL)
            now = time.perf_counter()
            self.note(now - before, self._is_stopped())
            before = now


@dataclass
class Usual:
    """The processor time and the seconds that an engine's moves took so far."""
    cpu: float = 0.0
    seconds: float = 0.0

    def missing(self, cpu, seconds) -> float:
        """Seconds of a move in which the engine did not get the processor, by its processor time (None: unknown)."""
        if cpu is None or self.seconds < KNOWN_AFTER or self.cpu < BUSY * self.seconds:
            return 0.0
        needed = cpu * self.seconds / self.cpu
        return seconds - needed if needed < STARVED * seconds else 0.0

    def add(self, cpu, seconds) -> None:
        """Count a move."""
        if cpu is not None:
            self.cpu += cpu
            self.seconds += seconds
