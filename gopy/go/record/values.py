"""What the values of properties mean: texts, points and moves, colours."""
import re
import unicodedata
from collections.abc import Iterator

from gopy.base.numbers import shown
from gopy.go.geometry import BLACK, WHITE, parse_vertex, pass_move, point_at, row_and_column
from gopy.go.record.nodes import Node

_LINE_END = re.compile(r"\r\n|\n\r|\r|\n")
_ESCAPE = re.compile(r"\\(\n|.)", re.DOTALL)
_BLANK = re.compile(r"[\t\f\v]")
_UNREAD = re.compile(r"[\udc80-\udcff]+")
_COLUMNS = "abcdefghijklmnopqrstuvwxy"
_VERTEX = re.compile(r"[A-Za-z]\d{1,2}", re.ASCII)
_BETWEEN_POINTS = re.compile(r"[,;\u3001]")

_COLOURS = {"b": BLACK, "black": BLACK, "1": BLACK, "\u9ed1": BLACK, "\u9ed2": BLACK,
            "w": WHITE, "white": WHITE, "2": WHITE, "\u767d": WHITE}

#: The largest board on which tt is a pass: there it is no point.
_MOST_TT = 19


def text_of(raw: str) -> str:
    """The text that a value of a property means. Bytes that could not be read are shown as windows-1252 would have them; beside other
    characters than ASCII, whose encoding was known, they are the rest of one that was cut, and shown as U+FFFD.
    """
    text = _ESCAPE.sub(lambda found: "" if found[1] == "\n" else found[1], _LINE_END.sub("\n", raw)) if raw else raw
    if not text.isascii():
        unknown = _UNREAD.sub("", text).isascii()
        text = _UNREAD.sub(lambda found: found[0].encode("ascii", "surrogateescape").decode("cp1252", "replace") if unknown else "\ufffd",
                           text)
    return _BLANK.sub(" ", text)


def line_of(raw: str) -> str:
    """The text of a value that should be one line, such as a name."""
    return " ".join(text_of(raw).split())


def escaped(text: str) -> str:
    """A text as the value of a property. What UTF-8 cannot express becomes an escape: a name may come from bytes of a file."""
    text = text.encode("utf-8", "backslashreplace").decode("utf-8")
    return text.replace("\\", "\\\\").replace("]", "\\]")


def parts_of(raw: str) -> list[str]:
    """The points and rectangles in a value. It should be one, but some records part several by commas or blanks."""
    if len(raw) == 2 and raw.isascii():
        return [raw]
    found = []
    for part in _BETWEEN_POINTS.split(_plain(raw)):
        words = ":".join(map(str.strip, part.split(":"))).split()
        found += words if all(len(word) > 1 for word in words) else ["".join(words)]
    return found or [raw]


def is_vertex(raw: str) -> bool:
    """Whether a value names a point as people do, D4, or has such a point; those of SGF are two letters."""
    return not raw.isalpha() and any(_VERTEX.fullmatch(each) for part in parts_of(raw) for each in part.split(":"))


def points_of(raw: str, size: int) -> list[int]:
    """The points that a value names: one, or a rectangle such as aa:cc, by any two of its corners. ValueError if it names none."""
    first, _, last = raw.partition(":")
    corners = [_place(corner, size) for corner in (first, last or first)]
    if corners[0] is None or corners[1] is None:
        raise _no_point(raw, size)
    (row, column), (other_row, other_column) = corners[0], corners[1]
    return [point_at(each, other, size) for each in range(min(row, other_row), max(row, other_row) + 1)
            for other in range(min(column, other_column), max(column, other_column) + 1)]


def move_of(raw: str, size: int) -> int:
    """The move that a value names; nothing, and on boards of up to 19x19 tt, is a pass. ValueError if it names none."""
    letters = "".join(_plain(raw).split()).lower()
    if letters in ("", "pass") or (letters == "tt" and size <= _MOST_TT):
        return pass_move(size)
    place = _place(raw, size)
    if place is None:
        raise _no_point(raw, size)
    return point_at(*place, size)


def _place(raw: str, size: int) -> tuple[int, int] | None:
    """(row, column) of a point, counted from the lower left; None if none is named. White space among its characters means nothing.

    It is named by two letters or, where it should not be, by a letter and a number, as people name it.
    """
    letters = "".join(_plain(raw).split()).lower()
    if _VERTEX.fullmatch(letters):
        try:
            return row_and_column(parse_vertex(letters, size), size)
        except ValueError:
            return None
    column, row = (_COLUMNS.find(letter) for letter in letters) if len(letters) == 2 else (-1, -1)
    return (size - 1 - row, column) if 0 <= column < size and 0 <= row < size else None


def _plain(raw: str) -> str:
    """A value with plain characters for those of a double width."""
    return raw if raw.isascii() else unicodedata.normalize("NFKC", raw)


def _no_point(raw: str, size: int) -> ValueError:
    return ValueError(f"{shown(raw)} names no point of a {size}x{size} board")


def point_text(point: int, size: int) -> str:
    """The two letters that name a point."""
    row, column = row_and_column(point, size)
    return _COLUMNS[column] + _COLUMNS[size - 1 - row]


def move_text(move: int, size: int) -> str:
    """The value that names a move: nothing is a pass."""
    return "" if move == pass_move(size) else point_text(move, size)


def colour_of(raw: str) -> int:
    """The colour that a value names. ValueError if it names none."""
    try:
        return _COLOURS[_plain(line_of(raw)).lower()]
    except KeyError:
        raise ValueError(f"{shown(raw)} is no colour") from None


def first_line(node: Node, *names: str) -> str:
    """The text of the first of these properties that a node has and that is not empty; "" without one."""
    return next(filter(None, (line_of(raw) for name in names for raw in node.values(name))), "")


def comments(node: Node) -> Iterator[str]:
    """The texts of a node's comment. It should be one, but some records repeat it."""
    return (text for text in map(text_of, node.values("C")) if text)
