"""Whether a move of a person was a slip, so that the page asks "are you sure?" before gopy answers it.

It is judged as a review judges a mistake: by searches alike of the position before the move, after it, and after the best other move.
"""
from collections.abc import Callable
from typing import Any

from gopy.desk.review.case import Case
from gopy.desk.review.facts import Fact, facts
from gopy.desk.review.looks import Candidate, Look, Question, looked_at
from gopy.desk.review.words import reason
from gopy.engine.searcher import Searcher
from gopy.go.geometry import BLACK
from gopy.go.history import Game

#: Simulations of each of the three searches: together some tenths of a second.
SIMULATIONS = 600

#: A move that the search before it hardly looked at is not called better.
_LEAST_SHARE = 0.05

#: The facts by which the player's own stones are lost, and how many stones are worth a question, whatever they cost.
_LOSSES = ("left in atari", "own atari", "dies")
LEAST_STONES = 2


def doubt_values(search: Searcher, game: Game, limit: float, should_stop: Callable[[], object] = lambda: False) -> dict[str, Any] | None:
    """What the page is told of the last move of a game, if it costs `limit` of the chance, from 0 to 1, or loses stones; else None.

    loss    what the move costs, as a share of the chance
    stones  how many of the player's stones are lost by it
    reason  the sentence about it, see gopy.desk.review.words.reason
    """
    mover, played = game.moves[-1]
    turn = len(game.moves) - 1

    def look(question: Question) -> Look:
        return looked_at(search, game, question, SIMULATIONS, lambda report: bool(should_stop()))
    was = look(Question(turn))
    better = _better(was, played)
    if better is None or better.visits < _LEAST_SHARE * was.visits or was.reply == played:
        return None
    now, could = look(Question(turn + 1)), look(Question(turn, (better.move,)))
    loss = _of_mover(could.chance, mover) - _of_mover(now.chance, mover)
    case = Case(game.after(turn).board, mover, played, better.move, was, now, could, (better.move, *could.line))
    found = facts(case)
    stones = _lost(found, mover)
    points = could.lead - now.lead if mover == BLACK else now.lead - could.lead
    if loss < limit and not (stones >= LEAST_STONES and points >= stones):
        return None
    return {"loss": round(max(loss, 0.0), 3), "stones": stones, "reason": reason(found[0], game.size)}


def _better(was: Look, played: int) -> Candidate | None:
    """The move that the search before the move thought best, but for the move itself."""
    return next((candidate for candidate in was.candidates if candidate.move != played), None)


def _lost(found: list[Fact], mover: int) -> int:
    return max((len(fact.stones) for fact in found if fact.kind in _LOSSES and fact.owner == mover), default=0)


def _of_mover(chance: float, mover: int) -> float:
    return chance if mover == BLACK else 1.0 - chance
