"""The whole program in a process of its own, for tests."""
import os
import subprocess
import sys
import threading

from clocks import NEVER, process_cpu_seconds
from places import ROOT


class Process:
    """gopy gtp, or another command, on 9x9 behind unbuffered pipes; killed after `lifetime` seconds, so that no test waits forever.

    program: what Python runs in place of `-m gopy COMMAND`.
    """

    def __init__(self, *words, command="gtp", program=None, stdout=subprocess.PIPE, lifetime=5 * NEVER, **environment):
        run = ["-c", program] if program else ["-m", "gopy", command, "--size", "9"]
        self._process = subprocess.Popen([sys.executable, *run, *words], bufsize=0,
                                         stdin=subprocess.PIPE, stdout=stdout, stderr=subprocess.PIPE,
                                         env={**os.environ, "PYTHONPATH": str(ROOT), **environment})
        self._undertaker = threading.Timer(lifetime, self._process.kill)
        self._undertaker.daemon = True
        self._undertaker.start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._undertaker.cancel()
        self._process.kill()
        self._process.wait()

    def send(self, text):
        self._process.stdin.write(text.encode())

    def line(self):
        """The next line, its end included."""
        line = self._process.stdout.readline().decode()
        assert line, "the program has ended"
        return line

    def answer(self):
        """The next answer, or what is still to come of one, empty line included."""
        lines = []
        while not lines or lines[-1] != "\n":
            lines.append(self.line())
        return "".join(lines)

    def signal(self, number):
        self._process.send_signal(number)

    def close(self, end):
        getattr(self._process, end).close()

    def cpu_seconds(self):
        """Its processor time so far."""
        return process_cpu_seconds(self._process.pid)

    def ends(self):
        """Exit status and stderr of a process that ends by itself."""
        status = self._process.wait(NEVER)
        return status, self._process.stderr.read().decode()
