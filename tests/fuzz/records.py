"""The plain half of SGF, read by its grammar alone: one line of play, no escapes. It is what gopy writes."""
import re
from typing import NamedTuple

#: Twenty times as long as the games that the fuzzer plays.
LONGEST = 200_000

_PROPERTY = re.compile(r"\s*([A-Z]+)((?:\s*\[[^\\\]]*\])+)")

#: What the root may say, each once; stones are looked at apart.
_ROOT = {"FF": "4", "GM": "1", "CA": "UTF-8", "AP": ".*", "SZ": "[0-9]+", "KM": ".*", "RU": ".*", "PL": "[BbWw]", "HA": "[0-9]+"}


class Record(NamedTuple):
    """A game record: sets of (row, column) from the bottom left, moves as (colour, point or "pass")."""
    size: int
    komi: float | None
    black: frozenset
    white: frozenset
    to_play: str | None
    moves: tuple
    rules: str | None


def read_record(text):
    """The Record in a text, or None if it is not plain enough, or too long, to be sure what it says."""
    if len(text) > LONGEST:
        return None
    body = re.fullmatch(r"\s*\(((?:\s*;(?:\s*[A-Z]+(?:\s*\[[^\\\]]*\])+)*)+)\s*\)\s*", text)
    if body is None:
        return None
    nodes = [_properties(node) for node in _nodes(body[1])]
    try:
        return _record(nodes)
    except (ValueError, IndexError, KeyError):
        return None


def _nodes(text):
    """The nodes' texts: a semicolon counts outside of values only."""
    return [part for part in re.findall(r";((?:[^;\[]|\[[^\]]*\])*)", text)]


def _properties(node):
    found = {}
    for name, values in _PROPERTY.findall(node):
        found.setdefault(name, []).extend(re.findall(r"\[([^\]]*)\]", values))
    return found


def _record(nodes):
    root, rest = nodes[0], [node for node in nodes[1:] if set(node) != {"PL"}]     # moves say their colour themselves
    if any(name not in ("AB", "AW") and (len(values) > 1 or not re.fullmatch(_ROOT[name], values[0]))
           for name, values in root.items()):
        return None
    if any(len(node) != 1 or set(node) - {"B", "W"} or len(*node.values()) != 1 for node in rest):
        return None
    size = int(root["SZ"][0])
    komi = root.get("KM", [None])[0]
    to_play = root["PL"][0].lower() if "PL" in root else None
    moves = tuple((name.lower(), _point(values[0], size)) for node in rest for name, values in node.items())
    stones = [[_point(value, size) for value in root.get(name, [])] for name in ("AB", "AW")]
    if "pass" in stones[0] + stones[1] or len(set(stones[0] + stones[1])) < len(stones[0] + stones[1]):
        return None
    return Record(size, None if komi is None else float(komi), frozenset(stones[0]), frozenset(stones[1]), to_play, moves,
                  root["RU"][0] if "RU" in root else None)


def _point(text, size):
    if text == "" or (text == "tt" and size <= 19):
        return "pass"
    column, row = ("abcdefghijklmnopqrstuvwxyz".index(letter) for letter in text)
    if not (row < size and column < size):
        raise ValueError(text)
    return size - 1 - row, column


def write_record(record):
    """The SGF text of a Record."""
    def at(point):
        return "" if point == "pass" else "".join(
            "abcdefghijklmnopqrstuvwxyz"[i] for i in (point[1], record.size - 1 - point[0]))
    text = f"(;GM[1]FF[4]SZ[{record.size}]"
    text += "" if record.komi is None else f"KM[{record.komi:g}]"
    text += f"RU[{record.rules}]" if record.rules else ""
    for name, stones in (("AB", record.black), ("AW", record.white)):
        text += name + "".join(f"[{at(point)}]" for point in sorted(stones)) if stones else ""
    text += f"PL[{record.to_play.upper()}]" if record.to_play else ""
    return text + "".join(f";{colour.upper()}[{at(point)}]" for colour, point in record.moves) + ")"
