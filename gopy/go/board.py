"""`Board`: one position in plain Python, with captures, simple ko and undo. No numba, so it starts at once.

Chains are found by flood fill when a move needs them: a move costs microseconds to tens of microseconds,
and undoing needs nothing but the captured points.
"""
from typing import NamedTuple

from gopy.go.geometry import (BLACK, EMPTY, OFF_BOARD, neighbour_table, num_points, opponent, pass_move, point_at,
                              points, row_and_column)
from gopy.go.zobrist import situational_hash, zobrist_keys

#: `Board.ko` when no point is forbidden.
NO_POINT = -1


class Undo(NamedTuple):
    """What `Board.undo` needs to take back a move: what `Board.play` removed, and the values before the move."""
    move: int
    removed: tuple      # captured points; of a suicide, the mover's own points
    colour: int
    to_play: int
    ko: int
    ko_colour: int
    hash: int
    replaced: int       # what was on the point: EMPTY, or the colour of a stone that the move has replaced


class Board:
    """Stones, side to move, prisoners and ko point.

    colours    list of BLACK, WHITE or EMPTY, indexed by point; OFF_BOARD in the gaps
    to_play    whose turn it is; `play` accepts either colour and gives the turn to the other
    captures   [stones that Black took off, stones that White took off]; the stones of a suicide count for the opponent
    ko         the point where `ko_colour` may not capture at once, or NO_POINT
    hash       Zobrist hash of the stones (see gopy.go.zobrist)
    """

    def __init__(self, size) -> None:
        self.size = size
        self.colours = [OFF_BOARD] * num_points(size)
        for point in points(size):
            self.colours[point] = EMPTY
        self.to_play = BLACK
        self.captures = [0, 0]
        self.ko = NO_POINT
        self.ko_colour = BLACK
        self.hash = 0
        self._neighbours = neighbour_table(size)
        self._keys = zobrist_keys(size)
        self._pass = pass_move(size)

    def copy(self) -> "Board":
        """An independent board in the same position."""
        other = Board.__new__(Board)
        other.__dict__.update(self.__dict__)
        other.colours = self.colours.copy()
        other.captures = self.captures.copy()
        return other

    def situation(self) -> int:
        """Hash of the stones and of whose turn it is."""
        return situational_hash(self.hash, self.to_play)

    def ko_for(self, colour) -> int:
        """The point that the ko rule forbids to `colour`, or NO_POINT."""
        return self.ko if colour == self.ko_colour else NO_POINT

    def chain(self, point) -> tuple[set[int], set[int]]:
        """(set of stones, set of liberties) of the chain at an occupied point."""
        colours, neighbours = self.colours, self._neighbours
        colour = colours[point]
        stones, liberties, frontier = {point}, set(), [point]
        while frontier:
            for near in neighbours[frontier.pop()]:
                if colours[near] == EMPTY:
                    liberties.add(near)
                elif colours[near] == colour and near not in stones:
                    stones.add(near)
                    frontier.append(near)
        return stones, liberties

    def stones(self, colour) -> list[int]:
        """List of the points that hold a stone of `colour`."""
        return [point for point, found in enumerate(self.colours) if found == colour]

    def is_eye(self, point, colour) -> bool:
        """Whether an empty point is an eye of `colour`: own stones on all sides, and at most one enemy stone on its diagonals,
        none at the edge of the board."""
        if self.colours[point] != EMPTY or any(self.colours[near] != colour for near in self._neighbours[point]):
            return False
        row, column = row_and_column(point, self.size)
        diagonals = [point_at(row + down, column + right, self.size) for down in (-1, 1) for right in (-1, 1)
                     if 0 <= row + down < self.size and 0 <= column + right < self.size]
        enemies = sum(self.colours[diagonal] == opponent(colour) for diagonal in diagonals)
        return enemies <= (1 if len(diagonals) == 4 else 0)

    def set_stone(self, point, colour) -> None:
        """Put a stone of `colour` (or EMPTY) on a point as set-up: nothing is captured."""
        before = self.colours[point]
        if before != EMPTY:
            self.hash ^= self._keys[before][point]
        if colour != EMPTY:
            self.hash ^= self._keys[colour][point]
        self.colours[point] = colour
        self.ko = NO_POINT

    def illegality(self, colour, move, suicide=False) -> str | None:
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

    def hash_after(self, colour, move) -> int:
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

    def play(self, colour, move) -> Undo:
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

    def undo(self, undo) -> None:
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

    def _put(self, point, colour):
        self.colours[point] = colour
        self.hash ^= self._keys[colour][point]

    def _take(self, point):
        self.hash ^= self._keys[self.colours[point]][point]
        self.colours[point] = EMPTY

    def _removed_by(self, colour, move):
        """(opponent's points captured by a move, own points lost by it): tuples, one of them empty."""
        colours = self.colours
        breathes = False
        captured = ()
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

    def _dead_without(self, point, last):
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
