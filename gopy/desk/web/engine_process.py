"""The server's side of the engine's process: starts it, speaks to it, and starts it again when it dies."""
import asyncio
import dataclasses
import json
import logging
from contextlib import suppress

from gopy.base.documents import json_text
from gopy.base.own_process import module_command
from gopy.base.watch import WATCH

_log = logging.getLogger("gopy.desk.web")

#: The longest line that the engine's process writes, in bytes: a report of 25x25 takes about 10 000.
_LONGEST_LINE = 1 << 22

#: Seconds before a process that died at once is started again; they double up to the second number.
_FIRST_WAIT, _LONGEST_WAIT = 0.5, 30.0

#: A process that has lived so many seconds did not die at once.
_LONG_LIFE = 10.0


class EngineProcess:
    """One process of gopy.desk.web.worker at a time.

    options             the gopy.engine.options.Options of the engine
    on_answer(values)   is called with each answer
    on_change(alive)    is called when the process has started, and when it has died
    now                 the gopy.base.watch.Watch that tells how long a process has lived
    deaths              how many processes have died
    """

    def __init__(self, options, on_answer, on_change, now=WATCH) -> None:
        self._options = {field.name: getattr(options, field.name) for field in dataclasses.fields(options)}
        self._on_answer, self._on_change, self._now = on_answer, on_change, now
        self._process = None
        self._last_id = 0
        self.deaths = 0

    @property
    def pid(self) -> int | None:
        """The number of the process; None while there is none."""
        return self._process and self._process.pid

    async def run(self) -> None:
        """Keep a process running until the task is cancelled."""
        wait = _FIRST_WAIT
        while True:
            started = self._now()
            try:
                await self._live()
            except OSError as error:
                _log.error("the engine's process cannot be started: %s", error)
            self.deaths += 1
            self._call(self._on_change, False)
            if self._now() - started > _LONG_LIFE:
                wait = _FIRST_WAIT
            await asyncio.sleep(wait)
            wait = min(2 * wait, _LONGEST_WAIT)

    def ask(self, **request) -> int:
        """Send a request, which ends the one before it; returns its id. The request is lost while there is no process."""
        self._last_id += 1
        if self._process is not None:
            with suppress(OSError, RuntimeError):       # it has just died
                self._process.stdin.write(json_text({"id": self._last_id, **request}).encode() + b"\n")
        return self._last_id

    async def _live(self):
        """Run one process to its end."""
        process = await asyncio.create_subprocess_exec(
            *module_command("gopy.desk.web.worker"), stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
            limit=_LONGEST_LINE)
        try:
            process.stdin.write(json.dumps(self._options).encode() + b"\n")
            self._process = process
            self._call(self._on_change, True)
            while line := await process.stdout.readline():
                self._call(self._on_answer, json.loads(line))
        except ValueError as error:
            _log.error("the engine's process wrote what is no answer: %s", error)
        finally:
            self._process = None
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()
            _log.warning("the engine's process %d ended", process.pid)

    def _call(self, listener, value):
        """Tell a listener something. Whatever goes wrong there is no fault of the process, which goes on."""
        try:
            listener(value)
        except Exception:
            _log.exception("what the engine's process told could not be taken up")
