"""Problems of our own making: the proofs behind them, the file, and the command."""
from collections import Counter
from itertools import combinations

import pytest

from gopy.go.geometry import BLACK, WHITE, parse_vertex, pass_move, vertex_text
from gopy.lab.problems.alike import are_alike
from gopy.lab.problems.check import faults_of
from gopy.lab.problems.goal import Goal
from gopy.lab.problems.make import COUNTS, make_problems
from gopy.lab.problems.problem import board_of, read_problems, rows_of
from gopy.lab.problems.prover import Prover
from gopy.lab.problems.solution import decide, solve

#: White's stone on C3 can be caught in a ladder that begins on C4; there is no stone in its way.
LADDER = [".........", ".........", ".........", ".........", ".........", ".........", ".XO......", "..XX.....", "........."]

PROBLEMS = read_problems()


def _ladder(breaker=None):
    board = board_of(LADDER)
    if breaker:
        board.set_stone(parse_vertex(breaker, 9), WHITE)
    return board, Goal(BLACK, (parse_vertex("C3", 9),), 3)


def _names(moves):
    return [vertex_text(move, 9) for move in moves]


def test_a_ladder_is_proven_and_no_other_move_catches_the_stone():
    solution = solve(*_ladder(), None, 3000)
    assert _names(solution.right) == ["C4"]
    line = _names(next(iter(solution.right.values())).line)
    assert line[:4] == ["D3", "E3", "D4", "D5"] and len(line) > 15
    assert {"D3", "D4"} <= set(_names(solution.wrong)) and _names(solution.wrong[parse_vertex("D3", 9)].line) == ["C4"]


def test_a_stone_in_the_way_of_the_ladder_is_seen():
    """The breaker stands far from the fight, and changes the answer: the zone of a proof reaches as far as the ladder does."""
    board, goal = _ladder("G6")
    after = board.copy()
    after.play(BLACK, parse_vertex("C4", 9))
    winner, _ = decide(after, goal, None, 3000)
    assert winner == WHITE


def test_what_lies_outside_the_zone_of_a_proof_changes_nothing():
    """White's stones on any point outside the zone leave Black's ladder proven, which is searched anew each time."""
    board, goal = _ladder()
    board.play(BLACK, parse_vertex("C4", 9))
    zone = Prover(board, goal, BLACK).prove(3000).zone
    outside = [point for point, colour in enumerate(board.colours) if colour == 2 and point not in zone]
    assert outside
    for point in outside[::12]:
        changed = board.copy()
        changed.set_stone(point, WHITE)
        assert decide(changed, goal, None, 3000)[0] == BLACK


def test_no_more_points_can_be_had_than_an_endgame_asks_for():
    for problem in [problem for problem in PROBLEMS if problem.kind == "endgame"][:3]:
        found = [decide(problem.position(), Goal(BLACK, lead=lead), None, 3000)[0] for lead in (problem.lead, problem.lead + 1)]
        assert found == [BLACK, WHITE], problem.rows


def test_there_are_sixty_of_eight_kinds_and_no_two_look_alike():
    assert len(PROBLEMS) == 60
    assert Counter(problem.kind for problem in PROBLEMS) == COUNTS and min(COUNTS.values()) >= 6 and len(COUNTS) == 8
    assert {problem.level for problem in PROBLEMS} == {1, 2, 3}
    assert [pair for pair in combinations(PROBLEMS, 2) if are_alike(*pair)] == []


def test_problems_that_are_turned_or_shifted_are_alike():
    problem = next(problem for problem in PROBLEMS if problem.kind == "net" and "X" not in problem.rows[0] and "O" not in problem.rows[0])
    shifted = problem._replace(rows=(*problem.rows[1:], problem.rows[0]), right=[move[0] + str(int(move[1:]) + 1) for move in problem.right])
    assert are_alike(problem, shifted)


@pytest.mark.parametrize("kind", COUNTS)
def test_all_problems_of_a_kind_are_proven_again_and_each_wrong_first_move_is_refuted(kind):
    for problem in [problem for problem in PROBLEMS if problem.kind == kind]:
        faults, solution = faults_of(problem)
        assert faults == [], problem.rows
        assert solution.wrong and {vertex_text(move, problem.size) for move in solution.wrong} <= set(problem.wrong)


def test_a_wrong_answer_in_the_file_is_found():
    problem = next(problem for problem in PROBLEMS if problem.kind == "capture" and problem.level == 1)
    wrong = next(iter(problem.wrong))
    assert faults_of(problem._replace(right=(wrong,)))[0]
    assert faults_of(problem._replace(wrong={**problem.wrong, wrong: "pass"}))[0] == [f"the answer to {wrong} refutes nothing"]


def test_every_answer_can_be_played():
    for problem in PROBLEMS:
        size = problem.size
        for line in (problem.line, ("pass", *problem.elsewhere.split()), *((move, *answer.split()) for move, answer in problem.wrong.items())):
            board = problem.position()
            for vertex in line:
                move = parse_vertex(vertex, size)
                assert move == pass_move(size) or board.illegality(board.to_play, move) is None, (problem.rows, line)
                board.play(board.to_play, move)
        assert rows_of(problem.position()) == problem.rows and problem.line[0] in problem.right


def test_the_same_seed_makes_the_same_problem():
    told = []
    made = [make_problems(3, told.append, {"seki": 1}) for _ in range(2)]
    assert made[0] == made[1] and told == ["seki: 1 of 1"] * 2
    assert faults_of(made[0][0])[0] == []


def test_gopys_own_are_those_of_the_first_seed():
    """As far as the quickest kinds go; the others take longer, and each kind is drawn by itself."""
    counts = {kind: COUNTS[kind] for kind in ("capture", "seki")}          # 2 s of processor time, of some 80 for all
    assert make_problems(1, lambda text: None, counts) == [problem for problem in PROBLEMS if problem.kind in counts]


def test_the_command_lists_them_and_refuses_what_is_none(tmp_path, run_gopy):
    done = run_gopy("problems")
    assert done.returncode == 0 and len(done.stdout.splitlines()) == 60
    done = run_gopy("problems", "--make", tmp_path / "nowhere" / "some.jsonl")
    assert done.returncode == 2 and done.stderr == f"gopy: there is no folder {tmp_path / 'nowhere'}\n"
    other = tmp_path / "other.jsonl"
    other.write_text('{"kind": "net"}\n')
    done = run_gopy("problems", other)
    assert done.returncode == 2 and "is no file of problems" in done.stderr and "Traceback" not in done.stderr
