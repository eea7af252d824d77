"""A small backgammon: two players race their men past each other by two dice, hit single men and bear off.

Each player has a few men and counts the points of the track from their own side: the first of one is the last of the other. All men begin
on the bar. The player to move throws two dice of three sides and plays them one after the other, in either order, each with any man:

* A man on the bar enters first: with a 2 on point 2.
* A point where the other has two men or more is closed. A single man of the other is hit and goes to its bar.
* Once all own men are on the last three points, or off, a die that leads past the last point bears a man off.
* A die that cannot be played is lost.

Whoever has all men off first wins. After 1000 throws the game is a draw. Unlike in the large game doubles are played twice and not four
times, there is no doubling cube, and a player may play the first die so that the second is lost.
"""
from typing import NamedTuple

import numpy as np

from gopy import game
from gopy.compiled.jit import kernel
from gopy.games.catalogue import register_game

SIDES = 3
HOME = 3
THROWS = ((1, 1), (2, 2), (3, 3), (1, 2), (1, 3), (2, 3))
MOST_THROWS = 1000
MOST_POINTS, MOST_MEN = 12, 7

#: int64[6, 2], the dice of each outcome, and its probability: a pair falls in two ways, a double in one.
DICE = np.array(THROWS, np.int64)
PROBABILITIES = np.array([(1 if low == high else 2) / SIDES ** 2 for low, high in THROWS])

# slots of `data`
PLAYER = 0
FIRST_DIE = 1       #: a die to be played, 0 if there is none; the other one follows
THROWN = 3          #: how many throws there were
POINTS = 4
MEN = 5


class SmallBackgammon(NamedTuple):
    """A position."""

    men: np.ndarray     #: int64[2, points + 2], of each player: men on the bar (0), on each point by its own count, and off
    data: np.ndarray    #: int64[6], the slots above


def new_small_backgammon(points=8, men=3):
    """The start of a game on 4 to 12 points with 1 to 7 men each. ValueError for other numbers."""
    if not 4 <= points <= MOST_POINTS:
        raise ValueError(f"points must be between 4 and {MOST_POINTS}, not {points}")
    if not 1 <= men <= MOST_MEN:
        raise ValueError(f"men must be between 1 and {MOST_MEN}, not {men}")
    on = np.zeros((2, points + 2), np.int64)
    on[:, 0] = men
    return SmallBackgammon(on, np.array([0, 0, 0, 0, points, men], np.int64))


register_game("small_backgammon", new_small_backgammon, variants=({}, {"points": 6, "men": 2}))


@game.alternates.register(SmallBackgammon)
@kernel
def alternates(state):
    return False


@game.num_moves.register(SmallBackgammon)
@kernel
def num_moves(state):
    # a move: SIDES * the point of the man + the die - 1
    return SIDES * (state.data[POINTS] + 1)


@game.to_play.register(SmallBackgammon)
@kernel
def to_play(state):
    return state.data[PLAYER]


@game.copy_state.register(SmallBackgammon)
@kernel
def copy_state(dst, src):
    for i in range(dst.data.shape[0]):
        dst.data[i] = src.data[i]
    for player in range(2):
        for point in range(dst.men.shape[1]):
            dst.men[player, point] = src.men[player, point]


@kernel(entry=False)
def _all_home(state):
    for point in range(state.data[POINTS] - HOME + 1):
        if state.men[state.data[PLAYER], point] > 0:
            return False
    return True


@kernel(entry=False)
def _can_move(state, point, die):
    """Whether the player to move may move a man from `point` by `die`."""
    player, points = state.data[PLAYER], state.data[POINTS]
    if state.men[player, point] == 0 or point > 0 and state.men[player, 0] > 0:
        return False
    to = point + die
    if to > points:
        return _all_home(state)
    return state.men[1 - player, points + 1 - to] < 2


@game.legal_moves.register(SmallBackgammon)
@kernel
def legal_moves(state, out):
    n = 0
    for i in range(2):
        die = state.data[FIRST_DIE + i]
        if die == 0 or i == 1 and die == state.data[FIRST_DIE]:
            continue
        for point in range(state.data[POINTS] + 1):
            if _can_move(state, point, die):
                out[n] = SIDES * point + die - 1
                n += 1
    return n


@kernel(entry=False)
def _pass_if_stuck(state):
    """End the turn if no die is left that can be played."""
    data = state.data
    for i in range(2):
        if data[FIRST_DIE + i] > 0:
            for point in range(data[POINTS] + 1):
                if _can_move(state, point, data[FIRST_DIE + i]):
                    return
    data[FIRST_DIE] = 0
    data[FIRST_DIE + 1] = 0
    data[PLAYER] = 1 - data[PLAYER]


