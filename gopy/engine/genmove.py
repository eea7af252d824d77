"""The choice of one move: the searches for it and the move they lead to. Passing is decided here, resigning is not.

The move is the search's. Late in a game a pass, a neutral point or a capture of dead stones may take its place, but only
once it is read that the search's move gains nothing: see `Chooser._loses_nothing`. Once the game is won, a move that
wins by more points may take its place: see `Chooser._for_points`.
"""
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from gopy.engine.decision import Restriction
from gopy.engine.judging import Judge
from gopy.engine.searches import search_for_points, set_root
from gopy.go.geometry import BLACK, WHITE, opponent
from gopy.engine.passing import (capturing_points, dead_of, ends_game, may_pass, points_ahead,
                                 points_ahead_as_it_stands, points_ahead_at_worst, takes_agreement)
from gopy.go.rules import Scoring
from gopy.search.proofs.proven import WIN
from gopy.engine.status import assess, contested, owners_of, unconditional
from gopy.engine.timeman import Budget
from gopy.engine.weaker_play import drawn

if TYPE_CHECKING:
    from gopy.search.report import Report

#: A move that is preferred for another reason than its win rate may have a win rate lower by so much.
TOLERANCE = 0.05

#: A game is won from this win rate on. A move for points may have a win rate lower by so much than that of the best.
#: STUDY: scripts/studies/strength/won_endgames.
WON, POINTS_TOLERANCE = 0.95, 0.03

#: Share of a move's simulations and time that the main search gets once the game is won; the rest is for points.
WON_SHARE = 0.5

#: Points that a move must gain to be played where a pass would end a won game.
WORTH_PLAYING = 3.0

#: A pass is considered once this share of the board's points has been played, or after the opponent passed.
LATE_STAGE = 0.2

#: With more than this share of contested points no pass is considered. This quick check saves a search. It is not made after
#: the opponent's pass and in won games: once a game is decided, the playouts leave everything open.
MOST_CONTESTED = 0.2

#: Simulations of a search that judges a pass, or moves other than the best; with fewer than the second number a search
#: judges nothing.
CHECK_SIMULATIONS, FEWEST_SIMULATIONS = 800, 100

#: With more groups of stones in doubt than this no second look is taken at them before a pass.
MOST_GROUPS = 3

#: A move that takes the place of the search's is read with this share of the search's simulations, or with
#: CHECK_SIMULATIONS if these are more.
READING_SHARE = 0.5

#: Simulations of a move that had no time for any, and the seconds for a move below which time is about to run out.
HASTY_SIMULATIONS, HASTY_SECONDS = 32, 0.01

#: Share of a move's time that is kept for judging a pass, late in the game.
CHECK_SHARE = 0.25


class Choice(NamedTuple):
    """The result of a Chooser: the move, the Report of the search for it, and the Status behind an agreed pass, or None."""

    move: int
    report: Any
    status: Any = None


