"""The weights of a network as the kernels read them: one array of float32, and where each part of it begins.

The width is a type, as the size of a board is: one compiled evaluation serves all networks of a width. What can be worked out
once is worked out when a network is read: the weights of 3x3 convolutions as Winograd's products want them, those of the first layer
as rows of a table.
"""
from typing import NamedTuple

import numpy as np

from gopy.compiled.bfloat16 import in_pairs, rounded
from gopy.compiled.constants import type_constant
from gopy.network.form import LADDER_PLANES, PLANES, STEM, hidden, pools
from gopy.network.product import panels
from gopy.network.winograd import transformed

#: Numbers in a row of a processor's cache: arrays begin at the beginning of one.
LINE = 16

_PARTS = [
    ("blocks", np.int64),           # B
    ("ladders", np.int64),          # whether ladders are read: 0 if the first layer has no weights for them
    ("regions", np.int64),          # whether regions share: 0 if no block has weights for it
    ("stem", np.int64),             # [14][5][5][C]: what a point of a plane adds to the points around it, from its upper left on
    ("stem_edge", np.int64),        # [5][5][C]: what every point gets, by its row and column (see `edge_class`)
    ("stem_global", np.int64),      # [8][C]
    ("block", np.int64),            # where the first block begins, and
    ("block_length", np.int64),     # how long each is:
    ("bias1", np.int64),            # from its beginning on, [C]
    ("conv1", np.int64),            # [M] matrices [C][C], rounded to bfloat16, in panels, and in pairs where the work has them in pairs
    ("pool", np.int64),             # [2 C][C], in blocks that pool
    ("region", np.int64),           # a matrix [C][C], likewise
    ("bias2", np.int64),
    ("conv2", np.int64),
    ("owner", np.int64),            # [C]
    ("owner_bias", np.int64),       # [1]
    ("policy", np.int64),           # a matrix [C][P] in panels
    ("policy_out", np.int64),       # [P]
    ("pooled", np.int64),           # [2 C][4 P]: for policy, pass and value
    ("pooled_bias", np.int64),      # [4 P]
    ("pass_out", np.int64),         # [P]
    ("pass_out_bias", np.int64),    # [1]
    ("value_owner", np.int64),      # [2 P]
    ("value_global", np.int64),     # [8][2 P]
    ("value_out", np.int64),        # [3][2 P]
    ("value_out_bias", np.int64),   # [3]
]


class Weights(NamedTuple):
    """The weights of a network; each width has a type of its own."""
    numbers: np.ndarray     #: float32[]
    parts: np.ndarray       #: one record: where each part begins in `numbers`


class Weights16(Weights):
    """The weights of a network of width 16."""
    channels = 16


class Weights32(Weights):
    """The weights of a network of width 32."""
    channels = 32


class Weights48(Weights):
    """The weights of a network of width 48."""
    channels = 48


class Weights64(Weights):
    """The weights of a network of width 64."""
    channels = 64


class Weights96(Weights):
    """The weights of a network of width 96."""
    channels = 96


WEIGHTS_TYPES = {kind.channels: kind for kind in (Weights16, Weights32, Weights48, Weights64, Weights96)}

#: The width of a network, and P.
width_of = type_constant(lambda weights: weights.channels)
hidden_of = type_constant(lambda weights: hidden(weights.channels))


