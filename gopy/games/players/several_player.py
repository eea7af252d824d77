"""Players of games whose two players do not alternate, or with chance or hidden information: the search of gopy.search.several."""
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from gopy.base.watch import Watch
from gopy.games.players.player_text import PlayerText
from gopy.search.several.params import SMOOTH, SeveralParams, new_several_params

if TYPE_CHECKING:
    from gopy.games.players.any_game import AnyGame
    from gopy.search.report import Report

#: MiB for the table.
DEFAULT_MEMORY = 64.0


def several_params(written: PlayerText, state: Any) -> SeveralParams:
    """The parameters that a PlayerText asks for. ValueError for what such searches do not have."""
    from gopy.game import players  # loads the compiler, as everything about a position does

    if players(state) != 2:
        raise ValueError(f"this game has {players(state)} players: gopy.Search searches it, but here two play against each other")
    for name in ("preset", "policy"):
        if getattr(written, name) is not None:
            raise ValueError(f"{name}: the search of games with chance or hidden information has rule=ucb or rule=smooth instead")
    if written.cluster > 1:
        raise ValueError("cluster: the search of games with chance or hidden information has threads instead, whose tables are as apart")
    found: SeveralParams = new_several_params(**written.options)
    return found


class SeveralPlayer:
    """A player that searches anew at each move: it plays the most visited move or, by the rule smooth, draws it by visits.

    report      the gopy.search.report.Report of the last search, None before the first
    """

    def __init__(self, written: PlayerText, params: SeveralParams, state: Any, seed: int, limit: dict[str, Any], now: Watch) -> None:
        """limit: that of a move, {"simulations": ...} or {"seconds": ...}."""
        from gopy.search.several.search import SeveralSearch

        memory = DEFAULT_MEMORY if written.memory is None else written.memory
        self._search = SeveralSearch(state, params, memory_bytes=int(memory * (1 << 20)), seed=seed,
                                     threads=written.threads, now=now)
        self._rng = np.random.default_rng(seed)
        self._limit, self._now, self._draws = limit, now, params.rule == SMOOTH
        self._simulations = 0
        self.report: "Report | None" = None

    def choose(self, game: "AnyGame", player: int, should_stop: Callable[[], object] | None = None) -> int:
        """A move of `player`. should_stop() is polled every few tens of milliseconds; true ends the search."""
        self._search.set_root(game.state)
        seconds = self._limit.get("seconds")
        self._simulations += self._search.run(self._limit.get("simulations"), None if seconds is None else self._now() + seconds,
                                              should_stop)
        self.report = report = self._search.report()
        if self._draws:
            strategy = self._search.strategy()
            return int(self._rng.choice(list(strategy), p=np.array(list(strategy.values()))))
        return report.children[0].move

    @property
    def helper_seconds(self) -> float:
        """Processor time so far of the threads that help the one that calls `choose`."""
        return self._search.helper_seconds

    def simulations(self) -> int:
        """The number of simulations for all moves chosen so far."""
        return self._simulations
