"""The learnt strengths of move features: the packed files `patterns/moves9.npz` and so on, and the arrays of the kernels.

A packed file holds the shapes that are known, as codes (shapes.py), and the logarithm of each feature's strength in twentieths:

    plain                int16[NUM_PLAIN]   of the features that have names (features.py)
    small, near1, near2  uint16[k]          indices of 3x3 neighbourhoods in their smallest form; near1 and near2 are those of
                                            neighbourhoods of which the last move is an orthogonal or a diagonal neighbour
    diamond              uint8[5, k]        codes of diamonds in their smallest form, three bits a point, as five bytes
    answer               uint8[5, k]        codes of answers: 16 * the diamond's code + the place, in their smallest form
    parent1 ... parent7  uint16[k]          for each ring, the shape that it is added to, as its place among those of the
                                            ring before, less that of the shape before it: the parents are sorted
    code1 ... code7      uint8[4, k]        and two bits for each point of the ring, in the form in which the shape is smallest,
                                            as four bytes, the lowest first
    *_strength           int8[k]            for each of small, near1, near2, diamond, answer, ring1 ... ring7
    *_rate               uint8[k]           for small and the rings: of the times that a move with the shape could be played, how
                                            many of 255 it was
    names                uint32             checksum of the names of the plain features
    about                text               games, moves and figures
"""
import zlib
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import numpy as np

from gopy.base.arrays import packed_arrays, read_arrays
from gopy.base.files import write_whole
from gopy.base.package_files import pattern_file
from gopy.go.geometry import symmetries
from gopy.go.knowledge.features import NUM_PLAIN, PLAIN_NAMES
from gopy.go.knowledge.shapes import (
    ANSWER_KEYS,
    CELL_CODES,
    CELL_VALUES,
    DIAMOND_HASH,
    DIAMOND_KEYS,
    DIAMOND_POINTS,
    MOVED,
    RING_ENDS,
    RINGS,
    SHAPE_KEYS,
    SMALL_FACTOR,
    add_shapes,
    extend_hashes,
)

#: Bit of a 3x3 index for each of the first eight places of a shape: the index counts row by row from the lower left.
SMALL_BITS = np.argsort(np.argsort([row * 3 + column for row, column in
                                    [(-1, 0), (0, -1), (0, 1), (1, 0), (-1, -1), (-1, 1), (1, -1), (1, 1)]]))
#: The kinds of shapes in the order of their features.
SHAPE_KINDS = ("small", "near1", "near2", "diamond", "answer", *(f"ring{ring}" for ring in range(1, RINGS + 1)))
#: A unit of the logarithms in a packed file.
_SCALE = 0.05
#: The most bytes that the arrays of a packed file may have. Those of gopy's own have 0.8 MB.
_MOST_BYTES = 1 << 28


class MoveModel(NamedTuple):
    """What the kernels need of a model. A feature of which nothing was learnt has strength 1."""
    first_shape: np.ndarray     # uint32[65536]: of a 3x3 index, 16 * its feature + 2 * the turn that gives it its smallest
                                # form + whether larger shapes around it are known
    near_shape: np.ndarray      # uint32[131072]: feature of a 3x3 index next to the last move, orthogonal ones first
    shape_table: np.ndarray     # uint64[]: see shapes.find_shape
    strength: np.ndarray        # float32[features]


#: A model that knows nothing: every feature has strength 1. It stands for one where none is used.
EMPTY_MODEL = MoveModel(np.zeros(1 << 16, np.uint32), np.zeros(1 << 17, np.uint32), np.zeros(16, np.uint64),
                        np.ones(NUM_PLAIN, np.float32))


class Shapes(NamedTuple):
    """The shapes that a model knows, as in a packed file."""
    small: np.ndarray
    near: tuple                 # (near1, near2)
    diamond: np.ndarray
    answer: np.ndarray
    parents: tuple              # RINGS arrays
    codes: tuple                # RINGS arrays

    def lists(self) -> tuple[np.ndarray, ...]:
        """The codes of each of SHAPE_KINDS."""
        return (self.small, *self.near, self.diamond, self.answer, *self.codes)

    def counts(self) -> dict[str, int]:
        """How many shapes of each of SHAPE_KINDS there are."""
        return {kind: len(codes) for kind, codes in zip(SHAPE_KINDS, self.lists())}

    def firsts(self) -> dict[str, int]:
        """The feature of the first shape of each of SHAPE_KINDS; after the last comes the number of all features, as `end`."""
        found, first = {}, NUM_PLAIN
        for kind, count in self.counts().items():
            found[kind] = first
            first += count
        return {**found, "end": first}


@lru_cache(maxsize=None)
def _turned_small():
    """uint16[8, 65536]: each 3x3 index after each of the `symmetries`."""
    byte = np.arange(256, dtype=np.uint16)          # the places of one player's stones, which turn as those of the other's do
    turned = np.zeros((8, 256), np.uint16)
    for form, moved in zip(turned, symmetries()):
        for place in range(8):
            source, target = SMALL_BITS[place], SMALL_BITS[moved[place]]
            form |= (byte >> np.uint16(source) & np.uint16(1)) << np.uint16(target)
    return (turned[:, :, None] << np.uint16(8) | turned[:, None, :]).reshape(8, -1)


