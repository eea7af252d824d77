"""Words of bits against Python's own integers."""
import random

import numpy as np
import pytest
from numba import njit

from gopy.compiled import bits
from gopy.compiled.jit import JIT_DISABLED

WORDS = [0, 1, 2, 3, 1 << 63, (1 << 64) - 1, *(random.Random(i).getrandbits(64) for i in range(300))]


@njit
def counted(word):
    return bits.popcount(word)


@njit
def lowest(word):
    return bits.lowest_bit(word)


@njit
def mask(index):
    return bits.bit(index)


@njit
def has_bit(words, index):
    return bits.test_bit(words, index)


@njit
def spread(value, array, at):
    bits.store_word(array, at, bits.bits_to_bytes(value))


@njit
def loaded(words, start):
    return bits.load_bits(words, start)


def test_popcount():
    for word in WORDS:
        assert counted(np.uint64(word)) == bin(word).count("1")


def test_lowest_bit_is_64_for_none():
    for word in WORDS:
        expected = next((i for i in range(64) if word >> i & 1), 64)
        assert lowest(np.uint64(word)) == expected


def test_bit_takes_the_index_in_its_word():
    for index in range(200):
        assert int(mask(np.uint64(index))) == 1 << index % 64


def test_test_bit_over_several_words():
    number = random.Random(2).getrandbits(192)
    words = np.array([number >> 64 * i & (1 << 64) - 1 for i in range(3)], np.uint64)
    for index in range(192):
        assert bool(has_bit(words, np.uint64(index))) == bool(number >> index & 1)


def test_bits_are_loaded_from_any_place():
    number = random.Random(3).getrandbits(192)
    words = np.array([number >> 64 * i & (1 << 64) - 1 for i in range(3)], np.uint64)
    for start in range(192 - 64):
        assert int(loaded(words, np.uint64(start))) % 2**57 == (number >> start) % 2**57


def around(square, stride):
    """The rows of a 3x3 square of bits, one after the other, without the middle."""
    rows = [square >> (row * stride + column) & 1 for row in range(3) for column in range(3) if (row, column) != (1, 1)]
    return sum(bit << k for k, bit in enumerate(rows))


@pytest.mark.parametrize("fast", [None, False])
def test_the_bits_around_the_middle_of_a_square(fast, monkeypatch):
    if fast is not None and not JIT_DISABLED:       # as for processors that pick bits in many steps
        monkeypatch.setattr(bits, "_extracts_fast", lambda context: fast)

    @njit
    def picked(square, stride):
        return bits.around_middle(square, stride)
    for stride in range(3, 27):
        for word in WORDS:
            assert int(picked(np.uint64(word), np.uint64(stride))) == around(word, stride)


def test_bits_become_bytes_at_any_place():
    for value in range(256):
        array = np.full(16, 9, np.uint8)
        at = value % 9
        spread(np.uint64(value), array, np.uint64(at))
        assert array.tolist() == [9] * at + [value >> k & 1 for k in range(8)] + [9] * (8 - at)
