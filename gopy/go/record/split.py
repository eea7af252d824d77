"""Nodes that do several things become several nodes, each with one: the root says what the game is, others set up stones or move."""
from gopy.go.record.nodes import Node

_MOVES = frozenset("B W".split())
_SETUPS = frozenset("AB AW AE PL".split())

#: Properties that say something of the position after a move; what else stands in a root is about the game.
_OF_POSITION = frozenset("C N DM GB GW HO UC V BM DO IT TE KO MN AR CR DD LB LN MA SL SQ TR L M BL WL OB OW VW FG SBKV".split())


def split(root) -> None:
    """Split the nodes of a record that have two moves, a move and set-up stones, or, the root, a move."""
    waiting = [root]
    while waiting:
        node = waiting.pop()
        names = [each.name for each in node.properties]
        moves = sum(name in _MOVES for name in names)
        if moves > 1 or (moves and (node is root or not _SETUPS.isdisjoint(names))):
            _split(node, node is root)
        waiting += node.children


def _split(node, is_root):
    first, moves, last = [], [], []
    for each in node.properties:
        if each.name in _MOVES:
            moves.append([each])
        elif each.name in _SETUPS or (is_root and each.name not in _OF_POSITION):
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
