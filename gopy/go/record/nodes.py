"""The nodes of a game record. Their properties hold what was written, escapes and all, so that nothing is lost in saving."""
from collections.abc import Iterator
from functools import lru_cache
from typing import Any


class Property:
    """A property of a node.

    written     its name as it stands in the record, such as AB, or AddBlack in records of before 1997
    name        the same in capital letters alone: AB
    values      list of its values as they were written between the brackets, escapes included
    """

    __slots__ = ("written", "name", "values")

    def __init__(self, written: str, values: list[str]) -> None:
        self.written, self.name, self.values = written, short_name(written), values


@lru_cache(maxsize=4096)
def short_name(written: str) -> str:
    """The name of a property: small letters mean nothing, unless there is no other."""
    return "".join(each for each in written if not each.islower()) if not written.islower() else written.upper()


class Node:
    """A node: `properties`, a list in the order of the record, and `children`, a list of nodes, the main line first."""

    __slots__ = ("properties", "children")

    def __init__(self, properties: list[Property] | None = None) -> None:
        self.properties = [] if properties is None else properties
        self.children: list[Node] = []

    def values(self, name: str) -> list[str]:
        """The values of a property as they were written; [] without it. A property that is repeated has the values of all."""
        return [value for each in self.properties if each.name == name for value in each.values]

    def has(self, *names: str) -> bool:
        """Whether the node has one of these properties."""
        return any(each.name in names for each in self.properties)

    def set(self, name: str, *values: str) -> None:
        """Give a property these values, which must be escaped where needed; it stays where it is, or comes last."""
        old = [each for each in self.properties if each.name == name]
        if old:
            old[0].values = list(values)
            self.properties = [each for each in self.properties if each.name != name or each is old[0]]
        else:
            self.properties.append(Property(name, list(values)))

    def new_child(self) -> "Node":
        """A new node without properties, the last of this node's children."""
        self.children.append(Node())
        return self.children[-1]

    def main_line(self) -> Iterator["Node"]:
        """This node, its first child, that one's first child and so on."""
        node: Node | None = self
        while node is not None:
            yield node
            node = node.children[0] if node.children else None


class Record:
    """A record that was read, or is to be written.

    root        the first Node of its first game
    encoding    the name of the encoding that it was read in; None if it is not known: then a character U+DC80 to U+DCFF stands
                for each byte that could not be read, as in Python's file names, and is written as this byte again
    after       what follows the first game: text, often further games
    remarks     the Remarks about what is wrong with it
    """

    def __init__(self, root: Node, encoding: str | None = "UTF-8", after: str = "", remarks: Any = None) -> None:
        self.root, self.encoding, self.after, self.remarks = root, encoding, after, remarks
