"""The softmax playout: probabilities by a slow oracle, weights kept up to date, draws."""
import diagram
import numpy as np
import pytest
from oracles import naive_softmax

import gopy.go.contract  # noqa: F401  (registers the verbs)
from gopy.compiled.jit import kernel
from gopy.compiled.rng import new_rng
from gopy.game import for_thread, new_trace
from gopy.go.bitboard.construct import clone_position, new_position
from gopy.go.bitboard.layout import TWO, point_count
from gopy.go.bitboard.position import pass_turn
from gopy.go.bitboard.tactics import has_liberties_after, is_bad_self_atari
from gopy.go.geometry import BLACK, pass_move
from gopy.go.history import Game, Position
from gopy.go.knowledge.patterns import matches_pattern
from gopy.lab.learn.papers.playout_gradient import mean_result, probabilities
from gopy.papers import playout_weights, softmax_playout
from gopy.papers.draft import new_paper_params


@kernel
def ask_features(position, point, params):
    colour = position.data[0].to_play
    return (matches_pattern(position, params.table, point, colour), has_liberties_after(position, point, colour, TWO),
            is_bad_self_atari(position, point, colour))


@kernel
def next_move(position, params, rng, fill):
    if fill:
        softmax_playout.fill_weights(position, params)
    return softmax_playout.softmax_move(position, params, rng)


@kernel
def play_weighted(position, move, params):
    if move == point_count(position):
        pass_turn(position)
    else:
        softmax_playout.play_weighted(position, move, params)


@kernel
def fill_weights(position, params):
    softmax_playout.fill_weights(position, params)


def random_weights(seed):
    """Log-weights with a value for every feature."""
    return np.random.default_rng(seed).normal(0.0, 1.0, playout_weights.feature_count())


def params_with(log_weights, size, **changes):
    return new_paper_params(size, softmax="even", **changes)._replace(softmax_table=playout_weights.weight_table(log_weights))


@pytest.mark.parametrize("size", [3, 5, 9])
def test_probabilities_agree_with_the_slow_oracle(size):
    log_weights = playout_weights.bounded(random_weights(size))
    names = dict(zip(playout_weights.feature_names(), log_weights))
    params, rng = params_with(log_weights, size), new_rng(3, size)
    shares = np.zeros(size * (size + 1) + 1)
    compared, seen = 0, set()
    for _ in range(3):
        position, game = new_position(size), Game(size)
        fill_weights(position, params)
        for _ in range(2 * size * size):
            last = game.moves[-1][1] if game.moves and game.moves[-1][1] != pass_move(size) else -1
            data = position.data[0]

            def ask(point):
                return [bool(answer) for answer in ask_features(position, np.uint64(point), params)]
            expected = naive_softmax.probabilities(game, names, last, ask)
            probabilities(clone_position(position), params, shares)
            found = {int(point): shares[point] for point in np.flatnonzero(shares[:-1])}
            assert found.keys() == expected.keys() and (shares[-1] == 1.0) == (not expected)
            for point, share in expected.items():
                assert found[point] == pytest.approx(share, rel=2e-3, abs=1e-6)
                seen |= naive_softmax.features(game.board.colours, size, point, game.to_play, last, *ask(point))
            compared += len(expected)
            move = int(next_move(position, params, rng, False))
            play_weighted(position, np.uint64(move), params)
            game.play(game.to_play, move)
            if data.passes >= 2:
                break
    assert compared > 10 * size
    assert size < 9 or set(playout_weights.MOVE_FEATURES) <= seen


@pytest.mark.parametrize("size", [2, 5, 9])
def test_weights_kept_up_to_date_are_those_filled_anew(size):
    params, rng = params_with(random_weights(1), size), new_rng(1)
    for _ in range(4):
        position = new_position(size)
        fill_weights(position, params)
        for _ in range(3 * size * size):
            play_weighted(position, np.uint64(next_move(position, params, rng, False)), params)
            anew = for_thread(params)
            fill_weights(position, anew)
            for field in ("weight", "row_weight", "marks"):
                assert (params.softmax_work[0][field] == anew.softmax_work[0][field]).all()
            if position.data[0].passes >= 2:
                break


@pytest.mark.parametrize("size", [2, 5, 9])
def test_every_move_is_legal_and_the_game_ends(size):
    rng, params = new_rng(7, size), params_with(random_weights(2), size)
    start, position = new_position(size), new_position(size)
    for _ in range(10):
        board, trace = Position(size), new_trace(4000)
        mean_result(start, position, rng, params, trace, 1)
        moves = trace.moves[:trace.count[0]].tolist()
        for move in moves:
            assert board.illegality(board.to_play, move) is None, (moves, move)
            board.play(board.to_play, move)
        assert moves[-2:] == [pass_move(size)] * 2 or len(moves) == 3 * size * size


def test_moves_are_drawn_by_their_probabilities():
    """Self-atari and ko are looked at only when they are drawn; that must not show."""
    position = diagram.position("""
        . X O . .
        X . X O .
        . X O . .
        O O . . X
        . X . X .""", BLACK)
    position.data[0].last = 3 * 6 + 2
    log_weights = np.zeros(playout_weights.feature_count())
    log_weights[playout_weights.SELF_ATARI] = -0.7
    params, rng, shares = params_with(log_weights, 5), new_rng(5), np.zeros(31)
    probabilities(clone_position(position), params, shares)
    assert len(set(np.round(shares[shares > 0], 3))) > 1
    tries = 20000
    found = np.bincount([int(next_move(position, params, rng, True)) for _ in range(tries)], minlength=31) / tries
    assert np.abs(found - shares).max() < 5 * np.sqrt(0.25 / tries)
    assert (found[shares == 0] == 0).all()


def test_own_eyes_have_no_weight():
    position = diagram.position("""
        . X . .
        X X . .
        . . . .
        . . . .""", BLACK)
    shares = np.zeros(21)
    probabilities(position, params_with(random_weights(3), 4), shares)
    assert shares[3 * 5] == 0.0 and shares.sum() == pytest.approx(1.0)


def test_every_form_of_a_board_has_a_feature():
    names = playout_weights.feature_names()
    assert len(set(names)) == len(names) == playout_weights.feature_count()
    used = np.unique(playout_weights.shape_features())
    assert set(range(len(playout_weights.MOVE_FEATURES), len(names))) <= set(used.tolist())


def test_a_file_gives_its_weights_back(tmp_path):
    log_weights = playout_weights.bounded(random_weights(4))
    path = tmp_path / "weights.txt"
    path.write_text(playout_weights.weights_text(log_weights, ["made by a test"]))
    assert np.abs(playout_weights.read_weights(path) - log_weights).max() <= 0.5001e-4
    path.write_text("0.5 no such feature\n")
    with pytest.raises(ValueError, match="no feature"):
        playout_weights.read_weights(path)
    name = playout_weights.feature_names()[0].encode()
    for content, message in ((b"; \xff", "is not UTF-8"), (b"much " + name, "begins with no number"),
                             (b"nan " + name, "begins with no number"), (b";" * (1 << 20) + b"\n", "more than 1048576 bytes")):
        path.write_bytes(content)
        with pytest.raises(ValueError, match=message):
            playout_weights.read_weights(path)
