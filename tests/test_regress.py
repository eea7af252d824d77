"""`gopy regress`: the format of the files, counts, baselines, and the files of this repository."""
import re
import sys
from pathlib import Path

import pytest

from gopy.regress.baseline import compare, read_baseline, write_baseline
from gopy.regress.command import ENGINE
from gopy.regress.runner import run_file
from gopy.regress.script import steps

FOLDER = Path(__file__).parent / "regression"
FILES = sorted(FOLDER.glob("*.tst"))

#: Files whose answers need no search.
QUICK = ["rules.tst"]


def test_the_format():
    script = "# comment\nboardsize 9\n\n1 genmove b # why\n#? [D4|E5]\n2 genmove w\n#? [!A1]*\n3 name\nquit\n"
    found = list(steps(script))
    assert [(number, command) for number, command, _ in found] == \
        [("", "boardsize 9"), ("1", "genmove b"), ("2", "genmove w"), ("3", "name"), ("", "quit")]
    either, negated = found[1].expectation, found[2].expectation
    assert either.holds("E5") and not either.holds("E55") and either.text == "#? [D4|E5]"
    assert negated.holds("A2") and not negated.holds("A1") and negated.known_failure and not either.known_failure
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
    number, command = line.split()[:2]
    if command == "die":
        break
    known = {"good": "= yes", "bad": "= no"}
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


def test_a_baseline_keeps_tests_that_were_not_run(tmp_path):
    path = tmp_path / "b.json"
    write_baseline(path, {"x 1": True, "y 1": False})
    assert read_baseline(path) == {"x 1": True, "y 1": False} and len(path.read_text().splitlines()) == 4
    change = compare(read_baseline(path), {"x 1": False})
    assert (change.broken, change.mended, change.new, change.gone) == (["x 1"], [], [], ["y 1"])


def test_an_engine_that_ends_fails_the_rest(engine, tmp_path):
    file = tmp_path / "x.tst"
    file.write_text("1 good\n#? [yes]\n2 die\n#? [yes]\n3 good\n#? [yes]\n")
    assert [result.passed for result in run_file(file, engine)] == [True, False, False]


@pytest.mark.parametrize("make, words, sentence", [
    (None, [], "No such file"), ("1 name\n#? [(]\n", [], "no regular expression"), ("", ["--update"], "--update goes with --baseline"),
    ("", ["--engine", "/no/such/engine"], "/no/such/engine"), ("", ["--baseline", "bad.json"], "bad.json")])
def test_what_cannot_be_run_is_told_in_one_sentence(run_gopy, tmp_path, make, words, sentence):
    (tmp_path / "bad.json").write_text("[1]")
    if make is not None:
        (tmp_path / "x.tst").write_text(make)
    done = run_gopy("regress", tmp_path / "x.tst", *(tmp_path / word if word == "bad.json" else word for word in words))
    assert done.returncode == 2 and sentence in done.stderr and "Traceback" not in done.stderr


def surprises(name):
    return [str(result) for result in run_file(FOLDER / name, ENGINE) if result.surprising]


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
def test_nothing_that_passed_fails(run_gopy):
    """All files against the baseline. What was mended is told, and becomes part of the baseline with --update."""
    done = run_gopy("regress", *FILES, "--baseline", FOLDER / "baseline.json")
    assert done.returncode == 0, done.stdout
