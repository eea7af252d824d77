"""The file of results: one JSON object per line, one line per game; lines are only ever appended."""
import json
import os
from collections.abc import Iterator
from pathlib import Path

from gopy.inputs.documents import parse_json
from gopy.inputs.files import read_bounded
from gopy.inputs.shape import shown

#: The largest file of results that is read, in bytes; a game takes about 700.
_MOST_BYTES = 1 << 30


class ResultsFile:
    """The results in the file `path`, written so that a killed runner loses nothing.

    The file and its folder are created when the first record is appended.
    """

    def __init__(self, path) -> None:
        self.path = Path(path)

    def read(self) -> list[dict]:
        """The recorded dicts as a list, in the order played. Raises OSError and ValueError like `numbered`."""
        return [record for _, record in self.numbered()]

    def numbered(self) -> Iterator[tuple[int, dict]]:
        """Generate (line number, recorded dict) for each line. A last line that was cut off is ignored.

        OSError if the file cannot be read; ValueError, which names the file and line, if a line holds no JSON object.
        """
        try:
            data = read_bounded(self.path, _MOST_BYTES)
        except FileNotFoundError:
            return
        for number, line in enumerate(data.split(b"\n")[:-1], start=1):
            try:
                record = parse_json(line)
            except ValueError as error:
                raise ValueError(f"{self.path}, line {number}: {error}") from None
            if not isinstance(record, dict):
                raise ValueError(f"{self.path}, line {number}: {shown(record)} instead of a JSON object")
            yield number, record

    def append(self, record) -> None:
        """Append one dict; it is on the disk when this method returns."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with open(self.path, "ab+") as file:
            _cut_unfinished_line(file)
            file.write(json.dumps(record, separators=(", ", ": ")).encode() + b"\n")
            file.flush()
            os.fsync(file.fileno())


def _cut_unfinished_line(file):
    """Remove the incomplete line that a killed writer may have left at the end."""
    end = file.seek(0, os.SEEK_END)
    if end == 0:
        return
    file.seek(end - 1)
    if file.read(1) != b"\n":
        file.seek(0)
        file.truncate(file.read().rfind(b"\n") + 1)
        file.seek(0, os.SEEK_END)
