"""MiniShogi, slowly and from the rules: a board of letters, every move tried, every mate looked for.

A piece is written as in a diagram: P S B R G K of player 0, small letters of player 1, + before promoted ones. Squares
are (file, rank), 0 to 4 each. Moves are texts: a2a3, d1a4+, S@b3.
"""
START = {(0, 0): "K", (1, 0): "G", (2, 0): "S", (3, 0): "B", (4, 0): "R", (0, 1): "P",
         (4, 4): "k", (3, 4): "g", (2, 4): "s", (1, 4): "b", (0, 4): "r", (4, 3): "p"}

ROOK = [(0, 1), (0, -1), (1, 0), (-1, 0)]
BISHOP = [(1, 1), (1, -1), (-1, 1), (-1, -1)]
GOLD = [(-1, 1), (0, 1), (1, 1), (-1, 0), (1, 0), (0, -1)]
STEPS = {"P": [(0, 1)], "S": [(-1, 1), (0, 1), (1, 1), (-1, -1), (1, -1)], "G": GOLD, "K": ROOK + BISHOP, "B": [], "R": [],
         "+P": GOLD, "+S": GOLD, "+B": ROOK, "+R": BISHOP}
SLIDES = {"B": BISHOP, "+B": BISHOP, "R": ROOK, "+R": ROOK}


class Position:
    """A position; `hands[player]` lists letters in capitals."""

    def __init__(self):
        self.board, self.hands, self.player = dict(START), ([], []), 0

    def copy(self):
        other = Position()
        other.board, other.hands, other.player = dict(self.board), tuple(map(list, self.hands)), self.player
        return other

    def owner(self, square):
        piece = self.board.get(square)
        return None if piece is None else int(piece != piece.upper())

    def reach(self, square):
        """Squares that the piece on `square` attacks, those of own pieces included."""
        piece, sign = self.board[square].upper(), 1 if self.owner(square) == 0 else -1
        found = {(square[0] + x, square[1] + sign * y) for x, y in STEPS[piece]}
        for x, y in SLIDES.get(piece, []):
            to = (square[0] + x, square[1] + y)
            while inside(to):
                found.add(to)
                if to in self.board:
                    break
                to = (to[0] + x, to[1] + y)
        return {to for to in found if inside(to)}

    def in_check(self, player):
        king = next(square for square, piece in self.board.items() if piece == "Kk"[player])
        return any(king in self.reach(square) for square in self.board if self.owner(square) == 1 - player)

    def after(self, origin, to, promoting):
        """The position after a move; origin: a square or the letter of a piece in hand."""
        then = self.copy()
        if isinstance(origin, str):
            then.hands[self.player].remove(origin)
            piece = origin if self.player == 0 else origin.lower()
        else:
            piece = then.board.pop(origin)
            if to in then.board:
                then.hands[self.player].append(then.board[to][-1].upper())
        then.board[to] = ("+" if promoting else "") + piece
        then.player = 1 - self.player
        return then

    def attempts(self):
        """(origin, to, promoting) of all moves as the pieces go, kings left in check among them."""
        last = 4 if self.player == 0 else 0
        for square in list(self.board):
            if self.owner(square) != self.player:
                continue
            piece = self.board[square].upper()
            for to in self.reach(square):
                if self.owner(to) != self.player:
                    at_the_end = piece in "PSBR" and last in (square[1], to[1])
                    if at_the_end:
                        yield square, to, True
                    if not (piece == "P" and to[1] == last):
                        yield square, to, False
        for letter in set(self.hands[self.player]):
            for to in [(x, y) for x in range(5) for y in range(5) if (x, y) not in self.board]:
                pawn = "Pp"[self.player]
                if letter == "P" and (to[1] == last or any(self.board.get((to[0], y)) == pawn for y in range(5))):
                    continue
                yield letter, to, False

    def legal(self):
        """{text: position after} of all legal moves."""
        found = {}
        for origin, to, promoting in self.attempts():
            then = self.after(origin, to, promoting)
            if then.in_check(self.player):
                continue
            if origin == "P" and then.in_check(then.player) and not then.legal():
                continue
            start = origin + "@" if isinstance(origin, str) else name(origin)
            found[start + name(to) + "+" * promoting] = then
        return found


def inside(square):
    return 0 <= square[0] < 5 and 0 <= square[1] < 5


def name(square):
    return "abcde"[square[0]] + "12345"[square[1]]


def perft(position, depth):
    """How many sequences of `depth` moves there are."""
    if depth == 0:
        return 1
    return sum(perft(then, depth - 1) for then in position.legal().values())
