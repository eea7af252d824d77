"""What the commands of `gopy study` do: play, report, export, write SGF, pack, list. Each takes its parsed arguments.

They return the exit status, and raise ValueError or gopy.lab.match.game.SetupFailed, which says what is wrong.
"""
import sys
import textwrap
from contextlib import ExitStack
from pathlib import Path

from gopy.base.files import make_folder, write_whole
from gopy.base.outputs import sole_use
from gopy.base.parameters import number, whole
from gopy.games.players.player_text import OWN
from gopy.go.geometry import MAX_SIZE, MIN_SIZE
from gopy.lab.match import schedule
from gopy.lab.match.any_game_settings import AnyGameSettings
from gopy.lab.match.results.file import ResultsFile
from gopy.lab.match.results.record import replayed, sgf_text
from gopy.lab.match.results.sprt import counted
from gopy.lab.study.collection import STUDIES, find_study, studies_in
from gopy.lab.study.document import FILE_NAME, checked_document, study_file, study_folder
from gopy.lab.study.export import GAME_COLUMNS, csv_text, game_row, row_of, rows_of
from gopy.lab.study.report import write_report
from gopy.lab.study.run import run_study
from gopy.lab.study.scalability import Scalability, scalability_toml
from gopy.lab.study.study import load_study, results_of

#: The most characters of a question that a list shows.
_QUESTION_WIDTH = 90


def _run(arguments):
    play = schedule.scheduler(arguments.ray)
    study = load_study(_path(arguments.study))
    with _sole_use(study.folder):
        run_study(study, arguments.jobs, arguments.only, arguments.games, play)
    return 0


def _path(text):
    """The path of the study that an argument names."""
    return find_study(text, Path(), STUDIES)


def _sole_use(folder):
    return sole_use(folder, f"{folder} is being played by another process")


def _report(arguments):
    for study in arguments.studies:
        print(write_report(load_study(_path(study)), tables=arguments.pictures))
    return 0


def _pack(arguments):
    for study in arguments.studies:
        path = _path(study)
        document = checked_document(path)           # is it a study?
        if arguments.without_moves and "script" in document:
            raise ValueError(f"{study}: this study plays no matches, so that its lines have no moves of games")
        files = _files_of_lines(study_folder(study_file(path)))
        with ExitStack() as stack:
            for folder in dict.fromkeys(file.path.parent for file in files):
                stack.enter_context(_sole_use(folder))
            for file in files:
                print(file.pack(without=("played",) if arguments.without_moves else ()))
    return 0


def _files_of_lines(folder):
    """The ResultsFiles of a study: its results, and whatever else has lines in its folder, such as a tune."""
    results = results_of(folder)
    others = {path.with_suffix("") if path.suffix == ".xz" else path
              for ending in ("*.jsonl", "*.jsonl.xz") for path in folder.rglob(ending)}
    return [results, *map(ResultsFile, sorted(others - {results.path}))]


def _export(arguments):
    path = _path(arguments.study)
    document = checked_document(path)
    if "script" in document:            # measures something that is no match
        rows, columns = rows_of(results_of(study_folder(study_file(path))), row_of), ()
    else:
        study = load_study(path)
        study.records()                 # raises a ValueError for lines that are no game of their match
        rows, columns = rows_of(study.results, game_row), GAME_COLUMNS
    text = csv_text(rows, columns)
    if arguments.out is None:
        sys.stdout.write(text)
    elif arguments.out.exists():
        raise ValueError(f"{arguments.out} is there already: name another file")
    else:
        write_whole(arguments.out, text)
    return 0


