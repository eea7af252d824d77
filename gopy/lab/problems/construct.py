"""Positions that may be problems, by construction: a fight for a few stones, a group with little room, a ko."""
from random import Random
from typing import NamedTuple

from gopy.go.board import Position
from gopy.go.geometry import BLACK, EMPTY, WHITE, neighbour_table, opponent, point_at, points, row_and_column
from gopy.go.safety import safe_points
from gopy.lab.problems.goal import Goal
from gopy.lab.problems.problem import ENOUGH
from gopy.lab.problems.solution import decide

#: The most open points of the end of a game.
_OPEN = 5


class Draft(NamedTuple):
    """A position that may be a problem, Black to play."""
    board: Position
    goal: Goal
    own: list[int] | None       #: points among which the proofs choose their moves


def fight(random: Random, size: int, attacker: int, most_stones: int = 3) -> Draft | None:
    """A chain with one or two liberties and a few stones near it. `attacker` hunts it."""
    board, hunted = Position(size), opponent(attacker)
    near = neighbour_table(size)
    target = random.choice(points(size))
    chain = {target}
    for _ in range(random.randrange(most_stones)):
        chain.add(random.choice(near[random.choice(sorted(chain))]))
    for point in sorted(chain):
        board.set_stone(point, hunted)
    liberties = sorted(board.chain(target)[1])
    left = random.choice((1, 2, 2) if attacker == WHITE else (2, 2, 2, 2, 1))
    random.shuffle(liberties)
    for point in liberties[left:]:
        board.set_stone(point, attacker)
    around = _within(chain, size, 3)
    for _ in range(random.randrange(1, 8)):
        point = random.choice(around)
        if board.colours[point] == EMPTY and point not in liberties[:left]:
            board.set_stone(point, random.choice((BLACK, WHITE)))
    return _checked(Draft(board, Goal(attacker, (target,), ENOUGH), None))


def ko_fight(random: Random, size: int, attacker: int) -> Draft | None:
    """A ko whose stones are hunted: one side can take it, or White has just taken it and Black may not take back at once."""
    board, near = Position(size), neighbour_table(size)
    open_point = random.choice(points(size))
    taken = random.choice(near[open_point])
    taker = random.choice((BLACK, BLACK, WHITE))
    board.set_stone(taken, opponent(taker))
    for point in near[taken]:
        if point != open_point:
            board.set_stone(point, taker)
    for point in near[open_point]:
        if point != taken:
            board.set_stone(point, opponent(taker))
    around = [point for point in _within((open_point, taken), size, 3) if point != open_point]
    for _ in range(random.randrange(2, 10)):
        point = random.choice(around)
        if board.colours[point] == EMPTY:
            board.set_stone(point, random.choice((BLACK, WHITE)))
    hunted = [point for point in around if board.colours[point] == opponent(attacker)]
    if not hunted:
        return None
    if taker == BLACK and random.random() < 0.4:
        board.ko, board.ko_colour = open_point, BLACK
    return _checked(Draft(board, Goal(attacker, (random.choice(hunted),), ENOUGH), None))


