"""Commands for time systems and clocks: GTP's own, KGS's and KataGo's."""
from gopy.go.clock import KATAGO_SYSTEMS, KGS_SYSTEMS, from_time_settings, named_fields, named_system
from gopy.protocols.gtp.arguments import syntax_error
from gopy.protocols.gtp.protocol import refusals
from gopy.protocols.gtp.registry import command


@command("time_settings")
def time_settings(session, arguments) -> None:
    main, period, stones = arguments.number(0), arguments.number(1), arguments.integer(2)
    if period < 0 or stones < 0:
        raise syntax_error()
    _set_time_system(session, from_time_settings(main, period, stones))


@command("time_left")
def time_left(session, arguments) -> None:
    colour, seconds = arguments.colour(0), arguments.number(1)
    stones = arguments.integer(2) if len(arguments) > 2 else 0
    with refusals():
        session.engine.clock.time_left(colour, seconds, stones)


@command("kgs-time_settings")
def kgs_time_settings(session, arguments) -> None:
    _set_named(session, arguments, KGS_SYSTEMS)


@command("kata-list_time_settings")
def kata_list_time_settings(session, arguments) -> str:
    return " ".join(KATAGO_SYSTEMS)


@command("kata-time_settings")
def kata_time_settings(session, arguments) -> None:
    _set_named(session, arguments, KATAGO_SYSTEMS)


def _set_named(session, arguments, known):
    name = arguments.word(0).lower()
    if name not in known:
        raise syntax_error()
    numbers = [arguments.integer(index) if field in ("stones", "periods") else arguments.number(index)
               for index, field in enumerate(named_fields(name), 1)]
    _set_time_system(session, named_system(name, numbers))


def _set_time_system(session, system):
    with refusals():
        session.engine.clock.set_time_system(system)
