"""The learnt weights of the softmax playout: its features, their files in `patterns/`, the table that the playout reads.

The weight of a move is exp of the sum of the log-weights of its features: the form of its 3x3 neighbourhood, and
those of MOVE_FEATURES that it has. A form that fills an own eye has weight 0. Weights are whole numbers of
1 / UNIT, so that sums of them stay exact while the playout changes them one by one.
"""
from functools import lru_cache

import numpy as np

from gopy.base.files import read_bounded
from gopy.base.numbers import parse_number, shown
from gopy.base.package_files import pattern_file
from gopy.go.knowledge.move_model import smallest_forms
from gopy.papers.params import SOFTMAX_SOURCES

#: Features of a move beside its form; softmax_playout.py says where they are found.
MOVE_FEATURES = ("next", "diagonal", "pattern", "take one", "take more", "save one", "save more", "self-atari")
SELF_ATARI = MOVE_FEATURES.index("self-atari")

#: The number of 3x3 neighbourhoods, as patterns.py counts them.
SHAPES = 1 << 16

UNIT = 1 << 16

#: The longest file of weights that is read; one with every feature has some 20 kB.
_MOST_BYTES = 1 << 20

#: A log-weight is at most so far from 0.
LARGEST = 6.0

#: Shape indices of the neighbours, counted from the lower left in rows.
_ORTHOGONAL, _DIAGONAL = (1, 3, 4, 6), (0, 2, 5, 7)


@lru_cache(maxsize=None)
def _neighbours():
    """(own, enemy, off the board): bool[8, SHAPES] each, of a shape index with the mover's stones in the low byte."""
    index = np.arange(SHAPES)
    low, high = ([(index >> (shift + place)) & 1 == 1 for place in range(8)] for shift in (0, 8))
    low, high = np.array(low), np.array(high)
    return low & ~high, high & ~low, low & high


@lru_cache(maxsize=None)
def fills_eye() -> np.ndarray:
    """bool[SHAPES]: whether the mover would fill an own eye, as `is_eye` in position.py tells."""
    own, enemy, off = _neighbours()
    around = (own | off)[list(_ORTHOGONAL)].all(axis=0)
    return around & (enemy[list(_DIAGONAL)].sum(axis=0) <= np.where(off.any(axis=0), 0, 1))


@lru_cache(maxsize=None)
def _forms():
    """The codes of all forms that occur on a board and fill no eye, in order."""
    _, _, off = _neighbours()
    edges = {()} | {tuple(side) for side in ((0, 1, 2), (5, 6, 7), (0, 3, 5), (2, 4, 7), (0, 1, 2, 3, 5), (0, 1, 2, 4, 7),
                                             (0, 3, 5, 6, 7), (2, 4, 5, 6, 7))}
    masks = [sum(1 << place for place in places) for places in edges]
    possible = np.isin((off * (1 << np.arange(8))[:, None]).sum(axis=0), masks)
    return np.unique(smallest_forms()[possible & ~fills_eye()])


@lru_cache(maxsize=None)
def shape_features() -> np.ndarray:
    """uint16[SHAPES]: the number of the feature of each shape; the forms are counted after MOVE_FEATURES. Shapes
    that cannot occur or fill an eye have number 0, which says nothing: no move has them."""
    by_form = np.zeros(SHAPES, np.uint16)
    by_form[_forms()] = len(MOVE_FEATURES) + np.arange(len(_forms()))
    return by_form[smallest_forms()] * ~fills_eye()


def feature_count() -> int:
    """The number of log-weights."""
    return len(MOVE_FEATURES) + len(_forms())


def feature_names() -> list[str]:
    """Names of the features in the order of their numbers; that of a form is its code in hexadecimal digits."""
    return [*MOVE_FEATURES, *(f"{code:04x}" for code in _forms())]


def bounded(log_weights) -> np.ndarray:
    """Log-weights (float64[features]) within their bounds. No self-atari is worth more than other moves: the playout looks for
    self-atari only at the moves that it draws, and then may take a move back but cannot make it likelier."""
    found = np.clip(log_weights, -LARGEST, LARGEST)
    found[SELF_ATARI] = min(found[SELF_ATARI], 0.0)
    return found


def weight_table(log_weights) -> np.ndarray:
    """The table of the playout for log-weights (float64[features]): uint32[SHAPES + len(MOVE_FEATURES)], weights by shape, then
    factors by feature, in 1 / UNIT."""
    weights = np.rint(np.exp(bounded(log_weights)) * UNIT).astype(np.uint32)
    shapes = weights[shape_features()] * ~fills_eye()
    return np.concatenate([shapes, weights[:len(MOVE_FEATURES)]]).astype(np.uint32)


def weights_text(log_weights, head) -> str:
    """The contents of a file of weights: lines of the `head`, then those of the features whose log-weight is not 0."""
    lines = [f"{weight:.4f} {name}" for name, weight in zip(feature_names(), bounded(log_weights)) if f"{weight:.4f}" != "0.0000"]
    return "\n".join([*(f"; {line}" for line in head), *lines]) + "\n"


def read_weights(path) -> np.ndarray:
    """The log-weights of a file, float64[features]. ValueError for a file or a line that cannot be read."""
    try:
        lines = read_bounded(path, _MOST_BYTES).decode().splitlines()
    except OSError as error:
        raise ValueError(f"cannot read {path}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise ValueError(f"{path} is not UTF-8") from None
    numbers = {name: number for number, name in enumerate(feature_names())}
    found = np.zeros(feature_count())
    for line in lines:
        if not line.strip() or line.startswith(";"):
            continue
        weight, _, name = line.partition(" ")
        if name not in numbers:
            raise ValueError(f"{path}: {shown(line)} names no feature of the softmax playout")
        try:
            found[numbers[name]] = parse_number(weight)
        except ValueError:
            raise ValueError(f"{path}: {shown(line)} begins with no number") from None
    return found


@lru_cache(maxsize=None)
def softmax_table(source) -> np.ndarray:
    """The table of the weights that the parameter `softmax` names, its value counted in SOFTMAX_SOURCES; uint32[1] for "off"."""
    name = list(SOFTMAX_SOURCES)[source]
    if name == "off":
        return np.zeros(1, np.uint32)
    file = SOFTMAX_SOURCES[name]
    return weight_table(np.zeros(feature_count()) if file is None else read_weights(pattern_file(file)))
