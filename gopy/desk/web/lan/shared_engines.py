"""The engine's processes, shared by many rooms: each asks in turn, and none keeps a process while others wait."""
import asyncio
import logging
from collections import deque

from gopy.base.cpus import usable_cpus
from gopy.desk.languages import told
from gopy.desk.web.engine_process import EngineProcess
from gopy.desk.web.lan.limits import TURN_SECONDS
from gopy.desk.web.lan.shared_reviews import REVIEW, SharedReviews

_log = logging.getLogger("gopy.desk.web")

#: Processes at a time.
_MOST_PROCESSES = 2

#: The answers that end a request; "ready" ends one to load.
_LAST = ("move", "count", "estimate", "hint", "doubt", "judged", "any_game", "error")

#: A request at which so many processes have died is not made again.
_MOST_DEATHS = 2


class Seat:
    """One room's share in the engines: what stands for its gopy.desk.web.engine_process.EngineProcess."""

    pid = None          # the processes are no visitor's business

    def __init__(self, engines, on_answer, on_change) -> None:
        self._engines, self._on_change = engines, on_change
        self.take = on_answer
        self.deaths = self._last_id = self._newest = 0

    async def run(self) -> None:
        """Have a share until the task is cancelled."""
        self._on_change(True)
        try:
            await asyncio.get_running_loop().create_future()
        finally:
            self._engines.leave(self)

    def ask(self, do, **request) -> int:
        """Ask for something in the place of what was asked before; returns the id of the request."""
        self._last_id += 1
        if do not in REVIEW:        # a review goes on beside what else is asked
            self._newest = self._last_id
        self._engines.ask(_Asked(self, self._last_id, {"do": do, **request}))
        return self._last_id

    def is_newest(self, asked) -> bool:
        """Whether nothing was asked in its place."""
        return asked.id == self._newest

    def lose(self) -> None:
        """The process that served it has died."""
        self.deaths += 1
        self._on_change(False)


class _Asked:
    """A request of a seat."""

    def __init__(self, seat, number, request) -> None:
        self.seat, self.id, self.request = seat, number, request
        self.ready, self.deaths = False, 0

    def answer(self, values):
        """Give the seat an answer."""
        self.seat.take({**values, "id": self.id})


class _Line:
    """One process, and what it was asked."""

    def __init__(self, engines, options) -> None:
        self.process = EngineProcess(options, lambda values: engines.on_answer(self, values), lambda alive: engines.on_change(self, alive))
        self.alive = False
        self.asked: dict[int, _Asked] = {}      # by the process's ids; all but the last give way
        self.now: _Asked | None = None
        self.until = 0.0
        self.last_seat: Seat | None = None

    def begin(self, asked, until):
        self.now, self.until, self.last_seat = asked, until, asked.seat
        asked.ready = False
        self.asked[self.process.ask(**asked.request)] = asked


class SharedEngines:
    """Two processes, or one where there is one processor, with a queue of the rooms that wait for one.

    options     the gopy.engine.options.Options of the engine; its threads and its memory are shared by the processes
    processes   how many; None: by the processors
    """

    def __init__(self, options, processes=None) -> None:
        cpus = options.threads or usable_cpus()
        count = min(_MOST_PROCESSES, cpus) if processes is None else processes
        mine = options.changed(threads=max(1, cpus // count), memory=max(1, options.memory // count))
        self._lines = [_Line(self, mine) for _ in range(count)]
        self._reviews = SharedReviews(self._lines[-1].process)
        self._waiting: deque[_Asked] = deque()
        self._tasks: list[asyncio.Task] = []
        self._timer: asyncio.TimerHandle | None = None

    def start(self) -> None:
        """Start the processes."""
        self._tasks = [asyncio.create_task(line.process.run()) for line in self._lines]

    async def close(self) -> None:
        """End the processes."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def seat(self, options, on_answer, on_change) -> Seat:
        """A share for one more room; the arguments are those of EngineProcess."""
        return Seat(self, on_answer, on_change)

    # What rooms ask -------------------------------------------------------------------------------------

    def ask(self, asked) -> None:
        """Take up a request, in the place of an earlier one of the same seat."""
        if asked.request["do"] in REVIEW:
            self._reviews.ask(asked)
            return
        self._drop(asked.seat)
        self._waiting.append(asked)
        self._serve()

    def leave(self, seat) -> None:
        """A room is closed."""
        self._drop(seat)
        self._reviews.drop(seat)
        for line in self._lines:
            if line.now is not None and line.now.seat is seat:
                self._end(line)
        self._serve()

    def _drop(self, seat):
        self._waiting = deque(asked for asked in self._waiting if asked.seat is not seat)

    def _serve(self):
        """Give those who wait the processes that are free, first come, first served."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        now = asyncio.get_running_loop().time()
        while self._waiting and (free := [line for line in self._lines if line.alive and self._is_free(line, now)]):
            asked = self._waiting.popleft()
            line = min(free, key=lambda line: (line.last_seat is not asked.seat, line.now is not None))     # its tree may be of use
            before = line.now
            line.begin(asked, now + TURN_SECONDS)
            if before is not None and before.seat.is_newest(before) and not self._will_answer(before):
                self._waiting.append(before)        # its turn comes again
        for line in self._lines:
            if line.now is not None and not line.now.seat.is_newest(line.now):
                self._end(line)
        if self._waiting:
            ends = [line.until for line in self._lines if line.alive]
            if ends:
                self._timer = asyncio.get_running_loop().call_later(max(0.01, min(ends) - now), self._serve)

    @staticmethod
    def _is_free(line, now):
        return line.now is None or not line.now.seat.is_newest(line.now) or now >= line.until

    @staticmethod
    def _will_answer(asked):
        """Whether a request that has given way is still answered, with what was found until then."""
        return asked.ready and asked.request["do"] != "analyse"

    def _end(self, line):
        """End what a process does and nobody awaits."""
        line.now = None
        line.process.ask(do="rest")

    # What the processes answer --------------------------------------------------------------------------

    def on_answer(self, line, values) -> None:
        """Pass an answer on to the seat that has asked."""
        if values["kind"] == "review":
            self._reviews.answer(values)
            return
        asked = line.asked.get(values["id"])
        line.asked = {number: each for number, each in line.asked.items() if number >= values["id"]}
        if asked is None:
            return
        kind = values["kind"]
        asked.ready |= kind == "ready"
        try:
            if asked.seat.is_newest(asked):
                asked.answer(values)
        finally:
            if kind in _LAST or kind == "ready" and asked.request["do"] == "load":
                line.asked.pop(values["id"], None)
                if asked in self._waiting:
                    self._waiting.remove(asked)
                if line.now is asked:
                    line.now = None
                self._serve()

    def on_change(self, line, alive) -> None:
        """A process has started or died: what it was asked is asked again."""
        line.alive = alive
        if line is self._lines[-1]:
            self._reviews.set_alive(alive)
        if alive:
            self._serve()
            return
        lost, line.asked, line.now = list(line.asked.values()), {}, None
        for asked in lost:
            if asked.seat.is_newest(asked) and asked not in self._waiting:
                self._ask_again(asked)
        self._serve()

    def _ask_again(self, asked):
        asked.deaths += 1
        asked.seat.lose()
        if asked.deaths < _MOST_DEATHS:
            self._waiting.appendleft(asked)
        else:
            asked.answer({"kind": "error", "text": told("told.stopped_twice")})
