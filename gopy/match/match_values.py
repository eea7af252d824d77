"""Checks the settings that every match has, whatever the game: the type of each value, and how the values combine."""
from gopy.match.results.names import PLAYER_NAME
from gopy.inputs.shape import FLAG, TEXT, Kind, number, whole
from gopy.match.results.sprt import parse_sprt

#: Texts from a command line, where names of files need not be UTF-8.
_WORDS = Kind("a text", lambda value: isinstance(value, str) and "\0" not in value)

_VALUES = {"a": _WORDS, "b": _WORDS, "games": whole(1, 10**6), "sims": whole(1, 10**9).or_none(),
           "seconds": number(1e-6, 1e6).or_none(), "openings": _WORDS, "seed": whole(), "sprt": TEXT.or_none(),
           "equal_cpu": FLAG}


def check_values(settings, **others) -> None:
    """Raise a ValueError that names the field unless each value of a match's settings is of the right kind.

    others   the Kinds of the fields that only this sort of match has
    """
    for name, kind in {**_VALUES, **others}.items():
        kind.check(getattr(settings, name), name)
    for name in settings.names:
        PLAYER_NAME.check(name, "the name of a player")
    if len(set(settings.names)) != 2:
        raise ValueError("the two players need different names")
    if settings.sprt is not None:
        parse_sprt(settings.sprt)
