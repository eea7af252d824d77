"""The judgement of a pass, late in a game: whether to pass, and what to play before.

The search's own move is followed unless a pass, a neutral point or a capture of dead stones may take its place. It may only once it
is read that the search's move gains nothing: see `PassJudge._loses_nothing`.
"""
from collections.abc import Collection, Sequence, Set
from dataclasses import dataclass
from typing import TYPE_CHECKING

from gopy.engine.decision import Restriction
from gopy.engine.judging import Judge
from gopy.engine.passing import (
    capturing_points,
    dead_of,
    ends_game,
    may_pass,
    points_ahead,
    points_ahead_as_it_stands,
    points_ahead_at_worst,
)
from gopy.engine.status import Ownership, Status, assess, contested, owners_of, unconditional
from gopy.engine.turn import CHECK_SIMULATIONS, FEWEST_SIMULATIONS, WON, Turn
from gopy.go.board import Position
from gopy.go.geometry import opponent
from gopy.go.history import Game
from gopy.go.rules import Scoring

if TYPE_CHECKING:
    from gopy.search.report import ChildReport, Report

#: A move that is preferred for another reason than its win rate may have a win rate lower by so much.
TOLERANCE = 0.05

#: With more than this share of contested points no pass is considered. This quick check saves a search. It is not made after
#: the opponent's pass and in won games: once a game is decided, the playouts leave everything open.
MOST_CONTESTED = 0.2

#: With more groups of stones in doubt than this no second look is taken at them before a pass.
MOST_GROUPS = 3

#: A move that takes the place of the search's is read with this share of the search's simulations, or with
#: CHECK_SIMULATIONS if these are more.
READING_SHARE = 0.5

#: Seconds for a move below which time is about to run out.
HASTY_SECONDS = 0.01


