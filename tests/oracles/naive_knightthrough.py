"""Knightthrough, slowly, from its rules: an oracle that shares no code with gopy.

A board is a dict from (row, column) to the player whose knight is there, row 0 the first rank; a move is a pair of
such cells.
"""
LEAPS = [(1, 2), (1, -2), (2, 1), (2, -1)]


class Naive:
    """A game on 8x8."""

    def __init__(self, board=None, player=0):
        if board is None:
            board = {(row, column): row // 6 for row in (0, 1, 6, 7) for column in range(8)}
        self.board, self.player = board, player
        self.value = None           #: 1 or 0 for player 0 once the game is over

    def copy(self):
        other = Naive(dict(self.board), self.player)
        other.value = self.value
        return other

    def legal_moves(self):
        forward = 1 if self.player == 0 else -1
        moves = []
        for (row, column), player in self.board.items():
            for rows, columns in LEAPS:
                end = row + forward * rows, column + columns
                inside = 0 <= end[0] < 8 and 0 <= end[1] < 8
                if player == self.player and inside and self.board.get(end) != self.player:
                    moves.append(((row, column), end))
        return moves

    def play(self, move):
        start, end = move
        del self.board[start]
        self.board[end] = self.player
        last_row = 7 if self.player == 0 else 0
        if end[0] == last_row or 1 - self.player not in self.board.values():
            self.value = 1.0 if self.player == 0 else 0.0
        self.player = 1 - self.player

    def text(self, move):
        start, end = ("abcdefgh"[column] + str(row + 1) for row, column in move)
        return start + ("x" if move[1] in self.board else "-") + end
