"""The whole program, `python -m gopy gtp`, as clients start it: pipes, signals, closed ends. No search is needed."""
import os
import random
import signal
import subprocess
import sys
import time

import pytest
from clients.gtp_process import ROOT, Process
from clocks import NEVER, wait_for

from gopy.go.geometry import vertex_text
from gopy.go.history import Game


@pytest.fixture
def gopy():
    with Process() as process:
        process.send("name\n")
        assert process.answer() == "= gopy\n\n"
        yield process


@pytest.fixture
def stuck(nowhere):
    """A session whose compiler is never loaded."""
    with Process(PYTHONPATH=nowhere) as process:
        yield process


def test_the_first_answer_comes_before_any_kernel_could_be_loaded(stuck):
    stuck.send("1 protocol_version\n2 name\n3 play b E5\n4 undo\n5 lz-analyze b 10\n6 quit\n")
    assert [stuck.answer() for _ in range(6)] == ["=1 2\n\n", "=2 gopy\n\n", "=3\n\n", "=4\n\n", "=5\n\n", "=6\n\n"]
    assert stuck.ends()[0] == 0


def test_answers_come_while_the_search_is_compiled(tmp_path):
    with Process(GOPY_CACHE_DIR=str(tmp_path)) as process:
        process.send("name\n")
        process.answer()
        wait_for(lambda: list(tmp_path.rglob("*.nbc")))         # the first kernel is compiled, some hundred are to come
        for _ in range(20):
            process.send("play b E5\nundo\n")
            assert process.answer() == process.answer() == "=\n\n"
            time.sleep(0.05)
        process.send("1 lz-analyze b 10\n")
        time.sleep(0.1)
        process.send("2 name\n")
        assert process.answer() == "=1\n\n" and process.answer() == "=2 gopy\n\n"
        assert not list(tmp_path.rglob("*.warm"))               # none of that had to wait for the last


def test_the_session_imports_neither_numpy_nor_numba():
    code = ("import sys, gopy.protocols.gtp.session, gopy.engine.engine; "
            "print([name for name in ('numpy', 'numba', 'webencodings', 'json.tool') if name in sys.modules])")
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=True)
    assert done.stdout == "[]\n"


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_it(gopy, number):
    gopy.signal(number)
    status, errors = gopy.ends()
    assert status == 0 and "Traceback" not in errors


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_while_the_kernels_load_ends_it(gopy, number):
    gopy.send("genmove b\n")
    time.sleep(0.2)
    gopy.signal(number)
    status, errors = gopy.ends()
    assert status == 0 and "Traceback" not in errors


def test_a_signal_right_at_the_start_ends_it():
    for delay in (0.0, 0.02, 0.05, 0.1):
        with Process() as process:
            time.sleep(delay)
            process.signal(signal.SIGTERM)
            assert process.ends()[0] in (0, -signal.SIGTERM)


@pytest.mark.parametrize("line", ["", "name\n", "lz-analyze b 1\n"])
def test_closed_stdin_ends_it(gopy, line):
    gopy.send(line)
    gopy.close("stdin")
    status, errors = gopy.ends()
    assert status == 0 and "Traceback" not in errors


@pytest.mark.parametrize("line", ["name\n", "lz-analyze b 1\n", "foo\n" * 10_000])
def test_closed_stdout_ends_it(gopy, line):
    gopy.close("stdout")
    try:
        gopy.send(line)
    except BrokenPipeError:
        pass
    status, errors = gopy.ends()
    assert status == 0 and "Traceback" not in errors and "Exception ignored" not in errors


