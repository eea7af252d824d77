"""Playing for points: once a game is won, a move that wins by more and is as safe takes the place of the search's."""
from typing import TYPE_CHECKING

from gopy.engine.decision import Restriction
from gopy.engine.searches import search_for_points
from gopy.engine.status import unconditional
from gopy.engine.turn import CHECK_SIMULATIONS, FEWEST_SIMULATIONS, WON, Turn
from gopy.go.geometry import BLACK, opponent

if TYPE_CHECKING:
    from gopy.search.report import ChildReport, Report

#: A move for points may have a win rate lower by so much than that of the best. STUDY: scripts/studies/strength/won_endgames.
POINTS_TOLERANCE = 0.03

#: Points that a move must gain to be played where a pass would end a won game.
WORTH_PLAYING = 3.0


def move_for_points(turn: Turn, best: int, report: "Report") -> int:
    """The move that wins by most points if a search under the game's own komi finds it as safe as `best`, else `best`.

    It takes the place of a pass only if it gains WORTH_PLAYING points. report: that of the main search.
    """
    game, colour, search = turn.game, turn.colour, turn.search
    stone = next((child for child in turn.candidates(report) if child.move != game.pass_move), None)
    if stone is None or not _has_won(turn, stone):
        return best
    simulations = max(CHECK_SIMULATIONS, report.simulations)
    limits = simulations, turn.thinker, turn.deadline, turn.network
    found = search_for_points(search, game, colour, report.score_mean, turn.restriction, *limits)
    move = game.pass_move if found.best is None else found.best.move
    if move in (best, game.pass_move) or turn.out_of_time:
        return best
    if best == game.pass_move:
        after = game.copy()
        after.play(colour, best)
        passed = search_for_points(search, after, opponent(colour), found.score_mean, Restriction(), *limits)
        gain = (found.score_mean - passed.score_mean) * (1 if colour == BLACK else -1)
        if gain < WORTH_PLAYING:
            return best
    search.set_root(turn.root(Restriction(allow=frozenset({move}))))
    read = turn.thinker.think(search, simulations=simulations // 2, deadline=turn.deadline, reporting=False)
    search.forget()
    safe = read.visits >= FEWEST_SIMULATIONS and read.value >= max(WON, stone.winrate - POINTS_TOLERANCE)
    return move if safe else best


def _has_won(turn: Turn, stone: "ChildReport") -> bool:
    return (turn.plays_for_points and stone.winrate >= WON
            and not unconditional(turn.game.board, turn.game.rules.suicide))
