"""The engine: a game, a search and a clock behind the calls that every front end makes.

Making an `Engine` returns at once and imports no compiler: the kernels of the board size are loaded, or compiled, in a
background thread, and calls that need only the game work meanwhile. One thread calls the engine; `stop` may be called from
any other.
"""
import logging
import secrets
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from gopy.base.numbers import shown
from gopy.base.watch import WATCH, Watch
from gopy.engine.chance import as_chances
from gopy.engine.choosing import choose
from gopy.engine.decision import RESIGN, CannotScore, Decision, Restriction
from gopy.engine.judging import Judge
from gopy.engine.loading import SearchLoader
from gopy.engine.options import DEFAULT_SECONDS, Options
from gopy.engine.people import load_people
from gopy.engine.resigning import Resignation
from gopy.engine.search_line import search_line
from gopy.engine.searcher import Searcher, root_of
from gopy.engine.searches import Estimate, balanced_estimate
from gopy.engine.status import Status, all_alive
from gopy.engine.thinking import Thinker
from gopy.engine.timeman import Budget, Limit, allocate, limit_budget
from gopy.engine.turn import WON, Turn
from gopy.go.arguments import checked_colour, checked_move, checked_size, checked_whole
from gopy.go.clock import Clock
from gopy.go.handicap import check_free_handicap, fixed_handicap, free_handicap
from gopy.go.history import CannotUndo, Game, IllegalMove
from gopy.go.rules import Rules, check_komi, parse_rules
from gopy.go.score import final_score
from gopy.go.symmetry import distinct_moves, symmetries_of
from gopy.network.raw import raw_judgement

if TYPE_CHECKING:
    from gopy.network.network import Judgement
    from gopy.search.outline import Node
    from gopy.search.report import Report

__all__ = ["RESIGN", "CannotScore", "CannotUndo", "Decision", "Engine", "IllegalMove", "Limit", "Restriction"]

_log = logging.getLogger("gopy.engine")

#: Simulations of `estimate`, on which status and score of the game rest as well, and MiB of the tree for them. Status and score
#: take those of a move if they are more, up to the second number.
ESTIMATE_SIMULATIONS, MOST_SIMULATIONS, ESTIMATE_MEMORY = 2000, 20_000, 32

#: Seed of the search that estimates: the count of a game does not depend on the seed of its moves.
ESTIMATE_SEED = 1

#: `consider` searches until the root has so many visits. It makes at least so many simulations, because a tree does not
#: keep the scores of earlier ones.
CONSIDERED_VISITS, CONSIDERED_SIMULATIONS = 2000, 500


def _in_chances(on_report: "Callable[[Report], object] | None") -> "Callable[[Report], object] | None":
    return None if on_report is None else lambda report: on_report(as_chances(report))


def _make_go_search(size: int, options: Options, seed: int, now: Watch) -> Searcher:
    weakness = options.weakness(size)
    if weakness is not None and weakness.rank is not None:
        load_people(size)
    # these modules import the compiler
    if options.cluster is not None:
        from gopy.engine.cluster.search import ClusterSearch
        return ClusterSearch(size, options, seed, now)
    from gopy.engine.go_search import GoSearch
    return GoSearch(size, options, seed, now)