@pytest.fixture
def nowhere(tmp_path):
    """A path of modules in which the compiler is never loaded: what needs a search waits for ever."""
    for name in ("numba", "numpy"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").write_text("import threading; threading.Event().wait()")
    return os.pathsep.join([str(tmp_path), str(ROOT)])


@pytest.mark.parametrize("command, line", [
    ("gtp", ""), ("gtp", "genmove b\n"), ("gtp", "lz-analyze b 10\n"), ("gtp", "final_score\n"), ("analysis", ""),
    ("analysis", '{"id":"q","moves":[],"rules":"chinese","boardXSize":9,"boardYSize":9,"maxVisits":1000000000}\n')])
@pytest.mark.parametrize("ends", [("stdout",), ("stdin", "stdout")])
def test_it_ends_when_nobody_can_read_it_although_it_writes_nothing(nowhere, command, line, ends):
    """The input may stay open, and the kernels may load for ever."""
    with Process(command=command, PYTHONPATH=nowhere) as process:
        process.send(line + ("name\n" if command == "gtp" else '{"id":"v","action":"query_version"}\n'))
        time.sleep(0.3)
        for end in ends:
            process.close(end)
        status, errors = process.ends()
        assert status == 0 and "Traceback" not in errors


#: A command whose search lasts until it is stopped, and never reports.
ENDLESS = """
import sys, time
sys.path.insert(0, {tests!r})
from fakes.fake_search import FakeSearch
from gopy.engine.options import Options

class Endless(FakeSearch):
    _stopped = False

    def stop(self):
        self._stopped = True

    def run(self, simulations=None, deadline=None, on_slice=None, max_moves=None):
        while not self._stopped and not (on_slice and on_slice(self)):
            time.sleep(0.001)
        self._stopped = False
        return self.report()

options = Options(size=9, threads=1, ponder=True)
if sys.argv[1] == "analysis":
    from gopy.protocols.analysis import session
    session.go_search = Endless
    session.serve(options, 1, True)
else:
    from gopy.engine import engine
    from gopy.protocols.gtp import session
    made = engine.Engine
    engine.Engine = lambda options: made(options, Endless)
    session.serve(options)
"""


@pytest.mark.parametrize("command, line", [
    ("gtp", "genmove b\n"), ("gtp", "lz-analyze b 100000\n"),
    ("analysis", '{"id":"q","moves":[],"rules":"chinese","boardXSize":9,"boardYSize":9,"maxVisits":1000000000}\n')])
def test_it_ends_when_nobody_can_read_it_although_it_searches(command, line):
    with Process(command, program=ENDLESS.format(tests=str(ROOT / "tests"))) as process:
        process.send(line)
        time.sleep(1)
        process.close("stdin")
        process.close("stdout")
        status, errors = process.ends()
        assert status == 0 and "Traceback" not in errors


@pytest.mark.parametrize("command, line", [("gtp", "name\n"), ("analysis", '{"id":"v","action":"query_version"}\n')])
@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="the system has no disk that is always full")
def test_answers_that_cannot_be_written_are_no_client_that_left(command, line):
    with open("/dev/full", "wb") as full, Process(command=command, stdout=full) as process:
        process.send(line)
        process.close("stdin")
        status, errors = process.ends()
        assert status == 2 and errors.splitlines()[-1] == "gopy: the output: No space left on device" and "Traceback" not in errors


def test_both_ends_closed_from_the_start():
    command = f'exec "{sys.executable}" -m gopy gtp --size 9 '
    for ends in ("<&-", ">&-", "<&- >&-", "<&- >&- 2>&-", "2>&- </dev/null >/dev/null"):
        done = subprocess.run(["sh", "-c", command + ends], cwd=ROOT, timeout=NEVER, stdin=subprocess.DEVNULL,
                              stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        assert done.returncode == 0 and "Traceback" not in done.stderr, ends


def test_quit_during_an_analysis_ends_it(gopy):
    gopy.send("1 lz-analyze b 1\n")
    time.sleep(0.1)
    gopy.send("2 quit\n")                                       # the analysis would go on for ever
    assert gopy.answer().startswith("=1\n") and gopy.answer() == "=2\n\n"
    assert gopy.ends()[0] == 0


def test_nothing_else_reaches_stdout():
    code = ("import os, sys\n"
            "from gopy.protocols.gtp.outgoing import take_over_stdout\n"
            "client = take_over_stdout()\n"
            "print('stray print'); os.write(1, b'stray write\\n'); os.system('echo stray child')\n"
            "client.write(b'= answer\\n\\n')\n")
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=True)
    assert done.stdout == "= answer\n\n" and done.stderr.count("stray") == 3


def test_a_game_of_1000_moves_by_play(gopy):
    moves = [f"play {'bw'[i % 2]} {vertex}" for i, vertex in enumerate(_long_game(1000))]
    gopy.send("".join(f"{i} {move}\n" for i, move in enumerate(moves)))
    assert [gopy.answer() for _ in moves] == [f"={i}\n\n" for i in range(1000)]
    gopy.send("gg-undo 1000\nmove_history\n")
    assert gopy.answer() == "=\n\n" and gopy.answer() == "=\n\n"


def _long_game(length):
    """Vertices of a legal game of random moves, passes where nothing else is possible."""
    game, rng = Game(9), random.Random(3)
    while len(game.moves) < length:
        moves = [move for move in game.legal_moves() if move != game.pass_move] or [game.pass_move]
        game.play(game.to_play, rng.choice(moves))
    return [vertex_text(move, 9) for _, move in game.moves]


def test_the_smallest_and_the_largest_board(gopy):
    for size, corner in ((2, "B2"), (25, "Z25")):
        gopy.send(f"boardsize {size}\nplay b {corner}\nlist_stones b\n")
        assert [gopy.answer() for _ in range(3)] == ["=\n\n", "=\n\n", f"= {corner}\n\n"]


def test_log_file_holds_the_conversation(tmp_path):
    log = tmp_path / "gtp.log"
    with Process("--log", str(log)) as process:
        process.send("17 komi 6.5\nquit\n")
        process.answer(), process.answer()
        assert process.ends()[0] == 0
    text = log.read_text()
    assert "> 17 komi 6.5" in text and "< =17" in text


@pytest.mark.parametrize("log", ["missing/gopy.log", ".", "/dev/full"])
def test_a_log_that_cannot_be_written_is_told_once_and_play_goes_on(tmp_path, monkeypatch, log):
    monkeypatch.chdir(tmp_path)
    with Process("--log", log) as process:
        process.send("name\nkomi 6.5\nquit\n")
        assert [process.answer() for _ in range(3)] == ["= gopy\n\n", "=\n\n", "=\n\n"]
        status, errors = process.ends()
    assert status == 0 and errors.count("\n") == 1 and errors.startswith(f"gopy: the log {log} cannot be written: ")
