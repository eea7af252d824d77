"""The game as a session has made it, on the slow board of tests/oracles/naive.py: set-up, moves of either colour, undo."""
from oracles.naive import OTHER, PASS, Naive

#: Columns as GTP names them.
COLUMNS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"

#: KataGo's word for a rule of repetition, and ours.
_KO = {"SIMPLE": "simple", "POSITIONAL": "positional", "SITUATIONAL": "situational"}


class SlowGame:
    """What the engine's game has to be.

    size, komi   komi a float
    ko, suicide  of the rules in force, as in tests/oracles/naive.py
    moves        list of (colour, point or "pass"); colours are "b" and "w", points (row, column)
    captures     {colour: stones that it has taken off}
    first        (size, stones of black, of white, to play) before the first move
    """

    def __init__(self, size, komi):
        self.komi = komi
        self.ko, self.suicide = "simple", False
        self.start(size)

    def start(self, size, black=(), white=(), to_play="b"):
        """Begin anew from these stones; komi and rules stay."""
        self.size, self.moves = size, []
        self.board = Naive(size)
        stones = {**dict.fromkeys(black, "b"), **dict.fromkeys(white, "w")}
        self.board.history = [(stones, to_play)]
        self.first = size, frozenset(black), frozenset(white), to_play
        self._captured = [{"b": 0, "w": 0}]

    def holds(self, size, black, white):
        """Whether a board of this size holds these stones, every chain with a liberty."""
        board = Naive(size)
        stones = {**dict.fromkeys(black, "b"), **dict.fromkeys(white, "w")}
        return all(board.without_dead(stones, colour) == stones for colour in "bw")

    def copy(self):
        """An independent game at the same point."""
        other = SlowGame.__new__(SlowGame)
        other.__dict__.update(self.__dict__)
        other.moves, other._captured, other.board = list(self.moves), list(self._captured), self.board.copy()
        return other

    @property
    def stones(self):
        return self.board.board

    @property
    def to_play(self):
        return self.board.to_play

    @property
    def captures(self):
        return self._captured[-1]

    def takes(self, colour, move):
        """Whether the engine has to accept this move from a client: superko is not ours to judge."""
        return self._legal(colour, move, "simple")

    def allows(self, colour, move):
        """Whether the engine itself may choose this move, superko included."""
        return self._legal(colour, move, self.ko)

    def _legal(self, colour, move, ko):
        self.board.ko, self.board.suicide = ko, self.suicide
        return self.board.legal(move, colour)

    def play(self, colour, move):
        """Play on any empty point, as a record may: what has no liberty afterwards is taken off."""
        before = self.stones
        after, taken = before, 0
        if move != PASS:
            placed = {**before, move: colour}
            rest = self.board.without_dead(placed, OTHER[colour])
            after = self.board.without_dead(rest, colour)
            taken, lost = len(placed) - len(rest), len(rest) - len(after)
            captures = dict(self.captures)
            captures[colour] += taken
            captures[OTHER[colour]] += lost
        else:
            captures = self.captures
        self._captured.append(captures)
        self.board.history.append((after, OTHER[colour]))
        self.moves.append((colour, move))

    def undo(self):
        """Take the last move back."""
        self.moves.pop()
        self._captured.pop()
        self.board.history.pop()

    def set_rules(self, rules):
        """Obey a rule set, a dict with KataGo's keys."""
        self.ko, self.suicide = _KO[rules["ko"]], rules["suicide"]

    def liberties(self, point):
        """The number of liberties of the chain on a point."""
        chain, _ = self.board.region(self.stones, point)
        return len({near for each in chain for near in self.board.neighbours(each) if near not in self.stones})


def vertex(move):
    """GTP's name of a move."""
    return PASS if move == PASS else f"{COLUMNS[move[1]]}{move[0] + 1}"
