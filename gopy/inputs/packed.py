"""Compressed files (.xz): the same bytes always give the same file, and what is read is of bounded length."""


def packed(data) -> bytes:
    """The bytes of an .xz file that holds `data`. It holds no name and no time, so that equal data give equal files."""
    return _lzma().compress(data, preset=9)


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


def _lzma():
    try:
        import lzma         # a Python built without the library has no such module
    except ImportError:
        raise ValueError("this Python cannot read .xz files: it was built without lzma") from None
    return lzma
