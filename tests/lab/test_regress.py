"""`gopy regress`: the format of the files, counts, baselines, and the files of this repository."""
import os
import re
import sys

import pytest
from places import TESTS

from gopy.__main__ import main
from gopy.lab.regress.baseline import compare, read_baseline, write_baseline
from gopy.lab.regress.cli import ENGINE
from gopy.lab.regress.runner import Refusal, Result, run_file
from gopy.lab.regress.script import steps

FOLDER = TESTS / "regression"
FILES = sorted(FOLDER.glob("*.tst"))

#: Files whose answers need no search.
QUICK = ["rules.tst"]


def test_the_format():
    script = "# comment\nboardsize 9\n\n1 genmove b # why\n#? [D4|E5]\n2 genmove w\n#? [!A1]*\n3 name\nquit\n"
    found = list(steps(script))
    assert [(step.line, step.number, step.command) for step in found] == \
        [(2, "", "boardsize 9"), (4, "1", "genmove b"), (6, "2", "genmove w"), (8, "3", "name"), (9, "", "quit")]
    either, negated = found[1].expectation, found[2].expectation
    assert either.holds("E5") and either.holds("e5") and not either.holds("E55") and either.text == "#? [D4|E5]"
    assert negated.holds("A2") and not negated.holds("A1") and negated.known_failure and not either.known_failure
    assert not negated.holds("? illegal move"), "a refusal is no other move"
    assert found[3].expectation is None
    with pytest.raises(ValueError, match="line 2: .* no regular expression"):
        list(steps("1 name\n#? [(]\n"))


def test_the_format_of_gnu_go_and_fuego():
    """Lines as they stand in GNU Go's ld_owl.tst and Fuego's: comments between a test and what it must answer."""
    script = ("loadsgf games/incident156.sgf 250\n# CATEGORY=OWL_DEFENSE\n#\n\n1 owl_defend A10\n# a comment\n#? [1 (A11|B11)]*\n\n"
              "reg_genmove black\n   20 reg_genmove w\n#? [!(PASS|pass)]\n")
    assert [(step.number, step.command) for step in steps(script)] == [
        ("", "loadsgf games/incident156.sgf 250"), ("1", "owl_defend A10"), ("", "reg_genmove black"), ("20", "reg_genmove w")]
    assert [step.expectation and step.expectation.holds("1 B11") for step in steps(script)] == [None, True, None, True]


FAKE = """import sys
for line in sys.stdin:
    number, command, *words = line.split()
    if command == "die":
        break
    known = {"good": "= yes", "bad": "= no", "play": "=", "clear_board": "=", "boardsize": "=", "komi": "=",
             "loadsgf": "? cannot load file"}
    if "wrong" in words:
        known[command] = "? syntax error"
    sign, _, text = known.get(command, "? unknown command").partition(" ")
    print(f"{sign}{number} {text}\\n", flush=True)
    if command == "quit":
        break
"""


@pytest.fixture
def engine(tmp_path):
    (tmp_path / "fake.py").write_text(FAKE)
    return f"{sys.executable} {tmp_path / 'fake.py'}"


@pytest.fixture
def files(tmp_path):
    (tmp_path / "a.tst").write_text("10 good\n#? [yes]\n20 bad\n#? [yes]*\n30 owl_attack A1\n#? [1]\n")
    (tmp_path / "b.tst").write_text("10 good\n#? [!yes]*\n20 bad\n#? [no]\n")
    return [tmp_path / "a.tst", tmp_path / "b.tst"]


def test_counts_and_surprises(run_gopy, engine, files):
    done = run_gopy("regress", *files, "--engine", engine)
    a, b = done.stdout.splitlines()
    assert a.endswith("a.tst: 1 of 2 passed, 1 known failures, 1 with commands that the engine does not know")
    assert b.endswith("b.tst: 1 of 2 passed, 1 known failures") and done.returncode == 0
    files[0].write_text("10 bad\n#? [yes]\n20 good\n#? [yes]*\n")
    done = run_gopy("regress", *files, "--engine", engine, "--verbose")
    assert done.returncode == 1 and "10 FAIL: bad: 'no', expected #? [yes]" in done.stdout
    assert "20 PASS, known as a failure" in done.stdout and "1 failed, 1 passed that were known to fail" in done.stdout


