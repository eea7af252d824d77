"""Priors: each reason to play adds what its parameter says, and nothing else changes."""
import random

import diagram
import numpy as np
import pytest
from oracles import naive_prior
from oracles.naive import Naive

import gopy.go.contract  # noqa: F401  (registers the verbs)
from gopy.compiled.jit import kernel
from gopy.game import WIN_UNIT, add_priors, legal_moves, prune_moves
from gopy.go.bitboard.construct import new_position, setup
from gopy.go.geometry import BLACK, EMPTY, WHITE, neighbours, parse_vertex, pass_move, point_at, points, row_and_column
from gopy.go.knowledge.features import pass_feature
from gopy.go.knowledge.params import GoParams, new_go_params
from gopy.go.knowledge.patterns import matches_pattern
from gopy.go.knowledge.prior import EMPTY_AREA, NEAR, fill_distances, fill_near_stones
from gopy.go.knowledge.urgency import TACTICS as TACTIC_NAMES
from gopy.go.knowledge.urgency import read_urgency
from gopy.go.knowledge.work import new_work


@kernel
def ask_priors(position, moves, visits, wins, params):
    n = legal_moves(position, moves)
    add_priors(position, moves, n, visits, wins, params)
    return n


@kernel
def ask_moves(position, moves, params):
    n = legal_moves(position, moves)
    return prune_moves(position, moves, n, params)


@kernel
def ask_distances(position, areas, last):
    fill_distances(position, areas[0], last)


@kernel
def ask_near(position):
    fill_near_stones(position)


@kernel
def ask_facts(position, params, point, colour, last):
    """(place of the move's tactic in TACTICS, whether a pattern matches it, the feature of a pass)"""
    work = params.work[0]
    if last >= 0:
        fill_distances(position, work, np.uint64(last))
    tactic = read_urgency(position, work, point, colour)[0]
    work.distance[:] = 0
    return tactic, matches_pattern(position, params.table, point, colour), pass_feature(position)


def priors(position, **only):
    """{move: (prior simulations, prior wins)} with just the parameters of `only` switched on."""
    return priors_by(position, params_with(position, **only))


def params_with(position, **only):
    """GoParams for the board of a position that have no priors but those of `only`."""
    off = {name: 0 for name in GoParams._fields if name.startswith("prior_")}
    return new_go_params(int(position.tables[0].board_size), **(off | only))


def priors_by(position, params):
    """The same with any GoParams."""
    moves = np.zeros(len(position.data[0].chain) + 1, np.int16)
    visits, wins = np.zeros(len(moves), np.int32), np.zeros(len(moves), np.int32)
    n = ask_priors(position, moves, visits, wins, params)
    return {int(m): (int(v), int(w)) for m, v, w in zip(moves[:n], visits, wins) if v or w}


def won(size):
    return (size, size * WIN_UNIT)


def lost(size):
    return (size, 0)


TACTICS = """
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . b . .
    . . . . . O X O .
    . . . . . . O . .
    . X . . . . . . .
    X O a . . . . . .
    . X . . . . . . .
    . . . . . . . . ."""


def test_taking_and_saving_a_stone():
    position = diagram.position(TACTICS, BLACK)
    marks = diagram.marks(TACTICS)
    found = priors(position, prior_capture=15, prior_capture_more=30)
    assert found == {marks["a"]: won(15), marks["b"]: won(15)}


def test_running_in_a_ladder_is_a_loss_and_starting_one_a_win():
    drawing = """
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . a . . . . .
    . . X O b . . . .
    . . . X X . . . .
    . . . . . . . . .
    . . . . . . . . ."""
    marks = diagram.marks(drawing)
    found = priors(diagram.position(drawing, BLACK), prior_ladder=10)
    assert found[marks["a"]] == won(10) and marks["b"] not in found
    caught = drawing.replace("a", "X", 1)
    found = priors(diagram.position(caught, WHITE), prior_ladder=10)
    assert found[marks["b"]] == lost(10)


