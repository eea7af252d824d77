"""Gomoku against an oracle that walks the board, and what a search has to see."""
from functools import partial

import numpy as np
import pytest

from gopy import game
from gopy.games.gomoku import new_gomoku
from gopy.search.params import new_search_params
from gopy.search.policy_params import new_uct, new_uct_rave
from gopy.search.threads import Search

BOARDS = [(size, partial(new_gomoku, size)) for size in (8, 15, 5, 9, 25)]


def makes_five(stones, size, cell):
    """Whether the stone on `cell` is part of a run of exactly five of `stones`, a set of cells."""
    row, column = divmod(cell, size)
    for down, across in ((0, 1), (1, 0), (1, 1), (1, -1)):
        run = 1
        for sign in (1, -1):
            r, c = row + sign * down, column + sign * across
            while 0 <= r < size and 0 <= c < size and r * size + c in stones:
                run += 1
                r, c = r + sign * down, c + sign * across
        if run == 5:
            return True
    return False


def legal(state):
    out = np.zeros(game.num_moves(state), np.int16)
    return sorted(int(m) for m in out[:game.legal_moves(state, out)])


def after(new_state, moves):
    state = new_state()
    for move in moves:
        game.play(state, move)
    return state


@pytest.mark.parametrize("size, new_state", BOARDS)
def test_random_games(size, new_state):
    rng = np.random.default_rng(size)
    for number in range(60):
        state, stones = new_state(), (set(), set())
        # some games in a corner, where lines are crowded and runs of six appear
        cells = [c for c in range(size * size) if number % 2 or (c // size < 7 and c % size < 7)]
        order = [int(c) for c in rng.permutation(cells)]
        won = None
        for ply, cell in enumerate(order):
            assert not game.is_over(state) and game.to_play(state) == ply % 2
            game.play(state, cell)
            stones[ply % 2].add(cell)
            if makes_five(stones[ply % 2], size, cell):
                won = ply % 2
                break
            if ply % 10 == 0:
                assert legal(state) == sorted(set(range(size * size)) - stones[0] - stones[1])
        assert game.is_over(state) == (won is not None or len(stones[0] | stones[1]) == size * size)
        if game.is_over(state):
            assert game.value(state) == {0: 1.0, 1: 0.0, None: 0.5}[won]


@pytest.mark.parametrize("size, new_state", BOARDS)
def test_every_five_on_the_board_wins_and_no_six(size, new_state):
    for down, across in ((0, 1), (1, 0), (1, 1), (1, -1)):
        for row in range(size):
            for column in range(size):
                line = [(row + i * down, column + i * across) for i in range(6)]
                cells = [r * size + c for r, c in line if 0 <= r < size and 0 <= c < size]
                far = [c for c in range(size * size) if c not in cells][::2]
                for length in (5, 6):
                    if len(cells) < length:
                        continue
                    # the gap is closed last, so that six come out of less than five
                    order = [*cells[:2], *cells[3:length], cells[2]]
                    state = new_state()
                    for mine, other in zip(order, far):
                        assert not game.is_over(state)
                        game.play(state, mine)
                        last = game.is_over(state)
                        if not last:
                            game.play(state, other)
                    assert last == (length == 5)


def test_a_full_board_is_a_draw():
    # pairs in each row, shifted by two from row to row
    size = 8
    first = [r * size + c for r in range(size) for c in range(size) if (c // 2 + r) % 2 == 0]
    second = [c for c in range(size * size) if c not in first]
    assert len(first) == len(second)
    assert not any(makes_five(set(side), size, cell) for side in (first, second) for cell in side)
    moves = [cell for pair in zip(first, second) for cell in pair]
    state = after(partial(new_gomoku, 8), moves)
    assert game.is_over(state) and game.value(state) == 0.5 and legal(state) == []


@pytest.mark.parametrize("size, new_state", BOARDS[:2])
@pytest.mark.parametrize("policy, simulations", [(new_uct(0.2), 150_000), (new_uct_rave(), 8000)], ids=str)
def test_the_search_completes_and_stops_fives(size, new_state, policy, simulations):
    def best(moves):
        state = after(new_state, moves)
        search = Search(state, policy, new_search_params(), None, memory_bytes=64 << 20, seed=1)
        return search.run(simulations=simulations).best

    def at(row, column):
        return row * size + column
    mine = [at(3, c) for c in range(4)]         # at the edge: one open end
    others = [at(6, 0), at(6, 2), at(6, 5), at(5, 7)]
    four = [cell for pair in zip(mine, others) for cell in pair]
    win = best(four)
    assert win.move == at(3, 4) and win.winrate > 0.95
    # the other side to move, without a four of its own
    stop = best(four[:7])
    assert stop.move == at(3, 4)


def test_the_centre_is_worth_more_than_the_edge():
    search = Search(new_gomoku(8), new_uct_rave(), new_search_params(), None, memory_bytes=32 << 20)
    assert search.run(simulations=30_000).best.move in {r * 8 + c for r in range(2, 6) for c in range(2, 6)}


def test_openspiel_plays_the_same():
    """Until a row of six or more, which wins there."""
    pyspiel = pytest.importorskip("pyspiel")
    rng = np.random.default_rng(7)
    ends = longer = 0
    for _ in range(40):
        state, other = new_gomoku(7), pyspiel.load_game("gomoku(size=7)").new_initial_state()
        while not other.is_terminal():
            assert not game.is_over(state) and legal(state) == sorted(other.legal_actions())
            cell = int(rng.choice(other.legal_actions()))
            game.play(state, cell)
            other.apply_action(cell)
        if game.is_over(state):
            assert other.returns()[0] == 2 * game.value(state) - 1
            ends += 1
        else:
            longer += 1
    assert ends > 20 and longer < 10


@pytest.mark.parametrize("size", [4, 26])
def test_sizes(size):
    with pytest.raises(ValueError, match=f"5x5 to 25x25, not on {size}x{size}"):
        new_gomoku(size)
