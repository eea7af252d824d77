"""One game of any kind as it is played: its position, its moves so far, the moves that repetition forbids, and undo.

The players choose their moves; chance events, in games that have them, are drawn here. A move is an int, or a Joint in
games with simultaneous moves. The outcome of a chance event is a Chance.
"""
import random
from typing import Any, NamedTuple

import numpy as np

from gopy import game


class Joint(NamedTuple):
    """The moves that both players make at the same time."""

    first: int      #: the move of player 0
    second: int     #: the move of player 1


class Chance(NamedTuple):
    """The outcome of a chance event."""

    outcome: int


class Course:
    """A game that is played from a given first position.

    state           the current position; callers must not change it
    moves           all moves so far, as ints, Joints and Chances
    texts           the same moves as people write them
    simultaneous    whether both players move at the same time
    """

    def __init__(self, state: Any, seed: int = 0) -> None:
        """`seed` is that of the chance events: the same seed gives the same outcomes at the same points of the game."""
        self.state = game.clone_state(state)
        self.moves: list[Any] = []
        self.texts: list[str] = []
        self.simultaneous = bool(game.is_simultaneous(state))
        self._seed = seed
        self._before: list[Any] = []                            # the position before each move
        self._hashes = [int(game.position_hash(state))]
        self._settle_chance()

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return bool(game.is_over(self.state))

    @property
    def to_play(self) -> int | None:
        """The player to move, 0 or 1; None when both players move at the same time."""
        return None if self.simultaneous else int(game.to_play(self.state))

    @property
    def hashes(self) -> list[int]:
        """Hashes of all positions so far, the current one last; they are 0 where repetition does not matter."""
        return self._hashes

    def value(self) -> float:
        """The result for player 0, in [0, 1]."""
        return float(game.value(self.state))

    def margin(self) -> float | None:
        """The margin of player 0 in points; None if the game does not count points."""
        return float(game.score(self.state)) if game.score.has_own(self.state) else None

    def legal_moves(self, player: int) -> list[int]:
        """The legal moves of a player whose turn it is. Moves that repeat a position are left out if that is forbidden."""
        out = np.zeros(game.num_moves(self.state), np.int16)
        if self.simultaneous:
            return out[:game.moves_of(self.state, player, out)].tolist()
        moves = out[:game.legal_moves(self.state, out)].tolist()
        if self._hashes[-1] == 0:
            return moves
        passing = game.pass_move(self.state)
        return [move for move in moves
                if move == passing or int(game.hash_after(self.state, move)) not in self._hashes]

    def parse_move(self, player: int, text: str) -> int:
        """The legal move of a player that is written `text`, in upper or lower case. ValueError if there is none."""
        text = text.strip()
        for move in self.legal_moves(player):
            if game.move_text(self.state, move).lower() == text.lower():
                return move
        raise ValueError(f"there is no legal move {text!r}")

    def play(self, move: int | Joint) -> None:
        """Play a legal move (a Joint where both players move at the same time), then the chance events that follow it."""
        self._make(move)
        self._settle_chance()

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
        state, text = self.state, game.move_text
        self._before.append(game.clone_state(state))
        self.moves.append(move)
        if isinstance(move, Joint):
            self.texts.append(f"{text(state, move.first)}/{text(state, move.second)}")
            game.play_joint(state, *move)
        elif isinstance(move, Chance):
            self.texts.append(f"[{text(state, move.outcome)}]")
            game.play_chance(state, move.outcome)
        else:
            self.texts.append(text(state, move))
            game.play(state, move)
        self._hashes.append(int(game.position_hash(state)))

    def _settle_chance(self) -> None:
        while not self.is_over and game.is_chance(self.state):
            out = np.zeros(game.num_moves(self.state), np.int16)
            outcomes = out[:game.chance_outcomes(self.state, out)].tolist()
            generator = random.Random(f"{self._seed}/{len(self.moves)}")
            self._make(Chance(generator.choice(outcomes)))
