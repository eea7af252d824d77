"""Slow second versions of docs/examples/trio.py, corners.py and small_backgammon.py, written from their rules, on plain Python values.

Each has a start, the steps that are possible (moves as people write them, and outcomes of chance with their probabilities) and what follows a
step; `counted` counts the sequences of steps of each length. The small backgammon is solved by value iteration too.
"""
from collections import Counter
from fractions import Fraction


def counted(game, depth, position=None):
    """[sequences of 1 step, of 2, ...] from a position, by default the start; none goes on after the end."""
    ways, counts = Counter({game.START if position is None else position: 1}), []
    for _ in range(depth):
        following = Counter()
        for reached, number in ways.items():
            for step in game.steps(reached):
                following[game.after(reached, step)] += number
        ways = following
        counts.append(ways.total())
    return counts


class NaiveTrio:
    """A position is the sets of the three players' cells, as (column, row) from the lower left, that of the player to move first."""

    START = (frozenset(),) * 3

    @staticmethod
    def steps(cells):
        first, second, last = cells         # `last` has just moved
        taken = first | second | last
        if any({(x + i * dx, y + i * dy) for i in range(3)} <= last for x, y in last for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1))):
            return []
        return ["abcd"[x] + str(y + 1) for x in range(4) for y in range(4) if (x, y) not in taken]

    @staticmethod
    def after(cells, step):
        return cells[1], cells[2], cells[0] | {("abcd".index(step[0]), int(step[1]) - 1)}


class NaiveCorners:
    """A position is (whose turn, the squares of each player as frozensets of (column, row), the pieces laid by each as frozensets of forms)."""

    #: Each piece as it is drawn; its turns are found by turning it.
    PIECES = ("#", "##", "###", "##/# ")

    def __init__(self, side):
        self.side = side
        self.START = (0, (frozenset(),) * 3, (frozenset(),) * 3)
        self.homes = ((0, side - 1), (side - 1, side - 1), (side - 1, 0))
        self.ways = {piece: self._ways(piece) for piece in self.PIECES}

    def _ways(self, piece):
        """All sets of squares of the board that a piece can cover."""
        form = {(x, y) for y, row in enumerate(piece.split("/")) for x, sign in enumerate(row) if sign == "#"}
        found = set()
        for _ in range(4):
            form = {(-y, x) for x, y in form}
            for dx in range(-3, self.side + 3):
                for dy in range(-3, self.side + 3):
                    moved = frozenset((x + dx, y + dy) for x, y in form)
                    if all(0 <= x < self.side and 0 <= y < self.side for x, y in moved):
                        found.add(moved)
        return found

    def _moves(self, position, player):
        _, squares, laid = position
        everything = squares[0] | squares[1] | squares[2]
        own = squares[player]
        for piece in self.PIECES:
            if piece in laid[player]:
                continue
            for way in self.ways[piece]:
                if way & everything:
                    continue
                along = any(abs(x - u) + abs(y - v) == 1 for x, y in way for u, v in own)
                touching = any(abs(x - u) == abs(y - v) == 1 for x, y in way for u, v in own)
                if (touching and not along) if own else self.homes[player] in way:
                    yield piece, way

    def text(self, way):
        # from the top row down, each from the left
        return "+".join("abcdefgh"[x] + str(y + 1) for x, y in sorted(way, key=lambda square: (-square[1], square[0])))

    def steps(self, position):
        return [self.text(way) for _, way in self._moves(position, position[0])] if position[0] is not None else []

    def after(self, position, step):
        player, squares, laid = position
        piece, way = next(found for found in self._moves(position, player) if self.text(found[1]) == step)
        squares = tuple(own | way if i == player else own for i, own in enumerate(squares))
        laid = tuple(own | {piece} if i == player else own for i, own in enumerate(laid))
        turns = [(player + i) % 3 for i in (1, 2, 3)]
        following = next((turn for turn in turns if any(True for _ in self._moves((turn, squares, laid), turn))), None)
        return following, squares, laid

    def results(self, position):
        return [len(own) / 9 for own in position[1]]


