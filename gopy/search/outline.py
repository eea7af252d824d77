"""The part of a tree that was visited often, as plain records, for people to look at."""
from typing import Any, NamedTuple

from gopy.search.policy import best_first
from gopy.search.report import child_slice, mean_of
from gopy.search.tree import ROOT, proven_first, proven_result

#: The most nodes of an outline: no person looks at more.
MOST_NODES = 10_000


class Node(NamedTuple):
    """A move in the tree."""
    move: int
    visits: int         #: real ones
    winrate: float      #: mean for the player who makes the move
    proven: str         #: only of the root's moves: as in a ChildReport
    children: list[Any] #: the Nodes of the answers, the best first


def outline(policy: Any, tree: Any, least_visits: int, search_params: Any) -> list[Node]:
    """The Nodes of the root's moves that have at least `least_visits`, with their answers, and so on.

    If there are more than MOST_NODES, the deepest are left out.
    """
    roots: list[Node] = []
    count = 0
    level = [(ROOT, roots)]
    while level and count < MOST_NODES:
        below = []
        for parent, found in level:
            block = child_slice(tree, parent)
            nodes = best_first(policy, tree, block)
            for node in proven_first(tree, nodes, search_params) if parent == ROOT else nodes:
                visits = int(tree.visits[node]) - int(tree.prior_visits[node])
                if visits >= max(1, least_visits) and count < MOST_NODES:
                    proven = proven_result(tree, int(node), search_params) if parent == ROOT else ""
                    found.append(Node(int(tree.move[node]), visits, mean_of(tree, node), proven, []))
                    below.append((int(node), found[-1].children))
                    count += 1
        level = below
    return roots
