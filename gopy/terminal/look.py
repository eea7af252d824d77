"""How a terminal shows a game: in colour or not, in Unicode or in plain ASCII."""
from typing import NamedTuple

#: What a person can ask for; `auto` finds out what the output can show.
LOOKS = ("auto", "colour", "plain", "ascii")


class Look(NamedTuple):
    """What may be written to an output."""

    coloured: bool = False      #: escape sequences for colours
    unicode: bool = False       #: stones and lines that ASCII does not have


#: Characters that a board is drawn with, among others: an output either has all of them or none.
_PROBE = "●○▲△▪▫┼╋"


def choose_look(wanted, out, environ) -> Look:
    """The Look for a text stream: `wanted` is one of LOOKS, `environ` the environment.

    Colour needs a terminal that is not dumb, and that NO_COLOR (https://no-color.org) is not set to anything; who asks
    for colour gets it. No look writes what the stream's encoding cannot express.
    """
    unicode = wanted != "ascii" and _can_write(_PROBE, out)
    if wanted == "auto":
        return Look(not environ.get("NO_COLOR") and can_draw_over(out, environ), unicode)
    return Look(wanted == "colour", unicode)


def can_draw_over(out, environ) -> bool:
    """Whether the stream is a terminal that understands escape sequences."""
    return out.isatty() and environ.get("TERM", "dumb") != "dumb"


def _can_write(text, out):
    try:
        text.encode(getattr(out, "encoding", None) or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True
