"""Positions with a teacher's judgement of each, and the folder of files that holds them."""
from pathlib import Path
from typing import NamedTuple

import numpy as np

from gopy.base.arrays import packed_arrays, read_arrays
from gopy.base.errors import UserError
from gopy.base.files import write_whole

#: Bits of a point's code beside the stone: 0 is an empty point, 1 to 4 an own stone with so many liberties (4 or more), 5 to 8 an
#: enemy stone likewise.
STONE, KO, LAST, BEFORE, FORBIDDEN = 15, 16, 32, 64, 128

#: So many positions of games held out judge a network at most, of each board size: more would take time and tell little more.
MOST_JUDGED = 4000

#: A teacher is never taken to be surer than this when its log-odds are changed.
_LEAST_CHANCE = 1e-4

#: What ownership of 1 is in a file.
OWNED = 127

#: The most bytes that the arrays of one file may have.
_MOST_BYTES = 1 << 30

_NAME = "positions{number:05}.npz"


class Labelled(NamedTuple):
    """Positions of one board size N and their labels. All is seen from the side to move; rows begin with the one of A1."""
    codes: np.ndarray           #: uint8[n, N, N]: what is on each point; FORBIDDEN where no stone may be put
    komi: np.ndarray            #: float32[n]: points that the side to move gets; below 0 for Black
    passed: np.ndarray          #: uint8[n]: whether the last move was a pass
    policy: np.ndarray          #: float16[n, N * N + 1]: the share of each move in the teacher's visits, the pass last
    winning: np.ndarray         #: float32[n]: the probability of winning
    score: np.ndarray           #: float32[n]: points won
    deviation: np.ndarray       #: float32[n]: and their standard deviation, 0 if the teacher tells none
    ownership: np.ndarray       #: int8[n, N, N]: OWNED for own points, -OWNED for the enemy's
    held_out: np.ndarray        #: bool[n]: whether they are of the games from which nothing is learnt

    @property
    def size(self) -> int:
        """The board's."""
        return self.codes.shape[1]

    def chosen(self, which) -> "Labelled":
        """Those that an index or a mask picks."""
        return Labelled(*(array[which] for array in self))


def empty(n, size) -> Labelled:
    """Room for n positions."""
    return Labelled(np.zeros((n, size, size), np.uint8), np.zeros(n, np.float32), np.zeros(n, np.uint8),
                    np.zeros((n, size * size + 1), np.float16), np.zeros(n, np.float32), np.zeros(n, np.float32),
                    np.zeros(n, np.float32), np.zeros((n, size, size), np.int8), np.zeros(n, bool))


def together(parts) -> Labelled:
    """Several lists of positions of the same size as one."""
    return Labelled(*(np.concatenate(arrays) for arrays in zip(*parts)))


def with_slope(labelled, slope) -> Labelled:
    """Labelled positions with log-odds of winning that are `slope` times as large."""
    if slope == 1:
        return labelled
    winning = np.clip(labelled.winning.astype(float), _LEAST_CHANCE, 1 - _LEAST_CHANCE)
    return labelled._replace(winning=(1 / (1 + (1 / winning - 1) ** slope)).astype(np.float32))


def file_of(folder, number) -> Path:
    """The file of a folder that holds the part with this number."""
    return Path(folder) / _NAME.format(number=number)


def write_labelled(path, labelled) -> None:
    """Write positions to a file. OSError, which names the file, if that fails."""
    write_whole(path, packed_arrays(**labelled._asdict()))


def read_labelled(path) -> Labelled:
    """The positions of a file. UserError, in one sentence, if it holds none."""
    try:
        arrays = read_arrays(path, _MOST_BYTES)
    except OSError as error:
        raise UserError(f"cannot read {path}: {error.strerror}") from None
    except ValueError as error:
        raise UserError(f"{path} holds no labelled positions: {error}") from None
    if set(arrays) != set(Labelled._fields) or arrays["codes"].ndim != 3:
        raise UserError(f"{path} holds no labelled positions: it has other arrays")
    room = empty(*arrays["codes"].shape[:2])
    for name, array in arrays.items():
        expected = getattr(room, name)
        if array.shape != expected.shape or array.dtype != expected.dtype:
            raise UserError(f"{path} holds no labelled positions: {name} has another form")
    return Labelled(**arrays)


def read_folders(paths) -> dict[int, Labelled]:
    """{board size: all positions of this size} of files and of folders of them. UserError if there are none or one is damaged."""
    files = []
    for path in map(Path, paths):
        if path.is_dir():
            files += sorted(path.glob(_NAME.format(number=0).replace("00000", "*")))
        elif path.is_file():
            files.append(path)
        else:
            raise UserError(f"{path} is no folder and no file")
    parts: dict[int, list[Labelled]] = {}
    for file in files:
        found = read_labelled(file)
        parts.setdefault(found.size, []).append(found)
    if not parts:
        raise UserError("there are no labelled positions in these folders: gopy learn positions makes them")
    return {size: together(parts[size]) for size in sorted(parts)}
