"""The 3x3 layers while a network learns: the same products as in the engine (gopy/network/convolution.py), and their gradients.

A layer makes V of its image, M = V U of its weights and the result of M, all of them for each tile (gopy/network/winograd.py). So with the
gradient of the result looked at backwards, dM = BACK' . dy . BACK, that of the weights is dU = V' dM, summed over all tiles, and
dW = WEIGHTS' . dU . WEIGHTS. The gradient of the image is a convolution of dy with the weights turned around. All factors are
rounded to bfloat16, and all sums are float32.

An image lies here as uint16[N, N, C], the bits of bfloat16.
"""
from functools import lru_cache

import numpy as np

import gopy.network.tiles_of_four
import gopy.network.tiles_of_three  # noqa: F401  (how the convolutions are made)
from gopy.compiled.bfloat16 import emit_pairs_multiply_add, load_bfloat16, store_bfloat16, store_pairs
from gopy.compiled.compiler import cgutils, intrinsic, types
from gopy.compiled.jit import kernel
from gopy.compiled.lowering import ir, make_array
from gopy.compiled.vectors import broadcast, emit_broadcast, emit_load, emit_pointer, lanes_of, load, multiply_add, store, vector_type
from gopy.lab.learn.network.spread import spread_tiles
from gopy.network.convolution import NO_FLOOR, convolve, see_tiles
from gopy.network.product import PANEL
from gopy.network.weights import WEIGHTS_TYPES, Weights, aligned, new_parts, width_of
from gopy.network.winograd import FOUR, tile_of
from gopy.network.work import WorkPairs, WorkPairsFour, columns_of, new_work

#: A layer has no other parts than its matrices.
_NO_PARTS = new_parts()

#: Weights of a window.
_WINDOW = 9

#: Rows of the weights' gradient that are summed at once, and images whose tiles are.
_ROWS, _IMAGES = 8, 4


@kernel(entry=False)
def _read_image(weights, work, images, at):
    """Write the image at images[at] to the trunk, inside its border."""
    plan = work.plan[0]
    c, target = width_of(weights), plan.trunk + plan.first
    for _ in range(plan.board_size):
        for k in range(0, plan.board_size * c, lanes_of(work)):
            store(load_bfloat16(work, images, at + k), work.memory, target + k)
        at += plan.board_size * c
        target += plan.stride * c


@kernel(entry=False)
def _write_image(weights, work, images, at):
    """Write what `convolve` has made to images[at] and on."""
    plan = work.plan[0]
    c, source = width_of(weights), plan.inner + plan.first
    for _ in range(plan.board_size):
        for k in range(0, plan.board_size * c, lanes_of(work)):
            store_bfloat16(load(work, work.memory, source + k), images, at + k)
        at += plan.board_size * c
        source += plan.stride * c


#: Words that `_pair_up` takes at once.
_WORDS = 8


@intrinsic
def _pair_up(typingctx, source, first, second, target, at, count):
    """Make, of `count` words of pairs from source[first] and from source[second] on, which are two tiles' numbers of channels 0 and 1, 2
    and 3 and so on, pairs of both tiles: those of the even channels from target[at] on, and behind them those of the odd."""
    def codegen(context, builder, signature, args):
        words = ir.VectorType(ir.IntType(32), _WORDS)
        sources, first, second, targets, at, count = args
        half, low, high = (ir.Constant(words, [word] * _WORDS) for word in (16, 0xFFFF, 0xFFFF0000))

        def place(kind, array, index):
            return builder.bitcast(builder.gep(make_array(kind)(context, builder, array).data, [index]), words.as_pointer())
        with cgutils.for_range_slice(builder, count.type(0), count, count.type(_WORDS)) as (i, _):
            a, b = (builder.load(place(source, sources, builder.add(begin, i)), align=4) for begin in (first, second))
            to = builder.add(at, i)
            builder.store(builder.or_(builder.and_(a, low), builder.shl(b, half)), place(target, targets, to), align=4)
            builder.store(builder.or_(builder.lshr(a, half), builder.and_(b, high)),
                          place(target, targets, builder.add(to, count)), align=4)
        return context.get_dummy_value()
    return types.void(source, types.intp, types.intp, target, types.intp, types.intp), codegen


