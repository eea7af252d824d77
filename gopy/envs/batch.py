"""`GoBatch`: B boards of Go, the results of their last step, and the compiled functions that work on them."""
from typing import Any, NamedTuple

import numpy as np

from gopy.compiled.direct import machine_code
from gopy.compiled.jit import warm
from gopy.compiled.rng import new_rng
from gopy.go.batch.boards import SMALL_SIZE, BatchOptions, memory_bytes, new_boards, point_of_action
from gopy.go.batch.playouts import play_batch_out
from gopy.go.batch.steps import (
    KEEP,
    Outputs,
    look_as,
    look_at_boards,
    new_outputs,
    own_boards,
    random_actions,
    restart_boards,
    score_boards,
    step_boards,
)
from gopy.go.geometry import BLACK, EMPTY, WHITE, num_points
from gopy.go.zobrist import situational_hash


class BoardState(NamedTuple):
    """The complete state of some boards, random numbers included: arrays whose first axis goes over the boards."""
    env: np.ndarray
    records: np.ndarray
    legal: np.ndarray
    history: np.ndarray
    held: np.ndarray
    hashes: np.ndarray
    heads: np.ndarray
    links: np.ndarray
    rng: np.ndarray


class GoBatch:
    """`count` boards with the same BatchOptions.

    views, masks   arrays to which observations and action masks are written; by default new ones
    seed           board i draws its random numbers from the seed `seed + i`, until `seed_board` is called

    status         int64[B]: RUNNING, TERMINATED or TRUNCATED
    agents         int64[B]: whose view `views` shows: 0 (Black), 1 (White) or -1 for the player to move

    Every array of `out` belongs to the batch and is overwritten by the next call.
    """

    def __init__(self, count: int, options: BatchOptions, views: np.ndarray | None = None, masks: np.ndarray | None = None,
                 seed: int = 0) -> None:
        self.count = count
        self.options = options
        self.boards = new_boards(count, options, seed)
        self.out = new_outputs(count, options, views, masks)
        self.everyone = np.ones(count, np.uint8)
        self.status, self.agents = self.boards.env["status"], self.boards.env["agent"]
        self.views = self.out.views.view(options.view_dtype).reshape(count, *options.view_shape)
        self.masks = self.out.masks.reshape(count, options.num_actions)
        self.final_views = self.out.final_views.view(options.view_dtype).reshape(self.views.shape)
        self.final_masks = self.out.final_masks.reshape(self.masks.shape)
        self.terminated = self.out.terminated.view(np.bool_)
        self.truncated = self.out.truncated.view(np.bool_)
        self.illegal = self.out.illegal.view(np.bool_)
        warm(f"{type(self.boards.position).__name__}-batch-{options.board_size <= SMALL_SIZE}", self._call_kernels)
        chosen = np.zeros(count, np.int64)
        self._step_boards = machine_code(step_boards, self.boards, chosen, self.everyone, KEEP, self.out)
        self._random_actions = machine_code(random_actions, self.boards, self.everyone, chosen)
        self.restart()

    def _call_kernels(self) -> None:
        """Call the kernels that every user needs, for no board, so that they are compiled; other processes wait for that."""
        nobody, actions = np.zeros(self.count, np.uint8), np.zeros(self.count, np.int64)
        restart_boards(self.boards, nobody, self.out)
        random_actions(self.boards, nobody, actions)
        step_boards(self.boards, actions, nobody, KEEP, self.out)

    def seed_board(self, board: int, seed: int) -> None:
        """Restart the random numbers of one board with the int `seed`."""
        self.boards.rng[board] = new_rng(seed)

    def restart(self, which: np.ndarray | None = None) -> None:
        """Begin a new game on all boards, or on those of the mask `which` (bool[B])."""
        restart_boards(self.boards, self.everyone if which is None else which.view(np.uint8), self.out)

    def step(self, actions: np.ndarray, active: np.ndarray | None = None, autoreset: int = KEEP) -> None:
        """Play an action on each board, or on those of the mask `active`; `actions` is int64[B]. See `step_boards`."""
        self._step_boards(self.boards, self._for_all(actions, np.int64), self._mask(active), autoreset, self.out)

    def _mask(self, which: np.ndarray | None) -> np.ndarray:
        return self.everyone if which is None else self._for_all(which, np.bool_).view(np.uint8)

    def _for_all(self, given: np.ndarray, dtype: Any) -> np.ndarray:
        """An array for all boards in the form in which kernels read it. ValueError for one of another length."""
        array = np.ascontiguousarray(given, dtype)
        if array.shape != self.everyone.shape:
            raise ValueError(f"an array of the shape {array.shape} is not for {self.count} boards")
        return array

    def random_actions(self, which: np.ndarray | None = None) -> np.ndarray:
        """int64[B]: a uniformly random legal action for each board (of the mask `which`), by the board's own generator."""
        out = np.zeros(self.count, np.int64)
        self._random_actions(self.boards, self._mask(which), out)
        return out

    def look(self) -> None:
        """Write the observations and masks of all boards again, for example after `load`."""
        look_at_boards(self.boards, self.out)

    def views_by(self, viewer: int) -> np.ndarray:
        """New observations of all boards from the side of `viewer`: 0 (Black), 1 (White) or -1 (the player to move).

        The array `agents` plays no part in this.
        """
        views = np.zeros_like(self.views)
        look_as(self.boards, viewer, views.reshape(-1).view(np.uint8))
        return views

    def scores(self) -> np.ndarray:
        """float64[B]: Black's area minus White's area and komi, of the boards as they stand."""
        scores = np.zeros(self.count)
        score_boards(self.boards, scores)
        return scores

    def ownership(self) -> np.ndarray:
        """int8[B, N, N]: the owner of each point as the boards stand: 1 for Black, -1 for White, 0 for neither."""
        n = self.options.board_size
        owners = np.zeros(self.count * n * n, np.int8)
        own_boards(self.boards, np.zeros(num_points(n), np.int8), owners)
        return owners.reshape(self.count, n, n)

    def random_playouts(self, count: int = 1, policy: str = "uniform",
                        ownership: bool = False) -> np.ndarray | tuple[np.ndarray, np.ndarray]:
        """Play `count` games to the end from each board as it stands; the boards themselves do not change.

        policy   "uniform": random moves that fill no own eye; "patterns": gopy's own playouts

        Returns float64[B, count]: Black's area minus White's area and komi at the end of each playout. With `ownership` it
        also returns float32[B, N, N]: how often Black owned each point minus how often White did, divided by `count`.
        Superko and suicide play no part in playouts, and a playout of 3 N * N moves is counted as it stands.
        """
        return play_batch_out(self.boards, self.options.board_size, count, policy, ownership)

    def save(self, which: Any = slice(None)) -> BoardState:
        """A copy of the BoardState of the boards that the index `which` selects (a slice, mask or list of numbers)."""
        return BoardState(*(array[which].copy() for array in self._arrays()))

    def load(self, which: Any, state: BoardState) -> None:
        """Overwrite the boards of the index `which` with a BoardState of as many boards, or of one. Then call `look`."""
        for array, saved in zip(self._arrays(), state):
            array[which] = saved

    def _arrays(self) -> BoardState:
        boards = self.boards
        return BoardState._make([boards.env, *(array.reshape(self.count, -1) if array.size else array.reshape(self.count, 0)
                                               for array in self._by_board()), boards.rng])

    def _by_board(self) -> tuple[np.ndarray, ...]:
        boards = self.boards
        return (boards.position.block, boards.legal, boards.history, boards.held, boards.hashes, boards.heads,
                boards.links)

    def colours(self, board: int) -> list[int]:
        """A list with BLACK, WHITE or EMPTY for each point (as numbered in gopy.go.geometry) of one board."""
        n = self.options.board_size
        newest = self.boards.history.reshape(self.count, n * n)[board] & 3
        colours = [EMPTY] * num_points(n)
        for action in np.flatnonzero(newest):
            colours[point_of_action(int(action), n)] = BLACK if newest[action] == 1 else WHITE
        return colours

    def hashes(self, situational: bool = False) -> np.ndarray:
        """uint64[B]: Zobrist hashes of the stones (gopy.go.zobrist); if `situational`, they include whose turn it is."""
        data = self.boards.position.data
        hashes = data["hash"].copy()
        if situational:
            hashes[data["to_play"] == WHITE] ^= np.uint64(situational_hash(0, WHITE))
        return hashes

    @property
    def memory_bytes(self) -> int:
        """The number of bytes of the boards and of the arrays with the results of steps."""
        return memory_bytes(self.boards) + sum(array.nbytes for array in self.out)

    def __reduce__(self) -> tuple[Any, ...]:
        # The fields of the position share memory, and a copy of each field would lose that.
        return _rebuild, (self.count, self.options, self.save(), Outputs(*(array.copy() for array in self.out)))


def _rebuild(count: int, options: BatchOptions, state: BoardState, out: Outputs) -> GoBatch:
    batch = GoBatch(count, options)
    batch.load(slice(None), state)
    for array, saved in zip(batch.out, out):
        array[:] = saved
    return batch
