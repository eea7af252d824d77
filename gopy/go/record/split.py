"""Nodes that do several things become several nodes, each with one: the root says what the game is, others set up stones or move."""
from collections.abc import Iterable

from gopy.go.record.nodes import Node

_MOVES = frozenset("B W".split())
_STONES = frozenset("AB AW AE".split())

#: Properties that say something of the position after a move; what else stands in a root is about the game.
_OF_POSITION = frozenset("C N DM GB GW HO UC V BM DO IT TE KO MN AR CR DD LB LN MA SL SQ TR L M BL WL OB OW VW FG SBKV".split())


def split(root: Node) -> None:
    """Split the nodes of a record that have two moves, a move and set-up stones, or, the root, a move.

    PL before a move says who makes it; PL after a move stays with the move, and says who is to move then.
    """
    waiting = [root]
    while waiting:
        node = waiting.pop()
        names = [each.name for each in node.properties]
        moves = sum(name in _MOVES for name in names)
        if moves > 1 or (moves and (node is root or not _STONES.isdisjoint(names) or "PL" in names[:_first_move(names)])):
            _split(node, node is root)
        waiting += node.children


def _first_move(names: Iterable[str]) -> int:
    return next(at for at, name in enumerate(names) if name in _MOVES)


def _split(node: Node, is_root: bool) -> None:
    first, moves, last = [], [], []
    for each in node.properties:
        if each.name in _MOVES:
            moves.append([each])
        elif each.name == "PL" and moves:
            moves[-1].append(each)
        elif each.name == "PL" or each.name in _STONES or (is_root and each.name not in _OF_POSITION):
            first.append(each)
        else:
            last.append(each)
    parts = ([first] if first or is_root else []) + moves
    parts[-1] += last
    children, node.properties = node.children, parts[0]
    for part in parts[1:]:
        child = Node(part)
        node.children = [child]
        node = child
    node.children = children
