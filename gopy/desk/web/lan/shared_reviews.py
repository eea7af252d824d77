"""Reviews for many rooms: one at a time, beside all else that a process of the engine does."""
import asyncio
from collections import deque

from gopy.desk.languages import told
from gopy.desk.web.lan.limits import REVIEW_SECONDS

#: The requests about reviews.
REVIEW = ("review", "end_review")


class SharedReviews:
    """A queue of reviews for one EngineProcess."""

    def __init__(self, process) -> None:
        self._process = process
        self._waiting = deque()
        self._alive = False
        self._now = None            # the request that is carried out
        self._id = None             # its id for the process
        self._timer = None

    def ask(self, asked) -> None:
        """Take up a request for a review, or to end one."""
        self.drop(asked.seat)
        if asked.request["do"] == "review":
            self._waiting.append(asked)
            self._serve()

    def drop(self, seat) -> None:
        """Forget what a seat has asked for."""
        self._waiting = deque(asked for asked in self._waiting if asked.seat is not seat)
        if self._now is not None and self._now.seat is seat:
            self._end()

    def answer(self, values) -> None:
        """Pass an answer of the process on."""
        asked = self._now
        if asked is None or values["id"] != self._id:
            return
        if "found" in values or "failed" in values:
            self._forget()
        asked.answer(values)
        self._serve()

    def set_alive(self, alive) -> None:
        """The process has started or died; in the second case its review is lost."""
        self._alive, asked = alive, self._now
        if asked is not None and not alive:
            self._forget()
            asked.answer({"kind": "review", "failed": told("told.stopped")})
        self._serve()

    def _serve(self):
        if self._alive and self._now is None and self._waiting:
            self._now = self._waiting.popleft()
            self._id = self._process.ask(**self._now.request)
            self._timer = asyncio.get_running_loop().call_later(REVIEW_SECONDS, self._give_way)

    def _give_way(self):
        """A review has had its time: it ends as soon as others wait."""
        if not self._waiting:
            self._timer = asyncio.get_running_loop().call_later(1.0, self._give_way)
            return
        asked = self._now
        self._end()
        asked.answer({"kind": "review", "failed": told("told.others_wait")})

    def _end(self):
        self._forget()
        self._process.ask(do="end_review")
        self._serve()

    def _forget(self):
        self._timer.cancel()
        self._now = self._id = self._timer = None
