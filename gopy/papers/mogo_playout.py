"""MoGo's playout to the letter of the MC-RAVE paper: four rules in order, each with the readings that the paper leaves open.

    1  if the last move put own stones in atari, a random move that saves them (`mogo_rule_1` save); the rules of this engine take
       the chain that was just played as well, if that is in atari itself (save_or_take)
    2  else a random move among the eight points around the last move whose 3x3 neighbourhood matches a pattern; with
       `mogo_two_moves` the points around the last move but one count too
    3  else a random capture; with `mogo_captures_first` this comes before rule 2
    4  else a random legal move that fills no own eye

A move of rules 1 to 3 is drawn among those that are legal, each alike. Source: Gelly and Silver 2011, section 3.6.
"""
import numpy as np

from gopy.compiled.bits import ONE, ZERO
from gopy.compiled.jit import kernel
from gopy.game import append_move
from gopy.go.bitboard.layout import NO_POINT, TWO, point_count, size_of
from gopy.go.bitboard.position import pass_turn, place
from gopy.go.knowledge.fights import saving_moves, taking_moves
from gopy.go.knowledge.playout import capture_moves, choose_suggested, pattern_moves, random_move

#: Values of the parameter `mogo_rule_1`.
OFF, SAVE, SAVE_OR_TAKE = range(3)


@kernel(entry=False)
def _choose_one(position, count, colour, game_params, rng):
    """A random legal candidate of queue[0:count], each as likely as any other however often it was suggested; NO_POINT if none is."""
    queue = game_params.work[0].queue
    distinct = ZERO
    for i in range(count):
        known = False
        for k in range(distinct):
            known |= queue[k] == queue[i]
        if not known:
            queue[distinct] = queue[i]
            distinct += ONE
    return choose_suggested(position, distinct, colour, game_params, rng)


@kernel(entry=False)
def _first_rule(position, colour, game_params, rng):
    data, work = position.data[0], game_params.work[0]
    if data.last == point_count(position):
        return NO_POINT
    count = ZERO
    if game_params.mogo_rule_1 == SAVE_OR_TAKE:
        count = taking_moves(position, work, data.last, colour)
    count = saving_moves(position, work, data.last, colour, count, game_params, rng)
    return _choose_one(position, count, colour, game_params, rng)


@kernel(entry=False)
def _pattern_rule(position, before, colour, game_params, rng):
    passing = point_count(position)
    last = position.data[0].last
    count = ZERO
    if last != passing:
        count = pattern_moves(position, last, colour, game_params, count)
    if game_params.mogo_two_moves != 0 and before != passing:
        count = pattern_moves(position, before, colour, game_params, count)
    return _choose_one(position, count, colour, game_params, rng)


@kernel(entry=False)
def _capture_rule(position, colour, game_params, rng):
    count = capture_moves(position, game_params.work[0], colour)
    return _choose_one(position, count, colour, game_params, rng)


@kernel(entry=False)
def letter_move(position, before, game_params, rng):
    """The move of the first rule that has one, as (point, number of the rule); the pass, by rule 4, if there is no move.

    before   the last move but one, a point or the pass"""
    colour = position.data[0].to_play
    point = _first_rule(position, colour, game_params, rng)
    if point != NO_POINT:
        return point, 1
    if game_params.mogo_captures_first != 0:
        point = _capture_rule(position, colour, game_params, rng)
        if point != NO_POINT:
            return point, 3
    point = _pattern_rule(position, before, colour, game_params, rng)
    if point != NO_POINT:
        return point, 2
    if game_params.mogo_captures_first == 0:
        point = _capture_rule(position, colour, game_params, rng)
        if point != NO_POINT:
            return point, 3
    return random_move(position, game_params, rng), 4


@kernel(entry=False)
def play_to_the_letter(game_params, position, rng, trace):
    """Play to two passes or the greatest length and append the moves to `trace`."""
    data = position.data[0]
    n = size_of(position)
    left = np.int64(game_params.length * np.float64(n * n))
    passing = point_count(position)
    before = passing            # what came before the last move of the tree is not known here
    while data.passes < TWO and left > 0:
        left -= 1
        move, _ = letter_move(position, before, game_params, rng)
        before = np.uint64(data.last)
        append_move(trace, move)
        if move == passing:
            pass_turn(position)
        else:
            place(position, move, data.to_play)
