"""A GTP engine as a child process: sends one command at a time, with time-outs, and measures the CPU time used.

Different failures are different exceptions, because a match judges them differently: a refusal (an answer with `?`) is a
normal part of GTP; a crash, text that is not GTP and a missing answer are faults of the engine.
"""
import itertools
import os
import queue
import shlex
import signal
import subprocess
import tempfile
import threading
import time
from contextlib import suppress
from typing import Any


class Refused(Exception):
    """The engine answered `?`; the message is the text of its answer."""


class EngineFault(Exception):
    """The engine cannot go on. `kind` is the name of the fault in records."""
    kind = "fault"


class Crash(EngineFault):
    """The process ended or closed its output without being told to quit."""
    kind = "crash"


class ProtocolFault(EngineFault):
    """The engine answered something that GTP does not allow here."""
    kind = "protocol"


class Hang(EngineFault):
    """The engine gave no complete answer in time."""
    kind = "hang"


_END_OF_OUTPUT = object()


class Client:
    """One running engine.

    command   command line as text (split like a shell does, but no shell is started), or a list of words
    log       path of a file to which the engine's stderr is appended, or None; if the engine crashes, the last line of its
              stderr is part of the error message

    Raises OSError if the program cannot be started.
    """

    def __init__(self, command, log=None) -> None:
        self.words = shlex.split(command) if isinstance(command, str) else list(command)
        self.seconds = 0.0      # wall time of the last command, from sending it to the arrival of its answer
        self._ids = itertools.count(1)
        self._answers = queue.SimpleQueue()
        self._cpu: float | None = None
        self._log = open(log, "ab+") if log else tempfile.TemporaryFile()
        try:
            # The process gets a session of its own, so that `kill` also ends whatever a launcher script has started.
            self._process = subprocess.Popen(self.words, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                             stderr=self._log, start_new_session=True)
        except OSError:
            self._log.close()
            raise
        self._input: Any = self._process.stdin
        threading.Thread(target=self._read, daemon=True).start()

    def send(self, command, timeout=60.0) -> str:
        """Send one command and return its answer without sign and id; `timeout` is in seconds.

        Raises Refused, or an EngineFault, after which the engine can no longer be used.
        """
        number = next(self._ids)
        started = time.perf_counter()
        try:
            self._input.write(f"{number} {command}\n".encode())
            self._input.flush()
        except (OSError, ValueError):       # ValueError: we have closed the pipe
            raise Crash(f"gone before `{command}`") from None
        try:
            answer, arrived = self._answers.get(timeout=timeout)
        except queue.Empty:
            raise Hang(f"no answer to `{command}` in {timeout:g} s") from None
        self.seconds = arrived - started
        if answer is _END_OF_OUTPUT:
            raise Crash(f"ended during `{command}`{self._exit_text()}")
        return content(answer, number, command)

    def cpu_seconds(self) -> float | None:
        """CPU time of the process so far, including children that it has waited for; None on systems without /proc."""
        try:
            with open(f"/proc/{self._process.pid}/stat", "rb") as file:
                # The program's name, in parentheses, may hold any character; the times come 11 fields after it.
                ticks = file.read().rpartition(b")")[2].split()[11:15]
        except OSError:
            return self._cpu
        self._cpu = sum(map(int, ticks)) / os.sysconf("SC_CLK_TCK")
        return self._cpu

    def is_stopped(self) -> bool:
        """Whether the process is stopped by a signal just now; False on systems without /proc."""
        try:
            with open(f"/proc/{self._process.pid}/stat", "rb") as file:
                return file.read().rpartition(b")")[2].split()[:1] in ([b"T"], [b"t"])
        except OSError:
            return False

    def close(self, patience=3.0) -> None:
        """Tell the engine to quit; kill it if it does not within `patience` seconds. May be called more than once."""
        self.cpu_seconds()
        try:
            self.send("quit", patience)
            self._process.wait(patience)
        except (EngineFault, Refused, subprocess.TimeoutExpired):
            pass
        self.kill()

    def kill(self) -> None:
        """End the process and everything it has started at once."""
        self.cpu_seconds()
        if hasattr(os, "killpg"):
            with suppress(ProcessLookupError, PermissionError):     # what it has started may live longer than itself
                os.killpg(self._process.pid, signal.SIGKILL)
        else:
            self._process.kill()
        self._process.wait()
        try:
            self._input.close()
        except OSError:             # nobody reads what was still to be written
            pass
        self._log.close()

    def __enter__(self) -> "Client":
        return self

    def __exit__(self, *exception) -> None:
        self.close()

    def _read(self):
        lines = []
        with self._process.stdout as output:
            for raw in output:
                line = _text(raw).rstrip("\r\n")
                if line or not lines:
                    lines += [line] if line else []
                    continue
                self._answers.put(("\n".join(lines), time.perf_counter()))
                lines = []
        self._answers.put((_END_OF_OUTPUT, time.perf_counter()))

    def _exit_text(self):
        try:
            code = self._process.wait(1.0)
        except subprocess.TimeoutExpired:
            return ", output closed"
        how = f"killed by signal {-code}" if code < 0 else f"exit status {code}"
        words = self._last_words()
        return f", {how}: {words}" if words else f", {how}"

    def _last_words(self):
        self._log.seek(0, os.SEEK_END)
        self._log.seek(max(0, self._log.tell() - 500))
        lines = _text(self._log.read()).split("\n")
        return next((line.strip() for line in reversed(lines) if line.strip()), "")


def _text(data):
    """What a program wrote, as text that may stand in a record: what is no text becomes U+FFFD, and so does a NUL."""
    return data.decode("utf-8", "replace").replace("\0", "\ufffd")


def content(answer, number, command) -> str:
    """The text of an answer, after its sign and id have been checked. Raises Refused and ProtocolFault."""
    sign, head, rest = answer[:1], *_split_once(answer[1:])
    if sign not in ("=", "?") or head != str(number):
        raise ProtocolFault(f"`{command}` was answered {answer[:80]!r}")
    if sign == "?":
        raise Refused(rest)
    return rest


def _split_once(text: str) -> tuple[str, str]:
    for at, character in enumerate(text):
        if character.isspace():
            return text[:at], text[at:].strip()
    return text, ""
