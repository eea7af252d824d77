"""Test client of `gopy analysis`: a session behind a pipe or, at once, all its answers to some lines."""
import io
import json
import os
import threading
import time

from clocks import NEVER
from fakes.fake_search import FakeSearch

from gopy.engine.options import Options
from gopy.protocols.analysis.session import Session


def query(**fields):
    """A query of 9x9; a field that is None is left out."""
    document = {"id": "q", "moves": [], "rules": "chinese", "komi": 7.5, "boardXSize": 9, "boardYSize": 9, "maxVisits": 64,
                **fields}
    return {name: value for name, value in document.items() if value is not None}


class Output(io.RawIOBase):
    """Keeps what is written, as parsed lines; `wait(holds)` waits until the answers so far satisfy a condition."""

    def __init__(self):
        self.answers, self._rest, self._changed = [], b"", threading.Condition()

    def writable(self):
        return True

    def write(self, data):
        with self._changed:
            *lines, self._rest = (self._rest + bytes(data)).split(b"\n")
            self.answers += map(json.loads, lines)
            self._changed.notify_all()
        return len(data)

    def wait(self, holds):
        with self._changed:
            assert self._changed.wait_for(lambda: holds(self.answers), NEVER), self.answers


class Client:
    """Talks to a session in a thread. `searches` are those that it has made."""

    def __init__(self, positions=1, waits=True, make=FakeSearch, **options):
        self.searches = []
        self._input, self.output = os.pipe(), Output()

        def make_search(*given):
            self.searches.append(make(*given))
            return self.searches[-1]

        stream = os.fdopen(self._input[0], "rb")
        self._stream = stream
        session = Session(stream, self.output, Options(size=9, threads=1, **options), positions, waits, make_search)
        self._thread = threading.Thread(target=session.loop, daemon=True)
        self._thread.start()

    def send(self, *documents):
        for document in documents:
            text = document if isinstance(document, bytes) else json.dumps(document).encode()
            os.write(self._input[1], text + b"\n")

    def wait(self, holds):
        self.output.wait(holds)

    def close(self):
        """End the input, wait for the end of the session and return all answers."""
        if self._input[1] is not None:
            os.close(self._input[1])
            self._input = self._input[0], None
            self._thread.join(NEVER)
            assert not self._thread.is_alive(), "the session did not end"
            self._stream.close()
        return self.output.answers

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


def answers(*documents, **options):
    """All answers to these lines."""
    with Client(**options) as client:
        client.send(*documents)
        return client.close()


class SlowSearch(FakeSearch):
    """A search that lasts until it is stopped, unless it is asked for few simulations."""

    def run(self, simulations=None, deadline=None, on_slice=None, max_moves=None):
        end = time.monotonic() + NEVER
        while simulations is None or simulations > 1000:
            assert time.monotonic() < end
            time.sleep(0.001)
            self._simulations += 32
            if on_slice(self):
                return None
        return super().run(simulations, deadline, on_slice, max_moves)