def test_a_set_up_that_is_refused_is_told_and_counts(run_gopy, engine, tmp_path):
    """Nothing is judged on a position that the engine did not set up, and the other files are run."""
    (tmp_path / "a.tst").write_text("good\nloadsgf no.sgf\n10 good\n#? [yes]*\n11 good\n#? [yes]\n\nboardsize 9\n"
                                    "20 good\n#? [yes]\ntrymove b A1\n30 good\n#? [yes]\n31 owl_attack A1\n#? [1]\n")
    (tmp_path / "b.tst").write_text("10 good\n#? [yes]\n")
    done = run_gopy("regress", tmp_path / "a.tst", tmp_path / "b.tst", "--engine", engine)
    assert done.returncode == 1 and done.stdout.splitlines() == [
        f"{tmp_path}/a.tst:2: refused: loadsgf no.sgf: cannot load file",
        f"{tmp_path}/a.tst:11: refused: trymove b A1: unknown command",
        f"{tmp_path}/a.tst: 1 of 1 passed, 3 not set up, 1 with commands that the engine does not know, 2 commands of the set-up refused",
        f"{tmp_path}/b.tst: 1 of 1 passed"]
    done = run_gopy("regress", tmp_path / "a.tst", "--engine", engine, "--verbose")
    assert "10 not set up: good" in done.stdout and "20 pass: good" in done.stdout


def test_many_refusals_are_told_in_one_line(run_gopy, engine, tmp_path):
    (tmp_path / "a.tst").write_text("".join(f"loadsgf {number}.sgf\n{number} good\n#? [yes]\n" for number in range(1, 100)))
    done = run_gopy("regress", tmp_path / "a.tst", "--engine", engine)
    assert done.returncode == 1 and done.stdout.splitlines() == [
        f"{tmp_path}/a.tst:1: refused: loadsgf 1.sgf: cannot load file, and 98 more such",
        f"{tmp_path}/a.tst: 0 of 0 passed, 99 not set up, 99 commands of the set-up refused"]


def test_a_refusal_after_the_last_test_counts_too(run_gopy, engine, tmp_path):
    (tmp_path / "a.tst").write_text("10 good\n#? [yes]\nkomi wrong\n")
    done = run_gopy("regress", tmp_path / "a.tst", "--engine", engine)
    assert done.returncode == 1 and "a.tst:3: refused: komi wrong: syntax error" in done.stdout


@pytest.mark.parametrize("between, judged", [
    ("play b A1", False), ("good", False), ("clear_board", True), ("boardsize 9", True), ("5 clear_board\n#? []", True),
    ("loadsgf no.sgf", False)])
def test_what_sets_a_position_up_anew(engine, tmp_path, between, judged):
    file = tmp_path / "x.tst"
    file.write_text(f"play wrong\n{between}\n10 good\n#? [yes]\n")
    assert list(run_file(file, engine))[-1].set_up is judged


@pytest.mark.parametrize("command", ["boardsize wrong", "loadsgf no.sgf"])
def test_another_size_is_not_mended_by_an_empty_board(engine, tmp_path, command):
    file = tmp_path / "x.tst"
    file.write_text(f"{command}\nclear_board\n10 good\n#? [yes]\nboardsize 9\nclear_board\n20 good\n#? [yes]\n")
    assert [result.set_up for result in run_file(file, engine) if isinstance(result, Result)] == [False, True]


