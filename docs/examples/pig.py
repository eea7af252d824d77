"""Pig, a game of a die: roll as often as you dare; a one loses what the turn has brought. The first to reach the goal wins.

A player rolls or holds. A roll of two to six adds to the turn's points; a one ends the turn without any. Holding adds the points of the
turn to the score and ends the turn; without points there is nothing to hold. The players do not alternate move by move, and the die is
chance. After 1000 rolls the game is a draw.
"""
from typing import NamedTuple

import numpy as np

from gopy import game
from gopy.compiled.jit import kernel
from gopy.games.catalogue import register_game

HOLD, ROLL = 0, 1
SIDES = 6
MOST_ROLLS = 1000

# slots of `data`
SCORE = 0           #: of player 0, then of player 1
TURN = 2            #: points of this turn
PLAYER = 3
ROLLING = 4         #: 1 while the die rolls
ROLLS = 5
GOAL = 6


class Pig(NamedTuple):
    """A position."""

    data: np.ndarray    #: int64[7], the slots above


def new_pig(goal=100):
    """The start of a game up to `goal` points, from 2 to 1000. ValueError for another goal."""
    if not 2 <= goal <= 1000:
        raise ValueError(f"goal must be between 2 and 1000, not {goal}")
    return Pig(np.array([0, 0, 0, 0, 0, 0, goal], np.int64))


register_game("pig", new_pig, variants=({}, {"goal": 10}))


@game.alternates.register(Pig)
@kernel
def alternates(state):
    return False


@game.num_moves.register(Pig)
@kernel
def num_moves(state):
    return SIDES    # two moves, and six outcomes of the die


@game.to_play.register(Pig)
@kernel
def to_play(state):
    return state.data[PLAYER]


@game.copy_state.register(Pig)
@kernel
def copy_state(dst, src):
    for i in range(dst.data.shape[0]):
        dst.data[i] = src.data[i]


@game.legal_moves.register(Pig)
@kernel
def legal_moves(state, out):
    out[0] = ROLL
    out[1] = HOLD
    return 1 if state.data[TURN] == 0 else 2


@kernel(entry=False)
def _pass_the_die(data):
    data[TURN] = 0
    data[PLAYER] = 1 - data[PLAYER]


@game.play.register(Pig)
@kernel
def play(state, move):
    data = state.data
    if move == ROLL:
        data[ROLLING] = 1
        return
    data[SCORE + data[PLAYER]] += data[TURN]
    if data[SCORE + data[PLAYER]] < data[GOAL]:
        _pass_the_die(data)


@game.is_chance.register(Pig)
@kernel
def is_chance(state):
    return state.data[ROLLING] == 1


@game.chance_outcomes.register(Pig)
@kernel
def chance_outcomes(state, out):
    for face in range(SIDES):
        out[face] = face
    return SIDES


@game.play_chance.register(Pig)
@kernel
def play_chance(state, outcome):
    data = state.data
    data[ROLLING] = 0
    data[ROLLS] += 1
    if outcome == 0:
        _pass_the_die(data)
    else:
        data[TURN] += outcome + 1


@game.is_over.register(Pig)
@kernel
def is_over(state):
    data = state.data
    return data[SCORE] >= data[GOAL] or data[SCORE + 1] >= data[GOAL] or data[ROLLS] >= MOST_ROLLS


@game.value.register(Pig)
@kernel
def value(state):
    if state.data[SCORE] >= state.data[GOAL]:
        return 1.0
    if state.data[SCORE + 1] >= state.data[GOAL]:
        return 0.0
    return 0.5


@game.observation_form.register(Pig)
def observation_form(state):
    return game.ObservationForm((3,), int(state.data[GOAL]) + SIDES)


@game.observe.register(Pig)
@kernel
def observe(state, player, out):
    out[0] = state.data[SCORE + player]
    out[1] = state.data[SCORE + 1 - player]
    out[2] = state.data[TURN]


@game.move_text.register(Pig)
def move_text(state, move):
    if is_chance(state):
        return str(int(move) + 1)
    return "roll" if move == ROLL else "hold"


@game.draw.register(Pig)
def draw(state):
    data = state.data
    lines = [f"player {player + 1}: {data[SCORE + player]} points" for player in (0, 1)]
    return "\n".join([*lines, f"player {data[PLAYER] + 1} has {data[TURN]} in this turn; {data[GOAL]} win"])
