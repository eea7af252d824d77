"""The command line: `gopy COMMAND`. Each command imports what it needs when it runs; help and version are instant."""
import argparse
import importlib
import logging
import os
import sys
from contextlib import suppress
from typing import NoReturn

from gopy import __version__
from gopy.base.collecting import collect_less
from gopy.base.columns import folded
from gopy.base.errors import UserError, sentence
from gopy.base.numbers import parameter_sentence

#: Exit status after an error, which is told in one sentence on stderr. argparse uses the same number.
EXIT_USAGE = 2
EXIT_INTERRUPTED = 130

#: Command -> (module, help). The module, a file cli.py, has add_arguments(parser) and run(arguments), which returns the exit status
#: or None. Nothing else imports such a file.
COMMANDS = {
    "gtp": ("gopy.protocols.gtp.cli", "play with a GUI or a server over the Go Text Protocol"),
    "analysis": ("gopy.protocols.analysis.cli", "analyse many positions for KaTrain, Ogatak and other clients of KataGo's JSON protocol"),
    "play": ("gopy.desk.terminal.cli", "play against gopy in this terminal"),
    "web": ("gopy.desk.web.cli", "play and analyse on a page in your browser"),
    "games": ("gopy.games.cli", "list the games there are"),
    "parameters": ("gopy.desk.parameters.cli", "list presets, tree policies and their parameters"),
    "selfplay": ("gopy.lab.match.selfplay.cli", "let gopy play against itself and save the games"),
    "match": ("gopy.lab.match.cli", "play a match between two engines, or two searches of any game"),
    "study": ("gopy.lab.study.cli", "play studies of many matches and report them"),
    "tune": ("gopy.lab.tune.cli", "seek better values of parameters by blocks of paired games"),
    "review": ("gopy.desk.review.cli", "review games that were played: a page and a record with comments"),
    "problems": ("gopy.lab.problems.cli", "list problems of Go, prove them again, or make new ones"),
    "regress": ("gopy.lab.regress.cli", "run regression files and compare with a baseline"),
    "bench": ("gopy.lab.bench.cli", "measure speed"),
    "doctor": ("gopy.desk.doctor.cli", "check this installation, and print what to paste into each client"),
    "learn": ("gopy.lab.learn.cli", "learn from recorded games and from self-play"),
    "warmup": ("gopy.engine.cli", "compile the search for board sizes ahead of the first game"),
}


class _Parser(argparse.ArgumentParser):
    """Says what is wrong in one sentence instead of repeating the usage."""

    def error(self, message) -> NoReturn:
        raise UserError(parameter_sentence(message) or f"{message} (try {self.prog} --help)")


def _parser(words):
    """The parser, with the arguments of the command in `words` alone, so that the modules of the others are not imported.

    If that command is the first word, the parser knows no other: describing all of them takes 4 ms.
    """
    parser = _Parser(prog="gopy", allow_abbrev=False, description="A Go engine: bitboards, pattern playouts and heuristic UCT-RAVE.",
                     epilog="Give your GUI the command `gopy gtp`. `gopy COMMAND --help` lists the options.")
    parser.add_argument("--version", action="version", version=f"gopy {__version__}")
    subparsers = parser.add_subparsers(metavar="COMMAND", required=True)
    given = next((word for word in words if not word.startswith("-")), None)
    for name, (module, text) in ([(given, COMMANDS[given])] if words[:1] == [given] and given in COMMANDS else COMMANDS.items()):
        subparser = subparsers.add_parser(name, help=text, allow_abbrev=False, description=text[0].upper() + text[1:] + ".")
        if name == given:
            chosen = importlib.import_module(module)
            chosen.add_arguments(subparser)
            subparser.set_defaults(command=chosen)
    return parser


def main(argv=None) -> int:
    """Run one command; returns the exit status. Errors are one sentence on stderr, never a traceback."""
    if argv is None:
        argv = sys.argv[1:]
        collect_less()          # else the process belongs to somebody else, who calls this function
    _accept_any_text()
    logging.getLogger("gopy").addHandler(logging.NullHandler())     # quiet until a command starts the log
    try:
        try:
            arguments = _parser(argv).parse_args(argv)
            return arguments.command.run(arguments) or 0
        finally:
            _finish_output()
    except UserError as error:
        return _fail(error, EXIT_USAGE)
    except KeyboardInterrupt:
        return EXIT_INTERRUPTED
    except BrokenPipeError:                     # whoever read our output has left
        return 1
    except OSError as error:
        return _fail(sentence(error) if error.strerror else error, EXIT_USAGE)
    except Exception as error:
        logging.getLogger("gopy").exception("gopy %s failed", " ".join(argv))
        return _fail(sentence(error), 1)


def _finish_output():
    """Write what is left of the output. OSError, which names it, if that cannot be: at the exit Python would show a traceback."""
    try:
        if sys.stdout is not None and not sys.stdout.closed:
            sys.stdout.flush()
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)        # for what Python tries to write once more
        raise OSError(error.errno, error.strerror, "the output") from None


def _accept_any_text():
    """Keep a command from failing on a file name or a player's name that the terminal's encoding cannot express."""
    for stream, errors in ((sys.stdin, "surrogateescape"), (sys.stdout, "backslashreplace"),
                           (sys.stderr, "backslashreplace")):
        with suppress(AttributeError, ValueError):      # closed, or another kind of stream
            stream.reconfigure(errors=errors)


def _fail(error, status):
    text = f"gopy: {' '.join(str(error).split())}"
    print(folded(text) if sys.stderr is not None and sys.stderr.isatty() else text, file=sys.stderr)     # a program reads one line
    return status


if __name__ == "__main__":
    sys.exit(main())
