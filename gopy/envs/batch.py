"""`GoBatch`: B boards, what their last step told, and the compiled calls on them, behind plain Python."""
from typing import NamedTuple

import numpy as np

from gopy.go.batch.boards import SMALL_SIZE, memory_bytes, new_boards, point_of_action
from gopy.go.batch.steps import (KEEP, Outputs, look_as, look_at_boards, new_outputs, own_boards, random_actions,
                                 restart_boards, score_boards, step_boards)
from gopy.go.batch.playouts import play_batch_out
from gopy.go.geometry import BLACK, EMPTY, WHITE, num_points
from gopy.go.zobrist import situational_hash
from gopy.compiled.jit import warm
from gopy.compiled.rng import new_rng


class BoardState(NamedTuple):
    """Everything about some boards, their random numbers included: arrays with a first axis over the boards."""
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

    views, masks   arrays to write observations and action masks to; by default new ones
    seed           board i draws random numbers from seed + i, until `seed_board`

    status, agents   int64[B]: RUNNING, TERMINATED or TRUNCATED; whose view `views` are, 0, 1 or -1 for who is to move
    Every array of `out` belongs to the batch and is written anew by the next call.
    """

    def __init__(self, count, options, views=None, masks=None, seed=0) -> None:
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
        warm(f"go-batch-{type(self.boards.position).__name__}-{options.board_size <= SMALL_SIZE}", self._call_kernels)
        self.restart()

    def _call_kernels(self):
        """Call what every user needs, on no board: several processes then wait for one that compiles."""
        nobody, actions = np.zeros(self.count, np.uint8), np.zeros(self.count, np.int64)
        restart_boards(self.boards, nobody, self.out)
        random_actions(self.boards, nobody, actions)
        step_boards(self.boards, actions, nobody, KEEP, self.out)

    def seed_board(self, board, seed) -> None:
        """Start the random numbers of one board anew from `seed`, an int."""
        self.boards.rng[board] = new_rng(seed)

    def restart(self, which=None) -> None:
        """A new game on all boards, or on those of the mask `which` (bool[B])."""
        restart_boards(self.boards, self.everyone if which is None else which.view(np.uint8), self.out)

    def step(self, actions, active=None, autoreset=KEEP) -> None:
        """One action, int64[B], on each board or on those of the mask `active`; see `step_boards`."""
        step_boards(self.boards, actions, self.everyone if active is None else active.view(np.uint8), autoreset,
                    self.out)

    def random_actions(self, which=None, out=None) -> np.ndarray:
        """int64[B]: a legal action of each board (of the mask `which`), all equally likely, by its own random numbers."""
        out = np.zeros(self.count, np.int64) if out is None else out
        random_actions(self.boards, self.everyone if which is None else which.view(np.uint8), out)
        return out

    def look(self) -> None:
        """Write observations and masks of all boards anew, after `load`, say."""
        look_at_boards(self.boards, self.out)

    def views_by(self, viewer) -> np.ndarray:
        """New observations of all boards by 0 (Black), 1 (White) or -1 (who is to move), whoever the agents are."""
        views = np.zeros_like(self.views)
        look_as(self.boards, viewer, views.reshape(-1).view(np.uint8))
        return views

    def scores(self) -> np.ndarray:
        """float64[B]: Black's area less White's and komi of the boards as they stand."""
        scores = np.zeros(self.count)
        score_boards(self.boards, scores)
        return scores

    def ownership(self) -> np.ndarray:
        """int8[B, N, N]: 1 where Black owns a point of the boards as they stand, -1 White, 0 neither."""
        n = self.options.board_size
        owners = np.zeros(self.count * n * n, np.int8)
        own_boards(self.boards, np.zeros(num_points(n), np.int8), owners)
        return owners.reshape(self.count, n, n)

    def random_playouts(self, count=1, policy="uniform", ownership=False) -> np.ndarray | tuple[np.ndarray, np.ndarray]:
        """Play each board `count` times to its end, from where it stands; the boards themselves stay as they are.

        policy   "uniform": random moves that fill no own eye; "patterns": gopy's own playouts
        Returns float64[B, count], Black's area less White's and komi at the ends; with `ownership` also
        float32[B, N, N], how often Black owned each point less how often White did, over `count`. Superko and suicide
        play no part in playouts, and a playout of 3 N * N moves is counted as it stands.
        """
        return play_batch_out(self.boards, self.options.board_size, count, policy, ownership)

    def save(self, which=slice(None)) -> BoardState:
        """The BoardState of the boards that the index `which` selects (a slice, mask or list of numbers)."""
        return BoardState(*(array[which].copy() for array in self._arrays()))

    def load(self, which, state) -> None:
        """Overwrite the boards of the index `which` by a state of as many boards, or of one; `look` shows them."""
        for array, saved in zip(self._arrays(), state):
            array[which] = saved

    def _arrays(self):
        boards = self.boards
        return BoardState(boards.env, *(array.reshape(self.count, -1) if array.size else array.reshape(self.count, 0)
                                        for array in self._by_board()), boards.rng)

    def _by_board(self):
        boards = self.boards
        return (boards.position.block, boards.legal, boards.history, boards.held, boards.hashes, boards.heads,
                boards.links)

    def colours(self, board) -> list[int]:
        """List by point (gopy.go.geometry) of BLACK, WHITE or EMPTY."""
        n = self.options.board_size
        newest = self.boards.history.reshape(self.count, n * n)[board] & 3
        colours = [EMPTY] * num_points(n)
        for action in np.flatnonzero(newest):
            colours[point_of_action(int(action), n)] = BLACK if newest[action] == 1 else WHITE
        return colours

    def hashes(self, situational=False) -> np.ndarray:
        """uint64[B]: Zobrist hashes of the stones (gopy.go.zobrist), with whose turn it is if `situational`."""
        data = self.boards.position.data
        hashes = data["hash"].copy()
        if situational:
            hashes[data["to_play"] == WHITE] ^= np.uint64(situational_hash(0, WHITE))
        return hashes

    @property
    def memory_bytes(self) -> int:
        """Bytes of the boards, and of what steps tell of them."""
        return memory_bytes(self.boards) + sum(array.nbytes for array in self.out)

    def __reduce__(self):
        # The position's fields share memory, which a copy field by field would tear apart.
        return _rebuild, (self.count, self.options, self.save(), Outputs(*(array.copy() for array in self.out)))


def _rebuild(count, options, state, out):
    batch = GoBatch(count, options)
    batch.load(slice(None), state)
    for array, saved in zip(batch.out, out):
        array[:] = saved
    return batch