def test_a_refusal_that_the_baseline_knows_is_no_news(run_gopy, engine, tmp_path):
    file, baseline = tmp_path / "a.tst", tmp_path / "baseline.json"
    file.write_text("loadsgf no.sgf\n10 good\n#? [yes]\n")
    run = ["regress", file, "--engine", engine, "--baseline", baseline]
    assert run_gopy(*run).returncode == 0
    assert read_baseline(baseline) == {"a.tst 10": False, "a.tst accepts loadsgf no.sgf": False}
    done = run_gopy(*run)
    assert done.returncode == 0 and done.stdout.splitlines() == [
        f"{file}: 0 of 0 passed, 1 not set up, 1 command of the set-up refused", "since the baseline: 0 broken, 0 mended"]
    file.write_text("loadsgf other.sgf\n10 good\n#? [yes]\n")
    done = run_gopy(*run)
    assert done.returncode == 1 and done.stdout.splitlines() == [
        f"{file}:1: refused: loadsgf other.sgf: cannot load file",
        f"{file}: 0 of 0 passed, 1 not set up, 1 command of the set-up refused",
        "a.tst accepts loadsgf no.sgf: passed, failed before", "since the baseline: 1 broken, 1 mended"]
    file.write_text("clear_board\n10 good\n#? [yes]\n")
    assert run_gopy(*run, "--update").returncode == 0
    assert read_baseline(baseline) == {"a.tst 10": True}


def test_what_has_changed_since_the_baseline_decides(run_gopy, engine, files, tmp_path):
    baseline = tmp_path / "baseline.json"
    run = ["regress", *files, "--engine", engine, "--baseline", baseline]
    assert run_gopy(*run).returncode == 0
    assert read_baseline(baseline) == {"a.tst 10": True, "a.tst 20": False, "b.tst 10": False, "b.tst 20": True}
    files[0].write_text("10 bad\n#? [yes]\n20 good\n#? [yes]\n40 good\n#? [yes]\n")
    done = run_gopy(*run)
    assert done.returncode == 1 and done.stdout.splitlines()[-4:] == [
        "a.tst 10: failed, passed before", "a.tst 20: passed, failed before", "a.tst 40: not in the baseline",
        "since the baseline: 1 broken, 1 mended"]
    assert read_baseline(baseline)["a.tst 10"] is True, "it stays as it was until it is updated"
    assert run_gopy(*run, "--update").returncode == 0 and run_gopy(*run).returncode == 0
    assert read_baseline(baseline)["a.tst 10"] is False


def test_only_the_files_that_are_given_are_compared(run_gopy, engine, files, tmp_path):
    baseline = tmp_path / "baseline.json"
    assert run_gopy("regress", *files, "--engine", engine, "--baseline", baseline).returncode == 0
    files[0].write_text("10 good\n#? [yes]\n")
    run = ["regress", files[0], "--engine", engine, "--baseline", baseline]
    assert run_gopy(*run).stdout.splitlines()[1:] == ["a.tst 20: in the baseline, not run", "since the baseline: 0 broken, 0 mended"]
    run_gopy(*run, "--update")
    assert list(read_baseline(baseline)) == ["a.tst 10", "b.tst 10", "b.tst 20"], "the other files keep theirs"


def test_the_path_of_the_engine_is_one_from_where_the_command_runs(tmp_path, monkeypatch, capsys, engine):
    """The engine runs in the folder of the file, so that the paths in the file are right."""
    program = tmp_path / "bin" / "engine"
    program.parent.mkdir()
    program.write_text(f"#!{sys.executable}\n{FAKE}")
    program.chmod(0o755)
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "a.tst").write_text("10 good\n#? [yes]\n")
    monkeypatch.chdir(tmp_path)
    assert main(["regress", "tests/a.tst", "--engine", "bin/engine"]) == 0
    assert "1 of 1 passed" in capsys.readouterr().out
    monkeypatch.setenv("PATH", str(program.parent), prepend=os.pathsep)
    assert main(["regress", "tests/a.tst", "--engine", "engine"]) == 0, "a bare name is sought on the path"


