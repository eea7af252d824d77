"""One conversation with a client: read a command, carry it out, answer, in strict order until the client leaves."""
import importlib
import logging
import os
import signal
import sys
import threading
from contextlib import contextmanager
from typing import Any

from gopy.base.errors import UserError, sentence
from gopy.go.history import CannotUndo, IllegalMove
from gopy.protocols.gtp.arguments import Arguments
from gopy.protocols.gtp.incoming import Incoming
from gopy.protocols.gtp.outgoing import EXIT_UNWRITTEN, ClientGone, Outgoing, say, take_over_stdout, when_reader_leaves
from gopy.protocols.gtp.protocol import response
from gopy.protocols.gtp.registry import COMMANDS

_log = logging.getLogger("gopy.protocols.gtp")

#: Modules of commands; the order is the one in which list_commands shows them.
_FAMILIES = ("core", "board", "play", "clock", "score", "record", "analysis", "kata", "kgs", "cgos", "gogui",
             "gogui_analyze", "gogui_dialog", "testers")
for _family in _FAMILIES:
    importlib.import_module(f"gopy.protocols.gtp.commands.{_family}")

#: Seconds after a signal, or after the client has left, in which the session may end in good order.
_ENDING_SECONDS = 5.0


class Ended(BaseException):
    """Raised in the main thread by a signal that ends the session, whatever the thread is doing."""


class Session:
    """What handlers need: `engine`, the client's lines (`incoming`), and streamed answers.

    engine    a gopy.engine.engine.Engine
    options   a gopy.engine.options.Options, for the name and version that clients are told
    """

    def __init__(self, engine, stdin, stdout, options) -> None:
        self.engine = engine
        self.options = options
        self.incoming = Incoming(stdin)
        self.quitting = False
        self.explanation = ""               # what the search thought of the last move it chose
        self.live_graphics = ""             # what is drawn for GoGui, on standard error, while a move is chosen
        self.announced = False              # whether stderr was told whose form the lines about moves have
        self.sigint_interrupts = False      # a client said that it uses SIGINT to stop a command
        self.failure: str | None = None     # why answers cannot be written, if it is not that the client has left
        self._outgoing = Outgoing(stdout)
        self._line: Any = None
        self._streaming = False

    def loop(self) -> None:
        """Answer commands until the client quits, ends its input or stops reading."""
        self.incoming.start()
        try:
            while not self.quitting:
                line = self.incoming.next()
                if line is None:
                    break
                self.answer(line)
        except ClientGone as gone:
            self.failure = gone.failure
            _log.info("%s", gone.failure or "the client closed our standard output")

    def leave(self) -> None:
        """End soon, whatever is under way: nobody reads the answers any more. May be called from any thread."""
        _end_for_certain()
        self.engine.stop()
        self.incoming.end()

    def stream(self, text) -> None:
        """Send one line of an answer that is not complete yet; `text` has no line end."""
        if not self._streaming:
            self._streaming = True
            self._outgoing.write(f"={self._line.id}\n")
        if text:
            _log.debug("< %s", text)
            self._outgoing.write(text + "\n")

    def answer(self, line) -> None:
        """Carry out one gopy.protocols.gtp.protocol.Line and send its answer. Raises ClientGone."""
        _log.info("> %s", " ".join(filter(None, line)))
        self._line, self._streaming = line, False
        ok, text = self._carry_out(line)
        if self._streaming:
            if not ok:
                _log.error("%s failed after its answer had begun: %s", line.name, text)
            elif text:
                self.stream(text)
            answer = "\n"
        else:
            answer = response(line.id, text, ok)
        _log.info("< %s", answer.rstrip("\n"))
        self._outgoing.write(answer)

    def _carry_out(self, line):
        """(success, text of the answer). Whatever goes wrong is an answer, never the end of the session."""
        if line.refusal:
            return False, line.refusal
        command = COMMANDS.get(line.name)
        if command is None:
            return False, "unknown command"
        try:
            return True, command.run(self, Arguments(line.text)) or ""
        except ClientGone:
            raise
        except IllegalMove:
            return False, "illegal move"
        except CannotUndo:
            return False, "cannot undo"
        except UserError as error:
            return False, sentence(error)
        except Exception as error:
            _log.exception("%s failed", line.name)
            return False, f"internal error: {sentence(error)}"


def run(engine, stdin, stdout, options, watch=lambda session: None) -> int:
    """Serve one client over binary streams; returns the exit code. The engine is closed at the end.

    watch(session) is called before the first command. In the main thread SIGTERM and SIGINT end the session, except a SIGINT
    that the client uses to stop a command.
    """
    session = Session(engine, stdin, stdout, options)
    try:
        with _signals_ending(session):
            watch(session)
            session.loop()
    except Ended:
        _log.info("ended by a signal")
    try:
        engine.close()
    except Exception:
        _log.exception("closing the engine failed")
    if session.failure is None:
        return 0
    say(f"gopy: {session.failure}")
    return EXIT_UNWRITTEN


def _end_for_certain():
    """End the process after some seconds, even if it does not end in good order: a compiler at work cannot be interrupted."""
    undertaker = threading.Timer(_ENDING_SECONDS, os._exit, (0,))
    undertaker.daemon = True
    undertaker.start()


@contextmanager
def _signals_ending(session):
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def on_signal(number, _frame):
        if number == signal.SIGINT and session.sigint_interrupts:
            session.incoming.request_stop()
            return
        for each in (signal.SIGTERM, signal.SIGINT):
            signal.signal(each, signal.SIG_IGN)
        _end_for_certain()
        session.engine.stop()
        raise Ended

    before = {number: signal.signal(number, on_signal) for number in (signal.SIGTERM, signal.SIGINT)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def serve(options) -> int:
    """The whole of `gopy gtp`: take over stdout, make the engine, serve stdin, end the process.

    Nothing may be printed to stdout before the take-over; what is printed after it goes to stderr.
    """
    client = take_over_stdout()
    from gopy.engine.engine import Engine  # after the take-over: whatever it imports may print
    if sys.stdin is None or client is None:
        return 0
    code = run(Engine(options), sys.stdin.buffer, client, options,
               watch=lambda session: when_reader_leaves(client, session.leave))
    # A thread that is compiling cannot be interrupted, and the interpreter would wait for it.
    logging.shutdown()
    os._exit(code)
