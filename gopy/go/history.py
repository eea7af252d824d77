"""`Game`: a game as it was played, with its rules, set-up, moves, undo and repetitions. Plain Python.

A server may play by other rules than ours, and gopy has to follow: `Game.play` accepts every move that the
board itself can take. The moves that gopy chooses obey `Game.legal`, superko included.
"""
from collections import Counter
from collections.abc import Iterable

from gopy.base.numbers import range_text, shown
from gopy.go.arguments import checked_colour, checked_move, checked_points, checked_size, checked_whole
from gopy.go.board import NO_POINT, Position, Undo
from gopy.go.board_picture import notebook_picture
from gopy.go.draw import board_lines, player_text, prisoners_text
from gopy.go.geometry import BLACK, EMPTY, WHITE, Colour, opponent, pass_move, points, vertex_text
from gopy.go.rules import CHINESE, MOST_HANDICAP_STONES, Ko, Rules, check_komi
from gopy.go.zobrist import situational_hash

__all__ = ["CannotUndo", "Game", "IllegalMove", "Position"]

_COLOUR_NAMES = ("Black", "White")


class IllegalMove(ValueError):
    """A move that cannot be played; the text says why ("Black D4: occupied")."""


class CannotUndo(Exception):
    """There is no move to take back."""


class Game:
    """The moves so far and the position they lead to.

    Methods take a colour as a number or as text ("b", "black", "w", "white"), and a point or a move as a number or by its name ("D4",
    "pass"). Every method refuses, with a ValueError, what is no colour, no point or no move of the board. What methods return are
    numbers; `move_text` has their names.

    The `repr` of a game is its board as text, with the last move, whose turn it is, prisoners and komi. A notebook shows a picture.

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
        self._start_from(Position(self.size))

    def _start_from(self, board: Position, handicap_points: Iterable[int] = ()) -> None:
        self.initial = board
        self.board = board.copy()
        self.moves: list[tuple[int, int]] = []
        self.turns: dict[int, int] = {}
        self._handicap_points = tuple(handicap_points)
        self._undo: list[Undo] = []
        # Every position so far, as it stood after each move (passes too) and before the first.
        self._positions = [self.board.hash]
        self._situations = [self.board.situation()]
        self._position_counts = Counter(self._positions)
        self._situation_counts = Counter(self._situations)

    def __repr__(self) -> str:
        lines = board_lines(self.board.colours, self.size, self._last_move)
        if self.moves:
            colour, move = self.moves[-1]
            lines.append(f"Move {len(self.moves)}: {player_text(colour)} {self.move_text(move)}")
        lines += [f"{player_text(self.to_play)} to play", prisoners_text(self.board.captures)]
        lines.append(f"Komi {self.komi:g}" + (f", handicap {self.handicap}" if self.handicap else ""))
        return "\n".join(lines)

    def _repr_svg_(self) -> str:
        return notebook_picture(self.board.colours, self.size, last=self._last_move, title=f"after {len(self.moves)} moves")

    @property
    def _last_move(self) -> int | None:
        return self.moves[-1][1] if self.moves else None

    def setup(self, black: Iterable[int | str] = (), white: Iterable[int | str] = (), to_play: int | str = BLACK,
              handicap_points: Iterable[int | str] = ()) -> None:
        """Start anew from a position with these stones; ValueError, and nothing changed, if a chain would have no liberty."""
        board, to_play = Position(self.size), checked_colour(to_play)
        placed = checked_points(handicap_points, self.size)
        for colour, stones in ((BLACK, black), (WHITE, white)):
            for point in checked_points(stones, self.size):
                if board.colours[point] != EMPTY:
                    raise ValueError(f"two set-up stones on {vertex_text(point, self.size)}")
                board.set_stone(point, colour)
        seen: set[int] = set()      # each chain is looked at once
        for point in points(self.size):
            if board.colours[point] != EMPTY and point not in seen:
                stones, liberties = board.chain(point)
                if not liberties:
                    raise ValueError(f"set-up stone without liberty on {vertex_text(point, self.size)}")
                seen |= stones
        board.to_play = to_play
        self._start_from(board, placed)

    def place_handicap(self, handicap_points: Iterable[int | str]) -> None:
        """Start anew with Black's handicap stones on the board and White to move."""
        stones = checked_points(handicap_points, self.size)
        self.setup(black=stones, to_play=WHITE, handicap_points=stones)

    def set_to_play(self, colour: int | str) -> None:
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
        opening: list[int] = []
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
    def komi(self, points: float) -> None:
        self._komi = check_komi(points)

    @property
    def rules(self) -> Rules:
        """The rules in force."""
        return self._rules

    @rules.setter
    def rules(self, rules: Rules) -> None:
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
    def to_play(self) -> Colour:
        """Whose turn it is."""
        return Colour(self.board.to_play)

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

    def move_text(self, move: int | str) -> str:
        """The name of a move: "D4", or "pass"."""
        return vertex_text(checked_move(move, self.size), self.size)

    def illegality(self, colour: int | str, move: int | str) -> str | None:
        """Why `move` breaks our own rules ("occupied", "ko", "suicide", "superko"), or None."""
        return self._illegality(checked_colour(colour), checked_move(move, self.size))

    def _illegality(self, colour: int, move: int) -> str | None:
        reason = self.board.illegality(colour, move, self.rules.suicide)
        if reason is None and self._repeats(colour, move, self.rules.ko):
            return "superko"
        return reason

    def legal(self, colour: int | str, move: int | str) -> bool:
        """Whether our own rules, superko included, allow `colour` this move. A pass is always allowed."""
        return self.illegality(colour, move) is None

    def legal_moves(self, colour: int | str | None = None) -> list[int]:
        """List of the moves that our own rules allow, the pass last; `colour` is by default the one to play."""
        colour = self.to_play if colour is None else checked_colour(colour)
        return [move for move in points(self.size) + [self.pass_move] if self._illegality(colour, move) is None]

    def repeats(self, colour: int | str, move: int | str, ko: Ko) -> bool:
        """Whether a move that the board can take repeats a position that `ko` forbids to repeat; a pass never does."""
        return self._repeats(checked_colour(colour), checked_move(move, self.size), Ko(ko))

    def _repeats(self, colour: int, move: int, ko: Ko) -> bool:
        if ko is Ko.SIMPLE or move == self.pass_move:
            return False
        after = self.board.hash_after(colour, move)
        if ko is Ko.POSITIONAL:
            return self._position_counts[after] > 0
        return self._situation_counts[situational_hash(after, opponent(colour))] > 0

    def repetition_hashes(self, ko: Ko | None = None) -> list[int]:
        """Hashes of the positions that `ko` (by default the rule in force) forbids to repeat: all so far, and the one now.

        They are positional or situational hashes as `gopy.go.zobrist` defines them, but 1 for the empty board, since 0
        tells the search that repetition does not matter. Under simple ko there are none.
        """
        kept: dict[Ko, list[int]] = {Ko.SIMPLE: [], Ko.POSITIONAL: self._positions, Ko.SITUATIONAL: self._situations}
        return [one or 1 for one in kept[self.rules.ko if ko is None else Ko(ko)]]

    def play(self, colour: int | str, move: int | str) -> None:
        """Play a move that somebody reports. Superko is not checked; IllegalMove if the board itself cannot take it."""
        colour, move = checked_colour(colour), checked_move(move, self.size)
        reason = self.board.illegality(colour, move, self.rules.suicide)
        if reason:
            raise self._illegal(colour, move, reason)
        self.record(colour, move)

    def record(self, colour: int | str, move: int | str) -> None:
        """Play a move that a game record says was played. As SGF has it, its stone is placed whatever was there before."""
        colour, move = checked_colour(colour), checked_move(move, self.size)
        self._undo.append(self.board.play(colour, move))
        self.moves.append((colour, move))
        self._positions.append(self.board.hash)
        self._situations.append(self.board.situation())
        self._position_counts[self._positions[-1]] += 1
        self._situation_counts[self._situations[-1]] += 1

    def _illegal(self, colour: int, move: int, reason: str) -> IllegalMove:
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

    def after(self, num_moves: int) -> "Game":
        """An independent game as it stood when `num_moves` moves had been played; ValueError if there are not so many."""
        if not 0 <= checked_whole("number of moves", num_moves) <= len(self.moves):
            raise ValueError(f"number of moves {shown(num_moves)} is not {range_text(0, len(self.moves))}")
        other = Game(self.size, self.komi, self.rules)
        other._start_from(self.initial.copy(), self._handicap_points)
        for number, (colour, move) in enumerate(self.moves[:num_moves], start=1):
            other.record(colour, move)   # not `play`: the rules may have changed since the move was played
            if number in self.turns:
                other.set_to_play(self.turns[number])
        return other
