"""The digest of a game's moves, and the moves of a game of Go as one text.

A move is written as SGF's two letters (column and row from the top left), a pass as --. Black moves first, or White after
handicap stones, and the players take turns, so colours are not written: on 9x9 "eegc--" is Black E5, White G7 and a pass by Black.
"""
import hashlib

from gopy.go.geometry import BLACK, opponent, pass_move, point_at, row_and_column

PASS = "--"

_LETTERS = "abcdefghijklmnopqrstuvwxyz"


def digest(moves) -> str:
    """Ten hexadecimal digits, which are the same for two games only if their lists of moves are the same."""
    return hashlib.sha256(repr(moves).encode()).hexdigest()[:10]


def moves_text(moves, size) -> str:
    """The text of (colour, move) pairs whose colours take turns."""
    return "".join(PASS if move == pass_move(size) else _place(*row_and_column(move, size), size) for _, move in moves)


def parse_moves(text, size, first=BLACK) -> list[tuple[int, int]]:
    """The list of (colour, move) pairs that a text stands for, `first` moving first. ValueError for a move that the board does not have."""
    moves, colour = [], first
    for start in range(0, len(text), 2):
        moves.append((colour, _move(text[start:start + 2], size)))
        colour = opponent(colour)
    return moves


def check_moves(record, size, first=BLACK) -> None:
    """Raise a ValueError if the moves of a record contradict its digest or their number. A record may lack the moves."""
    if "played" not in record:
        return
    moves = parse_moves(record["played"], size, first)
    if len(moves) != record["moves"]:
        raise ValueError(f"game {record['id']} has {len(moves)} moves, not {record['moves']}")
    if digest(moves) != record["digest"]:
        raise ValueError(f"the moves of game {record['id']} do not agree with their digest")


def _place(row, column, size):
    return _LETTERS[column] + _LETTERS[size - 1 - row]


def _move(letters, size):
    if letters == PASS:
        return pass_move(size)
    column, from_top = (_LETTERS.find(letter) for letter in letters) if len(letters) == 2 else (-1, -1)
    if not (0 <= column < size and 0 <= from_top < size):
        raise ValueError(f"{letters!r} is no move on a board of {size}x{size}")
    return point_at(size - 1 - from_top, column, size)
