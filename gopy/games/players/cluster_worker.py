"""The process of one tree of a cluster: `python -m gopy.games.players.cluster_worker`. gopy.games.players.cluster starts it.

It reads pickles from standard input: first the arguments of a Worker, then (method, arguments...), and answers each on standard output.
It ends when its input ends.
"""
import os
import pickle
import signal
import sys
import time
from typing import Any

from gopy.base.errors import sentence
from gopy.base.own_file import load_own_file
from gopy.games.catalogue import game_kind
from gopy.games.players.any_game import AnyGame, kind_of_position
from gopy.games.players.game_player import records_of
from gopy.games.players.one_tree import OneTree
from gopy.games.players.player_text import PlayerText


class Worker:
    """A tree that hears from others."""

    def __init__(self, source: str | None, position: bytes | None, text: str, written: PlayerText, memory_bytes: int, seed: int) -> None:
        """source, position    the file of a game and a pickled position of it; None: the game is the one of the name `text`"""
        from gopy.search.exchange import Exchange
        from gopy.search.loading import load_exchange

        if source is not None:
            load_own_file(source)
        self._kind = game_kind(text) if position is None else kind_of_position(pickle.loads(position))
        records = records_of(written, self._kind.params_draft())
        self._tree = OneTree(self._kind.new_state(), records, written.threads, memory_bytes, seed)
        search = self._tree.search
        load_exchange(search)
        search.reseed(seed)
        self._exchange = Exchange(search)

    def set_root(self, seed: int, begun_from: Any, moves: list[int], played: list[int] | None) -> None:
        """Search the game that these moves make from a position (None: the first), with the seed of its chance events."""
        game = AnyGame(self._kind, seed, begun_from)
        for move in moves:
            game.play(move)
        self._tree.set_root(game, played)
        self._exchange.follow(played)

    def hear(self, statistics: list[Any]) -> None:
        """Add what other trees have gained."""
        for each in statistics:
            self._exchange.add(each)

    def step(self, heard: list[Any] | None, simulations: int | None, seconds: float) -> tuple[int, Any, float]:
        """Hear, search for a while; returns (how many simulations, what the tree has gained, seconds of processor time)."""
        began = time.process_time()
        self.hear(heard or [])
        report = self._tree.run(simulations, seconds, lambda: False)
        return report.simulations, self._exchange.take(), time.process_time() - began

    def report(self, max_moves: int | None) -> Any:
        """The tree's Report."""
        return self._tree.report(max_moves)

    def outline(self, least_visits: int) -> Any:
        """The tree's outline."""
        return self._tree.outline(least_visits)


def main() -> None:
    """Serve until standard input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)        # Ctrl-C is for the process that started us
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)               # what is printed goes to standard error

    def answer(value: Any) -> None:
        pickle.dump(value, out, pickle.HIGHEST_PROTOCOL)
        out.flush()

    try:
        worker = Worker(*pickle.load(sys.stdin.buffer))
    except Exception as error:
        answer(sentence(error))
        return
    answer(None)
    while True:
        try:
            name, *arguments = pickle.load(sys.stdin.buffer)
        except EOFError:
            return
        answer(getattr(worker, name)(*arguments))


if __name__ == "__main__":
    main()
