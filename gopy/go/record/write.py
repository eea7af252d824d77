"""The nodes of a game record to text."""
import re

from gopy.go.record.nodes import Node, Record

#: How a person and gopy are called in records of their games.
PERSON, ENGINE = "human", "gopy"

_LABEL = re.compile(r"(?<![A-Za-z])CA\s{0,20}\[[^]\\]{0,40}\]")


def written(record: Record) -> str:
    """The text of a record. Its bytes are `record_bytes` of it: those that could not be read are what they were.

    A record whose encoding is known is written in UTF-8, and says so.
    """
    root, after = record.root, record.after
    if record.encoding is not None:
        if not root.has("CA") or root.values("CA")[0].upper() != "UTF-8":
            root.set("CA", "UTF-8")
        after = _LABEL.sub("CA[UTF-8]", after)
    return f"{_game(root)}\n{after.strip()}".rstrip() + "\n"


def record_bytes(text: str) -> bytes:
    """The bytes of a record's text, in UTF-8 but for those that could not be read."""
    return text.encode("utf-8", "surrogateescape")


def _game(root: Node) -> str:
    parts: list[str] = []
    waiting: list[tuple[str, Node | None]] = [("(", root)]
    while waiting:
        bracket, node = waiting.pop()
        if node is None:
            parts.append(bracket)
            continue
        parts.append(bracket)
        if bracket:
            waiting.append((")", None))
        parts.append(";" if bracket else "\n;")
        parts += [f"{each.written}[{']['.join(each.values)}]" for each in node.properties]
        branches = len(node.children) > 1
        waiting += [("\n(" if branches else "", child) for child in reversed(node.children)]
    return "".join(parts)
