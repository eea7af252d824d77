"""Time controls as text, as GTP commands, and as they run."""
import pytest

from gopy.match.programs.clock import Clock, TimeControl, parse_time_control

EXTENSIONS = {"kgs-time_settings", "kata-time_settings"}


def plain(command):
    return False


def extended(command):
    return command in EXTENSIONS


@pytest.mark.parametrize("text, control", [
    ("20s", TimeControl(20)),
    ("5m", TimeControl(300)),
    ("3x2", TimeControl(0, periods=3, period=2)),
    ("60+3x2", TimeControl(60, periods=3, period=2)),
    ("5+1", TimeControl(5, increment=1)),
    ("5/10", TimeControl(0, period=5, stones=10)),
    ("60 + 5/10", TimeControl(60, period=5, stones=10)),
])
def test_text(text, control):
    assert parse_time_control(text) == control


@pytest.mark.parametrize("text", ["", "5", "5+", "5x", "-1s", "1.5s", "5+1+1", "5h", "0s", "0m", "0x5", "5x0", "60+3x0",
                                  "5/0", "0/5", "0+1", "1234567s", "9x" + "9" * 10**6, "٣s"])
def test_bad_text(text):
    with pytest.raises(ValueError, match="time control"):
        parse_time_control(text)


@pytest.mark.parametrize("text, knows, commands", [
    ("20s", plain, ["time_settings 20 0 0"]),
    ("60+5/10", plain, ["time_settings 60 5 10"]),
    ("60+3x2", plain, ["time_settings 60 2 1"]),
    ("60+3x2", extended, ["kgs-time_settings byoyomi 60 2 3"]),
    ("5+1", plain, ["time_settings 5 0 0"]),
    ("5+1", extended, ["kata-time_settings fischer 5 1"]),
])
def test_commands(text, knows, commands):
    assert parse_time_control(text).settings(knows) == commands


def after(text, *moves, knows=plain):
    """(alive, time_left) after moves that took so many seconds."""
    clock = Clock(parse_time_control(text))
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


def test_least_time_left():
    clock = Clock(parse_time_control("20s"))
    clock.spend(12.0)
    assert clock.least == 8.0
    canadian = Clock(parse_time_control("5/2"))
    for seconds in (1.0, 3.0, 0.5):
        canadian.spend(seconds)
    assert canadian.least == 1.0
