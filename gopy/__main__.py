"""The command line: `gopy COMMAND`. Each command imports what it needs when it runs; help and version are instant."""
import argparse
import importlib
import logging
import os
import sys
from contextlib import suppress
from typing import NoReturn

from gopy import __version__
from gopy.errors import UserError

#: Exit status after an error, which is told in one sentence on stderr. argparse uses the same number.
EXIT_USAGE = 2
EXIT_INTERRUPTED = 130

#: Command -> (module with add_arguments(parser) and run(arguments), help).
COMMANDS = {
    "gtp": ("gopy.gtp.cli", "play with a GUI or a server over the Go Text Protocol"),
    "play": ("gopy.terminal.cli", "play against gopy in this terminal"),
    "games": ("gopy.terminal.list_games", "list the games there are"),
    "parameters": ("gopy.terminal.list_parameters", "list presets, tree policies and their parameters"),
    "selfplay": ("gopy.terminal.selfplay", "let gopy play against itself and save the games"),
    "match": ("gopy.match.command", "play a match between two engines, or two searches of any game"),
    "study": ("gopy.study.commands", "play studies of many matches and report them"),
    "bench": ("gopy.bench.command", "measure speed"),
    "warmup": ("gopy.terminal.warmup", "compile the search for board sizes ahead of the first game"),
}


class _Parser(argparse.ArgumentParser):
    """Says what is wrong in one sentence instead of repeating the usage."""

    def error(self, message) -> NoReturn:
        raise UserError(f"{message} (try {self.prog} --help)")


def _parser(command):
    """The parser, with the arguments of `command` alone, so that the modules of the other commands are not imported."""
    parser = _Parser(prog="gopy", allow_abbrev=False, description="A Go engine: bitboards, pattern playouts and heuristic UCT-RAVE.",
                     epilog="Give your GUI the command `gopy gtp`. `gopy COMMAND --help` lists the options.")
    parser.add_argument("--version", action="version", version=f"gopy {__version__}")
    subparsers = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for name, (module, text) in COMMANDS.items():
        subparser = subparsers.add_parser(name, help=text, allow_abbrev=False, description=text[0].upper() + text[1:] + ".")
        if name == command:
            importlib.import_module(module).add_arguments(subparser)
    return parser


def main(argv=None) -> int:
    """Run one command; returns the exit status. Errors are one sentence on stderr, never a traceback."""
    argv = sys.argv[1:] if argv is None else argv
    _accept_any_text()
    command = next((word for word in argv if not word.startswith("-")), None)
    logging.getLogger("gopy").addHandler(logging.NullHandler())     # quiet until a command starts the log
    try:
        arguments = _parser(command).parse_args(argv)
        return importlib.import_module(COMMANDS[arguments.command][0]).run(arguments) or 0
    except UserError as error:
        return _fail(error, EXIT_USAGE)
    except KeyboardInterrupt:
        return EXIT_INTERRUPTED
    except BrokenPipeError:                     # whoever read our output has left
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        return 1
    except OSError as error:
        return _fail(f"{error.filename}: {error.strerror}" if error.filename else error, EXIT_USAGE)
    except Exception as error:
        logging.getLogger("gopy").exception("gopy %s failed", command)
        return _fail(f"{type(error).__name__}: {error}", 1)


def _accept_any_text():
    """Keep a command from failing on a file name or a player's name that the terminal's encoding cannot express."""
    for stream, errors in ((sys.stdin, "surrogateescape"), (sys.stdout, "backslashreplace"),
                           (sys.stderr, "backslashreplace")):
        with suppress(AttributeError, ValueError):      # closed, or another kind of stream
            stream.reconfigure(errors=errors)


def _fail(error, status):
    print("gopy:", " ".join(str(error).split()), file=sys.stderr)
    return status


if __name__ == "__main__":
    sys.exit(main())
