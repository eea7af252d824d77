"""Whether two problems look alike: turned, mirrored or shifted, with at most a few stones that differ."""
from gopy.go.geometry import EMPTY, parse_vertex, points, row_and_column, turned_place
from gopy.lab.problems.problem import Problem

#: Problems of one kind with fewer different stones than this are alike.
_DIFFERENT = 4


def _views(problem: Problem):
    """The stones seen from the right move, in each of the eight turns and mirrors: sets of (row, column, colour)."""
    board, size = problem.position(), problem.size
    row0, column0 = row_and_column(parse_vertex(problem.right[0], size), size)
    stones = [(*row_and_column(point, size), board.colours[point]) for point in points(size) if board.colours[point] != EMPTY]
    return [{(*turned_place(turn, row - row0, column - column0, 0), colour) for row, column, colour in stones} for turn in range(8)]


def are_alike(problem: Problem, other: Problem) -> bool:
    """Whether somebody who has solved one of them knows the other."""
    if problem.kind != other.kind:
        return False
    stones = _views(other)[0]
    return any(len(view ^ stones) < _DIFFERENT for view in _views(problem))
