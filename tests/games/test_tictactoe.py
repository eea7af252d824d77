"""Tic-tac-toe against an oracle on strings; and the search plays it perfectly."""
from functools import lru_cache

import numpy as np
import pytest

from gopy import game
from gopy.games.tictactoe import new_tictactoe
from gopy.search.params import new_search_params
from gopy.search.policy_params import HAND_SELECTED, RAVE_ONLY, new_uct, new_uct_rave
from gopy.search.threads import Search

LINES = ["012", "345", "678", "036", "147", "258", "048", "246"]


def winner(board):
    for line in LINES:
        stones = {board[int(cell)] for cell in line}
        if len(stones) == 1 and "." not in stones:
            return stones.pop()
    return None


@lru_cache(maxsize=None)
def solve(board, player):
    """Result for X with best play: 1, 0.5 or 0."""
    if winner(board):
        return 1.0 if winner(board) == "X" else 0.0
    if "." not in board:
        return 0.5
    results = [solve(put(board, cell, player), other(player)) for cell in empty(board)]
    return max(results) if player == "X" else min(results)


def other(player):
    return "O" if player == "X" else "X"


def empty(board):
    return [i for i, mark in enumerate(board) if mark == "."]


def put(board, cell, player):
    return board[:cell] + player + board[cell + 1:]


def after(moves):
    state = new_tictactoe()
    for move in moves:
        game.play(state, move)
    return state


def legal(state):
    out = np.zeros(9, np.int16)
    return sorted(int(m) for m in out[:game.legal_moves(state, out)])


def perft(state, depth):
    if depth == 0 or game.is_over(state):
        return 1
    total = 0
    for move in legal(state):
        after_move = game.clone_state(state)
        game.play(after_move, move)
        total += perft(after_move, depth - 1)
    return total


def positions():
    """Every position in which the game goes on: {board: moves that lead there}."""
    found = {".........": ()}
    frontier = [(".........", "X", ())]
    while frontier:
        board, player, moves = frontier.pop()
        for cell in empty(board):
            then = put(board, cell, player)
            if then not in found and not winner(then) and "." in then:
                found[then] = (*moves, cell)
                frontier.append((then, other(player), (*moves, cell)))
    return found


def turned(board):
    """A board in its eight turns."""
    for _ in range(4):
        board = "".join(board[cell] for cell in (6, 3, 0, 7, 4, 1, 8, 5, 2))
        yield from (board, board[6:] + board[3:6] + board[:3])


def test_perft():
    # nine cells, and the first line can be complete after five moves
    assert [perft(new_tictactoe(), depth) for depth in range(5)] == [1, 9, 72, 504, 3024]
    near_the_end = after([0, 4, 2, 1])
    counts = [perft(near_the_end, depth) for depth in range(6)]
    assert counts == [count_games("XOX.O....", "X", depth) for depth in range(6)]


def count_games(board, player, depth):
    if depth == 0 or winner(board) or "." not in board:
        return 1
    return sum(count_games(put(board, cell, player), other(player), depth - 1) for cell in empty(board))


def test_results_of_random_games():
    rng = np.random.default_rng(1)
    for _ in range(500):
        state, board, player = new_tictactoe(), ".........", "X"
        while not winner(board) and "." in board:
            assert not game.is_over(state)
            assert legal(state) == empty(board)
            cell = int(rng.choice(empty(board)))
            game.play(state, cell)
            board, player = put(board, cell, player), other(player)
        assert game.is_over(state)
        assert game.value(state) == {"X": 1.0, "O": 0.0, None: 0.5}[winner(board)]


POLICIES = [new_uct(), new_uct_rave(exploration=0.3), new_uct_rave(HAND_SELECTED, 10, exploration=0.3)]


def plays_perfectly(moves, board, policy, simulations=1500):
    state = after(moves)
    player = "XO"[len(moves) % 2]
    search = Search(state, policy, new_search_params(expansion_threshold=1), None, memory_bytes=1 << 18)
    best = search.run(simulations=simulations).best.move
    return solve(put(board, best, player), other(player)) == solve(board, player)


@pytest.mark.parametrize("policy", POLICIES, ids=str)
def test_the_search_keeps_the_result(policy):
    every = sorted(positions().items())
    chosen = [every[i] for i in np.random.default_rng(2).integers(0, len(every), 250)]
    assert all(plays_perfectly(moves, board, policy) for board, moves in [(".........", ()), *chosen])


@pytest.mark.slow
@pytest.mark.parametrize("policy", POLICIES, ids=str)
def test_the_search_keeps_the_result_everywhere(policy):
    every = {board: moves for board, moves in positions().items() if board == min(turned(board))}
    assert len(every) == 627        # all, but for turning and mirroring
    assert not [board for board, moves in every.items() if not plays_perfectly(moves, board, policy, 2000)]


def test_the_value_is_a_draw_and_threats_are_seen():
    search = Search(new_tictactoe(), new_uct(), new_search_params(expansion_threshold=1), None, memory_bytes=1 << 20)
    report = search.run(simulations=60_000)
    assert abs(report.value - 0.5) < 0.03
    # X at 0 and 1, O in the centre, O to move: only 2 does not lose
    report = Search(after([0, 4, 1]), new_uct(), new_search_params(), None, memory_bytes=1 << 20).run(simulations=2000)
    assert report.best.move == 2
    # a fork: X in two corners, O in the centre, and now O must not take a third corner
    report = Search(after([0, 4, 8]), new_uct(), new_search_params(), None, memory_bytes=1 << 20).run(simulations=20000)
    assert report.best.move in (1, 3, 5, 7)


def test_rave_alone_runs():
    # without exploration or true means RAVE is not perfect; it must still finish the game when it can
    report = Search(after([0, 3, 1, 4]), new_uct_rave(RAVE_ONLY), new_search_params(), None,
                    memory_bytes=1 << 20).run(simulations=2000)
    assert report.best.move == 2
