"""`gopy play` under a pseudo-terminal: Ctrl-C, Ctrl-D, a closed window, line editing, colour."""
import os
import pty
import select
import signal
import sys

import pytest
from places import TESTS

from gopy.go.sgf import load_file

PROGRAM = TESTS / "fakes" / "terminal_program.py"

#: Seconds that a busy machine may take for anything.
PATIENCE = 120


class Terminal:
    """A process whose terminal we are."""

    def __init__(self, state, *words, **environment):
        self.pid, self._file = pty.fork()
        if self.pid == 0:
            paths = os.pathsep.join([str(PROGRAM.parent.parent), str(PROGRAM.parent)])
            kept = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
            os.execve(sys.executable, [sys.executable, str(PROGRAM), "--size", "5", *words] if "--resume" not in words
                      else [sys.executable, str(PROGRAM), *words],
                      {**kept, "PYTHONPATH": paths, "TERM": "xterm", "PYTHONUTF8": "1", "XDG_STATE_HOME": str(state),
                       "INPUTRC": "/dev/null", **environment})
        self.seen = ""
        self._read = 0          # how much of it was expected so far

    def expect(self, text):
        """Wait until `text` is shown after what was expected before."""
        while (found := self.seen.find(text, self._read)) < 0:
            assert self._more(), f"{text!r} was not shown: {self.seen[self._read:]!r}"
        self._read = found + len(text)

    def interrupt_until(self, text):
        """Press Ctrl-C at a prompt until `text` is shown.

        Python's readline misses a signal that comes between its prompt and its first wait for a key, until the next key or
        signal. A person cannot be that quick, but a test is, so it presses again every two seconds.
        """
        presses = 0
        while text not in self.seen[self._read:]:
            assert presses < PATIENCE / 2, f"{text!r} was not shown: {self.seen[self._read:]!r}"
            self.type("\x03")
            presses += 1
            while text not in self.seen[self._read:] and select.select([self._file], [], [], 2)[0]:
                assert self._more(), f"{text!r} was not shown: {self.seen[self._read:]!r}"
        self.expect(text)

    def type(self, text):
        os.write(self._file, text.encode())

    def end(self):
        """The exit status, and everything that was shown."""
        while self._more():
            pass
        _, status = os.waitpid(self.pid, 0)
        os.close(self._file)
        return os.waitstatus_to_exitcode(status), self.seen

    def _more(self):
        if not select.select([self._file], [], [], PATIENCE)[0]:
            os.kill(self.pid, signal.SIGKILL)
            return False
        try:
            data = os.read(self._file, 1 << 16)
        except OSError:         # the other side is closed
            return False
        self.seen += data.decode("utf-8", "replace")
        return bool(data)


@pytest.fixture
def terminal(tmp_path):
    return lambda *words, **environment: Terminal(tmp_path, *words, **environment)


def kept_games(tmp_path):
    return sorted((tmp_path / "gopy").glob("*.sgf"))


def test_ctrl_c_makes_gopy_move_and_then_leaves(terminal, tmp_path):
    person = terminal()
    person.expect("Black to play> ")
    person.type("C3\r")
    person.expect("gopy is thinking")
    person.type("\x03")
    person.expect("gopy (White) plays A1")
    person.expect("Black to play> ")
    person.interrupt_until("`gopy play --resume` goes on with it.")
    status, shown = person.end()
    path, = kept_games(tmp_path)
    assert status == 0 and "Traceback" not in shown and len(load_file(path).moves) == 2

    person = terminal("--resume")
    person.expect("You are Black.")
    person.type("E5\r")
    person.expect("gopy is thinking")
    person.type("\x03")
    person.expect("gopy (White) plays B1")
    person.type("quit\r")
    assert person.end()[0] == 0
    assert kept_games(tmp_path) == [path] and len(load_file(path).moves) == 4


def test_two_ctrl_c_leave_with_the_game_kept(terminal, tmp_path):
    person = terminal(DEAF="1")
    person.expect("Black to play> ")
    person.type("C3\r")
    person.expect("gopy is thinking")
    person.type("\x03")
    person.expect("Ctrl-C again leaves")
    person.type("\x03")
    status, shown = person.end()
    assert status == 0 and "is kept in" in shown and "Traceback" not in shown
    assert len(kept_games(tmp_path)) == 1


def test_ctrl_d_leaves_and_nothing_is_kept_of_no_game(terminal, tmp_path):
    person = terminal()
    person.expect("Black to play> ")
    person.type("\x04")
    status, shown = person.end()
    assert status == 0 and "Traceback" not in shown and "kept" not in shown and kept_games(tmp_path) == []


@pytest.mark.parametrize("number", [signal.SIGHUP, signal.SIGTERM])
def test_a_closed_window_keeps_the_game(terminal, tmp_path, number):
    person = terminal()
    person.expect("Black to play> ")
    person.type("C3\r")
    person.expect("gopy is thinking")
    os.kill(person.pid, number)
    status, shown = person.end()
    path, = kept_games(tmp_path)
    assert status == 0 and "Traceback" not in shown and load_file(path).moves


def test_lines_are_edited_completed_and_remembered(terminal):
    person = terminal()
    person.expect("Black to play> ")
    person.type("sorce\x7f\x7f\x7f\x7fcore\r")              # backspaces
    person.expect("estimated score")
    person.type("Z9\x01Y\x05\r")                            # to the beginning and to the end
    person.expect("'YZ9' is neither")
    person.type("\x1b[A\x1b[A\r")                           # the line before the last
    person.expect("estimated score")
    person.type("lev\t\r")
    person.expect("gopy thinks 3 seconds a move")
    person.type("quit\r")
    assert person.end()[0] == 0


def test_a_line_that_is_no_text_is_answered(terminal):
    person = terminal()
    person.expect("Black to play> ")
    os.write(person._file, b"\xff\xfe\r")
    person.expect("is neither a vertex")
    person.type("quit\r")
    assert person.end()[0] == 0


@pytest.mark.parametrize("words, environment, coloured, stone", [
    ((), {}, True, "●"), ((), {"NO_COLOR": "1"}, False, "●"), (("--look", "colour"), {"NO_COLOR": "1"}, True, "●"),
    (("--look", "ascii"), {}, False, "X"), ((), {"TERM": "dumb"}, False, "●"),
    ((), {"PYTHONUTF8": "0", "PYTHONIOENCODING": "ascii", "NO_COLOR": "1"}, False, "X"),
])
def test_colour_and_stones(terminal, words, environment, coloured, stone):
    person = terminal(*words, **environment)
    person.expect(" Black (you) ")
    person.type("quit\r")
    status, shown = person.end()
    assert status == 0 and ("\x1b[38;5" in shown) == coloured and f"{stone} Black (you)" in shown.replace("\x1b[0m", "")
