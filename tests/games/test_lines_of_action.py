"""Lines of Action against an oracle, OpenSpiel and golden counts."""
import numpy as np
import pytest
from oracles.naive_lines_of_action import Naive
from oracles.oracle_games import assert_same, assert_uniform_playouts, compare_random_game, legal, moves_by_text, oracle_perft, perft

from gopy import game
from gopy.compiled.rng import new_rng
from gopy.games.lines_of_action import DIRECTIONS, MAX_PLIES, PASS, PLY, new_lines_of_action

#: {size: counts of move sequences of length 1, 2, ...}, by the oracle; OpenSpiel counts the same on 8x8.
PERFT = {8: [36, 1244, 44952, 1563208], 7: [30, 848, 25012, 698880]}

pytestmark = pytest.mark.filterwarnings("ignore:overflow encountered")


def set_up(board, size, player=0):
    """The kernels' position of an oracle's board."""
    state = new_lines_of_action(size)
    for owner in (0, 1):
        state.bits[owner] = sum(1 << (8 * row + column) for (row, column), who in board.items() if who == owner)
    state.info[PLY] = player
    return state


def read_board(text):
    """({(row, column): player}, size) of a diagram, last rank first."""
    rows = [line.split() for line in text.strip().splitlines()][::-1]
    return {(r, c): "XO".index(sign) for r, row in enumerate(rows) for c, sign in enumerate(row) if sign != "."}, len(rows)


def after(diagram, *moves):
    """The position after moves from a diagram, the first of them Black's; the oracle agrees all the way."""
    board, size = read_board(diagram)
    state, oracle = set_up(board, size), Naive(size, dict(board))
    for move in moves:
        assert_same(state, oracle)
        oracle.play(next(m for m in oracle.legal_moves() if oracle.text(m) == move))
        game.play(state, game.parse_move(state, move))
    assert_same(state, oracle)
    return state


@pytest.mark.parametrize("size", [8, 7])
def test_perft(size):
    assert [perft(new_lines_of_action(size), depth) for depth in (1, 2, 3)] == PERFT[size][:3]
    assert [oracle_perft(Naive(size), depth) for depth in (1, 2)] == PERFT[size][:2]


@pytest.mark.slow
@pytest.mark.parametrize("size", [8, 7])
def test_deep_perft(size):
    assert perft(new_lines_of_action(size), 4) == PERFT[size][3]
    assert oracle_perft(Naive(size), 3) == PERFT[size][2]


@pytest.mark.parametrize("size", [8, 7])
def test_random_games(size):
    rng = np.random.default_rng(size)
    plies = [compare_random_game(new_lines_of_action(size), Naive(size), rng) for _ in range(10)]
    assert max(plies) > 100


