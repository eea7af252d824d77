"""A turn: the position in which a move is to be chosen, what chooses it, and what limits the choice."""
from dataclasses import dataclass
from typing import TYPE_CHECKING

from gopy.engine.decision import Restriction
from gopy.engine.passing import ends_game, takes_agreement
from gopy.engine.searcher import Root, Searcher, root_of
from gopy.engine.thinking import Thinker
from gopy.engine.timeman import Budget
from gopy.engine.weaker_play import Weakness
from gopy.go.geometry import BLACK, WHITE
from gopy.go.history import Game

if TYPE_CHECKING:
    from gopy.search.report import ChildReport, Report

#: A pass is considered once this share of the board's points has been played, or after the opponent passed.
LATE_STAGE = 0.2

#: A game is won from this win rate on.
WON = 0.95

#: Simulations of a search that judges a pass, or moves other than the best; with fewer than the second number a search
#: judges nothing.
CHECK_SIMULATIONS, FEWEST_SIMULATIONS = 800, 100


@dataclass(frozen=True)
class Turn:
    """A move of `colour` in `game` is to be chosen.

    search      the Searcher
    thinker     the gopy.engine.thinking.Thinker that runs it
    restriction the Restriction of the moves
    cleanup     whether dead stones are captured before passing
    started     thinker.now() when the move's time began
    budget      gopy.engine.timeman.Budget of the move, or None if its time is not limited
    weakness    the Weakness by which a weaker player draws its moves; None to play the best move
    seed        of what is drawn at random then
    as_needed   whether it takes fewer simulations than it was given if the move is settled, and more if it is unclear
    points      whether it plays for points once the game is won
    won         whether it was won at the last move, so that searches for points are to be expected
    patient     whether it plays on after the opponent's pass as long as the board is not settled, also where a pass would end the
                game and win it
    network     whether a network judges, if the search has one
    """
    game: Game
    colour: int
    search: Searcher
    thinker: Thinker
    restriction: Restriction
    cleanup: bool
    started: float = 0.0
    budget: Budget | None = None
    weakness: Weakness | None = None
    seed: int = 0
    as_needed: bool = False
    points: bool = False
    won: bool = False
    patient: bool = False
    network: bool = True

    @property
    def friendly(self) -> bool:
        """Whether dead stones will be agreed on after the passes rather than counted as they stand."""
        return takes_agreement(self.game, self.cleanup)

    @property
    def deadline(self) -> float | None:
        """The time, by thinker.now(), at which the searches end that judge a pass or a move for points; None without a limit."""
        return None if self.budget is None else self.started + self.budget.maximum + self.budget.extra

    @property
    def out_of_time(self) -> bool:
        """Whether the deadline is over."""
        deadline = self.deadline
        return deadline is not None and self.thinker.now() >= deadline

    @property
    def late(self) -> bool:
        """Whether it is late enough in the game for a pass."""
        game = self.game
        played = max(len(game.moves), len(game.board.stones(BLACK)) + len(game.board.stones(WHITE)))
        return played >= LATE_STAGE * game.size ** 2 or ends_game(game, self.colour)

    @property
    def may_pass(self) -> bool:
        """Whether the restriction allows a pass."""
        return self.restriction.permits(self.game.pass_move)

    @property
    def plays_for_points(self) -> bool:
        """Whether a won game is played for points in this turn."""
        return self.points and not self.cleanup

    def ends_by(self, move: int) -> bool:
        """Whether this move would be the second of two passes."""
        return move == self.game.pass_move and ends_game(self.game, self.colour)

    def candidates(self, report: "Report") -> "list[ChildReport]":
        """The moves of a Report that our own rules allow, best first. The search should report no others."""
        return [child for child in report.children
                if self.restriction.permits(child.move) and self.game.legal(self.colour, child.move)]

    def root(self, restriction: Restriction | None = None) -> Root:
        """The Root of a search for the move, under the turn's restriction or another one."""
        return root_of(self.game, self.colour, restriction or self.restriction, cleanup=self.cleanup, network=self.network)
