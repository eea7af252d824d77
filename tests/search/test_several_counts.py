"""The examples of games with chance or several players beside slow second programs, and the probabilities that chance draws by."""
import math
import random
from collections import Counter
from typing import NamedTuple

import numpy as np
import pytest
from game_steps import after, listed, results
from oracles import naive_several
from places import ROOT

from gopy import game
from gopy.compiled.jit import JIT_DISABLED, kernel
from gopy.games.catalogue import game_kind
from gopy.games.players.any_game import AnyGame
from gopy.search.several.params import new_several_params
from gopy.search.several.search import SeveralSearch
from gopy.search.simultaneous.methods import new_method
from gopy.search.simultaneous.search import SimultaneousSearch

pytestmark = pytest.mark.filterwarnings("ignore:overflow encountered")


def example(text):
    return game_kind(f"{ROOT / 'docs' / 'examples'}/{text}").new_state()


def steps(state):
    """The numbers of the moves, or of the outcomes of chance."""
    return [] if game.is_over(state) else listed(game.chance_outcomes if game.is_chance(state) else game.legal_moves, state)


def counted(state, depth):
    """What naive_several.counted counts, by the game's own verbs."""
    ways, counts = {b"": (state, 1)}, []
    for _ in range(depth):
        following = {}
        for reached, number in ways.values():
            for step in steps(reached):
                there = after(reached, step)
                key = b"".join(field.tobytes() for field in there)
                following[key] = there, number + following.get(key, (None, 0))[1]
        ways = following
        counts.append(sum(number for _, number in ways.values()))
    return counts


# ---- counts -------------------------------------------------------------------------------------

TRIO = naive_several.NaiveTrio
GAMES = [
    ("trio.py", TRIO, "", [16, 240, 3360, 43680]),
    ("trio.py", TRIO, "a4 d1 b2 a1 c1 d4", [10, 90, 648, 4088, 22980, 94040, 280000, 686376, 937728, 494640]),    # to the end
    ("corners.py", naive_several.NaiveCorners(5), "", [8, 63, 496, 3644]),
    ("corners.py:side=4", naive_several.NaiveCorners(4), "", [8, 57, 401, 1461, 2782, 2664, 1221, 28, 0]),        # to the end
    ("corners.py:side=3", naive_several.NaiveCorners(3), "", [8, 44, 146, 97, 50, 0]),
    ("small_backgammon.py", naive_several.NaiveBackgammon(8, 3), "", [6, 9, 9, 54, 81, 81, 486, 729, 1526, 9129]),
    ("small_backgammon.py:points=6,men=2", naive_several.NaiveBackgammon(6, 2), "",
     [6, 9, 9, 54, 81, 81, 486, 1161, 1892, 9925, 17959, 31315, 155462, 265202])]


@pytest.mark.parametrize("text, slow, moves, counts", GAMES, ids=[f"{text} {moves}".strip() for text, _, moves, _ in GAMES])
def test_sequences_of_moves_and_outcomes_are_as_many_as_a_slow_program_finds(text, slow, moves, counts):
    state, position = example(text), slow.START
    for move in moves.split():
        game.play(state, game.parse_move(state, move))
        position = slow.after(position, move)
    if JIT_DISABLED:
        counts = counts[:3]
    assert naive_several.counted(slow, len(counts), position) == counts
    assert counted(state, len(counts)) == counts


@pytest.mark.parametrize("text, slow", [("corners.py:side=6", naive_several.NaiveCorners(6)),
                                        ("small_backgammon.py:points=7,men=4", naive_several.NaiveBackgammon(7, 4))])
def test_random_games_go_as_a_slow_program_plays_them(text, slow):
    rng = random.Random(1)
    ends = Counter()
    for _ in range(3 if JIT_DISABLED else 25):
        state, position = example(text), slow.START
        while not game.is_over(state):
            numbers = steps(state)
            texts = [game.move_text(state, number) for number in numbers]
            assert sorted(texts) == sorted(slow.steps(position)) and game.to_play(state) == position[0]
            number, step = rng.choice(list(zip(numbers, texts)))
            state, position = after(state, number), slow.after(position, step)
        assert slow.steps(position) == []
        if text.startswith("corners"):
            assert results(state) == pytest.approx(slow.results(position))
        else:
            assert slow.over(position) and results(state)[0] == (set(position[1][0]) == {slow.points + 1})
        ends[tuple(results(state))] += 1
    assert len(ends) > 1