@pytest.mark.parametrize("breaker, pruned", [(".", True), ("O", False)])
def test_a_run_in_a_working_ladder_gets_no_node(breaker, pruned):
    drawing = """
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . {} . .
    . . . . . . . . .
    . . . X . . . . .
    . . X O b . . . .
    . . . X X . . . .
    . . . . . . . . .
    . . . . . . . . .""".format(breaker)
    position = diagram.position(drawing, WHITE)
    moves = np.zeros(91, np.int16)
    before = ask_moves(position, moves, new_go_params(9, prune_ladders=0))
    unpruned = moves[:before].tolist()
    after = ask_moves(position, moves, new_go_params(9))
    run = [diagram.marks(drawing)["b"]] if pruned else []
    assert sorted(moves[:after].tolist() + run) == sorted(unpruned)
    assert [move for move in unpruned if move not in run] == moves[:after].tolist()


def test_an_eye_and_a_self_atari_and_the_pass_are_losses():
    drawing = """
    . . . O c .
    . . . . O .
    . . . . . .
    . . . . . .
    X X . . . .
    e X . . . ."""
    marks = diagram.marks(drawing)
    position = diagram.position(drawing, BLACK)
    assert priors(position, prior_eye=10) == {marks["e"]: lost(10), pass_move(6): lost(10)}
    assert priors(position, prior_self_atari=7) == {marks["c"]: lost(7)}


def slow_distances(colours, size, start):
    """Chain distance by repeated relaxation: a step to a neighbour costs 1, within a chain 0."""
    distance = {start: 0}
    changed = True
    while changed:
        changed = False
        for p in list(distance):
            for q in neighbours(p, size):
                step = 0 if colours[p] != EMPTY and colours[p] == colours[q] else 1
                if distance[p] + step < distance.get(q, 99):
                    distance[q] = distance[p] + step
                    changed = True
    return distance


@pytest.mark.parametrize("size", [5, 9, 13])
def test_distances_agree_with_relaxation(size):
    generator = np.random.default_rng(size)
    for _ in range(10):
        position = new_position(size)
        colours = [EMPTY] * (size * (size + 1))
        for p in points(size):
            colours[p] = int(generator.choice([BLACK, WHITE, EMPTY, EMPTY, EMPTY]))
        try:
            setup(position, colours, BLACK)
        except ValueError:
            continue
        stones = [p for p in points(size) if colours[p] != EMPTY]
        start = int(generator.choice(stones))
        areas = new_work()
        ask_distances(position, areas, np.uint64(start))
        expected = slow_distances(colours, size, start)
        for p in points(size):
            assert int(areas[0].distance[p]) == (1 + expected[p] if expected[p] <= NEAR else 0)


def test_only_points_near_the_last_move_count_and_chains_shorten_the_way():
    drawing = """
    . . . . . . .
    . . . . . . .
    . . . . . . .
    X X X X X O .
    . . . . . . .
    . . . . . . .
    . . . . . . ."""
    position = diagram.position(drawing, BLACK)
    position.data[0].last = parse_vertex("F4", 7)
    found = priors(position, prior_near1=24, prior_near2=22, prior_near3=8)
    assert found[parse_vertex("G4", 7)] == won(24)
    assert found[parse_vertex("A5", 7)] == won(22)       # beside the chain that touches the last move
    assert found[parse_vertex("A6", 7)] == won(8)
    assert parse_vertex("A7", 7) not in found


