"""A game with its variations: a tree of moves, of which one node is the current one. Plain Python."""
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from gopy.go.geometry import opponent
from gopy.go.history import Game
from gopy.go.record.nodes import Property, Record
from gopy.go.record.source import MAX_NODES
from gopy.go.rules import Rules

#: A tree has at most so many nodes: as many as a record.
MOST_NODES = MAX_NODES

ROOT = 0


class Node:
    """A node of a GameTree.

    number      its place in the tree's list; ROOT for the first
    parent      the number of the node before it; None at the root
    children    numbers of the nodes after it, the main line first
    move        (colour, move); None at the root, where stones are set up, and where nothing happens
    start       the Game that begins here, before its first move, at the root and where stones are set up; else None
    turn        who is to move here because a record says so after a move; else None
    properties  the gopy.go.record.nodes.Property of each property that a record has here
    comment     what a record says about the position
    winrate     Black's chance of winning from 0 to 1, as the last search found it; None without a search
    score       Black's expected margin in points, likewise
    """

    __slots__ = ("number", "parent", "children", "move", "start", "turn", "properties", "comment", "winrate", "score")

    def __init__(self, number: int, parent: int | None, move: tuple[int, int] | None = None, start: Game | None = None) -> None:
        self.number, self.parent, self.move, self.start = number, parent, move, start
        self.children: list[int] = []
        self.turn: int | None = None
        self.properties: tuple[Property, ...] = ()
        self.comment = ""
        self.winrate: float | None = None
        self.score: float | None = None


class Removed(NamedTuple):
    """What was removed from a GameTree: the nodes by number, the first one first, and its place among its parent's children."""

    nodes: dict[int, Node]
    place: int


