"""One game of the engine against itself."""
from gopy.engine.decision import RESIGN, CannotScore
from gopy.go.geometry import BLACK, vertex_text
from gopy.go.score import result_text


def move_limit(size) -> int:
    """The number of moves after which a game is left unfinished. Games that end by the rules stay far below it."""
    return 3 * size * size


def play_game(engine, add=None) -> tuple[str, dict[int, str], dict[int, float]]:
    """Play one game on an empty board.

    add     called with the game before each move, whose turn is that of the move, and the Decision; not for resignation

    Returns (result in the form of SGF's RE, {move number: comment}, {move number: Black's winning probability}).
    """
    engine.new_game()
    comments, winrates = {}, {}
    while not engine.game.is_over and len(engine.game.moves) < move_limit(engine.game.size):
        colour = engine.game.to_play
        before = engine.game.copy() if add else None
        decision = engine.genmove(colour)
        if decision.move == RESIGN:
            return ("W+R" if colour == BLACK else "B+R"), comments, winrates
        if add:
            add(before, decision)
        number = len(engine.game.moves)
        comments[number] = _comment(decision.report, engine.game.size)
        winrates[number] = decision.report.value if colour == BLACK else 1 - decision.report.value
    return _result(engine), comments, winrates


def _result(engine):
    if not engine.game.is_over:
        return "Void"
    try:
        return result_text(engine.final_score())
    except CannotScore:
        return "?"


def _comment(report, size):
    best = report.children[0].pv if report.children else ()
    return f"{report.visits} visits, {' '.join(vertex_text(move, size) for move in best[:8])}"
