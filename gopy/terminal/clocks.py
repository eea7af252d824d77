"""Time systems in a game with a person: read from the notation of `gopy match --time`, and shown as text."""
import math

from gopy.match.programs.clock import parse_time_control
from gopy.engine.timeman import Absolute, ByoYomi, Canadian, Fischer


def parse_time_system(text) -> Absolute | ByoYomi | Canadian | Fischer:
    """The time system of gopy.engine.timeman that a text such as "20s", "5m", "60+3x2", "5+1" or "60+5/10" describes.

    ValueError if the text describes none.
    """
    control = parse_time_control(text)
    if control.periods:
        return ByoYomi(control.main, control.period, control.periods)
    if control.stones:
        return Canadian(control.main, control.period, control.stones)
    if control.increment:
        return Fischer(control.main, control.increment)
    return Absolute(control.main)


def time_text(system, remaining) -> str:
    """The time that a side has left, as text for people."""
    seconds = duration(remaining.seconds)
    if isinstance(system, ByoYomi):
        if remaining.count == 0:
            return f"{seconds}, then {_count(system.periods, 'period')} of {duration(system.period)}"
        return f"{seconds}, {_count(remaining.count, 'period')}"
    if isinstance(system, Canadian):
        if remaining.count == 0:
            return f"{seconds}, then {duration(system.period)} for {_count(system.stones, 'move')}"
        return f"{seconds} for {_count(remaining.count, 'move')}"
    return seconds + (f" (+ {duration(system.increment)} a move)" if isinstance(system, Fischer) else "")


def duration(seconds) -> str:
    """Minutes and seconds as text, rounded up, so that 0:00 means no time at all."""
    minutes, rest = divmod(math.ceil(seconds), 60)
    return f"{minutes}:{rest:02}"


def _count(number, thing):
    return f"{number} {thing}" + ("" if number == 1 else "s")
