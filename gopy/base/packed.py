"""Compressed files (.xz): the same bytes always give the same file, and what is read at once is of bounded length."""
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TextIO


def packed(data) -> bytes:
    """The bytes of an .xz file that holds `data`. It holds no name and no time, so that equal data give equal files.

    It is made small, and slowly: a second a megabyte. What is packed is text, whose letters go with the one before (`lc`) and
    with no place in a word of two or four bytes (`pb`).
    """
    lzma = _lzma()
    return lzma.compress(data, filters=[{"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, "lc": 4, "pb": 0}])


def unpacked(data, most_bytes) -> bytes:
    """What the bytes of an .xz file hold. ValueError if they are no such file or hold more than `most_bytes`."""
    lzma = _lzma()
    reader = lzma.LZMADecompressor(lzma.FORMAT_XZ)
    try:
        found = reader.decompress(data, most_bytes + 1)
    except lzma.LZMAError:
        raise ValueError("it is damaged, or no .xz file") from None
    if len(found) > most_bytes:
        raise ValueError(f"it holds more than {most_bytes} bytes")
    if not reader.eof or reader.unused_data:
        raise ValueError("it is cut off, or something follows the end of the .xz file")
    return found


@contextmanager
def unpacked_text(file) -> Iterator[TextIO]:
    """The text, in UTF-8, that an open .xz file holds, to be read line by line. ValueError if the file is damaged."""
    lzma = _lzma()
    try:
        with lzma.open(file, "rt", encoding="utf-8") as text:
            yield text
    except (lzma.LZMAError, EOFError):
        raise ValueError("it is damaged, cut off, or no .xz file") from None


def _lzma():
    try:
        import lzma  # a Python built without the library has no such module
    except ImportError:
        raise ValueError("this Python cannot read .xz files: it was built without lzma") from None
    return lzma
