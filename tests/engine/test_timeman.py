"""Budgets of moves: simulated games under every time system, and when a search may end."""
import math
from types import SimpleNamespace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gopy.engine.timeman import Budget, allocate, enough, limit_budget, moves_left, ramp, unclear
from gopy.go.clock import Absolute, ByoYomi, Canadian, Clock, Fischer, Remaining
from gopy.go.geometry import BLACK, WHITE

SYSTEMS = [
    Absolute(20), Absolute(300), Absolute(1), Canadian(5, 10, 5), Canadian(0, 10, 1), Canadian(60, 30, 25),
    ByoYomi(0, 2, 3), ByoYomi(60, 10, 5), ByoYomi(5, 1, 1), Fischer(5, 1), Fischer(300, 5), Fischer(1, 0.5),
    Fischer(60, 20, 80, 30), Fischer(10, 0),
]


def next_budget(clock, colour, moves_played, size, lag):
    """The Budget of the next move of a colour."""
    return allocate(clock.system, clock.remaining[colour], moves_played, size, lag)


def play_game(system, size, moves, lag, always_maximum=False, margin=0.0):
    """Spend every budget, on the clock alone; returns the seconds by move. Fails on a loss on time."""
    clock, times = Clock(system), []
    for number in range(moves):
        found = next_budget(clock, BLACK, 2 * number, size, lag)
        assert 0 <= found.optimum <= found.maximum
        seconds = (found.maximum + found.extra if always_maximum else found.optimum) + margin
        assert clock.spend(BLACK, seconds), f"lost on time at move {number + 1}: {seconds} s, {system}"
        times.append(seconds)
    return times


@pytest.mark.parametrize("system", SYSTEMS, ids=str)
@pytest.mark.parametrize("size", [2, 9, 19])
@pytest.mark.parametrize("always_maximum", [False, True])
def test_no_game_is_lost_on_time(system, size, always_maximum):
    play_game(system, size, 400, lag=0.1, always_maximum=always_maximum)


@pytest.mark.parametrize("system", [s for s in SYSTEMS if s not in (Absolute(1), Fischer(1, 0.5), Fischer(10, 0))],
                         ids=str)
@pytest.mark.parametrize("size", [9, 19])
def test_a_network_as_slow_as_the_lag_loses_no_usual_game(system, size):
    moves = round(0.45 * size * size)
    if isinstance(system, Absolute) and 0.1 * moves > 0.7 * system.main:
        moves = int(0.7 * system.main / 0.1)
    play_game(system, size, moves, lag=0.1, margin=0.09)


@pytest.mark.parametrize("size", [9, 13, 19])
def test_a_game_of_usual_length_uses_most_of_absolute_time(size):
    spent = sum(play_game(Absolute(300), size, round(0.4 * size * size), lag=0.1))
    assert 0.6 * 300 < spent < 300


def test_the_middle_game_gets_more_than_the_opening_and_the_end():
    times = play_game(Absolute(1800), 19, 180, lag=0.1)
    assert max(times[20:70]) > 1.5 * times[0]
    assert max(times[20:70]) > 1.5 * times[150]


def test_byo_yomi_uses_the_whole_period_but_a_margin():
    assert allocate(ByoYomi(0, 30, 5), Remaining(30, 5), 50, 19, 0.5) == Budget(28.5, 28.5)
    # the last period and the first are alike: no period is ever used up
    assert allocate(ByoYomi(0, 30, 5), Remaining(30, 1), 50, 19, 0.5) == Budget(28.5, 28.5)


def test_canadian_shares_a_period_among_its_stones():
    budget = allocate(Canadian(0, 100, 10), Remaining(100, 10), 50, 19, 0.0)
    assert budget.optimum == pytest.approx(9.9)
    last = allocate(Canadian(0, 100, 10), Remaining(42, 1), 50, 19, 0.0)
    assert last.optimum == last.maximum == pytest.approx(41)


def test_main_time_before_byo_yomi_is_spent_faster_than_byo_yomi_would():
    assert allocate(ByoYomi(600, 10, 5), Remaining(600), 60, 19, 0.1).optimum > 10


def test_fischer_lives_on_its_increment_when_main_time_is_short():
    assert allocate(Fischer(5, 10), Remaining(12.0), 100, 19, 0.1).optimum > 6


def test_fischer_spends_what_a_cap_would_take_away():
    assert allocate(Fischer(60, 20, main_limit=60), Remaining(60), 10, 19, 0.1).optimum >= 20


def test_a_move_limit_holds():
    assert allocate(Fischer(3600, 0, move_limit=3), Remaining(3600), 30, 9, 0.1).maximum < 3
    budget = allocate(Fischer(3600, 0, move_limit=3), Remaining(3600), 30, 9, 0.1)
    assert budget.maximum + budget.extra < 3


@pytest.mark.parametrize("budget, seconds, limited", [
    (None, 2.0, Budget(2.0, 2.0)), (Budget(4.0, 10.0, 36.0), 1.0, Budget(1.0, 1.0, 0.0)),
    (Budget(4.0, 10.0, 36.0), 12.0, Budget(4.0, 10.0, 2.0)), (Budget(4.0, 10.0, 1.0), 60.0, Budget(4.0, 10.0, 1.0)),
])
def test_a_limit_in_seconds_holds_beside_a_clock(budget, seconds, limited):
    assert limit_budget(budget, seconds) == limited


