"""A GTP engine behind pipes that can neither block us nor be blocked by us, and that knows slow from hung."""
import os
import select
import signal
import subprocess
import threading
import time
from collections import deque
from contextlib import suppress
from pathlib import Path

from fuzz.framing import Wrong

#: Seconds of processor time that an answer may take (compiling takes some forty) ...
MOST_WORK = 300.0

#: ... and seconds in which a process that does next to nothing owes one. Another process may be compiling for it.
LONGEST_REST = 240.0

#: Share of a processor under which a process counts as doing nothing.
RESTING = 0.005

#: How often a waiting process is looked at, in seconds.
_GLANCE = 0.5

_STDERR_LINES = 400


class _Watch:
    """Tells slow from hung, by the processor time that an engine has used since we began to wait."""

    def __init__(self, cpu_seconds):
        self._cpu_seconds = cpu_seconds
        self._work = self._worked = cpu_seconds()
        self._since = time.monotonic()

    def overdue(self, patience):
        """Why the engine counts as hung, or None."""
        now, resting = self._cpu_seconds(), time.monotonic() - self._since
        if now - self._work > patience * MOST_WORK:
            return f"{now - self._work:.0f} s of processor time"
        if now - self._worked > RESTING * resting + 0.02:
            self._since, self._worked = time.monotonic(), now
        elif resting > patience * LONGEST_REST:
            return f"{resting:.0f} s of doing nothing"
        return None


class Process:
    """One run of an engine. `answer` returns its answers in order; Wrong says how it died or hung.

    words     the command line
    folder    its working directory
    patience  factor of the two bounds above
    """

    def __init__(self, words, folder, patience=1.0):
        root = Path(__file__).resolve().parent.parent.parent
        self._process = subprocess.Popen(
            words, bufsize=0, cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": f"{root}{os.pathsep}{root / 'tests'}"})
        os.set_blocking(self._process.stdin.fileno(), False)
        self._patience = patience
        self._changed = threading.Condition()
        self._received, self._answers, self._ended = b"", deque(), False
        self.stderr = deque(maxlen=_STDERR_LINES)
        self.traceback = False
        self._threads = [threading.Thread(target=work, daemon=True) for work in (self._read, self._read_stderr)]
        for thread in self._threads:
            thread.start()

    def send(self, data):
        """Write bytes; the engine may be gone. Wrong if it does not read them."""
        pipe, rest = self._process.stdin.fileno(), memoryview(data)
        with suppress(OSError, ValueError):
            while rest:
                if not select.select([], [pipe], [], self._patience * LONGEST_REST)[1]:
                    raise Wrong("hang", "the engine does not read its input")
                with suppress(BlockingIOError):
                    rest = rest[os.write(pipe, rest):]

    def answer(self, due):
        """The next answer without its empty line; `due` names what it answers."""
        watch = None
        with self._changed:
            while not self._answers:
                if self._ended:
                    raise Wrong("death", f"exit status {self._process.wait()} instead of an answer to {due}")
                self._changed.wait(_GLANCE)
                watch = watch or _Watch(self.cpu_seconds)
                reason = watch.overdue(self._patience)
                if reason and not self._answers:
                    raise Wrong("hang", f"{reason} without an answer to {due}")
            return self._answers.popleft()

    def unread(self):
        """What has come beyond the answers that were fetched."""
        with self._changed:
            return b"".join(each + b"\n\n" for each in self._answers) + self._received

    def cpu_seconds(self):
        """Processor time of the engine so far; where the system does not tell, real time."""
        try:
            fields = Path(f"/proc/{self._process.pid}/stat").read_text().rpartition(")")[2].split()
        except OSError:
            return time.monotonic()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def memory(self):
        """Resident memory of the engine in bytes. OSError where the system does not tell."""
        return int(Path(f"/proc/{self._process.pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")

    def signal(self, number):
        """Send a signal."""
        self._process.send_signal(number)

    def close_input(self):
        """End its standard input."""
        with suppress(OSError):
            self._process.stdin.close()

    def wait(self):
        """The exit status, once it has ended by itself; Wrong if it does not."""
        try:
            status = self._process.wait(self._patience * LONGEST_REST)
        except subprocess.TimeoutExpired:
            raise Wrong("hang", "the process does not end") from None
        self._join()
        return status

    def kill(self):
        """End it, whatever it does; what it has written can be read afterwards."""
        with suppress(OSError):
            self._process.send_signal(signal.SIGCONT)
            self._process.kill()
        self._process.wait()
        self._join()
        self.close_input()

    def _join(self):
        for thread in self._threads:
            thread.join(5.0)

    def _read(self):
        for chunk in iter(lambda: os.read(self._process.stdout.fileno(), 1 << 16), b""):
            with self._changed:
                *complete, self._received = (self._received + chunk).split(b"\n\n")
                self._answers.extend(complete)
                self._changed.notify()
        with self._changed:
            self._ended = True
            self._changed.notify()

    def _read_stderr(self):
        for line in self._process.stderr:
            self.stderr.append(line.decode("utf-8", "backslashreplace").rstrip("\n"))
            # Our own words come back through echo_err, but not at the start of a line behind "Traceback (".
            self.traceback = self.traceback or line.startswith(b"Traceback (most recent call last)")
