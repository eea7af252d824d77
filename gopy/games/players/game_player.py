"""Players of any game that run in this process: the search with a preset or tree policy chosen by name, or random moves."""
import random
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from gopy.base.parameters import make_all, unknown_name
from gopy.base.watch import WATCH, Watch
from gopy.games.catalogue import GameKind
from gopy.games.players.one_tree import OneTree, Searcher
from gopy.games.players.player_text import OWN, PlayerText, parse_player
from gopy.games.players.presets import game_drafts
from gopy.games.players.several_player import SeveralPlayer, several_params
from gopy.games.players.simultaneous_player import SimultaneousPlayer, new_method_policy
from gopy.search.catalogue import RANDOM

if TYPE_CHECKING:
    from gopy.base.parameters import Draft
    from gopy.games.players.any_game import AnyGame
    from gopy.search.report import Report

#: Most MiB that the tree gets if the player's text names no memory.
DEFAULT_MEMORY = 64.0

#: The tree then has room for the simulations of so many moves.
_ROOM = 4

#: Seconds a move if neither the player's text nor the caller limits the move.
DEFAULT_SECONDS = 1.0


def new_player(text: str, kind: GameKind, seed: int, sims: int | None = None,
               seconds: float | None = None, now: Watch = WATCH) -> "RandomPlayer | SearchPlayer | SimultaneousPlayer | SeveralPlayer":
    """The player that a text describes. Its method choose(game, player) chooses a move of an AnyGame.

    kind            the gopy.games.catalogue.GameKind that it plays
    sims, seconds   the limit of a move if the text names none
    now             the gopy.base.watch.Watch that it keeps its seconds by

    ValueError for a text that describes no player.
    """
    return _maker(text, kind, sims, seconds, now)(seed)


def check_player(text: str, kind: GameKind, sims: int | None = None, seconds: float | None = None) -> None:
    """Raise a ValueError, whose text is one sentence, if `new_player` could not make this player. Compiles no search."""
    try:
        _maker(text, kind, sims, seconds)
    except ValueError as error:
        raise ValueError(f"player {text!r}: {error}") from None


def _maker(text: str, kind: GameKind, sims: int | None, seconds: float | None,
           now: Watch = WATCH) -> "Callable[[int], RandomPlayer | SearchPlayer | SimultaneousPlayer | SeveralPlayer]":
    """A function that takes a seed and makes the player."""
    from gopy.game import alternates, is_simultaneous

    written = parse_player(text, sims, seconds)
    limit: dict[str, Any] = {"simulations": written.sims}
    if written.sims is None:
        limit = {"seconds": written.seconds or DEFAULT_SECONDS}
    state = kind.new_state()
    if is_simultaneous(state):
        from gopy.search.simultaneous.matrix_tree import LEAST_BYTES

        if written.memory is not None and written.memory * (1 << 20) < LEAST_BYTES:
            raise ValueError(f"memory: a tree needs at least {LEAST_BYTES >> 10} KiB")
        policy = new_method_policy(written, state)
        return lambda seed: SimultaneousPlayer(written, policy, state, seed, limit, now)
    if written.method is not None:
        raise ValueError("method: the players of this game do not move at the same time; give a policy")
    if written.policy == RANDOM:
        for option in written.options:
            raise unknown_name("parameter", option, OWN)
        return RandomPlayer
    if not alternates(state):
        params = several_params(written, state)
        return lambda seed: SeveralPlayer(written, params, state, seed, limit, now)
    records = records_of(written, kind.params_draft())
    _check_memory(written, state, *records[:2])
    return lambda seed: SearchPlayer(written, kind, records, state, seed, limit, now)


def _check_memory(written: PlayerText, state: Any, policy: Any, search_params: Any) -> None:
    """ValueError if the memory that a PlayerText asks for is too small for a tree."""
    from gopy.search.proofs.pn_mcts import layout_for
    from gopy.search.threads import least_nodes
    from gopy.search.tree import bytes_per_node, capacity_for

    layout, least = layout_for(policy, search_params), least_nodes(state)
    if written.memory is not None and capacity_for(written.memory * (1 << 20), layout) < least:
        raise ValueError(f"memory: a tree of this game needs at least {(int(least * bytes_per_node(layout)) >> 10) + 1} KiB")


