"""What a move looks like: the features whose learnt strengths give each move its probability.

The strength of a move is the product of its features' strengths, and its probability is its strength divided by the sum over all
moves (Coulom 2007, generalised Bradley-Terry); gopy/lab/learn fits the strengths to recorded games. A stone has one feature of most
kinds: its 3x3 neighbourhood, each larger shape around it that is known (shapes.py), the diamond, the neighbourhood again if it
is next to the last move, its distances to the last two moves, its line, and what it does tactically (urgency.py). A pass has a
single one.

Features are numbered: 0 stands for nothing and has strength 1, then come the plain features, which have names, then the shapes.
"""
from typing import NamedTuple

import numpy as np

from gopy.compiled.bits import ONE, ZERO, test_bit
from gopy.compiled.jit import kernel
from gopy.go.bitboard.layout import point_count, size_of
from gopy.go.knowledge.patterns import neighbourhood
from gopy.go.knowledge.shapes import RINGS, answer_hash, diamond_hash, diamond_place, find_shape, prefetch_shape, ring_hash, small_hash
from gopy.go.knowledge.urgency import (
    ATTACK_NAMES,
    CHAIN_NAMES,
    DEFENCE_NAMES,
    KO_NAMES,
    SAVE_NAMES,
    SELF_ATARI_NAMES,
    TACTICS,
    TAKE_NAMES,
    stands_last,
)

#: Distances along chains to the last move; "far" is more than three steps.
STEPS = ("far", "1 step", "2 steps", "3 steps")
#: A move has at most so many features.
MOST_FEATURES = 24
#: Fields of the work record (work.py): the features of one move.
WORK_FIELDS = [("features", np.uint32, (MOST_FEATURES,))]
#: Gridcular distances are told apart up to this one.
FARTHEST = 20
#: The beginning, the middle and the end of a game.
PHASES = ("early", "middle", "late")
LINES = tuple(f"line {line}{area}, {phase}" for phase in PHASES for area in ("", ", empty area") for line in range(1, 6))
PASSES = ("pass", "pass after a pass")

#: The kinds of plain features in their order, and the names of each.
PLAIN_KINDS = {
    "distance": tuple(f"distance {d}, {phase}" for phase in PHASES for d in range(2, FARTHEST + 1)),
    "second distance": tuple(f"second distance {d}" for d in range(2, FARTHEST + 1)),
    "line": LINES,
    "tactic": tuple(f"{tactic}, {steps}" for tactic in TACTICS for steps in STEPS),
    "take": TAKE_NAMES,
    "save": SAVE_NAMES,
    "attack": ATTACK_NAMES,
    "defence": DEFENCE_NAMES,
    "self-atari": SELF_ATARI_NAMES,
    "chains": CHAIN_NAMES,
    "ko": KO_NAMES,
    "pass": PASSES,
}
PLAIN_NAMES = ("nothing", *(name for names in PLAIN_KINDS.values() for name in names))
NUM_PLAIN = len(PLAIN_NAMES)


def first_of(kind) -> int:
    """The number of the first feature of a kind."""
    kinds = list(PLAIN_KINDS)
    return 1 + sum(len(PLAIN_KINDS[before]) for before in kinds[:kinds.index(kind)])


_DISTANCE, _SECOND, _LINE, _TACTIC, FIRST_PASS = map(first_of, ("distance", "second distance", "line", "tactic", "pass"))
#: The first features of what `read_urgency` returns after the tactic, in its order.
_DEEDS = tuple(map(first_of, ("chains", "take", "save", "attack", "defence", "self-atari", "ko")))
_DISTANCES = FARTHEST - 1


class Situation(NamedTuple):
    """What all moves of one side have in common in a position."""
    phase: int          # of PHASES
    answers: bool       # whether they can answer a stone: the last move is one of the opponent's that stands
    turn: int           # of the 3x3 neighbourhood of this stone that gives it its smallest form
    diamond: int        # hash of the diamond around this stone after this turn


@kernel(entry=False)
def turn_of(found):
    """The turn that gives a 3x3 neighbourhood its smallest form, by what `MoveModel.first_shape` says of the neighbourhood."""
    return (np.uint64(found) >> ONE) & np.uint64(7)


@kernel(entry=False)
def steps_feature(work, point):
    """Number of STEPS to the last move along chains; `fill_distances` must have been called."""
    distance = work.distance[point]
    return np.int64(distance - 1) if 2 <= distance <= 4 else 0


@kernel(entry=False)
def phase(position):
    """Number of the game's phase: late if a quarter of the points has stones, early before a twelfth has."""
    n = np.int64(size_of(position))
    stones = n * n - np.int64(position.data[0].empty_count)
    return (1 if stones * 12 >= n * n else 0) + (1 if stones * 4 >= n * n else 0)


