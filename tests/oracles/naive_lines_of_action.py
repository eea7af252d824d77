"""Lines of Action, slowly, from its rules: an oracle that shares no code with gopy.

A board is a dict from (row, column) to the player whose stone is there, row 0 the first rank; a move is a pair of such
cells, or PASS. See gopy/games/lines_of_action.py for the rules that sources differ about.
"""
PASS = "pass"
AROUND = [(rows, columns) for rows in (-1, 0, 1) for columns in (-1, 0, 1) if rows or columns]


class Naive:
    """A game on 7x7 or 8x8."""

    def __init__(self, size, board=None, player=0):
        middle = range(1, size - 1)
        if board is None:
            board = {(row, column): 0 for row in (0, size - 1) for column in middle}
            board |= {(row, column): 1 for row in middle for column in (0, size - 1)}
        self.size, self.board, self.player = size, board, player
        self.plies, self.passes = player, 0
        self.value = None           #: 1, 0.5 or 0 for player 0 once the game is over

    def copy(self):
        other = Naive.__new__(Naive)
        other.__dict__.update(self.__dict__)
        other.board = dict(self.board)
        return other

    def on_board(self, cell):
        return 0 <= cell[0] < self.size and 0 <= cell[1] < self.size

    def stones_in_line(self, cell, step):
        """Number of stones on the line through `cell` along `step`, both ways."""
        count = 1
        for sign in (1, -1):
            at = cell
            while True:
                at = at[0] + sign * step[0], at[1] + sign * step[1]
                if not self.on_board(at):
                    break
                count += at in self.board
        return count

    def destination(self, cell, step):
        """Where the stone on `cell` moves in a direction; None if it may not."""
        length = self.stones_in_line(cell, step)
        passed = [(cell[0] + i * step[0], cell[1] + i * step[1]) for i in range(1, length)]
        last = cell[0] + length * step[0], cell[1] + length * step[1]
        if not self.on_board(last) or self.board.get(last) == self.player:
            return None
        return None if any(self.board.get(at) == 1 - self.player for at in passed) else last

    def legal_moves(self):
        own = [cell for cell, player in self.board.items() if player == self.player]
        moves = [(cell, self.destination(cell, step)) for cell in own for step in AROUND]
        return [(start, end) for start, end in moves if end is not None] or [PASS]

    def is_connected(self, player):
        stones = {cell for cell, owner in self.board.items() if owner == player}
        todo = [stones.pop()]
        while todo:
            row, column = todo.pop()
            near = {(row + rows, column + columns) for rows, columns in AROUND} & stones
            stones -= near
            todo += near
        return not stones

    def play(self, move):
        if move == PASS:
            self.passes += 1
        else:
            self.passes = 0
            start, end = move
            del self.board[start]
            self.board[end] = self.player
        self.player = 1 - self.player
        self.plies += 1
        black, white = (self.is_connected(player) for player in (0, 1)) if move != PASS else (False, False)
        if black != white:
            self.value = 1.0 if black else 0.0
        elif black or self.passes == 2 or self.plies == 1000:
            self.value = 0.5

    def text(self, move):
        if move == PASS:
            return move
        start, end = ("abcdefgh"[column] + str(row + 1) for row, column in move)
        return start + ("x" if move[1] in self.board else "-") + end
