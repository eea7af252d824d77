"""The searches that a decision is made of: of a position of the game, for its ownership, or for points."""
import time
from typing import TYPE_CHECKING, Any, NamedTuple

from gopy.engine.decision import Restriction
from gopy.engine.passing import ends_game
from gopy.go.geometry import BLACK
from gopy.go.history import Game

if TYPE_CHECKING:
    import numpy as np

    from gopy.search.report import Report


class Estimate(NamedTuple):
    """Whose the points of a position are, and the score. It tells no moves: see `balanced_estimate`."""

    to_play: int
    visits: int                 #: of the search behind the ownership
    value: float                #: mean for the side to move, in [0, 1], under the game's own komi
    score_mean: float           #: Black's points minus White's, komi included
    score_stdev: float
    ownership: "np.ndarray"     #: float32[num_points], +1: Black's


def set_root(search: Any, game: Game, colour: int, restriction: Restriction = Restriction(), cleanup: bool = False,
             extra_komi: float = 0.0) -> None:
    """Make the position of a game, with `colour` to move, the root of a GoSearch.

    Where dead stones are agreed on, or to be captured first (`cleanup`), the search must not take a second pass for the
    end of the game as it stands. extra_komi: points counted for White in addition. ValueError if the restriction leaves no
    move.
    """
    passes = int(not game.rules.friendly_pass_ok and not cleanup and ends_game(game, colour))
    avoid = set()
    if not restriction.is_free:
        legal = game.legal_moves(colour)
        avoid = {move for move in legal if not restriction.permits(move)}
        if len(avoid) == len(legal):
            raise ValueError("no legal move is allowed")
    search.set_root(game, colour, extra_komi=extra_komi, passes=passes, avoid=avoid)


def balanced_estimate(search: Any, game: Game, colour: int, simulations: int, thinker: Any, deadline: float | None = None) -> Estimate:
    """The Estimate of a position with `colour` to move.

    Once a game is decided, a search no longer cares about points. So a first search, with a quarter of `simulations` and of
    the time up to `deadline`, finds the value and a score. A second search, with `simulations`, plays with a komi that puts
    `colour` a point ahead: a side that is behind by a fraction plays at random, one that is ahead plays safe. Score and
    ownership are its; its moves and their win rates, which are those of that other game, nobody sees.
    thinker: the gopy.engine.thinking.Thinker that runs the searches; they send no reports.
    """
    now = time.perf_counter()
    try:
        search.forget(judging=True)
        search.set_root(game, colour)
        first = thinker.think(search, simulations=max(1, simulations // 4), reporting=False,
                              deadline=None if deadline is None else now + (deadline - now) / 4)
        search.forget(judging=True)
        search.set_root(game, colour, extra_komi=first.score_mean + (-1.0 if colour == BLACK else 1.0))
        report = thinker.think(search, simulations=simulations, deadline=deadline, reporting=False)
    finally:
        search.forget()     # the values in its tree are those of another komi
    return Estimate(report.to_play, report.visits, first.value, report.score_mean, report.score_stdev, report.ownership)


def search_for_points(search: Any, game: Game, colour: int, score: float, restriction: Restriction, simulations: int, thinker: Any,
                      deadline: float | None = None) -> "Report":
    """The Report of a search under a komi that makes the game even, so that each point counts.

    score: a first guess of Black's points. A search with a quarter of `simulations` corrects it.
    """
    for share in (4, 1):
        search.forget()
        set_root(search, game, colour, restriction, extra_komi=score)
        report = thinker.think(search, simulations=max(1, simulations // share), deadline=deadline, reporting=False)
        score = report.score_mean
    search.forget()         # the values in its tree are those of another komi
    return report
