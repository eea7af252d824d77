"""Clocks as they are written, and as they are shown."""
import pytest

from gopy.terminal.clocks import duration, parse_time_system, time_text
from gopy.engine.timeman import Absolute, ByoYomi, Canadian, Clock, Fischer


@pytest.mark.parametrize("text, system", [
    ("20s", Absolute(20)), ("5m", Absolute(300)), ("60+3x2", ByoYomi(60, 2, 3)), ("3x2", ByoYomi(0, 2, 3)),
    ("5+1", Fischer(5, 1)), ("60+5/10", Canadian(60, 5, 10)), ("5/10", Canadian(0, 5, 10)),
])
def test_forms(text, system):
    assert parse_time_system(text) == system


@pytest.mark.parametrize("text", ["soon", "0s", "0+5", "1+3x0", "9999999999s"])
def test_what_is_no_clock(text):
    with pytest.raises(ValueError, match="time control"):
        parse_time_system(text)


@pytest.mark.parametrize("text, spent, shown", [
    ("5m", [0], "5:00"), ("5m", [65.5], "3:55"),
    ("60+3x10", [0], "1:00, then 3 periods of 0:10"), ("60+3x10", [61], "0:10, 3 periods"),
    ("60+3x10", [61, 15], "0:10, 2 periods"), ("60+3x10", [61, 15, 15], "0:10, 1 period"),
    ("5+1", [2], "0:04 (+ 0:01 a move)"),
    ("60+30/10", [0], "1:00, then 0:30 for 10 moves"), ("60+30/10", [70], "0:20 for 9 moves"),
])
def test_what_is_left_in_words(text, spent, shown):
    system = parse_time_system(text)
    clock = Clock(system)
    for seconds in spent:
        clock.spend(0, seconds)
    assert time_text(system, clock.remaining[0]) == shown


def test_seconds_are_rounded_up():
    assert [duration(seconds) for seconds in (0, 0.1, 59.5, 61)] == ["0:00", "0:01", "1:00", "1:01"]
