"""Players of any game in this process: the search with a tree policy by name, or random moves."""
import random
import time

import numpy as np

from gopy.inputs.parameters import make_all, unknown_name
from gopy.players.player_text import OWN, parse_player
from gopy.search.catalogue import policy_drafts, policy_named
from gopy.players.simultaneous_player import SimultaneousPlayer, new_method_policy

#: The player that does not search, by its name among the policies.
RANDOM = "random"

DEFAULT_POLICY = "uct"

#: MiB for the tree at most, if the player's text does not say.
DEFAULT_MEMORY = 64.0

#: How many moves' simulations there is room for.
_ROOM = 4

#: Seconds a move where nobody says how long to think.
DEFAULT_SECONDS = 1.0


def new_player(text, registered, game_options, seed, sims=None, seconds=None):
    """A player, with choose(course, player), from its text.

    registered, game_options    of the game, as gopy.games.catalogue.load_game has them
    sims, seconds               limit of a move where the text names none

    ValueError for a text that cannot be.
    """
    return _maker(text, registered, game_options, sims, seconds)(seed)


def check_player(text, registered, game_options, sims=None, seconds=None):
    """Raise a ValueError, one sentence, if `new_player` could not make it; compiles no search."""
    try:
        _maker(text, registered, game_options, sims, seconds)
    except ValueError as error:
        raise ValueError(f"player {text!r}: {error}") from None


def _maker(text, registered, game_options, sims, seconds):
    """Function of a seed that makes the player."""
    from gopy.game import is_simultaneous

    written = parse_player(text, sims, seconds)
    limit = {"simulations": written.sims}
    if written.sims is None:
        limit = {"seconds": written.seconds or DEFAULT_SECONDS}
    state = registered.new_state(**game_options)
    if is_simultaneous(state):
        policy = new_method_policy(written, state)
        return lambda seed: SimultaneousPlayer(written, policy, state, seed, limit)
    name = written.choice or DEFAULT_POLICY
    if name == RANDOM:
        for option in written.options:
            raise unknown_name("parameter", option, ("policy", *OWN))
        return RandomPlayer
    records = _records(name, written.options, registered.params_draft(**game_options))
    return lambda seed: SearchPlayer(written, *records, state, seed, limit)


def _records(name, changes, game_draft):
    """(tree policy, SearchParams, game's parameters) of a policy's name, with changes; each goes to all that have it."""
    from gopy.search.proofs.pn_mcts import layout_for

    drafts = list(policy_drafts(name, changes))
    if game_draft is not None:
        priors = [each for each in game_draft.constructor.parameters if each.startswith("prior_")]
        drafts.append(game_draft if policy_named(name).priors else game_draft.changed(dict.fromkeys(priors, 0)))
    tree_policy, search_params, *game_params = make_all(drafts, changes, ("policy", *OWN))
    layout_for(tree_policy, search_params)      # not every policy goes with proof numbers
    return tree_policy, search_params, game_params[0] if game_params else None


class RandomPlayer:
    """Makes each legal move with the same probability."""

    def __init__(self, seed):
        self._random = random.Random(seed)

    def choose(self, course, player, should_stop=None):
        """A move of `player`, whose turn it is. It takes no time, so nothing stops it."""
        return self._random.choice(course.legal_moves(player))


class SearchPlayer:
    """A search of one thread whose tree follows the game.

    report      the last search's gopy.search.report.Report, None before the first
    """

    def __init__(self, written, policy, search_params, game_params, state, seed, limit):
        """limit: {"simulations": ...} or {"seconds": ...} of a move."""
        from gopy.search.proofs.pn_mcts import layout_for
        from gopy.search.threads import Search

        _load_kernels(state, policy, search_params, game_params)
        self._reuse, self._limit = written.reuse, limit
        memory = (_memory_for(state, layout_for(policy, search_params), limit.get("simulations"))
                  if written.memory is None else written.memory * (1 << 20))
        self._search = Search(state, policy, search_params, game_params, memory_bytes=int(memory), seed=seed)
        self.report = None
        self._simulations = 0
        self._root = None           # moves that led to the root

    def choose(self, course, player, should_stop=None):
        """The move that the search finds best.

        should_stop(): polled every few tens of milliseconds; true ends the search with the best move so far.
        """
        follows = self._reuse and self._root is not None and course.moves[:len(self._root)] == self._root
        played = course.moves[len(self._root):] if follows else None
        self._search.set_root(course.state, played, course.hashes)
        self._root = list(course.moves)
        seconds = self._limit.get("seconds")
        self.report = self._search.run(self._limit.get("simulations"),
                                       None if seconds is None else time.perf_counter() + seconds,
                                       None if should_stop is None else lambda _: should_stop())
        self._simulations += self.report.simulations
        return self.report.best.move

    def simulations(self):
        """Simulations of all moves chosen so far."""
        return self._simulations


def _memory_for(state, layout, simulations):
    """Bytes for the tree where the player's text names none: room for all that the simulations of some moves can make.

    More would be looked through at every move, which for quick moves takes longer than their simulations.
    """
    from gopy.game import legal_moves, num_moves
    from gopy.search.threads import least_nodes
    from gopy.search.tree import bytes_per_node

    most = DEFAULT_MEMORY * (1 << 20)
    if simulations is None:
        return most
    width = 2 * legal_moves(state, np.zeros(num_moves(state), np.int16))    # there are seldom more moves than this
    return min(most, bytes_per_node(layout) * (least_nodes(state) + 1000 + _ROOM * simulations * width))


_LOADED = set()


def _load_kernels(state, policy, search_params, game_params):
    """Compile or load the search for games like `state`, once a process; one process compiles while others wait."""
    from gopy.compiled import jit
    from gopy.search.proofs.pn_mcts import layout_for
    from gopy.search.threads import warm

    types = type(state), type(policy), layout_for(policy, search_params)
    if types not in _LOADED:
        jit.warm("-".join(each.__name__ for each in types), lambda: warm(state, policy, search_params, game_params))
        _LOADED.add(types)
