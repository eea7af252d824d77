"""Zobrist keys: one table for the Python board and the kernels, so that their hashes agree.

positional hash   xor of the keys of all stones on the board
situational hash  the positional hash, with `side_key` added by xor when White is to move

Zero is the hash of the empty board (Black to move).
"""
import random
from functools import lru_cache

from gopy.go.geometry import BLACK, MAX_SIZE, num_points

_SEED = 20061231


@lru_cache(maxsize=None)
def _all_keys() -> tuple[int, tuple[tuple[int, ...], ...]]:
    generator = random.Random(_SEED)
    side = generator.getrandbits(64)
    count = num_points(MAX_SIZE)
    keys = tuple(tuple(generator.getrandbits(64) for _ in range(count)) for _ in range(2))
    return side, keys


def zobrist_keys(size: int) -> list[list[int]]:
    """[Black's keys, White's keys]: lists of 64-bit ints indexed by point (the keys of gaps are not used)."""
    _, keys = _all_keys()
    return [list(colour_keys[:num_points(size)]) for colour_keys in keys]


def side_key() -> int:
    """The 64-bit int that marks White to move in a situational hash."""
    side, _ = _all_keys()
    return side


def situational_hash(positional: int, to_play: int) -> int:
    """The situational hash of a position from its positional hash and the side to move."""
    return positional if to_play == BLACK else positional ^ side_key()
