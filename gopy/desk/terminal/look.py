"""Decides how a terminal shows a game: with or without colours, in Unicode or in plain ASCII."""
from typing import NamedTuple

#: The looks that a person can ask for; `auto` finds out what the output can show.
LOOKS = ("auto", "colour", "plain", "ascii")


class Look(NamedTuple):
    """Which characters and escape sequences may be written to an output."""

    coloured: bool = False      #: whether escape sequences for colours may be written
    unicode: bool = False       #: whether stones and lines may be characters that ASCII does not have


#: Some of the characters that a board is drawn with; we assume that an encoding has either all or none of them.
_PROBE = "●○▲△▪▫┼╋"


def choose_look(wanted, out, environ) -> Look:
    """The Look for a text stream `out`. `wanted` is one of LOOKS, `environ` the environment.

    With "auto", colours need a terminal that is not dumb, and NO_COLOR (https://no-color.org) must be unset or empty; with
    "colour" they are always used. No look writes characters that the encoding of the stream cannot express.
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
