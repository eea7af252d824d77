"""Games of gopy beside an oracle: a plain object with legal_moves(), play(move), text(move), copy(), player and value
(None until the game is over)."""
import numpy as np
from scipy.stats import chisquare

from gopy import game
from gopy.compiled.rng import new_rng


def legal(state):
    """The ids of the legal moves."""
    out = np.zeros(game.num_moves(state), np.int16)
    return [int(move) for move in out[:game.legal_moves(state, out)]]


def moves_by_text(state):
    """{text: id} of the legal moves."""
    return {game.move_text(state, move): move for move in legal(state)}


def perft(state, depth):
    """Number of sequences of exactly `depth` moves."""
    if game.is_over(state):
        return 0
    moves = legal(state)
    if depth == 1:
        return len(moves)
    total = 0
    for move in moves:
        after = game.clone_state(state)
        game.play(after, move)
        total += perft(after, depth - 1)
    return total


def oracle_perft(oracle, depth):
    """The same of an oracle."""
    if oracle.value is not None:
        return 0
    moves = oracle.legal_moves()
    if depth == 1:
        return len(moves)
    total = 0
    for move in moves:
        after = oracle.copy()
        after.play(move)
        total += oracle_perft(after, depth - 1)
    return total


def assert_same(state, oracle):
    """That both see the same position."""
    assert game.is_over(state) == (oracle.value is not None)
    if game.is_over(state):
        assert game.value(state) == oracle.value
    else:
        assert game.to_play(state) == oracle.player
        texts = [oracle.text(move) for move in oracle.legal_moves()]
        assert sorted(moves_by_text(state)) == sorted(texts)


def compare_random_game(state, oracle, rng):
    """Play both at random to the end, comparing them before every move; returns the number of plies."""
    plies = 0
    assert_same(state, oracle)
    while oracle.value is None:
        moves = oracle.legal_moves()
        move = moves[rng.integers(len(moves))]
        game.play(state, moves_by_text(state)[oracle.text(move)])
        oracle.play(move)
        plies += 1
        assert_same(state, oracle)
    return plies


def assert_uniform_playouts(start, n):
    """That the first two moves of `n` playouts are as likely as uniformly random legal moves, by a chi-square test."""
    expected = {}
    for first in legal(start):
        middle = game.clone_state(start)
        game.play(middle, first)
        seconds = [-1] if game.is_over(middle) else legal(middle)
        for second in seconds:
            expected[first, second] = n / len(legal(start)) / len(seconds)
    counts = dict.fromkeys(expected, 0)
    state, trace, rng = game.clone_state(start), game.new_trace(4000), new_rng(1)
    for _ in range(n):
        game.copy_state(state, start)
        trace.count[0] = 0
        game.run_playout(state, rng, None, trace)
        first, second = trace.moves[:2]
        counts[int(first), int(second) if trace.count[0] > 1 else -1] += 1      # KeyError: an illegal move
    assert chisquare(list(counts.values()), list(expected.values())).pvalue > 1e-4
