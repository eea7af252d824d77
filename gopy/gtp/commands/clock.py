"""Commands for time systems and clocks: GTP's own, KGS's and KataGo's."""
import math

from gopy.gtp.arguments import syntax_error
from gopy.gtp.protocol import refusals
from gopy.gtp.registry import command
from gopy.engine.timeman import Absolute, ByoYomi, Canadian, Fischer


@command("time_settings")
def time_settings(session, arguments) -> None:
    main, period, stones = arguments.number(0), arguments.number(1), arguments.integer(2)
    if period < 0 or stones < 0:
        raise syntax_error()
    if period > 0:
        system = Canadian(main, period, stones) if stones else None
    else:
        # GTP's absolute time; "0 0 0" is what some clients send for no limit at all.
        system = Absolute(main) if main else None
    _set_time_system(session, system)


@command("time_left")
def time_left(session, arguments) -> None:
    colour, seconds = arguments.colour(0), arguments.number(1)
    stones = arguments.integer(2) if len(arguments) > 2 else 0
    with refusals():
        session.engine.clock.time_left(colour, seconds, stones)


@command("kgs-time_settings")
def kgs_time_settings(session, arguments) -> None:
    _set_named(session, arguments, _COMMON)


@command("kata-list_time_settings")
def kata_list_time_settings(session, arguments) -> str:
    return " ".join({**_COMMON, **_FISCHER})


@command("kata-time_settings")
def kata_time_settings(session, arguments) -> None:
    _set_named(session, arguments, {**_COMMON, **_FISCHER})


def _none(arguments):
    return None


def _absolute(arguments):
    return Absolute(arguments.number(1))


def _byoyomi(arguments):
    main, period, periods = arguments.number(1), arguments.number(2), arguments.integer(3)
    return ByoYomi(main, period, periods) if period and periods else Absolute(main)


def _canadian(arguments):
    main, period, stones = arguments.number(1), arguments.number(2), arguments.integer(3)
    return Canadian(main, period, stones) if period and stones else Absolute(main)


def _fischer(arguments):
    return Fischer(arguments.number(1), arguments.number(2))


def _fischer_capped(arguments):
    limits = [math.inf if limit < 0 else limit for limit in (arguments.number(3), arguments.number(4))]
    return Fischer(arguments.number(1), arguments.number(2), *limits)


_COMMON = {"none": _none, "absolute": _absolute, "byoyomi": _byoyomi, "canadian": _canadian}
_FISCHER = {"fischer": _fischer, "fischer-capped": _fischer_capped}


def _set_named(session, arguments, kinds):
    kind = kinds.get(arguments.word(0).lower())
    if kind is None:
        raise syntax_error()
    _set_time_system(session, kind(arguments))


def _set_time_system(session, system):
    with refusals():
        session.engine.clock.set_time_system(system)
