"""The capture game on the page: a game of Go that ends when a side has captured so many stones, or when both have passed.

It is what gopy.games.capture_go plays, told by the moves of a game of Go. Nobody thinks here.
"""
from gopy.desk.languages import Refused
from gopy.go.geometry import BLACK, WHITE
from gopy.go.history import Game

#: The sizes of boards, and the most stones that can be asked for: those of gopy.games.capture_go, which imports the compiler.
SMALLEST, LARGEST, MOST_STONES = 5, 9, 20

#: Rules under which stones are played as the capture game has it: simple ko, no suicide.
CAPTURE_RULES = "japanese"


def check_capture(size: int, stones: int) -> None:
    """Refused if the capture game is not played on boards of this size. stones: 0 for Go itself."""
    if stones and not SMALLEST <= size <= LARGEST:
        raise Refused("told.capture_size", smallest=SMALLEST, largest=LARGEST)


def capture_result(game: Game, stones: int) -> str | None:
    """The result of a game that so many captured stones win, as records have it ("B+", "W+", "0"); None while it goes on."""
    black, white = (game.board.captures[colour] for colour in (BLACK, WHITE))
    if max(black, white) < stones and not game.is_over:
        return None
    return "0" if black == white else "B+" if black > white else "W+"
