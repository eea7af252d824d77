"""Playouts: every move legal by the slow board, rules fire when they should, games end, sums are right."""
import diagram
import numpy as np
import pytest
from numba import config

import gopy.go.contract  # noqa: F401  (registers the verbs)
from gopy.compiled.jit import kernel
from gopy.compiled.rng import new_rng
from gopy.game import new_trace, run_playout, score, value
from gopy.go.bitboard.construct import clone_position, new_position, set_rules
from gopy.go.geometry import BLACK, WHITE, parse_vertex, pass_move
from gopy.go.history import Position
from gopy.go.knowledge import playout
from gopy.go.knowledge.params import new_go_params


@kernel
def play_out(position, rng, params, trace):
    run_playout(position, rng, params, trace)


@kernel
def rule_move(position, params, rng):
    return playout.rule_move(position, params, rng)


@kernel
def result_of(position):
    return value(position), score(position)


@pytest.mark.parametrize("preset", ["uniform", "mogo2007", "default"])
# With bounds checks 9x9 is left out, since it is compiled anew. 25x25 fills its records just as well.
@pytest.mark.parametrize("size", [2, 5, 25 if config.BOUNDSCHECK else 9])
def test_every_move_of_a_playout_is_legal_and_the_game_ends(size, preset):
    rng = new_rng(7, size)
    params = new_go_params(size, preset)
    cap = 3 * size * size
    for _ in range(30 if size < 9 else 8 if size == 9 else 2):
        position, board, trace = new_position(size), Position(size), new_trace(4000)
        play_out(position, rng, params, trace)
        moves = trace.moves[:trace.count[0]].tolist()
        for move in moves:
            assert board.illegality(board.to_play, move) is None, (moves, move)
            board.play(board.to_play, move)
        assert moves[-2:] == [pass_move(size)] * 2 or len(moves) == cap
        colours = np.array(board.colours)
        words = (size * (size + 1) + 63) // 64
        for colour in (BLACK, WHITE):
            for p in np.flatnonzero(colours == colour):
                word = position.data[0].stones[colour * (words + 2) + 1 + p // 64]
                assert int(word) >> (int(p) % 64) & 1


def test_a_full_trace_keeps_its_length():
    position, trace = new_position(5), new_trace(20)
    play_out(position, new_rng(1), new_go_params(5), trace)
    assert trace.count[0] == 20


def test_value_and_score_follow_komi():
    position = diagram.position("""
        . X O .
        X X O O
        . X O .
        X X O .""")
    for komi, expected in ((-0.5, 1.0), (0.0, 0.5), (0.5, 0.0)):
        set_rules(position, komi)
        assert result_of(position) == (expected, -komi)


def fired(drawing, to_play, last, preset="default", tries=60, **overrides):
    """The moves (vertices) that each rule gives over many tries: {rule name: set of points}."""
    position = diagram.position(drawing, to_play)
    position.data[0].last = last
    rng = new_rng(3)
    params = new_go_params(position.tables[0].board_size, preset, **overrides)
    found = {}
    for _ in range(tries):
        copy = clone_position(position)
        point, rule = rule_move(copy, params, rng)
        if rule != playout.RANDOM:
            found.setdefault(playout.RULE_NAMES[rule], set()).add(int(point))
    return found


def test_a_chain_put_in_atari_runs_or_takes():
    drawing = """
        . . . . . . .
        . . . . . . .
        . . . b . . .
        . . O X O . .
        . . a O . . .
        . . . . . . .
        . . . . . . ."""
    # Black's stone at the middle is in atari by the last move to its right; it runs to b.
    marks = diagram.marks(drawing)
    moves = fired(drawing, BLACK, marks["b"] - 8 + 1, atari=1.0)
    assert moves["atari"] == {marks["b"]}


def test_a_stone_left_in_atari_is_taken():
    drawing = """
        . . . . .
        . X . . .
        X O a . .
        . X . . .
        . . . . ."""
    marks = diagram.marks(drawing)
    moves = fired(drawing, BLACK, marks["a"] - 1, atari=1.0)
    assert moves["atari"] == {marks["a"]}


def test_nakade_plays_the_middle_of_three():
    drawing = """
        . a . O X .
        O O O O X .
        X X X X X .
        . . . . . .
        . . . . . .
        . . . . . ."""
    marks = diagram.marks(drawing)
    moves = fired(drawing, BLACK, marks["a"] + 2, nakade=1.0, pattern=0.0, two_liberties=0.0, atari=0.0)
    assert moves == {"nakade": {marks["a"]}}


@pytest.mark.parametrize("power", [0.0, 1.0])
def test_a_pattern_is_played_next_to_the_last_move(power):
    """By the diagrams, and by learnt strengths."""
    drawing = """
        . . . . .
        . X O . .
        . . a . .
        . . . . .
        . . . . ."""
    # hane under the stone just played
    marks = diagram.marks(drawing)
    moves = fired(drawing, BLACK, marks["a"] + 6, pattern=1.0, pattern_power=power, atari=0.0, two_liberties=0.0,
                  nakade=0.0)
    assert marks["a"] in moves["pattern"]


def test_capture_anywhere_is_mogos_third_rule():
    drawing = """
        O a . . . . .
        X . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . ."""
    marks = diagram.marks(drawing)
    far = parse_vertex("G1", 7)
    assert fired(drawing, BLACK, far, preset="mogo2007") == {"capture": {marks["a"]}}
    assert "capture" not in fired(drawing, BLACK, far)
