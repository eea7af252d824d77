"""`gopy doctor`: checks this installation, one sentence a check, and prints the line to paste into each client."""
from gopy.desk.doctor.checks import CHECKS, Verdict, judged
from gopy.desk.doctor.clients import executable, lines

_MARKS = {Verdict.OK: "ok     ", Verdict.WARNING: "warning", Verdict.FAILED: "FAILED "}


def add_arguments(parser) -> None:
    """Add the arguments of `gopy doctor`."""
    parser.epilog = "The exit status is 1 if a check failed. A warning is no failure."
    parser.add_argument("--clients-only", action="store_true", help="check nothing, print the lines for the clients alone")


def run(arguments) -> int:
    """Check and print; exit status 1 if a check failed."""
    failed = False
    if not arguments.clients_only:
        for subject, check in CHECKS.items():
            verdict, sentence = judged(subject, check)
            print(_MARKS[verdict], sentence, flush=True)
            failed = failed or verdict is Verdict.FAILED
        print("\nTo paste into a client:\n")
    print("\n".join(lines(executable())))
    return int(failed)
