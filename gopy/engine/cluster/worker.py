"""What runs in each process of a cluster search: a GoSearch, and the exchange of its statistics."""
import pickle
import time
from typing import Any, NamedTuple

from gopy.base.watch import WATCH
from gopy.engine.go_search import GoSearch
from gopy.search.exchange import DEPTH

#: Depth of the deepest moves whose statistics are merged, by the value of the option cluster_merge.
MERGE_DEPTHS = {"tree": DEPTH, "root": 1}


class Progress(NamedTuple):
    """What a worker reports after a step."""

    simulations: int        #: those of this step
    exhausted: bool         #: whether there was nothing to search: the game is over, or the counters are full
    learnt: dict            #: statistics gained since the last step, see gopy.search.exchange
    since_root: int         #: simulations since the root was set
    cpu_seconds: float      #: processor time of the process since it was ready
    report: Any             #: the Report of its own tree


class Worker:
    """One tree of a cluster search. `stop` may be called from any thread, the other methods from one at a time."""

    def __init__(self, size, options, seed, merge) -> None:
        """options: those of one worker (threads, memory); merge: a key of MERGE_DEPTHS."""
        self._search = GoSearch(size, options, seed)
        self._exchange = self._search.exchange(MERGE_DEPTHS[merge])
        self._search.restart(seed)
        self._initial = (None, None)        # (number of the game, its first position)
        self._stopped = -1                  # steps up to this number are to end
        self._since_root = 0
        self._cpu_at_start = time.process_time()

    def carry_out(self, calls) -> Any:
        """Make calls, a list of (method name, arguments), in turn. Returns the result of the last one, or None."""
        answer = None
        for name, arguments in calls:
            answer = getattr(self, name)(*arguments)
        return answer

    def restart(self, seed) -> None:
        """Forget the tree and start the random numbers from `seed`."""
        self._search.restart(seed)
        self._exchange.follow(None)

    def forget(self) -> None:
        """Drop the tree."""
        self._search.forget()
        self._exchange.follow(None)

    def record_owners(self, wanted) -> None:
        """Whether reports tell the ownership after each move, from the next root on."""
        self._search.record_owners(wanted)

    def set_root(self, number, pickled, played) -> None:
        """Search from a Root, which comes as its pickle.

        number   tells games apart: the game with the same number as the last time is the same one
        played   the moves since the last root, None to start anew
        """
        root = pickle.loads(pickled)
        if self._initial[0] == number:
            root.game.initial = self._initial[1]        # GoSearch tells games apart by this object
        self._initial = number, root.game.initial
        self._search.set_root(root)
        self._exchange.follow(played)
        self._since_root = 0

    def add(self, statistics) -> None:
        """Add the statistics of the other workers to the tree."""
        self._exchange.add(statistics)

    def step(self, number, simulations, seconds, max_moves) -> Progress:
        """Search for `seconds` or so many simulations, or until `stop(number)`; returns the Progress.

        max_moves: how many moves its report has.
        """
        if self._stopped >= number:
            simulations = 0
        deadline = WATCH() + seconds
        report = self._search.run(simulations, deadline, lambda _: self._stopped >= number, max_moves=max_moves)
        exhausted = report.simulations == 0 < simulations and WATCH() < deadline
        self._since_root += report.simulations
        return Progress(report.simulations, exhausted and self._stopped < number, self._exchange.take(),
                        self._since_root, time.process_time() - self._cpu_at_start, report)

    def stop(self, number) -> None:
        """End the step with this number, and those before it, within milliseconds."""
        self._stopped = max(self._stopped, number)
        self._search.stop()
