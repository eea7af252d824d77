"""The table of commands. A module of commands fills it with the `command` decorator."""
from typing import Callable, NamedTuple


class Command(NamedTuple):
    """A command. `run(session, arguments)` returns the answer's text (None: empty) or raises GtpError."""
    name: str
    run: Callable
    listed: bool


#: Commands by name, in the order in which they were defined.
COMMANDS = {}


def command(*names, listed=True) -> Callable[[Callable], Callable]:
    """A decorator that registers a handler under `names`; `listed` says whether list_commands shows them."""
    def register(run):
        for name in names:
            if name in COMMANDS:
                raise ValueError(f"command {name} is defined twice")
            COMMANDS[name] = Command(name, run, listed)
        return run
    return register
