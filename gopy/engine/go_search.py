"""The compiled search as games of Go use it: position, komi and ko rule of the root, and tree reuse between moves."""
from collections.abc import Callable, Collection
from typing import TYPE_CHECKING, Any

from gopy.cpus import usable_cpus
from gopy.engine.handicap_komi import extra_komi as dynamic_komi
from gopy.engine.options import Options
from gopy.engine.passing import stones_played
from gopy.go.geometry import BLACK, WHITE
from gopy.go.history import Game
from gopy.go.rules import Ko, Scoring
from gopy.players.presets import build

if TYPE_CHECKING:
    from gopy.search.exchange import Exchange
    from gopy.search.report import Report


#: The least share of rule NAKADE in playouts that judge settled positions.
_JUDGING_NAKADE = 0.8


class GoSearch:
    """A search for one board size, whose tree follows a game.

    Making it takes long, because its kernels are loaded or compiled. One thread at a time may use it; `stop` may be called
    from any.
    """

    def __init__(self, size: int, options: Options, seed: int) -> None:
        import gopy.go.contract  # noqa: F401  (what the search asks of a game)
        from gopy.compiled import jit
        from gopy.go.bitboard.construct import new_position
        from gopy.search.proofs.pn_mcts import layout_for
        from gopy.search.threads import Search, warm

        self.size = size
        self._position = position = new_position(size)
        policy, search_params, go_params = build(options.preset, size, options.parameters(), options.policy,
                                                 patterns=options.patterns)

        def exercise() -> None:
            game = Game(size)
            game.play(BLACK, 0)
            self._set_up(game, WHITE)
            warm(position, policy, search_params, go_params)

        layout = layout_for(policy, search_params)
        jit.warm(f"{type(position).__name__}-{type(policy).__name__}-{layout.__name__}-{type(go_params).__name__}", exercise)
        self._go_params = go_params
        self._judging_params = go_params._replace(prior_move=0.0, nakade=max(go_params.nakade, _JUDGING_NAKADE))
        self._search = Search(position, policy, search_params, go_params,
                              threads=options.threads or usable_cpus(), memory_bytes=options.memory << 20,
                              seed=seed)
        self.forget()

    def restart(self, seed: int) -> None:
        """Forget the tree and start the random numbers from `seed`."""
        self._search.reseed(seed)
        self.forget()

    def forget(self, judging: bool = False) -> None:
        """Drop the tree: the search starts anew at the next root.

        judging: whether to search without learnt priors, and with more nakade, until the next call. These priors rank the moves of
        open positions; in a settled position they would make either side spoil its own chains, and what is left to see are eyes.
        """
        self._root: tuple[Any, ...] | None = None
        self._ko: Ko | None = None
        self._search.use_params(self._judging_params if judging else self._go_params)

    def set_root(self, game: Game, colour: int, *, extra_komi: float = 0.0, passes: int = 0, avoid: Collection[int] = frozenset()) -> None:
        """Make the position of `game`, with `colour` to move, the root. What the tree knows about it already is kept.

        extra_komi   points counted for White in addition to those of the rules
        passes       how many passes the search is to assume just before this position (with 1, a pass ends the game)
        avoid        moves that must not be chosen at the root
        """
        from gopy.go.bitboard.construct import set_rules

        rules = game.rules
        self._extra_komi, area_points = extra_komi, 0.0
        if rules.scoring is Scoring.TERRITORY:
            # Playouts count area. The player to move may or may not play the last stone, which makes half a point.
            area_points = stones_played(game) + (0.5 if colour == BLACK else -0.5)
        self._counts_otherwise = extra_komi + area_points != 0.0
        self._set_up(game, colour, passes)
        ko = _searched_ko(game, colour, avoid)
        if ko is not self._ko:      # the tree was grown by another ko rule, under which other moves are legal
            self._ko, self._root = ko, None
        set_rules(self._position, game.effective_komi + extra_komi + area_points, int(ko), int(rules.suicide))
        self._search.set_root(self._position, played_since(self._root, game, colour, passes, extra_komi),
                              game.repetition_hashes(ko))
        self._search.avoid = set(avoid)
        self._root = root_of(game, colour, passes, extra_komi)

    def run(self, simulations: int | None = None, deadline: float | None = None, on_slice: Callable[[Any], object] | None = None,
            **how: Any) -> "Report":
        """Search and return the Report, see gopy.search.threads.Search.run. Its score is the one under the game's own komi.

        A proof holds for area counted as it stands. If the search uses another komi than the game, nothing counts as proven.
        """
        return self._with_true_komi(self._search.run(simulations, deadline, on_slice, **how))

    def report(self, **how: Any) -> "Report":
        """The Report of the search so far, see gopy.search.threads.Search.report."""
        return self._with_true_komi(self._search.report(**how))

    def priors(self) -> dict[int, float]:
        """{move: its prior probability} of the moves that may be chosen at the root, once it has been searched."""
        return self._search.priors()

    def record_owners(self, wanted: bool) -> None:
        """Whether reports tell the ownership after each move, from the next root on."""
        self._search.record_owners(wanted)

    def outline(self, least_visits: int) -> list:
        """The gopy.search.outline.Node of the root's moves; see there."""
        return self._search.outline(least_visits)

    def exchange(self, depth: int) -> "Exchange":
        """A gopy.search.exchange.Exchange for this search, with its kernels loaded. The tree is dropped."""
        from gopy.compiled import jit
        from gopy.search.exchange import Exchange, warm_exchange

        search = self._search
        label = f"{type(self._position).__name__}-{type(search.policy).__name__}-{type(self._go_params).__name__}-exchange"
        jit.warm(label, lambda: warm_exchange(search))
        self.forget()
        return Exchange(search, depth)

    @property
    def helper_seconds(self) -> float:
        """Processor time, in seconds, that the search's own threads have used so far; the calling thread is not counted."""
        return sum(self._search.helper_seconds)

    def stop(self) -> None:
        """End `run` within milliseconds. May be called from any thread."""
        self._search.stop()

    def _set_up(self, game: Game, colour: int, passes: int = 0) -> None:
        from gopy.go.bitboard.construct import setup_game

        setup_game(self._position, game, colour, passes)

    def _with_true_komi(self, report: "Report") -> "Report":
        entries: list[Any] = [report, *report.children]
        for entry in entries:
            # Scores are Black's. What area counts more than territory stays in, for the score is that of the game's rules.
            entry.score_mean += self._extra_komi
            if self._counts_otherwise:
                entry.proven = ""
        return report


