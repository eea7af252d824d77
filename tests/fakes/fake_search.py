"""A gopy.engine.searcher.Searcher that stands in for GoSearch where a test is about the engine: no kernels, moves by a script or a seed."""
import random
import time
from dataclasses import replace
from types import SimpleNamespace

from fakes.gtp_fake_engine import Child

from gopy.go.geometry import BLACK, WHITE
from gopy.go.score import territory
from gopy.search.outline import Node


class FakeSearch:
    """Visits the legal moves as `preference(game, colour, move)` or else the seed says; the value is `winrate`.

    Ownership is that of the board as it stands, or `ownership` if a test sets it. Simulations take `seconds_each`, which it sleeps.
    Moves in `unknown` it does not have, like the true one those that repeat a position.
    """

    def __init__(self, size, options, seed, now=time.perf_counter):
        self.options, self.now, self.sleep = options, now, time.sleep
        self.size, self.seconds_each, self.winrate, self.preference, self.ownership = size, 0.0, 0.5, None, None
        self.roots, self.networks, self.stops, self.unknown, self.owners_wanted = [], [], 0, frozenset(), False
        self._stopped = False
        self.restart(seed)

    def restart(self, seed):
        self.random = random.Random(seed)
        self.forget()

    def forget(self):
        self._root = None

    def set_root(self, root):
        self.roots.append((len(root.game.moves), root.colour, root.extra_komi, root.passes, root.avoid))
        self.networks += [] if root.judging else [root.network]
        self._root = replace(root, game=root.game.copy())
        self._simulations = 0

    def record_owners(self, wanted):
        self.owners_wanted = wanted

    def priors(self):
        return {child.move: child.prior for child in self.report().children}

    def outline(self, least_visits):
        return [Node(child.move, child.visits, child.winrate, child.proven, []) for child in self.report().children if child.visits >= least_visits]

    helper_seconds = 0.0

    def run(self, simulations=None, deadline=None, on_slice=None, max_moves=None):
        self._stopped = False
        start = self.now()
        per_slice = 32 if simulations is None else min(32, simulations)
        while (simulations is None or self._simulations < simulations) and not self._stopped:
            if deadline is not None and self.now() >= deadline:
                break
            self.sleep(max(self.seconds_each * per_slice, 0.0 if simulations else 0.001))
            self._simulations += per_slice
            if on_slice is not None and on_slice(self):
                break
        self._seconds = self.now() - start
        return self.report()

    def stop(self):
        self.stops += 1
        self._stopped = True

    def close(self):
        self._root = None

    def report(self, max_moves=None, pv_length=32, least_share=0.0):
        game, colour, avoid = self._root.game, self._root.colour, self._root.avoid
        numbers = random.Random(self.random.random() if self.preference is None else 0)
        moves = [move for move in game.legal_moves(colour) if move not in avoid | self.unknown]
        if not moves:
            raise ValueError("every legal move is to be avoided")
        wish = self.preference or (lambda game, colour, move: -1 if move == game.pass_move else numbers.random())
        moves.sort(key=lambda move: wish(game, colour, move), reverse=True)
        n = self._simulations
        shares = [n * 9 // 10] + [n // (10 * len(moves))] * (len(moves) - 1)
        ownership = self._owners(game)
        children = [Child(move=move, visits=visits, winrate=self.winrate, prior=1 / len(moves), lcb=0.0,
                          rave_mean=0.5, pv=[move], pv_visits=[visits],
                          ownership=ownership if self.owners_wanted else None)
                    for rank, (move, visits) in enumerate(zip(moves, shares)) if rank == 0 or visits >= least_share * n][:max_moves]
        return SimpleNamespace(
            to_play=colour, simulations=n, visits=n, value=self.winrate, score_mean=0.0, score_stdev=0.0, lead=0.0,
            ownership=ownership, depth=1, nodes=1, bytes=24, seconds=1e-3, children=children, best=children[0] if children else None,
            proven="", sharpness=1.0)

    def _owners(self, game):
        if self.ownership is not None:
            return self.ownership(game) if callable(self.ownership) else self.ownership
        colours = game.board.colours
        owned = territory(colours, game.size)
        sign = {BLACK: 1.0, WHITE: -1.0}
        return [sign.get(owned.get(point, colour), 0.0) for point, colour in enumerate(colours)]
