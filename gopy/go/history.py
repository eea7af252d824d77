"""`Game`: a game as it was played, with its rules, set-up, moves, undo and repetitions. Plain Python.

A server may play by other rules than ours, and gopy has to follow: `Game.play` accepts every move that the
board itself can take. The moves that gopy chooses obey `Game.legal`, superko included.
"""
from collections import Counter

from gopy.go.arguments import checked_colour, checked_move, checked_points, checked_size, checked_whole
from gopy.go.board import NO_POINT, Board
from gopy.go.geometry import BLACK, EMPTY, WHITE, opponent, pass_move, points, vertex_text
from gopy.go.rules import CHINESE, MOST_HANDICAP_STONES, Ko, Rules, check_komi
from gopy.inputs.numbers import shown
from gopy.go.zobrist import situational_hash

__all__ = ["Board", "CannotUndo", "Game", "IllegalMove"]

_COLOUR_NAMES = ("Black", "White")


class IllegalMove(ValueError):
    """A move that cannot be played; the text says why ("Black D4: occupied")."""


class CannotUndo(Exception):
    """There is no move to take back."""


class Game:
    """The moves so far and the position they lead to.

    Every method refuses, with a ValueError, a colour that is neither BLACK nor WHITE, and a number that is no point or no move of
    the board.

    size, komi, rules   komi is a float (ValueError beyond gopy.go.rules.MAX_KOMI), `rules` a `gopy.go.rules.Rules`;
                        both may change at any time
    board               the position now
    initial             the position before the first move: empty, or handicap and set-up stones
    moves               list of (colour, move); one colour may move twice in a row
    turns               {number of moves played: who is to move then}, where it is not the opponent of who moved last
    """

    def __init__(self, size: int = 19, komi: float = 7.5, rules: Rules = CHINESE) -> None:
        self.size = checked_size(size)
        self.komi = komi
        self.rules = rules
        self._start_from(Board(self.size))

    def _start_from(self, board, handicap_points=()):
        self.initial = board
        self.board = board.copy()
        self.moves: list[tuple[int, int]] = []
        self.turns: dict[int, int] = {}
        self._handicap_points = tuple(handicap_points)
        self._undo = []
        # Every position so far, as it stood after each move (passes too) and before the first.
        self._positions = [self.board.hash]
        self._situations = [self.board.situation()]
        self._position_counts = Counter(self._positions)
        self._situation_counts = Counter(self._situations)

    def setup(self, black=(), white=(), to_play=BLACK, handicap_points=()) -> None:
        """Start anew from a position with these stones; ValueError, and nothing changed, if a chain would have no liberty."""
        board, to_play = Board(self.size), checked_colour(to_play)
        handicap_points = checked_points(handicap_points, self.size)
        for colour, stones in ((BLACK, black), (WHITE, white)):
            for point in checked_points(stones, self.size):
                if board.colours[point] != EMPTY:
                    raise ValueError(f"two set-up stones on {vertex_text(point, self.size)}")
                board.set_stone(point, colour)
        seen = set()        # each chain is looked at once
        for point in points(self.size):
            if board.colours[point] != EMPTY and point not in seen:
                stones, liberties = board.chain(point)
                if not liberties:
                    raise ValueError(f"set-up stone without liberty on {vertex_text(point, self.size)}")
                seen |= stones
        board.to_play = to_play
        self._start_from(board, handicap_points)

    def place_handicap(self, handicap_points) -> None:
        """Start anew with Black's handicap stones on the board and White to move."""
        stones = checked_points(handicap_points, self.size)
        self.setup(black=stones, to_play=WHITE, handicap_points=stones)

    def set_to_play(self, colour) -> None:
        """Say who moves next, as a game record may. If Black moves before all others, no stones are a handicap."""
        colour = checked_colour(colour)
        if not self.moves:
            self.initial.to_play = colour
            self._start_from(self.initial, () if colour == BLACK else self._handicap_points)
        elif colour != self.board.to_play:
            self.board.to_play = colour
            self._situation_counts[self._situations[-1]] -= 1
            self._situations[-1] = self.board.situation()
            self._situation_counts[self._situations[-1]] += 1
            self.turns.pop(len(self.moves), None)
            if colour == self.moves[-1][0]:
                self.turns[len(self.moves)] = colour

    @property
    def handicap_points(self) -> list[int]:
        """Points of Black's handicap stones: those placed before the game or else, as some servers send them,
        two to nine moves of Black's in a row at the start of a game from the empty board.

        After such stones White and Black take turns, as in KataGo's assumeMultipleStartingBlackMovesAreHandicap. A
        client that plays more black stones, or all black stones and then all white ones, sets up a position, which is
        no handicap.
        """
        if self.initial.stones(BLACK) or self.initial.stones(WHITE):
            return list(self._handicap_points)
        opening = []
        for colour, move in self.moves:
            if colour != BLACK or move == self.pass_move:
                break
            opening.append(move)
        answers = [colour for colour, _ in self.moves[len(opening):len(opening) + 2]]
        is_handicap = 2 <= len(opening) <= MOST_HANDICAP_STONES and answers != [WHITE, WHITE]
        return opening if is_handicap else []

    @property
    def handicap(self) -> int:
        """Number of handicap stones."""
        return len(self.handicap_points)

    @property
    def komi(self) -> float:
        """Points that White gets, without those that the rules add for handicap stones."""
        return self._komi

    @komi.setter
    def komi(self, points) -> None:
        self._komi = check_komi(points)

    @property
    def rules(self) -> Rules:
        """The rules in force."""
        return self._rules

    @rules.setter
    def rules(self, rules) -> None:
        if not isinstance(rules, Rules):
            raise ValueError(f"rules {shown(rules)} are no gopy.go.rules.Rules (parse_rules makes them from a name)")
        self._rules = rules

    @property
    def effective_komi(self) -> float:
        """Points that White gets: the komi and what the rules add for handicap stones."""
        return self.komi + self.rules.white_bonus(self.handicap)

    @property
    def pass_move(self) -> int:
        """The number of the pass on this board."""
        return pass_move(self.size)

    @property
    def to_play(self) -> int:
        """Whose turn it is."""
        return self.board.to_play

    @property
    def passes(self) -> int:
        """How many moves at the end of the game so far are passes that the players made in turn."""
        count, next_colour = 0, None
        for colour, move in reversed(self.moves):
            if move != self.pass_move or colour == next_colour:
                break
            count, next_colour = count + 1, colour
        return count

    @property
    def is_over(self) -> bool:
        """Whether the last two moves are a pass of each player. Play may go on all the same."""
        return self.passes >= 2

    def illegality(self, colour, move) -> str | None:
        """Why `move` breaks our own rules ("occupied", "ko", "suicide", "superko"), or None."""
        return self._illegality(checked_colour(colour), checked_move(move, self.size))

    def _illegality(self, colour, move):
        reason = self.board.illegality(colour, move, self.rules.suicide)
        if reason is None and self._repeats(colour, move, self.rules.ko):
            return "superko"
        return reason

    def legal(self, colour, move) -> bool:
        """Whether our own rules, superko included, allow `colour` this move. A pass is always allowed."""
        return self.illegality(colour, move) is None

    def legal_moves(self, colour=None) -> list[int]:
        """List of the moves that our own rules allow, the pass last; `colour` is by default the one to play."""
        colour = self.to_play if colour is None else checked_colour(colour)
        return [move for move in points(self.size) + [self.pass_move] if self._illegality(colour, move) is None]

    def repeats(self, colour, move, ko) -> bool:
        """Whether a move that the board can take repeats a position that `ko` forbids to repeat; a pass never does."""
        return self._repeats(checked_colour(colour), checked_move(move, self.size), Ko(ko))

    def _repeats(self, colour, move, ko):
        if ko is Ko.SIMPLE or move == self.pass_move:
            return False
        after = self.board.hash_after(colour, move)
        if ko is Ko.POSITIONAL:
            return self._position_counts[after] > 0
        return self._situation_counts[situational_hash(after, opponent(colour))] > 0

    def repetition_hashes(self, ko=None) -> list[int]:
        """Hashes of the positions that `ko` (by default the rule in force) forbids to repeat: all so far, and the one now.

        They are positional or situational hashes as `gopy.go.zobrist` defines them, but 1 for the empty board, since 0
        tells the search that repetition does not matter. Under simple ko there are none.
        """
        kept = {Ko.SIMPLE: [], Ko.POSITIONAL: self._positions, Ko.SITUATIONAL: self._situations}
        return [one or 1 for one in kept[self.rules.ko if ko is None else Ko(ko)]]

    def play(self, colour: int, move: int) -> None:
        """Play a move that somebody reports. Superko is not checked; IllegalMove if the board itself cannot take it."""
        colour, move = checked_colour(colour), checked_move(move, self.size)
        reason = self.board.illegality(colour, move, self.rules.suicide)
        if reason:
            raise self._illegal(colour, move, reason)
        self.record(colour, move)

    def record(self, colour, move) -> None:
        """Play a move that a game record says was played. As SGF has it, its stone is placed whatever was there before."""
        colour, move = checked_colour(colour), checked_move(move, self.size)
        self._undo.append(self.board.play(colour, move))
        self.moves.append((colour, move))
        self._positions.append(self.board.hash)
        self._situations.append(self.board.situation())
        self._position_counts[self._positions[-1]] += 1
        self._situation_counts[self._situations[-1]] += 1

    def _illegal(self, colour, move, reason):
        return IllegalMove(f"{_COLOUR_NAMES[colour]} {vertex_text(move, self.size)}: {reason}")

    def undo(self) -> None:
        """Take back the last move; CannotUndo if there is none (handicap and set-up stones stay)."""
        if not self.moves:
            raise CannotUndo("cannot undo")
        self.board.undo(self._undo.pop())
        self.turns.pop(len(self.moves), None)
        self.moves.pop()
        self._position_counts[self._positions.pop()] -= 1
        self._situation_counts[self._situations.pop()] -= 1

    def last_ko(self) -> int:
        """The point of the last ko that was taken, NO_POINT if there was none."""
        kos = (self.board.ko, *(undo.ko for undo in reversed(self._undo)))
        return next((ko for ko in kos if ko != NO_POINT), NO_POINT)

    def copy(self) -> "Game":
        """An independent game at the same point."""
        return self.after(len(self.moves))

    def after(self, num_moves) -> "Game":
        """An independent game as it stood when `num_moves` moves had been played; ValueError if there are not so many."""
        if not 0 <= checked_whole("number of moves", num_moves) <= len(self.moves):
            raise ValueError(f"number of moves {shown(num_moves)} is not between 0 and {len(self.moves)}")
        other = Game(self.size, self.komi, self.rules)
        other._start_from(self.initial.copy(), self._handicap_points)
        for number, (colour, move) in enumerate(self.moves[:num_moves], start=1):
            other.record(colour, move)   # not `play`: the rules may have changed since the move was played
            if number in self.turns:
                other.set_to_play(self.turns[number])
        return other
