"""Many games of Go side by side in arrays: how a batch of boards lies in memory, and building one.

Each board is a bitboard position (layout.py) and what an environment needs besides: the legal moves as a bitset, the
last eight positions, and under a superko rule the hashes of all positions of the game.

Actions are 0 .. N * N: action row * N + column with row 0 at the TOP of the board (GTP's row N), and N * N the pass.
"""
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from gopy.compiled.bits import INDEX_MASK, INDEX_SHIFT, ONE
from gopy.compiled.dispatch import verb
from gopy.compiled.jit import kernel
from gopy.compiled.rng import new_rng
from gopy.go.bitboard.construct import new_position, set_rules, setup
from gopy.go.bitboard.layout import Position9, Position13, Position19, PositionAny, size_of
from gopy.go.geometry import BLACK, EMPTY, MAX_SIZE, MIN_SIZE, WHITE, num_points

#: Boards up to this size use records made for this size, which take a hundredth of the memory of those for the largest.
SMALL_SIZE = 7

#: Rules about repetition, from the weakest to the strongest; `Boards.rules` has their indexes.
SUPERKO = ("none", "simple", "positional", "situational")
SIMPLE, POSITIONAL = 1, 2

#: Kinds of observations and of rewards; `Boards.rules` has the indexes of both.
OBSERVATIONS = ("agz", "planes", "board")
PLANES, BOARD = 1, 2
OBSERVATION_DTYPES = ("bool", "uint8")
REWARDS = ("win", "score", "shaped")
SCORE, SHAPED = 1, 2

MAX_HISTORY = 8

#: `status` of a board.
RUNNING, TERMINATED, TRUNCATED = 0, 1, 2

_ENV = np.dtype([
    ("status", np.int64),       # RUNNING, TERMINATED (two passes or an illegal action) or TRUNCATED (too long)
    ("plies", np.int64),        # actions since the start, passes too
    ("area", np.int64),         # Black's area less White's after the last action, kept for shaped rewards
    ("hash_count", np.int64),   # number of positions in `hashes`
    ("last_action", np.int64),  # the last action, -1 at the start
    ("agent", np.int64),        # whose view observations show: 0 Black, 1 White, -1 the player to move
])

_RULES = np.dtype([
    ("superko", np.int64), ("max_length", np.int64), ("observation", np.int64), ("history", np.int64),
    ("planes_first", np.int64), ("reward", np.int64), ("view_length", np.int64), ("komi", np.float64),
    ("record_words", np.int64), ("hash_room", np.int64), ("buckets", np.uint64)])


class Boards(NamedTuple):
    """B boards of N x N points. A bitset has W words; board i has the i-th part of each array whose length has a B."""
    position: Any         #: of the position type of the size, with B records in `data`
    env: np.recarray      #: recarray[B] of _ENV
    rules: np.ndarray     #: recarray[1] of _RULES, the same for all boards
    legal: np.ndarray     #: uint64[B * (W + 1)], the points where the player to move may play, and a zero word
    history: np.ndarray   #: uint16[B * N * N] by action: two bits (Black's stone, White's) a position, the newest lowest
    held: np.ndarray      #: uint64[B * 2 * W], where each colour has ever had a stone (superko only)
    hashes: np.ndarray    #: uint64[B * hash_room], of all positions since the start (superko only), found by hash table:
    heads: np.ndarray     #: uint16[B * buckets], 1 + the index in `hashes` of the first hash of each bucket, 0 for none
    links: np.ndarray     #: uint16[B * hash_room], 1 + the index of the next hash in the same bucket, 0 for none
    start: np.ndarray     #: uint64[], the block of the first position
    rng: np.ndarray       #: uint64[B, 2], random numbers by board


