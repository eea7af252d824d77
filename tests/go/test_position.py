"""The bitboard position against the oracles: every point after every move of random games at many sizes."""
import math
import random

import numpy as np
import pytest
from diagram import marks
from diagram import position as draw
from numba import config
from oracles import flood, naive
from oracles.perft import PERFT

from gopy import game
from gopy.compiled.bits import ONE, ZERO, popcount
from gopy.compiled.jit import JIT_DISABLED, kernel
from gopy.compiled.rng import new_rng, next_below
from gopy.go import contract  # noqa: F401 (gives the verbs their kernels)
from gopy.go.bitboard.area import area_margin, area_owner
from gopy.go.bitboard.construct import clone_position, new_position, set_rules, setup
from gopy.go.bitboard.layout import point_count, size_of, word_count
from gopy.go.bitboard.position import chain_of, has_stone, is_eye, is_legal
from gopy.go.geometry import BLACK, WHITE, num_points, parse_vertex, pass_move, points
from gopy.go.history import Game
from gopy.go.knowledge.params import new_go_params
from gopy.go.rules import Ko, Rules
from gopy.go.score import territory

# Without the compiler, uint64 arithmetic that is meant to wrap warns.
pytestmark = pytest.mark.filterwarnings("ignore:overflow encountered")

compiled_only = pytest.mark.skipif(JIT_DISABLED, reason="too slow without the compiler")

# With bounds checks 9x9 and 13x13 are left out: their code is that for 19x19 with other constants, and is compiled anew.
SIZES = [2, 3, 5, 9] if JIT_DISABLED else [2, 3, 5, 10, 15, 19, 20, 25] if config.BOUNDSCHECK else [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 18, 19, 20, 21, 24, 25]

FAULTS = ["none", "stones", "guard words", "empties", "chain id", "stone count", "ring of stones", "liberty count",
          "liberties", "atari", "ko point", "legality", "eye", "hash", "hash after", "area", "side to move"]
(NO_FAULT, STONES, GUARDS, EMPTIES, CHAIN, STONE_COUNT, RING, LIBERTY_COUNT, LIBERTIES, ATARI, KO_POINT, LEGALITY, EYE,
 HASH, HASH_AFTER, AREA, SIDE) = range(len(FAULTS))


# ---------------------------------------------------------------- every field after every move

@kernel
def cell_at(oracle, position, point):
    """The oracle's cell of a point; -1 for a gap."""
    n = np.int64(size_of(position))
    row, column = np.int64(point) // (n + 1), np.int64(point) % (n + 1)
    return flood.cell_of(oracle, row, column) if column < n else -1


