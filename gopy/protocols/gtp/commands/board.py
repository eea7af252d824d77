"""Commands for the board: its size, komi, the moves that the client tells, and handicap."""
from gopy.go.geometry import vertex_text
from gopy.go.history import CannotUndo
from gopy.protocols.gtp.arguments import syntax_error
from gopy.protocols.gtp.protocol import GtpError, refusals
from gopy.protocols.gtp.registry import command


@command("boardsize")
def boardsize(session, arguments) -> None:
    _new_board(session, [arguments.integer(index) for index in range(min(2, max(1, len(arguments))))])


@command("rectangular_boardsize")
def rectangular_boardsize(session, arguments) -> None:
    _new_board(session, [arguments.integer(index) for index in range(2)])


def _new_board(session, lengths):
    """Start a game on an empty board whose sides have these lengths. gopy plays on square boards alone."""
    if len(set(lengths)) != 1:
        raise GtpError("unacceptable size")
    with refusals():
        session.engine.new_game(lengths[0])


@command("clear_board")
def clear_board(session, arguments) -> None:
    session.engine.new_game()


@command("komi")
def komi(session, arguments) -> None:
    with refusals():
        session.engine.set_komi(arguments.number(0))


@command("get_komi")
def get_komi(session, arguments) -> str:
    return f"{session.engine.game.komi:g}"


@command("play")
def play(session, arguments) -> None:
    session.engine.play(arguments.colour(0), arguments.move(1, session.engine.game.size))


@command("undo")
def undo(session, arguments) -> None:
    session.engine.undo()


@command("gg-undo")
def undo_several(session, arguments) -> None:
    count = arguments.integer(0) if len(arguments) else 1
    if count < 0:
        raise syntax_error()
    if count > len(session.engine.game.moves):
        raise CannotUndo
    for _ in range(count):
        session.engine.undo()


@command("showboard")
def showboard(session, arguments) -> str:
    return "\n" + str(session.engine.game)


@command("fixed_handicap")
def fixed_handicap(session, arguments) -> str:
    return _handicap(session, session.engine.fixed_handicap, arguments.integer(0))


@command("place_free_handicap")
def place_free_handicap(session, arguments) -> str:
    return _handicap(session, session.engine.place_free_handicap, arguments.integer(0))


@command("set_free_handicap")
def set_free_handicap(session, arguments) -> None:
    size = session.engine.game.size
    try:
        points = [arguments.move(index, size) for index in range(len(arguments))]
    except GtpError:
        raise GtpError("bad vertex list") from None
    _handicap(session, session.engine.set_free_handicap, points)


def _handicap(session, place, wanted):
    with refusals():
        points = place(wanted)
    return " ".join(vertex_text(point, session.engine.game.size) for point in points)
