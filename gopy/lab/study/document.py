"""Reads study.toml as a dict and checks the types of its values, so that other modules can rely on them."""
import os
from pathlib import Path

from gopy.base.documents import read_toml
from gopy.base.files import read_bounded
from gopy.base.shape import ANYTHING, TEXT, Each, Several, Table, number, one_of
from gopy.lab.match.results.names import NAME, PLAYER_NAME, STUDY_NAME

FILE_NAME = "study.toml"

#: The largest notes.md that is read, in bytes.
_MOST_NOTES = 1 << 24

#: The keys of a match besides those of its Settings, which check their own values.
_MATCH = {"name": NAME, "a": PLAYER_NAME, "b": PLAYER_NAME, "bar": number(0, 1), "elo_floor": number(),
          "figure": NAME, "study": STUDY_NAME, "match": NAME}
_CURVE = {"player": TEXT, "against": PLAYER_NAME, "figure": NAME, "label": TEXT}
_NUMBERS = Several(number(), alone=True)

#: The players of a form. Their number is limited, since the number of matches grows with its square.
_PLAYERS = Several(PLAYER_NAME, most=1000)


def _form(**keys):
    """The shape of one or several tables of a form with these keys; all other keys are those of a match."""
    return Several(Table({**_MATCH, **keys}, others=ANYTHING), alone=True)


_STUDY = Table({
    "question": TEXT, "rule": TEXT, "closed": TEXT, "players": Each(TEXT, PLAYER_NAME), "defaults": Table(_MATCH, others=ANYTHING),
    "anchor": Each(number()), "match": Several(Table(_MATCH, others=ANYTHING)),
    "round_robin": _form(players=_PLAYERS),
    "gauntlet": _form(player=PLAYER_NAME, field=_PLAYERS),
    "sweep": _form(**_CURVE, values=Several(number())),
    "doublings": _form(**_CURVE, **{"from": number(), "to": number()}),
    "figure": Each(Table({"axis": TEXT, "y": one_of("points", "elo"), "scale": one_of("log", "linear")}), NAME),
    "picture": Each(Table({"panels": Several(NAME, most=100), "titles": Several(TEXT, most=100)}, ("panels",)), NAME),
    "published": Several(Table({"label": TEXT, "source": TEXT, "x": _NUMBERS, "y": _NUMBERS, "figure": NAME,
                                "match": Several(NAME, alone=True)}, ("label", "source", "y"))),
}, ("question", "rule"))

#: A study that plays no matches; its script reads the other keys.
_SCRIPT = Table({"question": TEXT, "rule": TEXT, "script": TEXT}, ("question",), others=ANYTHING)


def study_file(path) -> Path:
    """The file of the study that `path` names: the file itself, FOLDER/study.toml, or FOLDER.toml beside the folder."""
    path = Path(path)
    if path.name in ("", ".."):         # the folder's own name is that of the study
        path = Path(os.path.abspath(path))
    beside = path.with_name(path.name + ".toml")
    if path.is_dir() or not path.exists():
        return beside if beside.exists() and not (path / FILE_NAME).exists() else path / FILE_NAME
    return path


def study_folder(file) -> Path:
    """The folder of the study that `file` describes."""
    return file.parent if file.name == FILE_NAME else file.with_suffix("")


def read_document(path) -> dict:
    """The content of a study's file as a dict. OSError or ValueError if it cannot be read."""
    file = study_file(path)
    try:
        return read_toml(file)
    except ValueError as error:
        raise ValueError(f"{file}: {error}") from None


def checked_document(path) -> dict:
    """Read a study's file as a dict and check its keys and types, as a study with a `script` or as one of matches.

    OSError or ValueError if it cannot be read or is wrong.
    """
    document = read_document(path)
    try:
        (_SCRIPT if "script" in document else _STUDY).check(document)
    except ValueError as error:
        raise ValueError(f"{study_file(path)}: {error}") from None
    return document


def read_notes(folder) -> str:
    """The text of notes.md, in which somebody interprets the numbers, or "" if there is none. OSError or ValueError."""
    path = folder / "notes.md"
    if not path.exists():
        return ""
    try:
        return read_bounded(path, _MOST_NOTES).decode()
    except UnicodeDecodeError as error:
        raise ValueError(f"{path}: not UTF-8 at byte {error.start}") from None
