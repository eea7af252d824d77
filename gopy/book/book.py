"""A book of openings: for each of its positions the move that a long search chose.

A book is a text file. Lines that begin with # are left out. The first line tells for which games it was made and how long the
searches were. Every other line holds the moves that lead to a position, a colon, the move for the player whose turn it is, the win
rate that the search gave it and the visits that it had:

    size 9 komi 7.5 simulations 100000
    E5 C3 : D5 0.512 61234

The player to move is Black after an even number of moves. Turned and mirrored forms of a position are found too.
"""
from functools import lru_cache
from typing import NamedTuple

from gopy.go.geometry import parse_vertex, vertex_text
from gopy.go.history import Game
from gopy.go.symmetry import canonical, from_canonical, to_canonical
from gopy.inputs.files import read_bounded
from gopy.inputs.numbers import parse_count, parse_number

#: A book is used if the komi of a game differs from the book's by at most so many points.
KOMI_RANGE = 1.0

#: The most bytes that a book may have.
MOST_BYTES = 1 << 24

#: The words of a book's first line, each before its number.
_HEAD = ("size", "komi", "simulations")


class BookLine(NamedTuple):
    """One position of a book."""

    path: tuple         #: the moves that lead to the position, Black's first
    move: int           #: what to play there
    winrate: float      #: of that move, for the player who makes it
    visits: int         #: simulations of that move

    def text(self, size) -> str:
        """The line of the file."""
        before = "".join(f"{vertex_text(move, size)} " for move in self.path)
        return f"{before}: {vertex_text(self.move, size)} {self.winrate:.3f} {self.visits}"


def head_text(size, komi, simulations) -> str:
    """The first line of a book."""
    return f"size {size} komi {komi:g} simulations {simulations}"


class Book:
    """The moves of a book: `move` finds one for a game."""

    def __init__(self, size, komi, simulations) -> None:
        self.size, self.komi, self.simulations = size, komi, simulations
        self._moves = {}

    def __len__(self) -> int:
        return len(self._moves)

    def add(self, line) -> None:
        """Take up a BookLine. ValueError if its moves are not legal or its position is there already."""
        game = game_after(line.path, self.size, self.komi)
        if game.illegality(game.to_play, line.move):
            raise ValueError(f"{vertex_text(line.move, self.size)} is not legal there")
        key, number = canonical(game.board, game.to_play)
        if key in self._moves:
            raise ValueError("the position is there twice")
        self._moves[key] = to_canonical(line.move, self.size, number)

    def move(self, game, colour) -> int | None:
        """The book's move for `colour`; None if the position is not in it, or the game has a handicap or quite another komi."""
        other_game = game.size != self.size or game.handicap or abs(game.effective_komi - self.komi) > KOMI_RANGE
        if other_game:
            return None
        key, number = canonical(game.board, colour)
        if key not in self._moves:
            return None
        move = from_canonical(self._moves[key], self.size, number)
        return move if game.legal(colour, move) else None


def game_after(path, size, komi) -> Game:
    """The Game after the moves of `path`, Black's first. ValueError if one of them is not legal."""
    game = Game(size, komi)
    for move in path:
        if game.illegality(game.to_play, move):
            raise ValueError(f"{vertex_text(move, size)} is not legal there")
        game.play(game.to_play, move)
    return game


@lru_cache(maxsize=8)
def read_book(path) -> tuple[Book, tuple[BookLine, ...]]:
    """(Book, its BookLines) of a file. ValueError, with the line, if it is no book or cannot be read."""
    try:
        text = read_bounded(path, MOST_BYTES).decode()
    except OSError as error:
        raise ValueError(f"cannot read {path}: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise ValueError(f"{path} is no book of openings: it is no text") from None
    book, lines = None, []
    for at, line in enumerate(text.splitlines(), start=1):
        if not line.strip() or line.startswith("#"):
            continue
        try:
            if book is None:
                book = _head_of(line)
            else:
                lines.append(_line_of(line, book.size))
                book.add(lines[-1])
        except ValueError as error:
            raise ValueError(f"{path} is no book of openings: line {at}: {error}") from None
    if book is None:
        raise ValueError(f"{path} is no book of openings: it is empty")
    return book, tuple(lines)


def _head_of(line):
    """The Book, without positions, that the first line of a file describes."""
    words = line.split()
    if words[::2] != list(_HEAD):
        raise ValueError(f"the first line is not like {head_text(9, 7.5, 100_000)!r}")
    size, komi, simulations = parse_count(words[1]), parse_number(words[3]), parse_count(words[5])
    Game(size, komi)        # refuses what is out of range
    return Book(size, komi, simulations)


def _line_of(line, size):
    before, colon, after = line.partition(":")
    words = after.split()
    if not colon or len(words) != 3:
        raise ValueError("a position is like 'E5 C3 : D5 0.512 61234'")
    path = tuple(parse_vertex(word, size) for word in before.split())
    return BookLine(path, parse_vertex(words[0], size), parse_number(words[1]), parse_count(words[2]))