@kernel
def bit_of(words, base, point):
    return (words[np.int64(base) + point // 64] >> np.uint64(point % 64)) & ONE != ZERO


@kernel
def fault_of_points(position, oracle):
    """Stones, guard words, list of empties and hash, each rebuilt from the oracle's board."""
    data, tables = position.data[0], position.tables[0]
    count, words = np.int64(point_count(position)), np.int64(word_count(position))
    empties, expected = 0, ZERO
    for point in range(count):
        cell = cell_at(oracle, position, point)
        colour = np.int64(oracle.cells[cell]) if cell >= 0 else 3
        for side in range(2):
            if has_stone(position, np.uint64(side), np.uint64(point)) != (colour == side):
                return STONES
        if colour < 2:
            expected ^= tables.zobrist[colour * count + point]
        if colour == 2:
            empties += 1
            at = np.int64(data.empty_at[point])
            if at >= np.int64(data.empty_count) or np.int64(data.empties[at]) != point:
                return EMPTIES
    if empties != np.int64(data.empty_count):
        return EMPTIES
    for guard in (0, words + 1, words + 2, 2 * words + 3):
        if data.stones[guard] != ZERO:
            return GUARDS
    return NO_FAULT if data.hash == expected else HASH


@kernel
def fault_of_chains(position, oracle):
    """Ids, rings of stones, liberties and atari marks."""
    data = position.data[0]
    count, words = np.int64(point_count(position)), np.int64(word_count(position))
    in_rings, in_atari, stones_on_board = 0, 0, 0
    for point in range(count):
        cell = cell_at(oracle, position, point)
        if cell < 0 or oracle.cells[cell] > 1:
            continue
        stones_on_board += 1
        chain = np.int64(chain_of(position, np.uint64(point)))
        if np.int64(data.chain[chain]) != chain:
            return CHAIN
        if chain != point:
            continue
        stones, liberties = flood.measure(oracle, cell)
        if np.int64(data.stone_count[chain]) != stones:
            return STONE_COUNT
        stone = chain
        for _ in range(stones):
            if (np.int64(data.chain[stone]) != chain or oracle.cells[cell_at(oracle, position, stone)] > 1
                    or oracle.mark[cell_at(oracle, position, stone)] != oracle.info[flood.STAMP]):
                return RING
            in_rings += 1
            stone = np.int64(data.next_stone[stone])
        if stone != chain:
            return RING
        if np.int64(data.liberty_count[chain]) != liberties:
            return LIBERTY_COUNT
        for near in range(count):
            near_cell = cell_at(oracle, position, near)
            is_liberty = (near_cell >= 0 and oracle.cells[near_cell] == 2
                          and oracle.mark[near_cell] == oracle.info[flood.STAMP])
            if bit_of(data.liberties, chain * words, near) != is_liberty:
                return LIBERTIES
        if bit_of(data.atari, oracle.cells[cell] * words, chain) != (liberties == 1):
            return ATARI
        in_atari += liberties == 1
    if in_rings != stones_on_board:
        return RING
    marked = ZERO
    for word in range(2 * words):
        marked += popcount(data.atari[word])
    return NO_FAULT if np.int64(marked) == in_atari else ATARI


@kernel
def fault_of_moves(position, oracle, suicide):
    """Ko point, legality and eyes of both colours."""
    data = position.data[0]
    ko = np.int64(data.ko_point)
    if (cell_at(oracle, position, ko) if ko != 0xFFFF else -1) != oracle.info[flood.KO]:
        return KO_POINT
    colour = np.int64(data.to_play)
    for at in range(np.int64(data.empty_count)):
        point = np.uint64(data.empties[at])
        cell = cell_at(oracle, position, point)
        if is_legal(position, point, data.to_play) != flood.may_play(oracle, cell, colour, suicide):
            return LEGALITY
        for side in range(2):
            if is_eye(position, point, np.uint64(side)) != flood.eye(oracle, cell, side):
                return EYE
    return NO_FAULT


@kernel
def pick(position, oracle, legal, count, rng):
    """A random legal move that seldom passes and seldom fills an eye, so that boards fill up and kos are fought."""
    for _ in range(20):
        move = np.int64(legal[next_below(rng, np.uint64(count))])
        if move == np.int64(point_count(position)):
            if count == 1 or next_below(rng, np.uint64(10)) == ZERO:
                break
        elif (not flood.eye(oracle, cell_at(oracle, position, move), np.int64(position.data[0].to_play))
              or next_below(rng, np.uint64(20)) == ZERO):
            return move
    return np.int64(point_count(position))


@kernel
def compare_game(position, oracle, legal, rng, num_moves, suicide):
    """Play random legal moves on both; returns (first fault, moves played, stones captured)."""
    captured = 0
    for number in range(num_moves):
        count = game.legal_moves(position, legal)
        move = pick(position, oracle, legal, count, rng)
        colour = np.int64(position.data[0].to_play)
        promised = game.hash_after(position, move)
        before = np.int64(position.data[0].empty_count)
        passing = move == np.int64(point_count(position))
        flood.put(oracle, -1 if passing else cell_at(oracle, position, move), colour)
        game.play(position, move)
        captured += np.int64(position.data[0].empty_count) - before + (not passing)
        if not passing and promised != game.position_hash(position):
            return HASH_AFTER, number, captured
        if np.int64(position.data[0].to_play) != 1 - colour:
            return SIDE, number, captured
        fault = fault_of_points(position, oracle)
        if fault == NO_FAULT:
            fault = fault_of_chains(position, oracle)
        if fault == NO_FAULT:
            fault = fault_of_moves(position, oracle, suicide)
        if fault == NO_FAULT and area_margin(position) != flood.margin(oracle):
            fault = AREA
        if fault != NO_FAULT:
            return fault, number, captured
    return NO_FAULT, num_moves, captured


def compare_games(size, total_moves, suicide, seed):
    """Random games of 3 moves a point until `total_moves` are played and compared."""
    rng = new_rng(seed)
    legal = np.zeros(num_points(size) + 1, np.int16)
    played, taken = 0, 0
    while played < total_moves:
        position, oracle = new_position(size), flood.new_flood(size)
        set_rules(position, 0.0, 1 + played % 2, int(suicide))
        fault, moves, captured = compare_game(position, oracle, legal, rng, min(3 * size * size, total_moves), suicide)
        assert fault == NO_FAULT, f"{FAULTS[fault]} differ after move {moves + 1} (seed {seed}, {played} moves before)"
        played += moves
        taken += captured
    assert taken > played // 20 or JIT_DISABLED     # the games were fights


@pytest.mark.parametrize("suicide", [False, True])
@pytest.mark.parametrize("size", SIZES)
def test_random_games_agree_with_the_compiled_oracle(size, suicide):
    # At least one whole game: the large boards see their captures late.
    total_moves = min(150, 5000 // size ** 2) if JIT_DISABLED else max(200_000 // size ** 2, 3 * size ** 2)
    compare_games(size, total_moves, suicide, seed=size)


@compiled_only
@pytest.mark.slow
@pytest.mark.parametrize("suicide", [False, True])
@pytest.mark.parametrize("size", [size if size in (9, 13, 19) else pytest.param(size, marks=pytest.mark.rare) for size in SIZES])
def test_millions_of_random_moves_agree_with_the_compiled_oracle(size, suicide):
    compare_games(size, min(250_000, 5_000_000 // size ** 2), suicide, seed=1000 + size)


@pytest.mark.parametrize("suicide", [False, True])
@pytest.mark.parametrize("size", [2, 3, 5])
def test_the_compiled_oracle_agrees_with_the_slow_one(size, suicide):
    choose = random.Random(size)
    for _ in range(2 if JIT_DISABLED else 20):
        oracle, slow = flood.new_flood(size), naive.Naive(size, suicide=suicide)
        for _ in range(4 * size * size):
            colour = "bw".index(slow.to_play)
            cells = {point: flood.cell_of(oracle, *point) for point in slow.points}
            legal = [point for point in slow.points if flood.may_play(oracle, cells[point], colour, suicide)]
            assert legal + [naive.PASS] == slow.legal_moves()
            move = choose.choice(legal) if legal and choose.random() < 0.95 else naive.PASS
            flood.put(oracle, cells.get(move, -1), colour)
            slow.play(move)
            stones = {point: "bw"[oracle.cells[cell]] for point, cell in cells.items() if oracle.cells[cell] < 2}
            assert stones == slow.board
            assert flood.margin(oracle) == slow.area_score()


# ---------------------------------------------------------------- against the board that GTP plays on

def legal_moves(position):
    out = np.zeros(game.num_moves(position), np.int16)
    return sorted(int(move) for move in out[:game.legal_moves(position, out)])


@kernel
def has(position, colour, point):
    """`has_stone` for Python, which the package itself does not need."""
    return has_stone(position, np.uint64(colour), np.uint64(point))


def stones(position, colour):
    return [point for point in points(int(position.tables[0].board_size)) if has(position, colour, point)]


@pytest.mark.parametrize("ko", list(Ko))
@pytest.mark.parametrize("size, num_moves", [(2, 30), (3, 60), (5, 100), (9, 300), (19, 600)])
def test_games_agree_with_the_python_board(size, num_moves, ko):
    if JIT_DISABLED and size > 5:
        pytest.skip("too slow without the compiler")
    choose = random.Random(size)
    suicide = ko is not Ko.SIMPLE
    played = Game(size, rules=Rules(ko, suicide=suicide))
    position = new_position(size)
    set_rules(position, 7.5, int(ko), int(suicide))
    hashes = [game.position_hash(position)]
    owner = np.zeros(num_points(size), np.int8)
    for _ in range(num_moves):
        legal = legal_moves(position)
        # Superko is left to those who know the game so far: they compare hashes.
        allowed = [move for move in legal if ko is Ko.SIMPLE or move == pass_move(size)
                   or game.hash_after(position, move) not in hashes]
        assert allowed == played.legal_moves()
        move = choose.choice(allowed[:-1] or allowed) if choose.random() < 0.95 else pass_move(size)
        played.play(played.to_play, move)
        game.play(position, move)
        hashes.append(game.position_hash(position))
        assert game.is_over(position) == played.is_over
        # A board set up as this one now stands knows no less than the one that was played on.
        again = new_position(size)
        set_rules(again, 7.5, int(ko), int(suicide))
        setup(again, np.array(played.board.colours, np.int8), played.to_play, played.board.ko_for(played.to_play))
        assert legal_moves(again) == legal_moves(position)
        assert again.data[0].hash == position.data[0].hash
        margin = area_owner(position, owner)
        owners = territory(played.board.colours, size)
        assert [1 - 2 * owners.get(p, played.board.colours[p]) if owners.get(p, played.board.colours[p]) < 2 else 0
                for p in points(size)] == list(owner[points(size)])
        assert margin == owner[points(size)].sum() == game.score(position) + 7.5
        assert game.value(position) == (1.0 if margin > 7.5 else 0.0)
    if ko is not Ko.SIMPLE:
        assert [int(one) for one in hashes] == played.repetition_hashes()


def test_jigo_is_half():
    position = new_position(9)
    assert game.value(position) == 0.5 and game.score(position) == 0.0
    set_rules(position, 0.5)
    assert game.value(position) == 0.0


def test_a_copy_is_independent():
    position = new_position(9)
    game.play(position, 40)
    copy, clone = new_position(9), clone_position(position)
    game.copy_state(copy, position)
    game.play(position, 41)
    for other in (copy, clone):
        assert legal_moves(other) == legal_moves(clone) and len(legal_moves(other)) == 81
        assert stones(other, WHITE) == [] and stones(other, BLACK) == [40]
    assert stones(position, WHITE) == [41]


def test_sizes_outside_2_to_25_are_refused():
    for size in (0, 1, 26):
        with pytest.raises(ValueError, match="unacceptable size"):
            new_position(size)


def test_a_chain_without_liberty_cannot_be_set_up():
    colours = [2] * num_points(3)
    colours[0], colours[1], colours[4] = BLACK, WHITE, WHITE
    with pytest.raises(ValueError):
        setup(new_position(3), colours, BLACK)


KO = """
    . X O .
    X O a O
    . X O .
    . . . ."""


def test_ko_is_open_to_who_took_it_and_after_a_pass():
    position, taken = draw(KO), marks(KO)["a"] - 1
    game.play(position, marks(KO)["a"])
    assert taken not in legal_moves(position)
    game.play(position, pass_move(4))
    assert taken in legal_moves(position)           # Black may fill it
    game.play(position, pass_move(4))
    assert game.is_over(position)
    assert taken in legal_moves(position)           # and White, after two passes, retake
    game.play(position, taken)
    assert not game.is_over(position) and marks(KO)["a"] not in legal_moves(position)


def test_a_ko_is_set_up():
    taken_back = KO.replace("O a O", "b X O")
    position = draw(taken_back, to_play=WHITE, ko_point=marks(taken_back)["b"])
    assert marks(taken_back)["b"] not in legal_moves(position)
    assert marks(taken_back)["b"] in legal_moves(draw(taken_back, to_play=WHITE))


def test_two_passes_end_the_game_and_play_may_go_on():
    position = new_position(9)
    for _ in range(2):
        assert not game.is_over(position)
        game.play(position, pass_move(9))
    assert game.is_over(position)
    game.play(position, 40)
    assert not game.is_over(position) and game.to_play(position) == WHITE


# ---------------------------------------------------------------- perft

def perft(position, depth, ko, go_on, following, hashes=()):
    """Number of move sequences; the last moves are counted, not played. `following` are positions to write into, one for each other depth."""
    if game.is_over(position) and not go_on:
        return 0
    legal = legal_moves(position)
    if ko is not Ko.SIMPLE:
        hashes = {*hashes, int(game.position_hash(position))}
        legal = [move for move in legal if int(game.hash_after(position, move)) not in hashes]
    if depth == 1:
        return len(legal)
    total = 0
    for move in legal:
        after = following[depth - 2]
        game.copy_state(after, position)
        game.play(after, move)
        total += perft(after, depth - 1, ko, go_on, following, hashes)
    return total


#: The greatest count there is time for.
LARGEST_COUNT = 1000 if JIT_DISABLED else 40_000 if config.BOUNDSCHECK else 1_000_000


@pytest.mark.parametrize("variant, depth, count", [row for row in PERFT if row[2] < LARGEST_COUNT])
def test_perft(variant, depth, count):
    size, ko, suicide, go_on = variant
    position = new_position(size)
    set_rules(position, 0.0, int(ko), int(suicide))
    assert perft(position, depth, ko, go_on, [new_position(size) for _ in range(depth - 1)]) == count


# ---------------------------------------------------------------- uniform playouts

#: Uniformly random games without eye filling, simple ko, komi 0, counted by an independent program:
#: games, mean and standard deviation of the score, mean and deviation of the number of moves, P(Black wins).
PLAYOUTS = {
    5: (200_000, 1.840, 23.51, 42.39, 6.59, 0.5394),
    7: (200_000, 2.155, 33.35, 72.44, 13.29, 0.5299),
    9: (200_000, 2.149, 39.25, 111.14, 16.06, 0.5232),
    13: (40_000, 2.176, 50.31, 219.32, 19.75, 0.5157),
    19: (12_000, 1.643, 69.85, 455.55, 27.30, 0.5099),
}

#: Mean score, and its standard error, after a first move on 9x9.
FIRST_MOVES = {"E5": (4.327, 0.158), "C3": (4.067, 0.159), "A1": (-2.741, 0.160), "E1": (0.614, 0.159),
               "D4": (4.146, 0.159)}


@kernel
def play_many(position, start, rng, params, trace, scores, lengths):
    """Play out from `start` once for each entry of `scores`."""
    for i in range(len(scores)):
        game.copy_state(position, start)
        trace.count[0] = 0
        game.run_playout(position, rng, params, trace)
        scores[i] = game.score(position)
        lengths[i] = trace.count[0]


def play_out_uniformly(start, size, games, seed=1):
    scores, lengths = np.zeros(games), np.zeros(games)
    play_many(new_position(size), start, new_rng(seed), new_go_params(size, "uniform"),
              game.new_trace(10 * size * size), scores, lengths)
    return scores, lengths


def assert_same_mean(sample, mean, deviation, reference_games, what):
    error = deviation * math.sqrt(1 / len(sample) + 1 / reference_games)
    assert abs(sample.mean() - mean) < 4 * error, f"{what}: {sample.mean():.3f}, not {mean} +- {error:.3f}"


@compiled_only
@pytest.mark.skipif(config.BOUNDSCHECK, reason="a statistic finds no index out of bounds that single games do not")
@pytest.mark.parametrize("size, games", [(5, 60_000), (7, 60_000), (9, 60_000), (13, 20_000), (19, 6_000)])
def test_uniform_playouts_have_the_known_statistics(size, games):
    known_games, mean, deviation, length, length_deviation, wins = PLAYOUTS[size]
    scores, lengths = play_out_uniformly(new_position(size), size, games)
    assert_same_mean(scores, mean, deviation, known_games, "score")
    assert_same_mean(lengths, length, length_deviation, known_games, "moves")
    assert_same_mean(scores > 0, wins, math.sqrt(wins * (1 - wins)), known_games, "wins")
    # The deviation of a deviation is at most about that of a normal one: scores have short tails.
    for sample, known in ((scores, deviation), (lengths, length_deviation)):
        error = known * math.sqrt(1 / (2 * games) + 1 / (2 * known_games))
        assert abs(sample.std() - known) < 6 * error, f"{sample.std():.3f}, not {known} +- {error:.3f}"


@compiled_only
@pytest.mark.parametrize("vertex", FIRST_MOVES)
def test_first_moves_have_the_known_values(vertex):
    start = new_position(9)
    game.play(start, parse_vertex(vertex, 9))
    scores, _ = play_out_uniformly(start, 9, 60_000, seed=2)
    mean, error = FIRST_MOVES[vertex]
    assert abs(scores.mean() - mean) < 4 * math.hypot(error, scores.std() / math.sqrt(len(scores)))


@pytest.mark.parametrize("size", [size for size in SIZES if size != 19 or not config.BOUNDSCHECK])
def test_playouts_leave_a_finished_board_and_a_legal_record(size):
    params = new_go_params(size, "uniform")
    trace = game.new_trace(4 * size * size + 4)
    for seed in range(3):
        position = new_position(size)
        rng = new_rng(seed)
        trace.count[0] = 0
        game.run_playout(position, rng, params, trace)
        replayed = Game(size)
        for move in trace.moves[:trace.count[0]]:
            assert replayed.legal(replayed.to_play, int(move))
            replayed.play(replayed.to_play, int(move))
        for side in (BLACK, WHITE):
            assert replayed.board.stones(side) == stones(position, side)
        assert replayed.is_over or trace.count[0] >= int(params.length * size * size)
