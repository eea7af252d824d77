"""`gopy problems`: lists the problems, proves them again, or makes new ones."""
import sys
import time
from collections import Counter
from pathlib import Path

from gopy.base.errors import UserError
from gopy.base.numbers import whole_number
from gopy.lab.problems.problem import problems_of, write_problems


def add_arguments(parser) -> None:
    """Add the arguments of `gopy problems`."""
    parser.epilog = ("Without a flag the problems are listed. The page of `gopy web` and `gopy play --problems` set gopy's own, "
                     "which `gopy problems --make FILE` has made. The same seed makes the same problems.")
    parser.add_argument("file", nargs="?", type=Path, metavar="FILE", help="a file of problems (gopy's own)")
    parser.add_argument("--check", action="store_true",
                        help="prove each problem again: its right first moves, and that every other first move fails")
    parser.add_argument("--make", type=Path, metavar="FILE", help="make problems, and write them to a new FILE")
    parser.add_argument("--seed", type=whole_number(), default=1, metavar="N", help="of the problems that are made (1)")


def run(arguments) -> int:
    """List, check or make problems; returns the exit status: 1 if one cannot be proven."""
    if arguments.make is not None:
        return _make(arguments)
    problems = problems_of(arguments.file)
    return _check(problems) if arguments.check else _list(problems)


def _list(problems):
    for number, problem in enumerate(problems, 1):
        print(f"{number:2}  {problem.kind:8}  level {problem.level}  {problem.size}x{problem.size}  {problem.task[0]}")
    return 0


def _check(problems):
    from gopy.lab.problems.check import faults_of
    faulty, wrong, nodes, began = 0, 0, 0, time.perf_counter()
    for number, problem in enumerate(problems, 1):
        faults, solution = faults_of(problem)
        faulty += bool(faults)
        for fault in faults:
            print(f"problem {number} ({problem.kind}): {fault}", flush=True)
        if solution is not None:
            wrong += len(solution.wrong) + 1
            nodes += solution.nodes
    print(f"{len(problems) - faulty} of {len(problems)} problems are proven, with {wrong} refutations, by {nodes} positions "
          f"in {time.perf_counter() - began:.1f} s")
    return int(faulty > 0)


def _make(arguments):
    from gopy.lab.problems.make import make_problems
    if arguments.make.exists():         # now, and not after minutes of work
        raise UserError(f"{arguments.make} is there already")
    if not arguments.make.parent.is_dir():
        raise UserError(f"there is no folder {arguments.make.parent}")
    problems = make_problems(arguments.seed, lambda text: print(text, file=sys.stderr, flush=True))
    write_problems(arguments.make, problems)
    print(", ".join(f"{count} {kind}" for kind, count in Counter(problem.kind for problem in problems).items()))
    return 0
