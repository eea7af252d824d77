"""The eight symmetries of a square board, applied to observations, policies, masks and actions."""
import numpy as np

NUM_SYMMETRIES = 8


def transform(array: np.ndarray, symmetry: int, planes_first: bool = False) -> np.ndarray:
    """A view of an array, turned by 90 degrees `symmetry % 4` times and then, if symmetry >= 4, mirrored left to right.

    array   of the shape (..., N, N, planes) or (N, N), or with `planes_first` any array whose last two axes are the board
    """
    axes = (-2, -1) if planes_first or array.ndim == 2 else (-3, -2)
    turned = np.rot90(array, symmetry % 4, axes)
    return np.flip(turned, axes[1]) if symmetry >= 4 else turned


def transform_by_action(values: np.ndarray, symmetry: int) -> np.ndarray:
    """Values for the actions (..., N * N + 1), such as a policy or a mask, under the symmetry; the pass keeps its value."""
    size = int(np.sqrt(values.shape[-1] - 1))
    board = values[..., :-1].reshape(*values.shape[:-1], size, size)
    turned = transform(board, symmetry, planes_first=True).reshape(*values.shape[:-1], size * size)
    return np.concatenate([turned, values[..., -1:]], axis=-1)


def transform_action(action: int, size: int, symmetry: int) -> int:
    """The action that an action becomes under the symmetry."""
    if action == size * size:
        return action
    marked = np.zeros(size * size + 1, np.bool_)
    marked[action] = True
    return int(transform_by_action(marked, symmetry).argmax())