class GameTree:
    """A tree of moves from the position of a Game that has not begun.

    start       the Game at the root
    current     the current Node
    game        the Game up to the current node; callers change it only through the tree
    source      the gopy.go.record.nodes.Record that the tree was read from, or None
    """

    def __init__(self, start: Game) -> None:
        self.source: Record | None = None
        self.start = start
        self._nodes = {ROOT: Node(ROOT, None, start=start)}
        self._next = 1
        self.current = self._nodes[ROOT]
        self.game = start.copy()
        self._line: list[int] = []          # the numbers of the nodes that `game` has gone through since its start
        self._places: dict[int, int] = {}   # {number of one of these nodes: its place among them}
        self._colours: list[int | None] = []    # who is to move at each node of the line, once a move has been made
        self._lengthen(ROOT)

    def __getitem__(self, number: int) -> Node:
        """The node with a number; KeyError if there is none."""
        return self._nodes[number]

    def __contains__(self, number: object) -> bool:
        return number in self._nodes

    def __iter__(self) -> Iterator[Node]:
        """The nodes, parents before their children, and each main line before its variations."""
        waiting = [ROOT]
        while waiting:
            node = self._nodes[waiting.pop()]
            yield node
            waiting += reversed(node.children)

    def __len__(self) -> int:
        return len(self._nodes)

    @property
    def root(self) -> Node:
        """The first node."""
        return self._nodes[ROOT]

    def play(self, colour: int, move: int) -> Node:
        """Play a move after the current node and go there. A child with this move is used if there is one.

        IllegalMove if the board cannot take the move, ValueError if the tree is full.
        """
        known = next((child for child in self.children() if child.move == (colour, move)), None)
        if known is not None:
            return self.go(known.number)
        self._check_room()
        self.game.play(colour, move)
        return self._take_up(self._add(move=(colour, move)))

    def note(self) -> Node:
        """Add a child where nothing happens, for what a record says there, and go there."""
        self._check_room()
        return self._take_up(self._add())

    def let_begin(self, colour: int) -> None:
        """Let this colour move first if the game begins at the current node, and nothing else follows its start."""
        line = self._line
        if self.game.moves or self.current.children or any(
                len(self._nodes[line[place]].children) > 1 for place in range(len(line) - 1)):
            return
        start = self._nodes[line[0]].start
        for game in (self.game,) if start is None else (start, self.game):
            game.set_to_play(colour)

    def set_to_play(self, colour: int) -> None:
        """Let this colour move next at the current node, which has no children; before the first move as `let_begin` does."""
        if not self.game.moves:
            self.let_begin(colour)
            return
        self.current.turn = self._colours[-1] = colour
        self.game.set_to_play(colour)

    def record(self, colour: int, move: int) -> Node:
        """Add a child with a move that a game record says was played and go there, see Game.record."""
        self._check_room()
        self.game.record(colour, move)
        return self._take_up(self._add(move=(colour, move)))

    def begin(self, start: Game) -> Node:
        """Add a child whose position is that of the Game `start`, which has no moves, and go there."""
        self._check_room()
        return self.go(self._add(start=start).number)

    def children(self) -> list[Node]:
        """The children of the current node."""
        return [self._nodes[number] for number in self.current.children]

    def go(self, number: int) -> Node:
        """Make a node the current one. KeyError if there is none with this number."""
        self.current = node = self._nodes[number]
        ahead, start = [], node.start
        while node.number not in self._places and start is None:
            ahead.append(node)
            node = self._before(node)
            start = node.start
        if node.number in self._places or start is None:
            self._shorten(self._places[node.number] + 1)
            colour = self._colours[-1]
            if self.game.moves and colour is not None:
                self.game.set_to_play(colour)
        else:
            self._shorten(0)
            self.game = start.copy()
            self._lengthen(node.number)
        for node in reversed(ahead):
            if node.move is not None:
                self.game.record(*node.move)
            self._lengthen(node.number)
            if node.turn is not None:
                self.game.set_to_play(node.turn)
        return self.current

    def remove(self, number: int) -> Removed:
        """Remove a node and all that follows it; the node before it becomes the current one if the current one goes.

        Returns what `restore` needs. KeyError if there is no such node, ValueError for the root.
        """
        if number == ROOT:
            raise ValueError("the beginning of the game cannot be removed")
        gone: dict[int, Node] = {}
        frontier = [self._nodes[number]]
        while frontier:
            node = frontier.pop()
            gone[node.number] = node
            frontier += [self._nodes[child] for child in node.children]
        parent = self._before(self._nodes[number])
        if self.current.number in gone:
            self.go(parent.number)
        removed = Removed(gone, parent.children.index(number))
        parent.children.remove(number)
        for each in gone:
            del self._nodes[each]
        return removed

    def restore(self, removed: Removed) -> Node:
        """Bring back what `remove` has removed, and go there. ValueError if the node before it is gone, or the tree is full."""
        first = next(iter(removed.nodes.values()))
        if first.parent not in self._nodes:
            raise ValueError("the position before it is gone")
        if len(self._nodes) + len(removed.nodes) > MOST_NODES:
            raise ValueError(f"the tree is full: it has {MOST_NODES} positions")
        self._nodes.update(removed.nodes)
        self._nodes[first.parent].children.insert(removed.place, first.number)
        return self.go(first.number)

    def make_main(self, number: int) -> None:
        """Let the line that leads to a node be the main one, from the root on. KeyError if there is no such node."""
        node = self._nodes[number]
        while node.parent is not None:
            parent = self._nodes[node.parent]
            parent.children.remove(node.number)
            parent.children.insert(0, node.number)
            node = parent

    def moves_before(self, number: int) -> int:
        """How many moves lead from the root to a node, its own included."""
        node = self._nodes[number]
        count = int(node.move is not None)
        while node.parent is not None:
            node = self._nodes[node.parent]
            count += node.move is not None
        return count

    def to_play(self, number: int) -> int:
        """Who is to move at a node."""
        node = self._nodes[number]
        while node.turn is None and node.move is None and node.start is None:   # a node of a record where nothing happens
            node = self._before(node)
        if node.turn is not None:
            return node.turn
        if node.move is not None:
            return opponent(node.move[0])
        return self.start.to_play if node.start is None else node.start.to_play

    def _before(self, node: Node) -> Node:
        """The parent of a node, and of the root the root itself."""
        return self._nodes[ROOT if node.parent is None else node.parent]

    def _lengthen(self, number: int) -> None:
        node = self._nodes[number]
        self._places[number] = len(self._line)
        self._line.append(number)
        before = self._colours[-1] if self._colours else None
        self._colours.append(node.turn if node.turn is not None else before if node.move is None else opponent(node.move[0]))

    def _shorten(self, length: int) -> None:
        """Cut the line to a length, and undo its moves after that; with a length of 0 the game is about to be another one."""
        while len(self._line) > length:
            number = self._line.pop()
            self._colours.pop()
            del self._places[number]
            if length and self._nodes[number].move is not None:
                self.game.undo()

    def _check_room(self) -> None:
        if len(self._nodes) >= MOST_NODES:
            raise ValueError(f"the tree is full: it has {MOST_NODES} positions")

    def _add(self, move: tuple[int, int] | None = None, start: Game | None = None) -> Node:
        node = self._nodes[self._next] = Node(self._next, self.current.number, move, start)
        self._next += 1
        self.current.children.append(node.number)
        return node

    def _take_up(self, node: Node) -> Node:
        self.current = node
        self._lengthen(node.number)
        return node


def new_tree(size: int, komi: float, rules: Rules, handicap_points: Iterable[int] = ()) -> GameTree:
    """The GameTree of a game that has not begun. ValueError for an impossible size or komi."""
    game = Game(size, komi, rules)
    if handicap_points:
        game.place_handicap(handicap_points)
    return GameTree(game)
