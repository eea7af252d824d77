"""What happens to images between the 3x3 layers while a network learns: normalisation, pooling and shifts, each in one or two passes.

An image is uint16[n, points, C], the bits of bfloat16, and is given flat. `like` is a Work, whose type decides the vectors; numbers of
channels are multiples of 16. All sums are float32.
"""
import numpy as np

from gopy.compiled.bfloat16 import load_bfloat16, store_bfloat16
from gopy.compiled.jit import kernel
from gopy.compiled.vectors import broadcast, lanes_of, load, maximum, multiply_add, store, where_positive

#: Points that are summed for some channels before others: as many as stay in the nearest cache.
_POINTS = 64


@kernel
def sum_image(like, image, count, channels, sums):
    """Add to sums[:C] the numbers of `count` points of an image, and to sums[C:] their squares."""
    for begin in range(0, count, _POINTS):
        end = min(begin + _POINTS, count)
        for k in range(0, channels, lanes_of(like)):
            total, squares = load(like, sums, k), load(like, sums, channels + k)
            for at in range(begin * channels + k, end * channels + k, channels):
                value = load_bfloat16(like, image, at)
                total = total + value
                squares = multiply_add(value, value, squares)
            store(total, sums, k)
            store(squares, sums, channels + k)


@kernel
def scale_image(like, image, count, channels, scales, beside, adds, floor, out):
    """Write scales[:C] times the image plus scales[C:], plus `beside` if `adds`, and at least `floor`, to `out`."""
    least = broadcast(like, floor)
    for at in range(0, count * channels, channels):
        for k in range(0, channels, lanes_of(like)):
            value = multiply_add(load(like, scales, k), load_bfloat16(like, image, at + k), load(like, scales, channels + k))
            if adds:
                value = value + load_bfloat16(like, beside, at + k)
            store_bfloat16(maximum(value, least), out, at + k)


@kernel
def sum_gradient(like, image, out, gradient, count, channels, cuts, sums):
    """Add to sums[:C] the gradient, and to sums[C:] the gradient times the image; if `cuts`, where `out` is above 0."""
    for begin in range(0, count, _POINTS):
        end = min(begin + _POINTS, count)
        for k in range(0, channels, lanes_of(like)):
            total, products = load(like, sums, k), load(like, sums, channels + k)
            for at in range(begin * channels + k, end * channels + k, channels):
                value = load_bfloat16(like, gradient, at)
                if cuts:
                    value = where_positive(load_bfloat16(like, out, at), value)
                total = total + value
                products = multiply_add(value, load_bfloat16(like, image, at), products)
            store(total, sums, k)
            store(products, sums, channels + k)


@kernel
def spread_gradient(like, image, out, gradient, count, channels, cuts, factors, to_image, adds, to_beside):
    """Write factors[:C] times the gradient, plus factors[C:2 C] times the image, plus factors[2 C:], to `to_image`; the gradient is
    that where `out` is above 0 if `cuts`. It goes to `to_beside` as well if `adds`."""
    for at in range(0, count * channels, channels):
        for k in range(0, channels, lanes_of(like)):
            value = load_bfloat16(like, gradient, at + k)
            if cuts:
                value = where_positive(load_bfloat16(like, out, at + k), value)
            if adds:
                store_bfloat16(value, to_beside, at + k)
            value = multiply_add(load(like, factors, k), value, load(like, factors, 2 * channels + k))
            value = multiply_add(load(like, factors, channels + k), load_bfloat16(like, image, at + k), value)
            store_bfloat16(value, to_image, at + k)


@kernel
def pool_images(like, image, n, points, channels, pooled):
    """Write mean and largest of max(0, image), [2 C] for each image, to `pooled` (float32[n * 2 C])."""
    zero, share = broadcast(like, np.float32(0)), broadcast(like, np.float32(1) / np.float32(points))
    for number in range(n):
        for k in range(0, channels, lanes_of(like)):
            total, largest = zero, zero
            begin = number * points * channels + k
            for at in range(begin, begin + points * channels, channels):
                value = maximum(load_bfloat16(like, image, at), zero)
                total = total + value
                largest = maximum(largest, value)
            store(total * share, pooled, 2 * number * channels + k)
            store(largest, pooled, (2 * number + 1) * channels + k)


@kernel
def spread_pooled(like, image, pooled, gradient, n, points, channels, out):
    """Write the gradient of images from that of what `pool_images` has made.

    The gradient of the largest goes to all points that have it.
    """
    share = broadcast(like, np.float32(1) / np.float32(points))
    for number in range(n):
        for k in range(0, channels, lanes_of(like)):
            mean = load(like, gradient, 2 * number * channels + k) * share
            top = load(like, gradient, (2 * number + 1) * channels + k)
            largest = load(like, pooled, (2 * number + 1) * channels + k)
            begin = number * points * channels + k
            for at in range(begin, begin + points * channels, channels):
                value = load_bfloat16(like, image, at)
                found = mean + (top - where_positive(largest - value, top))
                store_bfloat16(where_positive(value, found), out, at)


@kernel
def pool_regions(like, image, regions, shares, channels, means):
    """Add the mean of max(0, image) over each region, [C], to `means` (float32[regions * C]).

    regions   int32[n points]: the region of each point
    shares    float32[regions]: 1 / how many points it has
    """
    zero = broadcast(like, np.float32(0))
    for point in range(len(regions)):
        region, at = np.int64(regions[point]), point * channels
        share, to = broadcast(like, shares[region]), region * channels
        for k in range(0, channels, lanes_of(like)):
            value = multiply_add(maximum(load_bfloat16(like, image, at + k), zero), share, load(like, means, to + k))
            store(value, means, to + k)


@kernel
def spread_regions(like, image, regions, shares, gradient, channels, out):
    """Write the gradient of images from that of what `pool_regions` has made."""
    for point in range(len(regions)):
        region, at = np.int64(regions[point]), point * channels
        share, source = broadcast(like, shares[region]), region * channels
        for k in range(0, channels, lanes_of(like)):
            value = load(like, gradient, source + k) * share
            store_bfloat16(where_positive(load_bfloat16(like, image, at + k), value), out, at + k)


@kernel
def shift_images(like, image, regions, shifts, channels, out):
    """Write max(0, image + shifts) to `out`, where each region has its own shifts, [C] (float32[regions * C])."""
    zero = broadcast(like, np.float32(0))
    for point in range(len(regions)):
        at, shift = point * channels, np.int64(regions[point]) * channels
        for k in range(0, channels, lanes_of(like)):
            store_bfloat16(maximum(load_bfloat16(like, image, at + k) + load(like, shifts, shift + k), zero), out, at + k)


@kernel
def spread_shifted(like, out, gradient, regions, channels, to_image, to_shifts):
    """Write the gradient of what `shift_images` has made to `to_image`, and add that of the shifts to `to_shifts`."""
    for point in range(len(regions)):
        at, to = point * channels, np.int64(regions[point]) * channels
        for k in range(0, channels, lanes_of(like)):
            value = where_positive(load_bfloat16(like, out, at + k), load_bfloat16(like, gradient, at + k))
            store_bfloat16(value, to_image, at + k)
            store(load(like, to_shifts, to + k) + value, to_shifts, to + k)
