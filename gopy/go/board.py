"""`Position`: one position in plain Python, with captures, simple ko and undo. No numba, so it starts at once.

Chains are found by flood fill when a move needs them: a move costs microseconds to tens of microseconds,
and undoing needs nothing but the captured points.
"""
from typing import NamedTuple

from gopy.go.board_picture import notebook_picture
from gopy.go.draw import board_lines, player_text, prisoners_text
from gopy.go.geometry import BLACK, EMPTY, OFF_BOARD, neighbour_table, num_points, opponent, pass_move, point_at, points, row_and_column
from gopy.go.zobrist import situational_hash, zobrist_keys

#: `Position.ko` when no point is forbidden.
NO_POINT = -1


class Undo(NamedTuple):
    """What `Position.undo` needs to take back a move: what `Position.play` removed, and the values before the move."""
    move: int
    removed: tuple[int, ...]    # captured points; of a suicide, the mover's own points
    colour: int
    to_play: int
    ko: int
    ko_colour: int
    hash: int
    replaced: int       # what was on the point: EMPTY, or the colour of a stone that the move has replaced


class Position:
    """Stones, side to move, prisoners and ko point. Its methods take points, moves and colours as numbers, and check none of them.

    Its `repr` is the board as text, and a notebook shows it as a picture.

    colours    list of BLACK, WHITE or EMPTY, indexed by point; OFF_BOARD in the gaps
    to_play    whose turn it is; `play` accepts either colour and gives the turn to the other
    captures   [stones that Black took off, stones that White took off]; the stones of a suicide count for the opponent
    ko         the point where `ko_colour` may not capture at once, or NO_POINT
    hash       Zobrist hash of the stones (see gopy.go.zobrist)
    """

    def __init__(self, size: int) -> None:
        self.size = size
        self.colours = [OFF_BOARD] * num_points(size)
        for point in points(size):
            self.colours[point] = EMPTY
        self.to_play: int = BLACK
        self.captures = [0, 0]
        self.ko = NO_POINT
        self.ko_colour: int = BLACK
        self.hash = 0
        self._neighbours = neighbour_table(size)
        self._keys = zobrist_keys(size)
        self._pass = pass_move(size)

    def __repr__(self) -> str:
        return "\n".join([*board_lines(self.colours, self.size), f"{player_text(self.to_play)} to play", prisoners_text(self.captures)])

    def _repr_svg_(self) -> str:
        return notebook_picture(self.colours, self.size, title="a position of Go")

    def copy(self) -> "Position":
        """An independent board in the same position."""
        other = Position.__new__(Position)
        other.__dict__.update(self.__dict__)
        other.colours = self.colours.copy()
        other.captures = self.captures.copy()
        return other

    def situation(self) -> int:
        """Hash of the stones and of whose turn it is."""
        return situational_hash(self.hash, self.to_play)

    def ko_for(self, colour: int) -> int:
        """The point that the ko rule forbids to `colour`, or NO_POINT."""
        return self.ko if colour == self.ko_colour else NO_POINT

    def chain(self, point: int) -> tuple[set[int], set[int]]:
        """(set of stones, set of liberties) of the chain at an occupied point."""
        colours, neighbours = self.colours, self._neighbours
        colour = colours[point]
        stones, frontier = {point}, [point]
        liberties: set[int] = set()
        while frontier:
            for near in neighbours[frontier.pop()]:
                if colours[near] == EMPTY:
                    liberties.add(near)
                elif colours[near] == colour and near not in stones:
                    stones.add(near)
                    frontier.append(near)
        return stones, liberties

    def stones(self, colour: int) -> list[int]:
        """List of the points that hold a stone of `colour`."""
        return [point for point, found in enumerate(self.colours) if found == colour]

    def is_eye(self, point: int, colour: int) -> bool:
        """Whether an empty point is an eye of `colour`: own stones on all sides, and at most one enemy stone on its diagonals,
        none at the edge of the board."""
        if self.colours[point] != EMPTY or any(self.colours[near] != colour for near in self._neighbours[point]):
            return False
        row, column = row_and_column(point, self.size)
        diagonals = [point_at(row + down, column + right, self.size) for down in (-1, 1) for right in (-1, 1)
                     if 0 <= row + down < self.size and 0 <= column + right < self.size]
        enemies = sum(self.colours[diagonal] == opponent(colour) for diagonal in diagonals)
        return enemies <= (1 if len(diagonals) == 4 else 0)

    def set_stone(self, point: int, colour: int) -> None:
        """Put a stone of `colour` (or EMPTY) on a point as set-up: nothing is captured."""
        before = self.colours[point]
        if before != EMPTY:
            self.hash ^= self._keys[before][point]
        if colour != EMPTY:
            self.hash ^= self._keys[colour][point]
        self.colours[point] = colour
        self.ko = NO_POINT

    def illegality(self, colour: int, move: int, suicide: bool = False) -> str | None:
        """Why `colour` may not play `move` here ("occupied", "ko", "suicide"), or None. Superko is not checked."""
        if move == self._pass:
            return None
        if self.colours[move] != EMPTY:
            return "occupied"
        if move == self.ko and colour == self.ko_colour:
            return "ko"
        captured, own = self._removed_by(colour, move)
        if not captured and own and not (suicide and len(own) > 1):
            return "suicide"
        return None

    def hash_after(self, colour: int, move: int) -> int:
        """What `hash` would be after a move, which is not made."""
        if move == self._pass:
            return self.hash
        captured, own = self._removed_by(colour, move)
        after = self.hash ^ self._keys[colour][move]
        for point in captured:
            after ^= self._keys[opponent(colour)][point]
        for point in own:
            after ^= self._keys[colour][point]
        return after

    def play(self, colour: int, move: int) -> Undo:
        """Play a move, and return what `undo` needs. A suicide is carried out, and a stone on the point is replaced."""
        replaced, before = EMPTY if move == self._pass else self.colours[move], self.hash
        if replaced != EMPTY:
            self._take(move)
        captured, own = ((), ()) if move == self._pass else self._removed_by(colour, move)
        undo = Undo(move, captured + own, colour, self.to_play, self.ko, self.ko_colour, before, replaced)
        self.ko = NO_POINT
        self.to_play = opponent(colour)
        if move == self._pass:
            return undo
        self._put(move, colour)
        for point in undo.removed:
            self._take(point)
        self.captures[colour] += len(captured)
        self.captures[opponent(colour)] += len(own)
        if len(captured) == 1:
            stones, liberties = self.chain(move)
            if len(stones) == 1 and len(liberties) == 1:
                self.ko, self.ko_colour = captured[0], opponent(colour)
        return undo

    def undo(self, undo: Undo) -> None:
        """Take back the last move, given what `play` returned for it."""
        move, removed, colour, self.to_play, self.ko, self.ko_colour, self.hash, replaced = undo
        if move == self._pass:
            return
        suicide = move in removed
        owner = colour if suicide else opponent(colour)
        self.captures[opponent(owner)] -= len(removed)
        for point in removed:
            self.colours[point] = owner
        self.colours[move] = replaced

    def _put(self, point: int, colour: int) -> None:
        self.colours[point] = colour
        self.hash ^= self._keys[colour][point]

    def _take(self, point: int) -> None:
        self.hash ^= self._keys[self.colours[point]][point]
        self.colours[point] = EMPTY

    def _removed_by(self, colour: int, move: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """(opponent's points captured by a move, own points lost by it): tuples, one of them empty."""
        colours = self.colours
        breathes = False
        captured: tuple[int, ...] = ()
        for near in self._neighbours[move]:
            found = colours[near]
            if found == EMPTY:
                breathes = True
            elif found == colour:
                breathes = breathes or self._dead_without(near, move) is None
            elif near not in captured:
                captured += self._dead_without(near, move) or ()
        if breathes or captured:
            return captured, ()
        own = {move}
        for near in self._neighbours[move]:
            if colours[near] == colour:
                own |= self.chain(near)[0]
        return (), tuple(sorted(own))

    def _dead_without(self, point: int, last: int) -> tuple[int, ...] | None:
        """The chain at `point` as a tuple if it has no liberty but `last`, else None."""
        colours, neighbours = self.colours, self._neighbours
        colour = colours[point]
        stones, frontier = {point}, [point]
        while frontier:
            for near in neighbours[frontier.pop()]:
                if colours[near] == EMPTY:
                    if near != last:
                        return None
                elif colours[near] == colour and near not in stones:
                    stones.add(near)
                    frontier.append(near)
        return tuple(stones)
