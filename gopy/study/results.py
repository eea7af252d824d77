"""The file of results: one JSON object a line and game, only ever appended to."""
import json
import os
from pathlib import Path


class ResultsFile:
    """Results in `path` (made with its folder at the first append), so written that a killed runner loses nothing."""

    def __init__(self, path):
        self.path = Path(path)

    def read(self):
        """List of the recorded dicts, in the order played. A last line that was cut off does not count."""
        try:
            text = self.path.read_bytes()
        except FileNotFoundError:
            return []
        return [json.loads(line) for line in text[:text.rfind(b"\n") + 1].splitlines()]

    def append(self, record):
        """Add one dict; it is on the disk when this returns."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with open(self.path, "ab+") as file:
            _cut_unfinished_line(file)
            file.write(json.dumps(record, separators=(", ", ": ")).encode() + b"\n")
            file.flush()
            os.fsync(file.fileno())


def _cut_unfinished_line(file):
    """Drop what a killed writer left after the last line's end."""
    end = file.seek(0, os.SEEK_END)
    if end == 0:
        return
    file.seek(end - 1)
    if file.read(1) != b"\n":
        file.seek(0)
        file.truncate(file.read().rfind(b"\n") + 1)
        file.seek(0, os.SEEK_END)
