"""What runs in each process of a cluster search: a GoSearch, and the exchange of its statistics."""
import pickle
import time
from typing import Any, NamedTuple

from gopy.engine.go_search import GoSearch
from gopy.search.exchange import DEPTH

#: Deepest moves whose statistics are merged, by the option cluster_merge.
MERGE_DEPTHS = {"tree": DEPTH, "root": 1}


class Progress(NamedTuple):
    """What a worker tells after a step."""

    simulations: int        #: of this step
    exhausted: bool         #: there was nothing to search: the game is over, or the counters are full
    learnt: dict            #: statistics since the last time, see gopy.search.exchange
    since_root: int         #: simulations since the root was set
    cpu_seconds: float      #: of the process, since it was ready
    report: Any             #: a Report of its own tree


class Worker:
    """One tree of a cluster search. `stop` may be called from any thread, the rest from one at a time."""

    def __init__(self, size, options, seed, merge):
        """options: those of one worker (threads, memory); merge: a key of MERGE_DEPTHS."""
        self._search = GoSearch(size, options, seed)
        self._exchange = self._search.exchange(MERGE_DEPTHS[merge])
        self._search.restart(seed)
        self._initial = (None, None)        # (number of the game, its first position)
        self._stopped = -1                  # steps up to this number are to end
        self._since_root = 0
        self._cpu_at_start = time.process_time()

    def carry_out(self, calls):
        """Make calls, a list of (method name, arguments), in turn; returns what the last one does, or None."""
        answer = None
        for name, arguments in calls:
            answer = getattr(self, name)(*arguments)
        return answer

    def restart(self, seed):
        """Forget the tree and start the random numbers of `seed`."""
        self._search.restart(seed)
        self._exchange.follow(None)

    def forget(self, judging):
        """Drop the tree, see GoSearch.forget."""
        self._search.forget(judging)
        self._exchange.follow(None)

    def set_root(self, number, snapshot, colour, played, how):
        """GoSearch.set_root with a pickled game, the `number` of which says whether it is the one of last time.

        played: the moves since the last root, None to start anew.
        """
        game = pickle.loads(snapshot)
        if self._initial[0] == number:
            game.initial = self._initial[1]     # GoSearch knows a game by this object
        self._initial = number, game.initial
        self._search.set_root(game, colour, **how)
        self._exchange.follow(played)
        self._since_root = 0

    def add(self, statistics):
        """Add what the others have learnt."""
        self._exchange.add(statistics)

    def step(self, number, simulations, seconds, max_moves):
        """Search for `seconds` or so many simulations, or until `stop(number)`; returns the Progress.

        max_moves: how many moves its report has.
        """
        if self._stopped >= number:
            simulations = 0
        deadline = time.perf_counter() + seconds
        report = self._search.run(simulations, deadline, lambda _: self._stopped >= number, max_moves=max_moves)
        exhausted = report.simulations == 0 < simulations and time.perf_counter() < deadline
        self._since_root += report.simulations
        return Progress(report.simulations, exhausted and self._stopped < number, self._exchange.take(),
                        self._since_root, time.process_time() - self._cpu_at_start, report)

    def stop(self, number):
        """End the step of this number, and those before it, within milliseconds."""
        self._stopped = max(self._stopped, number)
        self._search.stop()
