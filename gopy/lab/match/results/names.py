"""Names of matches, players, figures and studies. Each must be usable as (part of) the name of a file on any system."""
from gopy.base.shape import Kind, is_text
from gopy.lab.match.results.pairs import DRAWS

#: The most characters of a name.
LONGEST = 100

_FORBIDDEN = set('/\\:*?"<>|')
#: Windows reserves these names for devices, in upper or lower case and with any ending.
_DEVICES = {"con", "prn", "aux", "nul", *(f"{port}{number}" for port in ("com", "lpt") for number in range(10))}


def is_name(value) -> bool:
    """Whether a value is a name that a file or folder can have on any system, and that does not lead to another folder."""
    return (is_text(value) and 0 < len(value) <= LONGEST and value.isprintable() and not _FORBIDDEN & set(value)
            and value.strip() == value and value.strip(".") == value
            and value.partition(".")[0].strip().lower() not in _DEVICES)


#: The kind of names of matches and figures.
NAME = Kind(f"a name that a file can have (1 to {LONGEST} characters, without / \\ : * ? \" < > |, no dot or blank "
            "first or last, no device's name)", is_name)

#: The kind of names of players. A record names its winner, so no player may be called like the winner of a drawn game.
PLAYER_NAME = Kind(f"{NAME.name.removesuffix(')')}, nor {' or '.join(DRAWS)})",
                   lambda value: is_name(value) and value not in DRAWS)

#: The kind of texts that name another study: its name or, where a study has that name in several themes, THEME/NAME.
STUDY_NAME = Kind(f"NAME or THEME/NAME, each {NAME.name}", lambda value: isinstance(value, str) and value.count("/") < 2
                  and all(map(is_name, value.split("/"))))
