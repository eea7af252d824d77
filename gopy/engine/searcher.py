"""What an engine searches with: a Root, which says what is asked, and a Searcher, which answers with Reports."""
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from gopy.engine.decision import Restriction
from gopy.engine.passing import ends_game
from gopy.go.history import Game

if TYPE_CHECKING:
    from gopy.search.outline import Node
    from gopy.search.report import Report


@dataclass(frozen=True)
class Root:
    """A position to search, and what the search takes for granted there.

    game         the Game as it stands
    colour       the colour to move
    extra_komi   points counted for White in addition to those of the rules
    passes       how many passes are assumed just before this position (with 1, a pass ends the game)
    avoid        moves that must not be chosen
    judging      whether the search is to tell whose the points are and not how to play on. It then has no learnt priors and more
                 nakade: these priors rank the moves of open positions; in a settled position they would make either side spoil its
                 own chains, and what is left to see are eyes.
    network      whether a network judges, if the search has one and is not judging; without it the search is that of preset classical
    """

    game: Game
    colour: int
    extra_komi: float = 0.0
    passes: int = 0
    avoid: frozenset[int] = frozenset()
    judging: bool = False
    network: bool = True


def root_of(game: Game, colour: int, restriction: Restriction = Restriction(), *, cleanup: bool = False, extra_komi: float = 0.0,
            network: bool = True) -> Root:
    """The Root for the choice of a move of `colour` in `game`. ValueError if the restriction leaves no move.

    Where dead stones are agreed on, or to be captured first (`cleanup`), the search must not take a second pass for the end of the
    game as it stands.
    """
    passes = int(not game.rules.friendly_pass_ok and not cleanup and ends_game(game, colour))
    avoid: frozenset[int] = frozenset()
    if not restriction.is_free:
        legal = game.legal_moves(colour)
        avoid = frozenset(move for move in legal if not restriction.permits(move))
        if len(avoid) == len(legal):
            raise ValueError("no legal move is allowed")
    return Root(game, colour, extra_komi, passes, avoid, network=network)


class Searcher(Protocol):
    """A search for one board size, whose tree follows a game: gopy.engine.go_search.GoSearch, or several of them in processes of
    their own, gopy.engine.cluster.search.ClusterSearch.

    Making it may take long, because kernels are compiled or loaded. One thread at a time may use it; `stop` may be called from any.
    """

    size: int

    @property
    def helper_seconds(self) -> float:
        """Processor time so far, in seconds, of other threads and processes than the thread that calls `run`."""

    def restart(self, seed: int) -> None:
        """Forget the tree and start the random numbers from `seed`."""

    def forget(self) -> None:
        """Drop the tree: the search starts anew at the next root."""

    def record_owners(self, wanted: bool) -> None:
        """Whether reports tell the ownership after each move, from the next root on."""

    def set_root(self, root: Root) -> None:
        """Search from here on. What the tree knows about the position already is kept."""

    def run(self, simulations: int | None = None, deadline: float | None = None, on_slice: Callable[[Any], bool] | None = None,
            max_moves: int | None = None) -> "Report":
        """Search until a limit and return the Report of at most `max_moves` moves (None: all).

        The run ends after `simulations` more simulations, when the time by its watch reaches `deadline`, on `stop`, or when
        on_slice, called every 20 to 50 ms from this thread, returns true. Scores of the Report are those under the game's own komi.
        """

    def report(self, max_moves: int | None = None, pv_length: int = 32, least_share: float = 0.0) -> "Report":
        """The Report as of now: from `on_slice`, or when no run is under way.

        It describes at most `max_moves` moves (None: all), of these those with `least_share` of the root's visits and the best, and at
        most `pv_length` moves of each variation.
        """

    def priors(self) -> dict[int, float]:
        """{move: its prior probability} of the moves that may be chosen at the root, once it has been searched."""

    def outline(self, least_visits: int) -> "list[Node]":
        """The gopy.search.outline.Node of each move of the root with so many visits. ValueError if there is not one tree."""

    def stop(self) -> None:
        """End `run` within milliseconds."""

    def close(self) -> None:
        """End the threads and processes that it has. It must not be used afterwards."""