def _shut_in(random, size, attacker):
    """(board, room, wall, stones around it): a small room at the edge, a wall around it, and the attacker around the wall."""
    board, near = Position(size), neighbour_table(size)
    room = {point_at(0, random.choice((0, 0, 1, size // 2)), size)}
    wanted = random.randrange(3, 8)
    while len(room) < wanted:
        point = random.choice(near[random.choice(sorted(room))])
        row, column = row_and_column(point, size)
        if row < 3 and column < size - 2:
            room.add(point)
    wall = _around(room, size) - room
    outside = _around(wall | room, size) - wall - room
    for point in wall:
        board.set_stone(point, opponent(attacker))
    for point in outside:
        board.set_stone(point, attacker)
    return board, room, wall, outside


def group(random: Random, size: int, attacker: int) -> Draft | None:
    """A chain around a small room at the edge, shut in by the attacker, with a few stones in the room."""
    board, room, wall, outside = _shut_in(random, size, attacker)
    owner, near, own = opponent(attacker), neighbour_table(size), set(room)
    for _ in range(random.choice((0, 0, 0, 1, 1, 2))):
        gap = random.choice(sorted(wall | outside))
        board.set_stone(gap, EMPTY)
        own.add(gap)
    for _ in range(random.choice((0, 0, 1, 2, 3, 4))):
        board.set_stone(random.choice(sorted(room)), random.choice((owner, attacker, attacker)))
    chains = [point for point in wall if board.colours[point] == owner]
    if not chains:
        return None
    target = max(chains, key=lambda point: (len(board.chain(point)[0]), point))
    stones, _ = board.chain(target)
    if any(point not in stones for point in chains):
        return None
    own |= {point for stone in board.chain(target)[1] for point in (stone, *near[stone]) if board.colours[point] == EMPTY}
    return _checked(Draft(board, Goal(attacker, (target,)), sorted(own)))


def race(random: Random, size: int) -> Draft | None:
    """Two chains at the edge with two liberties between them, each shut in, White with one more liberty of his own. White hunts."""
    board = Position(size)
    left, height, crown = random.choice((0, 0, 1)), random.choice((2, 2, 3)), random.choice((BLACK, WHITE))
    chains: dict[int, set[tuple[int, int]]] = {BLACK: {(row, left) for row in range(height + 1)},
                                               WHITE: {(row, left + 2) for row in range(height + 1)}}
    chains[crown] |= {(row, left + 1) for row in range(2, height + 1)}
    for colour in (BLACK, WHITE):           # shapes that are not all alike
        for row, column in sorted(chains[colour]):
            if random.random() < 0.2 and column != left + 1:
                chains[colour].add((row, column + (1 if colour == WHITE else -1)))
    filled = chains[BLACK] | chains[WHITE] | {(0, left + 1), (1, left + 1)}
    own = {(0, left + 1), (1, left + 1)}
    if any(not (0 <= row < size and 0 <= column < size - 1) for row, column in filled):
        return None
    stones = {place: colour for colour in (BLACK, WHITE) for place in chains[colour]}
    rim = sorted((row, column) for row, column in _beside(chains[WHITE]) - filled - _beside(chains[BLACK]) if min(row, column) >= 0)
    if not rim:
        return None
    breath = {random.choice(rim)}
    own |= breath
    for diagonals in (False, True):
        for colour in (BLACK, WHITE):
            for place in _beside(chains[colour] | (breath if colour == WHITE else set()), diagonals) - breath - filled:
                stones.setdefault(place, opponent(colour))
    for (row, column), colour in stones.items():
        if 0 <= row < size and 0 <= column < size and (row, column) not in own:
            board.set_stone(point_at(row, column, size), colour)
    played_on = own | chains[BLACK] | chains[WHITE]
    points_of = [point_at(row, column, size) for row, column in sorted(played_on) if 0 <= row < size and 0 <= column < size]
    if any(board.colours[point_at(0, column, size)] != colour for column, colour in ((left, BLACK), (left + 2, WHITE))):
        return None
    return _checked(Draft(board, Goal(WHITE, (point_at(0, left, size),), ENOUGH), points_of))


def _beside(places, diagonals=False):
    steps = [(0, 1), (1, 0), (0, -1), (-1, 0)] + diagonals * [(1, 1), (1, -1), (-1, 1), (-1, -1)]
    return {(row + down, column + right) for row, column in places for down, right in steps} - set(places)


def is_seki(draft: Draft, most: int = 300) -> bool:
    """Whether neither Black's targets can be taken nor White's stones beside them, whoever moves first, and Black has no two eyes."""
    board, targets = draft.board.copy(), draft.goal.targets
    beside = {near for stone in board.chain(targets[0])[0] for near in neighbour_table(board.size)[stone]}
    within = [point for point in sorted(beside) if board.colours[point] == WHITE and board.chain(point)[1] <= set(draft.own or ())]
    if not within or targets[0] in safe_points(board.colours, board.size):
        return False
    for first in (BLACK, WHITE):
        goal, holder = (Goal(BLACK, (within[0],), draft.goal.enough, targets), WHITE) if first == BLACK else (draft.goal, BLACK)
        board.to_play = first
        found = decide(board, goal, draft.own, most)
        if found is None or found[0] != holder:
            return False
    return True


def border(random: Random, size: int) -> Draft | None:
    """The end of a game: Black below, White above, both alive, and a few points open where they meet. The goal has no lead yet."""
    board, near = Position(size), neighbour_table(size)
    height = random.randrange(2, size - 1)
    for column in range(size):
        height = min(size - 2, max(2, height + random.choice((-1, 0, 0, 1))))
        for row in range(size):
            board.set_stone(point_at(row, column, size), BLACK if row < height else WHITE)
    colours = board.colours
    inside = [point for point in points(size) if all(colours[beside] == colours[point] for beside in near[point])]
    meeting = [point for point in points(size) if point not in inside]
    for colour in (BLACK, WHITE):
        rooms = [point for point in inside if colours[point] == colour]
        random.shuffle(rooms)
        for point in rooms[:random.choice((2, 3, 4))]:
            if all(colours[beside] == colour for beside in near[point]):
                board.set_stone(point, EMPTY)
    for point in random.sample(meeting, random.randrange(3, _OPEN + 1)):
        board.set_stone(point, EMPTY)
    for point in random.sample(meeting, 2):
        if colours[point] != EMPTY and random.random() < 0.5:
            board.set_stone(point, opponent(colours[point]))
    safe = safe_points(colours, size)
    unsettled = [point for point in points(size) if point not in safe]
    if set(safe.values()) != {BLACK, WHITE} or sum(colours[point] == EMPTY for point in unsettled) not in range(3, _OPEN + 1):
        return None
    return _checked(Draft(board, Goal(BLACK, lead=0), None))


def _within(chain, size, distance):
    rows = [row_and_column(point, size) for point in chain]
    return [point for point in points(size) if any(abs(row_and_column(point, size)[0] - row) + abs(row_and_column(point, size)[1] - column)
                                                   <= distance for row, column in rows)]


def _around(room, size):
    """The points of the room and those beside it, diagonals included."""
    found = set()
    for point in room:
        row, column = row_and_column(point, size)
        found |= {point_at(row + down, column + right, size) for down in (-1, 0, 1) for right in (-1, 0, 1)
                  if 0 <= row + down < size and 0 <= column + right < size}
    return found


def _checked(draft):
    """The draft if every chain has a liberty, else None."""
    board = draft.board
    if all(board.chain(point)[1] for point in points(board.size) if board.colours[point] != EMPTY):
        return draft
    return None
