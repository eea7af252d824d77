"""Test client: a session in a thread behind real pipes, or all its answers to a script at once."""
import io
import os
import select
import threading
import time

from clocks import NEVER
from fakes.gtp_fake_engine import FakeEngine

from gopy.protocols.gtp.session import run


class Client:
    """Talks to a session; `with Client() as client: client.ask("name")`."""

    def __init__(self, engine=None):
        self.engine = engine or FakeEngine()
        their_input, self._input = os.pipe()
        self._output, their_output = os.pipe()
        self._received = b""
        self.exit_code = None
        streams = os.fdopen(their_input, "rb"), os.fdopen(their_output, "wb", buffering=0)

        def serve():
            with streams[0], streams[1]:
                self.exit_code = run(self.engine, *streams, self.engine.options)

        self.thread = threading.Thread(target=serve, daemon=True)
        self.thread.start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close_input()
        self.close_output()
        self.thread.join(NEVER)
        assert not self.thread.is_alive(), "the session did not end"

    def send(self, text):
        os.write(self._input, text.encode() if isinstance(text, str) else text)

    def read_until(self, mark):
        """Everything up to and including `mark`, as text."""
        mark, end = mark.encode(), time.monotonic() + NEVER
        while mark not in self._received:
            ready, _, _ = select.select([self._output], [], [], max(0.0, end - time.monotonic()))
            chunk = os.read(self._output, 1 << 16) if ready else b""
            assert chunk, f"waited for {mark!r}, got {self._received!r}"
            self._received += chunk
        before, _, self._received = self._received.partition(mark)
        return (before + mark).decode()

    def answer(self):
        """The next answer with its closing empty line."""
        return self.read_until("\n\n")

    def ask(self, line):
        self.send(line + "\n")
        return self.answer()

    def silent(self, seconds=0.05):
        """Whether nothing arrives for a while."""
        return not self._received and not select.select([self._output], [], [], seconds)[0]

    def close_input(self):
        self._input = _close(self._input)

    def close_output(self):
        self._output = _close(self._output)


def _close(descriptor):
    if descriptor is not None:
        os.close(descriptor)


def answers(script, engine=None):
    """The session's answers to a script (str or bytes), each without its closing empty line."""
    engine = engine or FakeEngine()
    output = io.BytesIO()
    data = script.encode() if isinstance(script, str) else script
    run(engine, io.BytesIO(data), output, engine.options)
    text = output.getvalue().decode("utf-8", "surrogateescape")
    assert text == "" or text.endswith("\n\n")
    return text[:-2].split("\n\n") if text else []
