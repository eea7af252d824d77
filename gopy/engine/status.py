"""Which stones are alive, dead or in seki, from the ownership of many playouts and from static safety.

Ownership is a float in [-1, 1] for each point, positive for Black: the mean over playouts of who owned it at the end.
"""
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from gopy.go.board import Position
from gopy.go.geometry import BLACK, EMPTY, WHITE, neighbour_table, opponent
from gopy.go.safety import safe_points
from gopy.go.score import ALIVE, DEAD, SEKI, empty_regions, without

if TYPE_CHECKING:
    import numpy as np

#: Chains in seki share no more empty points than this: in a larger space one of them makes an eye or dies.
SEKI_POINTS = 4

#: Mean ownership from which a chain or a region counts as decided (four playouts in five).
DECIDED = 0.6

#: Mean ownership from which a dead chain is no part of a seki (nine playouts in ten). A playout ends a seki in one way or the
#: other by chance, but the side that has fewer other moves left ends it more often to its own loss.
SURELY_DEAD = 0.8

#: The mean owner of each point, from -1 to 1 (Black's).
Ownership: TypeAlias = "Sequence[float] | np.ndarray"


@dataclass(frozen=True)
class Status:
    """The state of every stone and of the empty points.

    of         dict from the point of each stone to "alive", "dead" or "seki"
    doubtful   points of stones and regions whose owner is not decided
    neutral    empty points outside seki that belong to no one yet (dame); under area rules they are worth playing
    """
    of: dict[int, str]
    doubtful: frozenset[int]
    neutral: frozenset[int]

    def points(self, state: str) -> set[int]:
        """Set of the points of stones that are "alive", "dead" or "seki"."""
        return {point for point, found in self.of.items() if found == state}

    @property
    def dead(self) -> set[int]:
        """Points of the dead stones."""
        return self.points(DEAD)

    @property
    def seki(self) -> set[int]:
        """Points of the stones in seki."""
        return self.points(SEKI)


def all_alive(board: Position) -> Status:
    """The Status of a board on which nothing is agreed on: all stones count as alive."""
    return Status(dict.fromkeys(board.stones(BLACK) + board.stones(WHITE), ALIVE), frozenset(), frozenset())


def assess(board: Position, ownership: Ownership, suicide: bool = False) -> Status:
    """The Status of a board (gopy.go.board.Position) under an ownership map indexed by point. suicide: whether rules allow it."""
    owners = safe_points(board.colours, board.size, suicide)
    chains = chains_of(board)
    means = chain_means(board, chains, ownership, suicide)
    dead = dead_chains(board, chains, means)
    living = [chain for i, chain in enumerate(chains) if i not in dead or abs(means[i]) < SURELY_DEAD]
    in_seki = seki_chains(board.size, _only(board, living), living)
    of = {}
    for index, chain in enumerate(chains):
        state = SEKI if chain[0] in in_seki else DEAD if index in dead else ALIVE
        of.update(dict.fromkeys(chain, state))
    colours = without(board.colours, [point for point, state in of.items() if state == DEAD])
    doubtful = {point for chain, mean in zip(chains, means) if abs(mean) < DECIDED and of[chain[0]] != SEKI
                for point in chain}
    neutral = set()
    for region, border in empty_regions(colours, board.size):
        around = {colours[point] for point in border}
        if any(of[point] == SEKI for point in border):
            continue
        if len(around) != 1:
            neutral |= region
        elif _lean(region, ownership, owners, around.pop()) < DECIDED:
            doubtful |= region
    return Status(of, frozenset(doubtful), frozenset(neutral))


def owners_of(board: Position, status: Status) -> dict[int, int]:
    """{point: colour} of what belongs to a player under a Status of the board: stones and territory.

    A dead stone's point belongs to the opponent. Empty points in seki, neutral and doubtful points are left out.
    """
    dead, seki = status.dead, status.seki
    colours = without(board.colours, dead)
    owners = {point: board.colours[point] for point in status.of if point not in dead}
    for region, border in empty_regions(colours, board.size):
        around = {colours[point] for point in border}
        if len(around) == 1 and seki.isdisjoint(border):
            owners.update(dict.fromkeys(region, around.pop()))
    return {point: owner for point, owner in owners.items() if point not in status.doubtful}


def unconditional(board: Position, suicide: bool = False) -> bool:
    """Whether Benson's theorem decides every chain: it lives even if its owner always passes, or such chains surround it."""
    decided = safe_points(board.colours, board.size, suicide)
    return all(point in decided for point in board.stones(BLACK) + board.stones(WHITE))


