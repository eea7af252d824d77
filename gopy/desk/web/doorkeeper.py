"""Connections that have not shown the token: few, and not for long, so that they keep nobody out who has it."""
import asyncio
from collections.abc import Callable
from typing import Any

#: Seconds that a connection has for its first request with the token.
FIRST_REQUEST_SECONDS = 10.0

#: Connections without the token that are open at a time. When one more comes, the one that came first is closed: whoever has
#: the token shows it at once.
MOST_STRANGERS = 64


class Doorkeeper:
    """Closes connections that do not show the token."""

    def __init__(self) -> None:
        self._strangers = {}        # transport -> the timer that closes it, in the order in which they came

    def watching(self, make_protocol) -> Callable[[], asyncio.Protocol]:
        """A function that makes what `make_protocol` makes, the protocol of one connection, under the doorkeeper's eyes."""
        return lambda: _Watched(make_protocol(), self)

    def came(self, transport) -> None:
        """A connection was opened."""
        if len(self._strangers) >= MOST_STRANGERS:
            self._close(next(iter(self._strangers)))
        self._strangers[transport] = asyncio.get_running_loop().call_later(FIRST_REQUEST_SECONDS, self._close, transport)

    def admit(self, transport) -> None:
        """A connection has shown the token."""
        timer = self._strangers.pop(transport, None)
        if timer is not None:
            timer.cancel()

    def left(self, transport) -> None:
        """A connection has ended."""
        self.admit(transport)

    def _close(self, transport):
        self.admit(transport)
        transport.abort()


class _Watched(asyncio.Protocol):
    """The protocol of one connection, which tells the doorkeeper when the connection comes and goes."""

    def __init__(self, protocol, doorkeeper) -> None:
        self._protocol, self._doorkeeper, self._transport = protocol, doorkeeper, None

    def connection_made(self, transport) -> None:
        self._transport = transport
        self._doorkeeper.came(transport)
        self._protocol.connection_made(transport)

    def connection_lost(self, exception) -> None:
        self._doorkeeper.left(self._transport)
        self._protocol.connection_lost(exception)

    def data_received(self, data) -> None:
        self._protocol.data_received(data)

    def eof_received(self) -> Any:
        return self._protocol.eof_received()

    def pause_writing(self) -> None:
        self._protocol.pause_writing()

    def resume_writing(self) -> None:
        self._protocol.resume_writing()
