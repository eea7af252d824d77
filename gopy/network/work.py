"""What the evaluation of a network works in: memory of one thread for one board size, and the kind of the processor's vectors.

The kind is the type of the record, so that each has its own compiled code. All give the same numbers, but where a processor
cannot multiply and add in one step, or multiplies in matrix registers. The form of the tiles (gopy/network/winograd.py) is decided by
the type, too.
"""
from typing import NamedTuple

import numpy as np

from gopy.compiled.amx import has_amx
from gopy.compiled.constants import type_constant, type_pair_constant
from gopy.compiled.jit import kernel
from gopy.compiled.lowering import processor_features, processor_name
from gopy.go.geometry import num_points
from gopy.network.form import GLOBALS, LARGEST_BOARD, SMALLEST_BOARD, hidden
from gopy.network.weights import LINE, Shelf, aligned
from gopy.network.winograd import FOUR, THREE, tile_of

_PLAN = [
    ("board_size", np.int64),       # N
    ("turn", np.int64),             # how the board is turned before it is judged, see `turned`; the caller may change it
    ("tiles", np.int64),            # T, tiles across the board
    ("matrices", np.int64),         # M, how many matrices the products of the tiles make
    ("stride", np.int64),           # points in a row of `trunk` and `inner`: the board with the last tiles, in a border of zeros
    ("first", np.int64),            # of the numbers of an image, where those of the first point of the board begin
    ("trunk", np.int64),            # [stride][stride][C]: x
    ("inner", np.int64),            # [stride][stride][C]: h
    ("seen", np.int64),             # [M] matrices [T * T][C], each `piece` numbers behind the one before: what the products are made from
    ("products", np.int64),         # likewise: the products
    ("piece", np.int64),
    ("stem", np.int64),             # [N + 4][N + 4][C]: sums of the first layer
    ("pooled", np.int64),           # [2 C]: means and largest
    ("shift", np.int64),            # [C]: what global pooling or the global inputs add to every point
    ("heads", np.int64),            # [4 P]: what pooling gives to policy, pass and value
    ("policy", np.int64),           # [stride * stride][P]: the policy head
    ("regions", np.int64),          # how many regions the board has, if they share
    ("zeros", np.int64),            # as long as the longest line that is read with nothing added
]


class Work(NamedTuple):
    """Memory of one thread. The types that follow say how the processor is used."""
    memory: np.ndarray      #: float32[]: the numbers between the layers
    plan: np.ndarray        #: one record: where they lie
    given: np.ndarray       #: float32[8]: the global inputs; the evaluation fills in those that a position decides
    policy: np.ndarray      #: float32[moves]: the logit of each move; of a gap between rows, NO_MOVE
    ownership: np.ndarray   #: float32[points]: 1 where the side to move owns, -1 where its opponent does; 0 in a gap
    regions: np.ndarray     #: int32[3 N N]: the region of each point and the number of points in each, see gopy/network/regions.py
    outcome: np.ndarray     #: float32[4]: logit of winning, probability of winning, score and its deviation in points


class WorkAvx512(Work):
    """For processors with 32 registers of 16 numbers."""
    tile, lanes, most_rows, paired, amx = THREE, 16, 9, False, False

    @staticmethod
    def columns(channels) -> int:
        """How many columns the products in the trunk of a network of this width take at once."""
        return {16: 16, 32: 32, 48: 48, 64: 32, 96: 48}[channels]


class WorkPairs(WorkAvx512):
    """For those of them that multiply pairs of bfloat16 numbers, and add both products, in one step, where this is the faster way."""
    paired = True


class WorkAmx(WorkPairs):
    """For those of them that multiply matrices of such pairs in registers of their own (gopy/compiled/amx.py). A product writes sixteen
    rows in any case. Its sums are others in the last digits than those of the other types."""
    most_rows, amx = 16, True

    @staticmethod
    def columns(channels) -> int:
        """All columns at once: there are registers for 96."""
        return channels


class WorkAvx2(Work):
    """For processors with 16 registers of 8 numbers."""
    tile, lanes, most_rows, paired, amx = THREE, 8, 5, False, False

    @staticmethod
    def columns(channels) -> int:
        """As for AVX-512."""
        return 16


