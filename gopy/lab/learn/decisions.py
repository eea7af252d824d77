"""Recorded games as decisions: at each move the candidates, their features and which of them was played (kernels)."""
import math
from typing import NamedTuple

import numpy as np

import gopy.go.contract  # noqa: F401  (`play` for Go)
from gopy.compiled.bits import ONE
from gopy.compiled.jit import kernel
from gopy.game import play
from gopy.go.bitboard.construct import new_position, setup
from gopy.go.bitboard.layout import point_count
from gopy.go.bitboard.position import has_stone, is_eye, is_legal
from gopy.go.geometry import BLACK, WHITE, num_points
from gopy.go.knowledge.features import MOST_FEATURES, gridcular, list_features, pass_feature, read_situation
from gopy.go.knowledge.move_model import SMALL_BITS
from gopy.go.knowledge.patterns import neighbourhood
from gopy.go.knowledge.prior import fill_distances, fill_near_stones
from gopy.go.knowledge.shapes import CELL_CODES, DIAMOND_POINTS, MOVED, RING_ENDS, RINGS, diamond_place, fill_cells
from gopy.go.knowledge.urgency import read_urgency
from gopy.go.knowledge.work import new_work

_MOST = np.uint64(MOST_FEATURES)


class Candidates(NamedTuple):
    """Room for the candidates of one decision on a board of `size`, the pass being the last of them."""
    points: np.ndarray      # int64[n]
    counts: np.ndarray      # uint64[n]: how many features each has
    features: np.ndarray    # uint32[n * MOST_FEATURES]
    chance: np.ndarray      # float64[n]: each one's probability
    work: np.ndarray        # one record, see gopy.go.knowledge.work


def new_candidates(size) -> Candidates:
    """Room for any position of a board size."""
    n = num_points(size) + 1
    return Candidates(np.zeros(n, np.int64), np.zeros(n, np.uint64), np.zeros(n * MOST_FEATURES, np.uint32), np.zeros(n), new_work())


class Boards(dict):
    """For each board size, when it is first asked for, a (position, Candidates) to replay games with."""

    def __missing__(self, size) -> tuple:
        self[size] = new_position(size), new_candidates(size)
        return self[size]


@kernel(entry=False)
def prepare(position, work):
    """Fill the work areas that features need, for the side to move."""
    data = position.data[0]
    for point in range(point_count(position)):
        work.distance[point] = 0
    if data.last < point_count(position):
        fill_distances(position, work, data.last)
    fill_near_stones(position)
    fill_cells(position, work, data.to_play)


@kernel(entry=False)
def list_candidates(position, model, candidates):
    """Write the candidates of the side to move: all legal moves that fill no own eye, then the pass. Returns their number."""
    data, work = position.data[0], candidates.work[0]
    prepare(position, work)
    situation = read_situation(position, work, model, data.to_play)
    n = np.uint64(0)
    for i in range(data.empty_count):
        point = np.uint64(data.empties[i])
        if is_legal(position, point, data.to_play) and not is_eye(position, point, data.to_play):
            candidates.points[n] = point
            seen = read_urgency(position, work, point, data.to_play)
            count = list_features(position, work, model, point, data.to_play, situation, seen)
            for k in range(count):
                candidates.features[n * _MOST + k] = work.features[k]
            candidates.counts[n] = count
            n += ONE
    candidates.points[n] = point_count(position)
    candidates.features[n * _MOST] = pass_feature(position)
    candidates.counts[n] = ONE
    return n + ONE


@kernel(entry=False)
def weigh(candidates, n, weights):
    """Write the probability of each of n candidates by the logarithms of the strengths (float32[features])."""
    top = -1e30
    for i in range(n):
        total = 0.0
        for k in range(i * _MOST, i * _MOST + candidates.counts[i]):
            total += weights[np.uint64(candidates.features[k])]
        candidates.chance[i] = total
        top = max(top, total)
    whole = 0.0
    for i in range(n):
        candidates.chance[i] = math.exp(candidates.chance[i] - top)
        whole += candidates.chance[i]
    for i in range(n):
        candidates.chance[i] /= whole


@kernel(entry=False)
def place_of(candidates, n, move):
    """Where a move stands among n candidates; -1 if it is none of them."""
    for i in range(n):
        if candidates.points[i] == move:
            return np.int64(i)
    return -1


