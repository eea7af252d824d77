"""The rules of Go, slowly, from their text: an oracle that shares no code with gopy.

A position is a dict from (row, column) to "b" or "w"; boards may be rectangles or a single line. Everything
is worked out anew from whole boards: chains by flood fill, repetition by comparing boards. The clauses are
those of Tromp and Taylor's rules, with options for suicide and for the kind of repetition that is forbidden.
"""

OTHER = {"b": "w", "w": "b"}
PASS = "pass"


class Naive:
    """A game on `rows` x `columns` points.

    ko       "simple" (no return to the board before the opponent's last move), "positional" (nor to any earlier
             board) or "situational" (nor to any earlier board with the same player to move); passes are exempt
    suicide  whether two or more own stones may be taken off; a single stone never may
    """

    def __init__(self, rows, columns=None, ko="simple", suicide=False):
        # A dict for its order and its quick `in`.
        self.points = dict.fromkeys((row, column) for row in range(rows) for column in range(columns or rows))
        self.beside = {point: self._beside(point) for point in self.points}
        self.ko, self.suicide = ko, suicide
        self.history = [({}, "b")]     # (board, player to move) after every move, and before the first
        self.passes = 0

    @property
    def board(self):
        return self.history[-1][0]

    @property
    def to_play(self):
        return self.history[-1][1]

    def copy(self):
        other = Naive.__new__(Naive)
        other.__dict__.update(self.__dict__)
        other.history = list(self.history)
        return other

    def neighbours(self, point):
        return self.beside[point]

    def _beside(self, point):
        row, column = point
        around = ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
        return [near for near in around if near in self.points]

    def region(self, board, point):
        """(all points of one colour, or empty, connected to `point`; the colours next to them, None = empty)."""
        colour = board.get(point)
        inside, border, todo = {point}, set(), [point]
        while todo:
            for near in self.beside[todo.pop()]:
                found = board.get(near)
                if found != colour:
                    border.add(found)
                elif near not in inside:
                    inside.add(near)
                    todo.append(near)
        return inside, border

    def without_dead(self, board, colour):
        """The board after all chains of `colour` that reach no empty point are removed."""
        dead = set()
        for point, found in board.items():
            if found == colour and point not in dead:
                chain, border = self.region(board, point)
                if None not in border:
                    dead |= chain
        return {point: found for point, found in board.items() if point not in dead}

    def result(self, colour, point):
        """The board after a stone of `colour` on an empty `point`; None if that is a forbidden suicide."""
        board = dict(self.board)
        board[point] = colour
        board = self.without_dead(board, OTHER[colour])
        after = self.without_dead(board, colour)
        lost = len(board) - len(after)
        if lost and not (self.suicide and lost > 1):
            return None
        return after

    def repeats(self, board, colour):
        """Whether superko forbids `board`, left by a move of `colour`."""
        if self.ko == "positional":
            return any(board == earlier for earlier, _ in self.history)
        if self.ko == "situational":
            return (board, OTHER[colour]) in self.history
        return False

    def is_simple_ko(self, board, colour):
        # Superkos imply it, unless someone moves twice in a row: who does so answers no capture.
        return colour == self.to_play and len(self.history) > 1 and board == self.history[-2][0]

    def legal(self, move, colour=None):
        colour = colour or self.to_play
        if move == PASS:
            return True
        if move in self.board:
            return False
        board = self.result(colour, move)
        return board is not None and not self.is_simple_ko(board, colour) and not self.repeats(board, colour)

    def legal_moves(self):
        return [point for point in self.points if self.legal(point)] + [PASS]

    def play(self, move, colour=None):
        colour = colour or self.to_play
        board = self.board if move == PASS else self.result(colour, move)
        self.passes = self.passes + 1 if move == PASS else 0
        self.history.append((board, OTHER[colour]))

    def area_score(self, dead=()):
        """Black's area minus White's, with the stones of `dead` off the board."""
        board = {point: colour for point, colour in self.board.items() if point not in dead}
        score = 0
        for point in self.points:
            owners = {board[point]} if point in board else self.region(board, point)[1]
            score += (owners == {"b"}) - (owners == {"w"})
        return score


def perft(game, depth, go_on_after_passes=False):
    """Number of sequences of exactly `depth` moves, passes counted; two passes end the game unless told otherwise."""
    if game.passes >= 2 and not go_on_after_passes:
        return 0
    moves = game.legal_moves()
    if depth == 1:
        return len(moves)
    total = 0
    for move in moves:
        after = game.copy()
        after.play(move)
        total += perft(after, depth - 1, go_on_after_passes)
    return total


def count_legal_positions(rows, columns=None):
    """Number of ways to fill the board (empty points included) such that every chain has a liberty."""
    game = Naive(rows, columns)
    count = 0
    for code in range(3 ** len(game.points)):
        board = {}
        for point in game.points:
            code, digit = divmod(code, 3)
            if digit:
                board[point] = "bw"[digit - 1]
        count += all(game.without_dead(board, colour) == board for colour in "bw")
    return count
