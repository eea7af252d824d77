"""The clock of a player in a match, and what a program is told of it."""
import pytest

from gopy.go.clock import Canadian, parse_time_system
from gopy.lab.match.programs.clock import PlayerClock, TimeControl, move_limit_control


def plain(command):
    return False


def extended(command):
    return command in ("kgs-time_settings", "kata-time_settings")


def after(text, *moves, knows=plain):
    """(alive, time_left) after moves that took so many seconds."""
    clock = PlayerClock(TimeControl(parse_time_system(text)))
    alive = [clock.spend(seconds) for seconds in moves]
    assert all(alive[:-1])
    return alive[-1], clock.time_left(knows)


def test_sudden_death():
    assert after("20s", 5.5, 4.0) == (True, (10, 0))
    assert after("20s", 19.0, 1.0) == (True, (0, 0))
    assert after("20s", 19.0, 1.01)[0] is False


def test_fischer_adds_after_the_move():
    assert after("5+1", 5.0) == (True, (1, 0))
    assert after("5+1", 5.01)[0] is False
    assert after("5+1", 0.5, 0.5, 0.5) == (True, (6, 0))


def test_byo_yomi_loses_a_period_only_when_it_is_used_up():
    assert after("3x2", 1.9, 1.9, 2.0, knows=extended) == (True, (2, 3))
    assert after("3x2", 2.1, knows=extended) == (True, (2, 2))
    assert after("3x2", 4.5, knows=extended) == (True, (2, 1))
    assert after("3x2", 2.1, 2.1, 2.0, knows=extended) == (True, (2, 1))
    assert after("3x2", 6.1)[0] is False
    assert after("3x2", 2.1, 2.1, 2.1)[0] is False
    assert after("3x2", 0.1, knows=plain) == (True, (2, 1))


def test_byo_yomi_starts_when_main_time_is_over():
    assert after("10+3x2", 9.5, knows=extended) == (True, (2, 3))     # half a second counts as none
    assert after("10+3x2", 4.0, 7.5, knows=extended) == (True, (2, 3))
    assert after("10+3x2", 4.0, 8.5, knows=extended) == (True, (2, 2))
    assert after("10+3x2", 16.1)[0] is False


def test_canadian_period_is_renewed_after_its_stones():
    assert after("5/10", 1.0) == (True, (4, 9))
    assert after("5/10", *[0.4] * 10) == (True, (5, 10))
    assert after("5/10", *[0.5] * 9, 0.6)[0] is False
    assert after("8+5/2", 7.0) == (True, (1, 0))
    assert after("8+5/2", 7.0, 2.0) == (True, (4, 1))
    assert after("8+5/2", 7.0, 2.0, 3.9) == (True, (5, 2))


@pytest.mark.parametrize("text, moves, least", [
    ("20s", [12.0], 8.0), ("5/2", [1.0, 3.0, 0.5], 1.0), ("10+3x2", [9.0, 3.0], 4.0), ("10+3x2", [4.0], 12.0), ("20s", [21.5], -1.5)])
def test_the_least_time_left_is_the_time_to_the_flag(text, moves, least):
    clock = PlayerClock(TimeControl(parse_time_system(text)))
    assert clock.least == float("inf")
    for seconds in moves:
        clock.spend(seconds)
    assert clock.least == least


def test_a_limit_for_each_move_may_be_exceeded_a_little():
    control = move_limit_control(2, told=True, player="a")
    assert control == TimeControl(Canadian(0, 2, 1), 0.5, True) and control.settings(plain) == ["time_settings 0 2 1"]
    assert move_limit_control(2, told=False, player="a").settings(plain) == []
    clock = PlayerClock(control)
    for seconds in (2.5, 2.5, 1.0):
        assert clock.spend(seconds) and clock.time_left(plain) == (2, 1)
    assert clock.least == -0.5 and not clock.spend(2.51)
