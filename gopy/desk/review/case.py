"""A mistake and what the searches say around it: the boards, and whose stones and points are by them."""
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property

from gopy.desk.review.looks import Look
from gopy.go.board import Position
from gopy.go.geometry import BLACK, EMPTY, neighbours, opponent, pass_move, points, row_and_column

#: Stones or points whose ownership the move lowers by less than this, as compared with the better move, are no reason.
LEAST_FALL = 0.25

#: Stones are near a move that lies no farther from one of them, in steps along the lines.
NEAR = 2


def part_of_board(points: tuple[int, ...], size: int) -> str:
    """Where points lie, as seen by who looks at the board: "upper left", "right", "centre"."""
    places = [row_and_column(point, size) for point in points]
    up, right = (sum(place[axis] for place in places) / len(places) / max(size - 1, 1) for axis in (0, 1))
    row = "upper" if up > 0.62 else "lower" if up < 0.38 else ""
    column = "right" if right > 0.62 else "left" if right < 0.38 else ""
    return " ".join(filter(None, (row, column))) or "centre"


@dataclass(frozen=True)
class Case:
    """A mistake, and what the searches say around it.

    before   the board before the move; `mover` played `played`, and `better` was better
    was, now, could     the Looks before the move, after it, and after the better move
    better_line         how the game would go on, the better move first
    points_lost         what the move cost in points by a whole review; None: by the two Looks alone
    """

    before: Position
    mover: int
    played: int
    better: int
    was: Look
    now: Look
    could: Look
    better_line: tuple[int, ...] = ()
    points_lost: float | None = None

    @cached_property
    def after(self) -> Position:
        """The board after the move."""
        board = self.before.copy()
        board.play(self.mover, self.played)
        return board

    @property
    def size(self) -> int:
        return self.before.size

    @property
    def passing(self) -> int:
        return pass_move(self.size)

    @property
    def other(self) -> int:
        """The opponent."""
        return opponent(self.mover)

    @property
    def reply(self) -> int | None:
        """What the opponent is expected to answer, if it is a point of the board."""
        return None if self.now.reply in (None, self.passing) else self.now.reply

    def held(self, look: Look, stones: Iterable[int]) -> float:
        """Mean ownership of points in a Look, as the player sees it."""
        values = [look.ownership[point] for point in stones]
        return (1.0 if self.mover == BLACK else -1.0) * sum(values) / len(values)

    @cached_property
    def chains(self) -> list[tuple[int, tuple[int, ...], int]]:
        """(owner, stones, number of liberties) of each chain that stands before the move and still after it, the largest first."""
        found, seen = [], set()
        for point in points(self.size):
            if self.before.colours[point] != EMPTY and point not in seen:
                stones, liberties = self.before.chain(point)
                seen |= stones
                if all(self.after.colours[stone] == self.before.colours[point] for stone in stones):
                    found.append((self.before.colours[point], tuple(sorted(stones)), len(liberties)))
        return sorted(found, key=lambda chain: -len(chain[1]))

    @cached_property
    def instead(self) -> Position:
        """The board after the better move."""
        board = self.before.copy()
        board.play(self.mover, self.better)
        return board

    def chains_at_better(self, owner: int) -> list[tuple[int, ...]]:
        """The chains of an owner that the better move touches, and that the move leaves standing; those that it costs most first."""
        if self.better == self.passing:
            return []
        touched = {tuple(sorted(self.before.chain(near)[0])) for near in neighbours(self.better, self.size)
                   if self.before.colours[near] == owner}
        standing = [stones for stones in touched if all(self.after.colours[stone] == owner for stone in stones)]
        return sorted(standing, key=lambda stones: (-self.fall(stones), stones))

    @cached_property
    def taken_next(self) -> tuple[int, ...]:
        """The player's stones that the expected reply captures."""
        return () if self.reply is None else tuple(sorted(self.after.copy().play(self.other, self.reply).removed))

    @cached_property
    def takes(self) -> tuple[int, ...]:
        """The opponent's stones that the better move would have captured."""
        return tuple(sorted(self.before.copy().play(self.mover, self.better).removed))

    def fall(self, stones: Iterable[int]) -> float:
        """By how much less the player owns of these points than after the better move."""
        stones = tuple(stones)
        return self.held(self.could, stones) - self.held(self.now, stones)

    @property
    def lead_lost(self) -> float:
        """How many points of the lead the player has less than after the better move."""
        if self.points_lost is not None:
            return self.points_lost
        fall = self.could.lead - self.now.lead
        return fall if self.mover == BLACK else -fall

    def near(self, stones: Iterable[int], move: int | None, steps: int = NEAR) -> bool:
        """Whether a move is so many steps, or fewer, from one of these stones or points."""
        if move is None or move == self.passing:
            return False
        row, column = row_and_column(move, self.size)
        return any(abs(row - other_row) + abs(column - other_column) <= steps
                   for other_row, other_column in (row_and_column(stone, self.size) for stone in stones))

    def heaviest(self, owner: int, test: Callable[[float, float], bool]) -> tuple[int, ...]:
        """The chain of an owner that the move costs most, of those with test(held now, held after the better move); or none."""
        found = [stones for whose, stones, _ in self.chains if whose == owner and self.fall(stones) >= LEAST_FALL
                 and test(self.held(self.now, stones), self.held(self.could, stones))]
        return max(found, key=lambda stones: len(stones) * self.fall(stones), default=())
