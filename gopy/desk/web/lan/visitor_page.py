"""One visitor's browser: a page whose messages are counted."""
import asyncio
import time

from aiohttp import WSCloseCode

from gopy.desk.languages import told
from gopy.desk.web.lan.limits import MESSAGES_A_SECOND_OF_WORK, MOST_REFUSED
from gopy.desk.web.page import Page

#: Characters or bytes that count as a message of their own.
_LONG = 500

#: Seconds between two sentences that say that messages are refused.
_PAUSE = 2.0

#: Seconds that it takes to refuse one.
_REFUSING = 0.001


class VisitorPage(Page):
    """A Page that refuses what comes too fast, and ends when far too much comes.

    allowance   the gopy.desk.web.lan.limits.Allowance of the table
    """

    def __init__(self, socket, allowance) -> None:
        super().__init__(socket)
        self._allowance, self._refused, self._told = allowance, 0, 0.0

    async def _take(self, room, message):
        if not self._allowance.allows():
            await self._refuse()
            return
        started = time.perf_counter()
        await super()._take(room, message)
        seconds = time.perf_counter() - started
        length = len(message.data) if isinstance(message.data, (str, bytes)) else 0     # else the connection has broken
        self._allowance.charge(length / _LONG + MESSAGES_A_SECOND_OF_WORK * seconds)

    async def _refuse(self):
        self._refused += 1
        if self._refused >= MOST_REFUSED:
            await self._socket.close(code=WSCloseCode.POLICY_VIOLATION, message=b"too many messages")
        elif time.perf_counter() - self._told > _PAUSE:
            self._told = time.perf_counter()
            await self._answer({"kind": "error", **told("told.too_much")})
        await asyncio.sleep(_REFUSING)      # what comes meanwhile waits on the visitor's side
