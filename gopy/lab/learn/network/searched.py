"""The nodes that gopy's own search meets: what a network will be asked about, and games have few positions like them."""
from collections.abc import Sequence
from typing import NamedTuple

import gopy.go.contract  # noqa: F401  (the verbs of Go)
from gopy.games.players.presets import build
from gopy.go.bitboard.construct import new_position, set_rules
from gopy.go.geometry import BLACK
from gopy.go.rules import Ko
from gopy.lab.learn.decisions import begin, follow
from gopy.lab.learn.records import Record
from gopy.search.outline import Node
from gopy.search.threads import Search

#: The memory of a search, in bytes.
_MEMORY = 64 << 20


class SearchedNodes:
    """The default search of a board size, with its network if there is one. ValueError for a network that cannot be read.

    simulations   of each search
    network       path of a network, None for gopy's own
    """

    def __init__(self, size: int, simulations: int, network: str | None = None) -> None:
        policy, search_params, game_params = build("default" if network is None else "network", size, network=network)
        self._position, self._simulations = new_position(size), simulations
        self._search = Search(self._position, policy, search_params, game_params, memory_bytes=_MEMORY)

    def tree(self, moves: Sequence[int], komi: float, rng) -> "Tree":
        """The tree of a search of the position after `moves`. The same numbers of `rng` give the same tree."""
        begin(self._position, Record("", int(self._position.tables[0].board_size), [], BLACK, []))
        for move in moves:
            follow(self._position, move)
        set_rules(self._position, komi, int(Ko.POSITIONAL))
        self._search.reseed(int(rng.integers(1 << 32)))
        self._search.set_root(self._position)
        self._search.run(self._simulations, max_moves=1)
        return Tree(self._search.outline(1), self._simulations)


class Tree(NamedTuple):
    """What a search has met."""
    children: Sequence[Node]    #: of the root
    simulations: int

    def draw(self, rng) -> list[int]:
        """The moves from the root to a node, each visit being equally likely; none if the game is over."""
        return path_to(self.children, self.simulations, rng)


def path_to(children: Sequence[Node], visits: int, rng) -> list[int]:
    """The moves to one of the nodes below a node with so many visits, or to this node itself.

    A visit of a node that does not go on to one of its children has met the node itself. So a node that was visited n times is met
    n - (the visits of its children) times, and the path goes on to a child in proportion to the visits.
    """
    path: list[int] = []
    while children:
        at = rng.integers(visits)
        for child in children:
            if at < child.visits:
                break
            at -= child.visits
        else:
            break
        path.append(child.move)
        children, visits = child.children, child.visits
    return path
