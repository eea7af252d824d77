"""Clocks against an oracle that looks at them every tick; time systems as text, and as GTP tells them."""
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles.naive_clock import NaiveClock

from gopy.desk.web.playing_clock import PlayingClock
from gopy.go.clock import (
    KATAGO_SYSTEMS,
    MAX_SECONDS,
    Absolute,
    ByoYomi,
    Canadian,
    Clock,
    Fischer,
    Remaining,
    count_text,
    duration,
    from_time_settings,
    gtp_command,
    gtp_time_left,
    named_fields,
    named_system,
    parse_time_system,
    time_text,
)
from gopy.go.geometry import BLACK, WHITE
from gopy.lab.match.programs.clock import PlayerClock, TimeControl

# Spending -------------------------------------------------------------------------------------------------

#: Seconds of a tick: its multiples are exact, so that the oracle and the clock may be compared without a tolerance.
TICK = 0.25

few, some = st.integers(0, 12), st.integers(1, 6)
limits = st.none() | st.integers(0, 14)


def pair(kind, main, **numbers):
    """A time system, and the oracle that keeps it."""
    naive = NaiveClock(kind, main, **numbers)
    seconds = {name: math.inf if value is None else value * TICK for name, value in numbers.items() if name != "count"}
    if kind == "absolute":
        return Absolute(main * TICK), naive
    if kind == "fischer":
        return Fischer(main * TICK, **seconds), naive
    return (Canadian if kind == "canadian" else ByoYomi)(main * TICK, seconds["period"], numbers["count"]), naive


pairs = st.one_of(
    st.builds(pair, st.just("absolute"), few),
    st.builds(pair, st.just("fischer"), few, increment=few, main_limit=limits, move_limit=limits),
    st.builds(pair, st.sampled_from(["canadian", "byo-yomi"]), few, period=some, count=st.integers(1, 4)))


def check(left, naive):
    assert left.fallen == naive.fallen
    if naive.fallen:
        assert left.seconds == 0
    else:
        assert (left.seconds, left.count) == (naive.shown()[0] * TICK, naive.shown()[1])


@given(pairs, st.lists(st.integers(0, 9), max_size=40))
def test_moves_cost_what_a_clock_shows_that_is_looked_at_every_tick(both, moves):
    system, naive = both
    left = system.start()
    check(left, naive)
    for ticks in moves:
        for passed in range(ticks):
            check(system.during(left, passed * TICK), naive)
            naive.tick()
            if naive.fallen:
                break
        longest = system.longest(left)
        assert (ticks * TICK > longest) == naive.fallen
        left = system.spend(left, ticks * TICK)
        if naive.fallen:
            check(left, naive)
            assert system.spend(left, 0) == system.during(left, 1e9) == left      # it stays so
            return
        naive.press()
        check(left, naive)


@given(pairs, st.lists(st.integers(0, 9), max_size=5), st.integers(0, 60), st.integers(1, 60))
def test_a_move_may_be_reckoned_in_parts(both, moves, first, second):
    """The engine is told what is left in the midst of a move."""
    system, _ = both
    left = system.start()
    for ticks in moves:
        left = system.spend(left, ticks * TICK)
    if isinstance(system, Fischer) and system.move_limit < math.inf:
        return                  # it holds for the whole move
    now = system.during(left, first * TICK)
    assert system.during(now, second * TICK) == system.during(left, (first + second) * TICK)
    assert system.spend(now, second * TICK) == system.spend(left, (first + second) * TICK)


@given(st.one_of(
    st.builds(Absolute, st.floats(0, MAX_SECONDS)),
    st.builds(Fischer, st.floats(0, 1e6), st.floats(0, 1e6), st.floats(0, 1e6), st.floats(0, 1e6)),
    st.builds(Canadian, st.floats(0, 1e6), st.floats(0.001, 1e6), st.integers(1, 10**9)),
    st.builds(ByoYomi, st.floats(0, 1e6), st.floats(0.001, 1e6), st.integers(1, 10**9))),
    st.lists(st.floats(0, 1), max_size=20))
def test_the_flag_falls_after_the_longest_move_and_not_before(system, shares):
    """Whatever the numbers are, and however they are rounded."""
    left = system.start()
    for share in [*shares, 1.0]:
        longest = system.longest(left)
        fallen = system.during(left, math.nextafter(longest, math.inf))
        assert fallen.fallen and fallen.seconds == 0
        now = system.during(left, share * longest)
        assert not now.fallen and now.seconds >= 0 and now.count >= 0
        left = system.spend(left, share * longest)
        assert not left.fallen and left.seconds >= 0


def test_spend_runs_from_main_time_into_periods():
    system = ByoYomi(10, 5, 3)
    assert system.spend(Remaining(10), 4) == Remaining(6)
    assert system.spend(Remaining(6), 8) == Remaining(5, 3)
    assert system.spend(Remaining(6), 12) == Remaining(5, 2)
    assert system.spend(Remaining(5, 2), 11) == Remaining(0, 1, fallen=True)


