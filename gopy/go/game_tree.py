"""A game with its variations: a tree of moves, of which one node is the current one. Plain Python."""
from collections.abc import Iterator

from gopy.go.history import Game

#: A tree has at most so many nodes.
MOST_NODES = 20_000

ROOT = 0


class Node:
    """A node of a GameTree.

    number      its place in the tree's list; ROOT for the first
    parent      the number of the node before it; None at the root
    children    numbers of the nodes after it, the main line first
    move        (colour, move); None at the root and where stones are set up
    start       the Game that begins here, before its first move, at the root and where stones are set up; else None
    comment     what a record says about the position
    winrate     Black's chance of winning from 0 to 1, as the last search found it; None without a search
    score       Black's expected margin in points, likewise
    """

    __slots__ = ("number", "parent", "children", "move", "start", "comment", "winrate", "score")

    def __init__(self, number, parent, move=None, start=None) -> None:
        self.number, self.parent, self.move, self.start = number, parent, move, start
        self.children = []
        self.comment, self.winrate, self.score = "", None, None


class GameTree:
    """A tree of moves from the position of a Game that has not begun.

    current     the current Node
    game        the Game up to the current node; callers change it only through the tree
    """

    def __init__(self, start) -> None:
        self._nodes = {ROOT: Node(ROOT, None, start=start)}
        self._next = 1
        self.current = self._nodes[ROOT]
        self.game = start.copy()
        self._line = [ROOT]         # the numbers of the nodes that `game` has gone through since its start

    def __getitem__(self, number) -> Node:
        """The node with a number; KeyError if there is none."""
        return self._nodes[number]

    def __contains__(self, number) -> bool:
        return number in self._nodes

    def __iter__(self) -> Iterator[Node]:
        """The nodes, parents before their children."""
        return iter(self._nodes.values())

    def __len__(self) -> int:
        return len(self._nodes)

    @property
    def root(self) -> Node:
        """The first node."""
        return self._nodes[ROOT]

    def play(self, colour, move) -> Node:
        """Play a move after the current node and go there. A child with this move is used if there is one.

        IllegalMove if the board cannot take the move, ValueError if the tree is full.
        """
        known = next((child for child in self.children() if child.move == (colour, move)), None)
        if known is not None:
            return self.go(known.number)
        self._check_room()
        self.game.play(colour, move)
        return self._take_up(self._add(move=(colour, move)))

    def record(self, colour, move) -> Node:
        """Add a child with a move that a game record says was played and go there, see Game.record."""
        self._check_room()
        self.game.record(colour, move)
        return self._take_up(self._add(move=(colour, move)))

    def begin(self, start) -> Node:
        """Add a child whose position is that of the Game `start`, which has no moves, and go there."""
        self._check_room()
        return self.go(self._add(start=start).number)

    def children(self) -> list[Node]:
        """The children of the current node."""
        return [self._nodes[number] for number in self.current.children]

    def go(self, number) -> Node:
        """Make a node the current one. KeyError if there is none with this number."""
        self.current = self._nodes[number]
        line = self._line_to(number)
        if line[0] != self._line[0]:
            self.game = self._nodes[line[0]].start.copy()
            self._line = line[:1]
        common = sum(1 for _ in _common(line, self._line))
        while len(self._line) > common:
            self._line.pop()
            self.game.undo()
        for node in map(self._nodes.get, line[common:]):
            self.game.record(*node.move)
            self._line.append(node.number)
        return self.current

    def remove(self, number) -> None:
        """Remove a node and all that follows it; the node before it becomes the current one if the current one goes.

        KeyError if there is no such node, ValueError for the root.
        """
        if number == ROOT:
            raise ValueError("the beginning of the game cannot be removed")
        gone, frontier = set(), [self._nodes[number]]
        while frontier:
            node = frontier.pop()
            gone.add(node.number)
            frontier += [self._nodes[child] for child in node.children]
        parent = self._nodes[self._nodes[number].parent]
        if self.current.number in gone:
            self.go(parent.number)
        parent.children.remove(number)
        for each in gone:
            del self._nodes[each]

    def moves_before(self, number) -> int:
        """How many moves lead from the root to a node, its own included."""
        count = 0
        while number is not None:
            node = self._nodes[number]
            count += node.move is not None
            number = node.parent
        return count

    def _line_to(self, number):
        """Numbers of the nodes from the last start of a game to a node."""
        line = [number]
        while self._nodes[line[-1]].start is None:
            line.append(self._nodes[line[-1]].parent)
        return line[::-1]

    def _check_room(self):
        if len(self._nodes) >= MOST_NODES:
            raise ValueError(f"the tree is full: it has {MOST_NODES} positions")

    def _add(self, move=None, start=None):
        node = self._nodes[self._next] = Node(self._next, self.current.number, move, start)
        self._next += 1
        self.current.children.append(node.number)
        return node

    def _take_up(self, node):
        self.current = node
        self._line.append(node.number)
        return node


def _common(one, other):
    for each, same in zip(one, other):
        if each != same:
            return
        yield each


def new_tree(size, komi, rules, handicap_points=()) -> GameTree:
    """The GameTree of a game that has not begun. ValueError for an impossible size or komi."""
    game = Game(size, komi, rules)
    if handicap_points:
        game.place_handicap(handicap_points)
    return GameTree(game)
