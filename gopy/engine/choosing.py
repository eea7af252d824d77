"""The choice of one move in a Turn: the main search, and the move that it leads to. Resigning is not decided here.

The move is the search's. Late in a game gopy.engine.judging_pass may put a pass, a neutral point or a capture of dead stones in its
place, and once the game is won gopy.engine.for_points a move that wins by more points.
"""
import random
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from gopy.engine.for_points import move_for_points
from gopy.engine.judging_pass import PassJudge
from gopy.engine.people import peoples_moves
from gopy.engine.status import Status
from gopy.engine.timeman import Budget
from gopy.engine.turn import Turn
from gopy.engine.weaker_play import Weakness, drawn
from gopy.search.proofs.proven import WIN

if TYPE_CHECKING:
    from gopy.search.report import ChildReport, Report

#: Share of a move's simulations and time that the main search gets once the game is won; the rest is for points.
WON_SHARE = 0.5

#: Share of a move's time that is kept for judging a pass, late in the game.
CHECK_SHARE = 0.25

#: Simulations of a move that had no time for any.
HASTY_SIMULATIONS = 32


class Choice(NamedTuple):
    """What was chosen: the move, the Report of the search for it, and the Status behind an agreed pass, or None."""

    move: int
    report: Any
    status: Any = None


def choose(turn: Turn, simulations: int | None) -> Choice:
    """Search with so many `simulations`, or with None as long as the turn's budget says; returns a Choice."""
    report = _main_search(turn, simulations)
    move, status = _move(turn, report)
    return Choice(move, report, status)


def _main_search(turn: Turn, simulations: int | None) -> "Report":
    """Search for the best move with so many `simulations`, or (None) as long as the budget says; returns the Report."""
    turn.search.set_root(turn.root())
    share = WON_SHARE if turn.won and turn.plays_for_points and turn.weakness is None else 1.0
    limits: dict[str, Any] = {"simulations": simulations and max(1, int(share * simulations))}
    if turn.budget is not None:
        longest = turn.budget.maximum * min(share, 1.0 - CHECK_SHARE if turn.late else 1.0)
        limits["deadline"] = turn.started + longest
        if simulations is None:
            limits.update(started=turn.started, budget=Budget(min(turn.budget.optimum, longest), longest))
    as_needed = turn.as_needed and simulations is not None
    report = (turn.thinker.think_as_needed if as_needed else turn.thinker.think)(turn.search, **limits)
    if not any(child.visits for child in report.children):
        # The search ended, by a stop or for lack of time, before its first simulation. A few take only milliseconds.
        report = turn.search.run(simulations=HASTY_SIMULATIONS)
    return report


def _move(turn: Turn, report: "Report") -> tuple[int, Status | None]:
    """(move to play, Status behind it or None), given the main search's Report."""
    game, judge = turn.game, PassJudge(turn)
    moves = turn.candidates(report)
    stones = [child for child in moves if child.move != game.pass_move]
    if not stones:
        return game.pass_move, None
    best, status = moves[0], None
    if best.proven == WIN and not turn.cleanup and not (turn.patient and turn.ends_by(best.move)):
        return move_for_points(turn, best.move, report), None
    if turn.late and turn.may_pass:
        special, status = judge.pass_or_last_moves(report, stones)
        if special is not None and not judge.too_soon(special, status):
            passes = special == game.pass_move
            move = move_for_points(turn, special, report) if passes else special
            return move, status if move == game.pass_move else None
    # An eye is filled only if the search holds that for the best.
    playable = [child for child in stones if child.move == best.move or not game.board.is_eye(child.move, turn.colour)]
    if best.move == game.pass_move and playable and (judge.too_soon(best.move, status) or not judge.is_sound(best, stones[0], status)):
        best = playable[0]
    if turn.weakness is not None and best.move != game.pass_move:
        return _weaker_move(turn, turn.weakness, best.move, moves, playable, report.value), None
    return move_for_points(turn, best.move, report), None


def _weaker_move(turn: Turn, weakness: Weakness, best: int, moves: "Sequence[ChildReport]", playable: "Sequence[ChildReport]",
                 value: float) -> int:
    """One of the `playable` moves drawn as the Weakness says; `moves` are all that the search knows.

    Where people would rather pass, though the board is not settled, it is the best move.
    """
    game = turn.game
    chances: Mapping[int, float] = {child.move: child.prior for child in moves}
    seed = f"{turn.seed} {len(game.moves)}"
    if weakness.rank is not None:
        chances = peoples_moves(game, turn.colour, weakness.rank, chances)
        if random.Random(f"pass {seed}").random() < chances.get(game.pass_move, 0.0):
            return best
    return drawn(playable, chances, value, weakness, seed).move