@pytest.mark.parametrize("size", [8, 7])
def test_random_positions(size):
    """Crowded boards: long moves, jumps, and players who have to pass, which games from the start hardly show."""
    rng = np.random.default_rng(10 + size)
    cells = [(row, column) for row in range(size) for column in range(size)]
    passes = plies = 0
    for _ in range(400):
        chosen = [cells[i] for i in rng.permutation(len(cells))[:rng.integers(len(cells) // 4, len(cells))]]
        share = rng.random()
        board = {cell: int(rng.random() < share) for cell in chosen}
        player = int(rng.integers(2))
        state, oracle = set_up(board, size, player), Naive(size, dict(board), player)
        if {0, 1} == set(board.values()):
            assert_same(state, oracle)
            if legal(state) == [PASS] and not oracle.is_connected(0) and not oracle.is_connected(1):
                passes += 1
                plies = max(plies, compare_random_game(state, oracle, rng))
    assert passes >= 3 and plies > 10


BOTH = """
    . . . . . . . .
    . . . . . . O O
    . . . . . . . .
    . . . . . . . .
    . . O . X . . .
    . X . . . . . .
    . . . . . . . .
    . . . . . . . ."""


def test_a_capture_may_connect_both_a_draw():
    assert game.value(after(BOTH, "e4xc4")) == 0.5


def test_a_capture_may_connect_the_other_who_wins():
    apart = BOTH.replace(". X . . . . . .", "X . . . . . . .")      # a3 is not beside c4
    assert game.value(after(apart, "e4xc4")) == 0.0


def test_the_last_stone_is_a_group():
    alone = BOTH.replace("O O", "O .").replace(". X . . . . . .", "X . . . . . . .")
    assert game.value(after(alone, "e4xc4")) == 0.0


def test_own_stones_are_jumped_and_others_are_not():
    state = after("""
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . O . X X . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . O .""")
    along = {text for text in moves_by_text(state) if text[1] == text[-1] == "4"}
    assert along == {"e4xb4", "e4-h4", "d4-g4"}


def test_two_passes_are_a_draw():
    full = "\n".join(["O X X X X X X X", *["X X X X X X X X"] * 6, "X X X X X X X O"])
    assert game.value(after(full, "pass", "pass")) == 0.5


def test_the_longest_game_is_a_draw():
    state, trace = new_lines_of_action(), game.new_trace(4000)
    state.info[PLY] = MAX_PLIES - 3
    for left in (2, 1, 0):
        game.play(state, legal(state)[0])
        assert game.is_over(state) == (left == 0)
    assert game.value(state) == 0.5
    state = new_lines_of_action()
    state.info[PLY] = MAX_PLIES - 3
    game.run_playout(state, new_rng(1), None, trace)
    assert game.is_over(state) and game.value(state) == 0.5 and trace.count[0] == 3
    # a win with the last move is a win
    board, size = read_board(BOTH)
    state = set_up({cell: 1 - who for cell, who in board.items() if cell != (6, 7)} | {(0, 7): 0}, size)
    state.info[PLY] = MAX_PLIES - 1
    game.play(state, game.parse_move(state, "e4xc4"))
    assert game.is_over(state) and game.value(state) == 0.0


def test_opposite_directions():
    for d, (rows, columns) in enumerate(DIRECTIONS):
        assert DIRECTIONS[d ^ 4] == (-rows, -columns)


@pytest.mark.parametrize("size", [8, 7])
def test_playouts_are_uniform(size):
    assert_uniform_playouts(new_lines_of_action(size), 30_000)


def test_playouts_are_uniform_where_moves_are_few():
    """So few of the stones and directions are legal that rejection gives up now and then."""
    rng = np.random.default_rng(5)
    cells = [(row, column) for row in range(7) for column in range(7)]
    tried = 0
    while tried < 5:
        board = {cells[i]: int(rank > 11) for rank, i in enumerate(rng.permutation(49)[:44])}
        state = set_up(board, 7)
        if 1 < len(legal(state)) < 4:
            tried += 1
            assert_uniform_playouts(state, 5000)


def test_playout_from_a_forced_pass():
    rng = np.random.default_rng(6)
    cells = [(row, column) for row in range(7) for column in range(7)]
    state = new_lines_of_action()
    while legal(state) != [PASS]:
        state = set_up({cells[i]: int(rank > 5) for rank, i in enumerate(rng.permutation(49)[:44])}, 7)
    trace = game.new_trace(4000)
    game.run_playout(state, new_rng(1), None, trace)
    assert trace.moves[0] == PASS and trace.count[0] > 1 and game.is_over(state)


def test_sizes():
    with pytest.raises(ValueError, match="7x7 or 8x8"):
        new_lines_of_action(9)


def test_drawing():
    state = new_lines_of_action(7)
    game.play(state, game.parse_move(state, "B1-B3"))
    assert game.draw(state).splitlines() == [
        "7 . X X X X X .", *[f"{rank} O . . . . . O" for rank in (6, 5, 4)], "3 O X . . . . O", "2 O . . . . . O",
        "1 . . X X X X .", "  a b c d e f g"]


def test_openspiel_counts_the_same():
    pyspiel = pytest.importorskip("pyspiel")

    def count(state, depth):
        actions = state.legal_actions()
        return len(actions) if depth == 1 else sum(count(state.child(action), depth - 1) for action in actions)
    start = pyspiel.load_game("lines_of_action").new_initial_state()
    assert [count(start, depth) for depth in (1, 2, 3)] == PERFT[8][:3]


def test_openspiel_plays_the_same():
    """Until a position comes back or both are connected, where OpenSpiel has the tournament rules."""
    pyspiel = pytest.importorskip("pyspiel")
    rng = np.random.default_rng(7)
    ends = 0
    for _ in range(30):
        state, other = new_lines_of_action(), pyspiel.load_game("lines_of_action").new_initial_state()
        seen = set()
        while not game.is_over(state) and (position := tuple(state.bits)) not in seen:
            seen.add(position)
            texts = {other.action_to_string(action): action for action in other.legal_actions()}
            assert texts.keys() == moves_by_text(state).keys()
            text = list(texts)[rng.integers(len(texts))]
            game.play(state, game.parse_move(state, text))
            other.apply_action(texts[text])
        if game.is_over(state) and game.value(state) != 0.5:
            assert other.is_terminal() and other.returns()[0] == 2 * game.value(state) - 1
            ends += 1
    assert ends > 20
