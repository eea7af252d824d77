"""Records of the servers Tygem (GIB) and WBaduk (NGF), turned into the text of a record in SGF.

They are known by what they hold, not by the names of their files.

GIB has lines of properties such as `\\[GAMEBLACKNAME=Ann (5D)\\]`, and of the game: `INI 0 1 HANDICAP`, `STO 0 NUMBER COLOUR COLUMN ROW`
with colours 1 (Black) and 2, and columns and rows from 0 at the upper left, and `SKI` for a pass.

NGF has a line each for the title, the size, White, Black, the site, handicap, a number, komi, the date, a number, the result and the
number of moves; then `PMxxCPP`: two letters for the number, the colour, and column and row from B at the upper left. A is outside: a pass.
"""
import re
from collections.abc import Iterator

from gopy.go.geometry import MAX_SIZE, MIN_SIZE
from gopy.go.handicap import fixed_handicap
from gopy.go.record.values import escaped, point_text

_GIB = re.compile(r"\s*\\(?:HS|\[GAME)")
_GIB_VALUE = re.compile(r"\\\[([A-Z]{1,40})=([^\n]{0,500}?)\\\]")
_GIB_INI = re.compile(r"^[ \t]*INI[ \t]+\d+[ \t]+\d+[ \t]+(\d{1,2})\b", re.MULTILINE)
_GIB_MOVE = re.compile(r"^[ \t]*(?:STO[ \t]+\d+[ \t]+\d+[ \t]+([12])[ \t]+(\d{1,2})[ \t]+(\d{1,2})|(SKI)[ \t]+\d+[ \t]+\d+)\b",
                       re.MULTILINE)

#: Characters at the beginning of GIB in which its properties are looked for.
_GIB_HEADER = 1 << 14

#: The points of GIB are those of 19 rows.
_GIB_SIZE = 19

#: {number in GRLT: how a result begins, and whether points follow}
_GIB_RESULTS = {"0": ("B+", True), "1": ("W+", True), "3": ("B+R", False), "4": ("W+R", False), "7": ("B+T", False), "8": ("W+T", False)}

_NGF_MOVE = re.compile(r"^[ \t]*PM[A-Z]{2}([BW])([A-Z])([A-Z])", re.MULTILINE)
_NGF_LINES = 12

_RANK = re.compile(r"(\d{1,2}) ?([DPKdpk급단])")
_POINTS = re.compile(r"(\d{1,3}(?:\.\d)?)")

_LETTERS = "abcdefghijklmnopqrstuvwxyz"


def as_sgf(text: str) -> str:
    """The text of a record in SGF for one in GIB or NGF; any other text as it is."""
    if _GIB.match(text):
        return _of_gib(text)
    if _NGF_MOVE.search(text) and _size_of_ngf(text) is not None:
        return _of_ngf(text)
    return text


def _of_gib(text: str) -> str:
    values = dict(_GIB_VALUE.findall(text[:_GIB_HEADER]))
    numbers = dict(part.split(":", 1) for part in values.get("GAMEINFOMAIN", "").split(",") if ":" in part)
    handicap = _GIB_INI.search(text)
    root = {"PB": values.get("GAMEBLACKNAME", ""), "PW": values.get("GAMEWHITENAME", ""), "EV": values.get("GAMENAME", ""),
            "PC": values.get("GAMEPLACE", ""), "DT": _date(values.get("GAMEDATE", ""))}
    for side in "BW":
        name, bracket, rank = root[f"P{side}"].partition("(")
        if bracket:
            root[f"P{side}"], root[f"{side}R"] = name.strip(), _rank(rank)
    if numbers.get("GONGJE", "").isascii() and numbers.get("GONGJE", "").isdigit():
        root["KM"] = f"{int(numbers['GONGJE'][:5]) / 10:g}"
    start, has_points = _GIB_RESULTS.get(numbers.get("GRLT", ""), ("", False))
    points = numbers.get("ZIPSU", "")[:5]
    if start and (not has_points or points.isascii() and points.isdigit()):
        root["RE"] = start + (f"{int(points) / 10:g}" if has_points else "")
    return _sgf(_GIB_SIZE, int(handicap[1]) if handicap else 0, root, _moves_of_gib(text))


