"""`gopy study`: run, report, export, list and pack studies."""
import sys
from pathlib import Path

from gopy.base.errors import UserError
from gopy.base.numbers import whole_number
from gopy.lab.match import schedule
from gopy.lab.match.game import SetupFailed
from gopy.lab.study.collection import STUDIES
from gopy.lab.study.document import FILE_NAME

_STUDY_HELP = f"a folder with {FILE_NAME}, a study's file, or the name of a study in {STUDIES}"


def add_arguments(parser) -> None:
    """Add the arguments of `gopy study`."""
    commands = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    play = commands.add_parser("run", help="play the games that are missing, then write the report",
                               description="Play the games that are missing, then write the report. The same command "
                                           "goes on after any interruption.")
    play.add_argument("study", help=_STUDY_HELP)
    schedule.add_flags(play)
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
    _add_new(commands)
    listing = commands.add_parser("list", help="name, progress and question of each study",
                                  description="Name, progress and question of each study.")
    listing.add_argument("folder", type=Path, nargs="?", default=STUDIES, help=f"folder of studies and of themes ({STUDIES})")


def _add_new(commands):
    new = commands.add_parser("new", help="write the study.toml of a study of a kind",
                              description="Write FOLDER/study.toml of a study of scalability: Elo by doublings of simulations, of time "
                                          "against peers, and by threads and cluster workers that share the same simulations, and "
                                          "by how often these merge, with one picture. `gopy study run` plays it.")
    new.add_argument("kind", choices=["scalability"], help="which kind of study")
    new.add_argument("study", type=Path, metavar="FOLDER", help="a new folder")
    new.add_argument("--engine", default="gopy:", metavar="PLAYER",
                     help="the player without a limit (gopy:), or another engine with {value} for its simulations: pachi:sims={value}")
    new.add_argument("--sizes", default="", metavar="9,13,19", help="board sizes of Go (9)")
    new.add_argument("--game", default="", help="another game, of the catalogue or of a Python file, in place of Go")
    new.add_argument("--from", dest="first", type=whole_number(1), default=250, metavar="N", help="fewest simulations (250)")
    new.add_argument("--to", dest="last", type=whole_number(1), default=64000, metavar="N", help="most simulations (64000)")
    new.add_argument("--peer", action="append", default=[], metavar="PLAYER",
                     help="a player of constant strength to meet as well; may be given several times")
    new.add_argument("--seconds", default="", metavar="FROM,TO", help="also by doublings of the seconds a move, against the peers")
    new.add_argument("--threads", type=whole_number(0), default=16, metavar="N", help="threads up to so many; 0: none (16)")
    new.add_argument("--workers", type=whole_number(0), default=16, metavar="N", help="cluster workers up to so many; 0: none (16)")
    new.add_argument("--shared", type=whole_number(1), default=4000, metavar="N", help="simulations that the threads share (4000)")
    new.add_argument("--worker-shared", type=whole_number(1), default=16000, metavar="N",
                     help="simulations that the workers share: enough for several merges a move (16000)")
    new.add_argument("--interval", default="0.02", metavar="SECONDS", help="time between two merges of the workers (0.02)")
    new.add_argument("--intervals", default="0.01,0.02,0.05,0.1,0.2", metavar="SECONDS,...",
                     help="also workers, four at most, by these times; an empty text: none (0.01,0.02,0.05,0.1,0.2)")
    new.add_argument("--games", type=whole_number(2), default=100, metavar="N", help="games of each match (100)")
    new.add_argument("--each", action="store_true", help="each number of simulations meets every other, not the next two alone")


def run(arguments) -> int:
    """Run `gopy study` with parsed arguments; returns the exit status. UserError says what is wrong."""
    from gopy.lab.study.actions import ACTIONS  # ratings and plots load numpy
    try:
        return ACTIONS[arguments.action](arguments)
    except KeyboardInterrupt:
        print("\nstopped; the same command goes on", file=sys.stderr)
        return 130
    except (ValueError, SetupFailed) as error:
        raise UserError(str(error)) from error