@dataclass(frozen=True)
class BatchOptions:
    """What all boards of a batch share. ValueError, one sentence, for a value that is not allowed."""
    board_size: int = 9
    komi: float = 7.5               # White's points, including any bonus for handicap
    superko: str = "positional"
    suicide: bool = False           # whether a player may take off two or more own stones
    max_length: int | None = None   # number of actions after which the board is counted as it stands; None: 8 N * N
    handicap: tuple[int, ...] = ()  # points of Black's first stones; White then begins
    observation: str = "agz"
    history: int = 8                # how many positions "agz" shows, 1 to 8
    planes_first: bool = False      # (planes, N, N) instead of (N, N, planes)
    reward: str = "win"
    observation_dtype: str = "bool"     # of planes, "bool" or "uint8"; the same bytes

    def __post_init__(self) -> None:
        _check(MIN_SIZE <= self.board_size <= MAX_SIZE, "board_size", self.board_size, f"{MIN_SIZE} to {MAX_SIZE}")
        _check(np.isfinite(self.komi), "komi", self.komi, "a finite number")
        _check(self.superko in SUPERKO, "superko", self.superko, _listed(SUPERKO))
        _check(self.observation in OBSERVATIONS, "observation", self.observation, _listed(OBSERVATIONS))
        _check(1 <= self.history <= MAX_HISTORY, "history", self.history, f"1 to {MAX_HISTORY}")
        _check(self.observation_dtype in OBSERVATION_DTYPES, "observation_dtype", self.observation_dtype, _listed(OBSERVATION_DTYPES))
        _check(self.reward in REWARDS, "reward", self.reward, _listed(REWARDS))
        longest = 65000 if SUPERKO.index(self.superko) >= POSITIONAL else 1 << 62   # `links` can number no more
        _check(1 <= self.longest <= longest, "max_length", self.max_length, f"1 to {longest}")

    @property
    def longest(self) -> int:
        """Number of actions after which a game ends."""
        return 8 * self.board_size ** 2 if self.max_length is None else self.max_length

    @property
    def num_actions(self) -> int:
        """Number of actions, N * N + 1."""
        return self.board_size ** 2 + 1

    @property
    def view_shape(self) -> tuple[int, ...]:
        """Shape of one observation."""
        n = self.board_size
        if self.observation == "board":
            return n, n
        planes = 2 * self.history + 1 if self.observation == "agz" else 4
        return (planes, n, n) if self.planes_first else (n, n, planes)

    @property
    def view_dtype(self) -> np.dtype:
        """dtype of an observation: int8 for a board, else as `observation_dtype` says."""
        return np.dtype(np.int8 if self.observation == "board" else self.observation_dtype)


def _check(good, name, value, allowed):
    if not good:
        raise ValueError(f"{name} {value!r} is not {allowed}")


def _listed(names):
    return "one of " + ", ".join(names)


def new_boards(count, options, seed=0) -> Boards:
    """Memory for `count` boards; `restart_boards` of steps.py puts them at the start of a game.

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


def point_of_action(action, size) -> int:
    """The point (gopy.go.geometry) of an action; the pass for N * N."""
    if action == size * size:
        return num_points(size)
    row, column = divmod(action, size)
    return (size - 1 - row) * (size + 1) + column


def action_of_point(point, size) -> int:
    """The action of a point or of the pass."""
    if point == num_points(size):
        return size * size
    row, column = divmod(point, size + 1)
    return (size - 1 - row) * size + column


def memory_bytes(boards) -> int:
    """Bytes of all arrays of a batch."""
    arrays = [array for array in boards if isinstance(array, np.ndarray)]
    return sum(array.nbytes for array in arrays) + boards.position.block.nbytes


# ---------------------------------------------------------------- one board of a batch (kernels)

@verb
def position_at(position, i):
    """The position of board `i` alone; its `block` is that of the whole batch."""


@position_at.register(Position9)
@kernel(entry=False, inline=True)
def _position_at_9(position, i):
    return Position9(position.data[i:i + 1], position.tables, position.block, position.spare)


@position_at.register(Position13)
@kernel(entry=False, inline=True)
def _position_at_13(position, i):
    return Position13(position.data[i:i + 1], position.tables, position.block, position.spare)


@position_at.register(Position19)
@kernel(entry=False, inline=True)
def _position_at_19(position, i):
    return Position19(position.data[i:i + 1], position.tables, position.block, position.spare)


@position_at.register(PositionAny)
@kernel(entry=False, inline=True)
def _position_at_any(position, i):
    return PositionAny(position.data[i:i + 1], position.tables, position.block, position.spare)


@kernel(entry=False)
def action_point(position, action):
    """The point (uint64) of an action; for the pass the number of the pass, P."""
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
