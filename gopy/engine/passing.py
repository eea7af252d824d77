"""When to pass, and what to play before: like a person where dead stones are agreed on, strictly elsewhere.

These are functions of the game, of the Status of its board and of the ownership. They make no searches.
"""

from gopy.engine.status import Ownership, Status
from gopy.go.geometry import BLACK, neighbour_table, opponent
from gopy.go.history import Game
from gopy.go.rules import Scoring
from gopy.go.score import area_score, empty_regions, final_score, without

#: If the best move has a lower win rate than this, the game is lost, and a pass may end it once all is settled.
HOPELESS = 0.1


def takes_agreement(game: Game, cleanup: bool) -> bool:
    """Whether dead stones will be agreed on after the passes rather than counted as they stand."""
    return game.rules.friendly_pass_ok and not cleanup


def points_ahead(game: Game, colour: int, status: Status) -> float:
    """Points by which `colour` wins the game if it ends now and the status is agreed on; negative if it loses."""
    score = final_score(game, status.dead, status.seki)
    return score if colour == BLACK else -score


def points_ahead_as_it_stands(game: Game, colour: int) -> float:
    """Points by which `colour` wins if every stone on the board is alive (by Tromp-Taylor area, whatever the rules)."""
    margin = area_score(game.board.colours, game.size) - game.effective_komi
    return margin if colour == BLACK else -margin


def points_ahead_at_worst(game: Game, colour: int, status: Status) -> float:
    """Points by which `colour` wins if all that is in doubt falls to the opponent: own stones, and regions."""
    own = {point for point in status.doubtful if game.board.colours[point] == colour}
    theirs = {point for point in status.doubtful if game.board.colours[point] == opponent(colour)}
    score = final_score(game, (status.dead | own) - theirs, status.seki - own)
    regions = len(status.doubtful) - len(own) - len(theirs)
    return (score if colour == BLACK else -score) - 2 * regions


def points_ahead_by_ownership(game: Game, colour: int, ownership: Ownership) -> float:
    """Points by which `colour` wins as the playouts expect it.

    Territory is reckoned from the area, from which it differs by a point at most.
    """
    margin = sum(float(value) for value in ownership) - game.effective_komi
    if game.rules.scoring is Scoring.TERRITORY:
        margin -= stones_played(game)
    return margin if colour == BLACK else -margin


def stones_played(game: Game) -> int:
    """The number of stones that Black has put on the board less White's, captured stones included.

    At the end of a game Black's margin by area is larger than the one by territory by just this number.
    """
    board = game.board
    captured_black, captured_white = board.captures[opponent(BLACK)], board.captures[BLACK]
    return (len(board.stones(BLACK)) + captured_black) - (len(board.stones(opponent(BLACK))) + captured_white)


def in_atari(game: Game, colour: int, status: Status) -> bool:
    """Whether a chain of `colour` that is not dead has one liberty. Then `colour` must not pass."""
    seen = set()
    for point in game.board.stones(colour):
        if point not in seen and status.of[point] != "dead":
            stones, liberties = game.board.chain(point)
            if len(liberties) == 1:
                return True
            seen |= stones
    return False


def may_pass(game: Game, colour: int, status: Status, ownership: Ownership, *, strict: bool, winrate: float) -> bool:
    """Whether a pass by `colour` loses nothing, as far as status and ownership can tell.

    strict: whether stones count as they stand. winrate: that of the best move found, from 0 to 1.
    """
    if in_atari(game, colour, status):
        return False
    ahead = points_ahead_as_it_stands(game, colour) if strict else points_ahead(game, colour, status)
    if strict and dead_of(game, opponent(colour), status):
        # The end of the game may be taken at once if it is won as it stands; otherwise capture first.
        return False
    settled = not status.doubtful and not status.neutral
    if ahead <= 0:
        return settled and winrate < HOPELESS
    if settled and not strict and game.rules.scoring is Scoring.TERRITORY:
        return True         # a move that changes nothing costs a point
    if points_ahead_by_ownership(game, colour, ownership) <= 0:
        return False
    if settled or not ends_game(game, colour):
        return settled
    # The opponent may count otherwise what is in doubt.
    return points_ahead_as_it_stands(game, colour) > 0 and (strict or points_ahead_at_worst(game, colour, status) > 0)


def ends_game(game: Game, colour: int) -> bool:
    """Whether a pass by `colour` is the second in a row."""
    return bool(game.moves) and game.moves[-1] == (opponent(colour), game.pass_move)


def dead_of(game: Game, colour: int, status: Status) -> set[int]:
    """The points of the dead stones of a colour."""
    return {point for point in status.dead if game.board.colours[point] == colour}


def capturing_points(game: Game, colour: int, status: Status) -> set[int]:
    """Empty points on which `colour` plays to capture the opponent's dead stones.

    With the dead stones taken off the board, these are the points of the empty regions in which they stood: the liberties of
    the dead stones or, if there are none, all that were empty before.
    """
    dead = dead_of(game, opponent(colour), status)
    colours = without(game.board.colours, dead)
    points = set()
    for region, _ in empty_regions(colours, game.size):
        if not region.isdisjoint(dead):
            points |= region - dead
    neighbours = neighbour_table(game.size)
    liberties = {near for point in dead for near in neighbours[point]} & points
    return liberties or points
