"""GTP 2 framing: cleaning a line, splitting it, and the two shapes of an answer. Pure functions."""
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from gopy.base.errors import UserError
from gopy.go.history import IllegalMove

#: A longer line is refused. The longest line with a meaning, a set-up of the largest board, has a tenth of this length.
MAX_LINE_BYTES = 1 << 16

_DELETED: dict[int, str | None] = {code: None for code in (*range(32), 127)}
_DELETED[ord("\t")] = " "


#: Lone surrogates, but for those that stand for a byte of 0x80 to 0xff.
_LONE_SURROGATE = re.compile("[\ud800-\udc7f\udd00-\udfff]")


class GtpError(UserError):
    """A command cannot be carried out; the message is the answer's text."""


@contextmanager
def refusals() -> Iterator[None]:
    """Inside the block a ValueError refuses the command, with its text as the answer. IllegalMove is left as it is."""
    try:
        yield
    except IllegalMove:
        raise
    except ValueError as error:
        raise GtpError(str(error)) from error


class Line(NamedTuple):
    """One command line: `id` as the client wrote it ("" if none), the command's name, and the raw text after it.

    `refusal`, if there is one, says why the line is not carried out, whatever it holds; the name is then empty.
    """
    id: str
    name: str
    text: str
    refusal: str = ""


def decode(raw) -> str:
    """The bytes of one line as text. Bytes that are no UTF-8 survive a round trip, so that file names do."""
    return raw.decode("utf-8", "surrogateescape").removeprefix("\ufeff")


def encode(text) -> bytes:
    """Text as bytes. Bytes that are no UTF-8 become what they were before `decode`.

    Any other lone surrogate, which can only come from an escape in JSON, is sent as such an escape.
    """
    return _LONE_SURROGATE.sub(lambda found: f"\\u{ord(found[0]):04x}", text).encode("utf-8", "surrogateescape")


def clean(text) -> str:
    """The line without its comment, control characters and outer blanks; tabs become spaces."""
    return text.partition("#")[0].translate(_DELETED).strip(" ")


def is_interrupt(text) -> bool:
    """Whether the line is GoGui's comment that stops the running command."""
    return text.strip() == "# interrupt"


def parse(text) -> Line | None:
    """The `Line` in a cleaned text, or None if it holds no command (blank, or only an id)."""
    first, _, rest = text.partition(" ")
    number = ""
    if first.isascii() and first.isdigit():
        number, text = first, rest.lstrip(" ")
        first, _, rest = text.partition(" ")
    if not first:
        return None
    return Line(number, first, rest.strip(" "))


def too_long(begun) -> Line:
    """The `Line` in the place of one with more than MAX_LINE_BYTES; `begun` is what its beginning parses as, or None."""
    return Line(begun.id if begun else "", "", "", "line too long")


def response(number, text="", ok=True) -> str:
    """The full answer, its closing empty line included. `text` may have several lines; each empty one becomes a blank."""
    lines = [_printable(line) for line in text.rstrip().split("\n")]
    first = lines[0] if lines[0] else ""
    body = "\n".join([first, *(line or " " for line in lines[1:])])
    return f"{'=' if ok else '?'}{number} {body}\n\n" if body.strip() else f"{'=' if ok else '?'}{number}\n\n"


def _printable(line):
    return line.translate(_DELETED).rstrip(" ")
