"""The kernels by which a network learns, against plain sums in NumPy: layers and their gradients, normalisation, pooling, what regions share."""
import numpy as np
import pytest
from oracles.naive_network import bfloat16, convolution

from gopy.compiled.jit import JIT_DISABLED
from gopy.compiled.lowering import processor_features
from gopy.network.work import WorkPairs, new_work

pytestmark = pytest.mark.skipif(JIT_DISABLED or "avx512bf16" not in processor_features(), reason="the kernels are for processors with AVX512_BF16")

if not JIT_DISABLED:
    from gopy.lab.learn.network import image_kernels as images
    from gopy.lab.learn.network.winograd_layer import Room, convolve_images, gradients_of_images, layer_weights, window_gradient


def bits(numbers):
    """uint16[]: numbers that are rounded already, as bfloat16."""
    return (np.ascontiguousarray(numbers, np.float32).view(np.uint32) >> np.uint32(16)).astype(np.uint16).reshape(-1)


def numbers(found, shape):
    """float32 of bits."""
    return (found.astype(np.uint32) << np.uint32(16)).view(np.float32).reshape(shape)


def random_image(rng, *shape):
    return bfloat16(rng.normal(size=shape)).astype(np.float32)


def close(found, expected, most):
    """Whether the difference is small beside what is expected, in the root of the mean square."""
    return np.linalg.norm(found - expected) < most * np.linalg.norm(expected)


@pytest.mark.parametrize("size, channels, count", [(7, 16, 5), (9, 48, 3), (10, 16, 6), (11, 64, 2), (19, 32, 2), (9, 96, 1)])
def test_a_layer_and_its_gradients(size, channels, count):
    rng = np.random.default_rng(size)
    image, gradient = random_image(rng, count, size, size, channels), random_image(rng, count, size, size, channels)
    window = rng.normal(size=(3, 3, channels, channels)).astype(np.float32)
    room = Room(size, channels)
    out, back = np.zeros(image.size, np.uint16), np.zeros(image.size, np.uint16)
    convolve_images(layer_weights(window, room.work), room.work, bits(image), count, out)
    assert close(numbers(out, image.shape), [convolution(one, window) for one in image], 0.02)

    turned = np.ascontiguousarray(window[::-1, ::-1].transpose(0, 1, 3, 2))
    gradients_of_images(layer_weights(turned, room.work), room.work, bits(image), bits(gradient), count, back, room.left, room.right, room.sums)
    assert close(numbers(back, image.shape), [convolution(one, turned) for one in gradient], 0.02)
    around = np.pad(image, ((0, 0), (1, 1), (1, 1), (0, 0)))
    expected = [[np.einsum("nyxi,nyxo->io", around[:, row:row + size, column:column + size], gradient) for column in range(3)]
                for row in range(3)]
    assert close(window_gradient(room.sums, channels, room.work), expected, 0.02)


@pytest.mark.parametrize("cuts, adds", [(False, False), (True, False), (True, True)])
def test_normalisation_and_its_gradient(cuts, adds):
    """The sums and the scaled images; the formulas that join them are tested with PyTorch."""
    rng, like, points, channels = np.random.default_rng(1), new_work(9, 32, WorkPairs), 200, 32
    image, beside, gradient = (random_image(rng, points, channels) for _ in range(3))
    sums = np.zeros(2 * channels, np.float32)
    images.sum_image(like, bits(image), points, channels, sums)
    assert np.allclose(sums, [*image.sum(0), *(image**2).sum(0)], rtol=1e-4, atol=1e-3)

    scales, out = rng.normal(size=(2, channels)).astype(np.float32), np.zeros(image.size, np.uint16)
    floor = np.float32(0 if cuts else -3e38)
    images.scale_image(like, bits(image), points, channels, scales.reshape(-1), bits(beside), adds, floor, out)
    expected = np.maximum(scales[0] * image + scales[1] + (beside if adds else 0), floor)
    assert np.allclose(numbers(out, image.shape), bfloat16(expected), rtol=2**-7, atol=1e-6)

    given = np.where(expected > 0, gradient, 0) if cuts else gradient
    sums[:] = 0
    images.sum_gradient(like, bits(image), out, bits(gradient), points, channels, cuts, sums)
    assert np.allclose(sums, [*given.sum(0), *(given * image).sum(0)], rtol=1e-4, atol=1e-3)

    factors = rng.normal(size=(3, channels)).astype(np.float32)
    to_image, to_beside = np.zeros(image.size, np.uint16), np.zeros(image.size, np.uint16)
    images.spread_gradient(like, bits(image), out, bits(gradient), points, channels, cuts,
                                                      factors.reshape(-1), to_image, adds, to_beside)
    assert np.allclose(numbers(to_image, image.shape), factors[0] * given + factors[1] * image + factors[2], rtol=2**-7, atol=2**-7)
    assert np.array_equal(numbers(to_beside, image.shape), given if adds else np.zeros_like(given))


