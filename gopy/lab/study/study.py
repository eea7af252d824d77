"""Studies. A study is a folder with study.toml, written before play, and results.jsonl, from which report.md is made.

study.toml:

    question = "..."        the question that the study is to answer
    rule = "..."            how the numbers will decide the question
    closed = "..."          why the study is not played any more, for example because what it decided against was taken out:
                            its games stay and its report can be made, but nothing is added
    [players]               name = player, written as gopy.lab.match.programs.players describes it
    [[match]]               name, a, b (names of players), games, size and any other field of Settings;
                            bar: share of the points to reach; elo_floor: Elo difference to exceed;
                            figure: a figure in which the match is a level line;
                            with game = "lines_of_action:size=7" it is a match of that game, with the fields of
                            AnyGameSettings and with players as gopy.games.players.player_text describes them;
                            with only study, match, name and figure it is a match of another study, whose folder is
                            beside this one or in another theme: it is played there and counts here too
    [defaults]              keys that all matches share
    [anchor]                player = Elo: the player whose rating is fixed, and its Elo

The forms of gopy.lab.study.forms (round robin, gauntlet, sweep, doublings) may be used instead of [[match]] or together with
it, and so may the figures and published numbers of gopy.lab.study.figures. `gopy study run FOLDER` plays the study,
`gopy study report FOLDER` writes the report anew. A study may also be one file NAME.toml: its folder is then NAME, beside
the file.
"""
import hashlib
import json
import os
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from pathlib import Path

from gopy.base.fields import needed_of, parameters_of
from gopy.base.numbers import shown
from gopy.base.parameters import unknown_name
from gopy.lab.match.any_game_settings import AnyGameSettings
from gopy.lab.match.match_values import contents_of_files
from gopy.lab.match.results.file import ResultsFile
from gopy.lab.match.results.names import NAME
from gopy.lab.match.results.recorded import games_of, read_games
from gopy.lab.match.settings import Settings
from gopy.lab.study.collection import find_study
from gopy.lab.study.document import checked_document, study_file, study_folder
from gopy.lab.study.figures import read_figures, read_pictures, read_published
from gopy.lab.study.forms import expand

#: The most matches of a study; nobody plays so many, and each takes a row of the report.
_MOST_MATCHES = 10_000

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
    """One match of a study, the bars that it has to reach (or None) and the figure in which it is a line (or None).

    setup   digest of everything that decides its games, except their number; None if a file that it names cannot be read
    lender  the other study that plays this match; None if this study does
    """
    name: str
    settings: Settings
    setup: str | None
    bar: float | None = None
    elo_floor: float | None = None
    figure: str | None = None
    lender: Lender | None = None


@dataclass(frozen=True)
class Study:
    """The contents of a study.toml. `anchor` is (player, Elo) or None; `players` are the names in their order; `closed` says
    why nothing is played any more ("" if it is)."""
    folder: Path
    question: str
    rule: str
    players: tuple
    matches: tuple
    series: tuple = ()
    figures: tuple = ()
    published: tuple = ()
    anchor: tuple | None = None
    closed: str = ""
    pictures: tuple = ()

    @property
    def results(self) -> ResultsFile:
        """The ResultsFile of the matches that the study plays itself."""
        return results_of(self.folder)

    @property
    def own(self) -> tuple[StudyMatch, ...]:
        """The matches that the study plays itself."""
        return tuple(match for match in self.matches if match.lender is None)

    def named(self, only=None) -> list[StudyMatch]:
        """The matches that the study plays itself and whose name matches `only`, a pattern with * and ? (None: all).

        ValueError if there is none.
        """
        found = [match for match in self.own if only is None or fnmatchcase(match.name, only)]
        if not found:
            there = f"no match {only!r}; there are" if self.own else "this study plays no matches itself:"
            raise ValueError(f"{there} {', '.join(match.name for match in self.own or self.matches)}")
        return found

    def source(self, match) -> tuple[ResultsFile, str]:
        """(ResultsFile, name): the file that has the games of a match, maybe another study's, and its name there."""
        return (self.results, match.name) if match.lender is None else (match.lender.results, match.lender.match)

    def records(self) -> dict[str, list[dict]]:
        """{match name: list of its recorded games}. ValueError, which names the file and line, if a line is no such game."""
        files, found = {}, {}
        for match in self.matches:
            results, name = self.source(match)
            if results.path not in files:
                files[results.path] = read_games(results, in_study=True)
            found[match.name] = games_of(files[results.path].get(name, []), results.place, match.settings, match.setup)
        return found

    def strangers(self) -> dict[str, int]:
        """{match name: number of recorded games} for matches with results that study.toml does not have, or no longer."""
        own = {match.name for match in self.own}
        return {name: len(lines) for name, lines in read_games(self.results, in_study=True).items()
                if name is not None and name not in own}


def results_of(folder) -> ResultsFile:
    """The ResultsFile of a study's folder."""
    return ResultsFile(folder / "results.jsonl")


def load_study(path) -> Study:
    """The Study in a folder or file. OSError, or a ValueError that says what is wrong."""
    file = study_file(path)
    document = checked_document(path)
    if "script" in document:
        raise ValueError(f"{file}: this study plays no matches; run {file.parent / document['script']}")
    try:
        return _study(study_folder(file), document)
    except ValueError as error:
        raise ValueError(f"{file}: {error}") from None


