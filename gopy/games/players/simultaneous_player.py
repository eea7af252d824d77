"""Players of games with simultaneous moves: SM-MCTS, the tree search for such games, with a method chosen by name."""
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from gopy.base.watch import Watch
from gopy.games.players.player_text import PlayerText
from gopy.search.simultaneous.methods import new_method

if TYPE_CHECKING:
    from gopy.games.players.any_game import AnyGame
    from gopy.search.simultaneous.search import SimultaneousReport

DEFAULT_METHOD = "exp3"

#: MiB for the tree.
DEFAULT_MEMORY = 64.0


def new_method_policy(written: PlayerText, state: Any) -> NamedTuple:
    """The method, a record of its parameters, that a PlayerText names. ValueError for an unknown method or option.

    state: a position of the game, which decides the defaults of the parameters.
    """
    from gopy.game import utility_sum  # loads the compiler, as everything about a position does

    for name in ("preset", "policy"):
        if getattr(written, name) is not None:
            raise ValueError(f"{name}: the players of this game move at the same time; give a method")
    for name in ("threads", "cluster"):
        if getattr(written, name) > 1:
            raise ValueError(f"{name}: the searches of games whose players move at the same time have one thread")
    return new_method(written.method or DEFAULT_METHOD, points=utility_sum(state) == 0.0, **written.options)


class SimultaneousPlayer:
    """A player that searches anew at each move and draws its move from the strategy that the search ends with.

    report      the gopy.search.simultaneous.search.SimultaneousReport of the last search, None before the first
    """

    helper_seconds = 0.0

    def __init__(self, written: PlayerText, policy: Any, state: Any, seed: int, limit: dict[str, Any], now: Watch) -> None:
        """limit: that of a move, as keyword arguments of SimultaneousSearch.run."""
        from gopy.search.simultaneous.search import SimultaneousSearch

        memory = DEFAULT_MEMORY if written.memory is None else written.memory
        self._search = SimultaneousSearch(state, policy, memory_bytes=int(memory * (1 << 20)), seed=seed, now=now)
        self._rng = np.random.default_rng(seed)
        self._limit = limit
        self._simulations = 0
        self.report: "SimultaneousReport | None" = None

    def choose(self, game: "AnyGame", player: int, should_stop: Callable[[], object] | None = None) -> int:
        """A move of `player`. should_stop() is polled every few tens of milliseconds; true ends the search."""
        self._search.set_root(game.state)
        self.report = report = self._search.run(**self._limit, should_stop=should_stop)
        self._simulations += report.simulations
        return self._search.choose(player, self._rng)

    def simulations(self) -> int:
        """The number of simulations for all moves chosen so far."""
        return self._simulations