@dataclass
class Chooser:
    """Chooses a move for `colour` in `game`.

    search      the GoSearch
    thinker     the gopy.engine.thinking.Thinker that runs it
    restriction the Restriction of the moves
    cleanup     whether dead stones are captured before passing
    started     time.perf_counter() when the move's time began
    budget      gopy.engine.timeman.Budget of the move, or None if its time is not limited
    extra_komi  points that the searches for the move count for White in addition
    temperature 0 to play the best move, more to play weaker (gopy.engine.weaker_play)
    seed        of what is drawn at random then
    as_needed   whether it takes fewer simulations than it was given if the move is settled, and more if it is unclear
    points      whether it plays for points once the game is won
    won         whether it was won at the last move, so that searches for points are to be expected
    patient     whether it plays on after the opponent's pass as long as the board is not settled, also where a pass would end the
                game and win it
    """
    game: Any
    colour: int
    search: Any
    thinker: Any
    restriction: Restriction
    cleanup: bool
    started: float = 0.0
    budget: Budget | None = None
    extra_komi: float = 0.0
    temperature: float = 0.0
    seed: int = 0
    as_needed: bool = False
    points: bool = False
    won: bool = False
    patient: bool = False

    def __post_init__(self) -> None:
        self.friendly = takes_agreement(self.game, self.cleanup)
        self.check_deadline = None      # when the searches that judge a pass end
        if self.budget is not None:
            self.check_deadline = self.started + self.budget.maximum + self.budget.extra

    def choose(self, simulations) -> Choice:
        """Search with so many `simulations`, or with None as long as the budget says; returns a Choice."""
        report = self._main_search(simulations)
        move, status = self._move(report)
        return Choice(move, report, status)

    @property
    def late(self) -> bool:
        """Whether it is late enough in the game for a pass."""
        game = self.game
        played = max(len(game.moves), len(game.board.stones(BLACK)) + len(game.board.stones(WHITE)))
        return played >= LATE_STAGE * game.size ** 2 or ends_game(game, self.colour)

    def _main_search(self, simulations):
        """Search for the best move with so many `simulations`, or (None) as long as the budget says; returns the Report."""
        self._set_root()
        share = WON_SHARE if self.won and self._plays_for_points() and not self.temperature else 1.0
        limits = {"simulations": simulations and max(1, int(share * simulations))}
        if self.budget is not None:
            longest = self.budget.maximum * min(share, 1.0 - CHECK_SHARE if self.late else 1.0)
            limits["deadline"] = self.started + longest
            if simulations is None:
                limits.update(started=self.started, budget=Budget(min(self.budget.optimum, longest), longest))
        as_needed = self.as_needed and simulations is not None
        report = (self.thinker.think_as_needed if as_needed else self.thinker.think)(self.search, **limits)
        if not any(child.visits for child in report.children):
            # The search ended, by a stop or for lack of time, before its first simulation. A few take only milliseconds.
            report = self.search.run(simulations=HASTY_SIMULATIONS)
        return report

    def _move(self, report):
        """(move to play, Status behind it or None), given the main search's Report."""
        moves = self._candidates(report)
        stones = [child for child in moves if child.move != self.game.pass_move]
        if not moves:
            return self.game.pass_move, None
        best = moves[0]
        if not stones:
            return self.game.pass_move, None
        if best.proven == WIN and not self.cleanup and not (self._ends_by(best.move) and self.patient):
            return self._for_points(best.move, report), None
        status = None
        if self.late and self._permits_pass():
            special, status = self._pass_or_last_moves(report, stones)
            if special is not None and not self._too_soon(special, status):
                move = self._for_points(special, report) if special == self.game.pass_move else special
                return move, status if move == self.game.pass_move else None
        # An eye is filled only if the search holds that for the best.
        playable = [child for child in stones
                    if child.move == best.move or not self.game.board.is_eye(child.move, self.colour)]
        if best.move == self.game.pass_move and playable and (self._too_soon(best.move, status)
                                                              or not self._pass_is_sound(best, stones[0], status)):
            best = playable[0]
        if self.temperature and best.move != self.game.pass_move:
            return drawn(playable, report.value, self.temperature, f"{self.seed} {len(self.game.moves)}").move, None
        return self._for_points(best.move, report), None

    def _ends_by(self, move):
        """Whether this move is the second of two passes."""
        return move == self.game.pass_move and ends_game(self.game, self.colour)

    def _too_soon(self, move, status):
        """Whether this move is a pass that ends the game before the board is settled, where that is not wanted.

        A person passes by a slip, too, and expects the game to go on.
        """
        return self.patient and self._ends_by(move) and (status is None or bool(status.doubtful or status.neutral))

    # The judgement of a pass ----------------------------------------------------------------------------

    def _pass_or_last_moves(self, report, stones):
        """(move or None, Status or None): what the end of the game asks for, judged by a search from after our pass.

        The move is a pass, a neutral point, a capture of dead stones, or None if nothing of these is called for. The Status
        is that of the board, None if there was no such search.
        """
        game, colour, best = self.game, self.colour, stones[0]
        decided = ends_game(game, colour) or report.value >= WON
        if not decided and contested(report.ownership) > MOST_CONTESTED * game.size ** 2:
            return None, None
        # Search what the opponent, to move after our pass, can do. The ownership of the main search is no basis for a
        # pass: once a game is decided, the losing side gives up chains that live.
        after = game.copy()
        after.play(colour, game.pass_move)
        judge = Judge(self.search, self.thinker, self.check_deadline, MOST_GROUPS)
        found = judge.estimate(after, opponent(colour), CHECK_SIMULATIONS)
        if found.visits < FEWEST_SIMULATIONS:
            return self._hasty_pass(), None
        if self.friendly:
            status = judge.status(game, found.ownership, CHECK_SIMULATIONS)
        else:
            status = assess(game.board, found.ownership, game.rules.suicide)
        reading = max(CHECK_SIMULATIONS, int(READING_SHARE * report.simulations))
        if self._may_pass(status, found.ownership, best.winrate):
            safe = self._wins_at_once(status) or self._loses_nothing(game.pass_move, best.move, status, reading)
            return game.pass_move if safe else None, status
        if status.doubtful:
            return None, status
        wanted = status.neutral
        if not self.friendly and dead_of(game, opponent(colour), status):
            wanted = wanted | capturing_points(game, colour, status)
        if best.move in wanted:
            return best.move, status
        move = self._preferred(wanted, stones)
        costs_a_point = self.friendly and game.rules.scoring is Scoring.TERRITORY and points_ahead(game, colour, status) > 0
        for one in (move, game.pass_move if costs_a_point else None):
            if one is not None and self._loses_nothing(one, best.move, status, reading):
                return one, status
        return None, status

    def _wins_at_once(self, status):
        """Whether a pass ends the game and wins it whichever stones are dead: none of them, or those of the status."""
        game, colour = self.game, self.colour
        return (ends_game(game, colour) and not self.cleanup and points_ahead_as_it_stands(game, colour) > 0
                and (not self.friendly or points_ahead(game, colour, status) > 0))

    def _loses_nothing(self, move, best, status, simulations):
        """Whether the search's move `best` gains nothing over `move`, so that `move` may take its place.

        It gains nothing if every chain is unconditionally alive, or dead in territory that is. Otherwise it is read: by the
        status, the opponent must keep what is theirs when we play `best`, and we what is ours when the opponent plays there
        after `move`. A move that wins a race, or saves or kills a chain, decides it for whoever makes it, and one of the two
        readings shows that, also where a search from the position after `move` is too short to find it.
        """
        game, colour, other = self.game, self.colour, opponent(self.colour)
        if unconditional(game.board, game.rules.suicide):
            return True
        ours, theirs = game.copy(), game.copy()
        ours.play(colour, best)
        theirs.play(colour, move)
        readings = [(other, ours, other)]       # who must keep their points, the position, who moves in it
        if move != game.pass_move:              # the status comes from a search of the position after a pass
            readings.append((colour, theirs, other))
        if theirs.legal(other, best):
            answered = theirs.copy()
            answered.play(other, best)
            readings.append((colour, answered, colour))
        owners = owners_of(game.board, status)
        return all(self._keeps({point for point, owner in owners.items() if owner == keeper}, keeper, position, to_play, simulations,
                               len(readings) - number) for number, (keeper, position, to_play) in enumerate(readings))

    def _keeps(self, points, owner, position, to_play, simulations, searches_left):
        """Whether a search from this position leaves these points with their owner; it takes its share of the time left."""
        deadline = self.check_deadline
        if deadline is not None:
            now = time.perf_counter()
            deadline = now + (deadline - now) / searches_left
        judge = Judge(self.search, self.thinker, deadline, MOST_GROUPS)
        found = judge.estimate(position, to_play, simulations)
        if found.visits < FEWEST_SIMULATIONS:
            return False
        return (_has(owner, points, position.board, assess(position.board, found.ownership, position.rules.suicide))
                or self.friendly and _has(owner, points, position.board, judge.status(position, found.ownership, simulations)))

    def _may_pass(self, status, ownership, winrate):
        settled_cleanup = self.cleanup and not (status.doubtful or status.neutral)
        if settled_cleanup and not dead_of(self.game, opponent(self.colour), status):
            return True
        return may_pass(self.game, self.colour, status, ownership, strict=not self.friendly, winrate=winrate)

    def _hasty_pass(self):
        """The pass if time has run out and it is safe enough, else None; asked where little is contested.

        Where dead stones are agreed on it passes, because playing on would lose on time. Elsewhere it passes only to end a
        game that is won as it stands.
        """
        if self.budget is None or self.budget.maximum > HASTY_SECONDS:
            return None
        game, colour = self.game, self.colour
        won = ends_game(game, colour) and points_ahead_as_it_stands(game, colour) > 0
        return game.pass_move if self.friendly or (won and not self.cleanup) else None

    def _preferred(self, wanted, stones):
        """The best `wanted` point if its win rate is at most TOLERANCE below that of the best of `stones`, else None.

        stones: the moves of the main search, best first. No move among them repeats a position, and points that are not
        among them are left out. None also if time has run out.
        """
        allowed, best = wanted & {child.move for child in stones}, stones[0]
        if not allowed or self._out_of_time():
            return None
        self._set_root(Restriction(self.restriction.avoid, frozenset(allowed)))
        report = self.thinker.think(self.search, simulations=CHECK_SIMULATIONS, deadline=self.check_deadline, reporting=False)
        found = self._candidates(report)
        if found and found[0].visits and found[0].winrate >= best.winrate - TOLERANCE:
            return found[0].move
        return None

    def _pass_is_sound(self, pass_child, stone, status):
        """Whether to follow a search whose best move is to pass although nothing is settled (because of a seki, say).

        A search that wins by passing is followed late in the game. One that does not must gain by the pass, and know the pass
        well: in a lost game the move with the fewest simulations may seem the best. A pass that ends the game must win it as
        it stands and, where dead stones are agreed on, whoever owns what the status has in doubt.
        """
        winning = self.late and pass_child.winrate > 0.5
        gains = pass_child.visits >= FEWEST_SIMULATIONS and pass_child.winrate >= stone.winrate + TOLERANCE
        if not (winning or gains):
            return False
        if not ends_game(self.game, self.colour):
            return True
        if self.friendly and (status is None or points_ahead_at_worst(self.game, self.colour, status) <= 0):
            return False
        return points_ahead_as_it_stands(self.game, self.colour) > 0

    # Playing for points ---------------------------------------------------------------------------------

    def _for_points(self, best, report):
        """The move that wins by most points if a search under the game's own komi finds it as safe as `best`, else `best`.

        It takes the place of a pass only if it gains WORTH_PLAYING points.
        """
        stone = next((child for child in self._candidates(report) if child.move != self.game.pass_move), None)
        if not self._has_won(stone):
            return best
        simulations = max(CHECK_SIMULATIONS, report.simulations)
        limits = simulations, self.thinker, self.check_deadline
        found = search_for_points(self.search, self.game, self.colour, report.score_mean, self.restriction, *limits)
        move = self.game.pass_move if found.best is None else found.best.move
        if move in (best, self.game.pass_move) or self._out_of_time():
            return best
        if best == self.game.pass_move:
            after = self.game.copy()
            after.play(self.colour, best)
            passed = search_for_points(self.search, after, opponent(self.colour), found.score_mean, Restriction(), *limits)
            gain = (found.score_mean - passed.score_mean) * (1 if self.colour == BLACK else -1)
            if gain < WORTH_PLAYING:
                return best
        self._set_root(Restriction(frozenset(), frozenset({move})))
        read = self.thinker.think(self.search, simulations=simulations // 2, deadline=self.check_deadline, reporting=False)
        self.search.forget()
        safe = read.visits >= FEWEST_SIMULATIONS and read.value >= max(WON, stone.winrate - POINTS_TOLERANCE)
        return move if safe else best

    def _plays_for_points(self):
        return self.points and not self.extra_komi and not self.cleanup

    def _has_won(self, stone):
        return (self._plays_for_points() and stone is not None and stone.winrate >= WON
                and not unconditional(self.game.board, self.game.rules.suicide))

    # Helpers --------------------------------------------------------------------------------------------

    def _permits_pass(self):
        return self.restriction.permits(self.game.pass_move)

    def _out_of_time(self):
        return self.check_deadline is not None and time.perf_counter() >= self.check_deadline

    def _candidates(self, report):
        """The moves of the report that our own rules allow, best first. The search should report no others."""
        return [child for child in report.children
                if self.restriction.permits(child.move) and self.game.legal(self.colour, child.move)]

    def _set_root(self, restriction=None):
        set_root(self.search, self.game, self.colour, restriction or self.restriction, self.cleanup, self.extra_komi)


def _has(owner, points, board, status):
    """Whether a colour has all of these points under a Status of a board."""
    owners = owners_of(board, status)
    return all(owners.get(point) == owner for point in points)