def _study(folder, document):
    players = dict(document.get("players", {}))
    entries, series = _entries(document, players)
    matches = tuple(_lent(entry, players, folder) if "study" in entry else _match(entry, players)
                    for entry in entries)
    if not matches:
        raise ValueError("no match")
    if len(matches) > _MOST_MATCHES:
        raise ValueError(f"more than {_MOST_MATCHES} matches")
    if len({match.name.casefold() for match in matches}) != len(matches):
        raise ValueError("two matches have one name, or names that differ in case alone")
    figures = read_figures(document, series, matches)
    study = Study(folder, document["question"].strip(), document["rule"].strip(), tuple(players), matches,
                  tuple(series), figures, read_published(document, figures, matches),
                  _anchor(document.get("anchor", {}), players),
                  document.get("closed", "").strip(), read_pictures(document, figures))
    sources = [(results.path, name) for results, name in map(study.source, matches)]
    if len(set(sources)) != len(sources):
        raise ValueError("two matches are the same games")
    return study


def _entries(document, players):
    """(dicts of all matches, Series). Matches that the study plays itself have its defaults. Adds the forms' players."""
    entries, series = expand(document, players)
    defaults = document.get("defaults", {})
    return [entry if "study" in entry else {**defaults, **entry}
            for entry in [*document.get("match", []), *entries]], series


def _match(entry, players):
    where = f"match {shown(entry.get('name', ''))}"
    kind = AnyGameSettings if "game" in entry else Settings
    known = parameters_of(kind)
    for key in sorted(entry.keys() - known.keys() - set(_ABOUT)):
        if key in parameters_of(Settings):
            raise ValueError(f"{where}: {key!r} does not go with a game")
        raise ValueError(f"{where}: {unknown_name('parameter', key, [*known, *_ABOUT])}")
    for key in sorted({"name"} | needed_of(kind)):
        if key not in entry:
            raise ValueError(f"{where}: no {key!r}")
    NAME.check(entry["name"], "the name of a match")
    strangers = {entry["a"], entry["b"]} - players.keys()
    if strangers:
        raise ValueError(f"{where}: no player is called {sorted(strangers)[0]!r}")
    values = {key: entry[key] for key in entry.keys() & known.keys()}
    values.update(a=players[entry["a"]], b=players[entry["b"]], names=(entry["a"], entry["b"]))
    try:
        settings = kind(**values)
    except ValueError as error:
        raise ValueError(f"{where}: {error}") from None
    about = {key: entry.get(key) for key in _ABOUT if key != "name"}
    return StudyMatch(entry["name"], settings, _setup(values, settings), **about)


def _lent(entry, players, folder):
    """The StudyMatch of an entry that names a match of another study, for the study in `folder`. The match's players become
    players of this study."""
    where = f"match {entry.get('name', '')!r}"
    wrong = sorted(entry.keys() - _LENT) + sorted({"name", "match"} - entry.keys())
    if wrong:
        raise ValueError(f"{where}: a match of another study has name, study, match and figure alone; see {wrong[0]!r}")
    try:
        file = study_file(find_study(entry["study"], folder.parent, Path(os.path.abspath(folder)).parent.parent))
    except ValueError as error:
        raise ValueError(f"{where}: {error}") from None
    try:
        lent = _lendable(file, entry["match"])
    except OSError as error:
        raise ValueError(f"{where}: {file}: {error.strerror}") from None
    except ValueError as error:
        raise ValueError(f"{where}: {error}") from None
    if lent is None:
        raise ValueError(f"{where}: study {entry['study']!r} plays no match {entry['match']!r}")
    for name, player in zip(lent.settings.names, lent.settings.players()):
        if players.setdefault(name, player) != player:
            raise ValueError(f"{where}: player {name!r} is another in study {entry['study']!r}")
    lender = Lender(entry["study"], lent.name, results_of(study_folder(file)))
    return replace(lent, name=entry["name"], bar=None, elo_floor=None, figure=entry.get("figure"), lender=lender)


def _lendable(file, name):
    """The StudyMatch `name` that the study in a file plays itself, or None. OSError or ValueError."""
    document = checked_document(file)
    players = dict(document.get("players", {}))
    try:
        for entry in _entries(document, players)[0]:
            if entry.get("name") == name and "study" not in entry:
                return _match(entry, players)
    except ValueError as error:
        raise ValueError(f"{file}: {error}") from None
    return None


def _setup(values, settings):
    """Eight hexadecimal digits: a digest of the settings of a match except the number of games.

    None if a file that the settings name cannot be read: a report is made of the games as they are, and none is played.
    """
    if not settings.files.are_there:
        return None
    fixed = {key: value for key, value in values.items() if key != "games"}
    fixed.update(contents_of_files(values, settings))
    return hashlib.sha256(json.dumps(fixed, sort_keys=True).encode()).hexdigest()[:8]


def _anchor(table, players):
    if len(table) > 1 or table.keys() - players.keys():
        raise ValueError("[anchor] has one line, PLAYER = ELO, and the player is one of the study's")
    return next(iter(table.items()), None)