def _moves_of_gib(text: str) -> Iterator[str]:
    colour = "B"
    for stone, column, row, _ in _GIB_MOVE.findall(text):
        if stone:
            colour = "BW"[int(stone) - 1]
            where = _LETTERS[int(column)] + _LETTERS[int(row)] if max(int(column), int(row)) < len(_LETTERS) else "zz"
        else:
            where = ""
        yield f";{colour}[{where}]"
        colour = "W" if colour == "B" else "B"


def _lines_of_ngf(text: str) -> list[str]:
    return [line.strip() for line in text.lstrip("\ufeff").splitlines()[:_NGF_LINES]]


def _size_of_ngf(text: str) -> int | None:
    """The size of the board, by which NGF is known."""
    lines = _lines_of_ngf(text)
    if len(lines) < _NGF_LINES or not (lines[1].isascii() and lines[1].isdigit() and len(lines[1]) < 3):
        return None
    size = int(lines[1])
    return size if MIN_SIZE <= size <= MAX_SIZE else None


def _of_ngf(text: str) -> str:
    lines, size = _lines_of_ngf(text), _size_of_ngf(text)
    assert size is not None
    root = {"EV": lines[0], "PC": lines[4], "DT": _date(lines[8]), "RE": _result_of_ngf(lines[10])}
    for side, line in (("W", lines[2]), ("B", lines[3])):
        name, _, rank = line.partition(" ")
        root[f"P{side}"], root[f"{side}R"] = name, _rank(rank)
    handicap = int(lines[5]) if lines[5].isascii() and lines[5].isdigit() and len(lines[5]) < 3 else 0
    if re.fullmatch(r"\d{1,3}(\.\d)?", lines[7]):
        komi = float(lines[7])
        root["KM"] = f"{komi + 0.5 if not handicap and komi == int(komi) else komi:g}"     # a half point goes without saying there
    moves = (f";{colour}[{'' if 'A' in (column, row) else (chr(ord(column) - 1) + chr(ord(row) - 1)).lower()}]"
             for colour, column, row in _NGF_MOVE.findall(text))
    return _sgf(size, handicap, root, moves)


def _result_of_ngf(line: str) -> str:
    """A result in English words, such as "White wins by 3.5 points" or "Black wins by resignation"."""
    words = line.lower()
    if "win" not in words and "lose" not in words or not words.startswith(("black", "white")):
        return ""
    winner = "B" if words.startswith("black") == ("win" in words) else "W"
    points = _POINTS.search(words)
    if "resign" in words or "time" in words:
        return f"{winner}+{'R' if 'resign' in words else 'T'}"
    return f"{winner}+{points[1] if points else ''}"


def _rank(text: str) -> str:
    found = _RANK.search(text)
    return found[1] + {"급": "k", "단": "d"}.get(found[2], found[2].lower()) if found else ""


def _date(text: str) -> str:
    """A day as YYYY-MM-DD, of digits with or without something between; "" if it is none."""
    found = re.match(r"\s*(\d{4})\D{0,2}(\d{1,2})\D{0,2}(\d{1,2})(?!\d)", text)
    return f"{found[1]}-{int(found[2]):02}-{int(found[3]):02}" if found else ""


def _sgf(size: int, handicap: int, root: dict[str, str], moves: Iterator[str]) -> str:
    told = "".join(f"{name}[{escaped(value)}]" for name, value in root.items() if value)
    try:
        stones = "".join(f"[{point_text(point, size)}]" for point in fixed_handicap(size, handicap)) if handicap > 1 else ""
    except ValueError:
        stones = ""
    placed = f"HA[{handicap}]AB{stones}" if stones else ""
    return f"(;FF[4]GM[1]SZ[{size}]{placed}{told}{''.join(moves)})"