@game.play.register(SmallBackgammon)
@kernel
def play(state, move):
    data, player, points = state.data, state.data[PLAYER], state.data[POINTS]
    point, die = move // SIDES, move % SIDES + 1
    to = min(point + die, points + 1)
    state.men[player, point] -= 1
    state.men[player, to] += 1
    there = points + 1 - to         # the point as the other counts it
    if to <= points and state.men[1 - player, there] == 1:
        state.men[1 - player, there] = 0
        state.men[1 - player, 0] += 1
    data[FIRST_DIE if data[FIRST_DIE] == die else FIRST_DIE + 1] = 0
    if state.men[player, points + 1] < data[MEN]:
        _pass_if_stuck(state)


@game.is_chance.register(SmallBackgammon)
@kernel
def is_chance(state):
    return state.data[FIRST_DIE] == 0 and state.data[FIRST_DIE + 1] == 0


@game.chance_outcomes.register(SmallBackgammon)
@kernel
def chance_outcomes(state, out):
    for throw in range(DICE.shape[0]):
        out[throw] = throw
    return DICE.shape[0]


@game.chance_probabilities.register(SmallBackgammon)
@kernel
def chance_probabilities(state, out):
    for throw in range(DICE.shape[0]):
        out[throw] = PROBABILITIES[throw]
    return DICE.shape[0]


@game.play_chance.register(SmallBackgammon)
@kernel
def play_chance(state, outcome):
    state.data[THROWN] += 1
    state.data[FIRST_DIE] = DICE[outcome, 0]
    state.data[FIRST_DIE + 1] = DICE[outcome, 1]
    _pass_if_stuck(state)


@kernel(entry=False)
def _is_off(state, player):
    return state.men[player, state.data[POINTS] + 1] == state.data[MEN]


@game.is_over.register(SmallBackgammon)
@kernel
def is_over(state):
    return _is_off(state, 0) or _is_off(state, 1) or state.data[THROWN] >= MOST_THROWS


@game.value.register(SmallBackgammon)
@kernel
def value(state):
    if _is_off(state, 0):
        return 1.0
    return 0.0 if _is_off(state, 1) else 0.5


@game.information.register(SmallBackgammon)
@kernel
def information(state, player):
    # Both see all. A hash of the position makes one node of a position that comes about in several ways: the search learns faster so.
    mixed = np.uint64(1 + state.data[PLAYER] + 2 * (state.data[FIRST_DIE] + 4 * state.data[FIRST_DIE + 1]))
    for side in range(2):
        for point in range(state.data[POINTS] + 1):
            mixed = (mixed ^ (mixed >> np.uint64(29))) * np.uint64(0xBF58476D1CE4E5B9) + np.uint64(state.men[side, point] + 1)
    return mixed | np.uint64(1)


@game.observation_form.register(SmallBackgammon)
def observation_form(state):
    return game.ObservationForm((2 * (int(state.data[POINTS]) + 2) + 2,), MOST_MEN)


@game.observe.register(SmallBackgammon)
@kernel
def observe(state, player, out):
    # the own men on the bar, on each point and off, the other's by the other's count, and the dice to be played
    points = state.data[POINTS] + 2
    for point in range(points):
        out[point] = state.men[player, point]
        out[points + point] = state.men[1 - player, point]
    for i in range(2):
        out[2 * points + i] = state.data[FIRST_DIE + i]


@game.move_text.register(SmallBackgammon)
def move_text(state, move):
    if is_chance(state):
        return "{}-{}".format(*THROWS[move])
    point, die = divmod(int(move), SIDES)
    to = point + die + 1
    return f"{point or 'bar'}/{to if to <= state.data[POINTS] else 'off'}" + ("" if to <= state.data[POINTS] else f"({die + 1})")


@game.draw.register(SmallBackgammon)
def draw(state):
    points = int(state.data[POINTS])
    lines = [" ".join(f"{point:2}" for point in range(1, points + 1))]
    for player in (0, 1):
        at = [int(state.men[player, point if player == 0 else points + 1 - point]) for point in range(1, points + 1)]
        lines.append(" ".join(f"{men or '.':>2}" for men in at)
                     + f"   player {player + 1}: bar {state.men[player, 0]}, off {state.men[player, points + 1]}")
    dice = [str(die) for die in state.data[FIRST_DIE:FIRST_DIE + 2] if die > 0]
    return "\n".join([*lines, f"player {state.data[PLAYER] + 1} {'plays ' + ' and '.join(dice) if dice else 'throws'}"])
