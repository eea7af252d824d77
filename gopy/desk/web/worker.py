"""The process of the engine: `python -m gopy.desk.web.worker`. gopy.desk.web.engine_process starts it and speaks to it.

It reads lines of JSON from standard input: first the options of the engine, then requests. A new request ends the one before
it, but for a review. It writes lines of JSON to standard output: the answers, each with the `id` of its request. The process ends when its
input ends, so it does not outlive the server.
"""
import json
import logging
import os
import queue
import signal
import sys
import threading
from functools import cache

from gopy.base.documents import json_text
from gopy.base.logs import start_logging
from gopy.desk.web.hint import hint_values
from gopy.desk.web.wire import estimate_values, move_name, played_game, report_values
from gopy.engine.chance import sharpness_of
from gopy.engine.decision import CannotScore, Restriction
from gopy.engine.levels import LEVELS
from gopy.engine.options import Options
from gopy.go.clock import parse_time_system
from gopy.go.geometry import vertex_text
from gopy.go.history import IllegalMove
from gopy.protocols.gtp.outgoing import take_over_stdout

_log = logging.getLogger("gopy.desk.web")

#: Requests that do not end the one before: a review is carried out beside the others.
_REVIEW = ("review", "end_review")

#: Seconds between two reports of a search.
INTERVAL = 0.2

#: Seconds that a search may take to load before the page is told.
_PATIENCE = 0.3


