"""`gopy regress`: runs regression files, and tells what has changed since a baseline."""
import shlex
import sys
from pathlib import Path

from gopy.errors import UserError
from gopy.regress.baseline import compare, read_baseline, write_baseline
from gopy.regress.runner import run_file

#: The engine that is tested by default: it gives the same answers each time.
ENGINE = f"{shlex.quote(sys.executable)} -m gopy gtp --size 9 --seed 1 --threads 1 --sims 2000"


def add_arguments(parser) -> None:
    """Add the arguments of `gopy regress`."""
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="regression files: .tst of gopy, GNU Go or Fuego")
    parser.add_argument("--engine", default=ENGINE, metavar="COMMAND", help="the engine's command line (gopy, 2000 simulations)")
    parser.add_argument("--baseline", type=Path, metavar="FILE",
                        help="compare with the results in FILE; if there is no such file, it is written")
    parser.add_argument("--update", action="store_true", help="write the results to the baseline whatever they are")
    parser.add_argument("--verbose", action="store_true", help="show every test, not only those that are not as the files say")


def run(arguments) -> int:
    """Run the files; exit status 1 if a test failed that passed before or, without a baseline, that should not fail."""
    if arguments.update and arguments.baseline is None:
        raise UserError("--update goes with --baseline")
    before = _baseline(arguments.baseline)
    passed, surprises = {}, 0
    for path in arguments.files:
        results = _results(path, arguments.engine)
        for result in results:
            if arguments.verbose or result.surprising and not result.unknown:
                print(result)
        key = path.name if [other.name for other in arguments.files].count(path.name) == 1 else str(path)
        passed.update((f"{key} {result.number}", result.passed) for result in results if not result.unknown)
        surprises += sum(result.surprising and not result.passed and not result.unknown for result in results)
        print(_counts(path, results), flush=True)
    if arguments.baseline is None:
        return int(surprises > 0)
    return _judge(arguments, before, passed)


def _baseline(path):
    if path is None or not path.exists():
        return None
    try:
        return read_baseline(path)
    except ValueError as error:
        raise UserError(str(error)) from None


def _results(path, engine):
    try:
        return list(run_file(path.resolve(), engine))
    except ValueError as error:
        raise UserError(f"{path}: {error}") from None


def _counts(path, results):
    """A line of counts for one file."""
    known = [result for result in results if not result.unknown]
    parts = [f"{sum(result.passed for result in known)} of {len(known)} passed"]
    for count, text in ((sum(not result.passed and result.known_failure for result in known), "known failures"),
                        (sum(not result.passed and not result.known_failure for result in known), "failed"),
                        (sum(result.passed and result.known_failure for result in known), "passed that were known to fail"),
                        (len(results) - len(known), "with commands that the engine does not know")):
        if count:
            parts.append(f"{count} {text}")
    return f"{path}: {', '.join(parts)}"


def _judge(arguments, before, passed):
    """Tell what has changed since the baseline and keep the results where that is asked for; returns the exit status."""
    change = compare({} if before is None else before, passed)
    if before is not None:
        for keys, text in ((change.broken, "failed, passed before"), (change.mended, "passed, failed before"),
                           (change.new, "not in the baseline"), (change.gone, "in the baseline, not run")):
            for key in keys:
                print(f"{key}: {text}")
        print(f"since the baseline: {len(change.broken)} broken, {len(change.mended)} mended")
    if before is None or arguments.update:
        write_baseline(arguments.baseline, {**(before or {}), **passed})
    return int(bool(change.broken) and not arguments.update)
