"""The oracle for batches against the oracle for single games: two programs from the text of the rules."""
import numpy as np
import pytest
from oracles import naive
from oracles.naive_batch import BLACK, NaiveBatch

STONES = {"b": 1, "w": 2}


@pytest.mark.parametrize("size, games", [(2, 20), (3, 20), (4, 5)])
@pytest.mark.parametrize("suicide", [False, True])
@pytest.mark.parametrize("ko", ["simple", "positional", "situational"])
def test_games_agree_with_the_single_oracle(size, games, ko, suicide):
    rng = np.random.default_rng(size)
    batch = NaiveBatch(games, size, ko, suicide)
    single = [naive.Naive(size, ko=ko, suicide=suicide) for _ in range(games)]
    forbidden = 0
    for _ in range(100):
        live = ~batch.over()
        masks, scores, actions = batch.masks(), batch.scores(), np.zeros(games, int)
        for number in np.flatnonzero(live):
            game = single[number]
            assert masks[number].tolist() == [game.legal(point) for point in game.points] + [1]
            assert scores[number] == game.area_score()
            forbidden += sum(game.result(game.to_play, point) is not None
                             for point in game.points if point not in game.board and not game.legal(point))
            actions[number] = rng.choice(np.flatnonzero(masks[number]))
            game.play(naive.PASS if actions[number] == size * size else divmod(int(actions[number]), size))
        batch.play(actions, live)
        for number in np.flatnonzero(live):
            board = single[number].board
            assert batch.grid()[number].tolist() == [STONES.get(board.get(point), 0) for point in single[number].points]
            assert batch.over()[number] == (single[number].passes >= 2)
    assert forbidden > 0 or (size, ko) != (3, "positional")     # repetition was put to the test


def test_without_a_ko_rule_a_ko_is_retaken_at_once():
    #  . X O .
    #  X . X O      the point in the middle of the four black stones is empty: White takes, Black retakes
    #  . X O .
    for ko, expected in (("none", 1), ("simple", 0), ("positional", 0), ("situational", 0)):
        batch = NaiveBatch(1, 4, ko)
        for action in (1, 2, 4, 7, 6, 10, 9, 5):
            assert batch.masks()[0, action]
            batch.play(np.array([action]))
        assert batch.grid()[0, 6] == 0 and batch.to_play[0] == BLACK
        assert batch.masks()[0, 6] == expected


def test_planes_show_eight_boards_from_the_side_of_the_player_to_move():
    batch = NaiveBatch(1, 3)
    for action in (0, 4, 9, 8):     # Black, White, a pass, White
        batch.play(np.array([action]))
    planes = batch.planes()[0].astype(int)
    assert planes[:, :, 16].all()                           # Black to move
    own, other = planes[:, :, 0::2], planes[:, :, 1:16:2]
    assert own[0, 0, :8].tolist() == [1, 1, 1, 1, 0, 0, 0, 0]
    assert other[1, 1].tolist() == [1, 1, 1, 0, 0, 0, 0, 0]
    assert other[2, 2].tolist() == [1, 0, 0, 0, 0, 0, 0, 0]
    assert planes[:, :, :16].sum() == 8
    batch.restart(0)
    assert batch.planes()[0, :, :, :16].sum() == 0 and batch.plies[0] == 0
