"""Commands for moves that the engine chooses."""
from typing import TYPE_CHECKING

from gopy.engine.decision import RESIGN, Restriction
from gopy.go.geometry import vertex_text
from gopy.protocols.gtp.analysis_text import OGS_ANNOUNCEMENT, ogs_lines, summary_lines
from gopy.protocols.gtp.arguments import syntax_error
from gopy.protocols.gtp.gogui_live import LIVE_END, live_text
from gopy.protocols.gtp.outgoing import say
from gopy.protocols.gtp.protocol import GtpError
from gopy.protocols.gtp.registry import command

if TYPE_CHECKING:
    from gopy.engine.decision import Decision

#: Seconds between two of GoGui's live drawings.
_LIVE_INTERVAL = 0.5


def check_choice(session, colour, restrict) -> None:
    """Raise a GtpError if a Restriction (or None) leaves `colour` no legal move."""
    if restrict is not None and not any(map(restrict.permits, session.engine.game.legal_moves(colour))):
        raise GtpError("no legal move is left")


def choose_move(session, colour, by_any_line=False, **how) -> tuple["Decision", bool]:
    """Let the engine choose a move. `# interrupt` makes it answer at once; with `by_any_line` any further line does.

    Returns (Decision, whether the client stopped it). If the log goes to stderr, lines about the move in the forms of Leela
    Zero and of KataGo are written there too; gtp2ogs shows the latter on the page of the game.
    """
    size = session.engine.game.size
    live = None if "on_report" in how else session.live_graphics
    if live:
        how.update(on_report=lambda report: say(live_text(live, report, size)), interval=_LIVE_INTERVAL)
    with session.incoming.stoppable(session.engine.stop, by_any_line) as stop_requested:
        decision = session.engine.genmove(colour, should_stop=stop_requested.is_set, **how)
        stopped = stop_requested.is_set()
    if live:
        say(LIVE_END)
    lines = summary_lines(decision.report, size)
    session.explanation = "\n".join(lines)
    if session.options.log == "-":
        if not session.announced:
            session.announced = True
            say(OGS_ANNOUNCEMENT)
        say("\n".join([*lines, *ogs_lines(decision.report, size)]))
    return decision, stopped


def move_text(session, decision) -> str:
    """The move of a Decision as GTP answers it: "D4", "pass" or "resign"."""
    return "resign" if decision.move == RESIGN else vertex_text(decision.move, session.engine.game.size)


def genmove_answer(session, colour, **how) -> str:
    """Let the engine choose a move and return the answer to the command."""
    decision, _ = choose_move(session, colour, **how)
    return move_text(session, decision)


@command("genmove")
def genmove(session, arguments) -> str:
    return genmove_answer(session, arguments.colour(0))


@command("reg_genmove")
def reg_genmove(session, arguments) -> str:
    return genmove_answer(session, arguments.colour(0), play=False)


@command("restricted_genmove")
def restricted_genmove(session, arguments) -> str:
    size = session.engine.game.size
    allowed = frozenset(arguments.move(index, size) for index in range(1, len(arguments)))
    if not allowed:
        raise syntax_error()
    restrict = Restriction(allow=allowed)
    check_choice(session, arguments.colour(0), restrict)
    return genmove_answer(session, arguments.colour(0), play=False, restrict=restrict)


@command("stop")
def stop(session, arguments) -> None:
    session.engine.stop()
