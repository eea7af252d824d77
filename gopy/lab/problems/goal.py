"""What a problem asks for, and when it is decided.

There are two kinds of goal. One is about stones: the attacker wants to take one of the marked stones off the board, the defender
to keep them all. They are kept when both players pass, and, if the goal says so, as soon as they have enough liberties on the
attacker's turn. The other is about points: Black is to be ahead by so many when both have passed and areas are counted as they stand.
"""
from typing import NamedTuple

from gopy.go.board import Position
from gopy.go.geometry import BLACK, WHITE, opponent
from gopy.go.score import area_score


class Goal(NamedTuple):
    """A question whose answer is yes or no at the end of play."""
    attacker: int                       #: BLACK or WHITE; with `lead`, BLACK
    targets: tuple[int, ...] = ()       #: points of stones of the other colour
    enough: int = 0                     #: liberties that make the targets safe on the attacker's turn; 0: no number does
    stake: tuple[int, ...] = ()         #: points of stones of the attacker; if he loses one, the defender has reached his goal
    lead: int | None = None             #: points by which Black is to be ahead; None: the goal is about the targets

    def winner(self, board: Position, passes: int) -> int | None:
        """The colour that has reached what it wants after `passes` passes in a row; None as long as that is open."""
        if self.lead is not None:
            if passes < 2:
                return None
            return BLACK if area_score(board.colours, board.size) >= self.lead else WHITE
        defender = opponent(self.attacker)
        if any(board.colours[target] != defender for target in self.targets):
            return self.attacker
        if passes >= 2 or any(board.colours[stone] != self.attacker for stone in self.stake):
            return defender
        if board.to_play == self.attacker:
            if self.capture(board) is not None:
                return self.attacker
            if self.enough and all(len(board.chain(target)[1]) >= self.enough for target in self.targets):
                return defender
        return None

    def capture(self, board: Position) -> int | None:
        """The attacker's move that takes a target off the board at once; None without one."""
        for target in self.targets:
            if board.colours[target] == opponent(self.attacker):
                liberties = board.chain(target)[1]
                if len(liberties) == 1 and board.ko_for(self.attacker) not in liberties:
                    return next(iter(liberties))
        return None