@dataclass(frozen=True)
class PassJudge:
    """Judges a pass in a Turn."""
    turn: Turn

    def too_soon(self, move: int, status: Status | None) -> bool:
        """Whether this move is a pass that ends the game before the board is settled, where that is not wanted.

        A person passes by a slip, too, and expects the game to go on.
        """
        return self.turn.patient and self.turn.ends_by(move) and (status is None or bool(status.doubtful or status.neutral))

    def pass_or_last_moves(self, report: "Report", stones: "Sequence[ChildReport]") -> tuple[int | None, Status | None]:
        """(move or None, Status or None): what the end of the game asks for, judged by a search from after our pass.

        The move is a pass, a neutral point, a capture of dead stones, or None if nothing of these is called for. The Status
        is that of the board, None if there was no such search.
        """
        game, colour, best = self.turn.game, self.turn.colour, stones[0]
        decided = ends_game(game, colour) or report.value >= WON
        if not decided and report.ownership is not None and contested(report.ownership) > MOST_CONTESTED * game.size ** 2:
            return None, None
        # Search what the opponent, to move after our pass, can do. The ownership of the main search is no basis for a
        # pass: once a game is decided, the losing side gives up chains that live.
        after = game.copy()
        after.play(colour, game.pass_move)
        judge = Judge(self.turn.search, self.turn.thinker, self.turn.deadline, MOST_GROUPS)
        found = judge.estimate(after, opponent(colour), CHECK_SIMULATIONS)
        if found.visits < FEWEST_SIMULATIONS:
            return self._hasty_pass(), None
        if self.turn.friendly:
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
        if not self.turn.friendly and dead_of(game, opponent(colour), status):
            wanted = wanted | capturing_points(game, colour, status)
        if best.move in wanted:
            return best.move, status
        move = self._preferred(wanted, stones)
        costs_a_point = self.turn.friendly and game.rules.scoring is Scoring.TERRITORY and points_ahead(game, colour, status) > 0
        for one in (move, game.pass_move if costs_a_point else None):
            if one is not None and self._loses_nothing(one, best.move, status, reading):
                return one, status
        return None, status

    def _wins_at_once(self, status: Status) -> bool:
        """Whether a pass ends the game and wins it whichever stones are dead: none of them, or those of the status."""
        game, colour = self.turn.game, self.turn.colour
        return (ends_game(game, colour) and not self.turn.cleanup and points_ahead_as_it_stands(game, colour) > 0
                and (not self.turn.friendly or points_ahead(game, colour, status) > 0))

    def _loses_nothing(self, move: int, best: int, status: Status, simulations: int) -> bool:
        """Whether the search's move `best` gains nothing over `move`, so that `move` may take its place.

        It gains nothing if every chain is unconditionally alive, or dead in territory that is. Otherwise it is read: by the
        status, the opponent must keep what is theirs when we play `best`, and we what is ours when the opponent plays there
        after `move`. A move that wins a race, or saves or kills a chain, decides it for whoever makes it, and one of the two
        readings shows that, also where a search from the position after `move` is too short to find it.
        """
        game, colour, other = self.turn.game, self.turn.colour, opponent(self.turn.colour)
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

    def _keeps(self, points: Collection[int], owner: int, position: Game, to_play: int, simulations: int, searches_left: int) -> bool:
        """Whether a search from this position leaves these points with their owner; it takes its share of the time left."""
        deadline = self.turn.deadline
        if deadline is not None:
            now = self.turn.thinker.now()
            deadline = now + (deadline - now) / searches_left
        judge = Judge(self.turn.search, self.turn.thinker, deadline, MOST_GROUPS)
        found = judge.estimate(position, to_play, simulations)
        if found.visits < FEWEST_SIMULATIONS:
            return False
        return (_has(owner, points, position.board, assess(position.board, found.ownership, position.rules.suicide))
                or self.turn.friendly and _has(owner, points, position.board, judge.status(position, found.ownership, simulations)))

    def _may_pass(self, status: Status, ownership: Ownership, winrate: float) -> bool:
        settled_cleanup = self.turn.cleanup and not (status.doubtful or status.neutral)
        if settled_cleanup and not dead_of(self.turn.game, opponent(self.turn.colour), status):
            return True
        return may_pass(self.turn.game, self.turn.colour, status, ownership, strict=not self.turn.friendly, winrate=winrate)

    def _hasty_pass(self) -> int | None:
        """The pass if time has run out and it is safe enough, else None; asked where little is contested.

        Where dead stones are agreed on it passes, because playing on would lose on time. Elsewhere it passes only to end a
        game that is won as it stands.
        """
        if self.turn.budget is None or self.turn.budget.maximum > HASTY_SECONDS:
            return None
        game, colour = self.turn.game, self.turn.colour
        won = ends_game(game, colour) and points_ahead_as_it_stands(game, colour) > 0
        return game.pass_move if self.turn.friendly or (won and not self.turn.cleanup) else None

    def _preferred(self, wanted: Set[int], stones: "Sequence[ChildReport]") -> int | None:
        """The best `wanted` point if its win rate is at most TOLERANCE below that of the best of `stones`, else None.

        stones: the moves of the main search, best first. No move among them repeats a position, and points that are not
        among them are left out. None also if time has run out.
        """
        allowed, best = wanted & {child.move for child in stones}, stones[0]
        if not allowed or self.turn.out_of_time:
            return None
        self.turn.search.set_root(self.turn.root(Restriction(self.turn.restriction.avoid, frozenset(allowed))))
        report = self.turn.thinker.think(self.turn.search, simulations=CHECK_SIMULATIONS, deadline=self.turn.deadline, reporting=False)
        found = self.turn.candidates(report)
        if found and found[0].visits and found[0].winrate >= best.winrate - TOLERANCE:
            return found[0].move
        return None

    def is_sound(self, pass_child: "ChildReport", stone: "ChildReport", status: Status | None) -> bool:
        """Whether to follow a search whose best move is to pass although nothing is settled (because of a seki, say).

        A search that wins by passing is followed late in the game. One that does not must gain by the pass, and know the pass
        well: in a lost game the move with the fewest simulations may seem the best. A pass that ends the game must win it as
        it stands and, where dead stones are agreed on, whoever owns what the status has in doubt.
        """
        winning = self.turn.late and pass_child.winrate > 0.5
        gains = pass_child.visits >= FEWEST_SIMULATIONS and pass_child.winrate >= stone.winrate + TOLERANCE
        if not (winning or gains):
            return False
        if not ends_game(self.turn.game, self.turn.colour):
            return True
        if self.turn.friendly and (status is None or points_ahead_at_worst(self.turn.game, self.turn.colour, status) <= 0):
            return False
        return points_ahead_as_it_stands(self.turn.game, self.turn.colour) > 0


def _has(owner: int, points: Collection[int], board: Position, status: Status) -> bool:
    """Whether a colour has all of these points under a Status of a board."""
    owners = owners_of(board, status)
    return all(owners.get(point) == owner for point in points)
