"""Commands of CGOS, the computer Go server."""
from gopy.protocols.gtp.analysis_text import cgos_json
from gopy.protocols.gtp.commands.play import choose_move, move_text
from gopy.protocols.gtp.registry import command


@command("cgos-genmove_analyze")
def cgos_genmove_analyze(session, arguments) -> str:
    decision, _ = choose_move(session, arguments.colour(0))
    return f"{cgos_json(decision.report, session.engine.game.size)}\nplay {move_text(session, decision)}"


@command("cgos-opponent_name")
def cgos_opponent_name(session, arguments) -> None:
    return None


@command("cgos-opponent_rating")
def cgos_opponent_rating(session, arguments) -> None:
    return None


@command("cgos-gameover")
def cgos_gameover(session, arguments) -> None:
    session.engine.stop()