def test_any_number_of_periods_is_used_up_in_one_step():
    system = ByoYomi(0, 0.001, 10**9)
    assert system.spend(Remaining(0.001, 10**9), 1000.0) == Remaining(0.001, 10**9 - 10**6 + 1)
    assert system.spend(Remaining(0.001, 10**9), 1e10) == Remaining(0.0, 1, fallen=True)
    for seconds in (0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 3.5):     # a move that ends with its period uses none up
        left = ByoYomi(0, 1.0, 3).spend(Remaining(1.0, 3), seconds)
        assert left == (Remaining(1.0, 3 - max(0, math.ceil(seconds) - 1)) if seconds <= 3 else Remaining(0.0, 1, fallen=True))


def test_spend_counts_canadian_stones_and_refills():
    system = Canadian(10, 20, 3)
    assert system.spend(Remaining(2), 5) == Remaining(17, 2)
    assert system.spend(Remaining(17, 2), 1) == Remaining(16, 1)
    assert system.spend(Remaining(16, 1), 1) == Remaining(20, 3)
    assert system.spend(Remaining(16, 1), 17) == Remaining(0, 1, fallen=True)


def test_spend_adds_the_fischer_increment_up_to_the_cap():
    assert Fischer(10, 3).spend(Remaining(10), 4) == Remaining(9)
    assert Fischer(10, 3, main_limit=10).spend(Remaining(10), 1) == Remaining(10)


@pytest.mark.parametrize("text, moves, seconds, count", [
    ("10+5/2", [10, 1], 4, 1),          # the first move ends with main time and takes no stone
    ("10+5/2", [10, 0], 5, 1),          # every move in overtime takes one
    ("10+5/2", [10.5, 1], 5, 2), ("5/2", [0, 5], 5, 2), ("10+3x5", [10, 5], 5, 3), ("10+3x5", [20], 5, 2),
    ("20s", [19, 1], 0, 0), ("5+1", [5], 1, 0),
])
def test_all_clocks_agree_on_the_last_moment(text, moves, seconds, count):
    """The engine's, that of a match and that of the page."""
    system, now = parse_time_system(text), [0.0]
    engine, player, page = Clock(system), PlayerClock(TimeControl(system)), PlayingClock(text, now=lambda: now[0])
    for move in moves:
        assert engine.spend(WHITE, move) and player.spend(move)
        page.start(WHITE)
        now[0] += move
        assert page.finish_move(WHITE)
    assert engine.remaining[WHITE] == player.remaining == Remaining(seconds, count)
    assert page.left()[WHITE] == (seconds, count)
    most = system.longest(player.remaining) + 0.001
    page.start(WHITE)
    now[0] += most
    assert not (engine.spend(WHITE, most) or player.spend(most) or page.finish_move(WHITE))
    assert engine.has_fallen(WHITE) and not engine.has_fallen(BLACK)


# The clock of both sides ----------------------------------------------------------------------------------

@pytest.mark.parametrize("system", [
    Absolute(math.nan), Absolute(-1), Absolute(1e300), Canadian(0, 1e-300, 1), Canadian(0, 5, 0), Canadian(0, math.inf, 1),
    ByoYomi(0, 1e-300, 10**9), ByoYomi(0, 0, 3), ByoYomi(0, 5, 0), ByoYomi(0, 5, 10**18), Fischer(0, math.inf),
    Fischer(0, 1, -1), Fischer(1, -1), Fischer(0, 1, math.nan)])
def test_a_clock_that_cannot_be_is_refused_and_changes_nothing(system):
    clock = Clock(Absolute(60))
    with pytest.raises(ValueError):
        clock.set_time_system(system)
    assert clock.system == Absolute(60)


def test_the_servers_word_counts():
    clock = Clock(ByoYomi(60, 10, 5))
    clock.time_left(BLACK, 7.5, 4)
    assert clock.remaining == {BLACK: Remaining(7.5, 4), WHITE: Remaining(60)}
    assert not clock.spend(BLACK, 1000) and clock.has_fallen(BLACK)
    clock.time_left(BLACK, 3, 1)
    assert clock.remaining[BLACK] == Remaining(3, 1) and not clock.has_fallen(BLACK)


def test_nobody_loses_without_a_clock():
    clock = Clock()
    assert clock.spend(BLACK, 1e9) and not clock.has_fallen(BLACK) and clock.remaining[BLACK] is None


def test_restart_gives_both_sides_their_time_back():
    clock = Clock(Fischer(60, 1))
    clock.spend(BLACK, 20)
    clock.spend(WHITE, 61)
    clock.restart()
    assert clock.remaining[BLACK] == clock.remaining[WHITE] == Remaining(60)


# As people write and read it ------------------------------------------------------------------------------

