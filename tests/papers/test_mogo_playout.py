"""MoGo's playout to the letter: the moves that each rule may play, by a slow reading of the rules; and its parameters."""
from collections import Counter

import diagram
import numpy as np
import pytest
from oracles.naive import OTHER, PASS, Naive

import gopy.go.contract  # noqa: F401  (registers the verbs)
from gopy.compiled.jit import JIT_DISABLED, kernel
from gopy.compiled.rng import new_rng
from gopy.game import new_trace, run_playout
from gopy.go.bitboard.construct import clone_position, new_position
from gopy.go.geometry import BLACK, pass_move, point_at, row_and_column
from gopy.go.history import Game, Position
from gopy.go.knowledge.pattern_points import matching_points
from gopy.papers import mogo_playout
from gopy.papers.draft import new_paper_params, paper_draft

DRAWS = 25 if JIT_DISABLED else 100


@kernel
def letter_move(position, before, params, rng):
    return mogo_playout.letter_move(position, before, params, rng)


@kernel
def play_out(position, rng, params, trace):
    run_playout(position, rng, params, trace)


@kernel
def play(position, move):
    if move == mogo_playout.point_count(position):
        mogo_playout.pass_turn(position)
    else:
        mogo_playout.place(position, move, position.data[0].to_play)


def liberties(naive, board, point):
    """(stones of the chain at `point`, its liberties)."""
    chain, _ = naive.region(board, point)
    return chain, {near for stone in chain for near in naive.neighbours(stone) if near not in board}


def last_liberties(naive, colour, points):
    """{chain as a frozenset: its only liberty} of the chains of `colour` in atari that have a stone among `points`."""
    found = {}
    for point in points:
        if naive.board.get(point) == colour:
            chain, free = liberties(naive, naive.board, point)
            if len(free) == 1:
                found[frozenset(chain)] = free.pop()
    return found


def saving(naive, last):
    """The moves that save own chains next to the last move: by running to two liberties, or by taking what gives atari."""
    found = set()
    for chain, liberty in last_liberties(naive, naive.to_play, naive.neighbours(last)).items():
        after = naive.result(naive.to_play, liberty)
        if after is not None and len(liberties(naive, after, liberty)[1]) >= 2:
            found.add(liberty)
        around = {near for stone in chain for near in naive.neighbours(stone)}
        found.update(last_liberties(naive, OTHER[naive.to_play], around).values())
    return found


def expected(game, naive, params, last, before):
    """(number of the first rule that has a legal move, the moves that it may play) as sets of (row, column)."""
    legal = set(naive.legal_moves()) - {PASS}
    first = set() if last == PASS else saving(naive, last)
    if params.mogo_rule_1 == mogo_playout.SAVE_OR_TAKE and last != PASS:
        first.update(last_liberties(naive, OTHER[naive.to_play], [last]).values())
    centres = [each for each in (last, before if params.mogo_two_moves else PASS) if each != PASS]
    matching = {row_and_column(point, game.size) for point in matching_points(game, game.to_play, params)}
    patterns = {(row, column) for row, column in matching for centre in centres
                if max(abs(row - centre[0]), abs(column - centre[1])) == 1}
    captures = set(last_liberties(naive, OTHER[naive.to_play], naive.points).values())
    rules = [(1, first), (3, captures), (2, patterns)] if params.mogo_captures_first else [(1, first), (2, patterns), (3, captures)]
    return next(((rule, moves & legal) for rule, moves in rules if moves & legal), (4, None))


@pytest.mark.parametrize("changes", [
    dict(mogo_rule_1="save"), dict(mogo_rule_1="save_or_take"), dict(mogo_rule_1="save", mogo_captures_first=1),
    dict(mogo_rule_1="save", mogo_two_moves=1)])
def test_each_rule_plays_the_moves_of_a_slow_reading(changes):
    size = 5
    params = new_paper_params(size, "mogo2007", **changes)
    random, rng, seen = np.random.default_rng(5), new_rng(4), Counter()
    for _ in range(3 if JIT_DISABLED else 12):
        position, game, naive, moves = new_position(size), Game(size), Naive(size), [PASS, PASS]
        for _ in range(30):
            choices = naive.legal_moves()
            move = choices[random.integers(len(choices))]
            if move == PASS:
                break
            naive.play(move)
            point = point_at(*move, size)
            game.play(game.to_play, point)
            play(position, np.uint64(point))
            moves.append(move)
            number, wanted = expected(game, naive, params, moves[-1], moves[-2])
            before = pass_move(size) if moves[-2] == PASS else point_at(*moves[-2], size)
            drawn = [letter_move(clone_position(position), np.uint64(before), params, rng) for _ in range(DRAWS)]
            assert {rule for _, rule in drawn} == {number}, (moves, drawn)
            points = {row_and_column(int(point), size) for point, _ in drawn}
            if wanted is not None:
                assert points <= wanted and (len(wanted) > 4 or points == wanted), (moves, points, wanted)
            seen[number] += 1
    assert min(seen[rule] for rule in (1, 2, 4)) > 0 and (seen[3] > 0 or not changes.get("mogo_captures_first"))


def test_a_move_that_is_suggested_twice_is_no_likelier():
    """One move takes two chains; another takes one."""
    drawing = """
        X . X X . . .
        O a O X . . .
        X X X . . . .
        . . . . . . .
        . X X . . . .
        X O O b . . .
        X X X . . . .
        """
    position, marks = diagram.position(drawing, BLACK), diagram.marks(drawing)
    params, rng = new_paper_params(7, "mogo2007", mogo_rule_1="save", mogo_captures_first=1), new_rng(2)
    position.data[0].last = pass_move(7)
    drawn = Counter(int(letter_move(clone_position(position), np.uint64(pass_move(7)), params, rng)[0]) for _ in range(400))
    assert set(drawn) <= {marks["a"], marks["b"]}
    assert 140 < drawn[marks["b"]] < 260 or JIT_DISABLED


def test_playouts_end_and_are_legal():
    size = 7
    params = new_paper_params(size, "mogo2007", mogo_rule_1="save", mogo_two_moves=1)
    for seed in range(10):
        position, board, trace = new_position(size), Position(size), new_trace(4000)
        play_out(position, new_rng(seed), params, trace)
        moves = trace.moves[:trace.count[0]].tolist()
        for move in moves:
            assert board.illegality(board.to_play, move) is None
            board.play(board.to_play, move)
        assert moves[-2:] == [pass_move(size)] * 2 or len(moves) == 3 * size * size


@pytest.mark.parametrize("changes, message", [
    (dict(mogo_two_moves=1), "mogo_two_moves: it changes MoGo's rules, which mogo_rule_1 turns on"),
    (dict(mogo_captures_first=1), "mogo_captures_first: it changes MoGo's rules, which mogo_rule_1 turns on"),
    (dict(mogo_rule_1="save", softmax="even"), "mogo_rule_1: MoGo's rules go with heavy playouts without softmax"),
    (dict(mogo_rule_1="all"), "unknown mogo_rule_1 'all'; there are off, save, save_or_take")])
def test_mistakes_are_refused(changes, message):
    with pytest.raises(ValueError, match=message):
        paper_draft(9, "mogo2007", **changes).checked()
