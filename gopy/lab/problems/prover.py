"""Proof-number search for the goal of a problem (L. V. Allis, M. van der Meulen, H. J. van den Herik (1994)).

One player, the prover, is to be shown to reach his goal whatever the other does. The prover's own moves may be restricted to a
few candidates without harm: what he proves with them is proven. The other's may not, and all of them are covered by a proof all
the same, though few are searched. His pass is searched first. The proof of what follows it touches a part of the board, the
zone: the targets, the stones that are played and the chains beside them, with their liberties, and the liberties of every chain
of the prover there that he could lose while the proof goes on. A move outside the zone changes nothing of this, so it is
answered as the pass is; only the moves inside are searched each by itself. (Compare P.-Y. Shih, T.-R. Wu et al. (2022), A
novel approach to solving goal-achieving problems for board games.) A goal of points has the whole board as its zone.

A position that has occurred before counts against the prover, so no proof rests on a repetition or on superko.
"""
from typing import NamedTuple

from gopy.go.board import Position
from gopy.go.geometry import BLACK, EMPTY, WHITE, pass_move, points
from gopy.go.safety import safe_points
from gopy.lab.problems.goal import Goal

#: Larger than any proof or disproof number.
_INFINITE = 1 << 40


class _Node:
    """A move and what is known of the position after it."""
    __slots__ = ("children", "disproof", "height", "move", "parent", "proof", "spare", "theirs", "zone")

    def __init__(self, move, parent, theirs):
        self.move, self.parent = move, parent
        self.theirs = theirs                # whether the prover's opponent is to move
        self.children = None                # None: not searched yet
        self.proof = self.disproof = 1
        # of a proven position: what the proof touches, the opponent's most turns in it, and his most passes in one line
        self.zone, self.height, self.spare = None, 0, 0


class Proof(NamedTuple):
    """That the prover reaches the goal."""
    line: tuple[int, ...]       #: moves with the longest resistance, the capture at the end included
    zone: frozenset[int]        #: points that the proof touches
    nodes: int                  #: positions that were searched for it