class Engine:
    """Plays Go. Its methods take colours, points and moves as those of gopy.go.history.Game do, and refuse the same.

    Its `repr` says what it is and has the board of its game; a notebook shows a picture of the board.

    options   gopy.engine.options.Options; change them with `configure`
    game      gopy.go.history.Game: the game so far
    clock     gopy.go.clock.Clock: the time that both sides have
    seed      seed of the random numbers: options.seed or, if that is None, one drawn at random at the start
    make_search(size, options, seed, now) returns the gopy.engine.searcher.Searcher: by default a GoSearch or, with options.cluster, a
    ClusterSearch.
    now       the gopy.base.watch.Watch that thinking goes by, here and in the searches
    """

    def __init__(self, options: Options | None = None,
                 make_search: Callable[[int, Options, int, Watch], Searcher] = _make_go_search,
                 now: Watch = WATCH) -> None:
        self.options = options = options or Options()
        self.game = Game(options.size, options.komi, parse_rules(options.rules))
        self.clock = Clock()
        self.seed = secrets.randbits(32) if options.seed is None else options.seed
        _log.info("seed %d", self.seed)
        self.simulations = 0        # of all moves chosen so far
        self._games = 0
        self._resignation = Resignation()
        self._won: dict[int, bool] = {}     # {colour: whether its last search found the game won}
        self._agreed: tuple[int, Status] | None = None      # (number of moves, Status) when the engine last decided to pass
        self._make_search = make_search
        self._now = now
        self._thinker = Thinker(now)
        self._start_loading()

    def __repr__(self) -> str:
        return f"Engine, {self.options.preset}, seed {self.seed}\n{self.game!r}"

    def _repr_svg_(self) -> str:
        return self.game._repr_svg_()

    def _start_loading(self) -> None:
        options = self.options
        self._loader = SearchLoader(lambda size: self._make_search(size, options, self.seed, self._now))
        self._loader.load(self.game.size)
        self._seeded: tuple[Any, int] | None = None     # (search, number of the game) whose random numbers were started
        self._judge: tuple[Any, Any] | None = None      # (search that plays, search that estimates), once there was an estimate

    def _ready_search(self, anew: bool = False) -> Searcher:
        """Wait for the search and return it, set to the random numbers of this game; with `anew` these start again.

        Each game has its own sequence of random numbers, which is the same when a session is repeated.
        """
        search = self._loader.wait()
        assert search is not None       # it waits for as long as it takes
        if anew or self._seeded != (search, self._games):
            search.restart(self._seed_of_game())
            self._seeded = search, self._games
        return search

    def _seed_of_game(self) -> int:
        return self.seed * 1_000_003 + self._games

    def _ready_judge(self) -> Searcher:
        """A second search, in this process, for estimates, so that the one that plays keeps its tree.

        Its random numbers start again at each call, and it has one thread, so that the same position has the same count.
        """
        playing = self._loader.wait()
        if self._judge is None or self._judge[0] is not playing:
            options = self.options.changed(cluster=None, ray=None, threads=1, memory=min(self.options.memory, ESTIMATE_MEMORY))
            self._judge = playing, self._make_search(self.game.size, options, ESTIMATE_SEED, self._now)
        judge = self._judge[1]
        judge.restart(ESTIMATE_SEED)
        return judge

    def second_search(self) -> Searcher:
        """The search of estimates, for who judges positions beside the game; the one that plays keeps its tree.

        It waits until the search is loaded. Its random numbers start again at each call, so the same questions have the same answers.
        """
        return self._ready_judge()

    # The game -------------------------------------------------------------------------------------------

    def new_game(self, size: int | None = None) -> None:
        """Start a game on an empty board of `size` (default: as before). Komi, rules and time settings stay.

        ValueError("unacceptable size"), and nothing changed, for a size that is not played.
        """
        game = Game(self.game.size if size is None else checked_size(size), self.game.komi, self.game.rules)
        self._begin(game)
        self.clock.restart()

    def _begin(self, game: Game) -> None:
        """Take up another game: decisions about the old one are forgotten, and the search for its board size is loaded."""
        self._thinker.stop_pondering()
        self.game = game
        self._games += 1
        self._forget_decisions()
        self._loader.load(game.size)

    def _forget_decisions(self) -> None:
        self._resignation.restart()
        self._won.clear()
        self._agreed = None

    def set_game(self, game: Game) -> None:
        """Continue with `game` (from a game record, for example) as it stands. Its komi and rules hold from now on."""
        if not isinstance(game, Game):
            raise ValueError(f"game {shown(game)} is no gopy.Game")
        self._begin(game)

    def setup(self, black: Iterable[int | str] = (), white: Iterable[int | str] = (), to_play: int | str = 0) -> None:
        """Start a new game from these stones. ValueError, and nothing changed, if a chain would have no liberty."""
        game = Game(self.game.size, self.game.komi, self.game.rules)
        game.setup(black, white, to_play)
        self._begin(game)

    def configure(self, **changes: Any) -> None:
        """Change options by field name. ValueError, and nothing changed, for what Options refuses.

        Size, komi and rules that are set this way do not change this engine's game, but hold for an `Engine` that is made
        from these options. `new_game`, `set_komi` and `set_rules` change the game.
        """
        before, self.options = self.options, self.options.changed(**changes)
        rebuilt = ("preset", "policy", "set", "move_model", "network", "threads", "memory", "cluster", "cluster_merge",
                   "cluster_seconds", "ray", "seed")
        if any(getattr(before, name) != getattr(self.options, name) for name in rebuilt):
            self._thinker.stop_pondering()
            if self.options.seed is not None:
                self.seed = self.options.seed
            self._loader.close()
            self._start_loading()
        elif not self.options.ponder:
            self._thinker.stop_pondering()

    def set_komi(self, komi: float) -> None:
        """Set the komi of this game and of the next ones. ValueError beyond gopy.go.rules.MAX_KOMI."""
        komi = check_komi(komi)
        self._thinker.stop_pondering()
        self.game.komi = komi
        self._agreed = None

    def set_rules(self, rules: Rules) -> None:
        """Set the rules of this game and of the next ones. ValueError unless they are a gopy.go.rules.Rules."""
        self._thinker.stop_pondering()
        self.game.rules = rules
        self._agreed = None

    def play(self, colour: int | str, move: int | str) -> None:
        """Play a move of either colour. IllegalMove if the board cannot take it.

        Superko is not checked, because the server that sent the move may have another rule.
        """
        self._thinker.stop_pondering()
        self.game.play(colour, move)

    def undo(self) -> None:
        """Take back the last move. CannotUndo if there is none."""
        self._thinker.stop_pondering()
        self.game.undo()
        self._forget_decisions()

    def fixed_handicap(self, stones: int) -> list[int]:
        """Place so many handicap stones on their fixed points; returns the points. ValueError with GTP's text."""
        return self._place_handicap(lambda: fixed_handicap(self.game.size, stones))

    def place_free_handicap(self, stones: int) -> list[int]:
        """Place so many handicap stones where the engine likes; returns the points. ValueError with GTP's text."""
        return self._place_handicap(lambda: free_handicap(self.game.size, stones))

    def set_free_handicap(self, points: Iterable[int | str]) -> list[int]:
        """Place handicap stones on the given points; returns them. ValueError with GTP's text."""
        return self._place_handicap(lambda: check_free_handicap(self.game.size, points))

    def _place_handicap(self, choose: Callable[[], list[int]]) -> list[int]:
        board = self.game.board
        if self.game.moves or board.stones(0) or board.stones(1):
            raise ValueError("board not empty")
        points = choose()
        self._thinker.stop_pondering()
        self.game.place_handicap(points)
        self._forget_decisions()
        return points

    # Thinking -------------------------------------------------------------------------------------------

    def wait_ready(self, timeout: float | None = None, tell: bool = True) -> bool:
        """Wait until the search is loaded. False if `timeout` seconds have passed before that.

        tell: whether a line on stderr says why if it takes long. UserError if the search cannot be loaded.
        """
        return self._loader.wait(timeout, tell) is not None

    def helper_seconds(self) -> float:
        """Processor time, in seconds, that the search's own threads have used so far; the calling thread is not counted."""
        playing, judge = self._loader.made(), self._judge and self._judge[1]
        return sum(search.helper_seconds for search in (playing, judge) if search is not None)

    def genmove(self, colour: int | str, *, limit: Limit | None = None, cleanup: bool = False, play: bool = True,
                on_report: "Callable[[Report], object] | None" = None, interval: float | None = None,
                restrict: Restriction | None = None, should_stop: Callable[[], object] | None = None, owners: bool = False,
                patient: bool = False) -> Decision:
        """Choose a move for `colour` and, with `play`, make it. Returns a Decision.

        limit         a Limit for this move instead of that of the options; a clock limits the move as well
        cleanup       whether to capture dead stones before passing
        on_report     on_report(report) is called from this thread every `interval` seconds
        restrict      a Restriction of the moves
        should_stop   should_stop() is polled every few tens of milliseconds; true ends the thinking as `stop` does, with
                      the best move so far
        owners        whether reports have the ownership after each move
        patient       whether to play on after the opponent's pass while the board is not settled, even if a pass would end the game
                      and win it; a level always does

        With play=False neither the game, the clock nor the count of turns that look lost changes, and the same position
        gets the same move (for a fixed number of simulations and one thread): the best one, also at a level that draws its moves.
        """
        started, colour, restrict = self._now(), checked_colour(colour), self._checked(restrict)
        self._thinker.begin(on_report=_in_chances(on_report), interval=interval, should_stop=should_stop)
        search = self._ready_search(anew=not play)
        search.record_owners(owners)
        if self.clock.system is None:       # without a clock the time that the search took to load is not counted
            started = self._now()
        simulations, budget = self._limits(colour, limit)
        options = self.options
        turn = Turn(self.game, colour, search, self._thinker, self._without_images(colour, restrict), cleanup, started, budget,
                    weakness=options.weakness(self.game.size) if play else None, seed=self._seed_of_game(),
                    as_needed=options.as_needed, points=options.for_points, won=play and self._won.get(colour, False),
                    patient=patient or options.level is not None, network=options.plays_by_network(self.game.size))
        move, found, status = choose(turn, simulations)
        report = as_chances(found)
        self._log_search(colour, move, report)
        if not play:
            return Decision(move, report)
        self.simulations += report.simulations
        self._won[colour] = found.value >= WON
        if self._resigns(colour, move, report, cleanup):
            move = RESIGN
        else:
            self.game.play(colour, move)
            self._agreed = None if status is None else (len(self.game.moves), status)
            self._ponder(search)
        self.clock.spend(colour, self._now() - started)
        return Decision(move, report)

    def _checked(self, restrict: Restriction | None) -> Restriction:
        """A caller's Restriction, or None for none, as a Restriction of moves that exist, given as numbers."""
        restrict = restrict or Restriction()
        avoid = frozenset(checked_move(move, self.game.size) for move in restrict.avoid)
        if restrict.allow is None:
            return Restriction(avoid)
        return Restriction(avoid, frozenset(checked_move(move, self.game.size) for move in restrict.allow))

    def _without_images(self, colour: int, restrict: Restriction) -> Restriction:
        """The Restriction to search: of moves that a symmetry of the position makes of one another one, if the choice is free.

        A level that draws its moves draws from all of them.
        """
        drawn = self.options.weakness(self.game.size) is not None
        if drawn or not restrict.is_free or len(symmetries_of(self.game.board)) == 1:
            return restrict
        return Restriction(allow=distinct_moves(self.game, colour))

    def _limits(self, colour: int, limit: Limit | None) -> tuple[int | None, Budget | None]:
        """(simulations or None, Budget or None): the limits of the next move."""
        options, clock = self.options, self.clock
        limit = limit or Limit(options.simulations(self.game.size), options.seconds)
        budget = allocate(clock.system, clock.remaining[colour], len(self.game.moves), self.game.size, options.lag)
        if limit.seconds is not None:
            budget = limit_budget(budget, limit.seconds)
        elif limit.simulations is None and budget is None:
            budget = limit_budget(None, DEFAULT_SECONDS)
        return limit.simulations, budget

    def _resigns(self, colour: int, move: int, report: "Report", cleanup: bool) -> bool:
        if move == self.game.pass_move or cleanup:
            return False
        weakness = self.options.weakness(self.game.size)
        played = [child.winrate for child in report.children if child.move == move and weakness is None]
        chance = played[0] if played else report.value
        return self._resignation.due(self.game, colour, chance, report.visits, self.options, weakness)

    def _ponder(self, search: Searcher) -> None:
        if self.options.ponder and not self.game.is_over:
            network = self.options.plays_by_network(self.game.size)
            search.set_root(root_of(self.game, self.game.to_play, network=network))
            self._thinker.start_pondering(search)

    def _log_search(self, colour: int, move: int, report: "Report") -> None:
        if _log.isEnabledFor(logging.INFO):
            _log.info("%s", search_line(self.game.size, colour, move, report))

    def analyze(self, colour: int | str, on_report: "Callable[[Report], object]", interval: float, *,
                restrict: Restriction | None = None, should_stop: Callable[[], object] | None = None,
                owners: bool = False) -> "Report":
        """Search the position with `colour` to move until `stop()` is called or `should_stop()` is true.

        on_report(report) is called from this thread every `interval` seconds. owners: whether reports have the ownership
        after each move. Returns the last Report.
        """
        colour, restrict = checked_colour(colour), self._checked(restrict)
        self._thinker.begin(on_report=_in_chances(on_report), interval=interval, should_stop=should_stop)
        search = self._ready_search()
        search.record_owners(owners)
        search.set_root(root_of(self.game, colour, restrict))
        return as_chances(self._thinker.think(search))

    def consider(self, owners: bool = False) -> "Report":
        """Search for a short while with the search that plays and analyses; returns the Report for the side to move.

        The tree is kept and grows. owners: whether the Report has ownership after each move, and criticality.
        """
        self._thinker.begin()
        search = self._ready_search()
        search.record_owners(owners)
        search.set_root(root_of(self.game, self.game.to_play))
        visits = search.report(max_moves=0, pv_length=1).visits
        return as_chances(self._thinker.think(search, simulations=max(CONSIDERED_VISITS - visits, CONSIDERED_SIMULATIONS)))

    def tree(self, least_visits: int) -> "list[Node]":
        """The gopy.search.outline.Node of each move of this position, best first, after `consider` has searched it.

        Moves with fewer than `least_visits` are left out. ValueError if several processes search, each with a tree.
        """
        least_visits = checked_whole("number of visits", least_visits)
        self.consider()
        return self._ready_search().outline(least_visits)

    def priors(self) -> dict[int, float]:
        """{move: its probability, by what the search knows of good moves before it simulates} of the side to move."""
        self._thinker.begin()
        judge = self._ready_judge()
        judge.set_root(root_of(self.game, self.game.to_play))
        self._thinker.think(judge, simulations=1)
        return judge.priors()

    def raw_judgement(self, turns: Iterable[int] = range(8)) -> "Judgement":
        """What the network says by itself of the player to move, as the mean over these of the eight turns and mirrors of the board.
        ValueError where the engine has no network, or its file cannot be read."""
        path = self.options.network_on(self.game.size)
        if path is None:
            raise ValueError(f"preset {self.options.preset} judges {self.game.size}x{self.game.size} without a network")
        return raw_judgement(path, self.game, turns)

    def stop(self) -> None:
        """End the genmove or the analysis that is running. May be called from any thread."""
        self._thinker.stop()

    # The result -----------------------------------------------------------------------------------------

    def final_status(self) -> dict[int, str]:
        """{point: "alive", "dead" or "seki"} of every stone. CannotScore if the position cannot be scored."""
        return dict(self._status().of)

    def final_score(self) -> float:
        """Black's points minus White's, komi included, dead stones taken off. CannotScore if it cannot be told."""
        status = self._status()
        return final_score(self.game, status.dead, status.seki)

    def estimate(self) -> Estimate:
        """The Estimate of this position by a short separate search. The tree of the search that plays is kept."""
        self._thinker.begin()
        return balanced_estimate(self._ready_judge(), self.game, self.game.to_play, ESTIMATE_SIMULATIONS, self._thinker)

    def _status(self) -> Status:
        if self.game.is_over and not self.game.rules.friendly_pass_ok:
            return all_alive(self.game.board)
        if self._agreed is not None and self._only_passes_since(self._agreed[0]):
            return self._agreed[1]
        self._thinker.begin()
        simulations = min(max(ESTIMATE_SIMULATIONS, self.options.simulations(self.game.size) or 0), MOST_SIMULATIONS)
        judge = Judge(self._ready_judge(), self._thinker)
        ownership = judge.estimate(self.game, self.game.to_play, simulations).ownership
        status = judge.status(self.game, ownership, simulations)
        self._agreed = (len(self.game.moves), status)
        return status

    def _only_passes_since(self, count: int) -> bool:
        return all(move == self.game.pass_move for _, move in self.game.moves[count:])

    def close(self) -> None:
        """Stop everything. The engine must not be used afterwards."""
        self._thinker.stop()
        self._thinker.stop_pondering()
        self._loader.close()
        self._seeded = self._judge = None   # lets go of the search and its tree at once, in a process that goes on