@pytest.mark.parametrize("text, system", [
    ("20s", Absolute(20)), ("5m", Absolute(300)), ("5+0", Absolute(5)), ("60+3x2", ByoYomi(60, 2, 3)), ("3x2", ByoYomi(0, 2, 3)),
    ("5+1", Fischer(5, 1)), ("60+5/10", Canadian(60, 5, 10)), ("60 + 5/10", Canadian(60, 5, 10)), ("5/10", Canadian(0, 5, 10)),
    ("0+5/10", Canadian(0, 5, 10)), ("999999m", Absolute(59999940)),
])
def test_forms(text, system):
    assert parse_time_system(text) == system


@pytest.mark.parametrize("text", ["", "5", "5+", "5x", "-1s", "1.5s", "5+1+1", "5h", "0s", "0m", "0x5", "5x0", "60+3x0", "1+3x0",
                                  "5/0", "0/5", "0+1", "1234567s", "9x" + "9" * 10**6, "٣s", "soon", "0+5", "9999999999s"])
def test_what_is_no_time_system(text):
    with pytest.raises(ValueError, match="time system") as refused:
        parse_time_system(text)
    assert len(str(refused.value)) < 200


@pytest.mark.parametrize("text, spent, shown, count", [
    ("5m", [0], "5:00", ""), ("5m", [65.5], "3:55", ""),
    ("60+3x10", [0], "1:00, then 3 periods of 0:10", ""), ("60+3x10", [61], "0:10, 3 periods", "3 periods"),
    ("60+3x10", [61, 15], "0:10, 2 periods", "2 periods"), ("60+3x10", [61, 15, 15], "0:10, 1 period", "1 period"),
    ("5+1", [2], "0:04 (+ 0:01 a move)", ""),
    ("60+30/10", [0], "1:00, then 0:30 for 10 moves", ""), ("60+30/10", [70], "0:20 for 9 moves", "9 moves"),
    ("30/2", [1], "0:29 for 1 move", "1 move"),
])
def test_what_is_left_in_words(text, spent, shown, count):
    clock = Clock(parse_time_system(text))
    for seconds in spent:
        clock.spend(BLACK, seconds)
    assert time_text(clock.system, clock.remaining[BLACK]) == shown
    assert count_text(clock.system, clock.remaining[BLACK]) == count


def test_seconds_are_rounded_up():
    assert [duration(seconds) for seconds in (0, 0.1, 59.5, 61)] == ["0:00", "0:01", "1:00", "1:01"]


# As programs tell each other ------------------------------------------------------------------------------

EXTENSIONS = {"kgs-time_settings", "kata-time_settings"}


def plain(command):
    return False


def extended(command):
    return command in EXTENSIONS


@pytest.mark.parametrize("text, knows, command", [
    ("20s", plain, "time_settings 20 0 0"), ("20s", extended, "time_settings 20 0 0"),
    ("60+5/10", plain, "time_settings 60 5 10"), ("60+5/10", extended, "time_settings 60 5 10"),
    ("60+3x2", plain, "time_settings 60 2 1"), ("60+3x2", extended, "kgs-time_settings byoyomi 60 2 3"),
    ("5+1", plain, "time_settings 5 0 0"), ("5+1", extended, "kata-time_settings fischer 5 1"),
])
def test_the_command_that_tells_a_time_system(text, knows, command):
    assert gtp_command(parse_time_system(text), knows) == command


def understood(command):
    """The time system that a command tells, as gopy's own commands understand it."""
    name, *words = command.split()
    if name == "time_settings":
        return from_time_settings(*map(int, words))
    assert len(words) == 1 + len(named_fields(words[0]))
    return named_system(words[0], [int(word) for word in words[1:]])


@given(st.one_of(st.builds(Absolute, st.integers(1, 999)), st.builds(Fischer, st.integers(1, 999), st.integers(1, 99)),
                 st.builds(Canadian, st.integers(0, 999), st.integers(1, 99), st.integers(1, 30)),
                 st.builds(ByoYomi, st.integers(0, 999), st.integers(1, 99), st.integers(1, 30))),
       st.lists(st.integers(0, 400), max_size=8))
def test_a_program_understands_what_it_is_told(system, moves):
    assert understood(gtp_command(system, extended)) == system
    # Without the extensions it may believe that it has less time than it has, and never that it has more.
    known = understood(gtp_command(system, plain))
    left = system.start()
    for ticks in moves:
        left = system.spend(left, ticks * TICK)
        if left.fallen:
            break
        for knows, believed in ((extended, system), (plain, known)):
            clock = Clock(believed)
            clock.time_left(BLACK, *gtp_time_left(system, left, knows))
            assert believed.longest(clock.remaining[BLACK]) <= system.longest(left)


def test_every_name_has_its_fields():
    assert {name: named_fields(name) for name in KATAGO_SYSTEMS} == {
        "none": [], "absolute": ["main"], "byoyomi": ["main", "period", "periods"], "canadian": ["main", "period", "stones"],
        "fischer": ["main", "increment"], "fischer-capped": ["main", "increment", "main_limit", "move_limit"]}
    assert named_system("none", []) is None and named_system("canadian", [9, 0, 5]) == named_system("byoyomi", [9, 5, 0]) == Absolute(9)