class Prover:
    """A search for one proof.

    board       the position; its `to_play` is on move, and its ko point counts
    own         points among which the prover may choose his moves; passes are allowed besides. None: points near the action
    """

    def __init__(self, board: Position, goal: Goal, prover: int, own=None) -> None:
        self.board, self.goal, self.prover = board.copy(), goal, prover
        self._own = own
        self._pass = pass_move(board.size)
        self._path = [(board.hash, board.to_play)]
        self._passes = 0
        self._settled = frozenset(safe_points(board.colours, board.size)) if goal.lead is not None else frozenset()
        self.nodes = 0

    def prove(self, most: int) -> Proof | None:
        """The proof; None if the prover was refuted, or if `most` positions did not suffice."""
        root = _Node(None, None, self.board.to_play != self.prover)
        self._judge(root)
        while root.proof and root.disproof and self.nodes < most:
            self._step(root)
        return None if root.proof else Proof(tuple(self._line(root)), frozenset(root.zone), self.nodes)

    # The search -----------------------------------------------------------------------------------------

    def _step(self, root):
        """Search the position that promises most, and carry what was found up to the root."""
        node, undone = root, []
        while node.children is not None:
            by = "disproof" if node.theirs else "proof"
            node = min(node.children, key=lambda child: getattr(child, by))
            undone.append(self._play(node.move))
        self._expand(node)
        while True:
            self._update(node)
            if node is root:
                return
            self._undo(undone.pop())
            node = node.parent

    def _play(self, move):
        before = self._passes
        undo = self.board.play(self.board.to_play, move)
        self._passes = before + 1 if move == self._pass else 0
        self._path.append((self.board.hash, self.board.to_play))
        return undo, before

    def _undo(self, undone):
        undo, self._passes = undone
        self.board.undo(undo)
        self._path.pop()

    def _expand(self, node):
        if self.goal.lead is not None:
            moves = [point for point in points(self.board.size) if point not in self._settled]
            moves.append(self._pass)
        elif node.theirs:
            moves = [*self._urgent(), self._pass]
        else:
            moves = [*self._candidates(), self._pass]
        node.children = []
        self._add(node, moves)

    def _add(self, node, moves):
        board = self.board
        for move in moves:
            if board.illegality(board.to_play, move) is None:
                child = _Node(move, node, not node.theirs)
                undone = self._play(move)
                self._judge(child)
                self._undo(undone)
                node.children.append(child)

    def _judge(self, node):
        """Give a new position its numbers."""
        self.nodes += 1
        winner = self.goal.winner(self.board, self._passes)
        if winner is None and self._passes == 0 and self._path[-1] in self._path[:-1]:
            winner = 1 - self.prover
        if winner == self.prover:
            node.proof, node.disproof, node.zone = 0, _INFINITE, self._touched(node)
        elif winner is not None:
            node.proof, node.disproof = _INFINITE, 0
        elif self.goal.enough:
            short = min(len(self.board.chain(target)[1]) for target in self.goal.targets) < self.goal.enough - node.theirs
            if short != (self.prover == self.goal.attacker):
                node.proof = 4

    def _update(self, node):
        children = node.children
        if node.theirs:
            node.proof = min(_INFINITE, sum(child.proof for child in children))
            node.disproof = min(child.disproof for child in children)
        else:
            node.proof = min((child.proof for child in children), default=_INFINITE)
            node.disproof = min(_INFINITE, sum(child.disproof for child in children))
        if node.proof == 0:
            self._settle(node)

    def _settle(self, node):
        """All children of the opponent, or one of the prover, are proven: find the zone, and widen the opponent's choice to it."""
        if node.theirs:
            node.height = 1 + max(child.height for child in node.children)
            zone = set().union(*(child.zone for child in node.children))
            node.spare = max(child.spare + (child.move == self._pass) for child in node.children)
            node.zone = self._touched(node) | zone
            if self.goal.lead is None:
                tried = {child.move for child in node.children}
                self._add(node, sorted(point for point in node.zone if self.board.colours[point] == EMPTY and point not in tried))
                if len(node.children) > len(tried):
                    self._update(node)
        else:
            best = min((child for child in node.children if child.proof == 0), key=lambda child: child.height)
            node.height, node.spare = best.height, best.spare
            node.zone = self._touched(node) | best.zone

    # What matters ---------------------------------------------------------------------------------------

    def _candidates(self):
        """Points that are likely to serve the prover: near the targets, and where chains near them are short of liberties."""
        if self._own is not None:
            return [point for point in self._own if self.board.colours[point] == EMPTY]
        board = self.board
        near = set()
        for target in self.goal.targets:
            _, liberties = board.chain(target)
            near |= liberties
            for liberty in liberties:
                near |= set(board._neighbours[liberty])
            for _, stones, free in self._chains(board.chain(target)[0]):
                if len(free) <= 2:
                    near |= free
                    for _, _, behind in self._chains(stones) if len(free) == 1 else ():
                        if len(behind) == 1:
                            near |= behind
        return sorted(point for point in near if board.colours[point] == EMPTY)

    def _urgent(self):
        """The opponent's moves that are searched with the pass: at the liberties of targets, and captures beside them."""
        board = self.board
        near = set()
        for target in self.goal.targets:
            stones, liberties = board.chain(target)
            if len(liberties) <= 2:
                near |= liberties
            for colour, _, free in self._chains(stones):
                if colour == self.prover and len(free) == 1:
                    near |= free
        return sorted(near)

    def _chains(self, around):
        """(colour, stones, liberties) of each chain on one of the points or beside one."""
        board, seen = self.board, set()
        for point in around:
            for near in (point, *board._neighbours[point]):
                if board.colours[near] in (BLACK, WHITE) and near not in seen:
                    stones, liberties = board.chain(near)
                    seen |= stones
                    yield board.colours[near], stones, liberties

    def _touched(self, node):
        """The zone of one position: what the targets and the last move touch, and what the prover could lose there.

        Moves outside the zone are answered as passes are, so on no line there are more of them than passes; one more may have
        been played before this position.
        """
        board = self.board
        if self.goal.lead is not None:
            return set()
        zone = {*self.goal.targets, *self.goal.stake}
        for target in (*self.goal.targets, *self.goal.stake):
            if board.colours[target] in (BLACK, WHITE):
                stones, liberties = board.chain(target)
                zone |= stones | liberties
        if node.move is not None and node.move != self._pass:
            zone.add(node.move)
        while True:             # chains of the prover that stand there must not be lost unseen
            more = set(zone)
            for colour, stones, liberties in self._chains(zone):
                if len(liberties) <= (node.spare + 1 if colour == self.prover else 1):
                    more |= stones | liberties
            if len(more) == len(zone):
                return zone
            zone = more

    def _line(self, root):
        """The moves of the prover's shortest win against the longest resistance."""
        board, node, line = self.board.copy(), root, []
        while node.children:
            proven = [child for child in node.children if child.proof == 0]
            if node.theirs:
                node = max(proven, key=lambda child: (child.height, child.move != self._pass))
            else:
                node = min(proven, key=lambda child: (child.height, child.move == self._pass))
            line.append(node.move)
            board.play(board.to_play, node.move)
        if self.prover == self.goal.attacker and self.goal.lead is None:
            last = self.goal.capture(board) if board.to_play == self.prover else None
            if last is not None:
                line.append(last)
        return line
