"""Symmetries of boards and actions: they are eight, go together, and Go is the same under each."""
import numpy as np
import pytest

pytest.importorskip("gymnasium")

from gopy.envs.batch import GoBatch  # noqa: E402
from gopy.envs.options import go_options  # noqa: E402
from gopy.envs.symmetry import NUM_SYMMETRIES, transform, transform_action, transform_by_action  # noqa: E402


def test_there_are_eight():
    board = np.arange(9).reshape(3, 3)
    turned = [transform(board, symmetry) for symmetry in range(NUM_SYMMETRIES)]
    assert len({array.tobytes() for array in turned}) == NUM_SYMMETRIES
    assert np.array_equal(turned[0], board) and turned[1].tolist() == [[2, 5, 8], [1, 4, 7], [0, 3, 6]]
    assert turned[4].tolist() == [[2, 1, 0], [5, 4, 3], [8, 7, 6]]


@pytest.mark.parametrize("planes_first", [False, True])
def test_a_game_and_its_images(planes_first):
    batch = GoBatch(NUM_SYMMETRIES, go_options(board_size=5, planes_first=planes_first), seed=3)
    for _ in range(40):
        action = int(batch.random_actions()[0])
        batch.step(np.array([transform_action(action, 5, symmetry) for symmetry in range(NUM_SYMMETRIES)]))
        for symmetry in range(NUM_SYMMETRIES):
            assert np.array_equal(batch.views[symmetry], transform(batch.views[0], symmetry, planes_first))
            assert np.array_equal(batch.masks[symmetry], transform_by_action(batch.masks[0], symmetry))
        if batch.terminated[0]:
            batch.restart()
    assert np.array_equal(transform_by_action(batch.masks, 3)[2], transform_by_action(batch.masks[2], 3))
