"""Commands of GoGui: set-up of positions, sequences of moves, interrupting a command."""
import os

from gopy.go.geometry import BLACK, WHITE
from gopy.protocols.gtp.arguments import read_colour, read_move, syntax_error
from gopy.protocols.gtp.protocol import refusals
from gopy.protocols.gtp.registry import command


@command("gogui-interrupt")
def gogui_interrupt(session, arguments) -> None:
    # The answer says that the input line "# interrupt" stops the running command; see gopy.protocols.gtp.incoming.
    return None


@command("gogui-sigint")
def gogui_sigint(session, arguments) -> str:
    session.sigint_interrupts = True
    return str(os.getpid())


@command("gogui-title")
def gogui_title(session, arguments) -> str:
    return session.options.gtp_name


def _colours_and_moves(session, arguments):
    """List of (colour, move) from words like `b D4 w Q16`."""
    words = arguments.words
    if len(words) % 2:
        raise syntax_error()
    size = session.engine.game.size
    return [(read_colour(colour), read_move(vertex, size)) for colour, vertex in zip(words[::2], words[1::2])]


@command("gogui-play_sequence")
def gogui_play_sequence(session, arguments) -> None:
    sequence = _colours_and_moves(session, arguments)
    trial = session.engine.game.copy()
    for colour, move in sequence:
        trial.play(colour, move)        # an illegal move ends the command here, before anything has changed
    for colour, move in sequence:
        session.engine.play(colour, move)


@command("gogui-setup")
def gogui_setup(session, arguments) -> None:
    game = session.engine.game
    colours = {point: game.board.colours[point] for colour in (BLACK, WHITE) for point in game.board.stones(colour)}
    _set_up(session, {**colours, **_stones(session, arguments)}, game.to_play)


@command("gogui-setup_player")
def gogui_setup_player(session, arguments) -> None:
    board = session.engine.game.board
    stones = {point: colour for colour in (BLACK, WHITE) for point in board.stones(colour)}
    _set_up(session, stones, arguments.colour(0))


@command("set_position")
def set_position(session, arguments) -> None:
    _set_up(session, _stones(session, arguments), BLACK)


def _stones(session, arguments):
    """{point: colour} of set-up stones; a point named twice or a pass is a syntax error."""
    pairs = _colours_and_moves(session, arguments)
    stones = {point: colour for colour, point in pairs}
    if len(stones) < len(pairs) or session.engine.game.pass_move in stones:
        raise syntax_error()
    return stones


def _set_up(session, stones, to_play):
    """Start the game anew from these stones, {point: colour}."""
    game = session.engine.game.after(0)
    with refusals():
        game.setup([point for point, colour in stones.items() if colour == BLACK],
                   [point for point, colour in stones.items() if colour == WHITE], to_play)
    session.engine.set_game(game)
