"""The file of a network: a description and the weights, packed, and read without running anything that it holds.

It is a compressed file of NumPy arrays (.npz). Its array `header` has the bytes of a JSON object, the others are the weights
(gopy/network/form.py) as float32 or, half as long, float16. A 3x3 layer may be kept as int8 instead: then an array of its name with
`_step` has a float32 for each channel that goes out, by which its whole numbers are multiplied.
"""
from dataclasses import asdict, dataclass, field

import numpy as np

from gopy.base.arrays import packed_arrays, read_arrays
from gopy.base.documents import json_text, parse_json
from gopy.base.files import write_whole
from gopy.network.form import LADDER_PLANES, LARGEST_BOARD, MOST_BLOCKS, PLANES, SMALLEST_BOARD, WIDTHS, WINDOW, hidden, shapes

#: The version of the form, which changes when old files cannot be read any more.
FORMAT = 1

#: What the name of the steps of a layer of whole numbers ends in, and the largest of these numbers.
STEP, MOST = "_step", 127

#: The most bytes that the arrays of a network may have.
_MOST_BYTES = 1 << 27


@dataclass(frozen=True)
class Header:
    """What a network is and where it comes from. A part that is not known is an empty text."""
    blocks: int
    channels: int
    sizes: tuple[int, ...] = (9,)       #: the board sizes that it was trained on
    data: str = ""                      #: the positions that it learnt from
    teacher: str = ""                   #: who judged them
    command: str = ""                   #: the command that made it
    figures: dict[str, float] = field(default_factory=dict)     #: what was measured on positions that it did not learn from

    def __post_init__(self) -> None:
        """ValueError if there is no such network."""
        _need(type(self.blocks) is int and 1 <= self.blocks <= MOST_BLOCKS, f"blocks must be a whole number from 1 to {MOST_BLOCKS}")
        _need(type(self.channels) is int and self.channels in WIDTHS,
              f"channels must be one of {', '.join(map(str, WIDTHS))}")
        _need(len(self.sizes) > 0 and all(type(size) is int and SMALLEST_BOARD <= size <= LARGEST_BOARD for size in self.sizes),
              f"sizes must be board sizes from {SMALLEST_BOARD} to {LARGEST_BOARD}")
        _need(all(type(text) is str for text in (self.data, self.teacher, self.command)), "data, teacher and command must be texts")
        _need(type(self.figures) is dict and all(type(name) is str and type(value) in (int, float)
                                                 for name, value in self.figures.items()), "figures must be numbers by name")


def packed_network(header, weights, half=True) -> bytes:
    """The bytes of the file of a network, the same for the same network.

    weights   arrays by name, with the shapes of `form.shapes`; ValueError for others and for numbers that are not finite
    half      whether they are kept as float16, which halves the file and rounds them to some three digits, and those of the 3x3 layers
              as int8, which halves it again (docs/network.md has what that does to the numbers)
    """
    with np.errstate(over="ignore"):        # what float16 cannot hold is found by the check that follows
        kept = {name: np.asarray(array, np.float16 if half else np.float32) for name, array in weights.items()}
    _check(header, kept)
    if half:
        for name in [name for name, array in kept.items() if array.shape[:2] == (WINDOW, WINDOW)]:
            kept[name], kept[name + STEP] = _whole_numbers(np.asarray(weights[name], np.float32))
    described = {"format": FORMAT, "hidden": hidden(header.channels), **asdict(header)}
    text = np.frombuffer(json_text(described).encode(), np.uint8)
    return packed_arrays(header=text, **{name: kept[name] for name in _in_order(header, kept)})


def _in_order(header, kept):
    """The names of arrays in the order of the file."""
    return [own for name in shapes(header.blocks, header.channels) for own in (name, name + STEP) if own in kept]


def _whole_numbers(layer):
    """(int8[..., out], float32[out]): whole numbers and, for each channel that goes out, the step that they are multiplied by.

    A step has eleven bits, so that its products with whole numbers are exact, and a network that is read and packed again stays the same.
    """
    part, exponent = np.frexp(np.abs(layer).max(axis=(0, 1, 2)) / MOST)
    step = np.ldexp(np.round(part * 2048) / 2048, exponent).astype(np.float32)
    return np.clip(np.round(layer / np.where(step > 0, step, 1)), -MOST, MOST).astype(np.int8), step


