"""One conversation with a client of the analysis: every line is a query or an action, every answer a line of JSON."""
import logging
import os
import sys
import threading
from typing import NoReturn

import gopy
from gopy.base.documents import json_text, parse_json
from gopy.base.errors import sentence
from gopy.base.lines import bounded_lines
from gopy.base.numbers import shown
from gopy.protocols.analysis.answer import refusal, warning
from gopy.protocols.analysis.fields import FieldError, whole_numbers
from gopy.protocols.analysis.query import read_query
from gopy.protocols.analysis.settings import Settings
from gopy.protocols.analysis.work import Analyst, go_search
from gopy.protocols.gtp.outgoing import EXIT_UNWRITTEN, ClientGone, Outgoing, say, take_over_stdout, when_reader_leaves

_log = logging.getLogger("gopy.protocols.analysis")

#: The longest line that is read. A query with 10 000 moves has some 120 kB.
MAX_LINE_BYTES = 1 << 20

_ACTIONS = "'action' field must be 'query_version' or 'query_models' or 'clear_cache' or 'terminate' or 'terminate_all'"
_TURNS = "If provided, must be an array of integers indicating turns to terminate"


#: How long a thread may run Python while another wants to. Searches return to Python every 20 ms, for much less than the
#: usual 5 ms, and wait for each other then.
SWITCH_SECONDS = 0.0005


class Session:
    """A conversation over binary streams.

    options     gopy.engine.options.Options of each search
    positions   how many positions are analysed at a time
    waits       whether all queries are answered when the client ends its input, or only those that are done by then
    """

    def __init__(self, stdin, stdout, options, positions, waits=True, make_search=None) -> None:
        self._stdin, self._options, self._waits = stdin, options, waits
        self._outgoing, self._writing, self._silent = Outgoing(stdout), threading.Lock(), False
        self.failure: str | None = None     # why answers cannot be written, if it is not that the client has left
        self._analyst = Analyst(options, positions, self.answer, make_search or go_search)

    def loop(self) -> None:
        """Read queries until the client ends its input or stops reading, then finish what is under way."""
        say("Started, ready to begin handling requests")        # what KataGo says; some clients wait for it
        for line in bounded_lines(self._stdin, MAX_LINE_BYTES):
            if self._silent:
                break
            if line.strip():
                self.read(line.strip())
        if not self._waits:
            self.leave()
        self._analyst.finish()

    def answer(self, document) -> None:
        """Send one answer. If nobody reads it, all requests are given up."""
        text = json_text(document)
        with self._writing:
            if self._silent:
                return
            try:
                self._outgoing.write(text + "\n")
                return
            except ClientGone as gone:
                self.failure = gone.failure
                _log.info("%s", gone.failure or "the client closed our standard output")
        self.leave()

    def leave(self) -> None:
        """Give up all requests, and answer nothing any more. May be called from any thread."""
        self._silent = True
        self._analyst.abandon()

    def read(self, line) -> None:
        """Carry out one line of bytes. Whatever is wrong with it is answered, and nothing else is touched."""
        _log.debug("> %s", line)
        if len(line) > MAX_LINE_BYTES:
            self.answer(refusal(None, None, f"A line has more than {MAX_LINE_BYTES} bytes"))
            return
        try:
            document = parse_json(line)
        except ValueError as error:
            text = shown(line.decode("utf-8", "replace"))
            self.answer(refusal(None, None, f"{error} - could not parse input line as json request: {text}"))
            return
        if not isinstance(document, dict):
            self.answer(refusal(None, None, "Request line was valid json but was not an object, ignoring: "
                                            + shown(line.decode("utf-8", "replace"))))
        elif not isinstance(document.get("id"), str):
            self.answer(refusal(None, None, 'Request must have a string "id" field'))
        else:
            self._carry_out(document)

    def _carry_out(self, document):
        try:
            if isinstance(document.get("action"), str):
                self._act(document)
                return
            query = read_query(document, self._settings)
            self._analyst.check_room(query)
        except FieldError as error:
            self.answer(refusal(document["id"], error.field, str(error)))
            return
        except Exception as error:
            # for example lists within lists, so deep that Python reads them but cannot write them
            _log.exception("a line could not be carried out")
            self.answer(refusal(document["id"], None, f"internal error: {sentence(error)}"))
            return
        for field, text in query.warnings:
            self.answer(warning(query.id, field, text))
        self._analyst.submit(query)

    def _settings(self, size):
        return Settings(self._options.simulations(size), self._options.seconds)

    def _act(self, document):
        action, more = document["action"], {}
        if action == "query_version":
            more = {"version": self._options.gtp_version or gopy.__version__, "git_hash": "<omitted>"}
        elif action == "query_models":
            more = {"models": []}
        elif action in ("terminate", "terminate_all"):
            self._terminate(document, everything=action == "terminate_all")
        elif action != "clear_cache":       # there is none to clear
            self.answer(refusal(None, None, _ACTIONS))
            return
        self.answer({**document, **more})

    def _terminate(self, document, everything):
        wanted = None if everything else document.get("terminateId")
        if not everything and not isinstance(wanted, str):
            raise FieldError("terminateId", 'Requests for a terminate action must have a string "terminateId" field')
        turns = whole_numbers(document, "turnNumbers", _TURNS) if "turnNumbers" in document else None
        self._analyst.terminate(lambda request: (everything or request.query.id == wanted)
                                and (turns is None or request.turn in turns))


def serve(options, positions, waits) -> int:
    """The whole of `gopy analysis`: take over stdout, answer stdin, end the process.

    Nothing may be printed to stdout before the take-over; what is printed after it goes to stderr.
    """
    client = take_over_stdout()
    if sys.stdin is None or client is None:
        return 0
    sys.setswitchinterval(SWITCH_SECONDS)
    session = Session(sys.stdin.buffer, client, options, positions, waits)

    def end() -> NoReturn:
        if session.failure is not None:
            say(f"gopy: {session.failure}")
        # A thread that is compiling cannot be interrupted, and the interpreter would wait for it.
        logging.shutdown()
        os._exit(0 if session.failure is None else EXIT_UNWRITTEN)

    def leave():
        session.leave()
        end()

    when_reader_leaves(client, leave)       # also while a query is analysed for hours, and while the input stays open
    session.loop()
    end()
