"""Knightthrough against an oracle, Fairy-Stockfish and golden counts."""
import numpy as np
import pytest
from oracles.naive_knightthrough import Naive
from oracles.oracle_games import assert_same, assert_uniform_playouts, compare_random_game, moves_by_text, oracle_perft, perft

from gopy import game
from gopy.compiled.rng import new_rng
from gopy.games.knightthrough import FLIP, GOAL, PLY, new_knightthrough

#: Counts of move sequences of length 1, 2, ...; by the oracle; Fairy-Stockfish counts the first three the same.
PERFT = [40, 1600, 63520, 2521306]

#: The longest game: each side's knights fill the two ranks before the last, 80 ranks ahead in all, and one goes on.
MAX_PLIES = 161

#: Knightthrough for Fairy-Stockfish: "fhN" is a knight that moves to the forward half of the board.
VARIANT = """
[knightthrough]
customPiece1 = n:fhN
startFen = nnnnnnnn/nnnnnnnn/8/8/8/8/NNNNNNNN/NNNNNNNN w 0 1
flagPiece = n
flagRegionWhite = *8
flagRegionBlack = *1
extinctionValue = loss
extinctionPieceTypes = n
nMoveRule = 0
nFoldRule = 0
"""

pytestmark = pytest.mark.filterwarnings("ignore:overflow encountered")


def set_up(board, player=0):
    """The kernels' position of an oracle's board."""
    state = new_knightthrough()
    for owner in (0, 1):
        state.knights[owner] = sum(1 << ((8 * row + column) ^ FLIP * owner)
                                   for (row, column), who in board.items() if who == owner)
    state.info[PLY] = player
    return state


def test_perft():
    assert [perft(new_knightthrough(), depth) for depth in (1, 2, 3)] == PERFT[:3]
    assert [oracle_perft(Naive(), depth) for depth in (1, 2)] == PERFT[:2]


@pytest.mark.slow
def test_deep_perft():
    assert perft(new_knightthrough(), 4) == oracle_perft(Naive(), 4) == PERFT[3]


def test_random_games():
    rng = np.random.default_rng(1)
    plies = [compare_random_game(new_knightthrough(), Naive(), rng) for _ in range(60)]
    assert min(plies) < 25 and max(plies) > 40


def test_random_positions_to_the_end():
    rng = np.random.default_rng(2)
    cells = [(row, column) for row in range(1, 7) for column in range(8)]
    for _ in range(200):
        chosen = [cells[i] for i in rng.permutation(len(cells))[:rng.integers(2, 33)]]
        board = {cell: i % 2 for i, cell in enumerate(chosen)}
        player = int(rng.integers(2))
        compare_random_game(set_up(board, player), Naive(dict(board), player), rng)


@pytest.mark.parametrize("board, player, move, value", [
    ({(5, 0): 0, (1, 1): 1}, 0, "a6-b8", 1.0),
    ({(6, 0): 0, (1, 7): 1}, 1, "h2-f1", 0.0),
    ({(2, 2): 0, (4, 3): 1}, 0, "c3xd5", 1.0),
    ({(2, 2): 0, (4, 3): 1}, 1, "d5xc3", 0.0),
])
def test_a_knight_that_arrives_or_takes_the_last_one_wins(board, player, move, value):
    state, oracle = set_up(board, player), Naive(dict(board), player)
    game.play(state, game.parse_move(state, move))
    oracle.play(next(m for m in oracle.legal_moves() if oracle.text(m) == move))
    assert_same(state, oracle)
    assert game.is_over(state) and game.value(state) == value


def test_the_longest_game_there_can_be():
    ranks = 8 * 5 + 8 * 6 - 8 * 0 - 8 * 1          # without reaching the last, two ranks of eight
    assert MAX_PLIES == 2 * ranks + 1
    # moves of one rank that keep clear of each other: as near to it as a random search comes
    rng, longest = np.random.default_rng(3), 0
    for _ in range(30):
        state, plies = new_knightthrough(), 0
        while not game.is_over(state):
            moves = moves_by_text(state)
            quiet = [m for text, m in moves.items() if text[2] == "-" and text[-1] not in "18"] or list(moves.values())
            slow = [m for m in quiet if m % 4 in (0, 3)] or quiet
            game.play(state, slow[rng.integers(len(slow))])
            plies += 1
        longest = max(longest, plies)
    assert 60 < longest <= MAX_PLIES


def test_goal_is_the_last_rank():
    assert int(GOAL) == sum(1 << cell for cell in range(56, 64))


def test_playouts_are_uniform():
    assert_uniform_playouts(new_knightthrough(), 40_000)
    state = new_knightthrough()
    for move in ("b1-c3", "g8-f6", "c3-b5"):
        game.play(state, game.parse_move(state, move))
    assert_uniform_playouts(state, 40_000)          # from Black's side, captures near


def test_playouts_end_where_their_moves_lead():
    trace = game.new_trace(MAX_PLIES)
    for seed in range(100):
        state, again = new_knightthrough(), new_knightthrough()
        trace.count[0] = 0
        game.run_playout(state, new_rng(seed), None, trace)
        for move in trace.moves[:trace.count[0]]:
            assert not game.is_over(again)
            game.play(again, int(move))
        assert game.is_over(again) and game.draw(again) == game.draw(state)


def test_drawing():
    state = new_knightthrough()
    for move in ("b2-c4", "A7-C6"):
        game.play(state, game.parse_move(state, move))
    assert game.draw(state).splitlines() == [
        "8 O O O O O O O O", "7 . O O O O O O O", "6 . . O . . . . .", "5 . . . . . . . .", "4 . . X . . . . .",
        "3 . . . . . . . .", "2 X . X X X X X X", "1 X X X X X X X X", "  a b c d e f g h"]


def test_fairy_stockfish_plays_the_same():
    pyffish = pytest.importorskip("pyffish")
    pyffish.load_variant_config(VARIANT)
    start, rng = pyffish.start_fen("knightthrough"), np.random.default_rng(4)
    replies = (pyffish.legal_moves("knightthrough", start, [move])
               for move in pyffish.legal_moves("knightthrough", start, []))
    assert sum(map(len, replies)) == PERFT[1]
    for _ in range(30):
        state, played = new_knightthrough(), []
        while not game.is_over(state):
            texts = {text.replace("-", "").replace("x", ""): text for text in moves_by_text(state)}
            assert set(pyffish.legal_moves("knightthrough", start, played)) == set(texts)
            played.append(list(texts)[rng.integers(len(texts))])
            game.play(state, game.parse_move(state, texts[played[-1]]))
        assert pyffish.is_immediate_game_end("knightthrough", start, played)[0]
        assert pyffish.legal_moves("knightthrough", start, played) == []
