"""Connections from the local network: those of one address, and all together, are few."""
from collections import Counter

from gopy.desk.web.doorkeeper import Doorkeeper
from gopy.desk.web.lan.limits import MOST_CONNECTIONS, MOST_CONNECTIONS_OF_ONE


class LanDoorkeeper(Doorkeeper):
    """A Doorkeeper that also counts the connections of each address, with the key or without; more are closed as they come."""

    def __init__(self) -> None:
        super().__init__()
        self._addresses = {}        # transport -> address
        self._counts = Counter()

    def came(self, transport) -> None:
        """A connection was opened."""
        super().came(transport)
        address = (transport.get_extra_info("peername") or ("",))[0]
        self._addresses[transport] = address
        self._counts[address] += 1
        if self._counts[address] > MOST_CONNECTIONS_OF_ONE or len(self._addresses) > MOST_CONNECTIONS:
            self._close(transport)

    def left(self, transport) -> None:
        """A connection has ended."""
        super().left(transport)
        address = self._addresses.pop(transport)
        self._counts[address] -= 1
        if not self._counts[address]:
            del self._counts[address]
