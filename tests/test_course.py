"""One game as it is played: legal moves under repetition, taking back, moves as text, chance and joint moves."""
import random

import numpy as np
import pytest

from gopy import game
from gopy.games.catalogue import start_state
from gopy.players.course import Course, Joint


def random_moves(course, seed, limit):
    generator = random.Random(seed)
    for _ in range(limit):
        if course.is_over:
            return
        players = (0, 1) if course.simultaneous else (course.to_play,)
        moves = [generator.choice(course.legal_moves(player)) for player in players]
        course.play(Joint(*moves) if course.simultaneous else moves[0])


def legal(state):
    out = np.zeros(game.num_moves(state), np.int16)
    return out[:game.legal_moves(state, out)].tolist()


def seen(course):
    return game.draw(course.state), course.is_over, list(course.moves), list(course.texts), list(course.hashes)


@pytest.mark.parametrize("text", ["tictactoe", "gomoku:size=8", "go:size=5,rules=cgos"])
def test_taking_back_leads_to_every_earlier_position(text):
    course, before = Course(start_state(text)), []
    for number in range(60):
        if course.is_over:
            break
        before.append(seen(course))
        random_moves(course, number, 1)
    while before:
        course.undo()
        assert seen(course) == before.pop()
    with pytest.raises(ValueError, match="no move to take back"):
        course.undo()


def test_the_first_position_is_not_touched():
    state = start_state("tictactoe")
    random_moves(Course(state), 1, 20)
    assert game.draw(state) == game.draw(start_state("tictactoe"))


def test_moves_are_read_as_people_write_them():
    course = Course(start_state("tictactoe"))
    course.play(course.parse_move(0, " B2 "))
    assert course.texts == ["b2"] and course.to_play == 1
    with pytest.raises(ValueError, match="there is no legal move 'b2'"):
        course.parse_move(1, "b2")


def test_no_move_repeats_a_position():
    """Go on 2x2 with positional superko: every position after a stone is new, and moves were forbidden for it."""
    forbidden = 0
    for seed in range(30):
        course = Course(start_state("go:size=2,rules=cgos"))
        generator = random.Random(seed)
        while not course.is_over and len(course.moves) < 60:
            moves = course.legal_moves(course.to_play)
            stones = [move for move in moves if move != game.pass_move(course.state)]
            forbidden += len(legal(course.state)) > len(moves)
            course.play(generator.choice(stones or moves))
            boards = [h for h, move in zip(course.hashes[1:], course.moves) if move != game.pass_move(course.state)]
            assert len(set(boards)) == len(boards)
        assert course.is_over
    assert forbidden


def test_a_result_and_a_margin():
    course = Course(start_state("tictactoe"))
    for text in "a1 b1 a2 b2 a3".split():
        course.play(course.parse_move(course.to_play, text))
    assert course.is_over and course.value() == 1.0 and course.margin() is None
    go = Course(start_state("go:size=2,komi=0.5"))
    for _ in range(2):
        go.play(game.pass_move(go.state))
    assert go.is_over and go.value() == 0.0 and go.margin() == -0.5
