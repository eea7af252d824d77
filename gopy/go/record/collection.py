"""Files with several games: each as a record of its own."""
from collections.abc import Iterator
from typing import NamedTuple

from gopy.go.record.header import names_of, said
from gopy.go.record.nodes import Record
from gopy.go.record.parse import parse_record
from gopy.go.record.source import SgfError
from gopy.go.record.write import written

#: Games of one file that are found.
MOST_GAMES = 500


class ListedGame(NamedTuple):
    """A game of a file: its record as text, and a line that tells it from others."""

    text: str
    title: str


def listed_games(data: bytes | str) -> list[ListedGame]:
    """The first MOST_GAMES games of a file. SgfError if it is no record, see `parse_record`."""
    return [ListedGame(written(Record(record.root, record.encoding)), _title(record)) for record in _records(data)]


def _records(data: bytes | str) -> Iterator[Record]:
    for number in range(MOST_GAMES):
        try:
            record = parse_record(data)
        except SgfError:
            if number == 0:
                raise
            return          # what follows the last game is no game
        yield record
        data = record.after
        if not data.strip():
            return


def _title(record: Record) -> str:
    names = " – ".join(name or "?" for name in names_of(record.root)) if any(names_of(record.root)) else ""
    told = [said(record.root, "GN"), names, said(record.root, "EV"), said(record.root, "DT"), said(record.root, "RE")]
    return ", ".join(text[:100] for text in told if text) or "a game without names"