def write_network(path, header, weights, half=True) -> None:
    """Write the file of a network; see `packed_network`. OSError, which names the file, if that fails."""
    write_whole(path, packed_network(header, weights, half))


def read_network(path) -> tuple[Header, dict[str, np.ndarray]]:
    """(Header, weights by name as float32) of the file of a network. ValueError, in one sentence, if it is none."""
    try:
        arrays = read_arrays(path, _MOST_BYTES)
    except OSError as error:
        raise ValueError(f"cannot read {path}: {error.strerror}") from None
    except ValueError as error:
        raise ValueError(f"{path} is no network: {error}") from None
    try:
        header = _read_header(arrays.pop("header", None))
        weights = _completed(header, _multiplied(arrays))
        _check(header, weights)
    except ValueError as error:
        raise ValueError(f"{path} is no network that can be used: {error}") from None
    return header, {name: array.astype(np.float32) for name, array in weights.items()}


def _multiplied(arrays):
    """The arrays of a file, those of whole numbers multiplied by their steps."""
    found = {}
    for name, array in arrays.items():
        step = arrays.get(name + STEP)
        if array.dtype == np.int8 and step is not None:
            _need(array.ndim == 4 and step.dtype == np.float32 and step.shape == array.shape[-1:],
                  f"{name} and {name}{STEP} do not belong together")
            with np.errstate(invalid="ignore"):     # what is not finite is found by the check that follows
                found[name] = array * step
        elif not (name.endswith(STEP) and arrays.get(name.removesuffix(STEP), array).dtype == np.int8):
            found[name] = array
    return found


def _completed(header, arrays):
    """The arrays of a file, with weights of 0 for what networks did not have when it was written: ladders, and regions that share."""
    if not any(name.endswith("_region") for name in arrays):
        arrays |= {f"block{block}_region": np.zeros((header.channels, header.channels), np.float32) for block in range(header.blocks)}
    stem = arrays.get("stem")
    if stem is not None and stem.ndim == 4 and stem.shape[2] == len(PLANES) - (LADDER_PLANES.stop - LADDER_PLANES.start):
        arrays["stem"] = np.insert(stem, [LADDER_PLANES.start] * (len(PLANES) - stem.shape[2]), 0, axis=2)
    return arrays


def _read_header(array):
    _need(array is not None and array.dtype == np.uint8 and array.ndim == 1, "it has no header")
    described = parse_json(array.tobytes())
    _need(type(described) is dict, "its header is no JSON object")
    version = described.pop("format", None)
    _need(version == FORMAT, f"its format is {version!r}, and this program reads format {FORMAT}")
    width = described.pop("hidden", None)
    names = set(Header.__dataclass_fields__)
    _need(set(described) == names, f"its header must have format, hidden, {', '.join(sorted(names))} and nothing else")
    _need(type(described["sizes"]) is list, "sizes must be a list")
    header = Header(**{**described, "sizes": tuple(described["sizes"])})
    _need(width == hidden(header.channels), f"hidden must be {hidden(header.channels)} for {header.channels} channels")
    return header


def _check(header, arrays):
    """ValueError unless the arrays are those of a network with this header, and finite."""
    expected = shapes(header.blocks, header.channels)
    for name in sorted(set(expected) ^ set(arrays)):
        raise ValueError(f"the array {name} is {'missing' if name in expected else 'not of this form'}")
    for name, shape in expected.items():
        array = arrays[name]
        _need(array.shape == shape, f"{name} has the shape {list(array.shape)} in place of {list(shape)}")
        _need(array.dtype in (np.float16, np.float32), f"{name} has numbers of another kind than float16 and float32")
        _need(np.isfinite(array).all(), f"{name} has numbers that are not finite")


def _need(right, otherwise):
    if not right:
        raise ValueError(otherwise)
