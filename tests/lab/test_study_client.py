"""The GTP client against a misbehaving engine: each fault is told from the others and from a refusal."""
import os
import sys
import time
from pathlib import Path

import pytest
from clocks import NEVER, wait_for
from places import ROOT, TESTS

from gopy.lab.match.programs.client import Client, Crash, Hang, ProtocolFault, Refused

UNRULY = str(TESTS / "fakes" / "unruly_engine.py")


@pytest.fixture
def start(monkeypatch):
    """Starts an unruly engine with options."""
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    clients = []

    def start(*options, **named):
        clients.append(Client([sys.executable, UNRULY, *options], **named))
        return clients[-1]
    yield start
    for client in clients:
        client.kill()


def test_answers(start):
    client = start()
    assert client.send("name") == "unruly name"
    assert "genmove" in client.send("list_commands").split("\n")
    assert client.send("komi 6.5") == ""


def test_refusal_is_no_fault(start):
    client = start()
    with pytest.raises(Refused, match="unknown command"):
        client.send("nonsense")
    assert client.send("name") == "unruly name"


@pytest.mark.parametrize("what, fault, text, timeout", [
    ("crash", Crash, "exit status 3", NEVER),
    ("stop", Crash, "output closed", NEVER),
    ("noise", ProtocolFault, "thinking hard", NEVER),
    ("hang", Hang, "no answer to `genmove b` in 0.3 s", 0.3),
])
def test_faults(start, what, fault, text, timeout):
    client = start("--at", "1", "--do", what)
    client.send("boardsize 5")
    with pytest.raises(fault, match=text):
        client.send("genmove b", timeout=timeout)


def test_killed_engine_is_a_crash(start):
    client = start()
    client.send("name")
    os.kill(client._process.pid, 9)
    with pytest.raises(Crash, match="signal 9|gone"):
        client.send("name")


def test_missing_program():
    with pytest.raises(OSError):
        Client(["/no/such/engine"])


def test_seconds_are_those_of_the_last_command(start):
    client = start("--at", "1", "--do", "sleep 0.3")
    client.send("boardsize 5")
    for command, least in (("genmove b", 0.3), ("name", 0.0)):
        started = time.perf_counter()
        client.send(command)
        assert least <= client.seconds <= time.perf_counter() - started


@pytest.mark.skipif(not os.path.exists("/proc/self/stat"), reason="needs /proc")
def test_cpu_seconds_count_work_and_not_waiting(start):
    client = start("--at", "1", "--do", "spin 0.4")
    client.send("boardsize 5")
    before = client.cpu_seconds()
    client.send("genmove b")
    assert 0.35 <= client.cpu_seconds() - before < 1.0
    before = client.cpu_seconds()
    time.sleep(0.3)
    assert client.cpu_seconds() - before < 0.1
    client.close()
    assert client.cpu_seconds() >= before      # still known once the process has gone


def test_close_ends_an_engine_that_ignores_it(start):
    client = start("--at", "1", "--do", "hang")
    with pytest.raises(Hang):
        client.send("genmove b", timeout=0.2)
    client.close(patience=0.3)          # it would hang for ever
    assert client._process.returncode == -9
    client.close()
    with pytest.raises(Crash):
        client.send("name")


@pytest.mark.skipif(sys.platform == "win32", reason="groups of processes")
def test_what_an_engine_has_started_ends_with_it(tmp_path):
    """A wrapper that dies leaves the engine that it has started; closing the client ends it."""
    child = tmp_path / "child"
    client = Client(["sh", "-c", f"sleep 600 & echo $! > '{child}'; exit 1"])
    wait_for(lambda: child.exists() and child.read_text().strip())
    wait_for(lambda: client._process.poll() is not None)
    pid = int(child.read_text())
    assert not _is_gone(pid)
    client.close()
    wait_for(lambda: _is_gone(pid))


def _is_gone(pid):
    """Whether a process has ended; nobody may have waited for it yet."""
    try:
        os.kill(pid, 0)
        return " Z " in Path(f"/proc/{pid}/stat").read_text()
    except ProcessLookupError:
        return True
    except FileNotFoundError:       # no /proc on this system, or it has ended just now
        return False


def test_what_a_program_writes_can_stand_in_a_record():
    client = Client(["sh", "-c", r"read line; printf 'broken\000 pipe\n' >&2; printf '? no\000 room\377\n\n'"])
    with pytest.raises(ProtocolFault, match="no\ufffd room\ufffd"):
        client.send("name")
    assert client._last_words() == "broken\ufffd pipe"
    client.close()


def test_a_crash_tells_the_last_line_of_stderr(start):
    with pytest.raises(Crash, match=", exit status 2: .*unrecognized arguments: --nonsense"):
        start("--nonsense").send("name")


def test_stderr_goes_to_the_log(start, tmp_path):
    log = tmp_path / "engine.log"
    client = start("--nonsense", log=log)
    with pytest.raises(Crash):
        client.send("name")
    assert "unrecognized arguments" in log.read_text()
