"""A game of any kind as it is played: its position, its moves so far, the moves that repetition forbids, and undo.

The players choose their moves; chance events, in games that have them, are drawn here. A move is an int, or a Joint in
games with simultaneous moves. The outcome of a chance event is a Chance.
"""
import random
from typing import Any, NamedTuple

import numpy as np

from gopy import game as contract
from gopy.games.catalogue import GameKind, Registered, game_kind
from gopy.go.bitboard.layout import POSITION_TYPES


def kind_of_position(state: Any) -> GameKind:
    """The GameKind of games that begin with a position. ValueError for what is no position of a game."""
    if not hasattr(state, "_fields"):
        raise ValueError(f"{type(state).__name__} is no game: give a game's name, an AnyGame or a position")
    if isinstance(state, POSITION_TYPES):       # the parameters of Go's playouts belong to the size
        return game_kind(f"go:size={int(state.tables[0].board_size)}")
    return GameKind(type(state).__name__, Registered(lambda: contract.clone_state(state), lambda: None, ()), {})


class Joint(NamedTuple):
    """The moves that both players make at the same time."""

    first: int      #: the move of player 0
    second: int     #: the move of player 1


class Chance(NamedTuple):
    """The outcome of a chance event."""

    outcome: int


class AnyGame:
    """A game of any kind while it is played.

    kind, seed      the gopy.games.catalogue.GameKind, and the seed of the chance events
    state           the current position; callers must not change it
    moves           all moves so far, as ints, Joints and Chances
    texts           the same moves as people write them
    simultaneous    whether both players move at the same time
    begun_from      the position that it began from; None: the first of its kind
    """

    def __init__(self, kind: GameKind, seed: int = 0, state: Any = None) -> None:
        """Begin a game of a kind: from `state`, or None: from the first position, which is made anew.

        The same seed gives the same outcomes of chance at the same points of the game.
        """
        self.kind, self.seed = kind, seed
        self.begun_from = None if state is None else contract.clone_state(state)
        state = kind.new_state() if state is None else state
        self.state = contract.clone_state(state)
        self.moves: list[Any] = []
        self.texts: list[str] = []
        self.simultaneous = bool(contract.is_simultaneous(state))
        self._before: list[Any] = []                                # the position before each move
        self._hashes = [int(contract.position_hash(state))]
        self._settle_chance()

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return bool(contract.is_over(self.state))

    @property
    def to_play(self) -> int | None:
        """The player to move, 0 or 1 (or more, in games of several players); None when both players move at the same time."""
        return None if self.simultaneous else int(contract.to_play(self.state))

    @property
    def hashes(self) -> list[int]:
        """Hashes of all positions so far, the current one last; they are 0 where repetition does not matter."""
        return self._hashes

    def value(self) -> float:
        """The result for player 0, in [0, 1]."""
        return float(contract.value(self.state))

    def margin(self) -> float | None:
        """The margin of player 0 in points; None if the game does not count points."""
        return float(contract.score(self.state)) if contract.score.has_own(self.state) else None

    def legal_moves(self, player: int) -> list[int]:
        """The legal moves of a player whose turn it is. Moves that repeat a position are left out if that is forbidden."""
        out = np.zeros(contract.num_moves(self.state), np.int16)
        if self.simultaneous:
            return out[:contract.moves_of(self.state, player, out)].tolist()
        moves = out[:contract.legal_moves(self.state, out)].tolist()
        if self._hashes[-1] == 0:
            return moves
        passing = contract.pass_move(self.state)
        return [move for move in moves
                if move == passing or int(contract.hash_after(self.state, move)) not in self._hashes]

    def parse_move(self, player: int, text: str) -> int:
        """The legal move of a player that is written `text`, in upper or lower case. ValueError if there is none."""
        text = text.strip()
        for move in self.legal_moves(player):
            if contract.move_text(self.state, move).lower() == text.lower():
                return move
        raise ValueError(f"there is no legal move {text!r}")

    def play(self, move: int | Joint) -> None:
        """Play a legal move (a Joint where both players move at the same time), then the chance events that follow it."""
        self._make(move)
        self._settle_chance()

    def replay(self, text: str, number: int) -> None:
        """Play move `number` (from 0) of a record, or compare it with what chance has brought. ValueError if it is impossible."""
        if number < len(self.texts):
            if self.texts[number] != text:
                raise ValueError(f"chance brings {self.texts[number]}, not {text!r}")
        elif self.is_over:
            raise ValueError("the game is over before it")
        elif self.simultaneous:
            first, _, second = text.partition("/")
            self.play(Joint(self.parse_move(0, first), self.parse_move(1, second)))
        else:
            self.play(self.parse_move(int(contract.to_play(self.state)), text))

    def undo(self) -> None:
        """Take back the last move of a player, or of both, and the chance events after it. ValueError if there is none."""
        players = [i for i, move in enumerate(self.moves) if not isinstance(move, Chance)]
        if not players:
            raise ValueError("there is no move to take back")
        last = players[-1]
        self.state = self._before[last]
        for kept in (self.moves, self.texts, self._before):
            del kept[last:]
        del self._hashes[last + 1:]

    def _make(self, move: int | Joint | Chance) -> None:
        state, text = self.state, contract.move_text
        self._before.append(contract.clone_state(state))
        self.moves.append(move)
        if isinstance(move, Joint):
            self.texts.append(f"{text(state, move.first)}/{text(state, move.second)}")
            contract.play_joint(state, *move)
        elif isinstance(move, Chance):
            self.texts.append(f"[{text(state, move.outcome)}]")
            contract.play_chance(state, move.outcome)
        else:
            self.texts.append(text(state, move))
            contract.play(state, move)
        self._hashes.append(int(contract.position_hash(state)))

    def _settle_chance(self) -> None:
        while not self.is_over and contract.is_chance(self.state):
            out = np.zeros(contract.num_moves(self.state), np.int16)
            outcomes = out[:contract.chance_outcomes(self.state, out)].tolist()
            chances = np.zeros(len(out))
            given = contract.chance_probabilities(self.state, chances)
            generator = random.Random(f"{self.seed}/{len(self.moves)}")
            self._make(Chance(generator.choices(outcomes, chances[:given].tolist())[0] if given else generator.choice(outcomes)))
