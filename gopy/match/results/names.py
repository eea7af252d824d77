"""Names of matches, players, figures and studies: each is, or is part of, the name of a file, on any system."""
from gopy.match.results.pairs import DRAWS
from gopy.inputs.shape import Kind, is_text

#: Characters of a name at most.
LONGEST = 100

_FORBIDDEN = set('/\\:*?"<>|')
#: Windows keeps these names, in any case and with any ending, for devices.
_DEVICES = {"con", "prn", "aux", "nul", *(f"{port}{number}" for port in ("com", "lpt") for number in range(10))}


def is_name(value) -> bool:
    """Whether a value is a name that a file or folder can have everywhere, and that leads to no other folder."""
    return (is_text(value) and 0 < len(value) <= LONGEST and value.isprintable() and not _FORBIDDEN & set(value)
            and value.strip() == value and value.strip(".") == value
            and value.partition(".")[0].strip().lower() not in _DEVICES)


#: Of matches, figures and studies.
NAME = Kind(f"a name that a file can have (1 to {LONGEST} characters, without / \\ : * ? \" < > |, no dot or blank "
            "first or last, no device's name)", is_name)

#: Of players: a record names its winner, so nobody is called what a drawn game's is.
PLAYER_NAME = Kind(f"{NAME.name.removesuffix(')')}, nor {' or '.join(DRAWS)})",
                   lambda value: is_name(value) and value not in DRAWS)