class NaiveBackgammon:
    """A position is (whose turn, the men of each player as sorted tuples of places, the dice to be played, sorted).

    A place is 0 for the bar, 1 to `points` by the player's own count, `points` + 1 for off.
    """

    def __init__(self, points, men):
        self.points, self.men = points, men
        self.START = (0, ((0,) * men,) * 2, ())

    def over(self, position):
        return any(set(men) == {self.points + 1} for men in position[1])

    def moves(self, position):
        """[(place, die)] that the player to move has."""
        player, men, dice = position
        own, other = men[player], men[1 - player]
        found = []
        for die in set(dice):
            for place in set(own) - {self.points + 1}:
                to = place + die
                if 0 in own and place != 0:
                    continue
                if to > self.points:
                    if min(own) > self.points - 3:
                        found.append((place, die))
                elif other.count(self.points + 1 - to) < 2:
                    found.append((place, die))
        return found

    def _turned(self, position):
        """The position with the turn at the other player if no die can be played."""
        player, men, _ = position
        return position if self.over(position) or self.moves(position) else (1 - player, men, ())

    def throws(self):
        """{the dice of a throw, sorted: its probability}"""
        found = {}
        for a in (1, 2, 3):
            for b in (1, 2, 3):
                dice = tuple(sorted((a, b)))
                found[dice] = found.get(dice, 0) + Fraction(1, 9)
        return found

    def thrown(self, position, dice):
        return self._turned((position[0], position[1], dice))

    def moved(self, position, move):
        player, men, dice = position
        (place, die), own, other = move, list(men[player]), list(men[1 - player])
        own.remove(place)
        to = min(place + die, self.points + 1)
        own.append(to)
        if to <= self.points and self.points + 1 - to in other:
            other[other.index(self.points + 1 - to)] = 0
        left = list(dice)
        left.remove(die)
        pair = tuple(sorted(own)), tuple(sorted(other))
        return self._turned((player, pair if player == 0 else pair[::-1], tuple(left)))

    def text(self, move):
        place, die = move
        return f"{place or 'bar'}/" + (f"off({die})" if place + die > self.points else str(place + die))

    def steps(self, position):
        if self.over(position):
            return []
        return [self.text(move) for move in self.moves(position)] if position[2] else ["%d-%d" % dice for dice in self.throws()]

    def after(self, position, step):
        if not position[2]:
            return self.thrown(position, tuple(map(int, step.split("-"))))
        return self.moved(position, next(move for move in self.moves(position) if self.text(move) == step))

    def solved(self, accuracy=1e-10):
        """{position, as player 0 to throw: chance to win of player 0} with best play of both, by value iteration."""
        def seen(position):
            """The position as the player to move sees it, without dice."""
            player, men, _ = position
            return men if player == 0 else men[::-1]

        def ends(position):
            """What the player to move can come to by the end of the turn: positions in which the other throws."""
            if self.over(position) or position[0] != 0:
                return {position}
            return set().union(*(ends(self.moved(position, move)) for move in self.moves(position)))

        start = self.START[1]
        choices, todo = {}, [start]
        while todo:
            men = todo.pop()
            if men in choices:
                continue
            choices[men] = []
            for dice, chance in self.throws().items():
                reached = ends(self.thrown((0, men, ()), dice))
                won = any(self.over(position) for position in reached)
                following = [] if won else [seen(position) for position in reached]
                choices[men].append((float(chance), following))
                todo += following
        values = dict.fromkeys(choices, 0.5)
        change = 1.0
        while change > accuracy:
            change = 0.0
            for men, throws in choices.items():
                value = sum(chance * (max(1 - values[each] for each in following) if following else 1.0) for chance, following in throws)
                change = max(change, abs(value - values[men]))
                values[men] = value
        return values
