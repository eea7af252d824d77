"""Proof numbers and PN-MCTS's rules done slowly in plain Python, from the paper's text: the oracle of test_proof.py.

A game here is an object with start, mover(position), moves(position), after(position, move) and value(position):
player 0's result, None while the game goes on.
"""
import math
from dataclasses import dataclass, field
from functools import cache

INFINITY = math.inf


class Lines:
    """Players fill a board in turn; `length` in a row, exactly, wins. A position is a text of X, O and dots."""

    def __init__(self, rows, columns, length, start=None, exactly=True):
        self.rows, self.columns, self.length, self.exactly = rows, columns, length, exactly
        self.start = start or "." * (rows * columns)

    def mover(self, position):
        return (len(position) - position.count(".")) % 2

    def moves(self, position):
        return [i for i, cell in enumerate(position) if cell == "."]

    def after(self, position, move):
        return position[:move] + "XO"[self.mover(position)] + position[move + 1:]

    def value(self, position):
        for player, stone in enumerate("XO"):
            if any(self._is_line(position, stone, cell, step) for cell in range(len(position))
                   for step in ((0, 1), (1, 0), (1, 1), (1, -1))):
                return 1.0 - player
        return None if "." in position else 0.5

    def _is_line(self, position, stone, cell, step):
        """Whether a run of `stone` of the right length begins at `cell`."""
        row, column = divmod(cell, self.columns)

        def at(i):
            r, c = row + i * step[0], column + i * step[1]
            return 0 <= r < self.rows and 0 <= c < self.columns and position[r * self.columns + c] == stone
        if not all(at(i) for i in range(self.length)):
            return False
        return not self.exactly or not (at(-1) or at(self.length))


TICTACTOE = Lines(3, 3, 3)


@cache
def minimax(game):
    """A function that gives player 0's result of a position with best play."""
    @cache
    def solve(position):
        value = game.value(position)
        if value is not None:
            return value
        values = [solve(game.after(position, move)) for move in game.moves(position)]
        return max(values) if game.mover(position) == 0 else min(values)
    return solve


@dataclass
class Node:
    """A node of a tree; children in the tree's order, none for a leaf."""

    position: object
    is_or: bool
    value: float | None             # for the prover; None while the game goes on
    move: int = -1
    index: int = 0                  # in the tree under test
    children: list = field(default_factory=list)
    known: dict = field(default_factory=dict)       # {layer: numbers}, once asked for

    def numbers(self, layer):
        """(pn, dpn) by the definition, from the leaves up."""
        if layer not in self.known:
            self.known[layer] = self._numbers(layer)
        return self.known[layer]

    def _numbers(self, layer):
        if not self.children:
            if self.value is None:
                return 1, 1
            holds = self.value == 1.0 if layer == 1 else self.value > 0.0
            return (0, INFINITY) if holds else (INFINITY, 0)
        pns, dpns = zip(*(child.numbers(layer) for child in self.children))
        return (min(pns), sum(dpns)) if self.is_or else (sum(pns), min(dpns))

    def ranks(self, layers):
        """Rank of each child: 1 for the best, ties share the rank of the first of them."""
        which = 0 if self.is_or else 1
        keys = [tuple(child.numbers(layer)[which] for layer in range(1, layers + 1)) for child in self.children]
        in_order = sorted(keys)
        return [1 + in_order.index(key) for key in keys]

    def skipped(self, layers, threshold, visits, solve_draws):
        """Whether S leaves out each child: solved, with more than T visits, and the node itself is not solved.

        With two layers a node counts as solved when a draw is proven or a win disproven (section VIII-A), for the
        player to move; with solve_draws when its result is known, and moves that lose are left out once no win is
        possible."""
        # as the player to move sees the claims
        if layers == 1:
            cannot_win, no_loss = (lambda node: node.numbers(1)[1] == 0), (lambda node: node.numbers(1)[0] == 0)
            if not self.is_or:
                cannot_win, no_loss = no_loss, cannot_win
            lost, won = cannot_win, no_loss
        elif self.is_or:
            cannot_win, no_loss = (lambda node: node.numbers(1)[1] == 0), (lambda node: node.numbers(2)[0] == 0)
            lost, won = (lambda node: node.numbers(2)[1] == 0), (lambda node: node.numbers(1)[0] == 0)
        else:
            cannot_win, no_loss = (lambda node: node.numbers(2)[0] == 0), (lambda node: node.numbers(1)[1] == 0)
            lost, won = (lambda node: node.numbers(1)[0] == 0), (lambda node: node.numbers(2)[1] == 0)
        bad = lost if cannot_win(self) and solve_draws else cannot_win
        if won(self) or bad(self) or (no_loss(self) and (cannot_win(self) or not solve_draws)):
            return [False] * len(self.children)
        return [bad(child) and visits[child.index] > threshold for child in self.children]

    def all(self):
        """This node and all below it."""
        yield self
        for child in self.children:
            yield from child.all()


def read_tree(tree, game, position, prover, index=0, is_or=True, move=-1):
    """The Nodes of a search's tree; what the positions are worth comes from `game` alone."""
    value = game.value(position)
    node = Node(position, is_or, value if value is None or prover == 0 else 1.0 - value, move, index)
    if tree.child[index] > 0:
        begin = int(tree.child[index])
        node.children = [read_tree(tree, game, game.after(position, int(tree.move[c])), prover, c, not is_or,
                                   int(tree.move[c])) for c in range(begin, begin + int(tree.num_children[index]))]
    return node


def uct_pn(mean, visits, parent_visits, exploration, pn_exploration, rank, largest):
    """Formula (2)."""
    return (mean + exploration * math.sqrt(math.log(parent_visits) / visits)
            + pn_exploration * (1.0 - rank / largest))
