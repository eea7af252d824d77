"""The file of results: one JSON object per line, one line per game; lines are only ever appended.

Results that are finished may be packed: `results.jsonl.xz` then stands in the place of `results.jsonl`. Whoever reads or appends
sees no difference.
"""
import json
from collections.abc import Iterator
from pathlib import Path

from gopy.base.documents import parse_json
from gopy.base.files import append_line, make_folder, read_bounded, sync_folder, whole_lines, write_whole
from gopy.base.numbers import shown
from gopy.base.packed import packed, unpacked

#: The largest file of results that is read, in bytes; a game takes about 700.
_MOST_BYTES = 1 << 30


class ResultsFile:
    """The results in the file `path`, written so that a killed runner or a power cut loses nothing.

    The file and its folder are created when the first record is appended. The same lines may be packed in PATH.xz. Both files
    are there only where packing or unpacking was cut short; then PATH counts, for it goes last when lines are packed, and comes
    first, and whole, when they are unpacked.
    """

    def __init__(self, path) -> None:
        self.path = Path(path)
        self._packed = self.path.with_name(self.path.name + ".xz")

    @property
    def place(self) -> Path:
        """The file that holds the lines: `path`, or the packed file if that alone is there."""
        return self._packed if self._packed.exists() and not self.path.exists() else self.path

    def read(self) -> list[dict]:
        """The recorded dicts as a list, in the order played. Raises OSError and ValueError like `numbered`."""
        return [record for _, record in self.numbered()]

    def numbered(self) -> Iterator[tuple[int, dict]]:
        """Generate (line number, recorded dict) for each line. A last line that was cut off is ignored.

        OSError if the file cannot be read; ValueError, which names the file and line, if a line holds no JSON object.
        """
        for number, line in enumerate(whole_lines(self._contents()).split(b"\n")[:-1], start=1):
            try:
                record = parse_json(line)
            except ValueError as error:
                raise ValueError(f"{self.place}, line {number}: {error}") from None
            if not isinstance(record, dict):
                raise ValueError(f"{self.place}, line {number}: {shown(record)} instead of a JSON object")
            yield number, record

    def append(self, record) -> None:
        """Append one dict; it is on the disk when this method returns. A packed file is unpacked before."""
        self._unpack()
        make_folder(self.path.parent)
        append_line(self.path, _line(record))

    def replace(self, records) -> None:
        """Make these dicts the whole contents; until all are written, the old contents stay."""
        write_whole(self.path, b"".join(map(_line, records)))
        self._packed.unlink(missing_ok=True)

    def pack(self, without=()) -> Path:
        """Pack the file; returns the path of the packed one. `without` are keys that no line is to have any more.

        Equal lines give equal files, so that packing again changes nothing. OSError if there is no file; ValueError if it holds no
        JSON objects, or if somebody appends to it meanwhile.
        """
        place = self.place
        data = read_bounded(place, _MOST_BYTES)
        new = packed(self._lines_without(without) if without else whole_lines(self._contents()))
        if new != data:
            write_whole(self._packed, new)
        if place == self.path:
            if read_bounded(place, _MOST_BYTES) != data:
                raise ValueError(f"{place} is being written; pack it when that has ended")
            place.unlink()
            sync_folder(place.parent)
        return self._packed

    def _lines_without(self, keys):
        """The bytes of all lines without some of their keys."""
        return b"".join(_line({key: value for key, value in record.items() if key not in keys}) for _, record in self.numbered())

    def _contents(self):
        """The bytes of all lines; none if there is no file."""
        for path in (self.path, self._packed, self.path):       # twice: another process may unpack the file meanwhile
            try:
                data = read_bounded(path, _MOST_BYTES)
                return data if path == self.path else unpacked(data, _MOST_BYTES)
            except FileNotFoundError:
                continue
            except ValueError as error:
                raise ValueError(f"{path}: {error}") from None
        return b""

    def _unpack(self):
        """Put the lines of a packed file into a plain one, and remove the packed file."""
        if self._packed.exists():
            if not self.path.exists():
                write_whole(self.path, self._contents())
            self._packed.unlink()


def _line(record):
    return json.dumps(record, separators=(", ", ": ")).encode() + b"\n"
