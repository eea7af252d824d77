"""The engine that a table of the page asks, without an engine."""
from typing import NamedTuple


class Timer(NamedTuple):
    """A call that waits among `timers`."""
    timers: list
    what: tuple

    def cancel(self):
        if self.what in self.timers:
            self.timers.remove(self.what)


class PageEngine:
    """Remembers what a table asks and which calls it awaits; `answer` answers the last request."""

    def __init__(self):
        self.asked, self.told, self.timers = [], [], []

    def ask(self, do, **request):
        self.asked.append({"do": do, **request})
        return len(self.asked)

    def later(self, seconds, call):
        timer = Timer(self.timers, (seconds, call))
        self.timers.append(timer.what)
        return timer

    def answer(self, table, kind, **values):
        table.answer({"id": len(self.asked), "kind": kind, **values})
