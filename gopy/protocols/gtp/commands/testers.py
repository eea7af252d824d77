"""Commands that testers and tournament programs use."""
import time

from gopy.go.geometry import BLACK, EMPTY, WHITE, vertex_text
from gopy.go.safety import safe_points
from gopy.protocols.gtp.arguments import syntax_error
from gopy.protocols.gtp.commands.core import version
from gopy.protocols.gtp.commands.kata import PARAMETERS, set_parameters
from gopy.protocols.gtp.outgoing import say
from gopy.protocols.gtp.protocol import GtpError
from gopy.protocols.gtp.registry import COMMANDS, command

_COLOUR_TEXT = {BLACK: "black", WHITE: "white"}


def _vertices(session, moves):
    return " ".join(vertex_text(move, session.engine.game.size) for move in moves)


@command("is_legal")
def is_legal(session, arguments) -> str:
    game = session.engine.game
    return str(int(game.legal(arguments.colour(0), arguments.move(1, game.size))))


@command("all_legal")
def all_legal(session, arguments) -> str:
    game = session.engine.game
    return _vertices(session, (move for move in game.legal_moves(arguments.colour(0)) if move != game.pass_move))


@command("last_move")
def last_move(session, arguments) -> str:
    game = session.engine.game
    if not game.moves:
        raise GtpError("no previous move known")
    colour, move = game.moves[-1]
    return f"{_COLOUR_TEXT[colour]} {vertex_text(move, game.size)}"


@command("move_history")
def move_history(session, arguments) -> str:
    game = session.engine.game
    return "\n".join(f"{_COLOUR_TEXT[colour]} {vertex_text(move, game.size)}" for colour, move in reversed(game.moves))


@command("list_stones")
def list_stones(session, arguments) -> str:
    return _vertices(session, session.engine.game.board.stones(arguments.colour(0)))


@command("captures")
def captures(session, arguments) -> str:
    return str(session.engine.game.board.captures[arguments.colour(0)])


@command("countlib")
def countlib(session, arguments) -> str:
    board, move = session.engine.game.board, arguments.move(0, session.engine.game.size)
    if move == session.engine.game.pass_move:
        raise syntax_error()
    if board.colours[move] == EMPTY:
        raise GtpError("vertex must not be empty")
    return str(len(board.chain(move)[1]))


@command("unconditional_status")
def unconditional_status(session, arguments) -> str:
    board = session.engine.game.board
    point = arguments.move(0, board.size)
    if point == session.engine.game.pass_move:
        raise syntax_error()
    owner, stone = safe_points(board.colours, board.size, session.engine.game.rules.suicide).get(point), board.colours[point]
    if owner is None:
        return "undecided"
    if stone == EMPTY:
        return f"{_COLOUR_TEXT[owner]}_territory"
    return "alive" if stone == owner else "dead"


@command("clear_cache")
def clear_cache(session, arguments) -> None:
    # A game that is set anew has no tree yet.
    session.engine.set_game(session.engine.game)


@command("cputime", "gomill-cpu_time")
def cputime(session, arguments) -> str:
    return f"{time.process_time():.3f}"


@command("get_random_seed")
def get_random_seed(session, arguments) -> str:
    seed = session.engine.options.seed
    return "none" if seed is None else str(seed)


@command("set_random_seed")
def set_random_seed(session, arguments) -> None:
    set_parameters(session, {"seed": arguments.word(0)})


@command("gomill-describe_engine")
def gomill_describe_engine(session, arguments) -> str:
    options = session.engine.options
    settings = (f"{name} = {getattr(options, name)}" for name in PARAMETERS)
    return "\n".join([f"{session.options.gtp_name} {version(session, arguments)}", *settings])


@command("gomill-explain_last_move")
def gomill_explain_last_move(session, arguments) -> str:
    return session.explanation


@command("echo")
def echo(session, arguments) -> str:
    return arguments.text


@command("echo_err")
def echo_err(session, arguments) -> str:
    say(arguments.text)
    return arguments.text


@command("help", listed=False)
def help_(session, arguments) -> str:
    return "\n".join(entry.name for entry in COMMANDS.values() if entry.listed)