def contested(ownership: Ownership) -> int:
    """Number of points that some playouts give to one player and some to the other (gaps in the array have 0)."""
    return sum(0.0 < abs(float(value)) < DECIDED for value in ownership)


def chains_of(board: Position) -> list[list[int]]:
    """The points of each chain on the board, sorted; Black's chains first."""
    chains, seen = [], set()
    for colour in (BLACK, WHITE):
        for point in board.stones(colour):
            if point not in seen:
                chain = sorted(board.chain(point)[0])
                seen.update(chain)
                chains.append(chain)
    return chains


def _only(board: Position, chains: Iterable[Sequence[int]]) -> list[int]:
    """The board's colours with no other stones than those of these chains."""
    kept = {point for chain in chains for point in chain}
    return without(board.colours, [p for p in board.stones(BLACK) + board.stones(WHITE) if p not in kept])


def _mean(points: Collection[int], ownership: Ownership, owners: Mapping[int, int]) -> float:
    """Mean ownership of points, those that are safe for a colour counted in full."""
    worth = {BLACK: 1.0, WHITE: -1.0}
    return sum(worth[owners[point]] if point in owners else float(ownership[point]) for point in points) / len(points)


def _lean(points: Collection[int], ownership: Ownership, owners: Mapping[int, int], colour: int) -> float:
    """Mean ownership as seen by a colour."""
    mean = _mean(points, ownership, owners)
    return mean if colour == BLACK else -mean


def chain_means(board: Position, chains: Iterable[Sequence[int]], ownership: Ownership,
                suicide: bool = False) -> list[float]:
    """The mean ownership of each chain; 1 or -1 for one whose owner Benson's theorem decides."""
    owners = safe_points(board.colours, board.size, suicide)
    return [_mean(chain, ownership, owners) for chain in chains]


def dead_chains(board: Position, chains: Sequence[Sequence[int]], means: Sequence[float]) -> set[int]:
    """Indices of the chains that the ownership gives to the opponent.

    Of two chains of different colours that touch, only one can be dead: the less surely dead one lives.
    """
    chain_at = {point: index for index, chain in enumerate(chains) for point in chain}
    own = [mean if board.colours[chain[0]] == BLACK else -mean for chain, mean in zip(chains, means)]
    dead = {index for index, mean in enumerate(own) if mean < 0}
    neighbours = neighbour_table(board.size)
    for index in sorted(dead, key=lambda i: own[i], reverse=True):
        enemies = {chain_at[near] for point in chains[index] for near in neighbours[point]
                   if board.colours[near] == opponent(board.colours[point])}
        if any(enemy in dead and own[enemy] < own[index] for enemy in enemies):
            dead.discard(index)
    return dead


def seki_chains(size: int, colours: Sequence[int], living: Iterable[Sequence[int]]) -> set[int]:
    """First points of the living chains that are in seki, by the look of the board.

    A chain is in seki if it shares a few liberties with a chain of the opponent, and neither of the two borders more than
    one point of territory. The walls of a settled territory may share dame as well, but they border more than that.
    """
    touching: dict[int, list[tuple[set[int], set[int], bool]]] = {}
    for region, border in empty_regions(colours, size):
        sides = {colours[point] for point in border}
        for point in border:
            touching.setdefault(point, []).append((region, border, len(sides) > 1))
    eyeless = {}
    for chain in living:
        regions = {id(entry[0]): entry for point in chain for entry in touching.get(point, ())}.values()
        own = sum(len(region) for region, _, shared in regions if not shared)
        shared_borders = [border for _, border, shared in regions if shared]
        shared_points = sum(len(region) for region, _, shared in regions if shared)
        if own <= 1 and 0 < shared_points <= SEKI_POINTS:
            eyeless[min(chain)] = (chain, set().union(*shared_borders))
    at = {point: first for first, (chain, _) in eyeless.items() for point in chain}
    found = set()
    for first, (chain, border) in eyeless.items():
        enemies = {at[point] for point in border if point in at and colours[point] != colours[first]}
        if any(share_liberty(size, colours, chain, eyeless[enemy][0]) for enemy in enemies):
            found.add(first)
    return found


def share_liberty(size: int, colours: Sequence[int], chain: Iterable[int], other: Iterable[int]) -> bool:
    """Whether two chains, given by their points, share a liberty."""
    neighbours = neighbour_table(size)
    liberties = {near for point in chain for near in neighbours[point] if colours[near] == EMPTY}
    return any(near in liberties for point in other for near in neighbours[point])
