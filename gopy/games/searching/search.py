"""`gopy.Search`: the search of any game in one object, with threads, processes, or an evaluator of the user's own."""
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from gopy import game as contract
from gopy.base.watch import WATCH
from gopy.games.catalogue import game_kind
from gopy.games.players.any_game import AnyGame, kind_of_position
from gopy.games.players.game_player import DEFAULT_MEMORY, DEFAULT_SECONDS, new_searcher, records_of
from gopy.games.players.one_tree import Searcher
from gopy.games.players.player_text import OWN, PlayerText
from gopy.games.searching.found import Found, FoundMove, FoundNode, found, found_nodes

if TYPE_CHECKING:
    from gopy.search.evaluated.params import EvaluatedParams
    from gopy.search.evaluated.search import Evaluate
    from gopy.search.outline import Node
    from gopy.search.report import Report

#: MiB for the tree of a search with an evaluator, whose nodes are larger.
EVALUATED_MEMORY = 256.0

#: Moves of a Found while a search runs.
LIVE_MOVES = 10


class Search:
    """The search of a game from a position that moves on with the game.

    >>> search = Search("tictactoe", simulations=2000, seed=1)
    >>> search.play("b2")
    >>> found = search.run()
    >>> found.visits, found.to_play
    (2000, 1)
    """

    def __init__(self, game: "str | AnyGame | Any" = "go", *, policy: str | None = None, preset: str | None = None,
                 simulations: int | None = None, seconds: float | None = None, threads: int = 1, cluster: int = 1,
                 cluster_seconds: float = 0.2, memory: float | None = None, seed: int = 0, evaluate: "Evaluate | None" = None,
                 batch: int = 64, fixed: bool = False, **parameters: Any) -> None:
        """Search a game: one of the catalogue ("gomoku:size=9"), a Python file ("hex.py"), an AnyGame, or a position of any game.

        policy, preset    names of a tree policy (or its Python file) and of a preset; with `evaluate` the policy is "puct" or "gumbel"
        simulations, seconds  limits of a run that names none; without both a run takes a second
        threads           threads that share one tree; in games of several players, with chance or hidden information, with a table each
        cluster           processes, each with a tree and `threads` of its own, that tell each other what they learn
        cluster_seconds   seconds between two such exchanges
        memory            MiB for each tree
        evaluate          a function that judges positions in the place of playouts, see gopy.search.evaluated.search
        batch, fixed      how many positions it is asked about at once, and whether it always gets as many
        parameters        of the policy, the search and the game's playouts, as in the text of a player

        ValueError, one sentence, for what does not fit together.
        """
        self.game = _game_of(game, seed)
        if self.game.simultaneous:
            raise ValueError("the players of this game move at the same time: gopy.search.simultaneous searches such games")
        for name, parameter, value in (("simulations", OWN["sims"], simulations), ("seconds", OWN["seconds"], seconds),
                                       ("threads", OWN["threads"], threads), ("cluster", OWN["cluster"], cluster),
                                       ("cluster_seconds", OWN["cluster_seconds"], cluster_seconds), ("memory", OWN["memory"], memory)):
            if value is not None:
                parameter.value(name, value)
        if not contract.alternates(self.game.state):
            for name, given in (("cluster", cluster > 1), ("preset", preset), ("policy", policy), ("evaluate", evaluate)):
                if given:
                    raise ValueError(f"{name}: the search of games with several players, chance or hidden information has none")
        self._simulations, self._seconds = simulations, seconds
        self._searcher: Searcher
        if evaluate is not None:
            for name, given in (("threads", threads > 1), ("cluster", cluster > 1), ("preset", preset is not None)):
                if given:
                    raise ValueError(f"{name}: a search with an evaluator has none")
            self._searcher = _with_evaluator(self.game, evaluate, policy, memory, batch, fixed, seed, parameters)
        elif not contract.alternates(self.game.state):
            self._searcher = _SeveralTable(self.game, threads, memory, seed, parameters)
        else:
            written = PlayerText(threads=threads, cluster=cluster, cluster_seconds=cluster_seconds, preset=preset, policy=policy,
                                 options={name: str(value) for name, value in parameters.items()})
            kind = self.game.kind
            self._searcher = new_searcher(kind, self.game.state, written, records_of(written, kind.params_draft()),
                                          int((memory or DEFAULT_MEMORY) * (1 << 20)), seed)
        self._searcher.set_root(self.game, None)

    # ---- the position ---------------------------------------------------------------------------

    def play(self, move: int | str) -> None:
        """Play a legal move, given by its text or number. What the tree knows of the position after it is kept. ValueError if it is
        not legal."""
        player = self.game.to_play or 0
        number = self.game.parse_move(player, move) if isinstance(move, str) else int(move)
        if self.game.is_over or number not in self.game.legal_moves(player):
            raise ValueError(f"there is no legal move {move!r}")
        self.game.play(number)
        self._searcher.set_root(self.game, [number])

    def undo(self) -> None:
        """Take back the last move; the tree starts anew. ValueError if there is none."""
        self.game.undo()
        self._searcher.set_root(self.game, None)

    # ---- searching ------------------------------------------------------------------------------

    def run(self, simulations: int | None = None, seconds: float | None = None,
            on_found: "Callable[[Found], object] | None" = None) -> Found:
        """Search until one of the limits; returns what was found. Without a limit that of the constructor holds.

        on_found: called with a Found of the best moves every few tens of milliseconds; the run ends when it returns true.
        """
        if simulations is None and seconds is None:
            simulations, seconds = self._simulations, self._seconds
            if simulations is None and seconds is None:
                seconds = DEFAULT_SECONDS

        def ended() -> object:
            return on_found is not None and on_found(self.found(LIVE_MOVES))
        return self._found(self._searcher.run(simulations, seconds, ended))

    def stop(self) -> None:
        """End the run under way. Any thread may call this."""
        self._searcher.stop()

    def found(self, most: int | None = None) -> Found:
        """What has been found so far, with at most `most` moves; not while a run is under way."""
        return self._found(self._searcher.report(most))

    def _found(self, report: "Report") -> Found:
        return found(report, self.game.state, self._searcher.values() if isinstance(self._searcher, _SeveralTable) else None)

    @property
    def best(self) -> FoundMove | None:
        """The move to play, None where the game is over; not while a run is under way."""
        return self.found(1).best

    def tree(self, least_visits: int = 1) -> tuple[FoundNode, ...]:
        """The moves that were searched at least so often, with their answers, and so on; not while a run is under way."""
        return found_nodes(self._searcher.outline(least_visits), self.game.state)

    def close(self) -> None:
        """End the processes of a cluster."""
        self._searcher.close()

    def __enter__(self) -> "Search":
        return self

    def __exit__(self, *reason: object) -> None:
        self.close()


