"""MiniShogi, slowly and from the rules: a board of letters, every move tried, every mate looked for.

A piece is written as in a diagram: P S B R G K of player 0, small letters of player 1, + before promoted ones. Squares
are (file, rank), 0 to 4 each. A move is (square or letter of a piece in hand, square, whether it promotes).
"""
from functools import cached_property

START = """
    r b s g k
    . . . . p
    . . . . .
    P . . . .
    K G S B R"""

ROOK = [(0, 1), (0, -1), (1, 0), (-1, 0)]
BISHOP = [(1, 1), (1, -1), (-1, 1), (-1, -1)]
GOLD = [(-1, 1), (0, 1), (1, 1), (-1, 0), (1, 0), (0, -1)]
STEPS = {"P": [(0, 1)], "S": [(0, 1), *BISHOP], "G": GOLD, "K": ROOK + BISHOP, "B": [], "R": [],
         "+P": GOLD, "+S": GOLD, "+B": ROOK, "+R": BISHOP}
SLIDES = {"B": BISHOP, "+B": BISHOP, "R": ROOK, "+R": ROOK}
MAX_PLIES = 2500


class Naive:
    """A position; `hands[player]` lists letters in capitals."""

    def __init__(self, diagram=START, hands=("", ""), player=0):
        rows = [line.split() for line in diagram.strip().splitlines()][::-1]
        self.board = {(x, y): piece for y, row in enumerate(rows) for x, piece in enumerate(row) if piece != "."}
        self.hands, self.player, self.plies = tuple(map(list, hands)), player, 0

    def copy(self):
        other = Naive.__new__(Naive)
        other.board, other.hands = dict(self.board), tuple(map(list, self.hands))
        other.player, other.plies = self.player, self.plies
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

    def play(self, move):
        origin, to, promoting = move
        if isinstance(origin, str):
            self.hands[self.player].remove(origin)
            piece = origin if self.player == 0 else origin.lower()
        else:
            piece = self.board.pop(origin)
            if to in self.board:
                self.hands[self.player].append(self.board[to][-1].upper())
        self.board[to] = ("+" if promoting else "") + piece
        self.player, self.plies = 1 - self.player, self.plies + 1
        self.__dict__.pop("legal", None)

    def attempts(self):
        """All moves as the pieces go, kings left in check among them."""
        last = 4 if self.player == 0 else 0
        for square in list(self.board):
            if self.owner(square) != self.player:
                continue
            piece = self.board[square].upper()
            for to in self.reach(square):
                if self.owner(to) != self.player:
                    if piece in "PSBR" and last in (square[1], to[1]):
                        yield square, to, True
                    if not (piece == "P" and to[1] == last):
                        yield square, to, False
        for letter in sorted(set(self.hands[self.player])):
            for to in [(x, y) for x in range(5) for y in range(5) if (x, y) not in self.board]:
                pawn = "Pp"[self.player]
                if letter == "P" and (to[1] == last or any(self.board.get((to[0], y)) == pawn for y in range(5))):
                    continue
                yield letter, to, False

    @cached_property
    def legal(self):
        found = []
        for move in self.attempts():
            then = self.copy()
            then.play(move)
            mate_by_pawn = move[0] == "P" and then.in_check(then.player) and not then.legal
            if not then.in_check(self.player) and not mate_by_pawn:
                found.append(move)
        return found

    def legal_moves(self):
        return self.legal

    def text(self, move):
        origin, to, promoting = move
        return (origin + "@" if isinstance(origin, str) else name(origin)) + name(to) + "+" * promoting

    @property
    def value(self):
        """1 or 0 for player 0 at the end, 0.5 for a draw, None before."""
        if not self.legal:
            return float(self.player)
        return 0.5 if self.plies >= MAX_PLIES else None


def inside(square):
    return 0 <= square[0] < 5 and 0 <= square[1] < 5


def name(square):
    return "abcde"[square[0]] + "12345"[square[1]]