@intrinsic
def _add_products(typingctx, work, weights, left, left_at, right, right_at, pairs, step, sums, at):
    """Add to _ROWS rows of `sums`, from sums[at] on and `step` numbers apart, the products of so many columns of pairs of `left` and
    `right`: of each pair of tiles, which lie `step` words apart, a word of `left` for each row with words of `right` for the columns."""
    kind = work.instance_class
    columns = kind.columns(weights.instance_class.channels)

    def codegen(context, builder, signature, args):
        lanes, vectors = kind.lanes, columns // kind.lanes
        _, _, lefts, left_at, rights, right_at, pairs, step, totals, at = args
        word = pairs.type
        data = make_array(left)(context, builder, lefts).data

        def place(row, v):
            begin = builder.add(builder.add(at, builder.mul(step, word(row))), word(v * lanes))
            return emit_pointer(context, builder, sums, totals, begin, lanes)
        held = [[cgutils.alloca_once(builder, vector_type(lanes)) for _ in range(vectors)] for _ in range(_ROWS)]
        for row in range(_ROWS):
            for v in range(vectors):
                builder.store(emit_load(builder, place(row, v)), held[row][v])
        with cgutils.for_range(builder, pairs) as loop:
            begin = builder.mul(loop.index, step)
            firsts = [builder.add(builder.add(right_at, begin), word(v * lanes)) for v in range(vectors)]
            others = [emit_load(builder, emit_pointer(context, builder, right, rights, first, lanes)) for first in firsts]
            for row in range(_ROWS):
                number = emit_load(builder, builder.gep(data, [builder.add(builder.add(left_at, begin), word(row))]))
                spread = emit_broadcast(builder, number, lanes)
                for v in range(vectors):
                    builder.store(emit_pairs_multiply_add(builder, spread, others[v], builder.load(held[row][v])), held[row][v])
        for row in range(_ROWS):
            for v in range(vectors):
                builder.store(builder.load(held[row][v]), place(row, v), align=4)
        return context.get_dummy_value()
    return types.void(work, weights, left, types.intp, right, types.intp, types.intp, types.intp, sums, types.intp), codegen


