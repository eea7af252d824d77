"""The measurements of `gopy bench` for networks: microseconds an evaluation, with random weights, in a middle-game position."""
import threading
import time

import numpy as np

from gopy.base.cpus import usable_cpus
from gopy.go.bitboard.construct import clone_position, new_position, setup_game
from gopy.lab.bench.measure import middle_games
from gopy.network.evaluate import evaluate_often
from gopy.network.form import WINDOW
from gopy.network.untrained import random_weights
from gopy.network.weights import new_weights
from gopy.network.work import best_work_type, new_work

#: Evaluations between two looks at the clock take about so many seconds.
_SLICE = 0.02


def network_row(blocks, channels, size, seconds) -> dict[str, float]:
    """A row of results, {key of a column: figure}, for a network on a board size; with one processor, the last is 0."""
    weights = new_weights(channels, blocks, random_weights(blocks, channels, np.random.default_rng(1)), best_work_type(size))
    game = middle_games(size)[0]
    position = new_position(size)
    setup_game(position, game, game.to_play, 0)
    work = new_work(size, channels)
    evaluate_often(position, weights, work, 1)
    times = max(1, round(_SLICE / _time_of(position, weights, work, 20)))
    each = min(_time_of(position, weights, work, times) for _ in range(max(1, round(seconds / _SLICE))))
    two = _two_threads(position, weights, size, round(seconds / each)) if usable_cpus() > 1 else 0.0
    return {"board_size": size, "network": f"{blocks}x{channels}", "us": round(1e6 * each, 1),
            "gflops": round(operations(blocks, channels, size) / each / 1e9), "two_threads_per_s": round(two)}


def operations(blocks, channels, size) -> int:
    """Multiplications and additions of the 3x3 convolutions of an evaluation, if each was the plain sum that it stands for."""
    return 2 * 2 * blocks * size**2 * WINDOW**2 * channels**2


def _time_of(position, weights, work, times):
    """Seconds of processor time of one evaluation."""
    began = time.thread_time()
    evaluate_often(position, weights, work, times)
    return (time.thread_time() - began) / times


def _two_threads(position, weights, size, times):
    """Evaluations in a second by the clock of two threads that make `times` each."""
    own = [(clone_position(position), weights, new_work(size, type(weights).channels), times) for _ in range(2)]
    threads = [threading.Thread(target=evaluate_often, args=arguments) for arguments in own]
    began = time.perf_counter()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return 2 * times / (time.perf_counter() - began)
