"""Awari against an oracle, golden counts and OpenSpiel's Oware."""
import numpy as np
import pytest
from oracles.naive_awari import Naive
from oracles.oracle_games import assert_same, assert_uniform_playouts, compare_random_game, legal, moves_by_text, oracle_perft, perft

from gopy import game
from gopy.compiled.rng import new_rng
from gopy.games.awari import CAPTURED, MAX_PLIES, PASS, PASSES, PLY, new_awari

#: Counts of move sequences of length 1, 2, ..., by the oracle.
PERFT = [6, 36, 190, 1014, 5219, 27332]

pytestmark = pytest.mark.filterwarnings("ignore:overflow encountered")


def set_up(oracle):
    """The kernels' position of an oracle's."""
    state = new_awari()
    for player in (0, 1):
        state.rows[player] = sum(oracle.pits[6 * player + pit] << 8 * pit for pit in range(6))
    state.info[:] = 0
    state.info[CAPTURED:] = oracle.captured
    state.info[PLY], state.info[PASSES] = oracle.player, oracle.passes
    return state


def after(pits, *moves, player=0, captured=(0, 0)):
    """The position after moves; the oracle agrees all the way."""
    oracle = Naive(pits, captured, player)
    state = set_up(oracle)
    for text in moves:
        assert_same(state, oracle)
        oracle.play(next(move for move in oracle.legal_moves() if oracle.text(move) == text))
        game.play(state, moves_by_text(state)[text])
    assert_same(state, oracle)
    assert pits_of(state) == oracle.pits and state.info[CAPTURED:].tolist() == oracle.captured
    return state


def pits_of(state):
    return [int(row) >> 8 * pit & 255 for row in state.rows for pit in range(6)]


def test_perft():
    assert [perft(new_awari(), depth) for depth in range(1, 7)] == PERFT
    assert [oracle_perft(Naive(), depth) for depth in range(1, 5)] == PERFT[:4]


@pytest.mark.slow
def test_deep_perft():
    assert perft(new_awari(), 7) == oracle_perft(Naive(), 7)


def test_random_games():
    rng = np.random.default_rng(1)
    plies = [compare_random_game(new_awari(), Naive(), rng) for _ in range(40)]
    assert max(plies) > 120


def random_position(rng):
    """Some of the 48 seeds, mostly in few pits, so that laps, famine and grand slams are common."""
    pits = np.bincount(rng.choice(12, rng.integers(2, 49), p=rng.dirichlet(np.full(12, 0.3))), minlength=12)
    return Naive(pits.tolist(), player=int(rng.integers(2)))


def test_random_positions():
    rng = np.random.default_rng(2)
    passes = 0
    for _ in range(1500):
        oracle = random_position(rng)
        state = set_up(oracle)
        assert_same(state, oracle)
        if oracle.value is None:
            passes += legal(state) == [PASS]
            for move in oracle.legal_moves():
                then, copy = oracle.copy(), game.clone_state(state)
                then.play(move)
                game.play(copy, moves_by_text(state)[oracle.text(move)])
                assert pits_of(copy) == then.pits and copy.info[CAPTURED:].tolist() == then.captured
    assert passes > 10


def test_games_from_random_positions():
    rng = np.random.default_rng(3)
    ends = [0, 0]
    for _ in range(100):
        oracle = random_position(rng)
        compare_random_game(set_up(oracle), oracle, rng)
        ends[oracle.passes == 2] += 1
    assert min(ends) > 3


def test_captures_run_backwards_and_stop():
    # three seeds into pits of 2, 1 and 1: the last two make 2, the one before makes 3, beside it there is 1 + no seed
    state = after([0, 0, 0, 0, 0, 3, 2, 1, 1, 4, 0, 0], "F")
    assert pits_of(state) == [0] * 9 + [4, 0, 0] and state.info[CAPTURED] == 7
    state = after([0, 0, 0, 0, 0, 3, 3, 1, 1, 4, 0, 0], "F")
    assert pits_of(state) == [0] * 6 + [4, 0, 0, 4, 0, 0] and state.info[CAPTURED] == 4
    # nothing is captured when the last seed falls in the own row
    state = after([1, 1, 0, 0, 0, 0, 4, 0, 0, 0, 0, 0], "A")
    assert pits_of(state) == [0, 2, 0, 0, 0, 0, 4, 0, 0, 0, 0, 0]


def test_laps_pass_over_the_pit_of_origin():
    state = after([12, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0], "A")
    assert pits_of(state) == [0, 2, 1, 1, 1, 1, 2] + [1] * 5
    state = after([0, 0, 0, 0, 0, 12, 1, 0, 0, 0, 0, 0], "F")
    assert pits_of(state) == [1, 1, 1, 1, 1, 0, 0] + [1] * 5 and state.info[CAPTURED] == 3
    assert pits_of(after([48] + [0] * 11, "A")) == [0] + [5] * 4 + [4] * 7