@pytest.mark.parametrize("size", [5, 9, 19])
def test_empty_areas_lie_more_than_three_steps_from_every_stone(size):
    position = diagram.position("\n".join(
        " ".join("X" if (r, c) in ((1, 1), (size - 1, size // 2)) else "." for c in range(size)) for r in range(size)))
    ask_near(position)
    stones = [p for p in points(size) if any(
        int(position.data[0].stones[1 + p // 64]) >> (p % 64) & 1 for _ in [0])]
    assert len(stones) == 2
    for p in points(size):
        row, column = divmod(p, size + 1)
        steps = min(abs(row - s // (size + 1)) + abs(column - s % (size + 1)) for s in stones)
        near = int(position.data[0].work[1 + p // 64]) >> (p % 64) & 1
        assert near == (steps <= EMPTY_AREA)


def test_lines_count_in_empty_areas_alone():
    position = new_position(9)
    found = priors(position, prior_line=10)
    assert found[parse_vertex("A1", 9)] == lost(10) and found[parse_vertex("E2", 9)] == lost(10)
    assert found[parse_vertex("C3", 9)] == won(10) and parse_vertex("D4", 9) not in found


def test_learnt_priors_follow_the_root_of_the_probability():
    position = diagram.position(TACTICS, BLACK)
    position.data[0].last = parse_vertex("H6", 9)
    found = priors(position, prior_move=1000)
    assert all(wins == visits * WIN_UNIT for visits, wins in found.values())
    assert pass_move(9) not in found
    # the shares of all moves sum to one, but for rounding down and that of the pass
    total = sum((visits / 1000) ** 2 for visits, _ in found.values())
    assert 0.9 < total <= 1.0
    assert found[diagram.marks(TACTICS)["b"]][0] == max(visits for visits, _ in found.values())


def test_priors_leave_the_position_as_it_was():
    position = diagram.position(TACTICS, BLACK)
    before = position.block.copy()
    params = params_with(position, **{name: 5 for name in GoParams._fields if name.startswith("prior_")})
    priors_by(position, params)
    assert np.array_equal(position.block, before)
    assert params.work[0].cells.any() and not params.work[0].distance.any()


#: Different simulations for each reason, so that none can stand for another.
SIZES = {"prior_near1": 3, "prior_near2": 5, "prior_near3": 7, "prior_line": 11, "prior_pattern": 101, "prior_capture": 211,
         "prior_capture_more": 401, "prior_two_liberties": 809, "prior_ladder": 1601, "prior_self_atari": 3203, "prior_eye": 6007}


def random_position(size, generator):
    """(position, board as the oracle has it, colour to move, place of the last move or None)"""
    rules, share = Naive(size), generator.choice((0.1, 0.4, 0.6))
    board = {place: generator.choice("bw") for place in rules.points if generator.random() < share}
    board = rules.without_dead(rules.without_dead(board, "b"), "w")
    colour = generator.choice("bw")
    colours = np.full(size * (size + 1), EMPTY, np.int8)
    for place, stone in board.items():
        colours[point_at(*place, size)] = "bw".index(stone)
    position = new_position(size)
    setup(position, colours, "bw".index(colour))
    theirs = [place for place, stone in board.items() if stone != colour]
    last = generator.choice([None, *theirs]) if theirs else None
    if last is not None:
        position.data[0].last = point_at(*last, size)
    return position, board, colour, last


@pytest.mark.parametrize("size", [5, 7, 9])
def test_priors_agree_with_the_slow_ones(size):
    generator, tactics_seen, params = random.Random(size), set(), new_go_params(size)
    off = {name: 0 for name in GoParams._fields if name.startswith("prior_")}
    for _ in range(15):
        position, board, colour, last = random_position(size, generator)
        mover, passing = np.uint64("bw".index(colour)), pass_move(size)
        by_model = params_with(position, prior_move=8000)
        learnt = priors_by(position, by_model)
        moves = np.zeros(passing + 1, np.int16)
        legal = [int(move) for move in moves[:ask_moves(position, moves, new_go_params(size, prune_ladders=0))] if move != passing]
        tactics, patterns, strengths = {}, set(), {}
        for move in legal:
            place = row_and_column(move, size)
            tactic, matches, passes = ask_facts(position, params, np.uint64(move), mover, -1 if last is None else point_at(*last, size))
            tactics[place] = TACTIC_NAMES[tactic]
            strengths[place] = float(by_model.work[0].strength[move])
            patterns |= {place} if matches else set()
            strengths["pass"] = float(params.strength[passes])
        strengths.setdefault("pass", 1.0)
        tactics_seen |= set(tactics.values())
        expected = naive_prior.experience(size, board, colour, last, tactics, patterns, strengths, {**off, **SIZES})
        found = priors(position, **SIZES)
        for place, reasons in expected.items():
            move = passing if place == "pass" else point_at(*place, size)
            visits = sum(int(simulations) for simulations, _ in reasons)
            wins = sum(WIN_UNIT * int(simulations) for simulations, won in reasons if won)
            assert found.get(move, (0, 0)) == (visits, wins), (board, colour, last, place, reasons)
        alone = naive_prior.experience(size, board, colour, last, tactics, patterns, strengths, {**off, "prior_move": 8000})
        for place, reasons in alone.items():
            move = passing if place == "pass" else point_at(*place, size)
            assert learnt.get(move, (0, 0))[0] == pytest.approx(reasons[-1][0], abs=2), (board, colour, last, place)
    assert tactics_seen >= {"none", "take one", "self-atari", "atari", "defence" if size > 5 else "none"}
