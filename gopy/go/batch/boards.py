"""Many games of Go side by side in arrays: how a batch of boards lies in memory, and building one.

Each board is a bitboard position (layout.py) with what an environment adds: legal moves kept as a bitset, the last
eight positions, and under a superko rule the hashes of all positions of the game.

Actions are 0 .. N * N: action row * N + column with row 0 at the TOP of the board (GTP's row N), and N * N the pass.
"""
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from gopy.compiled.bits import INDEX_MASK, INDEX_SHIFT, ONE
from gopy.dispatch import implements, verb
from gopy.go.bitboard.construct import new_position, set_rules, setup
from gopy.go.geometry import BLACK, EMPTY, MAX_SIZE, MIN_SIZE, WHITE, num_points
from gopy.go.bitboard.layout import Position9, Position13, Position19, PositionAny, size_of
from gopy.compiled.jit import kernel
from gopy.compiled.rng import new_rng

#: Boards up to this size lie in records of their own, a hundredth of the largest.
SMALL_SIZE = 7

#: What may not come again, in the order of strength; the numbers are those in `Boards.rules`.
SUPERKO = ("none", "simple", "positional", "situational")
SIMPLE, POSITIONAL = 1, 2

#: What an observation shows and what a reward says; the numbers are those in `Boards.rules`.
OBSERVATIONS = ("agz", "planes", "board")
PLANES, BOARD = 1, 2
REWARDS = ("win", "score", "shaped")
SCORE, SHAPED = 1, 2

MAX_HISTORY = 8

#: `status` of a board.
RUNNING, TERMINATED, TRUNCATED = 0, 1, 2

_ENV = np.dtype([
    ("status", np.int64),       # RUNNING, TERMINATED (two passes or an illegal action) or TRUNCATED (too long)
    ("plies", np.int64),        # actions since the start, passes too
    ("area", np.int64),         # Black's area less White's after the last action, kept for shaped rewards
    ("hash_count", np.int64),   # positions remembered
    ("last_action", np.int64),  # -1 at the start
    ("agent", np.int64),        # whose view observations show: 0 Black, 1 White, -1 the player to move
])

_RULES = np.dtype([
    ("superko", np.int64), ("max_length", np.int64), ("observation", np.int64), ("history", np.int64),
    ("planes_first", np.int64), ("reward", np.int64), ("view_length", np.int64), ("komi", np.float64),
    ("record_words", np.int64), ("hash_room", np.int64), ("buckets", np.uint64)])


class Boards(NamedTuple):
    """A batch of B boards of N x N points; W words a bitset, board i has the i-th part of every array."""
    position: tuple       #: of the type of the size, `data` with B records
    env: np.ndarray       #: recarray[B] of _ENV
    rules: np.ndarray     #: recarray[1] of _RULES, the same for all boards
    legal: np.ndarray     #: uint64[B * (W + 1)], the points where the player to move may play, and a zero word
    history: np.ndarray   #: uint16[B * N * N] by action: two bits a position, Black's stone and White's, newest lowest
    held: np.ndarray      #: uint64[B * 2 * W], where each colour has ever had a stone (superko only)
    hashes: np.ndarray    #: uint64[B * hash_room], of all positions since the start (superko only) ...
    heads: np.ndarray     #: uint16[B * buckets], ... one more than the index of the first of its bucket, 0 for none ...
    links: np.ndarray     #: uint16[B * hash_room], ... and of the next of the same bucket
    start: np.ndarray     #: uint64[], the block of the first position
    rng: np.ndarray       #: uint64[B, 2], random numbers by board


@dataclass(frozen=True)
class BatchOptions:
    """What all boards of a batch share. ValueError, one sentence, for what there is not."""
    board_size: int = 9
    komi: float = 7.5               # White's points, a bonus for handicap included
    superko: str = "positional"
    suicide: bool = False           # whether two or more stones may be taken off by their own player
    max_length: int | None = None   # actions, after which the board is counted as it stands; None: 8 N * N
    handicap: tuple = ()            # points of Black's first stones; White then begins
    observation: str = "agz"
    history: int = 8                # positions that "agz" shows, 1 to 8
    planes_first: bool = False      # (planes, N, N) instead of (N, N, planes)
    reward: str = "win"

    def __post_init__(self):
        _check(MIN_SIZE <= self.board_size <= MAX_SIZE, "board_size", self.board_size, f"{MIN_SIZE} to {MAX_SIZE}")
        _check(np.isfinite(self.komi), "komi", self.komi, "a finite number")
        _check(self.superko in SUPERKO, "superko", self.superko, _listed(SUPERKO))
        _check(self.observation in OBSERVATIONS, "observation", self.observation, _listed(OBSERVATIONS))
        _check(1 <= self.history <= MAX_HISTORY, "history", self.history, f"1 to {MAX_HISTORY}")
        _check(self.reward in REWARDS, "reward", self.reward, _listed(REWARDS))
        longest = 65000 if SUPERKO.index(self.superko) >= POSITIONAL else 1 << 62   # what `links` can number
        _check(1 <= self.longest <= longest, "max_length", self.max_length, f"1 to {longest}")

    @property
    def longest(self):
        """Actions after which a game ends."""
        return 8 * self.board_size ** 2 if self.max_length is None else self.max_length

    @property
    def num_actions(self):
        """N * N + 1."""
        return self.board_size ** 2 + 1

    @property
    def view_shape(self):
        """Shape of one observation."""
        n = self.board_size
        if self.observation == "board":
            return n, n
        planes = 2 * self.history + 1 if self.observation == "agz" else 4
        return (planes, n, n) if self.planes_first else (n, n, planes)

    @property
    def view_dtype(self):
        """dtype of an observation: int8 for a board, else bool."""
        return np.dtype(np.int8 if self.observation == "board" else np.bool_)