def test_no_move_may_leave_the_other_row_empty():
    assert set(moves_by_text(after([3, 0, 0, 0, 0, 1] + [0] * 6))) == {"F"}         # only F feeds
    assert set(moves_by_text(after([3, 0, 0, 0, 0, 2, 1, 1] + [0] * 4))) == {"A"}   # F would capture all
    assert set(moves_by_text(after([2, 0, 0, 0, 0, 0] + [0] * 6))) == {"pass"}


def test_two_passes_are_a_draw():
    state = after([2, 0, 0, 0, 0, 0] + [0] * 6, "pass", "pass", captured=(40, 6))
    assert game.is_over(state) and game.value(state) == 0.5
    state = after([0, 0, 0, 0, 0, 2, 1, 2] + [0] * 4, "pass", "b")
    assert state.info[PASSES] == 0


@pytest.mark.parametrize("captured, value", [((20, 20), 0.5), ((21, 20), 1.0), ((20, 21), 0.0)])
def test_seeds_on_the_board_count_for_nobody(captured, value):
    state = after([0, 0, 0, 0, 2, 0, 0] + [1] * 4 + [0], "E", captured=captured)
    assert game.is_over(state) and game.value(state) == value


def test_the_longest_game_is_a_draw():
    state = after([4] * 12, captured=(10, 0))
    state.info[PLY] = MAX_PLIES - 1
    game.play(state, 6)
    assert game.is_over(state) and game.value(state) == 0.5
    state, trace = new_awari(), game.new_trace(100)
    state.info[PLY] = MAX_PLIES - 5
    game.run_playout(state, new_rng(1), None, trace)
    assert game.value(state) == 0.5 and trace.count[0] == 5
    # a game that ends with the last move has its result
    state = after([1] * 5 + [0] + [0, 0, 0, 0, 2, 0], player=1, captured=(1, 2))
    state.info[PLY] = MAX_PLIES - 1
    game.play(state, 10)
    assert game.is_over(state) and game.value(state) == 0.0


def test_playouts_are_uniform():
    assert_uniform_playouts(new_awari(), 20_000)


def test_playouts_are_uniform_where_moves_are_illegal():
    rng = np.random.default_rng(4)
    tried = 0
    while tried < 10:
        oracle = random_position(rng)
        occupied = sum(oracle.pits[pit] > 0 for pit in oracle.row(oracle.player))
        if oracle.value is None and 1 < len(oracle.legal_moves()) < occupied:
            tried += 1
            assert_uniform_playouts(set_up(oracle), 10_000)


def test_playout_from_a_pass():
    state, trace = after([0, 0, 0, 0, 0, 2, 1, 2] + [0] * 4), game.new_trace(4000)
    game.run_playout(state, new_rng(1), None, trace)
    assert trace.moves[0] == PASS and trace.count[0] > 1 and game.is_over(state)


def test_drawing():
    state = new_awari()
    game.play(state, game.parse_move(state, "F"))
    assert game.draw(state).splitlines() == [
        "   f  e  d  c  b  a", "   4  4  5  5  5  5   0 captured", "   4  4  4  4  4  0   0 captured",
        "   A  B  C  D  E  F"]


def test_openspiel_plays_the_same():
    """Its Oware allows grand slams, which then capture nothing, and ends at 25 seeds or a repetition."""
    pyspiel = pytest.importorskip("pyspiel")

    def scores_of(oware):
        return [int(score) for score in oware.observation_string(0).split("|")[1].split()]
    rng = np.random.default_rng(5)
    slams = decided = ended = 0
    for _ in range(150):
        state, other = new_awari(), pyspiel.load_game("oware").new_initial_state()
        while not other.is_terminal() and not game.is_over(state) and moves_by_text(state).keys() != {"pass"}:
            ours = moves_by_text(state)
            theirs = {other.action_to_string(action): action for action in other.legal_actions()}
            assert ours.keys() <= theirs.keys()
            for text in theirs.keys() - ours.keys():
                assert scores_of(other.child(theirs[text])) == scores_of(other)
                slams += 1
            text = sorted(ours)[rng.integers(len(ours))]
            other.apply_action(theirs[text])
            game.play(state, ours[text])
            if not other.is_terminal():
                assert pits_of(state) == [int(seeds) for seeds in other.observation_string(0).split("|")[2].split()]
                assert state.info[CAPTURED:].tolist() == scores_of(other)
            elif max(state.info[CAPTURED:]) > 24:
                assert np.sign(other.returns()[0]) == np.sign(state.info[CAPTURED] - state.info[CAPTURED + 1])
                decided += 1
        ended += game.is_over(state)
    assert slams and decided and ended
