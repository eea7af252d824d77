"""The file of a network: a description and the weights, packed, and read without running anything that it holds.

It is a compressed file of NumPy arrays (.npz). Its array `header` has the bytes of a JSON object, the others are the weights
(gopy/network/form.py) as float32 or, half as long, float16.
"""
from dataclasses import asdict, dataclass, field

import numpy as np

from gopy.base.arrays import packed_arrays, read_arrays
from gopy.base.documents import json_text, parse_json
from gopy.base.files import write_whole
from gopy.network.form import LARGEST_BOARD, MOST_BLOCKS, SMALLEST_BOARD, WIDTHS, WINDOW, hidden, shapes

#: The version of the form, which changes when old files cannot be read any more.
FORMAT = 1

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
    half      whether they are kept as float16, which halves the file and rounds them to some three digits; those of the 3x3 layers to
              eight bits, as their products are rounded too, which makes the file a sixth shorter
    """
    kept = {}
    with np.errstate(over="ignore"):        # what float16 cannot hold is found by the check that follows
        for name, array in weights.items():
            array = _eight_bits(array) if half and np.shape(array)[:2] == (WINDOW, WINDOW) else array
            kept[name] = np.asarray(array, np.float16 if half else np.float32)
    _check(header, kept)
    described = {"format": FORMAT, "hidden": hidden(header.channels), **asdict(header)}
    text = np.frombuffer(json_text(described).encode(), np.uint8)
    return packed_arrays(header=text, **{name: kept[name] for name in shapes(header.blocks, header.channels)})


def _eight_bits(array):
    """Numbers rounded to eight bits each, a tie to the even one."""
    part, exponent = np.frexp(array)
    return np.ldexp(np.round(part * 256) / 256, exponent)


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
        _check(header, arrays)
    except ValueError as error:
        raise ValueError(f"{path} is no network that can be used: {error}") from None
    return header, {name: array.astype(np.float32) for name, array in arrays.items()}


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