def _searched_ko(game: Game, colour: int, avoid: Collection[int]) -> Ko:
    """The ko rule to search by.

    Under simple ko a side that is lost could repeat positions for ever, which wins nothing. So the search never repeats a
    situation (a position with the same player to move), unless every move that may be chosen does.
    """
    ko = game.rules.ko
    if ko is not Ko.SIMPLE:
        return ko
    allowed = [move for move in game.legal_moves(colour) if move not in avoid] if avoid else []
    only_repeats = allowed and all(game.repeats(colour, move, Ko.SITUATIONAL) for move in allowed)
    return Ko.SIMPLE if only_repeats else Ko.SITUATIONAL


def root_of(game: Game, colour: int, passes: int, extra_komi: float) -> tuple:
    """What is remembered of this position while it is the root of a tree, as a tuple for `played_since`."""
    return (game.initial, list(game.moves), colour, passes, game.effective_komi,
            game.rules, extra_komi)


def played_since(root: tuple[Any, ...] | None, game: Game, colour: int, passes: int, extra_komi: float) -> list[int] | None:
    """The moves that lead from a root (a `root_of`, or None) to this position; None if its tree is of no use here.

    The dynamic komi of a handicap game may have faded between the two. But win rates under a dynamic komi say nothing about
    those under the true komi, nor the other way round.
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
    # A pass has another meaning when it is the second in a row.
    if to_play != colour or game.pass_move in played or (not played and passes != root_passes):
        return None
    return played