@lru_cache(maxsize=None)
def smallest_forms() -> np.ndarray:
    """uint16[65536]: the smallest index among the eight turns and mirrors of each 3x3 index."""
    return _turned_small().min(axis=0)


def _by_form(codes, first) -> np.ndarray:
    """uint32[65536]: first + the place in `codes` of each index's smallest form; 0 if it is not there."""
    by_form = np.zeros(1 << 16, np.uint32)
    by_form[codes] = first + np.arange(len(codes))
    return by_form[smallest_forms()]


def _hashes(hashes, parents, codes, places, bits, keys):
    """uint64[8 * k]: the hashes of shapes in the eight forms, see `extend_hashes`; places is (first, last)."""
    found = np.zeros(8 * len(codes), np.uint64)
    extend_hashes(hashes, parents.astype(np.uint32), codes.astype(np.uint64), MOVED, np.uint64(places[0]), np.uint64(places[1]),
                  np.uint64(bits), keys, found)
    return found


def _forms(indices):
    """bool[8, k]: for 3x3 indices, which of the eight forms have the smallest index."""
    return _turned_small()[:, indices] == smallest_forms()[indices]


def _ring_hashes(shapes, first):
    """For each ring, the hashes of its shapes; `first` is the first feature of a 3x3 neighbourhood."""
    features = (first + np.arange(len(shapes.small))).astype(np.uint64)
    hashes = np.where(_forms(shapes.small), features * SMALL_FACTOR, np.uint64(0)).reshape(-1)
    keys = SHAPE_KEYS.reshape(-1, CELL_VALUES)[:, [int(np.flatnonzero(CELL_CODES == code)[0]) for code in range(4)]]
    keys = np.ascontiguousarray(keys).reshape(-1)
    for ring in range(RINGS):
        hashes = _hashes(hashes, shapes.parents[ring], shapes.codes[ring], RING_ENDS[ring:ring + 2], 2, keys)
        yield hashes


def _count_ring_forms(shapes):
    """How many of the hashes that `_ring_hashes` yields are not 0: a shape has those forms that the smaller shape in it has."""
    forms, count = _forms(shapes.small).sum(axis=0), 0
    for parents in shapes.parents:
        forms = forms[parents]
        count += forms.sum()
    return count


def _diamond_hashes(codes):
    """uint64[8, k]: the hashes of diamonds in the forms that are looked up, 0 in the others."""
    indices = np.zeros(len(codes), np.int64)
    for place in range(8):
        code = CELL_CODES[((codes >> np.uint64(3 * place)) & np.uint64(7)).astype(np.int64)].astype(np.int64)
        indices |= (code & 1) << SMALL_BITS[place] | (code >> 1) << (8 + SMALL_BITS[place])
    hashes = _hashes(np.full(8, DIAMOND_HASH), np.zeros(len(codes), np.uint32), codes, (0, DIAMOND_POINTS), 3, DIAMOND_KEYS)
    return np.where(_forms(indices), hashes.reshape(8, -1), np.uint64(0))


def _answer_hashes(codes):
    """uint64[8, k]: the hashes of answers in the forms that are looked up, 0 in the others."""
    diamonds = _diamond_hashes(codes >> np.uint64(4))
    places = MOVED.reshape(8, -1)[:, (codes & np.uint64(15)).astype(np.int64)]
    return np.where(diamonds != 0, ~diamonds ^ ANSWER_KEYS[places.astype(np.int64)], np.uint64(0))


def model_of(shapes, strength) -> MoveModel:
    """The MoveModel of Shapes with a strength for each feature (float[features])."""
    firsts = shapes.firsts()
    features = _by_form(shapes.small, firsts["small"])
    has_larger = np.zeros(NUM_PLAIN + len(shapes.small), np.uint32)
    has_larger[firsts["small"] + shapes.parents[0]] = 1
    turns = (_turned_small() == smallest_forms()).argmax(axis=0).astype(np.uint32)
    near_shape = np.concatenate([_by_form(codes, firsts[kind]) for kind, codes in zip(("near1", "near2"), shapes.near)])
    values = np.arange(firsts["end"], dtype=np.uint32) * 2
    diamonds, answers = _diamond_hashes(shapes.diamond).reshape(-1), _answer_hashes(shapes.answer).reshape(-1)
    count = np.count_nonzero(diamonds) + np.count_nonzero(answers) + _count_ring_forms(shapes)
    # At most half of it is in use, so that a search for a shape mostly ends where it begins.
    table = np.zeros(1 << int(2 * count + 15).bit_length(), np.uint64)
    add_shapes(table, diamonds, values[firsts["diamond"]:firsts["answer"]])
    add_shapes(table, answers, values[firsts["answer"]:firsts["ring1"]])
    for ring, hashes in enumerate(_ring_hashes(shapes, firsts["small"]), start=1):
        own = values[firsts[f"ring{ring}"]:firsts[f"ring{ring}"] + len(shapes.codes[ring - 1])]
        if ring < RINGS:
            own[shapes.parents[ring]] |= 1
        add_shapes(table, hashes, own)
    return MoveModel(features * 16 + turns * 2 + has_larger[features], near_shape, table, np.asarray(strength, np.float32))


