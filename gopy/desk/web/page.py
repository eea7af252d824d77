"""One browser that is connected: what it is still to be shown, in bounded memory, however slowly it reads."""
import asyncio
from contextlib import suppress

from aiohttp import WSCloseCode, WSMsgType

from gopy.base.documents import json_text

#: Answers that wait for a page; with more, its messages are not read until it has taken some.
_MOST_ANSWERS = 32


class Page:
    """A page over its WebSocket. Of each kind of news only the newest waits; answers wait in order."""

    def __init__(self, socket) -> None:
        self._socket = socket
        self._news = {}
        self._answers = asyncio.Queue(_MOST_ANSWERS)
        self._wake = asyncio.Event()

    def show(self, kind, values) -> None:
        """Show the page values of a kind."""
        self.show_text(kind, json_text({"kind": kind, **values}))

    def show_text(self, kind, text) -> None:
        """Show the page a text of JSON of a kind, in place of one that it has not been shown yet."""
        self._news.pop(kind, None)
        self._news[kind] = text
        self._wake.set()

    async def serve(self, room) -> None:
        """Read the page's messages until it leaves."""
        writer = asyncio.create_task(self._write())
        room.welcome(self)
        try:
            async for message in self._socket:
                await self._take(room, message)
        finally:
            room.pages.discard(self)
            writer.cancel()
            with suppress(asyncio.CancelledError, ConnectionError):
                await writer

    async def _take(self, room, message):
        """Do what a message asks."""
        if message.type is WSMsgType.BINARY:
            await self._answer(await room.load(message.data))
        elif message.type is WSMsgType.TEXT:
            await self._answer(await room.handle(message.data))

    async def close(self) -> None:
        """Tell the page that the server ends."""
        await self._socket.close(code=WSCloseCode.GOING_AWAY)

    async def _answer(self, values):
        if values is not None:
            await self._answers.put(json_text(values))
            self._wake.set()

    async def _write(self):
        with suppress(ConnectionError):
            while True:
                await self._wake.wait()
                self._wake.clear()
                while not self._answers.empty():
                    await self._socket.send_str(self._answers.get_nowait())
                while self._news:
                    await self._socket.send_str(self._news.pop(next(iter(self._news))))
        while True:             # the page has left: `serve` learns it when it has read the last message, and waits for no answer
            await self._answers.get()
