"""The opening: moves of a book, and the search of one of several moves that are the same by symmetry."""
from gopy.book.book import Book, read_book
from gopy.engine.decision import Restriction
from gopy.go.symmetry import distinct_moves, symmetries_of

#: What the option `book` says in the place of a file.
NONE = "none"

#: Simulations of a move of the book: enough for a win rate.
KNOWN_SIMULATIONS = 400


def book_of(option) -> Book | None:
    """The Book that the option `book` names, or None. ValueError if it cannot be read."""
    return None if option == NONE else read_book(option)[0]


def opening_restriction(game, colour, book) -> tuple[Restriction, bool]:
    """(the moves to search, whether there is only one because the book has it).

    Without a book's move these are all moves or, while the position has a symmetry, one of each set that is the same by it.
    """
    move = None if book is None else book.move(game, colour)
    if move is not None:
        return Restriction(allow=frozenset({move})), True
    symmetric = len(symmetries_of(game.board)) > 1
    return Restriction(allow=distinct_moves(game, colour)) if symmetric else Restriction(), False
