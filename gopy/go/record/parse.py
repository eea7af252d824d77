"""The text of a game record to nodes, in time proportional to its length, whatever it holds.

What real records do is understood: text before and after the game, games in a row, a missing first bracket or semicolon, missing
closing brackets, variations without a node, names in small letters.
"""
import re

from gopy.go.record.encoding import decoded
from gopy.go.record.nodes import Node, Property, Record, short_name
from gopy.go.record.other_formats import as_sgf
from gopy.go.record.source import MAX_BYTES, MAX_NODES, MAX_PARTS, Remarks, SgfError
from gopy.go.record.split import split

#: A mark of the structure, or the name of a property and the bracket of its first value.
_MARK = re.compile(r"\s*(?:([;()\[])|([A-Za-z][A-Za-z0-9_]*)(\s*\[)?)")
_ANY_MARK = re.compile(r"[;()\[A-Za-z]")
_PROPERTY = re.compile(r"(?<![A-Za-z0-9_])[A-Za-z][A-Za-z0-9_]{0,63}(?=\s*\[)")
_BRACKET, _STRUCTURE = re.compile(r"[()\[\];]"), re.compile(r"[();]")
_GAME = re.compile(r"\(\s*;")

_JUNK = "text that belongs to no property is left out"
_CUT_OFF = "the record ends before its last bracket"

#: What stands before the first property of a record.
_BEFORE = frozenset("(; \t\r\n\f\v\ufeff")

#: By these properties, a text without the beginning "(;", or with words after it, is known for a record.
_KNOWN = frozenset("GM FF SZ CA AP KM KO HA RU PB PW BR WR RE DT EV GN PC RO TM OT US SO AN CP GC TE RD GK B W AB AW PL C".split())

#: By these it is known even with words after a beginning of which one character is missing.
_FIRST = frozenset("GM FF SZ CA".split())


def parse_record(data: bytes | str) -> Record:
    """The first game of a record (bytes or str), each of its nodes with one move at most, see `split`.

    SgfError if it holds none, or if it has over MAX_BYTES bytes, MAX_NODES nodes or MAX_PARTS parts.
    """
    if len(data) > MAX_BYTES:
        raise SgfError(f"the record has more than {MAX_BYTES >> 20} MiB")
    remarks = Remarks()
    text, encoding = decoded(data, remarks)
    text = as_sgf(text)
    root, after = _first_game(text, _start(text), remarks)
    if _GAME.search(after):
        remarks.add("games", "the record holds more than one game; the first is taken")
    split(root)
    return Record(root, encoding, after, remarks)


def _start(text: str) -> int:
    """Where the first game begins. SgfError if there is none."""
    last = 0        # where the property before ends: nothing is looked at twice
    for found in _PROPERTY.finditer(text):
        # What stands after the property before is its value; nothing in it is a beginning.
        words = _after_last(_BRACKET if last else _STRUCTURE, text, last, found.start())
        start, last = words, found.end()
        while start and text[start - 1] in _BEFORE:
            start -= 1
        before, name = text[start:words], short_name(found[0])
        marks, known = ("(" in before) + (";" in before), name in _KNOWN
        if marks and text[words:found.start()].strip():
            is_game = name in _FIRST or (marks == 2 and (known or found[0].isupper()))
        else:
            is_game = marks == 2 or (marks > 0 and known)
        if is_game:
            return start + before.index("(" if "(" in before else ";")
    game = _GAME.search(text)
    if game is None:
        raise SgfError("not an SGF record: no game begins in it")
    return game.start()


def _after_last(pattern: re.Pattern[str], text: str, start: int, end: int) -> int:
    """The place after the last match of a pattern within a part of a text."""
    return max((found.end() for found in pattern.finditer(text, start, end)), default=start)


def _first_game(text: str, at: int, remarks: Remarks) -> tuple[Node, str]:
    """(root of the game that begins at a place in the text, what follows the game)."""
    root: Node | None = None
    node: Node | None = None            # the one that is read
    values: list[str] | None = None     # of the property that is read
    branches: list[Node | None] = []    # the nodes at which the open brackets stand; None for those before the root
    opens = True        # whether a property comes right after a bracket: it stands in a node, too
    nodes = parts = 0
    while True:
        found = _MARK.match(text, at)
        if found is None:
            found = _ANY_MARK.search(text, at)
            if (text[at:] if found is None else text[at:found.start()]).strip():
                remarks.add("junk", _JUNK)
            if found is None:
                remarks.add("end", _CUT_OFF)
                return _checked(root), ""
            at = found.start()
            continue
        parts += 1
        if parts > MAX_PARTS:
            raise SgfError(f"more than {MAX_PARTS} nodes, brackets, names and values")
        at, (mark, name, has_value) = found.end(), found.groups()
        if name and not has_value:
            remarks.add("junk", _JUNK)
            values = None
        elif mark == "(":
            branches.append(node)
            opens, values = True, None
        elif mark == ")":
            node = branches.pop() if branches else None
            opens, values = True, None
            if node is None:
                return _checked(root), text[at:]
        elif mark == ";" or (name and opens):
            nodes += 1
            if nodes > MAX_NODES:
                raise SgfError(f"more than {MAX_NODES} nodes")
            child = Node()
            if node is None:
                root = child
            else:
                node.children.append(child)
            node, opens, values = child, False, None
        if has_value and node is not None:      # a value's name has made a node where there was none
            values = []
            node.properties.append(Property(name, values))
        if has_value or mark == "[":
            end = _end_of_value(text, at)
            if end == len(text):
                remarks.add("end", _CUT_OFF)
            if values is None:
                remarks.add("junk", _JUNK)
            else:
                values.append(text[at:end])
            at = end + 1


def _checked(root: Node | None) -> Node:
    if root is None:
        raise SgfError("not an SGF record: its game has no nodes")
    return root


def _end_of_value(text: str, start: int) -> int:
    """The place of the bracket that closes a value: the first without a backslash that escapes it; the text's end if there is none."""
    end = text.find("]", start)
    while end > start and text[end - 1] == "\\":
        first = end - 1
        while first > start and text[first - 1] == "\\":
            first -= 1
        if (end - first) % 2 == 0:
            break
        end = text.find("]", end + 1)
    return len(text) if end < 0 else end