def _check(good, name, value, allowed):
    if not good:
        raise ValueError(f"{name} {value!r} is not {allowed}")


def _listed(names):
    return "one of " + ", ".join(names)


def new_boards(count, options, seed=0):
    """`count` boards in memory; restart.py's `restart_boards` puts them at the start of a game.

    seed   board i draws its random numbers from seed + i
    """
    n = options.board_size
    superko = SUPERKO.index(options.superko)
    first = _first_position(options, max(superko - 1, 0))
    words = len(first.data.view(np.uint64))
    hash_room = options.longest + 1 if superko >= POSITIONAL else 0
    buckets = 1 << hash_room.bit_length()
    memory = np.zeros(count * words, np.uint64)
    rules = np.zeros(1, _RULES).view(np.recarray)
    rules[0] = (superko, options.longest, OBSERVATIONS.index(options.observation), options.history,
                options.planes_first, REWARDS.index(options.reward), np.prod(options.view_shape), options.komi,
                words, hash_room, buckets)
    w_count = (num_points(n) + 63) // 64
    hashed = count if superko >= POSITIONAL else 0
    boards = Boards(
        position=first._replace(data=memory.view(first.data.dtype).view(np.recarray), block=memory),
        env=np.zeros(count, _ENV).view(np.recarray), rules=rules, legal=np.zeros(count * (w_count + 1), np.uint64),
        history=np.zeros(count * n * n, np.uint16), held=np.zeros(2 * hashed * w_count, np.uint64),
        hashes=np.zeros(hashed * hash_room, np.uint64), heads=np.zeros(hashed * buckets, np.uint16),
        links=np.zeros(hashed * hash_room, np.uint16), start=first.block.copy(), rng=np.zeros((count, 2), np.uint64))
    boards.env.agent = -1
    for i in range(count):
        boards.rng[i] = new_rng(seed + i)
    return boards


def _first_position(options, repetition):
    n = options.board_size
    position = new_position(n, SMALL_SIZE if n <= SMALL_SIZE else MAX_SIZE)
    set_rules(position, options.komi, repetition, options.suicide)
    if options.handicap:
        colours = [EMPTY] * num_points(n)
        for point in options.handicap:
            colours[point] = BLACK
        setup(position, colours, WHITE)
    return position


def point_of_action(action, size):
    """The point (gopy.go.geometry) of an action; the pass for N * N."""
    if action == size * size:
        return num_points(size)
    row, column = divmod(action, size)
    return (size - 1 - row) * (size + 1) + column


def action_of_point(point, size):
    """The action of a point or of the pass."""
    if point == num_points(size):
        return size * size
    row, column = divmod(point, size + 1)
    return (size - 1 - row) * size + column


def memory_bytes(boards):
    """Bytes of all arrays of a batch."""
    arrays = [array for array in boards if isinstance(array, np.ndarray)]
    return sum(array.nbytes for array in arrays) + boards.position.block.nbytes


# ---------------------------------------------------------------- one board of a batch (kernels)

@verb
def position_at(position, i):
    """The position with record `i` alone; its `block` is that of the whole batch."""


@implements(position_at, Position9)
@kernel(entry=False, inline=True)
def _position_at_9(position, i):
    return Position9(position.data[i:i + 1], position.tables, position.block, position.spare)


@implements(position_at, Position13)
@kernel(entry=False, inline=True)
def _position_at_13(position, i):
    return Position13(position.data[i:i + 1], position.tables, position.block, position.spare)


@implements(position_at, Position19)
@kernel(entry=False, inline=True)
def _position_at_19(position, i):
    return Position19(position.data[i:i + 1], position.tables, position.block, position.spare)


@implements(position_at, PositionAny)
@kernel(entry=False, inline=True)
def _position_at_any(position, i):
    return PositionAny(position.data[i:i + 1], position.tables, position.block, position.spare)


@kernel(entry=False)
def action_point(position, action):
    """The point of an action (uint64), the number of the pass for the pass."""
    n = size_of(position)
    row = action // n
    if row == n:
        return n * (n + ONE)
    return (n - ONE - row) * (n + ONE) + action - row * n


@kernel(entry=False)
def point_action(position, point):
    """The action (uint64) of a point or of the pass."""
    n = size_of(position)
    row = point // (n + ONE)
    if row == n:
        return n * n
    return (n - ONE - row) * n + point - row * (n + ONE)


@kernel(entry=False, inline=True)
def row_bits(words, start):
    """64 bits of the bitset `words` from bit `start` on; the word after that of `start` must exist."""
    at = start >> INDEX_SHIFT
    shift = start & INDEX_MASK
    return (words[at] >> shift) | ((words[at + ONE] << (INDEX_MASK - shift)) << ONE)
