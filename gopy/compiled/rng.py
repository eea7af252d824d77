"""Random numbers inside kernels: xoroshiro128+ (Blackman and Vigna 2018), with a state of uint64[2] for each thread."""
import math

import numpy as np

from gopy.compiled.jit import kernel

_24 = np.uint64(24)
_16 = np.uint64(16)
_37 = np.uint64(37)
_27 = np.uint64(27)
_32 = np.uint64(32)
_11 = np.uint64(11)
_2_POW_MINUS_53 = 2.0 ** -53
_LOG_2 = 0.6931471805599453


def new_rng(seed, stream=0) -> np.ndarray:
    """A generator's state, uint64[2], for a seed (any int) and a stream number (thread, game)."""
    return np.random.SeedSequence([abs(int(seed)), int(seed < 0), int(stream)]).generate_state(2, np.uint64)


@kernel
def next_uint64(rng):
    """64 random bits; advances `rng` in place."""
    s0 = rng[np.uint64(0)]
    s1 = rng[np.uint64(1)]
    result = s0 + s1
    s1 ^= s0
    rng[np.uint64(0)] = ((s0 << _24) | (s0 >> np.uint64(40))) ^ s1 ^ (s1 << _16)
    rng[np.uint64(1)] = (s1 << _37) | (s1 >> _27)
    return result


@kernel
def next_below(rng, n):
    """A random uint64 in [0, n) for a uint64 n < 2**32 (the bias is below n / 2**32)."""
    return ((next_uint64(rng) >> _32) * n) >> _32


@kernel
def next_double(rng):
    """A random float64 in [0, 1)."""
    return np.float64(next_uint64(rng) >> _11) * _2_POW_MINUS_53


@kernel(entry=False)
def _log(x):
    """ln x for 0 < x < 1 to 1e-13, with the same result on every machine, whatever its C library."""
    halvings = 0.0
    while x < 0.7:
        x += x
        halvings += 1.0
    # ln x = 2 (z + z^3 / 3 + z^5 / 5 + ...), |z| < 0.18
    z = (x - 1.0) / (x + 1.0)
    square = z * z
    series = 0.0
    for odd in range(17, 0, -2):
        series = series * square + 1.0 / odd
    return 2.0 * z * series - halvings * _LOG_2


@kernel
def next_normals(rng):
    """Two independent random float64 of the standard normal distribution (Marsaglia's polar method)."""
    while True:
        u = 2.0 * next_double(rng) - 1.0
        v = 2.0 * next_double(rng) - 1.0
        s = u * u + v * v
        if 0.0 < s < 1.0:
            factor = math.sqrt(-2.0 * _log(s) / s)
            return u * factor, v * factor