# ---- values -------------------------------------------------------------------------------------

def backgammon(own, other, dice=()):
    """A position of six points and two men each in which player 0 is to move: the places of all men, 0 the bar and 7 off."""
    state = example("small_backgammon.py:points=6,men=2")
    state.men[:] = [np.bincount(places, minlength=8) for places in (own, other)]
    state.data[1:3] = (*dice, 0, 0)[:2]
    return state


def test_the_search_of_small_backgammon_comes_to_the_exact_chances():
    slow = naive_several.NaiveBackgammon(6, 2)
    values = slow.solved()
    assert values[slow.START[1]] == pytest.approx(0.6293774649, abs=1e-9)       # from the start, for who begins
    right = clear = 0
    # what is tried costs some hundredths on the way to the long games' ends, and nothing where all men are home
    for own, other, apart in (((0, 0), (0, 0), 0.035), ((0, 2), (2, 4), 0.02), ((2, 5), (1, 3), 0.02), ((4, 4), (5, 6), 0.004), ((1, 1), (4, 5), 0.02),
                              ((5, 5), (0, 6), 0.02), ((0, 6), (4, 6), 0.02), ((2, 3), (2, 6), 0.02)):
        search = SeveralSearch(backgammon(own, other), new_several_params(exploration=0.3), seed=1)
        search.run(simulations=500 if JIT_DISABLED else 150_000)
        assert search.values()[0] == pytest.approx(values[own, other], abs=0.3 if JIT_DISABLED else apart)
        for dice in slow.throws():                  # the moves that the same search has learnt for each throw
            position = slow.thrown((0, (own, other), ()), dice)
            moves = slow.moves(position) if position[0] == 0 else []
            if len(moves) < 2:
                continue
            chances = {slow.text(move): chance_after(slow, values, slow.moved(position, move)) for move in moves}
            found = search.moves(backgammon(own, other, dice))
            state = backgammon(own, other, dice)
            assert {game.move_text(state, move) for move in found} == set(chances) or JIT_DISABLED
            if sorted(chances.values())[-2] < max(chances.values()) - 0.04 and not JIT_DISABLED:
                clear += 1
                most = max(found, key=lambda move: found[move].visits)
                right += chances[game.move_text(state, most)] == max(chances.values())
    assert JIT_DISABLED or right == clear >= 8, (right, clear)


def chance_after(slow, values, position):
    """Player 0's chance to win with best play where it moves on, or the other throws."""
    player, men, dice = position
    if slow.over(position):
        return float(set(men[0]) == {slow.points + 1})
    if player == 1:
        return 1 - values[men[::-1]]
    return max(chance_after(slow, values, slow.moved(position, move)) for move in slow.moves(position))


def shares_between(slow, position):
    """[(least, most)] for each player of what best play of all comes to, each for the own share alone, whichever of equal moves is taken."""
    if position[0] is None:
        return [(share, share) for share in slow.results(position)]
    after_each = [shares_between(slow, slow.after(position, step)) for step in slow.steps(position)]
    mover = position[0]
    floor = max(shares[mover][0] for shares in after_each)
    open_to = [shares for shares in after_each if shares[mover][1] >= floor - 1e-9]
    return [(min(shares[player][0] for shares in open_to), max(shares[player][1] for shares in open_to)) for player in range(3)]


