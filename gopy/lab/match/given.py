"""Openings from a file: a text file with one opening per line, an SGF record, or a folder of records.

A line holds vertices, Black's first (`D4 F6 pass C3`); blank lines and anything after a `#` are ignored. Of an SGF record
the main line is used, which must start from the empty board. PATH:PLIES takes the first PLIES moves of each opening. Every
move is checked for legality.
"""
import logging
import os
from contextlib import suppress
from pathlib import Path

from gopy.base.files import read_bounded
from gopy.base.numbers import parse_count, shown
from gopy.go.geometry import BLACK, WHITE, opponent, parse_vertex, vertex_text
from gopy.go.history import Game
from gopy.go.record.source import is_record_name
from gopy.go.sgf import MAX_BYTES, SgfError, read_file

_log = logging.getLogger("gopy.lab.match")


def load_openings(text, size, rules) -> list[tuple[int, ...]]:
    """The openings that PATH or PATH:PLIES names, each a tuple of moves. ValueError says what is wrong."""
    found = []
    try:
        path, plies = _split(text)
        for where, moves in _read(path, size, plies):
            _check(where, moves, size, rules)
            found.append(tuple(moves))
    except OSError as error:
        raise ValueError(f"openings: cannot read {shown(text)}: {error.strerror}") from None
    if not found:
        raise ValueError(f"openings: {path} holds none")
    return found


def _split(text):
    path, _, plies = text.rpartition(":")
    if path and not os.path.exists(text):
        with suppress(ValueError):
            return Path(path), parse_count(plies)
    return Path(text), None


def _read(path, size, plies):
    """Yield (where the opening stands, its list of moves) for each opening, cut to `plies` moves unless that is None."""
    if os.path.isdir(path):
        for record in sorted(file for file in path.iterdir() if is_record_name(file.name)):
            yield record, _record_moves(record, size, plies)
    elif is_record_name(path.name) and os.path.exists(path):
        yield path, _record_moves(path, size, plies)
    else:
        yield from _lines(path, size, plies)


def _lines(path, size, plies):
    try:
        lines = read_bounded(path, MAX_BYTES).decode("utf-8").splitlines()
    except FileNotFoundError:
        raise ValueError(f"openings: there is no file or folder {path} (and no such kind: random, random:PLIES, none)"
                         ) from None
    except UnicodeDecodeError:
        raise ValueError(f"openings: cannot read {path}: no text") from None
    for number, line in enumerate(lines, start=1):
        words = line.partition("#")[0].split()
        if words:
            where = f"{path}, line {number}"
            try:
                yield where, [parse_vertex(word, size) for word in words[:plies]]
            except ValueError as error:
                raise ValueError(f"openings: {where}: {error}") from None


def _record_moves(path, size, plies):
    try:
        game, _, _, remarks = read_file(path, before_move=None if plies is None else plies + 1)
    except SgfError as error:
        raise ValueError(f"openings: {path}: {error}") from None
    for remark in remarks:
        _log.warning("openings: %s: %s", path, remark)
    if game.size != size:
        raise ValueError(f"openings: {path} is of a {game.size}x{game.size} board, not {size}x{size}")
    if game.initial.stones(BLACK) or game.initial.stones(WHITE):
        raise ValueError(f"openings: {path} does not start from the empty board")
    colours = [colour for colour, _ in game.moves]
    if colours != [(BLACK, WHITE)[turn % 2] for turn in range(len(colours))]:
        raise ValueError(f"openings: {path}: Black does not move first, or the colours do not take turns")
    return [move for _, move in game.moves]


def _check(where, moves, size, rules):
    game, colour = Game(size, rules=rules), BLACK
    for number, move in enumerate(moves, start=1):
        reason = game.illegality(colour, move)
        if reason:
            raise ValueError(f"openings: {where}: move {number} {vertex_text(move, size)}: {reason}")
        game.play(colour, move)
        colour = opponent(colour)
        if game.is_over:
            raise ValueError(f"openings: {where}: two passes end the game (PATH:PLIES takes the first moves only)")
