"""Many positions analysed at once: a queue of requests by priority, and the threads that carry them out.

Each thread has a search of its own, whose tree is forgotten before every request: the same query gets the same answer
whatever was asked before it, and memory does not grow with the number of queries.
"""
import heapq
import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from gopy.base.errors import UserError, sentence
from gopy.base.watch import WATCH
from gopy.engine.loading import SearchLoader
from gopy.engine.options import DEFAULT_SECONDS
from gopy.engine.searcher import Searcher, root_of
from gopy.protocols.analysis.answer import analysis, no_results, refusal
from gopy.protocols.analysis.fields import FieldError
from gopy.protocols.analysis.query import Query
from gopy.protocols.gtp.analysis_text import CANDIDATE_SHARE

_log = logging.getLogger("gopy.protocols.analysis")

#: Seconds between looks at whether a request was terminated while the kernels load.
_LOADING_POLL = 0.05

#: One search is made at a time, so that the kernels are loaded, or compiled, once.
_making = threading.Lock()


def go_search(size, options, seed) -> Searcher:
    """A gopy.engine.go_search.GoSearch; its module imports the compiler."""
    from gopy.engine.go_search import GoSearch
    return GoSearch(size, options, seed)


#: The turns that may wait to be analysed, and the moves that their queries may have in all.
MOST_TURNS, MOST_MOVES = 100_000, 2_000_000


@dataclass(order=True)
class Request:
    """The analysis of one turn of a query. Requests are ordered as they are to be carried out."""
    rank: tuple                             #: (minus the priority, number of the request)
    query: Query = field(compare=False)
    turn: int = field(compare=False)
    moves: int = field(compare=False)       #: its share of the moves of the query, which are kept for all of its turns
    terminated: bool = field(default=False, compare=False)


class Analyst:
    """The threads, the requests that wait and those that are being carried out.

    options     gopy.engine.options.Options of each search
    positions   how many are analysed at a time
    answer      answer(document) sends one to the client; it is called from many threads
    make_search(size, options, seed) returns a gopy.engine.searcher.Searcher.
    """

    def __init__(self, options, positions: int, answer: Callable[[dict], None],
                 make_search: Callable[[int, Any, int], Any]) -> None:
        self._options, self._answer, self._make_search = options, answer, make_search
        self._seed = options.seed or 0
        self._changed = threading.Condition()
        self._waiting, self._running = [], []
        self._moves = 0                         # of the requests that wait
        self._numbers, self._tellers = 0, {}
        self._closed = False
        self._threads = [threading.Thread(target=self._work, name=f"analysis-{number}", daemon=True)
                         for number in range(positions)]
        for thread in self._threads:
            thread.start()

    def check_room(self, query) -> None:
        """FieldError if more would wait with this query than may. The thread that submits it asks before."""
        with self._changed:
            turns, moves = len(self._waiting) + len(query.priorities), self._moves + len(query.moves)
        if turns > MOST_TURNS or moves > MOST_MOVES:
            raise FieldError(None, f"Too many queries are waiting: with this one, {turns} turns of at most {MOST_TURNS} and {moves} moves "
                                   f"of at most {MOST_MOVES}")

    def submit(self, query) -> None:
        """Queue a request for each turn of a query."""
        share = -(-len(query.moves) // len(query.priorities))
        with self._changed:
            for turn, priority in query.priorities.items():
                self._numbers += 1
                heapq.heappush(self._waiting, Request((-priority, self._numbers), query, turn, share))
                self._moves += share
            self._changed.notify_all()

    def terminate(self, wanted: Callable[[Request], bool]) -> None:
        """End the requests for which wanted(request) is true. Those that still wait are answered at once, without results."""
        with self._changed:
            ended = sorted(filter(wanted, self._waiting))
            self._waiting = [request for request in self._waiting if not wanted(request)]
            heapq.heapify(self._waiting)
            self._moves = sum(request.moves for request in self._waiting)
            for request in filter(wanted, self._running):
                request.terminated = True
            self._changed.notify_all()
        for request in ended:
            self._answer(no_results(request))

    def abandon(self) -> None:
        """Drop the requests that wait, without answers, and end those that are being carried out."""
        with self._changed:
            self._waiting.clear()
            self._moves = 0
            for request in self._running:
                request.terminated = True

    def finish(self) -> None:
        """Wait until all requests are answered, and end the threads."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()
        for thread in self._threads:
            thread.join()

    def _next(self, done=None):
        """Wait for the request to carry out next; None when there will be no more. `done`: the one before it."""
        with self._changed:
            if done is not None:
                self._running.remove(done)
            self._changed.wait_for(lambda: self._waiting or self._closed)
            if not self._waiting:
                return None
            request = heapq.heappop(self._waiting)
            self._moves -= request.moves
            self._running.append(request)
            return request

    def _work(self):
        loader = SearchLoader(self._make)
        loader.load(self._options.size)
        request = self._next()
        while request is not None:
            try:
                self._carry_out(request, loader)
            except UserError as error:
                self._answer(refusal(request.query.id, None, sentence(error)))
            except Exception as error:
                _log.exception("the analysis of %s failed", request.query.id)
                self._answer(refusal(request.query.id, None, f"internal error: {sentence(error)}"))
            request = self._next(request)
        loader.close()

    def _make(self, size):
        with _making:
            return self._make_search(size, self._options.changed(size=size), self._seed)

    def _carry_out(self, request, loader):
        query = request.query
        loader.load(query.size)
        search = None
        while search is None and not request.terminated:
            # of several threads that wait for the same kernels, one says so
            search = loader.wait(_LOADING_POLL, tell=self._tellers.setdefault(query.size, loader) is loader)
        if search is None:
            self._answer(no_results(request))
            return
        game = query.game(request.turn)
        search.restart(self._seed)
        search.record_owners(query.moves_ownership)
        try:
            search.set_root(root_of(game, game.to_play, query.restriction(game.to_play)))
        except ValueError as error:
            self._answer(refusal(query.id, "avoidMoves" if query.restriction(game.to_play).avoid else "allowMoves", str(error)))
            return
        self._search(request, game, search)

    def _search(self, request, game, search):
        query, started = request.query, WATCH()
        visits, seconds = query.settings.visits, query.settings.seconds
        if visits is None and seconds is None:
            seconds = DEFAULT_SECONDS
        next_report = None if query.first is None else started + query.first

        def tell(during):
            report = search.report(pv_length=query.pv_length, least_share=CANDIDATE_SHARE)
            priors = search.priors() if query.policy else None
            self._answer(analysis(request, game, report, priors, during))

        def ended(_):
            nonlocal next_report
            now = WATCH()
            if next_report is not None and now >= next_report and not request.terminated:
                tell(True)
                next_report = None if query.every is None else max(next_report + query.every, now)
            return request.terminated

        search.run(visits, None if seconds is None else started + seconds, ended, max_moves=0)
        tell(False)
