"""Finds studies: by their path, or by their name in a folder that holds studies and themes, which are folders of studies."""
from pathlib import Path

from gopy.base.numbers import shown
from gopy.base.parameters import unknown_name
from gopy.lab.study.document import FILE_NAME, study_file

#: The folder of gopy's own studies, in a clone.
STUDIES = Path("scripts", "studies")


def is_study(path) -> bool:
    """Whether a path is a study: a folder with study.toml, or a file NAME.toml."""
    return path.is_file() if path.suffix == ".toml" else (path / FILE_NAME).is_file()


def studies_in(collection) -> list[Path]:
    """The studies in a folder and in the folders in it, sorted by path. OSError if there is no such folder."""
    found = []
    for path in collection.iterdir():
        if is_study(path):
            found.append(path)
        elif path.is_dir():
            found += filter(is_study, _inside(path))
    return sorted(found)


def find_study(text, home, collection) -> Path:
    """The path of the study that `text` names. ValueError, one sentence, if there are several, or none of that name.

    text        a path from the folder `home`, or else the study's name in `collection` or in one of the folders in it,
                or else THEME/NAME in `collection`
    """
    path, name = Path(home, text), Path(text)
    if study_file(path).is_file():
        return path
    places = [collection, *_inside(collection)] if len(name.parts) == 1 else [collection]
    found = sorted(place / name for place in places if study_file(place / name).is_file())
    if len(found) > 1:
        raise ValueError(f"{shown(str(text))} is the name of several studies: {', '.join(map(str, found))}; give the path of one")
    known = sorted({each.stem for place in places for each in _inside(place) if is_study(each)})
    if not found and not path.exists() and len(name.parts) == 1 and known:
        raise unknown_name("study", str(text), known)
    return found[0] if found else path


def _inside(folder):
    """The paths in a folder; none if it cannot be read."""
    try:
        return sorted(folder.iterdir())
    except OSError:
        return []