def test_a_baseline_keeps_tests_that_were_not_run(tmp_path):
    path = tmp_path / "b.json"
    write_baseline(path, {"x 1": True, "y 1": False})
    assert read_baseline(path) == {"x 1": True, "y 1": False} and len(path.read_text().splitlines()) == 4
    change = compare(read_baseline(path), {"x 1": False})
    assert (change.broken, change.mended, change.new, change.gone) == (["x 1"], [], [], ["y 1"])


def test_an_engine_that_ends_fails_the_rest(engine, tmp_path):
    file = tmp_path / "x.tst"
    file.write_text("1 good\n#? [yes]\n2 die\n#? [yes]\nclear_board\n3 good\n#? [!no]\n")
    assert [result.passed for result in run_file(file, engine)] == [True, False, False]


def test_an_engine_that_ends_during_the_set_up(engine, tmp_path):
    file = tmp_path / "x.tst"
    file.write_text("1 good\n#? [yes]\ndie\nclear_board\n")
    first, refusal = run_file(file, engine)
    assert first.passed and (refusal.line, refusal.command) == (3, "die") and "the engine is gone" in refusal.answer


@pytest.mark.parametrize("make, words, sentence", [
    (None, [], "No such file"), ("1 name\n#? [(]\n", [], "no regular expression"), ("", ["--update"], "--update goes with --baseline"),
    ("", ["--engine", "/no/such/engine"], "/no/such/engine"), ("", ["--engine", ""], "--engine is empty"),
    ("", ["--engine", "'"], "--engine: No closing quotation"), ("", ["--baseline", "bad.json"], "bad.json")])
def test_what_cannot_be_run_is_told_in_one_sentence(run_gopy, tmp_path, make, words, sentence):
    (tmp_path / "bad.json").write_text("[1]")
    if make is not None:
        (tmp_path / "x.tst").write_text(make)
    done = run_gopy("regress", tmp_path / "x.tst", *(tmp_path / word if word == "bad.json" else word for word in words))
    assert done.returncode == 2 and sentence in done.stderr and "Traceback" not in done.stderr


def surprises(name):
    return [str(result) for result in run_file(FOLDER / name, ENGINE) if isinstance(result, Refusal) or result.surprising]


@pytest.mark.parametrize("name", QUICK)
def test_rules(name):
    assert surprises(name) == []


def test_the_baseline_is_what_the_files_say():
    """Each test is in the baseline, as a failure where the file calls it a known one."""
    said = {f"{path.name} {step.number}": not step.expectation.known_failure
            for path in FILES for step in steps(path.read_text()) if step.expectation}
    assert read_baseline(FOLDER / "baseline.json") == said


def test_the_positions_are_those_of_their_diagrams():
    """Files of themes draw each position in a comment, above the command that sets it up."""
    drawn = 0
    for path in FILES:
        diagram = []
        for line in path.read_text().splitlines():
            if re.fullmatch(r"#    [.XO]( [.XO]){8}", line):
                diagram = (diagram if len(diagram) < 9 else []) + [line.split()[1:]]
            elif line.startswith("gogui-setup") and len(diagram) == 9:
                board = parse("\n".join(map(" ".join, diagram)))
                assert sorted(zip(line.split()[1::2], line.split()[2::2])) == board, path
                drawn += 1
    assert drawn > 20


def parse(diagram):
    """Sorted (colour, vertex) of the stones of a diagram."""
    return sorted(("bw"["XO".index(sign)], f"{column}{9 - y}") for y, row in enumerate(diagram.splitlines())
                  for column, sign in zip("ABCDEFGHJ", row.split()) if sign != ".")


@pytest.mark.slow
@pytest.mark.rare
def test_nothing_that_passed_fails(run_gopy):
    """All files against the baseline. What was mended is told, and becomes part of the baseline with --update.

    It is marked rare because what the search finds changes only with the signature, which test_signature holds.
    """
    done = run_gopy("regress", *FILES, "--baseline", FOLDER / "baseline.json")
    assert done.returncode == 0, done.stdout
