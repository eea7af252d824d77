"""A session with an engine, performed action by action. The actions are plain lists, so that a file of them replays it.

    ["start", [words]]          start the engine with these options
    ["file", name, base64]      write a file into its working directory
    ["send", text]              write bytes (as Latin-1), any part of a line or several lines
    ["pause", seconds]
    ["await"]                   read and judge every answer that is due
    ["signal", number]          send a signal and go on
    ["end", how]                "close" its input, expect it to "quit" by itself, or a signal: TERM, INT or KILL
"""
import base64
import re
import signal
import time
from collections import Counter
from contextlib import suppress

from fuzz import judge_game, judge_rest, judge_search  # noqa: F401  they register their judgements
from fuzz.framing import Wrong, read_answer, read_request, shortened
from fuzz.judge import Judge
from fuzz.process import Process


class Player:
    """Performs actions on one engine process at a time and judges what it says.

    engine    words of the command that starts it; a session adds its options
    folder    pathlib.Path of its working directory, empty
    """

    def __init__(self, engine, folder, patience=1.0):
        self.judge = Judge(folder)
        self.process = None
        self.accepted, self.refused = Counter(), Counter()      # answers by command
        self._engine, self._patience = engine, patience
        self._pending, self._rest, self._quitting = [], b"", False

    def perform(self, action):
        """Perform one action; Wrong if the engine does what it must not."""
        kind, *values = action
        getattr(self, "_" + kind)(*values)

    def stop(self):
        """End the engine, whatever it does."""
        if self.process is not None:
            self.process.kill()

    def _start(self, words):
        self.process = Process([*self._engine, *words], self.judge.folder, self._patience)

    def _file(self, name, data):
        content = base64.b64decode(data)
        (self.judge.folder / name).write_bytes(content)
        self.judge.files[name] = content

    def _send(self, text):
        data = text.encode("latin-1")
        *lines, self._rest = (self._rest + data).split(b"\n")
        for line in lines:
            self._expect(line)
        self.process.send(data)

    def _expect(self, line):
        request = None if self._quitting else read_request(line)
        if request is not None:
            self._pending.append(request)
            self._quitting = request.name == "quit"

    def _pause(self, seconds):
        time.sleep(seconds)

    def _signal(self, number):
        self.process.signal(number)

    def _await(self):
        while self._pending:
            self._judge(self.process.answer(shortened(" ".join(filter(None, self._pending[0])))))
        unread = self.process.unread()
        if unread:
            raise Wrong("stray line", f"{shortened(unread)} without a command")
        self._look_for_traceback()

    def _judge(self, data):
        request = self._pending.pop(0)
        ok, text = read_answer(data, request)
        (self.accepted if ok else self.refused)[request.name] += 1
        try:
            self.judge.judge(request, ok, text)
        except (ValueError, LookupError, TypeError, AttributeError, OSError) as error:
            raise Wrong("malformed answer", f"{shortened(' '.join(filter(None, request)))} answered {shortened(text, 1500)}: "
                                            f"{type(error).__name__}: {error}") from error

    def _end(self, how):
        if how == "KILL":
            self.process.kill()
            return
        if how in ("close", "quit"):
            if how == "close":
                self._expect(self._rest)
            self.process.close_input()
        else:
            self.process.signal(getattr(signal, f"SIG{how}"))
        status = self.process.wait()
        if status != 0:
            raise Wrong("death", f"exit status {status} after {how}")
        if how in ("close", "quit"):
            self._await()
        else:
            # A signal may cut the last answer short, and nothing else.
            answers = re.split(rb"\n\n", self.process.unread())[:-1]
            for request, data in zip(self._pending, answers):
                read_answer(data, request)
        self._look_for_traceback()
        with suppress(OSError):
            self.process.kill()

    def _look_for_traceback(self):
        if self.process.traceback:
            raise Wrong("traceback", "\n".join(list(self.process.stderr)[-30:]))
