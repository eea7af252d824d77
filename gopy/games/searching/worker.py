"""The process of one tree of a cluster: `python -m gopy.games.searching.worker`. gopy.games.searching.cluster starts it.

It reads pickles from standard input: first (game, PlayerText, seed), then (method, arguments...), and answers each on standard output.
It ends when its input ends.
"""
import os
import pickle
import signal
import sys
from typing import Any

from gopy.base.errors import sentence
from gopy.games.catalogue import game_kind
from gopy.games.players.any_game import AnyGame
from gopy.games.players.player_text import PlayerText
from gopy.games.searching.search import OneTree


class Worker:
    """A tree that hears from others."""

    def __init__(self, text: str, written: PlayerText, seed: int) -> None:
        from gopy.search.exchange import Exchange
        from gopy.search.loading import load_exchange

        self._kind = game_kind(text)
        state = self._kind.new_state()
        self._tree = OneTree(self._kind, state, written, seed)
        search = self._tree.search
        load_exchange(search)
        search.reseed(seed)
        self._exchange = Exchange(search)

    def set_root(self, seed: int, moves: list[int], played: list[int] | None) -> None:
        """Search the game that these moves make, with the seed of its chance events."""
        game = AnyGame(self._kind, seed)
        for move in moves:
            game.play(move)
        self._tree.set_root(game, played)
        self._exchange.follow(played)

    def hear(self, statistics: list[Any]) -> None:
        """Add what other trees have gained."""
        for each in statistics:
            self._exchange.add(each)

    def step(self, heard: list[Any] | None, simulations: int | None, seconds: float) -> tuple[int, Any]:
        """Hear, search for a while; returns (how many simulations, what the tree has gained)."""
        self.hear(heard or [])
        report = self._tree.run(simulations, seconds, lambda: False)
        return report.simulations, self._exchange.take()

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
