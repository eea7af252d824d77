"""One game of any kind as it is played: its position, the moves so far, what repetition forbids, taking back.

Players choose; chance, where a game has it, is settled here. A move is an int, in games of simultaneous moves a Joint;
what chance brought is a Chance.
"""
import random
from typing import NamedTuple

import numpy as np

from gopy import game


class Joint(NamedTuple):
    """A move of both players at once."""

    first: int      #: of player 0
    second: int


class Chance(NamedTuple):
    """What chance brought."""

    outcome: int


class Course:
    """A game from a first position on.

    state           the position now; not to be changed from outside
    moves           all moves so far: ints, Joints and Chances
    texts           how people write them
    simultaneous    whether both players move at once
    """

    def __init__(self, state, seed=0):
        """`seed` is that of chance: the same seed brings the same outcomes at the same points of the game."""
        self.state = game.clone_state(state)
        self.moves, self.texts = [], []
        self.simultaneous = bool(game.is_simultaneous(state))
        self._seed = seed
        self._before = []                                       # the positions before each move
        self._hashes = [int(game.position_hash(state))]
        self._settle_chance()

    @property
    def is_over(self):
        """Whether the game has ended."""
        return bool(game.is_over(self.state))

    @property
    def to_play(self):
        """The player to move, 0 or 1; None when both are."""
        return None if self.simultaneous else int(game.to_play(self.state))

    @property
    def hashes(self):
        """Hashes of all positions so far, this one last; 0 where repetition does not matter."""
        return self._hashes

    def value(self):
        """Result for player 0 in [0, 1]."""
        return float(game.value(self.state))

    def margin(self):
        """Margin of player 0 in points; None if the game counts none."""
        return float(game.score(self.state)) if game.has_own(game.score, self.state) else None

    def legal_moves(self, player):
        """List of the moves that a player whose turn it is may make; none of them repeats what must not be."""
        out = np.zeros(game.num_moves(self.state), np.int16)
        if self.simultaneous:
            return out[:game.moves_of(self.state, player, out)].tolist()
        moves = out[:game.legal_moves(self.state, out)].tolist()
        if self._hashes[-1] == 0:
            return moves
        passing = game.pass_move(self.state)
        return [move for move in moves
                if move == passing or int(game.hash_after(self.state, move)) not in self._hashes]

    def parse_move(self, player, text):
        """The legal move of a player that is written `text`, in any case. ValueError if there is none."""
        text = text.strip()
        for move in self.legal_moves(player):
            if game.move_text(self.state, move).lower() == text.lower():
                return move
        raise ValueError(f"there is no legal move {text!r}")

    def play(self, move):
        """Play a legal move, a Joint where both players move; then chance moves, if it is its turn."""
        self._make(move)
        self._settle_chance()

    def undo(self):
        """Take back the last move of a player, or of both at once. ValueError if there is none."""
        players = [i for i, move in enumerate(self.moves) if not isinstance(move, Chance)]
        if not players:
            raise ValueError("there is no move to take back")
        last = players[-1]
        self.state = self._before[last]
        for kept in (self.moves, self.texts, self._before):
            del kept[last:]
        del self._hashes[last + 1:]

    def _make(self, move):
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

    def _settle_chance(self):
        while not self.is_over and game.is_chance(self.state):
            out = np.zeros(game.num_moves(self.state), np.int16)
            outcomes = out[:game.chance_outcomes(self.state, out)].tolist()
            generator = random.Random(f"{self._seed}/{len(self.moves)}")
            self._make(Chance(generator.choice(outcomes)))
