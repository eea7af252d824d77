"""The problems as the page is shown them, as values that JSON can hold."""
from functools import cache

from gopy.lab.problems.problem import read_problems


@cache
def problem_views() -> list[dict]:
    """All problems. Boards are texts, one character a square (see wire); moves are vertices, Black's first."""
    return [{"kind": problem.kind, "level": problem.level, "size": problem.size, "board": "".join(problem.rows), "task": problem.task,
             "ko": problem.ko, "marked": problem.marked(), "right": problem.right, "line": problem.line,
             "wrong": {move: answer.split() for move, answer in problem.wrong.items()}, "elsewhere": problem.elsewhere.split()}
            for problem in read_problems()]
