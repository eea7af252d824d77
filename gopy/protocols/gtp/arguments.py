"""The words after a command's name, read as colours, vertices and numbers. A word that does not fit is a syntax error."""
from gopy.base.numbers import parse_integer, parse_number
from gopy.go.geometry import COLOUR_NAMES, parse_vertex
from gopy.protocols.gtp.protocol import GtpError

_BOOLEANS = {"true": True, "1": True, "on": True, "false": False, "0": False, "off": False}


def syntax_error() -> GtpError:
    return GtpError("syntax error")


def read_colour(word) -> int:
    """BLACK or WHITE."""
    try:
        return COLOUR_NAMES[word.lower()]
    except KeyError:
        raise syntax_error() from None


def is_colour(word) -> bool:
    return word.lower() in COLOUR_NAMES


def read_boolean(word) -> bool:
    try:
        return _BOOLEANS[word.lower()]
    except KeyError:
        raise syntax_error() from None


def read_integer(word) -> int:
    try:
        return parse_integer(word)
    except ValueError:
        raise syntax_error() from None


def read_number(word) -> float:
    try:
        return parse_number(word)
    except ValueError:
        raise syntax_error() from None


def read_move(word, size) -> int:
    """The move that a vertex names: a point, or the pass."""
    try:
        return parse_vertex(word, size)
    except ValueError:
        raise syntax_error() from None


class Arguments:
    """The words of one command. `arguments.colour(0)` and the like raise `syntax error` if the word is missing or wrong.

    Words beyond those a command asks for are ignored, as GNU Go does.
    """

    def __init__(self, text) -> None:
        self.text = text
        self.words = [word for word in text.split(" ") if word]

    def __len__(self) -> int:
        return len(self.words)

    def __getitem__(self, index) -> str:
        return self.words[index]

    def word(self, index) -> str:
        if index >= len(self.words):
            raise syntax_error()
        return self.words[index]

    def colour(self, index) -> int:
        return read_colour(self.word(index))

    def boolean(self, index) -> bool:
        return read_boolean(self.word(index))

    def integer(self, index) -> int:
        return read_integer(self.word(index))

    def number(self, index) -> float:
        return read_number(self.word(index))

    def move(self, index, size) -> int:
        return read_move(self.word(index), size)

    def file_name(self) -> str:
        """The whole text as one file name, its case and blanks kept, quotes around it dropped."""
        name = self.text
        if len(name) >= 2 and name[0] == name[-1] == '"':
            name = name[1:-1]
        if not name:
            raise syntax_error()
        return name

    def file_name_and_integer(self) -> tuple[str, int | None]:
        """(file name, int or None): a last word of digits after a name is the integer."""
        name, _, last = self.text.rpartition(" ")
        if name and last.isascii() and last.isdigit():
            return Arguments(name.strip(" ")).file_name(), read_integer(last)
        return self.file_name(), None
