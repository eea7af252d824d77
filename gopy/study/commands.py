"""`gopy study`: run, report, export, list and pack studies."""
import sys
import textwrap
from contextlib import ExitStack
from pathlib import Path

from gopy.errors import UserError
from gopy.inputs.files import make_folder, write_whole
from gopy.inputs.numbers import whole_number
from gopy.match import schedule
from gopy.match.contract_settings import ContractSettings
from gopy.study.collection import find_study, studies_in
from gopy.study.document import FILE_NAME, checked_document, study_file, study_folder
from gopy.study.export import GAME_COLUMNS, csv_text, game_row, row_of, rows_of
from gopy.match.game import SetupFailed
from gopy.outputs import sole_use
from gopy.match.results.file import ResultsFile
from gopy.match.results.record import replayed, sgf_text
from gopy.study.report import write_report
from gopy.study.run import run_study
from gopy.match.results.sprt import counted
from gopy.study.study import load_study, results_of

#: The folder in which `list` looks by default.
_STUDIES = Path("scripts", "studies")

#: The most characters of a question that a list shows.
_QUESTION_WIDTH = 90

_STUDY_HELP = f"a folder with {FILE_NAME}, a study's file, or the name of a study in {_STUDIES}"


def add_arguments(parser) -> None:
    """Add the arguments of `gopy study`."""
    commands = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    play = commands.add_parser("run", help="play the games that are missing, then write the report",
                               description="Play the games that are missing, then write the report. The same command "
                                           "goes on after any interruption.")
    play.add_argument("study", help=_STUDY_HELP)
    schedule.add_arguments(play)
    play.add_argument("--only", metavar="MATCH", help="the match to play, or several: 'heavy_*'")
    play.add_argument("--games", type=whole_number(), metavar="N",
                      help="games of each match instead of the study's number; even")
    report = commands.add_parser("report", help="write the report anew from the recorded games",
                                 description="Write report.md and its plots anew from the recorded games.")
    report.add_argument("studies", nargs="+", metavar="STUDY", help=_STUDY_HELP)
    report.add_argument("--pictures", action="store_true", help="also draw the tables of ratings and those beside published numbers")
    export = commands.add_parser("export", help="the recorded lines as CSV", description="The recorded lines as CSV.")
    export.add_argument("study", help=_STUDY_HELP)
    export.add_argument("--out", type=Path, metavar="FILE", help="a new file (standard output)")
    games = commands.add_parser("sgf", help="the recorded games of Go as SGF",
                                description="Write sgf/MATCH/ID.sgf from the recorded lines, where it is missing.")
    games.add_argument("study", help=_STUDY_HELP)
    games.add_argument("--only", metavar="MATCH", help="the match to write, or several: 'heavy_*'")
    pack = commands.add_parser("pack", help="compress the recorded lines of finished studies",
                               description="Compress the recorded lines of finished studies, results.jsonl, to "
                                           "results.jsonl.xz, and other files of lines (*.jsonl) in their folders. All commands "
                                           "read either file; a run that plays more games unpacks it.")
    pack.add_argument("studies", nargs="+", metavar="STUDY", help=_STUDY_HELP)
    pack.add_argument("--without-moves", action="store_true",
                      help="leave out the moves of the games, for good; half of the bytes are theirs, and the report is the same")
    listing = commands.add_parser("list", help="name, progress and question of each study",
                                  description="Name, progress and question of each study.")
    listing.add_argument("folder", type=Path, nargs="?", default=_STUDIES, help=f"folder of studies and of themes ({_STUDIES})")


def run(arguments) -> int:
    """Run `gopy study` with parsed arguments; returns the exit status. UserError says what is wrong."""
    try:
        return _ACTIONS[arguments.action](arguments)
    except KeyboardInterrupt:
        print("\nstopped; the same command goes on", file=sys.stderr)
        return 130
    except (ValueError, SetupFailed) as error:
        raise UserError(str(error)) from error


def _run(arguments):
    play = schedule.scheduler(arguments.ray)
    study = load_study(_path(arguments.study))
    with _sole_use(study.folder):
        run_study(study, arguments.jobs, arguments.only, arguments.games, play)
    return 0


def _path(text):
    """The path of the study that an argument names."""
    return find_study(text, Path(), _STUDIES)


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
        if isinstance(match.settings, ContractSettings):
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


def _list(arguments):
    lines = [_line(path, arguments.folder) for path in studies_in(arguments.folder)]
    if not lines:
        raise ValueError(f"no study in {arguments.folder}")
    widths = [max(map(len, column)) for column in zip(*lines)]
    for name, played, question in lines:
        print(f"{name:<{widths[0]}}  {played:>{widths[1]}}  {question}")
    return 0


_ACTIONS = {"run": _run, "report": _report, "export": _export, "sgf": _sgf, "pack": _pack, "list": _list}


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