class Worker:
    """Answers requests about games of Go with an Engine, and about other games with gopy.desk.web.any_game.

    send(values) sends an answer. `requests` is a queue.Queue of requests, which another thread fills.
    """

    def __init__(self, options, requests, send) -> None:
        from gopy.engine.engine import Engine

        self._options, self._requests, self._send = options, requests, send
        self._engine = Engine(options)
        self._start = None          # the start_values and the turns of the engine's game
        self._time = None           # the text of the time system on the engine's clock
        self._capture = None        # the gopy.desk.web.teaching.capture_work.CaptureWork, once the capture game was played
        self._any_game = None       # the gopy.desk.web.any_game.AnyGameWork, once another game was asked for
        self._id = None             # of the request that is carried out

    def serve(self) -> None:
        """Carry out requests for ever."""
        while True:
            request = self._requests.get()
            if self._superseded():
                continue
            self._id = request["id"]
            try:
                getattr(self, "do_" + request["do"])(request)
            except (ValueError, CannotScore, RuntimeError) as error:
                self._answer("error", text=str(error))
            except Exception as error:
                _log.exception("%s failed", request["do"])
                self._answer("error", text=f"{type(error).__name__}: {error}")

    def _superseded(self):
        return not self._requests.empty()

    def _answer(self, kind, **values):
        self._send({"id": self._id, "kind": kind, **values})

    def do_rest(self, request) -> None:
        """Do nothing: what was asked before has ended."""

    # Go -------------------------------------------------------------------------------------------------

    def do_load(self, request) -> None:
        """Load the search for a game. That of the capture game is loaded when it is first needed."""
        if "capture" in request:
            self._answer("ready")
            return
        self._follow(request["game"])
        self._await_search()

    def do_analyse(self, request) -> None:
        """Search a position, and report, until another request comes."""
        game = self._follow(request["game"])
        if self._await_search():
            allowed = request.get("allow")      # an area without a legal move restricts nothing
            report = self._engine.analyze(game.to_play, self._report, INTERVAL, should_stop=self._superseded,
                                          restrict=Restriction(allow=frozenset(allowed)) if allowed else None)
            self._report(report)

    def do_genmove(self, request) -> None:
        """Choose a move and report meanwhile."""
        if "capture" in request:
            move = self._capturing().choose(request["game"], request["capture"], request.get("strength", {}), self._superseded)
            self._answer("move", move=move, report=None)
            return
        game = self._follow(request["game"])
        self._set_strength(request)
        if self._await_search():
            self._set_clock(request.get("clock"))
            decision = self._engine.genmove(game.to_play, patient=True, on_report=self._report, interval=INTERVAL,
                                            should_stop=self._superseded)
            self._answer("move", move=move_name(decision.move, game.size), report=self._values(decision.report))

    def do_count(self, request) -> None:
        """Tell which stones are dead or in seki."""
        game = self._follow(request["game"])
        if self._await_search():
            status = self._engine.final_status()
            self._answer("count", status={vertex_text(point, game.size): state for point, state in status.items()})

    def do_estimate(self, request) -> None:
        """Estimate the score and the owners of the points."""
        game = self._follow(request["game"])
        if self._await_search():
            self._answer("estimate", estimate=estimate_values(self._engine.estimate(), game.size))

    def do_hint(self, request) -> None:
        """Tell what is good to play, by a short search."""
        if "capture" in request:
            self._answer("hint", hint=self._capturing().hint(request["game"], request["capture"], self._superseded))
            return
        game = self._follow(request["game"])
        if self._await_search():
            self._answer("hint", hint=hint_values(self._engine.consider(), game.size))

    def do_doubt(self, request) -> None:
        """Tell whether the last move costs so much that its player is asked about it."""
        if "capture" in request:
            self._answer("doubt", doubt=self._capturing().doubt(request["game"], request["capture"], request["limit"], self._superseded))
            return
        game = self._follow(request["game"])
        if self._await_search():
            from gopy.desk.web.teaching.doubt import doubt_values
            self._answer("doubt", doubt=doubt_values(self._engine.second_search(), game, request["limit"], self._superseded))

    def do_judge(self, request) -> None:
        """Tell what a move costs that is tried in the place of a mistake."""
        game = self._follow(request["game"])
        if self._await_search():
            from gopy.desk.web.review_work import judged
            self._answer("judged", judged=judged(self._engine.second_search(), game, request, self._superseded))

    def _capturing(self):
        """The CaptureWork, whose search is loaded or compiled when it is first needed."""
        if self._capture is None:
            self._answer("loading", what="capture")
            from gopy.desk.web.teaching.capture_work import CaptureWork
            self._capture = CaptureWork(self._options.seed)
            self._capture.load()
        self._answer("ready")
        return self._capture

    def _follow(self, values):
        """Bring the engine's game to the given one and return it. What the tree knows of it is kept."""
        engine, moves = self._engine, [tuple(move) for move in values["moves"]]
        start = values["start"], values["turns"]
        if start != self._start:
            engine.set_game(played_game(values))
            self._start = start
            return engine.game
        played = engine.game.moves
        common = next((at for at, pair in enumerate(zip(played, moves)) if pair[0] != pair[1]), min(len(played), len(moves)))
        while len(engine.game.moves) > common:
            engine.undo()
        try:
            for move in moves[common:]:
                engine.play(*move)
        except IllegalMove:         # a record may hold moves that our rules forbid
            engine.set_game(played_game(values))
        return engine.game

    def _await_search(self):
        """Wait until the search is loaded; False if another request has come before."""
        told = False
        while not self._engine.wait_ready(_PATIENCE, tell=False):
            if not told:
                size = self._engine.game.size
                self._answer("loading", what=f"{size}x{size}")
                told = True
            if self._superseded():
                return False
        self._answer("ready")
        return True

    def _set_strength(self, request):
        strength = request.get("strength", {})
        self._engine.configure(**{name: strength.get(name) for name in ("level", "sims", "seconds")},
                               resign=self._options.resign and not request.get("teaching", False))

    def _set_clock(self, clock):
        text = clock and clock["system"]
        if text != self._time:
            self._engine.clock.set_time_system(text and parse_time_system(text))
            self._time = text
        for colour, left in enumerate(clock["left"] if clock else ()):
            self._engine.clock.time_left(colour, *left)

    def _report(self, report):
        self._answer("report", report=self._values(report))

    def _values(self, report):
        size = self._engine.game.size
        return report_values(report, size, sharpness_of(size, self._engine.options.network_on(size) is not None))

    # Other games ----------------------------------------------------------------------------------------

    def do_any_game(self, request) -> None:
        """Show another game as it stands."""
        self._answer("any_game", any_game=self._at(request).view())

    def do_choose(self, request) -> None:
        """Choose a move in another game, and play it unless a hint was asked for."""
        work = self._at(request)
        strength = request.get("strength", {})
        sims = strength.get("sims", LEVELS.get(strength.get("level")))
        work.load_player(sims, strength.get("seconds"))
        self._answer("ready")
        played = work.choose(request["player"], request.get("bid"), self._superseded, play=not request.get("hint"))
        self._answer("any_game", any_game=work.view(), **played)

    def _at(self, request):
        """The AnyGameWork, brought to the position of a request."""
        if self._any_game is None or not self._any_game.is_loaded(request["game"], request["do"] == "choose"):
            self._answer("loading", what=request["game"])
        if self._any_game is None:
            from gopy.desk.web.any_game import AnyGameWork
            self._any_game = AnyGameWork(self._options.seed)
        self._any_game.follow(request["game"], request["seed"], request["moves"])
        return self._any_game


def main() -> None:
    """Serve until standard input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)        # Ctrl-C is for the server
    out = take_over_stdout()
    lock, requests = threading.Lock(), queue.Queue()

    def send(values):
        data = memoryview(json_text(values).encode() + b"\n")
        with lock:
            while data:
                data = data[out.write(data):]

    def read():
        for line in sys.stdin.buffer:
            request = json.loads(line)
            if request["do"] in _REVIEW:
                getattr(reviewing(), "do_" + request["do"])(request)
            else:
                requests.put(request)
        os._exit(0)             # at once, although the search may be at work

    @cache
    def reviewing():
        from gopy.desk.web.review_work import ReviewWork
        return ReviewWork(options, send)

    options = Options(**json.loads(sys.stdin.buffer.readline()))
    start_logging(options.log)
    threading.Thread(target=read, name="requests", daemon=True).start()
    Worker(options, requests, send).serve()


if __name__ == "__main__":
    main()
