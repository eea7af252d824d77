"""The searches that a decision is made of: of a position of the game, for its ownership, or for points."""
from typing import TYPE_CHECKING, NamedTuple

from gopy.engine.chance import agreeing, chance
from gopy.engine.decision import Restriction
from gopy.engine.searcher import Root, Searcher, root_of
from gopy.engine.thinking import Thinker
from gopy.go.geometry import BLACK
from gopy.go.history import Game

if TYPE_CHECKING:
    import numpy as np

    from gopy.search.report import Report


class Estimate(NamedTuple):
    """Whose the points of a position are, and the score. It tells no moves: see `balanced_estimate`."""

    to_play: int
    visits: int                 #: of the search behind the ownership
    value: float                #: chance of the side to move to win under the game's own komi, in [0, 1]
    lead: float                 #: Black's points minus White's, komi included; it agrees with the value
    ownership: "np.ndarray"     #: float32[num_points], +1: Black's


def balanced_estimate(search: Searcher, game: Game, colour: int, simulations: int, thinker: Thinker,
                      deadline: float | None = None) -> Estimate:
    """The Estimate of a position with `colour` to move.

    Once a game is decided, a search no longer cares about points. So a first search, with a quarter of `simulations` and of
    the time up to `deadline`, finds the value and a score. A second search, with `simulations`, plays with a komi that puts
    `colour` a point ahead: a side that is behind by a fraction plays at random, one that is ahead plays safe. Score and
    ownership are its; its moves and their win rates, which are those of that other game, nobody sees.
    thinker: the gopy.engine.thinking.Thinker that runs the searches; they send no reports.
    """
    now = thinker.now()
    try:
        search.forget()
        search.set_root(Root(game, colour, judging=True))
        first = thinker.think(search, simulations=max(1, simulations // 4), reporting=False,
                              deadline=None if deadline is None else now + (deadline - now) / 4)
        search.forget()
        search.set_root(Root(game, colour, first.score_mean + (-1.0 if colour == BLACK else 1.0), judging=True))
        report = thinker.think(search, simulations=simulations, deadline=deadline, reporting=False)
    finally:
        search.forget()     # the values in its tree are those of another komi
    assert report.ownership is not None         # Go has points
    value = chance(first.value, first.sharpness)
    return Estimate(report.to_play, report.visits, value, agreeing(report.score_mean, value, colour), report.ownership)


def search_for_points(search: Searcher, game: Game, colour: int, score: float, restriction: Restriction, simulations: int, thinker: Thinker,
                      deadline: float | None = None, network: bool = True) -> "Report":
    """The Report of a search under a komi that makes the game even, so that each point counts.

    score: a first guess of Black's points. A search with a quarter of `simulations` corrects it. network: whether one judges,
    if the search has one.
    """
    for share in (4, 1):
        search.forget()
        search.set_root(root_of(game, colour, restriction, extra_komi=score, network=network))
        report = thinker.think(search, simulations=max(1, simulations // share), deadline=deadline, reporting=False)
        score = report.score_mean
    search.forget()         # the values in its tree are those of another komi
    return report
