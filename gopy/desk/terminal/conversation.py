"""The conversation of a person with gopy while they play a game, whatever game it is."""
from abc import abstractmethod
from contextlib import suppress
from typing import Any

from gopy.base.errors import sentence
from gopy.base.numbers import parse_count
from gopy.desk.terminal import kept
from gopy.desk.terminal.talk import Talk
from gopy.engine.levels import LEVELS


class Conversation(Talk):
    """A person and gopy play a game: they take turns, and the person may type commands, until the person leaves.

    Each kind of game is a subclass, which adds to COMMANDS and defines the methods under "To be defined".

    human       the person's number, 0 or 1
    result      how the game ended, as text; None while it goes on
    """

    COMMANDS = {
        "undo": ("", "take back your last move, or the end of the game"),
        "hint": ("", "ask gopy what it would play"),
        "level": ("N", f"how strong gopy plays, {min(LEVELS)} to {max(LEVELS)}; alone, how strong it is now"),
        "board": ("", "draw the board again"),
        "resign": ("", "give up the game"),
        "save": ("FILE", "save the game"),
        "save!": ("FILE", "save the game in the place of another file"),
        "load": ("FILE", "go on with a saved game"),
        "new": ("", "begin another game"),
        **Talk.COMMANDS,
    }
    FILE_COMMANDS = ("save", "save!", "load")

    #: The ending of the names of files that hold a game.
    SUFFIX = ""

    #: Endings of files that are read, but not written.
    READ_ONLY: tuple[str, ...] = ()

    HELP = "While gopy thinks, Ctrl-C makes it move at once. Commands:"

    def __init__(self, console, human) -> None:
        super().__init__(console)
        self.human = human
        self.result: str | None = None
        self._file = None           # the path that the game was saved to or loaded from
        self._safe: str | bytes | None = None   # the text of the game as it was last saved or loaded, or None

    # To be defined --------------------------------------------------------------------------------------

    @abstractmethod
    def show(self) -> None:
        """Draw the board and the information that belongs to it."""

    @abstractmethod
    def prompt(self) -> str:
        """The text that asks the person for a move."""

    @abstractmethod
    def is_gopys_turn(self) -> bool:
        """Whether gopy moves next."""

    @abstractmethod
    def let_gopy_move(self) -> None:
        """Let gopy choose and play a move, and show it."""

    @abstractmethod
    def play(self, text) -> None:
        """Play the person's move, or say why the text is no legal move."""

    @abstractmethod
    def is_finished(self) -> bool:
        """Whether the moves have ended the game, so that it is nobody's turn."""

    @abstractmethod
    def finish(self) -> None:
        """Set `result` and show how the game ended; called when `is_finished` first returns True."""

    @abstractmethod
    def take_back(self) -> None:
        """Take back the person's last move and what followed; ValueError if there is none, and nothing changed."""

    @abstractmethod
    def advise(self) -> None:
        """Say what gopy would play."""

    @abstractmethod
    def level_text(self) -> str:
        """A text that says how strong gopy plays."""

    @abstractmethod
    def set_level(self, level) -> None:
        """Let gopy play at a level from now on."""

    @abstractmethod
    def give_up(self) -> None:
        """The person resigns: set `result` and say who wins."""

    @abstractmethod
    def begin(self, argument) -> None:
        """Begin another game as the words after `new` say. ValueError says what is wrong; nothing has changed then."""

    @abstractmethod
    def read(self, path) -> Any:
        """The saved game in a file. ValueError says what is wrong with it."""

    @abstractmethod
    def put(self, saved) -> None:
        """Replace the game by one that `read` has returned."""

    @abstractmethod
    def greeting(self) -> str:
        """A text that says which side the person has."""

    @abstractmethod
    def record_text(self) -> str | bytes:
        """The text of a file that holds the game, or its bytes."""

    @abstractmethod
    def has_moves(self) -> bool:
        """Whether any moves were played, so that the game may be worth keeping."""

    # Taking turns ---------------------------------------------------------------------------------------

    def start(self) -> None:
        self.console.say(f"{self.greeting()}\nType {self.A_MOVE}, or help.")
        if not self.is_finished():
            self.show()

    def take_turn(self) -> None:
        if self.result is None and self.is_finished():
            self.finish()
        elif self.result is None and self.is_gopys_turn():
            self.let_gopy_move()
        else:
            self.obey(self.ask("The game is over> " if self.result is not None else f"{self.prompt()}> "))

    def ask(self, prompt) -> str:
        """The person's next line. Raises Leave."""
        return self.console.ask(prompt)

    def take(self, line) -> None:
        if self.result is None:
            self.play(line)
        else:
            self.console.say(f"{line!r} is no command, and the game is over; undo, new and help are some that there are")

    def end(self) -> None:
        """Keep the game if the person may want to go on with it."""
        self.keep_game()

    # Commands -------------------------------------------------------------------------------------------

    def do_undo(self, _) -> None:
        if self.result is not None and not self.is_finished():
            self.result = None          # the game had ended by resignation or on time
            if not self.is_gopys_turn():
                self.show()
                return
        try:
            self.take_back()
            self.result = None
        except ValueError:
            self.console.say("there is no move of yours to take back")
        self.show()

    def do_hint(self, _) -> None:
        if self.result is None:
            self.advise()
        else:
            self.console.say("the game is over")

    def do_level(self, argument) -> None:
        if not argument:
            self.console.say(self.level_text())
            return
        try:
            level = parse_count(argument)
        except ValueError:
            level = None
        if level not in LEVELS:
            self.console.say(f"a level is a number from {min(LEVELS)} to {max(LEVELS)}, not {argument!r}")
            return
        self.set_level(level)
        self.console.say(self.level_text())

    def do_board(self, _) -> None:
        self.show()

    def do_resign(self, _) -> None:
        if self.result is None:
            self.give_up()
        else:
            self.console.say("the game is over")

    def do_save(self, name, replace=False) -> None:
        name = name or str(self._file or "")
        if not name:
            self.console.say(f"save where? try: save game{self.SUFFIX}")
            return
        text = self.record_text()
        try:
            path, replaced = kept.save(name, text, self._file, replace)
        except kept.CannotSave as error:
            self.console.say(str(error))
            return
        self.set_file(path)
        self.console.say(f"saved {name}" + (", which replaces what was there" if replaced else ""))

    def do_save_replacing(self, name) -> None:
        self.do_save(name, replace=True)

    def do_load(self, name) -> None:
        if not name:
            self.console.say(f"load what? try: load game{self.SUFFIX}")
            return
        try:
            path = kept.path_of(name)
            saved = self.read(path)
        except ValueError as error:
            self.console.say(str(error))
            return
        self.keep_game()
        self.go_on_with(saved, path)
        self._announce()

    def do_new(self, argument) -> None:
        text, file = self._unsafe_text(), self._file
        try:
            self.begin(argument)
        except ValueError as error:
            self.console.say(str(error))
            return
        if text is not None:
            self._keep_text(text, file)
        self._file = self._safe = self.result = None
        self._announce()

    def go_on_with(self, saved, path) -> None:
        """Replace the game by one that `read` has returned from the file `path`."""
        self.put(saved)
        self.result = None
        self.set_file(path)
        if path.suffix.lower() in self.READ_ONLY:       # `save` would put a record of another form into the file
            self._file = None

    def set_file(self, path) -> None:
        """Note that the file `path` holds the game as it is now."""
        self._file, self._safe = path, self.record_text()

    def _announce(self):
        self.console.say(self.greeting())
        if not self.is_finished():      # `finish` draws the board itself
            self.show()

    # Keeping --------------------------------------------------------------------------------------------

    def keep_game(self) -> None:
        """Save a game that is in no file, and say how to go on with it; only if the console keeps games."""
        text = self._unsafe_text()
        if text is not None:
            self._keep_text(text, self._file)

    def _unsafe_text(self):
        """The text of the game if it should be kept because no file holds it as it is now, otherwise None."""
        if not self.console.keeps or not self.has_moves():
            return None
        text = self.record_text()
        return None if text == self._safe else text

    def _keep_text(self, text, file):
        try:
            path = kept.keep(text, self.SUFFIX, file)
            told = f"The game is kept in {kept.short_name(path)};\n`gopy play --resume` goes on with it."
        except (OSError, RuntimeError) as error:        # no folder that can be written to, or no home
            told = f"The game could not be kept: {sentence(error)}"
        with suppress(OSError):         # the window may be closed
            self.console.say(told)
