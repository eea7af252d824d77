"""`gopy tune`: parameters sought by blocks of paired games."""
import sys
from pathlib import Path

from gopy.base.errors import UserError
from gopy.base.outputs import sole_use
from gopy.lab.match import schedule
from gopy.lab.match.game import SetupFailed
from gopy.lab.tune.document import folder_of, read_tune
from gopy.lab.tune.progress import TuneProgress
from gopy.lab.tune.report import CONFIRMATION, recommended, write_confirmation, write_report
from gopy.lab.tune.run import Journal, run_tune


def add_arguments(parser) -> None:
    """Add the arguments of `gopy tune`."""
    parser.description = ("Seek better values of parameters by blocks of paired games. The same command goes on after any "
                          "interruption. docs/tuning.md describes the file.")
    parser.add_argument("file", type=Path, metavar="FILE.toml", help="player, opponents, parameters, method and budget")
    parser.add_argument("--out", type=Path, metavar="FOLDER", help="folder of the results (FILE, beside FILE.toml)")
    schedule.add_flags(parser)


def run(arguments) -> int:
    """Run `gopy tune` with parsed arguments; returns the exit status. UserError says what is wrong."""
    try:
        play = schedule.scheduler(arguments.ray)
        tune = read_tune(arguments.file)
        folder = arguments.out or folder_of(arguments.file)
        with sole_use(folder, f"{folder} is being played by another process"):
            _run(tune, Journal(folder, tune.setup), arguments.jobs, play)
    except KeyboardInterrupt:
        print("\nstopped; the same command goes on", file=sys.stderr)
        return 130
    except (ValueError, SetupFailed) as error:
        raise UserError(str(error)) from error
    return 0


def _run(tune, journal, jobs, play):
    progress = TuneProgress(tune, len(journal.read()))

    def finished(trials):
        progress.trial(trials)
        write_report(tune, journal, trials, draw=False)

    try:
        trials = run_tune(tune, journal, jobs, play, progress.game, finished)
    finally:
        progress.close()
        played = journal.read()
        if played:
            write_report(tune, journal, played)
    write_confirmation(tune, journal, trials)
    for name, value in recommended(tune, trials).items():
        print(f"{name} = {value:g}")
    print(f"report: {journal.folder / 'report.md'}; to confirm: gopy study run {journal.folder / CONFIRMATION}")
