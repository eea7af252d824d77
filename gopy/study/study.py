"""Studies: a folder with study.toml, written before play, and results.jsonl, from which report.md is remade.

study.toml:

    question = "..."        what is to be learnt
    rule = "..."            how the numbers will decide it
    [players]               name = player as in gopy.study.players
    [[match]]               name, a, b (names of players), games, size and any other field of Settings;
                            bar: share of the points to reach, elo_floor: least Elo difference to show;
                            figure: a figure in which it is a level line;
                            with game = "lines_of_action:size=7" it is a match of that game, with the fields of
                            ContractSettings and players as in gopy.player_text;
                            with nothing but study, match, name and figure it is a match of the study of that name beside
                            this one: played there, it counts here too
    [defaults]              what all matches share
    [anchor]                player = Elo: what the ladder of ratings is tied to

and, instead of or beside [[match]], the forms of gopy.study.forms (round robin, gauntlet, sweep, doublings) with the
figures and published numbers of gopy.study.figures. `gopy study run FOLDER` plays it, `gopy study report FOLDER`
remakes the report. A study may also be one file NAME.toml: its folder is then NAME, beside it.
"""
import hashlib
import json
from dataclasses import MISSING, dataclass, fields, replace
from pathlib import Path

from gopy.documents import read_toml
from gopy.study.contract_settings import ContractSettings
from gopy.study.figures import read_figures, read_published
from gopy.study.forms import expand
from gopy.study.results import ResultsFile
from gopy.study.settings import Settings

FILE_NAME = "study.toml"

_TOP = {"question", "rule", "players", "defaults", "anchor", "match", "round_robin", "gauntlet", "sweep", "doublings",
        "figure", "published"}
#: Field -> whether a match has to have it: of Go between programs, of other games.
_SETTINGS, _CONTRACT_SETTINGS = (
    {field.name: field.default is MISSING for field in fields(kind) if field.name != "names"}
    for kind in (Settings, ContractSettings))
_ABOUT = ("name", "bar", "elo_floor", "figure")
_LENT = {"name", "study", "match", "figure"}


@dataclass(frozen=True)
class Lender:
    """The study that plays a match, and the match's name there."""
    study: str
    match: str
    results: ResultsFile


@dataclass(frozen=True)
class StudyMatch:
    """One match of a study, the bars it is held against (None: none) and the figure in which it is a line.

    setup   digest of all that decides its games; not of their number
    lender  the study whose games these are, None for this one
    """
    name: str
    settings: Settings
    setup: str
    bar: float | None = None
    elo_floor: float | None = None
    figure: str | None = None
    lender: Lender | None = None


@dataclass(frozen=True)
class Study:
    """What study.toml says. `anchor` is (player, Elo) or None; `players` the names in their order."""
    folder: Path
    question: str
    rule: str
    players: tuple
    matches: tuple
    series: tuple = ()
    figures: tuple = ()
    published: tuple = ()
    anchor: tuple | None = None

    @property
    def results(self):
        """The ResultsFile of the matches it plays itself."""
        return _results(self.folder)

    @property
    def own(self):
        """The matches it plays itself."""
        return tuple(match for match in self.matches if match.lender is None)

    def records(self):
        """{match name: list of its recorded games}; ValueError if a file holds something else."""
        played = _by_match(self.results)
        return {match.name: played.get(match.name, []) if match.lender is None
                else _by_match(match.lender.results).get(match.lender.match, []) for match in self.matches}


def _results(folder):
    return ResultsFile(folder / "results.jsonl")


def _by_match(results):
    """{match name: list of its games} of a ResultsFile; ValueError."""
    games = {}
    try:
        for line in results.read():
            games.setdefault(line.get("match"), []).append(line)
    except (AttributeError, json.JSONDecodeError):
        raise ValueError(f"{results.path} is damaged: not every line is a JSON object") from None
    return games


def study_file(path):
    """The file of the study that `path` names: the file itself, FOLDER/study.toml, or FOLDER.toml beside it."""
    path = Path(path)
    beside = path.with_name(path.name + ".toml")
    if path.is_dir() or not path.exists():
        return beside if beside.exists() and not (path / FILE_NAME).exists() else path / FILE_NAME
    return path


def read_document(path):
    """The dict that a study's file holds; OSError or ValueError if it cannot be read."""
    file = study_file(path)
    try:
        return read_toml(file)
    except ValueError as error:
        raise ValueError(f"{file}: {error}") from None


def read_notes(folder):
    """What was made of a study's numbers, Markdown; "" if nobody wrote it down."""
    path = folder / "notes.md"
    return path.read_text(encoding="utf-8") if path.exists() else ""


