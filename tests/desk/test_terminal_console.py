"""Asking and telling: signals, the sign of thinking, and the end of the lines."""
import io
import os
import re
import signal
import threading

import pytest
from typed_lines import lines_reader

from gopy.desk.terminal.console import Console, Leave
from gopy.desk.terminal.sign import Sign


def console(lines=(), **how):
    out = io.StringIO()
    return Console(lines_reader(lines, out), out, **how), out


def press(number=signal.SIGINT):
    os.kill(os.getpid(), number)


def test_lines_are_asked_for_and_their_end_leaves():
    talk, out = console(["  C3 \n"])
    assert talk.ask("> ") == "C3" and out.getvalue() == "> "
    with pytest.raises(Leave):
        talk.ask("> ")
    assert out.getvalue() == "> > \n"


def test_ctrl_c_at_the_prompt_leaves():
    def read(prompt):
        press()
        threading.Event().wait(60)
    talk = Console(read, io.StringIO())
    with talk.minding_signals(), pytest.raises(Leave):
        talk.ask("> ")


def test_ctrl_c_hurries_and_a_second_one_leaves():
    talk, _ = console(["C3"])
    calls = []
    with talk.minding_signals():
        with talk.waiting("gopy is thinking", lambda: calls.append(1)) as wait:
            assert not wait.hurried and not talk.is_leaving
            press()
            assert wait.hurried and calls == [1] and not talk.is_leaving
        assert talk.ask("> ") == "C3"
        with pytest.raises(Leave), talk.waiting("gopy is counting", lambda: calls.append(2)):
            press()
            assert talk.is_leaving and calls == [1, 2]


def test_ctrl_c_long_after_another_hurries_again():
    now = iter(range(0, 1000, 10))
    talk, _ = console(now=lambda: next(now))
    with talk.minding_signals():
        for _ in range(3):
            with talk.waiting("gopy is thinking") as wait:
                press()
            assert wait.hurried


def test_two_for_one_wait_leave_however_long_it_takes():
    now = iter(range(0, 1000, 10))
    talk, _ = console(now=lambda: next(now))
    with talk.minding_signals(), pytest.raises(Leave), talk.waiting("gopy is thinking"):
        press()
        press()


def test_what_does_not_end_is_interrupted_by_the_third():
    talk, _ = console()
    with talk.minding_signals(), pytest.raises(KeyboardInterrupt), talk.waiting("gopy is thinking"):
        press()
        press()
        press()


@pytest.mark.parametrize("number", [signal.SIGHUP, signal.SIGTERM])
def test_other_signals_leave_at_once(number):
    talk, _ = console(["C3"])
    with talk.minding_signals(), pytest.raises(Leave), talk.waiting("gopy is thinking"):
        press(number)
    with talk.minding_signals(), pytest.raises(Leave):
        press(number)               # while nobody is asked: leave at the next question
        talk.ask("> ")


def test_nothing_interrupts_the_end_and_handlers_are_restored():
    before = signal.getsignal(signal.SIGINT)
    talk, _ = console()
    with talk.minding_signals():
        talk.close()
        press()
        press(signal.SIGHUP)
    assert signal.getsignal(signal.SIGINT) is before


def test_a_sign_is_drawn_over_and_wiped():
    seen = threading.Event()

    def text():
        if len(texts) == 3:
            seen.set()
        texts.append(f"{len(texts)} %")
        return texts[-1]

    texts, out = [], io.StringIO()
    with Sign(out, text):
        assert seen.wait(60)
    shown = out.getvalue().split("\r\x1b[K")
    assert shown[0] == shown[-1] == "" and shown[1:4] == ["| 0 %", "/ 1 %", "- 2 %"]


def test_a_sign_stays_on_its_line(monkeypatch):
    monkeypatch.setenv("COLUMNS", "20")
    drawn = threading.Event()

    class Out(io.StringIO):
        def flush(self):
            drawn.set()

    out = Out()
    with Sign(out, lambda: "x" * 100, unicode=True):
        assert drawn.wait(60)
    assert all(len(part) < 20 for part in out.getvalue().split("\r\x1b[K"))


def test_no_sign_is_written_where_lines_cannot_be_drawn_over():
    talk, out = console()
    with talk.waiting("gopy is thinking"):
        pass
    assert out.getvalue() == ""


def test_what_a_sign_says():
    talk, _ = console()
    with talk.minding_signals(), talk.waiting("gopy is thinking") as wait:
        assert re.fullmatch(r"gopy is thinking, \d+ s", wait.describe())
        wait.note = "43 %"
        assert wait.describe() == "gopy is thinking, 43 %"
        press()
        assert wait.describe() == "gopy is thinking; Ctrl-C again leaves"