class WorkPortable(Work):
    """For all others: vectors of 4 numbers, which the compiler makes of what the processor has."""
    tile, lanes, most_rows, paired, amx = THREE, 4, 5, False, False

    @staticmethod
    def columns(channels) -> int:
        """As for AVX-512."""
        return 8


class WorkAmxFour(WorkAmx):
    """For these processors, and boards with tiles of four."""
    tile = FOUR


class WorkAvx512Four(WorkAvx512):
    """Likewise."""
    tile = FOUR


class WorkPairsFour(WorkPairs):
    """Likewise."""
    tile = FOUR


class WorkAvx2Four(WorkAvx2):
    """Likewise."""
    tile = FOUR


class WorkPortableFour(WorkPortable):
    """Likewise."""
    tile = FOUR


WORK_OF_THREE = (WorkAmx, WorkPairs, WorkAvx512, WorkAvx2, WorkPortable)
WORK_OF_FOUR = (WorkAmxFour, WorkPairsFour, WorkAvx512Four, WorkAvx2Four, WorkPortableFour)

#: How many rows a product takes at once, or one less; whether what it multiplies in the trunk lies in pairs (1, else 0); and how many
#: columns it takes there.
most_rows_of = type_constant(lambda work: work.most_rows)
paired_of = type_constant(lambda work: int(work.paired))
columns_of = type_pair_constant(lambda work, weights: work.columns(weights.channels))


@kernel(entry=False)
def turned(turn, row, column, last):
    """Where (row, column) comes by one of the eight turns and mirrors, as in `geometry.turned_place`: 0 is none."""
    if turn & 1:
        row = last - row
    if turn & 2:
        column = last - column
    if turn & 4:
        row, column = column, row
    return row, column


def work_types(size) -> tuple[type[Work], ...]:
    """The types of work for a board size, the fastest first."""
    return WORK_OF_FOUR if tile_of(size) is FOUR else WORK_OF_THREE


def best_work_type(size, amx=True) -> type[Work]:
    """The fastest type of work for a board size on this processor.

    amx   whether it may be one that uses matrix registers, whose numbers are not those of the other types to the last bit
    """
    features = processor_features()
    # AMD's processors judge faster in pairs (measured on Zen 5). Intel's (Emerald Rapids) took 1.0 to 1.4 times as long as in float32.
    pairs = "avx512bf16" in features and processor_name().startswith("znver")
    has = (amx and has_amx(), pairs, "avx512f" in features, {"avx2", "fma"} <= features, True)
    return work_types(size)[has.index(True)]


def new_work(size, channels, kind=None) -> Work:
    """Memory for evaluations of networks of a width on boards of `size`. ValueError for a size that networks do not have.

    kind   the type of work, by default the best on this processor
    """
    if not SMALLEST_BOARD <= size <= LARGEST_BOARD:
        raise ValueError(f"a network judges boards from {SMALLEST_BOARD}x{SMALLEST_BOARD} to {LARGEST_BOARD}x{LARGEST_BOARD}")
    plan, shelf = np.zeros(1, _PLAN).view(np.recarray), Shelf()
    kind = kind or best_work_type(size)
    tiles, matrices, p = kind.tile.across(size), kind.tile.products, hidden(channels)
    stride = kind.tile.size * tiles + 2
    # A line more than the matrix keeps the numbers of a tile and a channel out of the same place of the processor's cache. A product may
    # read and write rows beyond the last.
    piece = tiles * tiles * channels + LINE
    plan[0].board_size, plan[0].tiles, plan[0].matrices, plan[0].stride, plan[0].piece = size, tiles, matrices, stride, piece
    plan[0].first = (stride + 1) * channels
    for name, count in (("trunk", stride * stride * channels), ("inner", stride * stride * channels),
                        ("seen", matrices * piece + kind.most_rows * channels),
                        ("products", matrices * piece + kind.most_rows * channels), ("stem", (size + 4) ** 2 * channels),
                        ("pooled", 2 * channels), ("shift", channels), ("heads", 4 * p),
                        ("policy", stride * stride * p), ("zeros", max(channels, 2 * p))):
        plan[0][name] = shelf.place(count)
    points = num_points(size)
    return kind(
        aligned(shelf.length), plan, np.zeros(len(GLOBALS), np.float32), np.zeros(points + 1, np.float32),
        np.zeros(points, np.float32), np.zeros(3 * size * size, np.int32), np.zeros(4, np.float32))