@kernel
def follow(position, move):
    """Play a move of a record."""
    play(position, move)


@kernel
def follow_all(position, moves):
    """Play moves of a record (int64 array) up to the first illegal one; returns how many were played.

    Legal is what some rules allow: a ko retaken at once, positions that repeat, and suicide if the position permits it.
    """
    for i in range(len(moves)):
        move = np.uint64(moves[i])
        if move < point_count(position):
            occupied = has_stone(position, np.uint64(BLACK), move) or has_stone(position, np.uint64(WHITE), move)
            retakes = move == position.data[0].ko_point
            if occupied or not (retakes or is_legal(position, move, position.data[0].to_play)):
                return i
        play(position, move)
    return len(moves)


_SMALL_BITS = np.array(SMALL_BITS, np.uint64)
_ENDS = np.array(RING_ENDS, np.uint64)
_POINTS = np.uint64(RING_ENDS[-1])


@kernel(entry=False)
def _write_form(cells, form, codes):
    """Write the codes of one form of the shape whose cells (as two bits) are given: 3x3 index, then one code a ring."""
    moved = form * _POINTS
    codes[0] = 0
    for place in range(np.uint64(8)):
        target = _SMALL_BITS[MOVED[moved + place]]
        codes[0] |= (np.int64(cells[place] & 1) << target) | (np.int64(cells[place] >> 1) << (target + np.uint64(8)))
    for ring in range(np.uint64(RINGS)):
        codes[ring + ONE] = 0
        for place in range(_ENDS[ring], _ENDS[ring + ONE]):
            target = MOVED[moved + place] - _ENDS[ring]
            codes[ring + ONE] |= np.int64(cells[place]) << (target + target)


@kernel(entry=False)
def _diamond_code(position, work, point, turn):
    """Code of the diamond around a point in one of the eight forms."""
    tables = position.tables[0]
    centre = np.uint64(tables.cell[point])
    code = 0
    for place in range(np.uint64(DIAMOND_POINTS)):
        code |= (np.int64(work.cells[centre + tables.shape_step[place]])
                 << (np.uint64(3) * MOVED[turn * _POINTS + place]))
    return code


@kernel
def write_codes(position, areas, move, cells, form, codes):
    """Write into codes (int64[RINGS + 3]) the smallest form of the shape at a move of the side to move: 3x3 index, a code for
    each ring, the diamond's code in its own smallest form, and the answer's, or -1 if it is none. areas, cells and form are work
    areas (see gopy.go.knowledge.work, uint8[points], like codes)."""
    data, work = position.data[0], areas[0]
    tables = position.tables[0]
    point = np.uint64(move)
    fill_cells(position, work, data.to_play)
    centre = np.uint64(tables.cell[point])
    for place in range(_POINTS):
        cells[place] = CELL_CODES[np.uint64(work.cells[centre + tables.shape_step[place]])]
    answers = data.last < point_count(position) and gridcular(position, point, data.last) <= 4
    codes[RINGS + 2] = -1
    for turn in range(np.uint64(8)):
        _write_form(cells, turn, form)
        smaller = turn == 0
        for i in range(RINGS + 1):
            if form[i] != codes[i]:
                smaller |= form[i] < codes[i]
                break
        if smaller:
            for i in range(RINGS + 1):
                codes[i] = form[i]
        diamond = _diamond_code(position, work, point, turn)
        if turn == 0 or diamond < codes[RINGS + 1]:
            codes[RINGS + 1] = diamond
        if answers:
            place = MOVED[turn * _POINTS + diamond_place(position, point, data.last)]
            answer = (_diamond_code(position, work, data.last, turn) << 4) | np.int64(place)
            if turn == 0 or answer < codes[RINGS + 2]:
                codes[RINGS + 2] = answer


@kernel
def shape_at(position, move):
    """3x3 index at a move of the side to move."""
    return neighbourhood(position, np.uint64(move), position.data[0].to_play)


def begin(position, record) -> None:
    """Set a position up as a record begins."""
    colours = [2] * num_points(int(position.tables[0].board_size))
    for point in record.setup:
        colours[point] = BLACK
    setup(position, colours, record.first)


