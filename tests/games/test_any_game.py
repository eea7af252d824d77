"""One game as it is played: legal moves under repetition, taking back, moves as text, chance and joint moves."""
import random

import numpy as np
import pytest

from gopy import game as contract
from gopy.games.catalogue import game_kind
from gopy.games.players.any_game import AnyGame, Joint


def random_moves(game, seed, limit):
    generator = random.Random(seed)
    for _ in range(limit):
        if game.is_over:
            return
        players = (0, 1) if game.simultaneous else (game.to_play,)
        moves = [generator.choice(game.legal_moves(player)) for player in players]
        game.play(Joint(*moves) if game.simultaneous else moves[0])


def legal(state):
    out = np.zeros(contract.num_moves(state), np.int16)
    return out[:contract.legal_moves(state, out)].tolist()


def seen(game):
    return contract.draw(game.state), game.is_over, list(game.moves), list(game.texts), list(game.hashes)


@pytest.mark.parametrize("text", ["tictactoe", "gomoku:size=8", "go:size=5,rules=cgos"])
def test_taking_back_leads_to_every_earlier_position(text):
    game, before = AnyGame(game_kind(text)), []
    for number in range(60):
        if game.is_over:
            break
        before.append(seen(game))
        random_moves(game, number, 1)
    while before:
        game.undo()
        assert seen(game) == before.pop()
    with pytest.raises(ValueError, match="no move to take back"):
        game.undo()


def test_the_first_position_is_not_touched():
    kind = game_kind("tictactoe")
    state = kind.new_state()
    random_moves(AnyGame(kind, 0, state), 1, 20)
    assert contract.draw(state) == contract.draw(kind.new_state())


def test_moves_are_read_as_people_write_them():
    game = AnyGame(game_kind("tictactoe"))
    game.play(game.parse_move(0, " B2 "))
    assert game.texts == ["b2"] and game.to_play == 1
    with pytest.raises(ValueError, match="no legal move"):
        game.parse_move(1, "b2")


def test_no_move_repeats_a_position():
    """Go on 2x2 with positional superko: every position after a stone is new, and moves were forbidden for it."""
    forbidden = 0
    for seed in range(30):
        game = AnyGame(game_kind("go:size=2,rules=cgos"))
        generator = random.Random(seed)
        while not game.is_over and len(game.moves) < 60:
            moves = game.legal_moves(game.to_play)
            stones = [move for move in moves if move != contract.pass_move(game.state)]
            forbidden += len(legal(game.state)) > len(moves)
            game.play(generator.choice(stones or moves))
            boards = [h for h, move in zip(game.hashes[1:], game.moves) if move != contract.pass_move(game.state)]
            assert len(set(boards)) == len(boards)
        assert game.is_over
    assert forbidden


def test_a_result_and_a_margin():
    game = AnyGame(game_kind("tictactoe"))
    for text in "a1 b1 a2 b2 a3".split():
        game.play(game.parse_move(game.to_play, text))
    assert game.is_over and game.value() == 1.0 and game.margin() is None
    go = AnyGame(game_kind("go:size=2,komi=0.5"))
    for _ in range(2):
        go.play(contract.pass_move(go.state))
    assert go.is_over and go.value() == 0.0 and go.margin() == -0.5
