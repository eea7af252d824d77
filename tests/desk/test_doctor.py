"""`gopy doctor`: each check when all is well and when it is not, and the lines for the clients."""
import errno
import os
import re

import pytest
from places import ROOT

from gopy.__main__ import main
from gopy.compiled import jit
from gopy.desk.doctor import checks, cli, clients
from gopy.desk.doctor.checks import Verdict
from gopy.lab.match.programs.client import Crash, Refused


def test_a_sound_installation(run_gopy):
    """Every check is made and none fails; every client has its line, with the path of a program that is there."""
    done = run_gopy("doctor")
    found, _, pasted = done.stdout.partition("\n\nTo paste into a client:\n\n")
    assert done.returncode == 0 and "Traceback" not in done.stderr, done.stdout
    assert len(found.splitlines()) == len(checks.CHECKS) and "FAILED" not in found
    assert all(re.fullmatch(r"(ok     |warning) \S.*\.", line) for line in found.splitlines()), found
    assert re.search(r"ok      gopy gtp answered \d+ commands over a pipe", found)
    cost = re.search(r"ok      A start takes (\S+) s of processor time to the first answer, (\S+) s to the first move, with (\d+) MiB", found)
    assert 0.0 < float(cost[1]) < float(cost[2]) < 10.0 and 50 < int(cost[3]) < 500
    assert len(pasted.splitlines()) == len(clients.CLIENTS)
    path, = {word for line in pasted.splitlines() for word in line.replace("=", " ").split() if word.endswith("/gopy")}
    assert os.path.isabs(path) and os.access(path, os.X_OK)


