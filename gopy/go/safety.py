"""Unconditional life after Benson (1976): chains that cannot be captured even if their owner always passes."""
from collections.abc import Callable, Sequence

from gopy.go.geometry import BLACK, EMPTY, OFF_BOARD, WHITE, neighbour_table


def unconditionally_alive(colours: Sequence[int], size: int, colour: int, suicide: bool = False) -> tuple[set[int], set[int]]:
    """(set of stones of `colour` that are unconditionally alive, set of points that `colour` owns for certain).

    suicide: whether the rules allow it. Then stones of the opponent's in a region may leave empty points behind, so these
    points must touch the chain too.
    The points owned are those of regions in which every empty point touches one and the same alive chain: the
    opponent's stones there can never get an eye.
    """
    chains, chain_of = _components(colours, size, lambda found: found == colour)
    regions, _ = _components(colours, size, lambda found: found not in (colour, OFF_BOARD))
    neighbours = neighbour_table(size)
    enclosing = []      # by region: ids of the chains next to it
    vital_to = []       # by region: ids of the chains that all its empty points touch
    for region in regions:
        touching = {point: {chain_of[near] for near in neighbours[point] if near in chain_of} for point in region}
        enclosing.append(set().union(*touching.values()))
        empties = [touching[point] for point in region if suicide or colours[point] == EMPTY]
        vital_to.append(set.intersection(*empties) if empties else set())

    alive = set(range(len(chains)))
    kept = {index for index in range(len(regions)) if enclosing[index]}
    while True:
        # 1. a chain stays if two of the regions that remain are vital to it
        eyes = [sum(chain in vital_to[index] for index in kept) for chain in range(len(chains))]
        staying = {chain for chain in alive if eyes[chain] >= 2}
        # 2. a region stays if all the chains around it do
        kept = {index for index in kept if enclosing[index] <= staying}
        if staying == alive:
            break
        alive = staying

    stones = set().union(*(chains[chain] for chain in alive)) if alive else set()
    owned = set().union(*(regions[index] for index in kept if vital_to[index])) if kept else set()
    return stones, owned


def safe_points(colours: Sequence[int], size: int, suicide: bool = False) -> dict[int, int]:
    """Dict from point to owner for all points that unconditional life decides: stones and surrounded points.

    suicide: whether the rules allow it.
    """
    owners = {}
    for colour in (BLACK, WHITE):
        stones, owned = unconditionally_alive(colours, size, colour, suicide)
        owners.update(dict.fromkeys(stones | owned, colour))
    return owners


def _components(colours: Sequence[int], size: int, belongs: Callable[[int], bool]) -> tuple[list[set[int]], dict[int, int]]:
    """(list of the connected sets of points whose colour `belongs`, dict from each of these points to its set's index)."""
    neighbours = neighbour_table(size)
    sets: list[set[int]] = []
    number_of: dict[int, int] = {}
    for start, found in enumerate(colours):
        if not belongs(found) or start in number_of:
            continue
        component, frontier = {start}, [start]
        while frontier:
            for near in neighbours[frontier.pop()]:
                if belongs(colours[near]) and near not in component:
                    component.add(near)
                    frontier.append(near)
        number_of.update(dict.fromkeys(component, len(sets)))
        sets.append(component)
    return sets, number_of
