"""The compiled search fed with games: positions, komi and ko rules for the root, and tree reuse between moves."""

from gopy.cpus import usable_cpus
from gopy.go.geometry import BLACK, WHITE
from gopy.go.history import Game
from gopy.go.rules import Ko, Scoring
from gopy.engine.handicap_komi import extra_komi as dynamic_komi
from gopy.engine.passing import stones_played
from gopy.engine.presets import build


class GoSearch:
    """A search of one board size whose tree follows a game. Made slowly (kernels), used by one thread at a time."""

    def __init__(self, size, options, seed):
        import gopy.go.contract  # noqa: F401  (what the search asks of a game)
        from gopy.compiled import jit
        from gopy.go.bitboard.construct import new_position
        from gopy.search.proofs.pn_mcts import layout_for
        from gopy.search.threads import Search, warm

        self.size = size
        self._position = position = new_position(size)
        policy, search_params, go_params = build(options.preset, size, options.parameters())

        def exercise():
            game = Game(size)
            game.play(BLACK, 0)
            self._set_up(game.board, WHITE)
            warm(position, policy, search_params, go_params)

        layout = layout_for(policy, search_params)
        jit.warm(f"{type(position).__name__}-{type(policy).__name__}-{layout.__name__}", exercise)
        self._go_params, self._judging_params = go_params, go_params._replace(prior_move=0.0)
        self._search = Search(position, policy, search_params, go_params,
                              threads=options.threads or usable_cpus(), memory_bytes=options.memory << 20,
                              seed=seed)
        self.forget()

    def restart(self, seed):
        """Forget the tree and start the random numbers of `seed`."""
        self._search.reseed(seed)
        self.forget()

    def forget(self, judging=False):
        """Drop the tree: the next root starts anew.

        judging: until the next call, search without learnt priors. They rank the moves of open positions; where all
        is settled they would urge now one side, now the other, to spoil its own groups.
        """
        self._root = self._ko = None
        self._search.game_params = self._judging_params if judging else self._go_params

    def set_root(self, game, colour, *, extra_komi=0.0, passes=0, avoid=frozenset()):
        """Search for `colour` to move in `game` from now on; keeps what the tree knows about the moves since.

        extra_komi: points counted for White on top of the rules. passes: how many the position ends with, as
        far as the search shall know (with 1, a pass ends the game). avoid: moves not to choose at the root.
        """
        from gopy.go.bitboard.construct import set_rules

        board, rules = game.board, game.rules
        self._komi_shift = extra_komi
        if rules.scoring is Scoring.TERRITORY:
            # Playouts count areas. The player to move may or may not play the last stone: half a point.
            self._komi_shift += stones_played(game) + (0.5 if colour == BLACK else -0.5)
        self._set_up(board, colour, passes, *[move for _, move in game.moves[:-3:-1]])
        ko = _searched_ko(game, colour, avoid)
        if ko is not self._ko:      # the tree was grown without the moves that the other rule forbids, or with them
            self._ko, self._root = ko, None
        set_rules(self._position, game.effective_komi + self._komi_shift, int(ko), int(rules.suicide))
        self._search.set_root(self._position, played_since(self._root, game, colour, passes, extra_komi),
                              game.repetition_hashes(ko))
        self._search.avoid = set(avoid)
        self._root = root_of(game, colour, passes, extra_komi)

    def run(self, simulations=None, deadline=None, on_slice=None, **how):
        """Search; see gopy.search.threads.Search.run. The Report's score is by the game's own komi.

        What is proven is so where areas are counted as they stand; with a komi of the search's own nothing is.
        """
        return self._with_true_komi(self._search.run(simulations, deadline, on_slice, **how))

    def report(self, **how):
        """A Report of the search so far, as Search.report."""
        return self._with_true_komi(self._search.report(**how))

    def exchange(self, depth):
        """The gopy.search.exchange.Exchange of the tree, its kernels loaded; the tree is dropped."""
        from gopy.compiled import jit
        from gopy.search.exchange import Exchange, warm_exchange

        search = self._search
        label = f"{type(self._position).__name__}-{type(search.policy).__name__}-exchange"
        jit.warm(label, lambda: warm_exchange(search))
        self.forget()
        return Exchange(search, depth)

    @property
    def helper_seconds(self):
        """Processor time of the search's own threads so far; the caller's is not one of them."""
        return sum(self._search.helper_seconds)

    def stop(self):
        """End `run` within milliseconds, from any thread."""
        self._search.stop()

    def _set_up(self, board, colour, passes=0, last=-1, last_but_one=-1):
        from gopy.go.bitboard.construct import setup

        setup(self._position, board.colours, colour, board.ko_for(colour), passes, last, last_but_one)

    def _with_true_komi(self, report):
        report.score_mean += self._komi_shift       # a score is Black's
        if self._komi_shift != 0.0:
            for entry in (report, *report.children):
                entry.proven = ""
        return report


def _searched_ko(game, colour, avoid):
    """The ko rule to search by.

    Under simple ko a lost side could go round in circles for ever; nothing is won by it, so we never repeat a
    situation, unless every move that is not to be avoided does.
    """
    ko = game.rules.ko
    if ko is not Ko.SIMPLE:
        return ko
    allowed = [move for move in game.legal_moves(colour) if move not in avoid] if avoid else []
    only_repeats = allowed and all(game.repeats(colour, move, Ko.SITUATIONAL) for move in allowed)
    return Ko.SIMPLE if only_repeats else Ko.SITUATIONAL


def root_of(game, colour, passes, extra_komi):
    """What a tree whose root is this position remembers of it."""
    return (game.initial, list(game.moves), colour, passes, game.effective_komi,
            game.rules, extra_komi)


def played_since(root, game, colour, passes, extra_komi):
    """Moves that lead from a root (a `root_of`, or None) to this position; None if its tree says nothing about it.

    A dynamic komi may have faded since, but win rates by it say nothing of those by the true komi, nor these of them.
    """
    if root is None:
        return None
    initial, moves, to_play, root_passes, komi, rules, root_extra_komi = root
    same_game = initial is game.initial and game.moves[:len(moves)] == moves
    if not same_game or (komi, rules) != (game.effective_komi, game.rules):
        return None
    faded = sum(sign * dynamic_komi(game.handicap, count, game.size)
                for sign, count in ((1, len(moves)), (-1, len(game.moves))))
    if abs(extra_komi - root_extra_komi) > faded + 1e-6:
        return None
    played = []
    for mover, move in game.moves[len(moves):]:
        if mover != to_play:
            return None
        played.append(move)
        to_play = 1 - to_play
    # A pass means something else as the second one.
    if to_play != colour or game.pass_move in played or (not played and passes != root_passes):
        return None
    return played
