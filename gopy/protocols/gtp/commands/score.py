"""Commands for the result of the game and the status of its stones."""
from gopy.engine.decision import CannotScore
from gopy.engine.status import chains_of
from gopy.go.geometry import BLACK, WHITE, vertex_text
from gopy.go.rules import Scoring
from gopy.go.score import result_text, territory, without
from gopy.protocols.gtp.arguments import syntax_error
from gopy.protocols.gtp.protocol import GtpError
from gopy.protocols.gtp.registry import command

_TERRITORIES = {"black_territory": BLACK, "white_territory": WHITE}


@command("final_score")
def final_score(session, arguments) -> str:
    try:
        return result_text(session.engine.final_score())
    except CannotScore:
        raise GtpError("cannot score") from None


@command("final_status_list")
def final_status_list(session, arguments) -> str:
    wanted = arguments.word(0).lower()
    if wanted not in ("alive", "dead", "seki", *_TERRITORIES):
        raise syntax_error()
    try:
        status = session.engine.final_status()
    except CannotScore:
        raise GtpError("cannot score") from None
    game = session.engine.game
    if wanted in _TERRITORIES:
        groups = [_territory(_TERRITORIES[wanted], game, status)]
    else:
        groups = [chain for chain in sorted(chains_of(game.board)) if status[chain[0]] == wanted]
    return "\n".join(" ".join(vertex_text(point, game.size) for point in group) for group in groups)


@command("estimate_score")
def estimate_score(session, arguments) -> str:
    return result_text(round(float(session.engine.estimate().lead), 1))


def _territory(colour, game, status):
    """Sorted points that `colour` alone surrounds once the dead stones are off the board."""
    dead = [point for point, state in status.items() if state == "dead"]
    seki = [point for point, state in status.items() if state == "seki"]
    owners = territory(without(game.board.colours, dead), game.size,
                       seki if game.rules.scoring is Scoring.TERRITORY else ())
    return sorted(point for point, owner in owners.items() if owner == colour)
