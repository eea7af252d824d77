"""Games to learn from: tables of records, SGF files and folders of them, and the games held out to judge what was learnt."""
import hashlib
import io
import sys
import zlib
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from string import ascii_lowercase
from typing import Any, NamedTuple

import numpy as np

from gopy.base.errors import UserError
from gopy.base.files import open_regular
from gopy.base.packed import unpacked_text
from gopy.go.bitboard.construct import set_rules
from gopy.go.geometry import BLACK, WHITE, pass_move, point_at
from gopy.go.record.source import is_record_name
from gopy.lab.learn.decisions import Boards, begin, follow_all

#: Endings of the names of files that are tables of records.
TABLE_ENDINGS = (".tsv", ".tsv.xz")

#: Why a game is left out.
_OTHER_SIZE, _SET_UP = "of another board size", "with stones set up before the first move"

#: What is not known of a game.
_UNKNOWN = "?"

#: What a table's field about the source says of a colour that a program had.
_PROGRAM = ":kata"

#: So many files that could not be read are named; of the rest only the number is told.
MOST_NAMED = 10


class LeftOut:
    """Counts the games that are left out while records are read, and names the files that cannot be read.

    unreadable   {path: sentence that says why} of files
    unsuitable   {why ("of another board size"): the number of games}
    corrected    number of games that are used although their record had to be corrected
    """

    def __init__(self) -> None:
        self.unreadable: dict[str, str] = {}
        self.unsuitable: Counter[str] = Counter()
        self.corrected = 0

    def __str__(self) -> str:
        """Sentences that say all of it, each in a line; "" if nothing was left out."""
        lines = []
        if self.unreadable:
            count = len(self.unreadable)
            lines.append(f"{count} {'file' if count == 1 else 'files'} could not be read and {'is' if count == 1 else 'are'} left out:")
            lines += [f"  {path}: {reason}" for path, reason in list(self.unreadable.items())[:MOST_NAMED]]
            if count > MOST_NAMED:
                lines.append(f"  and {count - MOST_NAMED} more")
        if self.unsuitable:
            parts = ", ".join(f"{count} {reason}" for reason, count in sorted(self.unsuitable.items()))
            total = self.unsuitable.total()
            lines.append(f"{total} {'game is' if total == 1 else 'games are'} left out: {parts}")
        if self.corrected:
            lines.append(f"{self.corrected} {'record was' if self.corrected == 1 else 'records were'} corrected; gopy review tells what "
                         "was wrong with one")
        return "\n".join(lines)

    def tell(self) -> None:
        """Write it to stderr, if there is anything to say."""
        if text := str(self):
            print(text, file=sys.stderr, flush=True)


class Record(NamedTuple):
    """A recorded game.

    name    says which game it is
    size    the board's
    setup   points of Black's stones before the first move
    first   the colour that moves first
    moves   what was played in turns; at the end two passes if the game ended by counting
    ranks   of Black and White, such as 18k or 3d; "?" for a player whose rank is not known or who is a program
    komi    points that White got; None if it is not known
    result  such as W+R or B+3.5; "?" if it is not known
    """
    name: str
    size: int
    setup: list
    first: int
    moves: Any          #: list[int], or int64[moves] once a collection is made
    ranks: tuple[str, str] = (_UNKNOWN, _UNKNOWN)
    komi: float | None = None
    result: str = _UNKNOWN

    @property
    def is_held_out(self) -> bool:
        """Whether the game is one of the tenth from which nothing is learnt, chosen by a hash of its name."""
        return self._digest()[0] % 10 == 0

    def order(self) -> bytes:
        """Bytes by which games are sorted as if they had been shuffled."""
        return self._digest()[1:]

    def _digest(self):
        return hashlib.blake2b(self.name.encode(), digest_size=8).digest()


def read_records(paths, sizes, handicap=False, left_out=None) -> Iterator[Record]:
    """Yield the games on boards of `sizes` in files and folders, in the order of the files' names. UserError for a path that is none.

    handicap    whether games with handicap stones are wanted too
    left_out    a LeftOut that counts and names what is found and not yielded
    A table has a game in each line, in fields between tabs: id, size, komi, handicap, rules, result, ranks of Black and White,
    set-up stones, first colour, moves (two letters each, aa the upper left, .. a pass), perhaps the source, which ends in :kataB, :kataW
    or :kataBW if these colours were a program's. Lines that begin with # are left out.
    """
    left_out = LeftOut() if left_out is None else left_out
    for path in paths:
        path = Path(path)
        if path.is_dir():
            files = sorted(file for file in path.rglob("*") if is_record_name(file.name) or file.name.endswith(TABLE_ENDINGS))
            yield from read_records(files, sizes, handicap, left_out)
        elif path.name.endswith(TABLE_ENDINGS):
            yield from _table_records(path, sizes, handicap, left_out)
        elif is_record_name(path.name):
            yield from _sgf_records(path, sizes, handicap, left_out)
        else:
            raise UserError(f"{path} is no folder, no SGF file and no table of games")


def told_records(paths, sizes) -> list[Record]:
    """The games of `read_records`; what it leaves out is told on stderr."""
    left_out = LeftOut()
    records = list(read_records(paths, sizes, left_out=left_out))
    left_out.tell()
    return records


def checksum(moves) -> int:
    """A number that differs between different lists of games, given as the moves of each."""
    found = 0
    for of_game in moves:
        found = zlib.crc32(np.asarray(of_game, np.int64).tobytes(), found)
    return found