@kernel(entry=False)
def line_feature(position, point):
    """Number of the point's line, 0 to 4, and 5 more in an empty area; `fill_near_stones` must have been called."""
    line = min(np.int64(position.tables[0].line[point]), 5) - 1
    return line if test_bit(position.data[0].work[1:], point) else line + 5


@kernel(entry=False)
def gridcular(position, point, other):
    """Gridcular distance of two points, at most FARTHEST."""
    stride = np.int64(size_of(position)) + 1
    p, q = np.int64(point), np.int64(other)
    rows, columns = abs(p // stride - q // stride), abs(p % stride - q % stride)
    return min(rows + columns + max(rows, columns), FARTHEST)


@kernel(entry=False)
def read_situation(position, work, model, colour):
    """The `Situation` of `colour`; `fill_cells` must have been called."""
    data = position.data[0]
    answers = stands_last(position, colour)
    turn, diamond = ZERO, ZERO
    if answers:
        turn = turn_of(model.first_shape[neighbourhood(position, data.last, colour)])
        diamond = diamond_hash(position, work, data.last, turn)
    return Situation(phase(position), answers, turn, diamond)


@kernel(entry=False, inline=True)
def list_shapes(position, work, model, point, index):
    """Write the features of the known shapes around `point` into work.features, from the smallest on until one is unknown; returns
    how many there are, so that the last of them is the largest.

    model   has first_shape and shape_table, see `MoveModel`
    index   the `neighbourhood` of the move
    Needs `fill_cells`.
    """
    features = work.features
    found = np.uint64(model.first_shape[index])
    turn = turn_of(found)
    features[0] = found >> np.uint64(4)
    n = ONE
    shape = small_hash(found >> np.uint64(4))
    ring = 1
    while found & ONE != ZERO and ring <= RINGS:
        shape ^= ring_hash(position, work, point, ring, turn)
        found = find_shape(model.shape_table, shape)
        features[n] = found >> ONE
        if found != ZERO:
            n += ONE
        ring += 1
    return n


@kernel(entry=False)
def prefetch_shapes(position, work, model, point, colour):
    """Ask the memory for what `list_features` looks up first of the move of `colour` at `point`. Needs `fill_cells`."""
    found = np.uint64(model.first_shape[neighbourhood(position, point, colour)])
    turn = turn_of(found)
    if found & ONE != ZERO:
        prefetch_shape(model.shape_table, small_hash(found >> np.uint64(4)) ^ ring_hash(position, work, point, 1, turn))
    prefetch_shape(model.shape_table, diamond_hash(position, work, point, turn))


@kernel(entry=False, inline=True)
def list_features(position, work, model, point, colour, situation, seen):
    """Write the features of the move of `colour` at `point` into work.features; returns how many there are.

    model       has first_shape, near_shape and shape_table, see `MoveModel`
    situation   what `read_situation` returns for the colour
    seen        what `urgency.read_urgency` returns for the move
    Needs `fill_distances`, `fill_near_stones` and `fill_cells`.
    """
    data = position.data[0]
    features = work.features
    # 1. shapes
    index = neighbourhood(position, point, colour)
    n = list_shapes(position, work, model, point, index)
    turn = turn_of(model.first_shape[index])
    features[n] = find_shape(model.shape_table, diamond_hash(position, work, point, turn)) >> ONE
    n += ONE
    # 2. where it lies
    if situation.answers:
        distance = gridcular(position, point, data.last)
        features[n] = _DISTANCE + situation.phase * _DISTANCES + distance - 2
        n += ONE
        if distance <= 3:
            features[n] = model.near_shape[(np.uint64(distance - 2) << np.uint64(16)) | index]
            n += ONE
        if distance <= 4:
            place = diamond_place(position, point, data.last)
            features[n] = find_shape(model.shape_table, answer_hash(situation.diamond, situation.turn, place)) >> ONE
            n += ONE
    if data.last2 < point_count(position) and data.last2 != point:
        features[n] = _SECOND + gridcular(position, point, data.last2) - 2
        n += ONE
    features[n] = _LINE + situation.phase * 10 + line_feature(position, point)
    n += ONE
    # 3. what it does
    features[n] = _TACTIC + seen[0] * 4 + steps_feature(work, point)
    n += ONE
    for first, place in zip(_DEEDS, seen[1:]):
        if place >= 0:
            features[n] = first + place
            n += ONE
    return n


@kernel(entry=False)
def pass_feature(position):
    """The feature of a pass by the side to move."""
    return FIRST_PASS + np.int64(position.data[0].passes != ZERO)