def _sgf(arguments):
    study = load_study(_path(arguments.study))
    written = without = 0
    recorded = study.records()
    for match in study.named(arguments.only):
        if isinstance(match.settings, AnyGameSettings):
            continue                    # their games have no SGF
        for record in recorded[match.name]:
            path = study.folder / "sgf" / match.name / f"{record['id']}.sgf"
            game = replayed(record, match.settings)
            without += game is None
            if game is not None and not path.exists():
                make_folder(path.parent)
                write_whole(path, sgf_text(game, record, dict(zip(match.settings.names, match.settings.players()))))
                written += 1
    print(f"{written} games written to {study.folder / 'sgf'}" + (f"; {without} lines have no moves" if without else ""))
    return 0


def _new(arguments):
    folder = arguments.study
    if study_file(folder).exists():
        raise ValueError(f"{study_file(folder)} is there already: name another folder")
    sizes = _numbers("sizes", arguments.sizes or ("" if arguments.game else "9"), whole(None, MIN_SIZE, MAX_SIZE, ""))
    seconds = _numbers("seconds", arguments.seconds, number(None, 1e-3, 1e6, ""))
    if len(seconds) not in (0, 2):
        raise ValueError("seconds: give two numbers, FROM,TO")
    between = OWN["cluster_seconds"]
    intervals = _numbers("intervals", arguments.intervals, between)
    if seconds and not arguments.peer:
        raise ValueError("seconds: time is measured against a peer: give one with --peer")
    wanted = Scalability(engine=arguments.engine, sizes=sizes, game=arguments.game, first=arguments.first, last=arguments.last,
                         seconds=seconds, threads=arguments.threads, workers=arguments.workers, shared=arguments.shared,
                         worker_shared=arguments.worker_shared, interval=between.value("interval", arguments.interval),
                         intervals=intervals,
                         peers=tuple(arguments.peer), games=arguments.games, each=arguments.each)
    text = scalability_toml(wanted)
    make_folder(folder)
    path = folder / FILE_NAME
    write_whole(path, text)
    try:
        study = load_study(folder)
        for match in study.matches:
            match.settings.check()
    except (ValueError, OSError):
        path.unlink()
        raise
    print(f"{path}: {len(study.matches)} matches, {sum(match.settings.games for match in study.matches)} games; "
          f"`gopy study run {folder}` plays them")
    return 0


def _numbers(name, text, parameter):
    """The numbers of a list with commas, as a tuple. ValueError if one is impossible."""
    return tuple(parameter.value(name, part.strip()) for part in text.split(",")) if text else ()


def _list(arguments):
    lines = [_line(path, arguments.folder) for path in studies_in(arguments.folder)]
    if not lines:
        raise ValueError(f"no study in {arguments.folder}")
    widths = [max(map(len, column)) for column in zip(*lines)]
    for name, played, question in lines:
        print(f"{name:<{widths[0]}}  {played:>{widths[1]}}  {question}")
    return 0


#: What `gopy study ACTION` calls with its parsed arguments.
ACTIONS = {"run": _run, "report": _report, "export": _export, "sgf": _sgf, "pack": _pack, "new": _new,
           "list": _list}


def _line(path, collection):
    """(name, "played/planned", beginning of the question) of a study; the name has the theme, if the study is in one."""
    try:
        document = checked_document(path)
        if "script" in document:        # measures something that is no match
            played = f"{len(results_of(study_folder(study_file(path))).read())} lines"
        else:
            played = _progress(load_study(path))
        question = textwrap.shorten(document["question"], _QUESTION_WIDTH, placeholder=" ...")
    except (OSError, ValueError) as error:
        played, question = "?", f"cannot be read: {error}"
    return path.with_suffix("").relative_to(collection).as_posix(), played, question


def _progress(study):
    """A text "PLAYED/PLANNED" with the games of the matches that the study plays itself. Games that a sequential test made
    unnecessary are not planned."""
    recorded = study.records()
    played = sum(len(recorded[match.name]) for match in study.own)
    planned = sum(len(recorded[match.name]) if _decided(match, recorded[match.name]) else match.settings.games
                  for match in study.own)
    return f"{played}/{planned}"


def _decided(match, records):
    test, _ = counted(records, match.settings)
    return test is not None and test.decision is not None