def _table_records(path, sizes, handicap, left_out):
    wanted, boards = {str(size): size for size in sizes}, Boards()
    try:
        with open_regular(path) as file, _text_lines(file, path.suffix == ".xz") as lines:
            for number, line in enumerate(lines, start=1):
                fields = line.rstrip("\n").split("\t")
                if line.startswith("#") or not line.strip():
                    continue
                if len(fields) > 1 and fields[1] not in wanted:
                    left_out.unsuitable[_OTHER_SIZE] += 1
                    continue
                if len(fields) < 11:
                    raise UserError(f"{path}, line {number}: a game has eleven fields, not {len(fields)}")
                size = wanted[fields[1]]
                if fields[8] != "-" and not handicap:
                    left_out.unsuitable[_SET_UP] += 1
                    continue
                try:
                    setup = [] if fields[8] == "-" else _moves(fields[8], size)
                    moves = _moves(fields[10], size)
                    first = BLACK if fields[9] == "B" else WHITE
                    komi = None if fields[2] == _UNKNOWN else float(fields[2])
                except ValueError as error:
                    raise UserError(f"{path}, line {number}: {error}") from None
                # A game that ended by counting ended with two passes, which tables leave out.
                ending = [pass_move(size)] * 2 * fields[5][2:3].isdigit()
                record = Record(fields[0], size, setup, first, moves + ending, _ranks(fields), komi, fields[5])
                position = boards[size][0]
                set_rules(position, 0.0, suicide=1)
                begin(position, record)
                played = follow_all(position, np.array(moves, np.int64))
                if played < len(moves):
                    raise UserError(f"{path}, line {number}: move {played + 1} is not legal")
                yield record
    except (OSError, ValueError) as error:
        raise UserError(f"{path} cannot be read: {error}") from None


def _text_lines(file, is_packed):
    """The lines of an open file as text."""
    return unpacked_text(file) if is_packed else io.TextIOWrapper(file, encoding="utf-8")


def _ranks(fields):
    """The ranks of Black and White in a line of a table."""
    programs = fields[11].partition(_PROGRAM)[2] if len(fields) > 11 else ""
    return tuple(_UNKNOWN if colour in programs else rank for colour, rank in zip("BW", fields[6:8]))


def _moves(letters, size):
    """Points from pairs of letters. ValueError for a pair that is no point of the board."""
    return [_move(letters[i:i + 2], size) for i in range(0, len(letters), 2)]


@lru_cache(maxsize=4096)
def _move(pair, size):
    if pair == "..":
        return pass_move(size)
    on_board = ascii_lowercase[:size]
    if len(pair) < 2 or pair[0] not in on_board or pair[1] not in on_board:
        raise ValueError(f"{pair!r} is no point of {size}x{size}")
    return point_at(size - 1 - on_board.index(pair[1]), on_board.index(pair[0]), size)


def _sgf_records(path, sizes, handicap, left_out):
    from gopy.go.record.header import said
    from gopy.go.sgf import read_file

    try:
        found = read_file(path)
    except (OSError, ValueError) as error:      # folders hold damaged files and other games too
        left_out.unreadable[str(path)] = str(error)
        return
    game, colours = found.game, found.game.initial.colours
    white = [point for point, colour in enumerate(colours) if colour == WHITE]
    black = [point for point, colour in enumerate(colours) if colour == BLACK]
    moves = list(game.moves)
    alternate = all(colour != after for (colour, _), (after, _) in zip(moves, moves[1:]))
    if game.size not in sizes:
        left_out.unsuitable[_OTHER_SIZE] += 1
    elif not moves:
        left_out.unsuitable["without moves"] += 1
    elif not alternate:
        left_out.unsuitable["in which a colour moves twice running"] += 1
    elif white or (black and not handicap):
        left_out.unsuitable[_SET_UP] += 1
    else:
        left_out.corrected += bool(found.remarks)
        ranks = (said(found.record.root, name) or _UNKNOWN for name in ("BR", "WR"))
        yield Record(path.name, game.size, black, moves[0][0], [move for _, move in moves], tuple(ranks), game.komi,
                     said(found.record.root, "RE") or _UNKNOWN)


class Collection(NamedTuple):
    """Records with their moves as int64 arrays; `held_out` is the tenth from which nothing is learnt."""
    learning: list[Record]
    held_out: list[Record]

    def sizes_text(self) -> str:
        """The board sizes of the games to learn from, as text."""
        return " and ".join(f"{size}x{size}" for size in sorted({record.size for record in self.learning}))

    def checksum(self) -> int:
        """A number that differs between different collections."""
        return checksum(record.moves for record in (*self.learning, *self.held_out))


def collect(paths, sizes, most_games=None) -> Collection:
    """The games on boards of `sizes` in files and folders, at most so many of them. What is left out besides is told on stderr.

    UserError if there are none to learn from.

    If there are more, those with the smallest hashes of their names are taken, so that a smaller collection is a part of a
    larger one and has games of all files.
    """
    records = [record._replace(moves=np.array(record.moves, np.int64)) for record in told_records(paths, sizes)]
    if most_games is not None:
        records = sorted(records, key=lambda record: record.order())[:most_games]
    collection = Collection([record for record in records if not record.is_held_out],
                            [record for record in records if record.is_held_out])
    if not collection.learning:
        raise UserError(f"there are no games of {' or '.join(f'{size}x{size}' for size in sizes)} to learn from in these files")
    return collection
