"""A person types lines at a prompt and is answered, whatever they are about: commands, and what is none."""
from abc import ABC, abstractmethod
from typing import NoReturn

from gopy.desk.terminal.console import Console, Leave


class Talk(ABC):
    """A person types commands, and lines that are none, until they leave. Each kind of talk is a subclass, which adds to COMMANDS."""

    #: {command: (its argument, what it does)}. The method `do_NAME` carries it out; in NAME a "!" becomes `_replacing`.
    COMMANDS = {
        "help": ("", "show this"),
        "quit": ("", "leave; so do Ctrl-C and Ctrl-D"),
    }

    #: Commands whose argument is the name of a file, for completion.
    FILE_COMMANDS: tuple[str, ...] = ()

    #: A description of how moves are written, for the first line and for help.
    A_MOVE = "a move"

    #: What `help` says before it lists the commands.
    HELP = ""

    def __init__(self, console: Console) -> None:
        self.console = console

    @abstractmethod
    def start(self) -> None:
        """Say what the talk begins with."""

    @abstractmethod
    def take_turn(self) -> None:
        """Ask the person for a line and answer it, or do what comes before the next line. Raises Leave."""

    @abstractmethod
    def take(self, line) -> None:
        """Answer a line that is no command."""

    @abstractmethod
    def end(self) -> None:
        """Do what is left to do when the person has left."""

    def run(self) -> None:
        """Talk until the person leaves."""
        with self.console.minding_signals():
            try:
                self.start()
                while True:
                    self.take_turn()
            except (Leave, KeyboardInterrupt):
                pass
            finally:
                self.console.close()
                self.end()

    def obey(self, line) -> None:
        """Carry out what the person typed."""
        name, _, argument = line.partition(" ")
        name, argument = name.lower(), argument.strip()
        if not line:
            return
        if name not in self.COMMANDS:
            self.take(line)
        elif argument and not self.COMMANDS[name][0]:
            self.console.say(f"nothing follows {name}; try help")
        else:
            method = getattr(self, "do_" + name.replace("!", "_replacing"))
            method(argument)

    def words(self) -> list[str]:
        """The words that a line may begin with, for completion."""
        return list(self.COMMANDS)

    def do_help(self, _) -> None:
        width = max(len(f"{name} {argument}") for name, (argument, _) in self.COMMANDS.items())
        lines = [f"  {f'{name} {argument}':<{width}}  {text}" for name, (argument, text) in self.COMMANDS.items()]
        self.console.say("\n".join([f"Type {self.A_MOVE} to play it.", self.HELP, *lines]))

    def do_quit(self, _) -> NoReturn:
        raise Leave
