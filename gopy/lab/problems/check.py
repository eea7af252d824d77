"""A problem proven again: that its right moves are all that reach the goal, and that its answers refute the others."""
from gopy.go.geometry import EMPTY, parse_vertex, pass_move, vertex_text
from gopy.lab.problems.problem import Problem
from gopy.lab.problems.solution import CHECKED, Solution, solve


def faults_of(problem: Problem) -> tuple[list[str], Solution | None]:
    """(sentences on what is not as the problem says, the proofs or None)"""
    size, board = problem.size, problem.position()
    solution = solve(board, problem.goal(), problem.own_points(), CHECKED, most_right=len(problem.right))
    if solution is None:
        return ["there is no proof that the first moves are the only right ones"], None
    faults = []
    if {vertex_text(move, size) for move in solution.right} != set(problem.right):
        faults.append("other first moves are right")
    if {vertex_text(move, size) for move in solution.wrong} - set(problem.wrong):
        faults.append("a wrong first move has no answer")
    if not _reaches(problem, problem.line, True):
        faults.append("the main line does not reach the goal")
    faults += [f"the answer to {move} refutes nothing" for move, answer in problem.wrong.items()
               if not _reaches(problem, (move, *answer.split()), False)]
    if not _reaches(problem, ("pass", *problem.elsewhere.split()), False):
        faults.append("the answer to a move elsewhere refutes nothing")
    return faults, solution


def _reaches(problem, line, wanted):
    """Whether a line can be played and ends with the goal reached, or not reached, as is wanted."""
    board, goal, size = problem.position(), problem.goal(), problem.size
    for vertex in line:
        move = parse_vertex(vertex, size)
        if move != pass_move(size) and (board.colours[move] != EMPTY or board.illegality(board.to_play, move)):
            return False
        board.play(board.to_play, move)
    winner = goal.winner(board, 0)
    return (goal.winner(board, 2) if winner is None else winner) == (0 if wanted else 1)
