"""Files of NumPy arrays by name (.npz), read up to a largest length and made as bytes."""
import io
from zipfile import ZipFile

import numpy as np

from gopy.base.files import open_regular, too_long

_ENDING = ".npy"


def read_arrays(path, most_bytes) -> dict[str, np.ndarray]:
    """The arrays in a regular file, by name.

    OSError, with `strerror` and `filename`, for another kind of file and for arrays of more than `most_bytes` in all;
    ValueError for a file that holds no arrays, or whose arrays are damaged.
    """
    with open_regular(path) as file:
        try:
            with ZipFile(file) as members:
                # compressed arrays may be a thousand times as long as their file
                fits = sum(member.file_size for member in members.infolist()) <= most_bytes
                found = {name.removesuffix(_ENDING): _array(members, name) for name in members.namelist()} if fits else {}
        except Exception as error:      # whatever NumPy and zipfile raise for bytes that are no such file
            raise ValueError("it is damaged, or no file of arrays") from error
    if not fits:
        raise too_long(path, most_bytes)
    return found


def _array(members, name):
    with members.open(name) as member:
        return np.lib.format.read_array(member, allow_pickle=False)


def packed_arrays(**arrays) -> bytes:
    """The bytes of a compressed file of arrays, the same for the same arrays."""
    return _bytes(np.savez_compressed, arrays)


def stored_arrays(**arrays) -> bytes:
    """The bytes of a file of arrays that takes no time to make; it is not compressed."""
    return _bytes(np.savez, arrays)


def _bytes(write, arrays):
    file = io.BytesIO()
    write(file, **arrays)
    return file.getvalue()
