"""What visitors of the local network may use up, so that none of them takes it from the others."""
from collections.abc import Callable

from gopy.base.watch import WATCH

#: Tables at a time, and those that one address may begin.
MOST_TABLES = 48
MOST_TABLES_OF_ONE = 6

#: Names whose games are on the disk.
MOST_NAMES = 500

#: Pages that show one table at a time.
MOST_PAGES = 4

#: Connections at a time, and those of one address.
MOST_CONNECTIONS = 512
MOST_CONNECTIONS_OF_ONE = 24

#: Bytes of a record that a visitor sends.
LARGEST_RECORD = 1 << 17

#: Games that are kept for one visitor, and bytes of each.
MOST_GAMES = 200
LARGEST_GAME = 1 << 19

#: Bytes of a form.
LARGEST_FORM = 1 << 11

#: (how many a second, how many at once): requests of one address, words that one address may try, messages of one table.
REQUESTS = 20.0, 100.0
TRIES = 0.2, 10.0
MESSAGES = 15.0, 60.0

#: A second of the server's time counts as so many messages: a table has at most a fifth of it.
MESSAGES_A_SECOND_OF_WORK = 75.0

#: So many messages beyond what is allowed end a connection.
MOST_REFUSED = 1000

#: Seconds after which a request to the engine, and a review, give way to others that wait.
TURN_SECONDS = 5.0
REVIEW_SECONDS = 300.0

#: Addresses whose requests are counted at a time.
_MOST_ADDRESSES = 4096


class Allowance:
    """So many things a second, and so many at once after a rest.

    rate, burst     both numbers
    now             the gopy.base.watch.Watch that tells the time
    """

    def __init__(self, rate: float, burst: float, now: Callable[[], float] = WATCH) -> None:
        self._rate, self._burst, self._now = rate, burst, now
        self._left, self._when = burst, now()

    def allows(self, count: float = 1.0) -> bool:
        """Whether `count` things are allowed now; they are taken off if so."""
        now = self._now()
        self._left = min(self._burst, self._left + self._rate * (now - self._when))
        self._when = now
        if self._left < count:
            return False
        self._left -= count
        return True

    def charge(self, count: float) -> None:
        """Take off what could not be known before; a debt is worked off in time."""
        self._left = max(self._left - count, -self._burst)


class AllowanceOfEach:
    """An Allowance for each address, in bounded memory: who came first is forgotten first."""

    def __init__(self, rate: float, burst: float, now: Callable[[], float] = WATCH) -> None:
        self._what = rate, burst, now
        self._of: dict[str, Allowance] = {}

    def allows(self, address: str) -> bool:
        """Whether one more is allowed to an address."""
        found = self._of.pop(address, None) or Allowance(*self._what)
        if len(self._of) >= _MOST_ADDRESSES:
            del self._of[next(iter(self._of))]
        self._of[address] = found
        return found.allows()
