"""The compiled search as games of Go use it: position, komi and ko rule of the root, and tree reuse between moves."""
from collections.abc import Callable, Collection
from typing import TYPE_CHECKING, Any

from gopy.base.cpus import usable_cpus
from gopy.base.watch import WATCH, Watch
from gopy.engine.chance import sharpness_of
from gopy.engine.options import Options
from gopy.engine.passing import stones_played
from gopy.engine.searcher import Root
from gopy.games.players.presets import build, without_network
from gopy.go.geometry import BLACK, WHITE
from gopy.go.history import Game
from gopy.go.rules import Ko, Scoring

if TYPE_CHECKING:
    from gopy.search.exchange import Exchange
    from gopy.search.outline import Node
    from gopy.search.report import Report


class GoSearch:
    """The Searcher in this process, with one tree and `options.threads` threads."""

    def __init__(self, size: int, options: Options, seed: int, now: Watch = WATCH) -> None:
        import gopy.go.contract  # noqa: F401  (what the search asks of a game)
        from gopy.go.bitboard.construct import new_position
        from gopy.go.knowledge.rules_of import for_judging
        from gopy.search.loading import load_search
        from gopy.search.threads import Search

        self.size = size
        self._position = position = new_position(size)
        self._playing = build(options.preset, size, options.parameters, options.policy, options.move_model, options.network)

        def prepare() -> None:
            game = Game(size)
            game.play(BLACK, 0)
            self._set_up(game, WHITE)

        load_search(position, *self._playing, prepare)
        self._unaided = without_network(self._playing, size, options.parameters, options.policy, options.move_model)
        self._judging = self._unaided._replace(game_params=for_judging(self._unaided.game_params))
        self._search = Search(position, *self._playing, threads=options.threads or usable_cpus(), memory_bytes=options.memory << 20,
                              seed=seed, now=now)
        self.forget()

    def restart(self, seed: int) -> None:
        """Forget the tree and start the random numbers from `seed`."""
        self._search.reseed(seed)
        self.forget()

    def forget(self) -> None:
        """Drop the tree: the search starts anew at the next root."""
        self._trail: tuple[Any, ...] | None = None
        self._ko: Ko | None = None

    def set_root(self, root: Root) -> None:
        """Search from this Root on. What the tree knows about the position already is kept."""
        from gopy.go.bitboard.construct import set_rules

        game, colour, rules = root.game, root.colour, root.game.rules
        self._extra_komi, area_points = root.extra_komi, 0.0
        if rules.scoring is Scoring.TERRITORY:
            # Playouts count area. The player to move may or may not play the last stone, which makes half a point.
            area_points = stones_played(game) + (0.5 if colour == BLACK else -0.5)
        # A proof holds for area counted as it stands. If the search counts otherwise than the game, nothing counts as proven.
        self._proves = root.extra_komi + area_points == 0.0
        self._set_up(game, colour, root.passes)
        ko = _searched_ko(game, colour, root.avoid)
        if ko is not self._ko:      # the tree was grown by another ko rule, under which other moves are legal
            self._ko, self._trail = ko, None
        set_rules(self._position, game.effective_komi + root.extra_komi + area_points, int(ko), int(rules.suicide))
        records = self._judging if root.judging else self._playing if root.network else self._unaided
        self._search.policy, self._search.search_params, self._search.game_params = records
        self._sharpness = sharpness_of(self.size, records is self._playing and self._playing is not self._unaided)
        self._search.set_root(self._position, played_since(self._trail, root), game.repetition_hashes(ko))
        self._search.avoid = set(root.avoid)
        self._trail = trail_of(root)

    def run(self, simulations: int | None = None, deadline: float | None = None, on_slice: Callable[[Any], object] | None = None,
            max_moves: int | None = None) -> "Report":
        """Search and return the Report, see gopy.search.threads.Search.run."""
        return self._told(self._search.run(simulations, deadline, on_slice, max_moves))

    def report(self, max_moves: int | None = None, pv_length: int = 32, least_share: float = 0.0) -> "Report":
        """The Report of the search so far, see gopy.search.threads.Search.report."""
        return self._told(self._search.report(max_moves, pv_length, least_share))

    def priors(self) -> dict[int, float]:
        """{move: its prior probability} of the moves that may be chosen at the root, once it has been searched."""
        return self._search.priors()

    def record_owners(self, wanted: bool) -> None:
        """Whether reports tell the ownership after each move, from the next root on."""
        self._search.record_owners(wanted)

    def outline(self, least_visits: int) -> "list[Node]":
        """The gopy.search.outline.Node of the root's moves; see there."""
        return self._search.outline(least_visits)

    def exchange(self, depth: int) -> "Exchange":
        """A gopy.search.exchange.Exchange for this search, with its kernels loaded. The tree is dropped."""
        from gopy.search.exchange import Exchange
        from gopy.search.loading import load_exchange

        load_exchange(self._search)
        self.forget()
        return Exchange(self._search, depth)

    @property
    def helper_seconds(self) -> float:
        """Processor time, in seconds, that the search's own threads have used so far; the calling thread is not counted."""
        return sum(self._search.helper_seconds)

    def stop(self) -> None:
        """End `run` within milliseconds. May be called from any thread."""
        self._search.stop()

    def close(self) -> None:
        """End what is running. The tree and the threads go with this object."""
        self._search.stop()

    def _set_up(self, game: Game, colour: int, passes: int = 0) -> None:
        from gopy.go.bitboard.construct import setup_game

        setup_game(self._position, game, colour, passes)

    def _told(self, report: "Report") -> "Report":
        """A Report whose scores are those of the game, without the Root's extra points. Its win rates stay those of the search."""
        # What area counts more than territory stays in, for the score is that of the game's rules.
        report.sharpness = self._sharpness
        entries: list[Any] = [report, *report.children]
        for entry in entries:
            entry.score_mean += self._extra_komi        # scores are Black's
            entry.lead += self._extra_komi
            if not self._proves:
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


def trail_of(root: Root) -> tuple[Any, ...]:
    """What is remembered of a Root while it is that of a tree, as a tuple for `played_since`. Its game may go on meanwhile."""
    game = root.game
    return game.initial, list(game.moves), root.colour, root.passes, *_counted(root)


def _counted(root: Root) -> list[Any]:
    """What the win rates in the tree of a Root depend on beside the position."""
    return [root.judging, root.network, root.game.effective_komi, root.game.rules, root.extra_komi]


def played_since(trail: tuple[Any, ...] | None, root: Root) -> list[int] | None:
    """The moves that lead from an earlier root, given by its `trail_of`, or None, to a Root; None if its tree is of no use here.

    Win rates under other extra points, or by another judge, say nothing about those of this root.
    """
    if trail is None:
        return None
    game = root.game
    initial, moves, to_play, passes_before, *counted = trail
    same_game = initial is game.initial and game.moves[:len(moves)] == moves
    if not same_game or counted != _counted(root):
        return None
    played = []
    for mover, move in game.moves[len(moves):]:
        if mover != to_play:
            return None
        played.append(move)
        to_play = 1 - to_play
    # A pass has another meaning when it is the second in a row.
    if to_play != root.colour or game.pass_move in played or (not played and root.passes != passes_before):
        return None
    return played
