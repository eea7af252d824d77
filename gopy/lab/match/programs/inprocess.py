"""gopy as a player in the runner's own process: there is no pipe, and nothing to load, which takes a process a second.

Such a player is written `gopy:sims=1000,preset=mogo2007`: options of `gopy gtp` by name, and also parameters of search,
playouts and priors (`prior_move=60`). It answers the same GTP commands through the same session as a process does.
"""
import io
import time

from gopy.base.watch import WATCH
from gopy.engine.engine import Engine
from gopy.engine.options import Options
from gopy.engine.settings import options_from_text
from gopy.engine.timeman import STRETCH
from gopy.lab.match.programs.client import content
from gopy.protocols.gtp.protocol import clean, parse
from gopy.protocols.gtp.session import Session

#: The text of a player in this process begins so.
PREFIX = "gopy:"

#: The approximate bytes of a tree node, and the room of a search as a multiple of the nodes that the simulations of one
#: move can make: a kept subtree is never larger than these. Unused room costs time once per game.
_NODE_BYTES = 30
_ROOM = 3


def in_process_options(player, seed=None, sims=None, size=None, seconds=None) -> Options:
    """The Options of a player written `gopy:...`. ValueError for wrong options; it suggests the name that was meant."""
    # A match counts wins, whatever they are by.
    defaults = {"threads": 1, "seed": seed, "for_points": False}
    if size is not None:
        defaults["size"] = size
    options = options_from_text(player.removeprefix(PREFIX), **defaults)
    if options.simulations() is None and options.seconds is None:
        options = options.changed(sims=sims, seconds=seconds)
    simulations = options.simulations()
    if simulations is not None and options.memory == Options().memory:
        most = simulations * (STRETCH if options.as_needed else 1)
        options = options.changed(memory=_memory_for(most, options))
    return options


def _memory_for(simulations, options):
    """MiB enough for the tree of `simulations` a move, but at most the default."""
    bytes_of_a_move = simulations * (options.size ** 2 + 1) * _NODE_BYTES
    return min(options.memory, 1 + (_ROOM * int(bytes_of_a_move) >> 20))


class InProcess:
    """An engine in this process with the methods of gopy.lab.match.programs.client.Client.

    Its CPU time is that of the thread that sends commands and of the search's own threads; the time of pondering would be
    missing. Time-outs have no effect. An engine that crashes ends the runner too, but the match can be resumed.
    """

    def __init__(self, options, now=WATCH) -> None:
        self.words = [PREFIX + f"{options.preset}"]
        self.seconds = 0.0
        self._cpu = 0.0
        self._answer = io.BytesIO()
        self._now, self._engine = now, Engine(options, now=now)
        self._session = Session(self._engine, io.BytesIO(), self._answer, options)

    def send(self, command, timeout=None) -> str:
        """The answer to a command, without its sign. Raises gopy.lab.match.programs.client.Refused."""
        self._answer.seek(0)
        self._answer.truncate()
        began = self._now(), time.thread_time(), self._engine.helper_seconds()
        self._session.answer(parse(clean(f"1 {command}")))
        self.seconds = self._now() - began[0]
        self._cpu += time.thread_time() - began[1] + self._engine.helper_seconds() - began[2]
        return content(self._answer.getvalue().decode().rstrip("\n"), 1, command)

    def cpu_seconds(self) -> float:
        """CPU time of all commands so far."""
        return self._cpu

    def is_stopped(self) -> bool:
        """Whether this process is stopped: while it is, nobody can ask."""
        return False

    def simulations(self) -> int:
        """Simulations of all moves chosen so far."""
        return self._engine.simulations

    def close(self) -> None:
        """Close the engine."""
        self._engine.close()

    def __enter__(self) -> "InProcess":
        return self

    def __exit__(self, *exception) -> None:
        self.close()
