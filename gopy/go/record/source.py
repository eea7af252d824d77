"""The bytes of a game record, the limits of what is read, what can be wrong with it, and what is told about it."""
from pathlib import Path

from gopy.base.files import read_bounded

#: Limits of every record, however it comes. Reading takes time in proportion, most of it for nodes, those of variations too, and
#: for parts: a part is a node, a bracket of a variation, a property's name or a value.
MAX_BYTES = 4 << 20
MAX_NODES = 100_000
MAX_PARTS = 500_000

#: Limits of the line of a record that becomes a game.
MAX_MOVES = 10_000
MAX_SETUP_NODES = 1000


#: Endings of the names of records that are read, but not written.
OTHER_RECORDS = (".gib", ".ngf")


class SgfError(ValueError):
    """A record that cannot be loaded; the text says why."""


class Remarks:
    """Sentences about what a record gets wrong, each kind of fault told once."""

    def __init__(self) -> None:
        self._first: dict[object, str] = {}
        self._count: dict[object, int] = {}

    def add(self, kind: object, text: str) -> None:
        """Tell a fault of a kind (any key). The text of its first case is kept, of the others their number."""
        self._first.setdefault(kind, text)
        self._count[kind] = self._count.get(kind, 0) + 1

    def texts(self) -> list[str]:
        """The remarks, in the order in which the faults were met."""
        return [text if self._count[kind] == 1 else f"{text} ({self._count[kind]} times)" for kind, text in self._first.items()]


def read_record(path: str | Path) -> bytes:
    """The bytes of a record's file; SgfError if it cannot be read, is no regular file or has over MAX_BYTES."""
    try:
        return read_bounded(path, MAX_BYTES)
    except OSError as error:
        raise SgfError(f"cannot read {path}: {error.strerror}") from None
    except ValueError as error:     # no file can have such a name
        raise SgfError(f"cannot read {path!r}: {error}") from None


def is_record_name(name: str | Path) -> bool:
    """Whether a file's name is that of a game record: it ends in .sgf, .gib or .ngf, in small or capital letters."""
    return str(name).lower().endswith((".sgf", *OTHER_RECORDS))
