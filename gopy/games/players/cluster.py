"""The Searcher of several processes, each with a tree of its own, that tell each other what they have learnt near the root.

All search at the same time for an interval, then each gets what the others have gained (gopy.search.exchange). The first one's report is
that of the merged trees.
"""
import pickle
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from importlib.machinery import PathFinder
from typing import TYPE_CHECKING, Any

from gopy.base.own_process import module_command
from gopy.base.parameters import check_all
from gopy.base.watch import WATCH, Watch
from gopy.games.catalogue import GameKind, check_game
from gopy.games.players.any_game import AnyGame
from gopy.games.players.player_text import OWN, PlayerText
from gopy.games.players.presets import game_drafts

if TYPE_CHECKING:
    from gopy.search.outline import Node
    from gopy.search.report import Report

#: Seconds after which the first merge from a root comes at the latest, so that there is soon a report.
FIRST_SECONDS = 0.02


class Cluster:
    """A Searcher of `written.cluster` processes of this machine. RuntimeError if one of them ends."""

    def __init__(self, kind: GameKind, written: PlayerText, memory_bytes: int, seed: int, now: Watch = WATCH) -> None:
        """written: what each process searches with; each tree has `memory_bytes`. ValueError for what cannot be searched with."""
        self._processes: list[subprocess.Popen[bytes]] = []
        position = None if _is_named(kind) else kind.new_state()
        source = None if position is None else _source_of(position)
        check_all(game_drafts(written.preset, written.policy, written.options, kind.params_draft()), written.options, OWN)
        count = written.cluster
        self._processes = [subprocess.Popen(module_command("gopy.games.players.cluster_worker"), stdin=subprocess.PIPE,
                                            stdout=subprocess.PIPE) for _ in range(count)]
        self._interval, self._now, self._fresh = written.cluster_seconds, now, True
        self.helper_seconds = 0.0       # processor time of the processes so far
        self._stopping, self._simulations, self._seconds = False, 0, 0.0
        self._heard: list[Any] = [None] * count         # what each has still to be told
        try:
            for number in range(count):
                self._send(number, (source, None if position is None else pickle.dumps(position), kind.text, written, memory_bytes,
                                    seed + number))
            for number in range(count):
                refused = self._answer(number)
                if refused is not None:
                    raise ValueError(refused)
        except BaseException:
            self.close()
            raise

    def _send(self, number: int, message: Any) -> None:
        pipe = self._processes[number].stdin
        assert pipe is not None
        try:
            pickle.dump(message, pipe, pickle.HIGHEST_PROTOCOL)
            pipe.flush()
        except OSError:
            raise RuntimeError("a process of the cluster has ended") from None

    def _answer(self, number: int) -> Any:
        pipe = self._processes[number].stdout
        assert pipe is not None
        try:
            return pickle.load(pipe)
        except (EOFError, OSError, pickle.UnpicklingError):
            raise RuntimeError("a process of the cluster has ended") from None

    def _all(self, *message: Any) -> list[Any]:
        """What all processes answer to a call of a method of theirs."""
        for number in range(len(self._processes)):
            self._send(number, message)
        return [self._answer(number) for number in range(len(self._processes))]

    def set_root(self, game: AnyGame, played: list[int] | None) -> None:
        """See Searcher."""
        self._merge()
        self._all("set_root", game.seed, game.begun_from, [move for move in game.moves if isinstance(move, int)], played)
        self._simulations, self._seconds, self._fresh = 0, 0.0, True

    def run(self, simulations: int | None, seconds: float | None, ended: Callable[[], object]) -> "Report":
        """See Searcher."""
        self._stopping = False
        start, done = self._now(), 0
        while not self._stopping:
            share = min(FIRST_SECONDS, self._interval) if self._fresh else self._interval
            if seconds is not None:
                share = min(share, seconds - (self._now() - start))
            left = None if simulations is None else simulations - done
            if share <= 0 or left is not None and left <= 0:
                break
            made = self._step(left, share)
            self._fresh = False
            done += made
            self._simulations, self._seconds = done, self._now() - start
            if made == 0 or ended():
                break
        return self.report()

    def _step(self, left: int | None, seconds: float) -> int:
        """Have all processes search for a while, `left` simulations together at most; returns how many they made."""
        count = len(self._processes)
        for number in range(count):
            quota = None if left is None else left // count + (number < left % count)
            self._send(number, ("step", self._heard[number], quota, seconds))
        answers = [self._answer(number) for number in range(count)]
        self._heard = [[learnt for other, (_, learnt, _) in enumerate(answers) if other != number] for number in range(count)]
        self.helper_seconds += sum(spent for _, _, spent in answers)
        return sum(made for made, _, _ in answers)

    def _merge(self) -> None:
        """Tell each process what it has still to be told."""
        for number, heard in enumerate(self._heard):
            if heard:
                self._send(number, ("hear", heard))
                self._answer(number)
        self._heard = [None] * len(self._processes)

    def report(self, max_moves: int | None = None) -> "Report":
        """See Searcher."""
        self._merge()
        self._send(0, ("report", max_moves))
        return replace(self._answer(0), simulations=self._simulations, seconds=self._seconds)

    def outline(self, least_visits: int) -> "list[Node]":
        """See Searcher."""
        self._merge()
        self._send(0, ("outline", least_visits))
        found: list[Node] = self._answer(0)
        return found

    def stop(self) -> None:
        """See Searcher. The processes end the step that they are at, which takes an interval at most."""
        self._stopping = True

    def close(self) -> None:
        """See Searcher."""
        for process in self._processes:
            process.kill()
            for pipe in (process.stdin, process.stdout):
                with suppress(OSError):
                    if pipe is not None:
                        pipe.close()
            process.wait()
        self._processes = []

    def __del__(self) -> None:
        self.close()


def _is_named(kind: GameKind) -> bool:
    """Whether another process finds the game by its name."""
    with suppress(ValueError):
        check_game(kind.text)
        return True
    return False


def _source_of(position: Any) -> str | None:
    """The file that defines what a position is, for a process that cannot import it by the name of its module. ValueError if none can."""
    module = type(position).__module__
    if module == "__main__":
        raise ValueError("cluster: other processes cannot load a game that the program itself defines: put it into a file of its own")
    return None if PathFinder.find_spec(module.partition(".")[0]) else sys.modules[module].__file__
