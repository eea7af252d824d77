"""The work of a review in the process of the engine: in threads and with searches of its own, beside whatever the engine does."""
import logging
import threading
from typing import Any

from gopy.base.cpus import usable_cpus
from gopy.base.errors import sentence
from gopy.base.watch import WATCH
from gopy.desk.review.findings import answer_document, document, mistakes
from gopy.desk.review.looks import Question, looked_at
from gopy.desk.review.plan import EFFORT, Plan, default_visits
from gopy.desk.review.turns import Answers, Stopped, analyse
from gopy.desk.web.review import DEPTHS
from gopy.desk.web.wire import played_game
from gopy.go.geometry import parse_vertex

_log = logging.getLogger("gopy.desk.web")

#: So many mistakes are told, as `gopy review` does.
_MOST_MISTAKES = 10

#: Seconds that who tries a move waits at most.
_LONGEST_WAIT = 15.0


class ReviewWork:
    """One review at a time. send(values) sends an answer, from any thread."""

    def __init__(self, options, send) -> None:
        self._cpus = options.threads or usable_cpus()
        self._options = options.changed(threads=1, memory=max(1, options.memory // self._cpus), cluster=None, ray=None)
        self._send = send
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None

    def do_review(self, request) -> None:
        """Begin a review, in the place of the one before."""
        self.do_end_review()
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._review, args=(request, self._stop, self._thread), name="review", daemon=True)
        self._thread.start()

    def do_end_review(self, request=None) -> None:
        """End the review that is under way."""
        self._stop.set()

    def _review(self, request, stop, before):
        if before is not None:
            before.join()               # however often a page asks, one review has searches at a time
        if stop.is_set():
            return

        def answer(**values):
            if not stop.is_set():
                self._send({"id": request["id"], "kind": "review", **values})

        game = played_game(request["game"])
        plan, visits = Plan(game), _visits(request["depth"], game.size)
        try:
            analyse(plan, Answers(), visits, None, self._options.changed(size=game.size), self._cpus,
                    lambda done, total, left: answer(done=done, total=total, left=left), should_stop=stop.is_set)
            answer(found=document(plan, mistakes(plan, _MOST_MISTAKES)))
        except Stopped:
            pass
        except Exception as error:
            _log.exception("the review failed")
            answer(failed=sentence(error))


def judged(search, game, request, should_stop, now=WATCH) -> dict[str, Any] | None:
    """What a review says of one more move at the place of a mistake, where `game` stands: what it costs, and the line that it begins.

    It is looked at as long as the review has looked at the better move, by a Searcher that nobody else uses, but no longer than
    somebody waits. None if that, or should_stop(), came too early to tell.
    """
    until = now() + _LONGEST_WAIT
    move, colour, visits = parse_vertex(request["vertex"], game.size), request["colour"], _visits(request["depth"], game.size)
    position = game.copy()
    if position.to_play != colour:
        position.set_to_play(colour)
    look = looked_at(search, position, Question(len(position.moves), (move,), EFFORT), visits,
                     lambda report: bool(should_stop()) or now() >= until)
    if look.visits < min(visits, default_visits(game.size)):
        return None
    return answer_document(request["before"], move, look, colour, game.size)


def _visits(depth, size):
    """Simulations of a position in the first pass."""
    return round(DEPTHS[depth] * default_visits(size))