def test_a_failure_is_told_in_its_place_and_the_other_checks_are_made(monkeypatch, capsys):
    def broken():
        raise OSError("the disk\nis gone")
    monkeypatch.setattr(cli, "CHECKS", {"Cores": checks.processors, "The disk": broken, "Python": checks.python_version})
    assert main(["doctor"]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert [line[:7] for line in lines[:3]] == ["ok     ", "FAILED ", "ok     "]
    assert lines[1] == "FAILED  The disk: OSError: the disk is gone."
    assert any(line.startswith("KaTrain") for line in lines), "the lines for the clients are printed all the same"


def test_a_warning_is_no_failure(monkeypatch, capsys):
    monkeypatch.setattr(cli, "CHECKS", {"Speed": lambda: checks.judged_speed(1000.0)})
    assert main(["doctor"]) == 0
    assert capsys.readouterr().out.startswith("warning One thread makes 1000 simulations a second on 9x9, 3% of the 39000")


def test_the_lines_alone(monkeypatch, capsys):
    monkeypatch.setattr(cli, "CHECKS", {"none": None})
    assert main(["doctor", "--clients-only"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == len(clients.CLIENTS)


def test_speed_is_judged_by_the_table():
    expected = checks.MEASURED_SPEED[checks.SIZE]
    assert checks.judged_speed(0.6 * expected) == (
        Verdict.OK, "One thread makes 23400 simulations a second on 9x9, 60% of the 39000 in docs/measured.md, which has 21000 on "
                    "13x13 and 9800 on 19x19.")
    assert checks.judged_speed(0.4 * expected)[0] is Verdict.WARNING


def test_the_table_of_speeds_is_that_of_the_page():
    page = (ROOT / "docs" / "measured.md").read_text(encoding="utf-8").splitlines()
    place, = (place for place, line in enumerate(page) if line.startswith("| simulations a second, one thread |"))
    heading = next(line for line in reversed(page[:place]) if line.startswith("| | "))
    sizes = [int(cell.partition("x")[0]) for cell in cells(heading)]
    assert checks.MEASURED_SPEED == dict(zip(sizes, (round(1000 * float(cell.removesuffix("k"))) for cell in cells(page[place]))))


def cells(line):
    """What stands in the columns of a table's line after the first."""
    return [cell.strip() for cell in line.strip("|").split("|")[1:]]


@pytest.mark.parametrize("name, value, check, verdict, text", [
    ("sys.version_info", (3, 9), checks.python_version, Verdict.FAILED, "too old"),
    ("version", lambda name: "0.99.1", checks.compiler, Verdict.WARNING, "numba 0.99.1 is outside 0.61 to"),
    ("version", lambda name: "0.61.0rc2", checks.compiler, Verdict.OK, "numba 0.61.0rc2, within 0.61 to"),
    ("executable", lambda: ["python", "-m", "gopy"], checks.program, Verdict.WARNING, "no program gopy"),
    ("executable", lambda: ["/a b/gopy"], checks.program, Verdict.WARNING, "a blank"),
    ("usable_cpus", lambda: 1, checks.processors, Verdict.OK, "one processor"),
])
def test_what_is_not_as_it_should_be(monkeypatch, name, value, check, verdict, text):
    monkeypatch.setattr(f"gopy.desk.doctor.checks.{name}", value)
    found = checks.judged("subject", check)
    assert found[0] is verdict and text in found[1] and found[1].endswith(".")


def test_a_compiler_that_is_not_there(monkeypatch):
    def missing(name):
        raise checks.PackageNotFoundError(name)
    monkeypatch.setattr(checks, "version", missing)
    assert checks.judged("The compiler", checks.compiler) == \
        (Verdict.FAILED, "The compiler: numba is not installed: pip install numba.")


def test_a_cache_that_cannot_be_kept(monkeypatch, tmp_path):
    monkeypatch.setattr(jit, "JIT_DISABLED", False)
    monkeypatch.setattr(jit, "CACHE_DIR", None)
    verdict, text = checks.code_cache()
    assert verdict is Verdict.FAILED and "GOPY_CACHE_DIR" in text
    monkeypatch.setattr(jit, "CACHE_DIR", tmp_path / "code")
    monkeypatch.setattr("tempfile.gettempdir", lambda: str(tmp_path))
    assert checks.code_cache()[0] is Verdict.WARNING
    monkeypatch.setattr("tempfile.gettempdir", lambda: "/nowhere")
    assert checks.code_cache() == (Verdict.OK, f"Compiled code is kept in {tmp_path / 'code'}, which is writable.")
    (tmp_path / "code").mkdir()
    monkeypatch.setattr("os.fsync", no_space)
    verdict, text = checks.code_cache()
    assert verdict is Verdict.WARNING and "takes no more: No space left on device" in text
    monkeypatch.setattr(jit, "JIT_DISABLED", True)
    assert checks.code_cache()[0] is Verdict.WARNING


def no_space(descriptor):
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


class Answers:
    """An engine that answers well, but for one command."""

    def __init__(self, command, answer):
        self._command, self._answer = command, answer

    def send(self, command, timeout):
        if command == self._command:
            if isinstance(self._answer, Exception):
                raise self._answer
            return self._answer
        return {"protocol_version": "2", "name": "gopy", "version": "1", "known_command genmove": "true", "genmove w": "C3",
                "list_commands": "protocol_version\nname"}.get(command, "")


@pytest.mark.parametrize("command, answer, failure", [
    ("quit", "", None), ("genmove w", "pass", "`genmove w` was answered 'pass'"),
    ("komi 7.5", Refused("no komi"), "`komi 7.5` was refused: no komi"), ("name", Crash("ended during `name`"), "ended during `name`"),
    ("boardsize 9", "noise", "`boardsize 9` was answered 'noise'")])
def test_an_engine_that_answers_otherwise(command, answer, failure):
    assert checks.conversation_failure(Answers(command, answer)) == failure


def test_an_engine_that_does_not_start(monkeypatch):
    monkeypatch.setattr("sys.executable", "/no/such/python")
    verdict, text = checks.judged("GTP over a pipe", checks.gtp)
    assert verdict is Verdict.FAILED and "/no/such/python" in text


def test_lines_of_other_programs():
    """A path with a blank stands in quotation marks where a line is split into words, and bare in a field of its own."""
    blank = "\n".join(clients.lines(["/a b/gopy"]))
    assert '"/a b/gopy" gtp --rules chinese-ogs' in blank and re.search(r"Sabaki.*path +/a b/gopy\n +and arguments +gtp\n", blank)
    bare = "\n".join(clients.lines(["/usr/bin/python3", "-m", "gopy"]))
    assert re.search(r"Sabaki.*path +/usr/bin/python3\n +and arguments +-m gopy gtp\n", bare)
    assert "/usr/bin/python3 -m gopy analysis --positions 1" in bare


def test_the_line_for_gtp2ogs_lets_the_page_of_the_game_show_the_win_rate(run_gopy):
    line, = (line for line in clients.lines(["gopy"]) if line.startswith("gtp2ogs"))
    done = run_gopy(*line.partition(" -- gopy ")[2].split(), input="boardsize 9\ngenmove b\nquit\n", GOPY_SIMS="50", GOPY_THREADS="1")
    assert re.search("^MALKOVICH:Visits .* Winrate .* ScoreLead .* PV ", done.stderr, re.MULTILINE), done.stderr


def test_the_program_is_found(monkeypatch, tmp_path):
    for folder in ("scripts", "bin"):
        (tmp_path / folder).mkdir()
    monkeypatch.setattr(clients, "_ROOT", tmp_path)
    monkeypatch.setattr("sys.executable", str(tmp_path / "bin" / "python"))
    monkeypatch.setenv("PATH", str(tmp_path))
    assert clients.executable() == [str(tmp_path / "bin" / "python"), "-m", "gopy"]
    for path in (tmp_path / "gopy", tmp_path / "bin" / "gopy", tmp_path / "scripts" / "gopy"):
        path.write_text("#!/bin/sh\n")
        path.chmod(0o755)
        assert clients.executable() == [str(path)], "each goes before the ones before"


def test_the_pages_of_the_clients_say_the_same():
    """What is printed for a checkout stands in docs/ too, with the page's words for the path."""
    pages = "\n".join(page.read_text(encoding="utf-8") for page in (ROOT / "docs").glob("*.md"))
    for client in clients.CLIENTS:
        assert client.line.format(gopy="/path/to/gopy/scripts/gopy", path="/path/to/gopy/scripts/gopy", arguments="") in pages, client
