"""The files of the folder `patterns/`, which a package holds as well as a checkout."""
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parents[1]


def find_pattern_file(name) -> Path | None:
    """Path of a file of the folder `patterns/`, in a checkout or in an installed package; None if it is not there."""
    for folder in (_PACKAGE.parent / "patterns", _PACKAGE / "patterns"):
        if (folder / name).is_file():
            return folder / name
    return None


def pattern_file(name) -> Path:
    """Path of a file of the folder `patterns/` that must be there."""
    path = find_pattern_file(name)
    if path is None:
        raise FileNotFoundError(f"pattern file {name} is missing")
    return path
