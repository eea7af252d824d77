"""Positions of random games, for the compiled network and for the slow one."""
import random

from oracles import naive, naive_network

from gopy import game
from gopy.go.bitboard.construct import new_position, set_rules
from gopy.go.geometry import pass_move, point_at


def random_game(size, seed, moves):
    """(compiled position, slow game, (row, column) of the ko point or None) after random moves, now and then a pass."""
    choose = random.Random(seed)
    position, slow = new_position(size), naive.Naive(size)
    set_rules(position, komi=choose.choice((0.0, 5.5, 7.0)))
    for _ in range(moves):
        tried = choose.choices(list(slow.points), k=20) if choose.random() < 0.97 else []
        move = next((point for point in tried if slow.legal(point)), naive.PASS)
        slow.play(move)
        game.play(position, pass_move(size) if move == naive.PASS else point_at(*move, size))
        if slow.passes == 2:
            break
    return position, slow


def inputs(position, slow, size):
    """What the slow evaluation is given for the position."""
    own = slow.to_play
    ko = [point for point in slow.points if point not in slow.board and slow.result(own, point) is not None
          and slow.is_simple_ko(slow.result(own, point), own)]
    moves = []
    for (before, _), (after, _) in list(zip(slow.history, slow.history[1:]))[:-3:-1]:
        moves += [point for point in after if point not in before] or [None]
    last, before = [*moves, None, None][:2]
    image = naive_network.planes(size, slow.board, own, ko[0] if ko else None, last, before)
    return image, naive_network.global_inputs(size, own, slow.passes, float(position.data[0].komi))
