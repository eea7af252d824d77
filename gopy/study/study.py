"""Studies: a folder with study.toml, written before play, and results.jsonl, from which report.md is remade.

study.toml:

    question = "..."        what is to be learnt
    rule = "..."            how the numbers will decide it
    [players]               name = player as in gopy.study.peers
    [[match]]               name, a, b (names of players), games, size and any other field of Settings;
                            bar: share of the points to reach, elo_floor: least Elo difference to show
    [defaults]              what all matches share

`python -m gopy.study.run FOLDER` plays the matches, `python -m gopy.study.report FOLDER` remakes report.md.
"""
from dataclasses import dataclass, fields
from pathlib import Path

from gopy.study.results import ResultsFile
from gopy.study.settings import Settings

try:
    import tomllib
except ImportError:     # Python 3.10
    import tomli as tomllib


@dataclass(frozen=True)
class StudyMatch:
    """One match of a study and the bars it is held against (None: none)."""
    name: str
    settings: Settings
    bar: float | None = None
    elo_floor: float | None = None


@dataclass(frozen=True)
class Study:
    """What study.toml says."""
    folder: Path
    question: str
    rule: str
    matches: tuple

    @property
    def results(self):
        """The ResultsFile of all its matches."""
        return ResultsFile(self.folder / "results.jsonl")


def read_document(folder):
    """The dict that a folder's study.toml holds; OSError or ValueError if it cannot be read."""
    with open(Path(folder) / "study.toml", "rb") as file:
        return tomllib.load(file)


def load_study(folder):
    """The Study in a folder; ValueError says what is wrong with its study.toml."""
    folder = Path(folder)
    document = read_document(folder)
    try:
        defaults = document.get("defaults", {})
        matches = tuple(_match({**defaults, **entry}, document["players"]) for entry in document["match"])
        study = Study(folder, document["question"].strip(), document["rule"].strip(), matches)
    except (KeyError, TypeError, ValueError) as error:
        raise ValueError(f"{folder / 'study.toml'}: {error!r}") from None
    if len({match.name for match in matches}) != len(matches):
        raise ValueError(f"{folder / 'study.toml'}: two matches have one name")
    return study


def _match(entry, players):
    known = {field.name for field in fields(Settings)} - {"names"}
    unknown = entry.keys() - known - {"name", "bar", "elo_floor"}
    if unknown:
        raise ValueError(f"unknown keys {', '.join(sorted(unknown))}")
    values = {key: entry[key] for key in entry.keys() & known}
    values.update(a=players[entry["a"]], b=players[entry["b"]], names=(entry["a"], entry["b"]))
    return StudyMatch(entry["name"], Settings(**values), entry.get("bar"), entry.get("elo_floor"))