def aligned(count) -> np.ndarray:
    """float32[count] of zeros that begins where a line of the processor's cache does."""
    memory = np.zeros(count + LINE, np.float32)
    first = -(memory.ctypes.data // memory.itemsize) % LINE
    return memory[first:first + count]


class Shelf:
    """Gives each part a place in one array, one behind the other, each at the beginning of a line."""

    def __init__(self) -> None:
        self.length = 0

    def place(self, count) -> int:
        """Where the next part, of `count` numbers, begins."""
        begin = self.length
        self.length += -(-count // LINE) * LINE
        return begin


def new_parts() -> np.ndarray:
    """A record of where parts begin, all of them at 0."""
    return np.zeros(1, _PARTS).view(np.recarray)


def stem_tables(stem, bias) -> tuple[np.ndarray, np.ndarray]:
    """([14][5][5][C], [5][5][C]) of the weights [5][5][15][C] and the biases [C] of the first layer.

    The first table has for each plane but the last what a point adds to the 5x5 points around it, from the upper left one on. The
    second has what the plane of ones and the biases give to a point by `edge_class` of its row and its column: at the edge of the
    board, part of the window is off the board.
    """
    window = np.arange(STEM)
    seen = np.zeros((STEM, STEM))           # [class, place of the window]: whether it is on the board
    for each in range(STEM):
        seen[each] = (window >= STEM // 2 - each) & (window < STEM + STEM // 2 - each)
    edge = np.einsum("ai,bj,ijc->abc", seen, seen, stem[:, :, -1].astype(np.float64)) + bias
    return np.ascontiguousarray(stem[::-1, ::-1, :len(PLANES) - 1].transpose(2, 0, 1, 3)), edge.astype(np.float32)


def _window(weights, kind):
    """The matrices of the products that a convolution with `weights` makes."""
    return _factors(transformed(weights, kind.tile), kind)


def _factors(matrices, kind):
    """Matrices [..., inputs, C] as products with rounded factors want them."""
    found = panels(matrices)
    return in_pairs(found, axis=-2) if kind.paired else rounded(found)


def new_weights(channels, blocks, arrays, kind) -> Weights:
    """The weights of a network from its arrays by name (see form.shapes), which are checked before (see file.read_network).

    kind   the type of the work with which they are used
    """
    shelf, kept = Shelf(), []
    parts = new_parts()

    def keep(name, array):
        begin = shelf.place(array.size)
        kept.append((begin, array))
        if name:
            parts[0][name] = begin

    parts[0].blocks = blocks
    parts[0].ladders = arrays["stem"][:, :, LADDER_PLANES].any()
    parts[0].regions = any(arrays[f"block{block}_region"].any() for block in range(blocks))
    stem, edge = stem_tables(arrays["stem"], arrays["stem_bias"])
    keep("stem", stem)
    keep("stem_edge", edge)
    keep("stem_global", arrays["stem_global"])
    parts[0].block = shelf.length
    for block in range(blocks):
        begin = shelf.length
        pool = arrays[f"block{block}_pool"] if pools(block, blocks) else np.zeros((2 * channels, channels), np.float32)
        for name, array in (("bias1", arrays[f"block{block}_bias1"]), ("conv1", _window(arrays[f"block{block}_conv1"], kind)),
                            ("pool", pool), ("region", _factors(arrays[f"block{block}_region"], kind)),
                            ("bias2", arrays[f"block{block}_bias2"]), ("conv2", _window(arrays[f"block{block}_conv2"], kind))):
            parts[0][name] = shelf.length - begin
            keep(None, array)
        parts[0].block_length = shelf.length - begin
    pooled_rows = 2 * channels
    keep("owner", arrays["owner"])
    keep("owner_bias", arrays["owner_bias"])
    keep("policy", panels(arrays["policy"]))
    keep("policy_out", arrays["policy_out"])
    keep("pooled", np.concatenate([arrays["policy_pool"], arrays["pass"], arrays["value"][:pooled_rows]], axis=1))
    keep("pooled_bias", np.concatenate([arrays["policy_bias"], arrays["pass_bias"], arrays["value_bias"]]))
    keep("pass_out", arrays["pass_out"])
    keep("pass_out_bias", arrays["pass_out_bias"])
    keep("value_owner", arrays["value"][pooled_rows])
    keep("value_global", arrays["value"][pooled_rows + 1:])
    keep("value_out", arrays["value_out"].T)
    keep("value_out_bias", arrays["value_out_bias"])
    numbers = aligned(shelf.length)
    for begin, array in kept:
        numbers[begin:begin + array.size] = array.ravel()
    return WEIGHTS_TYPES[channels](numbers, parts)
