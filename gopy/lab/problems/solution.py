"""Which first moves reach the goal of a problem, and what refutes the others: every first move on the board is decided."""
from typing import NamedTuple

from gopy.go.board import Position
from gopy.go.geometry import EMPTY, pass_move
from gopy.lab.problems.goal import Goal
from gopy.lab.problems.prover import Proof, Prover

#: Positions that one proof may take when problems are sought, and when they are checked.
SOUGHT, CHECKED = 2500, 50_000

#: Positions of the first attempt to decide a move; each further one has four times as many.
_FIRST_ATTEMPT = 150


class Solution(NamedTuple):
    """All first moves, decided. Moves outside `wrong` and `right` are refuted as `elsewhere` is."""
    right: dict[int, Proof]     #: moves that reach the goal
    wrong: dict[int, Proof]     #: moves that do not, with what the opponent proves
    elsewhere: Proof            #: what the opponent proves when the first move is a pass

    @property
    def nodes(self) -> int:
        """Positions in all the searches that ended with a proof."""
        return self.elsewhere.nodes + sum(proof.nodes for proof in (*self.right.values(), *self.wrong.values()))


def decide(board: Position, goal: Goal, own, most: int) -> tuple[int, Proof] | None:
    """(who reaches what he wants with best play, the proof); None if `most` positions a proof do not tell."""
    attempt = min(_FIRST_ATTEMPT, most)
    while True:
        for prover in (board.to_play, 1 - board.to_play):
            proof = Prover(board, goal, prover, own).prove(attempt)
            if proof is not None:
                return prover, proof
        if attempt >= most:
            return None
        attempt = min(most, 4 * attempt)


def solve(board: Position, goal: Goal, own, most: int, most_right: int = 1) -> Solution | None:
    """The Solution for the side to move; None if there is none, if more than `most_right` moves are right, or if a proof fails."""
    solver = board.to_play
    after = board.copy()
    after.play(solver, pass_move(board.size))
    found = decide(after, goal, own, most)
    if found is None or found[0] == solver:
        return None
    elsewhere = found[1]
    right, wrong = {}, {}
    near = elsewhere.zone if goal.lead is None else range(len(board.colours))
    for move in sorted(point for point in near if board.colours[point] == EMPTY and board.illegality(solver, point) is None):
        after = board.copy()
        after.play(solver, move)
        found = decide(after, goal, own, most)
        if found is None:
            return None
        winner, proof = found
        (right if winner == solver else wrong)[move] = proof
        if len(right) > most_right:
            return None
    return Solution(right, wrong, elsewhere) if right else None


