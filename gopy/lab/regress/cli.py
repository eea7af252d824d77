"""`gopy regress`: runs regression files, and tells what has changed since a baseline."""
import os
import shlex
from pathlib import Path

from gopy.base.errors import UserError
from gopy.base.own_process import module_command
from gopy.lab.regress.baseline import compare, is_of, read_baseline, set_up_key, test_key, write_baseline
from gopy.lab.regress.runner import Refusal, Result, run_file
from gopy.lab.regress.told import counts, refusal_lines

#: The engine that is tested by default: it gives the same answers each time.
ENGINE = shlex.join(module_command("gopy", "gtp", "--size", "9", "--seed", "1", "--threads", "1", "--sims", "2000", "--set", "amx=0"))


def add_arguments(parser) -> None:
    """Add the arguments of `gopy regress`."""
    parser.epilog = ("Each file has an engine of its own, which runs in the file's folder: paths in the file, and those among the "
                     "engine's options, start there. The path of the program starts where gopy regress runs. Without a baseline the "
                     "exit status is 1 if a test failed that is not known to, or a command of the set-up was refused; with a "
                     "baseline, if one did that had not before.")
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="regression files: .tst of gopy, GNU Go or Fuego")
    parser.add_argument("--engine", default=ENGINE, metavar="COMMAND", help="the engine's command line (gopy, 2000 simulations)")
    parser.add_argument("--baseline", type=Path, metavar="FILE",
                        help="compare with the results in FILE; if there is no such file, it is written")
    parser.add_argument("--update", action="store_true", help="write the results to the baseline whatever they are")
    parser.add_argument("--verbose", action="store_true", help="show every test, not only those that are not as the files say")


def run(arguments) -> int:
    """Run the files; returns the exit status, which the epilog of the help explains."""
    if arguments.update and arguments.baseline is None:
        raise UserError("--update goes with --baseline")
    engine, before = _program(arguments.engine), _baseline(arguments.baseline)
    names = {path: path.name if [other.name for other in arguments.files].count(path.name) == 1 else str(path)
             for path in arguments.files}
    passed, surprises = {}, 0
    for path, name in names.items():
        results, refusals = _run_file(path, engine)
        for result in results:
            if arguments.verbose or result.surprising:
                print(result)
        new = [refusal for refusal in refusals if set_up_key(name, refusal.command) not in (before or {})]
        for line in (*refusal_lines(path, new), counts(path, results, refusals)):
            print(line, flush=True)
        passed.update((test_key(name, result.number), result.passed) for result in results if not result.unknown)
        passed.update((set_up_key(name, refusal.command), False) for refusal in refusals)
        surprises += len(refusals) + sum(result.surprising and not result.passed for result in results)
    if arguments.baseline is None:
        return int(surprises > 0)
    return _judge(arguments, names.values(), before, passed)


def _program(command):
    """The words of the engine's command line. The engine runs in another folder, so the path of its program is made absolute."""
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise UserError(f"--engine: {error}") from None
    if not words:
        raise UserError("--engine is empty")
    if os.path.dirname(words[0]):
        words[0] = os.path.abspath(words[0])
    return words


def _baseline(path):
    if path is None or not path.exists():
        return None
    try:
        return read_baseline(path)
    except ValueError as error:
        raise UserError(str(error)) from None


def _run_file(path, engine):
    """([Result], [Refusal]) of a file."""
    try:
        found = list(run_file(path.resolve(), engine))
    except ValueError as error:
        raise UserError(f"{path}: {error}") from None
    return [each for each in found if isinstance(each, Result)], [each for each in found if isinstance(each, Refusal)]


def _judge(arguments, names, before, passed):
    """Tell what has changed in these files since the baseline and keep it where that is asked for; returns the exit status."""
    change = compare({key: value for key, value in (before or {}).items() if is_of(key, names)}, passed)
    if before is not None:
        told = [key for key in change.broken if key not in before]      # refusals, in the lines of their files
        for keys, text in ((change.broken, "failed, passed before"), (change.mended, "passed, failed before"),
                           (change.new, "not in the baseline"), (change.gone, "in the baseline, not run")):
            for key in keys:
                if key not in told:
                    print(f"{key}: {text}")
        print(f"since the baseline: {len(change.broken)} broken, {len(change.mended)} mended")
    if before is None or arguments.update:
        kept = {key: value for key, value in (before or {}).items() if key in passed or not is_of(key, names)}
        write_baseline(arguments.baseline, {**kept, **passed})
    return int(before is not None and bool(change.broken) and not arguments.update)
