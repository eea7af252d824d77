"""GTP on the wire, read from its specification: which lines are commands, and what an answer may look like."""
import re
from typing import NamedTuple

_CONTROL = bytes(code for code in (*range(32), 127) if code != ord("\t"))

#: Bytes of the longest line that has to be carried out; gopy refuses longer ones (docs/gtp.md).
LONGEST_LINE = 1 << 16

#: Commands that go on until the next line.
ENDLESS = {"lz-analyze", "kata-analyze", "analyze"}


class Wrong(Exception):
    """Something that must not happen: `kind` is a heading of the report, `text` says what it was."""

    def __init__(self, kind, text):
        super().__init__(f"{kind}: {text}")
        self.kind, self.text = kind, text


class Request(NamedTuple):
    """A line that wants an answer: its id ("" if none), the command's name ("" if the line is too long) and the text
    behind it."""
    id: str
    name: str
    text: str

    @property
    def words(self):
        """The arguments, which blanks separate."""
        return [word for word in self.text.split(" ") if word]


def read_request(raw):
    """The Request that a line of bytes is, or None for one that is not answered (blank, a comment, only an id).

    One that is too long has no name, but is answered, unless a comment begins within the bytes that count.
    """
    counted = raw[:LONGEST_LINE + 1]
    request = _read_command(counted)
    if len(counted) > LONGEST_LINE and b"#" not in counted:
        return Request(request.id if request else "", "", "")
    return request


def _read_command(data):
    kept = data.removeprefix(b"\xef\xbb\xbf").partition(b"#")[0]
    kept = kept.translate(bytes.maketrans(b"\t", b" "), _CONTROL).strip(b" ")
    number = re.match(rb"([0-9]+)(?: +|$)", kept)
    if number:
        kept = kept[number.end():]
    if not kept:
        return None
    name, _, text = kept.partition(b" ")
    parts = (number[1] if number else b"", name, text.strip(b" "))
    return Request(*(part.decode("utf-8", "surrogateescape") for part in parts))


def read_answer(data, request):
    """(whether it succeeded, text) of an answer's bytes, which end before its empty line. Wrong if it is none."""
    text = data.decode("utf-8", "surrogateescape")
    sign, rest = text[:1], text[1:]
    if sign not in ("=", "?") or not rest.startswith(request.id):
        raise Wrong("stray line", f"{shortened(text)} is no answer to {shortened(' '.join(filter(None, request)))}")
    rest = rest[len(request.id):]
    if rest and rest[0] not in (" ", "\n"):
        raise Wrong("stray line", f"{shortened(text)} does not carry the id {request.id!r}")
    if re.search("[\x00-\x08\x0b-\x1f\x7f]", rest):
        raise Wrong("malformed answer", f"{shortened(text)} has a control character")
    if sign == "?" and not rest.strip():
        raise Wrong("malformed answer", f"{shortened(request.name)} is refused without a word")
    if sign == "?" and ("internal error" in rest or "Traceback" in rest):
        raise Wrong("internal error", f"{shortened(' '.join(filter(None, request)))}: {shortened(text)}")
    return sign == "=", rest[1:]


def shortened(text, length=300):
    """The text on one line of a report."""
    shown = repr(text)
    return shown if len(shown) <= length else f"{shown[:length]}... ({len(text)} characters)"