def test_pooling_and_its_gradient():
    rng, like, count, points, channels = np.random.default_rng(2), new_work(9, 32, WorkPairs), 5, 81, 32
    image = random_image(rng, count, points, channels)
    image[1, :, :9] = -np.abs(image[1, :, :9])        # nothing is above 0
    cut = np.maximum(image, 0)
    pooled = np.zeros((count, 2, channels), np.float32)
    images.pool_images(like, bits(image), count, points, channels, pooled.reshape(-1))
    assert np.allclose(pooled, np.stack([cut.mean(1), cut.max(1)], 1), atol=1e-6)

    given, out = rng.normal(size=pooled.shape).astype(np.float32), np.zeros(image.size, np.uint16)
    images.spread_pooled(like, bits(image), pooled.reshape(-1), given.reshape(-1), count, points,
                                                    channels, out)
    largest = cut == cut.max(1, keepdims=True)
    expected = np.where(image > 0, given[:, :1] / points + np.where(largest, given[:, 1:], 0), 0)
    assert np.allclose(numbers(out, image.shape), expected, rtol=2**-7, atol=1e-6)



def test_what_regions_share_and_its_gradient():
    rng, like, points, channels = np.random.default_rng(3), new_work(9, 32, WorkPairs), 162, 32
    image, gradient = random_image(rng, points, channels), random_image(rng, points, channels)
    of_points = rng.permutation(np.append(np.arange(20), rng.integers(20, size=points - 20))).astype(np.int32)
    sizes = np.bincount(of_points)
    shares, member = (1 / sizes).astype(np.float32), of_points == np.arange(20)[:, None]
    means = np.zeros((20, channels), np.float32)
    images.pool_regions(like, bits(image), of_points, shares, channels, means.reshape(-1))
    assert np.allclose(means, member @ np.maximum(image, 0) / sizes[:, None], atol=1e-6)

    given, out = rng.normal(size=means.shape).astype(np.float32), np.zeros(image.size, np.uint16)
    images.spread_regions(like, bits(image), of_points, shares, given.reshape(-1), channels, out)
    expected = np.where(image > 0, (given / sizes[:, None])[of_points], 0)
    assert np.allclose(numbers(out, image.shape), expected, rtol=2**-7, atol=1e-6)

    shifts, found = rng.normal(size=means.shape).astype(np.float32), np.zeros(image.size, np.uint16)
    images.shift_images(like, bits(image), of_points, shifts.reshape(-1), channels, found)
    expected = np.maximum(image + shifts[of_points], 0)
    assert np.allclose(numbers(found, image.shape), expected, rtol=2**-7, atol=1e-6)

    to_image, to_shifts = np.zeros(image.size, np.uint16), np.zeros_like(shifts)
    images.spread_shifted(like, found, bits(gradient), of_points, channels, to_image, to_shifts.reshape(-1))
    passed = np.where(expected > 0, gradient, 0)
    assert np.array_equal(numbers(to_image, image.shape), passed)
    assert np.allclose(to_shifts, member @ passed, rtol=1e-4, atol=1e-4)
