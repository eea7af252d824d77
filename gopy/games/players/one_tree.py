"""What grows the tree of a position of any game: the Searcher, and the one of playouts in this process."""
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol

from gopy.base.watch import WATCH, Watch
from gopy.games.players.any_game import AnyGame

if TYPE_CHECKING:
    from gopy.search.outline import Node
    from gopy.search.report import Report


class Searcher(Protocol):
    """What grows the tree of a Search: this process, several, or an evaluator's search. One thread at a time may use it but for `stop`."""

    @property
    def helper_seconds(self) -> float:
        """Seconds of processor time so far of what helps the thread that calls `run`."""

    def set_root(self, game: AnyGame, played: list[int] | None) -> None:
        """Search from the position of a game on, to which `played` leads from the last root; None: anew."""

    def run(self, simulations: int | None, seconds: float | None, ended: Callable[[], object]) -> "Report":
        """Search until one of the limits, `stop`, or ended(), called every few tens of milliseconds, returns true."""

    def report(self, max_moves: int | None = None) -> "Report":
        """The Report as of now."""

    def outline(self, least_visits: int) -> "list[Node]":
        """The Nodes of the root's moves."""

    def stop(self) -> None:
        """End the run under way."""

    def close(self) -> None:
        """Give back processes."""


class OneTree:
    """The Searcher of playouts in this process."""

    def __init__(self, state: Any, records: tuple[Any, Any, Any], threads: int, memory_bytes: int, seed: int, now: Watch = WATCH) -> None:
        """Search games like `state` with the records of a tree policy, the search and the game."""
        from gopy.search.threads import Search

        load_kernels(state, *records)
        self.search = Search(state, *records, threads=threads, memory_bytes=memory_bytes, seed=seed, now=now)
        self._now = now

    @property
    def helper_seconds(self) -> float:
        """See Searcher."""
        return sum(self.search.helper_seconds)

    def set_root(self, game: AnyGame, played: list[int] | None) -> None:
        """See Searcher."""
        self.search.set_root(game.state, played, game.hashes)

    def run(self, simulations: int | None, seconds: float | None, ended: Callable[[], object]) -> "Report":
        """See Searcher."""
        return self.search.run(simulations, None if seconds is None else self._now() + seconds, lambda _: ended())

    def report(self, max_moves: int | None = None) -> "Report":
        """See Searcher."""
        return self.search.report(max_moves)

    def outline(self, least_visits: int) -> "list[Node]":
        """See Searcher."""
        return self.search.outline(least_visits)

    def stop(self) -> None:
        """See Searcher."""
        self.search.stop()

    def close(self) -> None:
        """See Searcher."""


_LOADED: set[tuple[type, ...]] = set()


def load_kernels(state: Any, policy: Any, search_params: Any, game_params: Any) -> None:
    """Compile or load the search for games like `state`, once in each process. While one process compiles, others wait."""
    from gopy.search.loading import load_search
    from gopy.search.proofs.pn_mcts import layout_for

    types = type(state), type(policy), layout_for(policy, search_params), type(game_params)
    if types not in _LOADED:
        load_search(state, policy, search_params, game_params)
        _LOADED.add(types)