def test_the_search_of_corners_finds_the_move_that_is_best_for_the_mover_alone():
    slow, rng = naive_several.NaiveCorners(4), random.Random(3)
    told = 0
    while told < (1 if JIT_DISABLED else 12):
        state, position = example("corners.py:side=4"), slow.START
        for _ in range(3):
            step = rng.choice(slow.steps(position))
            state, position = after(state, game.parse_move(state, step)), slow.after(position, step)
        mover = position[0]
        if mover is None or len(slow.steps(position)) < 2:
            continue
        ranges = {step: shares_between(slow, slow.after(position, step)) for step in slow.steps(position)}
        best = max(ranges, key=lambda step: ranges[step][mover][0])
        if any(ranges[step][mover][1] >= ranges[best][mover][0] - 1e-9 for step in ranges if step != best):
            continue
        told += 1
        search = SeveralSearch(state, new_several_params(exploration=0.3), seed=1)
        search.run(simulations=50 if JIT_DISABLED else 20_000)
        if not JIT_DISABLED:
            assert game.move_text(state, search.report().best.move) == best
            for player, (least, most) in enumerate(ranges[best]):
                assert least - 0.04 < search.values()[player] < most + 0.04


# ---- probabilities ------------------------------------------------------------------------------

def assert_drawn_by(counts, chances):
    """Assert that counts of draws lie within 4.5 standard deviations of what the probabilities make."""
    total = sum(counts)
    for count, chance in zip(counts, chances):
        assert abs(count - total * chance) < 4.5 * math.sqrt(total * chance * (1 - chance))


CHANCES = [1 / 9] * 3 + [2 / 9] * 3


def test_a_search_draws_outcomes_by_their_probabilities():
    start = example("small_backgammon.py")
    search = SeveralSearch(start, seed=1)
    search.run(simulations=300 if JIT_DISABLED else 20_000)
    assert_drawn_by([sum(each.visits for each in search.moves(after(start, throw)).values()) for throw in range(6)], CHANCES)


def test_a_game_that_is_played_draws_outcomes_by_their_probabilities():
    kind = game_kind(str(ROOT / "docs" / "examples" / "small_backgammon.py"))
    first = Counter(AnyGame(kind, seed=seed).moves[0].outcome for seed in range(200 if JIT_DISABLED else 2000))
    assert_drawn_by([first[throw] for throw in range(6)], CHANCES)
    assert AnyGame(kind, seed=5).texts == AnyGame(kind, seed=5).texts


class Coin(NamedTuple):
    """A coin with heads in nine cases of ten falls; then both players call, which does not matter: heads wins for player 0."""

    data: np.ndarray    #: int64[2], 1 + the side that fell, and whether the players called


@game.is_simultaneous.register(Coin)
@kernel
def is_simultaneous(state):
    return True


@game.num_moves.register(Coin)
@kernel
def num_moves(state):
    return 2


@game.is_chance.register(Coin)
@kernel
def is_chance(state):
    return state.data[0] == 0


@game.is_over.register(Coin)
@kernel
def is_over(state):
    return state.data[1] == 1


@game.value.register(Coin)
@kernel
def value(state):
    return 1.0 * (state.data[0] == 2)


@game.run_playout.register(Coin)
@kernel
def run_playout(state, rng, game_params, trace):
    state.data[1] = 1


@game.copy_state.register(Coin)
@kernel
def copy_state(dst, src):
    dst.data[0] = src.data[0]
    dst.data[1] = src.data[1]


@game.chance_outcomes.register(Coin)
@kernel
def chance_outcomes(state, out):
    out[:2] = 0, 1
    return 2


@game.moves_of.register(Coin)
@kernel
def moves_of(state, player, out):
    out[:2] = 0, 1
    return 2


@game.chance_probabilities.register(Coin)
@kernel
def chance_probabilities(state, out):
    out[0] = 0.1
    out[1] = 0.9
    return 2


@game.play_chance.register(Coin)
@kernel
def play_chance(state, outcome):
    state.data[0] = outcome + 1


@game.play_joint.register(Coin)
@kernel
def play_joint(state, first, second):
    state.data[1] = 1


def test_a_search_of_simultaneous_moves_draws_outcomes_by_their_probabilities():
    search = SimultaneousSearch(Coin(np.zeros(2, np.int64)), new_method("duct_max"), seed=1)
    search.run(simulations=600)
    assert search.report().value == pytest.approx(0.9, abs=0.05)
