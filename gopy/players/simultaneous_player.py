"""Players of games whose moves are made at the same time: SM-MCTS with a method by name."""
import numpy as np

DEFAULT_METHOD = "exp3"

#: MiB for the tree.
DEFAULT_MEMORY = 64.0


def new_method_policy(written, state):
    """What a PlayerText's search of games like `state` goes by. ValueError for a method or an option there is not."""
    from gopy.game import utility_sum
    from gopy.search.simultaneous.methods import new_method

    return new_method(written.choice or DEFAULT_METHOD, points=utility_sum(state) == 0.0, **written.options)


class SimultaneousPlayer:
    """A search from the position of each move; the move is drawn from the strategy that it ends with.

    report      the last search's gopy.search.simultaneous.search.SimultaneousReport, None before the first
    """

    def __init__(self, written, policy, state, seed, limit):
        """limit: keyword arguments of SimultaneousSearch.run."""
        from gopy.search.simultaneous.search import SimultaneousSearch

        memory = DEFAULT_MEMORY if written.memory is None else written.memory
        self._search = SimultaneousSearch(state, policy, memory_bytes=int(memory * (1 << 20)), seed=seed)
        self._rng = np.random.default_rng(seed)
        self._limit = limit
        self._simulations = 0
        self.report = None

    def choose(self, course, player, should_stop=None):
        """A move of `player`; a true should_stop(), polled every few tens of milliseconds, ends the search."""
        self._search.set_root(course.state)
        self.report = self._search.run(**self._limit, should_stop=should_stop)
        self._simulations += self.report.simulations
        return self._search.choose(player, self._rng)

    def simulations(self):
        """Simulations of all moves chosen so far."""
        return self._simulations