def load_study(path):
    """The Study of a folder or file; ValueError says what is wrong with it."""
    file = study_file(path)
    document = read_document(path)
    if "script" in document:
        raise ValueError(f"{file}: this study plays no matches; run {file.parent / document['script']}")
    try:
        return _study(_folder(file), document)
    except (AttributeError, TypeError, ValueError) as error:
        raise ValueError(f"{file}: {error}") from None


def _folder(file):
    return file.parent if file.name == FILE_NAME else file.with_suffix("")


def _study(folder, document):
    unknown = document.keys() - _TOP
    if unknown:
        raise ValueError(f"unknown key {sorted(unknown)[0]!r}")
    missing = {"question", "rule"} - document.keys()
    if missing:
        raise ValueError(f"no {sorted(missing)[0]!r}")
    players = dict(document.get("players", {}))
    entries, series = _entries(document, players)
    matches = tuple(_lent(entry, players, folder.parent) if "study" in entry else _match(entry, players)
                    for entry in entries)
    if not matches:
        raise ValueError("no match")
    if len({match.name for match in matches}) != len(matches):
        raise ValueError("two matches have one name")
    figures = read_figures(document, series, matches)
    return Study(folder, document["question"].strip(), document["rule"].strip(), tuple(players), matches,
                 tuple(series), figures, read_published(document, figures, matches),
                 _anchor(document.get("anchor", {}), players))


def _entries(document, players):
    """(dicts of all matches, with the defaults for those that it plays itself; Series). Adds players of the forms."""
    entries, series = expand(document, players)
    defaults = document.get("defaults", {})
    return [entry if "study" in entry else {**defaults, **entry}
            for entry in [*document.get("match", []), *entries]], series


def _match(entry, players):
    where = f"match {entry.get('name', '')!r}"
    kind, known = (ContractSettings, _CONTRACT_SETTINGS) if "game" in entry else (Settings, _SETTINGS)
    unknown = entry.keys() - known.keys() - set(_ABOUT)
    if unknown:
        key = sorted(unknown)[0]
        hint = ", which does not go with a game" if key in _SETTINGS else ""
        raise ValueError(f"{where}: unknown key {key!r}{hint}")
    missing = {"name"} | {key for key, needed in known.items() if needed}
    missing -= entry.keys()
    if missing:
        raise ValueError(f"{where}: no {sorted(missing)[0]!r}")
    strangers = {entry["a"], entry["b"]} - players.keys()
    if strangers:
        raise ValueError(f"{where}: no player is called {sorted(strangers)[0]!r}")
    values = {key: entry[key] for key in entry.keys() & known.keys()}
    values.update(a=players[entry["a"]], b=players[entry["b"]], names=(entry["a"], entry["b"]))
    try:
        settings = kind(**values)
    except (TypeError, ValueError) as error:
        raise ValueError(f"{where}: {error}") from None
    about = {key: entry.get(key) for key in _ABOUT if key != "name"}
    return StudyMatch(entry["name"], settings, _setup(values), **about)


def _lent(entry, players, beside):
    """The StudyMatch of an entry that names a match of another study, in the folder `beside`. Its players become players
    of this study."""
    where = f"match {entry.get('name', '')!r}"
    wrong = sorted(entry.keys() - _LENT) + sorted({"name", "match"} - entry.keys())
    if wrong:
        raise ValueError(f"{where}: a match of another study has name, study, match and figure alone; see {wrong[0]!r}")
    file = study_file(beside / entry["study"])
    try:
        document = read_document(file)
    except OSError as error:
        raise ValueError(f"{where}: {error}") from None
    there = dict(document.get("players", {}))
    lent = [other for other in _entries(document, there)[0] if other.get("name") == entry["match"] and "study" not in other]
    if not lent:
        raise ValueError(f"{where}: study {entry['study']!r} plays no match {entry['match']!r}")
    match = _match(lent[0], there)
    for name, player in zip(match.settings.names, match.settings.players()):
        if players.setdefault(name, player) != player:
            raise ValueError(f"{where}: player {name!r} is another in study {entry['study']!r}")
    lender = Lender(entry["study"], match.name, _results(_folder(file)))
    return replace(match, name=entry["name"], bar=None, elo_floor=None, figure=entry.get("figure"), lender=lender)


def _setup(values):
    """Eight hexadecimal digits of what a match is given, but for the number of games."""
    fixed = {key: value for key, value in values.items() if key != "games"}
    return hashlib.sha256(json.dumps(fixed, sort_keys=True).encode()).hexdigest()[:8]


def _anchor(table, players):
    if len(table) > 1 or table.keys() - players.keys():
        raise ValueError("[anchor] has one line, PLAYER = ELO, and the player is one of the study's")
    return next(iter(table.items()), None)
