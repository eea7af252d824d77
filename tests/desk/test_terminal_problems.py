"""Problems in the terminal: tasks, answers to wrong moves, hints, and what is remembered."""
import io

import pytest
from typed_lines import in_one_line, lines_reader, widest

from gopy.__main__ import main as gopy
from gopy.base.columns import WIDTH
from gopy.desk.terminal.console import Console
from gopy.desk.terminal.problems import ProblemsTalk, Solved
from gopy.lab.problems.problem import read_problems, write_problems

PROBLEMS = read_problems()


def talk(typed, problems=PROBLEMS, solved=None):
    """What was printed while a person typed the lines `typed`."""
    out = io.StringIO()
    ProblemsTalk(problems, solved or Solved(keeps=False), Console(lines_reader(typed, out), out)).run()
    return out.getvalue()


def first(kind):
    return next(problem for problem in PROBLEMS if problem.kind == kind)


def test_a_right_move_is_played_out_and_the_next_problem_follows():
    problem = PROBLEMS[0]
    text = talk([problem.right[0], "", "quit"])
    told = in_one_line(text)
    assert "0 of 60 solved." in told and "Problem 1: Capture, easy." in told and "Right! It goes on White " in told
    assert "1 of 60 solved. Enter leads to the next one." in told and told.index("Problem 2: ") > told.index("Right!")


@pytest.mark.parametrize("kind", ["capture", "ladder", "endgame"])
def test_a_wrong_move_is_answered_and_may_be_followed_by_another(kind):
    problem = first(kind)
    wrong, answer = next((move, answer) for move, answer in problem.wrong.items() if answer)
    told = in_one_line(talk([wrong, problem.right[0], "quit"], [problem]))
    assert f"{wrong} does not work: White {answer.split()[0]}" in told and told.index("Right!") > told.index("does not work")
    assert talk(["pass", "quit"], [problem]).count("A B C") == 4          # the board as it was, and with the answer


def test_marked_stones_have_another_shape_and_the_task_names_it():
    text = talk(["quit"], [first("capture")])
    assert "capture the marked stone" in text and "Marked: o." in in_one_line(text) and text.count(" o ") + text.count(" o.") >= 1


def test_hints_the_answer_and_other_problems():
    problem = PROBLEMS[0]
    text = talk(["hint", "hint", "show", "go 17", "before", "list", "go 61", "Z9", "A", "nothing", "help", "quit"])
    told = in_one_line(text)
    assert "Count the liberties" in told and "quarter of the board" in told and f"The answer is Black {problem.line[0]}" in told
    assert told.index("Problem 16: ") > told.index("Problem 17: ") and "Ladder: 17 18 19 20 21 22 23" in told
    assert "a number from 1 to 60, not '61'" in told and "'Z9' is neither" in told and "go to the next problem" in told


def test_what_is_not_possible_is_explained():
    problem = next(problem for problem in PROBLEMS if problem.ko)
    told = in_one_line(talk([problem.ko, "quit"], [problem]))
    assert told.count(f"{problem.ko} is not possible: that is a ko, which may not be taken back at once") == 2      # once with the task


def test_what_is_solved_is_remembered(tmp_path):
    talk([PROBLEMS[0].right[0], "go 3", PROBLEMS[2].right[0], "quit"], solved=Solved(folder=tmp_path / "state"))
    text = talk(["list", "quit"], solved=Solved(folder=tmp_path / "state"))
    assert "2 of 60 solved" in text and "Problem 2: " in text and "Capture: 1* 2 3* 4" in text


def test_a_folder_that_cannot_be_written_to_is_told(tmp_path):
    (tmp_path / "file").write_text("")
    told = in_one_line(talk([PROBLEMS[0].right[0], "quit"], solved=Solved(folder=tmp_path / "file")))
    assert "Right!" in told and "could not be kept: " in told


def test_no_line_of_any_problem_is_wider_than_a_terminal():
    typed = [line for problem in PROBLEMS for line in ("hint", "hint", *problem.wrong, problem.right[0], "show", "next")]
    text = talk([*typed, "list", "help", "quit"])
    assert widest(text) <= WIDTH


def run(words, monkeypatch, typed=""):
    monkeypatch.setattr("sys.stdin", io.StringIO(typed))
    return gopy(["play", *map(str, words)])


def test_a_file_of_problems_is_solved(monkeypatch, capsys, tmp_path):
    path = tmp_path / "two.jsonl"
    write_problems(path, PROBLEMS[3:5])
    assert run(["--problems", path], monkeypatch, f"{PROBLEMS[3].right[0]}\nquit\n") == 0
    assert "1 of 2 solved" in capsys.readouterr().out


@pytest.mark.parametrize("words, text, message", [
    (["--problems", "/nowhere/x.jsonl"], None, "cannot read /nowhere/x.jsonl: No such file or directory"),
    (["--problems", "{file}"], "", "is no file of problems: it is empty"),
    (["--problems", "{file}"], '{"kind": "net"}\n', "is no file of problems"),
    (["--problems", "{file}"], '{"kind":"net","level":1,"rows":[3],"ko":"","attacker":"black","targets":["A1"],"enough":0,"lead":0,"own":[],'
                               '"right":["A1"],"line":["A1"],"wrong":{},"elsewhere":""}\n', "is no file of problems"),
    (["--problems", "--level", "3"], None, "--level does not go with --problems"),
    (["--problems", "--game", "tictactoe"], None, "--game does not go with --problems"),
])
def test_mistakes(words, text, message, monkeypatch, capsys, tmp_path):
    path = tmp_path / "some.jsonl"
    if text is not None:
        path.write_text(text)
    assert run([word.format(file=path) for word in words], monkeypatch) == 2
    told = capsys.readouterr().err
    assert message in told and told.count("\n") == 1