def records_of(written: PlayerText, game_draft: "Draft | None") -> tuple[Any, Any, Any]:
    """(tree policy, SearchParams, parameters of the game or None) that a PlayerText asks for.

    Each of its options is set in every one of the three that has a parameter of this name.
    """
    from gopy.search.proofs.pn_mcts import layout_for

    drafts = game_drafts(written.preset, written.policy, written.options, game_draft)
    tree_policy, search_params, *game_params = make_all(drafts, written.options, OWN)
    layout_for(tree_policy, search_params)      # raises ValueError: some policies do not go with proof numbers
    return tree_policy, search_params, game_params[0] if game_params else None


def new_searcher(kind: GameKind, state: Any, written: PlayerText, records: tuple[Any, Any, Any], memory_bytes: int, seed: int,
                 now: Watch = WATCH) -> Searcher:
    """The Searcher of playouts that a PlayerText asks for: one tree in this process, or one in each of several."""
    if written.cluster == 1:
        return OneTree(state, records, written.threads, memory_bytes, seed, now)
    from gopy.games.players.cluster import Cluster

    return Cluster(kind, written, memory_bytes, seed, now)


class RandomPlayer:
    """Plays each legal move with the same probability."""

    helper_seconds = 0.0

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def choose(self, game: "AnyGame", player: int, should_stop: Callable[[], object] | None = None) -> int:
        """A random move of `player`, whose turn it is. It takes no time, so `should_stop` is not asked."""
        return self._random.choice(game.legal_moves(player))


class SearchPlayer:
    """A player that searches; unless told otherwise it keeps its tree from one move to the next.

    report      the gopy.search.report.Report of the last search, None before the first
    """

    def __init__(self, written: PlayerText, kind: GameKind, records: tuple[Any, Any, Any], state: Any, seed: int,
                 limit: dict[str, Any], now: Watch) -> None:
        """limit: that of a move, {"simulations": ...} or {"seconds": ...}."""
        from gopy.search.proofs.pn_mcts import layout_for

        self._reuse, self._limit = written.reuse, limit
        memory = (memory_for(state, layout_for(*records[:2]), limit.get("simulations"))
                  if written.memory is None else written.memory * (1 << 20))
        self._searcher: Searcher = new_searcher(kind, state, written, records, int(memory), seed, now)
        self.report: "Report | None" = None
        self._simulations = 0
        self._root: list[Any] | None = None     # the moves that led to the root

    def choose(self, game: "AnyGame", player: int, should_stop: Callable[[], object] | None = None) -> int:
        """The move that the search finds best.

        should_stop(): polled every few tens of milliseconds; true ends the search with the best move so far.
        """
        root = self._root
        follows = self._reuse and root is not None and game.moves[:len(root)] == root
        played = game.moves[len(root):] if follows and root is not None else None
        self._searcher.set_root(game, played)
        self._root = list(game.moves)
        self.report = report = self._searcher.run(self._limit.get("simulations"), self._limit.get("seconds"),
                                                  should_stop or (lambda: False))
        self._simulations += report.simulations
        return report.children[0].move

    @property
    def helper_seconds(self) -> float:
        """Processor time so far of the threads and processes that help the one that calls `choose`."""
        return self._searcher.helper_seconds

    def simulations(self) -> int:
        """The number of simulations for all moves chosen so far."""
        return self._simulations


def memory_for(state: Any, layout: type, simulations: int | None) -> float:
    """Bytes for the tree if the player's text names no memory: room for all nodes that _ROOM moves' simulations can make.

    A larger tree would be gone through at every move, which takes longer than the simulations of a quick move.
    """
    from gopy.game import legal_moves, num_moves
    from gopy.search.threads import least_nodes
    from gopy.search.tree import bytes_per_node

    most = DEFAULT_MEMORY * (1 << 20)
    if simulations is None:
        return most
    width = 2 * legal_moves(state, np.zeros(num_moves(state), np.int16))    # there are seldom more moves than this
    return min(most, bytes_per_node(layout) * (least_nodes(state) + 1000 + _ROOM * simulations * width))