@kernel(entry=False)
def _collect(weights, work, target, image, images):
    """Write the tiles that `see_tiles` or `spread_tiles` has made of one of `images` images to `target`, in pairs of tiles."""
    plan = work.plan[0]
    c, tiles = width_of(weights), plan.tiles * plan.tiles
    pairs = (tiles + 1) // 2
    for number in range(plan.matrices):
        source = plan.seen + number * plan.piece
        at = (number * images + image) * pairs * c
        for pair in range(pairs):
            first = source + 2 * pair * (c // 2)
            second = first + c // 2 if 2 * pair + 1 < tiles else plan.zeros
            _pair_up(work.memory, first, second, target, at + pair * c, c // 2)


@kernel
def convolve_images(weights, work, images, n, out):
    """Write the convolutions of n images to `out`; the matrices begin at numbers[C], biases at 0."""
    plan = work.plan[0]
    c = width_of(weights)
    count = plan.board_size * plan.board_size * c
    for image in range(n):
        _read_image(weights, work, images, image * count)
        convolve(weights, work, plan.trunk, c, 0, plan.inner, False, NO_FLOOR)
        _write_image(weights, work, out, image * count)


@kernel
def gradients_of_images(weights, work, images, gradients, n, out, left, right, sums):
    """Write the gradients of n images to `out`, and add those of the weights to `sums`.

    gradients    those of the convolution's result
    left, right  room for the tiles of _IMAGES images
    sums         float32[M * C * C]: dU, with the even channels before the odd ones in both directions
    """
    plan = work.plan[0]
    c = width_of(weights)
    count = plan.board_size * plan.board_size * c
    held = 0
    for image in range(n):
        _read_image(weights, work, gradients, image * count)
        spread_tiles(work, weights)
        _collect(weights, work, right, held, _IMAGES)
        convolve(weights, work, plan.trunk, c, 0, plan.inner, False, NO_FLOOR)
        _write_image(weights, work, out, image * count)
        _read_image(weights, work, images, image * count)
        see_tiles(work, weights, plan.trunk)
        _collect(weights, work, left, held, _IMAGES)
        held += 1
        if held == _IMAGES or image == n - 1:
            _add_all(weights, work, left, right, held, sums)
            held = 0


@kernel(entry=False)
def _add_all(weights, work, left, right, held, sums):
    """Add the products of all pairs of tiles of the images that are held."""
    plan = work.plan[0]
    c = width_of(weights)
    pairs = (plan.tiles * plan.tiles + 1) // 2
    for number in range(plan.matrices):
        begin, to = number * _IMAGES * pairs * c, number * c * c
        for row in range(0, c, _ROWS):
            for column in range(0, c, columns_of(work, weights)):
                _add_products(work, weights, left, begin + row, right, begin + column, held * pairs, c, sums, to + row * c + column)


class Room:
    """The memory that one thread needs for layers of a width on a board size."""

    def __init__(self, size, channels) -> None:
        self.work = new_work(size, channels, WorkPairsFour if tile_of(size) is FOUR else WorkPairs)
        plan = self.work.plan[0]
        self._matrices = int(plan.matrices)
        room = self._matrices * _IMAGES * (int(plan.tiles)**2 + 1) // 2 * channels
        self.left, self.right = aligned(room), aligned(room)
        self.sums = aligned(self._matrices * channels**2)


@lru_cache(maxsize=None)
def _spread(tile):
    """float32[M * 9]: how much of each weight of a window each matrix has."""
    return np.kron(tile.weights, tile.weights).astype(np.float32).reshape(-1)


@kernel
def _transform(like, window, spread, matrices, channels, numbers):
    """Write the matrices of a window, float32[9 * C * C], in panels and in pairs to numbers[C] and on."""
    square, zero = channels * channels, broadcast(like, np.float32(0))
    for number in range(matrices):
        for row in range(0, channels, 2):
            for column in range(0, channels, lanes_of(like)):
                first, second = zero, zero
                at = row * channels + column
                for place in range(_WINDOW):
                    factor = broadcast(like, spread[number * _WINDOW + place])
                    first = multiply_add(factor, load(like, window, at), first)
                    second = multiply_add(factor, load(like, window, at + channels), second)
                    at += square
                panel = channels + number * (square // 2) + column // PANEL * PANEL * (channels // 2)
                store_pairs(first, second, numbers, panel + row // 2 * PANEL + column % PANEL)


@kernel
def _transform_back(like, sums, spread, matrices, count, window):
    """Write to each of the nine parts of `window`, of `count` numbers, what the matrices of `sums` give it."""
    zero = broadcast(like, np.float32(0))
    for place in range(_WINDOW):
        for k in range(0, count, lanes_of(like)):
            total = zero
            for number in range(matrices):
                total = multiply_add(broadcast(like, spread[number * _WINDOW + place]), load(like, sums, number * count + k), total)
            store(total, window, place * count + k)


def layer_weights(window, work) -> Weights:
    """The weights float32[3, 3, in, out] of a layer as `convolve_images` wants them, for a Work."""
    channels, kind = window.shape[-1], type(work)
    numbers = aligned(channels + kind.tile.products * channels**2 // 2)
    _transform(work, window.reshape(-1), _spread(kind.tile), kind.tile.products, channels, numbers)
    return WEIGHTS_TYPES[channels](numbers, _NO_PARTS)


def window_gradient(sums, channels, work) -> np.ndarray:
    """float32[3, 3, in, out]: the gradient of a layer's weights from what `gradients_of_images` has summed."""
    kind, found = type(work), np.empty(_WINDOW * channels**2, np.float32)
    _transform_back(work, sums, _spread(kind.tile), kind.tile.products, channels**2, found)
    order = np.concatenate([np.arange(0, channels, 2), np.arange(1, channels, 2)])
    places = np.argsort(order)
    return found.reshape(_WINDOW, channels, channels)[:, places[:, None], places].reshape(3, 3, channels, channels)