@pytest.mark.parametrize("system", [None, Absolute(10), Canadian(10, 0.001, 10**9), ByoYomi(10, 0.001, 10**9),
                                    Fischer(10, 0), Fischer(1e10, 1e10, 0, 0)])
@pytest.mark.parametrize("seconds", [-1e10, 0.0, 5e-324, 1e-300, 1.0, 1e10])
@pytest.mark.parametrize("stones", [-5, 0, 1, 10**9])
def test_every_budget_is_a_time(system, seconds, stones):
    clock = Clock(system)
    clock.time_left(BLACK, seconds, stones)
    for spent in (0.0, 1e-300, 3.0, 1e9):
        found = next_budget(clock, BLACK, 10, 9, 0.1)
        assert 0 <= found.optimum <= found.maximum < math.inf and 0 <= found.extra < math.inf
        clock.spend(BLACK, spent)
        assert 0 <= clock.remaining[BLACK].seconds < math.inf and clock.remaining[BLACK].count >= 0


@pytest.mark.parametrize("seconds", [-3.5, 0])
def test_no_time_left_means_no_time(seconds):
    clock = Clock(Absolute(60))
    clock.time_left(WHITE, seconds)
    assert next_budget(clock, WHITE, 30, 9, 0.1) == Budget(0.0, 0.0, 0.0)
    assert next_budget(clock, BLACK, 30, 9, 0.1).optimum > 0


@pytest.mark.parametrize("system", SYSTEMS, ids=str)
def test_who_has_lost_on_time_has_none(system):
    clock = Clock(system)
    assert not clock.spend(BLACK, 10**6) and next_budget(clock, BLACK, 30, 9, 0.1) == Budget(0.0, 0.0, 0.0)


def test_a_clock_without_a_system_gives_no_budget_until_time_is_left():
    clock = Clock()
    clock.spend(BLACK, 5)
    assert next_budget(clock, BLACK, 0, 9, 0.1) is None
    clock.time_left(BLACK, 30)
    assert next_budget(clock, BLACK, 0, 9, 0.1).maximum < 30


systems = st.one_of(
    st.builds(Absolute, st.floats(0.5, 1e4)),
    st.builds(Canadian, st.floats(0, 1e3), st.floats(1, 600), st.integers(1, 30)),
    st.builds(ByoYomi, st.floats(0, 1e3), st.floats(1, 60), st.integers(1, 30)),
    st.builds(Fischer, st.floats(1, 1e3), st.floats(0, 60), st.one_of(st.just(math.inf), st.floats(100, 1e4))))


@settings(max_examples=300, deadline=None)
@given(systems, st.integers(2, 25), st.lists(st.floats(0, 1), min_size=1, max_size=200))
def test_any_use_of_the_budgets_keeps_within_the_time(system, size, shares):
    clock = Clock(system)
    for number, share in enumerate(shares):
        found = next_budget(clock, WHITE, 2 * number, size, 0.05)
        assert 0 <= found.optimum <= found.maximum
        seconds = share * (found.maximum + found.extra)
        assert clock.spend(WHITE, seconds)


@given(st.integers(0, 2000), st.integers(2, 25))
def test_moves_left_and_ramp_are_sane(moves, size):
    assert 5 <= moves_left(moves, size) <= 0.8 * size * size / 2 + 5 + size * size / 12
    assert 0.5 <= ramp(moves, size) <= 1.5


# ending a search ------------------------------------------------------------------------------------------

def report(*children, simulations=None):
    """A report of (visits, winrate) pairs."""
    moves = [SimpleNamespace(move=i, visits=visits, winrate=winrate) for i, (visits, winrate) in enumerate(children)]
    total = sum(visits for visits, _ in children) if simulations is None else simulations
    return SimpleNamespace(children=moves, simulations=total)


CLEAR, CLOSE = report((9000, 0.6), (500, 0.5)), report((5000, 0.6), (4500, 0.6))


def test_never_over_the_maximum():
    assert enough(CLOSE, 10.0, Budget(5, 10))
    assert enough(report(), 10.0, Budget(5, 10))


def test_a_clear_search_ends_at_the_optimum_and_a_close_one_goes_on():
    assert enough(report((700, 0.6), (300, 0.5)), 5.1, Budget(5, 10))
    assert not enough(CLOSE, 5.1, Budget(5, 10))


def test_a_search_ends_early_when_the_second_cannot_catch_up():
    # 9500 simulations in 4 s: 2375 more in the second that is left
    assert enough(CLEAR, 4.0, Budget(5, 10))
    assert not enough(CLEAR, 1.0, Budget(5, 10))


def test_the_better_valued_second_makes_a_search_unclear():
    assert unclear(report((700, 0.50), (300, 0.56)))
    assert not unclear(report((700, 0.56), (300, 0.50)))
    assert not unclear(report((700, 0.56)))
    assert not unclear(report((700, 0.50), (20, 0.9)))


def test_a_won_game_takes_less_time():
    won = report((600, 0.95), (550, 0.94))
    assert enough(won, 2.6, Budget(5, 10)) and not enough(won, 2.0, Budget(5, 10))
    certain = report((600, 0.99), (550, 0.99))
    assert enough(certain, 1.3, Budget(5, 10))


def test_a_handful_of_simulations_ends_nothing_early():
    assert not enough(report((20, 0.99), (0, 0.5)), 5.0, Budget(5, 10))