# ---------------------------------------------------------------- files

def _names_checksum():
    return np.uint32(zlib.crc32("\n".join(PLAIN_NAMES).encode()))


def pack(path, shapes, logarithms, rates, about) -> None:
    """Write a packed file, whole or not at all. `logarithms` and `rates` (0 to 1) are float[features]."""
    firsts, counts = shapes.firsts(), shapes.counts()
    plain, units = np.rint(logarithms[:NUM_PLAIN] / _SCALE), np.rint(np.clip(logarithms / _SCALE, -127, 127)).astype(np.int8)
    arrays = {"plain": plain.astype(np.int16), "small": shapes.small, "near1": shapes.near[0], "near2": shapes.near[1],
              "diamond": _bytes(shapes.diamond, 5), "answer": _bytes(shapes.answer, 5),
              "names": _names_checksum(), "about": np.array(about)}
    for ring in range(RINGS):
        arrays[f"parent{ring + 1}"] = np.diff(shapes.parents[ring].astype(np.int64), prepend=0).astype(np.uint16)
        arrays[f"code{ring + 1}"] = _bytes(shapes.codes[ring], 4)
    for kind, count in counts.items():
        own = slice(firsts[kind], firsts[kind] + count)
        arrays[f"{kind}_strength"] = units[own]
        if kind == "small" or kind.startswith("ring"):
            arrays[f"{kind}_rate"] = np.rint(255 * rates[own]).astype(np.uint8)
    write_whole(path, packed_arrays(**arrays))


def _bytes(codes, count):
    """uint8[count, k]: the bytes of k codes, the lowest first; bytes of one place lie together because they are alike."""
    return np.ascontiguousarray(codes.astype("<u8").view(np.uint8).reshape(-1, 8)[:, :count].T)


def _from_bytes(planes):
    """uint64[k]: the codes of which `_bytes` made bytes."""
    return sum(plane.astype(np.uint64) << np.uint64(8 * i) for i, plane in enumerate(planes))


def unpack(path) -> tuple[Shapes, np.ndarray, np.ndarray, str]:
    """(Shapes, logarithms float64[features], rates float64[features], about) of a packed file. ValueError if it is none."""
    try:
        arrays = read_arrays(path, _MOST_BYTES)
        rings = range(1, RINGS + 1)
        shapes = Shapes(arrays["small"], (arrays["near1"], arrays["near2"]), _from_bytes(arrays["diamond"]),
                        _from_bytes(arrays["answer"]),
                        tuple(np.cumsum(arrays[f"parent{ring}"], dtype=np.uint32) for ring in rings),
                        tuple(_from_bytes(arrays[f"code{ring}"]).astype(np.uint32) for ring in rings))
        strengths = [arrays["plain"], *(arrays[f"{kind}_strength"] for kind in SHAPE_KINDS)]
        rates = [np.zeros(len(arrays["plain"])), *(arrays.get(f"{kind}_rate", np.zeros(count)) / 255
                                                   for kind, count in shapes.counts().items())]
        names, about = int(arrays["names"]), str(arrays["about"])
    except OSError as error:
        raise ValueError(f"cannot read {path}: {error.strerror}") from None
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise ValueError(f"{path}: is no packed move model") from error
    if names != _names_checksum():
        raise ValueError(f"{path}: the model was learnt with other features than this program has; learn it again")
    return shapes, np.concatenate(strengths) * _SCALE, np.concatenate(rates), about


#: Up to the first of these board sizes the model learnt from 9x9 games is used, from the next size up to the second the one learnt from
#: 9x9 and 19x19 games together, and beyond it the one learnt from 19x19 games. STUDY: scripts/studies/learning/moves_13x13.
LARGEST_SMALL_BOARD, LARGEST_MIDDLE_BOARD = 11, 15


def model_path(size) -> Path:
    """The file of gopy's own model for a board size."""
    if size <= LARGEST_SMALL_BOARD:
        return pattern_file("moves9.npz")
    return pattern_file("moves13.npz" if size <= LARGEST_MIDDLE_BOARD else "moves19.npz")


def move_model(size) -> MoveModel:
    """The `MoveModel` for a board size."""
    return read_model(model_path(size))


@lru_cache(maxsize=None)
def read_model(path: Path) -> MoveModel:
    """The model in a packed file. ValueError if it cannot be read."""
    shapes, logarithms, _, _ = unpack(path)
    return model_of(shapes, np.exp(logarithms))