def _game_of(game: Any, seed: int) -> AnyGame:
    """What the user calls a game, as an AnyGame."""
    if isinstance(game, AnyGame):
        return game
    if isinstance(game, str):
        return AnyGame(game_kind(game), seed)
    return AnyGame(kind_of_position(game), seed, game)


class _OwnSearch:
    """What the two Searchers below have in common: a search that makes Reports itself."""

    _search: Any
    helper_seconds = 0.0

    def run(self, simulations: int | None, seconds: float | None, ended: Callable[[], object]) -> "Report":
        """See Searcher."""
        self._search.run(simulations, None if seconds is None else WATCH() + seconds, ended)
        return self._search.report()

    def report(self, max_moves: int | None = None) -> "Report":
        """See Searcher."""
        return self._search.report(max_moves)

    def outline(self, least_visits: int) -> "list[Node]":
        """See Searcher."""
        return self._search.outline(least_visits)

    def stop(self) -> None:
        """See Searcher."""
        self._search.stop()

    def close(self) -> None:
        """See Searcher."""


class _EvaluatedTree(_OwnSearch):
    """The Searcher of an evaluator. Its tree starts anew at each root."""

    def __init__(self, game: AnyGame, evaluate: "Evaluate", params: "EvaluatedParams", memory: float, batch: int, fixed: bool,
                 seed: int) -> None:
        from gopy.search.evaluated.search import EvaluatedSearch

        self._search = EvaluatedSearch([game.state], evaluate, params, batch=batch, memory_bytes=int(memory * (1 << 20)), fixed=fixed,
                                       seed=seed)

    def set_root(self, game: AnyGame, played: list[int] | None) -> None:
        """See Searcher."""
        self._search.set_roots([game.state], [game.hashes])


class _SeveralTable(_OwnSearch):
    """The Searcher of games with several players, chance or hidden information. Its tables start anew at each root."""

    def __init__(self, game: AnyGame, threads: int, memory: float | None, seed: int, parameters: dict[str, Any]) -> None:
        from gopy.search.several.params import new_several_params
        from gopy.search.several.search import SeveralSearch

        self._search = SeveralSearch(game.state, new_several_params(**parameters), memory_bytes=int((memory or DEFAULT_MEMORY) * (1 << 20)),
                                     seed=seed, threads=threads)

    def values(self) -> tuple[float, ...]:
        """The mean result of each player."""
        return tuple(self._search.values())

    def set_root(self, game: AnyGame, played: list[int] | None) -> None:
        """See Searcher."""
        self._search.set_root(game.state)


def _with_evaluator(game: AnyGame, evaluate: "Evaluate", policy: str | None, memory: float | None, batch: int, fixed: bool, seed: int,
                    parameters: dict[str, Any]) -> Searcher:
    from gopy.search.evaluated.params import RULES, new_evaluated_params

    if policy is not None and policy not in RULES:
        raise ValueError(f"policy: with an evaluator it is one of {', '.join(RULES)}, not {policy!r}")
    if not callable(evaluate):
        raise ValueError("evaluate: an evaluator is a function of observations and masks")
    params = new_evaluated_params(**{"rule": policy or RULES[0], **parameters})
    return _EvaluatedTree(game, evaluate, params, memory or EVALUATED_MEMORY, batch, fixed, seed)
